/* SPDX-License-Identifier: MIT
 *
 * The options of teetape info.
 */
#ifndef CLI_INFO_OPTIONS_H
#define CLI_INFO_OPTIONS_H

#include "cli/shell/command.h"

struct info_options {
    bool quick;
};

static inline bool info_is_quick(const struct job *job)
{
    const struct info_options *options = job->options;
    return options->quick;
}

#endif
