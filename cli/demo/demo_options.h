/* SPDX-License-Identifier: MIT
 *
 * The options of teetape demo.
 */
#ifndef CLI_DEMO_OPTIONS_H
#define CLI_DEMO_OPTIONS_H

#include "cli/shell/span.h"

/* One member for each option; NULL, 0 and false: not given. */
struct demo_options {
    bool only;          /* nobody but those in focus */
    const char *as;     /* a client id or a name, or NULL */
    bool free_view;     /* no client is local */
    const char *split;  /* words with commas between them, or NULL */
    const char *before; /* seconds or game times, as they were written, or NULL */
    const char *after;
    const char *map; /* path, or NULL */
    bool no_map;
    bool skip_idle;
    bool whole;
    int64_t every; /* ticks, 0 if not given */
};

static inline const struct demo_options *demo_options_of(const struct job *job)
{
    return job->options;
}

#endif
