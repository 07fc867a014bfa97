/* SPDX-License-Identifier: MIT
 *
 * What is said of a player whom a recording does not have. A file is read once more for it, which
 * is done when nothing else came of it.
 */
#ifndef CLI_NO_PLAYER_H
#define CLI_NO_PLAYER_H

#include "cli/shell/command.h"
#include "teetape/world.h"

/* Notes that `player`, what an option says or NULL, is taken as a client id although a player has
 * the name. Looks at all names of the recording, which is done for digits alone. */
void no_player_note_digits(const struct job *job, const char *player);

/* Notes that no client had this id; nothing when one had it, or when that cannot be known. */
void no_player_note_cid(const struct job *job, int32_t cid);

#endif
