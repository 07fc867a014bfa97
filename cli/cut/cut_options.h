/* SPDX-License-Identifier: MIT
 *
 * The options of teetape cut.
 */
#ifndef CLI_CUT_OPTIONS_H
#define CLI_CUT_OPTIONS_H

#include "cli/read/span.h"

struct cut_options {
    struct span_options span;
    const char *team;
    const char *finish; /* --finish[=PLAYER]: "" for whoever it is, or NULL */
    int64_t number;     /* which one of several, 0 if not given */
    const char *before; /* seconds or game times, as they were written, or NULL */
    const char *after;
    const char *split;
    const char *around_chat; /* a part of what was said, or NULL */
    bool drop_chat;
    struct texts hide;    /* players */
    struct texts renames; /* OLD=NEW */
    bool strip_map;
    const char *attach_map; /* path, or NULL */
};

#endif
