/* SPDX-License-Identifier: MIT
 *
 * Writes the demos of `teetape demo`, with or without --split.
 */
#ifndef CLI_DEMO_MAKE_H
#define CLI_DEMO_MAKE_H

#include "cli/shell/command.h"

/* Makes all demos that the settings of the job ask for, as many at once as memory is meant to be
 * used for, in this many passes; says what is wrong, and about each demo. */
enum exit_status demo_process(struct job *job);

#endif
