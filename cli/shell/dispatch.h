/* SPDX-License-Identifier: MIT
 *
 * From the words of the command line to a command, or to help.
 */
#ifndef CLI_DISPATCH_H
#define CLI_DISPATCH_H

#include "teetape/io/stop.h"

/* `words` are those after the program's name, NULL at the end; the result is the exit status.
 * `stop` may be raised at any time. */
int dispatch(const char *const *words, tt_io_stop *stop);

#endif
