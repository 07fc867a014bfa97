/* SPDX-License-Identifier: MIT
 *
 * Checks what the user writes for a place in time and for a player, without a recording.
 */
#ifndef CLI_SPAN_H
#define CLI_SPAN_H

#include "cli/shell/command.h"
#include "teetape/io/place.h"

#define SPAN_TAKES(option, text)                                                                   \
    (span_is_over(text)      ? option ": minutes after hours and seconds go up to 59"              \
     : span_is_seconds(text) ? option                                                              \
         ": a number alone is a tick, 50 to a second, and a time has a colon (0:12.5)"             \
                             : SPAN_TAKES_ONLY(option))
#define SPAN_TAKES_ONLY(option) option " takes " TT_IO_PLACE_FORMS

/* A game time (1:02:99) that is too large, and a number of seconds (62.5, 62s). */
bool span_is_over(const char *text);
bool span_is_seconds(const char *text);

/* Checks --from, --to and --player: a sentence about what is wrong, or NULL. */
const char *span_check(const struct settings *settings);

#endif
