/* SPDX-License-Identifier: MIT
 *
 * flock(2) for Windows, which has none.
 */
#ifndef HOST_WINDOWS_FILE_H
#define HOST_WINDOWS_FILE_H

/* The numbers are those of Linux. Callers never ask for a shared lock, or for one that waits. */
#define LOCK_EX 2
#define LOCK_NB 4

/* Locks a file for this handle alone, and does not wait. EWOULDBLOCK when another handle has the
 * lock. Closing the file releases it. */
int windows_flock(int fd, int how);

#define flock windows_flock

#endif
