/* SPDX-License-Identifier: MIT
 *
 * poll(2) for Windows, which has none.
 */
#ifndef HOST_WINDOWS_POLL_H
#define HOST_WINDOWS_POLL_H

/* The numbers are those of Linux; only windows_poll sees them. */
#define POLLIN 1
#define POLLOUT 4

struct pollfd {
    int fd;
    short events, revents;
};

/* Waits for at most one descriptor. A descriptor that cannot be queried counts as ready: reading
 * reports it. */
int windows_poll(struct pollfd *fds, unsigned count, int ms);

#define poll windows_poll

#endif
