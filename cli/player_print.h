/* SPDX-License-Identifier: MIT
 *
 * What the lists of stays of both formats have in common.
 */
#ifndef CLI_PLAYER_PRINT_H
#define CLI_PLAYER_PRINT_H

#include "cli/json.h"
#include "cli/player.h"
#include "cli/table.h"

/* Appends "name" (null when none is known) and "names", those that are kept. */
void player_names_json(struct json *j, const struct player *p);

/* A cell "old, older > newest": all names that are kept, in their order. */
void player_names_cell(struct table *t, const struct player *p);

#endif
