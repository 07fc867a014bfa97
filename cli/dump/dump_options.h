/* SPDX-License-Identifier: MIT
 *
 * The options of teetape dump.
 */
#ifndef CLI_DUMP_OPTIONS_H
#define CLI_DUMP_OPTIONS_H

#include "cli/read/span.h"

struct dump_options {
    struct span_options span;
    const char *kinds; /* names of events with commas between them, or NULL */
    const char *items; /* --items[=WHICH]: "" for changes, or NULL */
    bool messages;
};

#endif
