/* SPDX-License-Identifier: MIT
 *
 * Finds the command that the words of the command line name.
 */
#ifndef CLI_DISPATCH_H
#define CLI_DISPATCH_H

#include "teetape/io/stop.h"

/* Runs the command. `words` follow the program's name and end with NULL. Returns the exit status.
 * `stop` may be raised at any time. */
int dispatch(const char *const *words, tt_io_stop *stop);

#endif
