/* SPDX-License-Identifier: MIT
 *
 * Calls of the system that are made again.
 */
#include "host/posix.h"

#include "host/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int host_fd_open(const char *path, int flags, mode_t mode)
{
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

int host_fd_read(int fd, void *dst, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        ssize_t count = read(fd, (uint8_t *)dst + *got, size - *got);
        if (count == 0) {
            break;
        }
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        *got += count > 0 ? (size_t)count : 0;
    }
    return 0;
}

int host_fd_read_at(int fd, uint64_t offset, void *dst, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        ssize_t count = pread(fd, (uint8_t *)dst + *got, size - *got, (off_t)(offset + *got));
        if (count == 0) {
            break;
        }
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        *got += count > 0 ? (size_t)count : 0;
    }
    return 0;
}

int host_fd_close(int fd)
{
    /* EINTR of close leaves the descriptor closed on the systems we run on. */
    return close(fd) == 0 || errno == EINTR ? 0 : errno;
}
