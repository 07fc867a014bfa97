/* SPDX-License-Identifier: MIT
 *
 * Writes the demos of `teetape demo --split`.
 */
#ifndef CLI_SPLIT_WRITE_H
#define CLI_SPLIT_WRITE_H

#include "cli/shell/command.h"

/* Makes all demos that the settings of the job ask for, as many at once as memory is meant to be
 * used for, in this many passes; says what is wrong, and about each demo. */
enum exit_status split_write(struct job *job);

#endif
