/* SPDX-License-Identifier: MIT
 *
 * What the lists of stays of both formats have in common.
 */
#ifndef CLI_PLAYER_PRINT_H
#define CLI_PLAYER_PRINT_H

#include "cli/read/player.h"
#include "cli/show/json.h"
#include "cli/show/table.h"

/* A recording with more stays than this is not made by people. It is listed in parts, so that
 * memory does not grow with it. */
#define PLAYERS_PART 10000

/* For qsort: stays in the order in which they began. Also for structs that begin with a player. */
int player_by_session(const void *a, const void *b);

/* Appends "name" (null when none is known) and "names", those that are kept. */
void player_names_json(struct json *j, const struct player *p);

/* A cell "old, older > newest": all names that are kept, in their order. */
void player_names_cell(struct table *t, const struct player *p);

#endif
