/* SPDX-License-Identifier: MIT
 *
 * What part of a recording the user asks for, as it was written.
 */
#ifndef CLI_SPAN_H
#define CLI_SPAN_H

#include "cli/shell/command.h"

/* What part of a recording the user asks for. A member `span` of the options of a verb. */
struct span_options {
    const char *from, *to, *player; /* as they were written, or NULL */
    const char *index_dir;
    bool no_index;
    bool wall;
};

/* Checks the places and the player without a recording: a sentence about what is wrong, or NULL.
 * For command.check. */
const char *span_check(const struct span_options *span);

/* The job is about this part of its recording. For the verbs that read by visit.h and the like. */
void span_take(struct job *job, const struct span_options *span);

#endif
