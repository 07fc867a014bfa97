/* SPDX-License-Identifier: MIT
 *
 * flock(2) for Windows, which has none.
 */
#ifndef HOST_WINDOWS_FILE_H
#define HOST_WINDOWS_FILE_H

/* The numbers of Linux. A lock that is shared, or that waits, is never asked for. */
#define LOCK_EX 2
#define LOCK_NB 4

/* Locks for this handle alone, and does not wait. EWOULDBLOCK when another one has it. Closing the
 * file gives the lock back. */
int windows_flock(int fd, int how);

#define flock windows_flock

#endif
