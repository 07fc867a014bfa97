/* SPDX-License-Identifier: MIT
 *
 * What the program says about itself, from the tables of the commands, for 80 columns.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/shell/command.h"

/* What follows the name of a command that reads files. */
#define HELP_ARGUMENTS "[OPTION...] FILE..."

/* What follows the name of this one. */
const char *help_arguments(const struct command *command);

/* The list of commands. */
void help_general(tt_io_output *out, bool colour);

/* One command: usage, description, options, examples, the keys of its JSON objects. */
void help_command(tt_io_output *out, const struct command *command, bool colour);

/* Program, library, compiler, and the parts that may be missing in a build. */
void help_version(tt_io_output *out);

#endif
