/* SPDX-License-Identifier: MIT
 *
 * Where the file goes that a command writes: -o OUT.
 */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "cli/command.h"
#include "host/error.h"

/* Whether -o is given and can be met: a sentence about what is wrong, or NULL. For command.check.
 */
const char *target_check(const struct settings *settings);

/* Whether something made of `input`, which may be "-", can go to `output`, before anything is read.
 * Says what is wrong, which is a wrong usage. */
bool target_is_good(const char *output, const char *input);

/* Tells why the output could not be opened or be given its name, but not that the reader of our
 * pipe left, which is no failure. What that makes of the exit status. */
enum exit_status target_failed(const char *output, const struct host_error *error);

#endif
