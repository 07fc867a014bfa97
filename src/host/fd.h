/* SPDX-License-Identifier: MIT
 *
 * Descriptors, files by their number, and time for waiting. A call that a signal ends early, or
 * that does less than it should, is repeated.
 */
#ifndef HOST_FD_H
#define HOST_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"

struct stat;

/* Opens a file like open(2), with O_CLOEXEC and O_NOCTTY; -1 with errno on failure. The waits for
 * the other end of a FIFO, and for the holder of a lease, end with EINTR when the whole program is
 * asked to stop (tt_io_stop_all). With O_NONBLOCK a FIFO without a writer is open at once, one
 * without a reader fails with ENXIO. */
int tti_host_fd_open(const char *path, int flags, unsigned mode);

/* Reads up to `size` bytes. `*got` is less only at the end of the file, and before a failure.
 * Returns 0 or an errno value: EINTR when the whole program is asked to stop while a FIFO is
 * silent. */
int tti_host_fd_read(int fd, void *dst, size_t size, size_t *got);

/* Reads as tti_host_fd_read does, from an offset in a file. */
int tti_host_fd_read_at(int fd, uint64_t offset, void *dst, size_t size, size_t *got);

/* Writes all of `bytes` at an offset in a file. Returns 0 or an errno value. */
int tti_host_fd_write_at(int fd, uint64_t offset, tt_bytes bytes);

/* Returns a second descriptor of the same file, which the caller closes. -1 with errno on
 * failure. */
int tti_host_fd_copy(int fd);

/* Closes the descriptor, even on failure. Returns 0 or an errno value. */
int tti_host_fd_close(int fd);

/* Returns true when both are the same file, by device and number. On Windows these are the volume
 * and the number on it. */
bool tti_host_same_file(const struct stat *a, const struct stat *b);

/* Returns milliseconds since a fixed point. A change of the date has no effect. */
uint64_t tti_host_clock_ms(void);

#endif
