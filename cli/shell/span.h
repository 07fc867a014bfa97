/* SPDX-License-Identifier: MIT
 *
 * Checks what the user writes for a place in time and for a player, without a recording.
 *
 * A player is a client id or a name. A name selects every session of everyone who ever had it,
 * whole, through renames and slots.
 */
#ifndef CLI_SPAN_H
#define CLI_SPAN_H

#include "cli/shell/command.h"
#include "teetape/io/place.h"

/* What is said of a value that is no place: why not, where that is more than a wrong form. */
#define SPAN_TAKES(option, text)                                                                   \
    (span_is_over(text)      ? option ": minutes after hours and seconds go up to 59"              \
     : span_is_seconds(text) ? option                                                              \
         ": a number alone is a tick, 50 to a second, and a time has a colon (0:12.5)"             \
                             : SPAN_TAKES_ONLY(option))
#define SPAN_TAKES_ONLY(option) option " takes " TT_IO_PLACE_FORMS

/* Digits with colons, as a game time has them; and a number with a point or a letter s. */
bool span_is_over(const char *text);
bool span_is_seconds(const char *text);

/* Checks --from, --to and --player: a sentence about what is wrong, or NULL. */
const char *span_check(const struct settings *settings);

#endif
