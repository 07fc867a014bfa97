/* SPDX-License-Identifier: MIT
 *
 * What part of a recording the user asks for: a span of time, and a player.
 *
 * A player is a client id or a name. A name selects every session of everyone who ever had it,
 * whole, through renames and slots.
 */
#ifndef CLI_SPAN_H
#define CLI_SPAN_H

#include "cli/shell/command.h"
#include "teetape/io/place.h"

/* A member `span` of the options of a verb. */
struct span_options {
    const char *from, *to, *player; /* as they were written, or NULL */
    const char *index_dir;          /* where index files are, or NULL: beside the recording */
    bool no_index;                  /* read from the start */
    bool wall;                      /* date and time beside the game time, where they are known */
};

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

/* Checks it without a recording: a sentence about what is wrong, or NULL. For command.check. */
const char *span_check(const struct span_options *span);

/* The same as command.check of a verb whose options begin with a struct span_options. */
const char *span_check_first(const struct settings *settings, const void *options);

/* A player that was found good: NULL and *cid, or the name. */
const char *span_read_player(const char *text, int32_t *cid);

#endif
