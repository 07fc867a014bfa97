/* SPDX-License-Identifier: MIT
 *
 * Where the file goes that a command writes: -o OUT.
 */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "cli/command.h"
#include "host/error.h"

/* What is wrong with `output` as a place for something made of `input`, before anything is read:
 * NULL when nothing is. `input` may be "-". */
const char *target_problem(const char *output, const char *input);

/* Tells why the output could not be opened or be given its name, but not that the reader of our
 * pipe left, which is no failure. What that makes of the exit status. */
enum exit_status target_failed(const char *output, const struct host_error *error);

#endif
