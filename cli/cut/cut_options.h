/* SPDX-License-Identifier: MIT
 *
 * The options of teetape cut.
 */
#ifndef CLI_CUT_OPTIONS_H
#define CLI_CUT_OPTIONS_H

#include "cli/read/span.h"

/* One member for each option. Texts are as they were written, and point into the command line;
 * NULL, 0, false and no texts: not given. */
struct cut_options {
    struct span_options span;
    const char *team;      /* 0 to 128, or NULL */
    const char *finish;    /* --finish[=PLAYER]: "" for any player, or NULL */
    int64_t finish_number; /* which one of several, 0 if not given */
    const char *before;    /* seconds or game times, as they were written, or NULL */
    const char *after;
    const char *split;       /* length of a piece, as `before` */
    const char *around_chat; /* a part of what was said, or NULL */
    int64_t chat_number;     /* which one of several, 0 if not given */
    bool drop_chat, drop_inputs;
    struct texts hide;    /* players */
    struct texts renames; /* OLD=NEW */
    bool strip_map;
    const char *attach_map; /* path, or NULL */
};

/* Checks them without a recording: a sentence about what is wrong, or NULL. */
const char *cut_options_check(const struct cut_options *options);

/* The same for a recording of this format: options of the other one. */
const char *cut_options_check_format(const struct cut_options *options, bool is_demo);

/* Where the name ends in OLD=NEW; NULL when there is none. */
const char *cut_options_equals(const char *text);

#endif
