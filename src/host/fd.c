/* SPDX-License-Identifier: MIT
 *
 * Calls of the system that are made again.
 */
#include "host/posix.h"

#include "host/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

int host_fd_write(int fd, tt_bytes bytes)
{
    size_t done = 0;
    while (done < bytes.size) {
        ssize_t count = write(fd, bytes.data + done, bytes.size - done);
        if (count > 0) {
            done += (size_t)count;
        } else if (count == 0) {
            return ENOSPC; /* no system should; without this it would loop for ever */
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            /* The other end of a terminal or pipe may have made it non-blocking for us. */
            struct pollfd poller = {fd, POLLOUT, 0};
            poll(&poller, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int host_fd_write_at(int fd, uint64_t offset, tt_bytes bytes)
{
    size_t done = 0;
    while (done < bytes.size) {
        ssize_t count = pwrite(fd, bytes.data + done, bytes.size - done, (off_t)(offset + done));
        if (count == 0) {
            return ENOSPC;
        }
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return 0;
}

int host_fd_close(int fd)
{
    /* EINTR of close leaves the descriptor closed on the systems we run on. */
    return close(fd) == 0 || errno == EINTR ? 0 : errno;
}

void host_fd_guard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            /* The lowest free number is taken, which is `fd`. Stdin gets the wrong direction as
             * well, so that using any of them is still an error. */
            int opened = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)opened;
        }
    }
}
