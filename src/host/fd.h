/* SPDX-License-Identifier: MIT
 *
 * Descriptors, without the ways in which a call of the system may end early: a signal in between is
 * of no interest, and a call that does less than it was asked for is made again.
 */
#ifndef HOST_FD_H
#define HOST_FD_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"

/* open(2), close on exec and never as a terminal of ours. `mode` counts when the flags create a
 * file. -1 on failure, and errno says why.
 *
 * A FIFO has to wait for its other end, and a file under a lease for its holder. That wait ends
 * when all of the program is asked to stop (tt_io_stop_all), with EINTR. With O_NONBLOCK nothing is
 * waited for: a FIFO without a writer is open at once, one without a reader fails with ENXIO. */
int tti_host_fd_open(const char *path, int flags, unsigned mode);

/* Reads up to `size` bytes; fewer only at the end of the file, and before a failure. 0 or an errno
 * value: EINTR when all of the program is asked to stop while a FIFO is silent. */
int tti_host_fd_read(int fd, void *dst, size_t size, size_t *got);

/* The same at a place in a file. */
int tti_host_fd_read_at(int fd, uint64_t offset, void *dst, size_t size, size_t *got);

/* Writes all of `bytes` at a place in a file, as tt_io_fd_write (teetape/io/output.h) does where
 * the file is; 0 or an errno value. */
int tti_host_fd_write_at(int fd, uint64_t offset, tt_bytes bytes);

/* A second descriptor of the same file, to be closed for itself. -1 on failure, and errno says
 * why.
 */
int tti_host_fd_copy(int fd);

/* Closes it in any case. 0 or an errno value. */
int tti_host_fd_close(int fd);

#endif
