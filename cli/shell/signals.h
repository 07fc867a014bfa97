/* SPDX-License-Identifier: MIT
 *
 * What signals do to the program.
 */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include "teetape/io/stop.h"

/* Lets SIGINT, SIGTERM and SIGHUP raise `stop`, which must live as long as the program, and end all
 * waits without a flag; SIGHUP not if it is ignored, as under nohup(1). Another of them that comes
 * a moment later (0.3 s) ends the program at once, so that it can always be left; temporary files
 * are removed all the same. SIGPIPE is ignored from here on: a closed pipe is then an error of
 * write (host/output.h). */
void signals_start(tt_io_stop *stop);

/* For the end of main: if a signal raised `stop`, ends the program as that would have ended it, so
 * that a shell loop ends too. */
void signals_finish(const tt_io_stop *stop);

/* For signals.c, by the system: calls `handle` for SIGINT, SIGTERM and SIGHUP, unless the last one
 * is ignored, and ignores SIGPIPE. */
void signals_catch(void (*handle)(int number));

#endif
