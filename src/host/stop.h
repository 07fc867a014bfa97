/* SPDX-License-Identifier: MIT
 *
 * A flag that asks running work to end early. It may be raised in a signal handler and by
 * any thread, which is why it is a lock-free atomic and not a sig_atomic_t.
 */
#ifndef HOST_STOP_H
#define HOST_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

struct host_stop {
    atomic_int wanted; /* 0, or the signal that asked, or -1 when the program itself did */
};

/* Raises the flag. The first reason remains. Safe in a signal handler. */
void host_stop_want(struct host_stop *stop, int reason);

/* True once the flag is raised; false for NULL. */
bool host_stop_wanted(const struct host_stop *stop);

/* Why: the signal's number, -1, or 0 while the flag is down. */
int host_stop_reason(const struct host_stop *stop);

/* True once one of the signals of host_stop_on_signals came: for waits that no flag is handed to.
 */
bool host_stop_came(void);

/* Lets SIGINT, SIGTERM and SIGHUP raise `stop`, which must live as long as the program; SIGHUP not
 * if it is ignored, as under nohup(1). Another of them that comes a moment later (0.3 s) ends the
 * program at once, so that it can always be left; temporary files go all the same.
 * SIGPIPE is ignored from here on: a closed pipe is then an error of write (output.h). */
void host_stop_on_signals(struct host_stop *stop);

#endif
