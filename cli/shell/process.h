/* SPDX-License-Identifier: MIT
 *
 * The program as a process: its signals, its three streams, and a clock.
 */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <stdint.h>

#include "teetape/io/stop.h"

/* SIGINT, SIGTERM and SIGHUP (unless ignored, as under nohup(1)) raise `stop`, which must live as
 * long as the program, and end all waits. Another one after 0.3 s ends the program at once;
 * temporary files are removed. SIGPIPE is ignored: a closed pipe is an error of write. */
void signals_start(tt_io_stop *stop);

/* For the end of main: dies by the signal that raised `stop`, so that a shell loop ends too. */
void signals_finish(const tt_io_stop *stop);

/* For process.c, by system: has `handle` called, and ignores SIGPIPE. */
void signals_catch(void (*handle)(int number));

/* Occupies closed ones of stdin, stdout and stderr. Using them is an error as before. */
void streams_guard(void);

/* Milliseconds since some fixed point. Safe in a signal handler. */
uint64_t clock_ms(void);

#endif
