/* SPDX-License-Identifier: MIT
 *
 * What is said where nothing of a recording is what the user asked for: the span has no tick, or no
 * player is the chosen one.
 */
#ifndef CLI_NOTHING_H
#define CLI_NOTHING_H

#include "cli/shell/reading.h"

/* Notes that the span has no tick, of one recording of many only in the totals. */
void nothing_from_to(const struct reading *r);

/* Notes that `player`, what an option says or NULL, is taken as a client id although a player has
 * the name. Looks at all names of the recording, which is done for digits alone. */
void no_player_note_digits(const struct job *job, const char *player);

/* Notes that no client had this id; nothing when one had it, or when that cannot be known. */
void no_player_note_cid(const struct job *job, int32_t cid);

#endif
