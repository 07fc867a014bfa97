/* SPDX-License-Identifier: MIT
 *
 * A flag that asks running work to end early. It may be raised in a signal handler and by any
 * thread. Who handles signals is the program's matter.
 */
#ifndef HOST_STOP_H
#define HOST_STOP_H

#include <stdbool.h>

/* All zero is the beginning: the flag is down. It is read and written by the functions below only,
 * atomically. */
struct host_stop {
    int wanted; /* 0, or the reason */
};

/* Raises the flag. `reason` is the number of a signal, or -1 when the program itself asks. The
 * first reason is kept. Safe in a signal handler. */
void host_stop_want(struct host_stop *stop, int reason);

/* True once the flag is raised; false for NULL. */
bool host_stop_wanted(const struct host_stop *stop);

/* Why: what host_stop_want was given first, or 0 while the flag is down. */
int host_stop_reason(const struct host_stop *stop);

/* Ends all waits of the process that no flag is handed to: for the other end of a FIFO, and for the
 * holder of a lease (fd.h). They fail with EINTR, now and later; 0 lets them wait again. Safe in a
 * signal handler. */
void host_stop_all(int reason);

/* True once host_stop_all was called with a reason: for those waits. */
bool host_stop_all_wanted(void);

#endif
