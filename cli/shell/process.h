/* SPDX-License-Identifier: MIT
 *
 * The signals, the standard streams and the clock of the program.
 */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <stdint.h>

#include "teetape/io/stop.h"

/* SIGINT, SIGTERM and SIGHUP raise `stop` and end all waits. A second one after 0.3 s removes
 * temporary files and ends the program at once. SIGHUP remains ignored under nohup(1). SIGPIPE is
 * ignored, so a closed pipe is an error of write. `stop` must live as long as the program. */
void signals_start(tt_io_stop *stop);

/* main calls this at its end: the program dies of the signal that raised `stop`, so that a shell
 * loop ends, too. */
void signals_finish(const tt_io_stop *stop);

/* Installs `handle` for the signals, and ignores SIGPIPE. Only process.c calls it; each system
 * has its own implementation. */
void signals_catch(void (*handle)(int number));

/* Opens /dev/null for each of stdin, stdout and stderr that is closed. Using them remains an error.
 */
void streams_guard(void);

/* Returns milliseconds since a fixed moment. Safe in a signal handler. */
uint64_t clock_ms(void);

#endif
