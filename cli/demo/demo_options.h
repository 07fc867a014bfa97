/* SPDX-License-Identifier: MIT
 *
 * The options of teetape demo.
 */
#ifndef CLI_DEMO_OPTIONS_H
#define CLI_DEMO_OPTIONS_H

#include "cli/read/span.h"

struct demo_options {
    struct span_options span;
    bool only;
    const char *as; /* a client id or a name, or NULL */
    bool free_view;
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
