/* SPDX-License-Identifier: MIT
 *
 * Prints help from the tables of the commands, for 80 columns.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/shell/command.h"

void help_general(tt_io_output *out, bool colour);

void help_command(tt_io_output *out, const struct command *command, bool colour);

void help_version(tt_io_output *out);

#endif
