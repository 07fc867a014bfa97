/* SPDX-License-Identifier: MIT
 *
 * Wraps calls of the system that a signal can end early.
 */
#include "host/posix.h"

#include "host/fd.h"
#include "teetape/io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "teetape/io/stop.h"

/* The most milliseconds after which a wait for a peer notices a tt_io_stop_all of another
 * thread. */
#define LOOK_MS 50

/* Opens a file. EINTR repeats the call, also after a stop: every wait that a stop has to end is a
 * poll. */
static int open_again(const char *path, int flags, unsigned mode)
{
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

/* Returns true when a failed open waits for a peer: the reader of a FIFO, or the holder of a lease,
 * who gives it back. ENXIO alone would also be a missing device, for which nobody should wait. */
static bool is_peer_missing(const char *path, int flags)
{
    struct stat facts;
    return errno == EAGAIN || (errno == ENXIO && (flags & O_ACCMODE) == O_WRONLY &&
                               stat(path, &facts) == 0 && S_ISFIFO(facts.st_mode));
}

/* Waits for the writer of a FIFO. A poll does not wait for a FIFO that never had a writer, so it is
 * repeated. POLLIN comes with the first byte; a writer that opens and closes without one gives
 * POLLHUP. */
static void await_writer(int fd)
{
    struct pollfd poller = {fd, POLLIN, 0};
    while (!tt_io_stop_all_wanted() && poll(&poller, 1, LOOK_MS) <= 0) {
        poller.revents = 0;
    }
}

/* Waits for the writer of a FIFO, then clears O_NONBLOCK: with it, a read of a slow pipe would fail
 * with EAGAIN. Returns 0 or an errno value. */
static int finish_open(int fd, int flags)
{
    struct stat facts;
    if (fstat(fd, &facts) != 0) {
        return errno;
    }
    if (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) {
        return 0; /* regular files and folders never wait */
    }
    if (S_ISFIFO(facts.st_mode) && (flags & O_ACCMODE) == O_RDONLY) {
        await_writer(fd);
        if (tt_io_stop_all_wanted()) {
            return EINTR;
        }
    }
    int now = fcntl(fd, F_GETFL);
    return now >= 0 && fcntl(fd, F_SETFL, now & ~O_NONBLOCK) >= 0 ? 0 : errno;
}

/* Opens a file with O_NONBLOCK and then waits by polling, because another thread cannot wake
 * open(2). The holder of a lease on the file, such as in_use.c of another run, gives it back in
 * this time. */
int tti_host_fd_open(const char *path, int flags, unsigned mode)
{
    if ((flags & (O_NONBLOCK | O_EXCL)) != 0) {
        return open_again(path, flags, mode); /* a new file never waits */
    }
    int fd = open_again(path, flags | O_NONBLOCK, mode);
    while (fd < 0 && is_peer_missing(path, flags)) {
        poll(NULL, 0, LOOK_MS);
        if (tt_io_stop_all_wanted()) {
            errno = EINTR;
            return -1;
        }
        fd = open_again(path, flags | O_NONBLOCK, mode);
    }
    int failed = fd < 0 ? 0 : finish_open(fd, flags);
    if (failed != 0) {
        close(fd);
        errno = failed;
        return -1;
    }
    return fd;
}

/* Reads until `size` bytes are there. A read of less than was wanted is not the end: pipes give
 * what they have. */
int tti_host_fd_read(int fd, void *dst, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        ssize_t count = read(fd, (uint8_t *)dst + *got, size - *got);
        if (count == 0) {
            break;
        }
        /* Regular files do not wait, so a stop interrupts only a FIFO whose writer is silent. */
        if (count < 0 && (errno != EINTR || tt_io_stop_all_wanted())) {
            return errno;
        }
        *got += count > 0 ? (size_t)count : 0;
    }
    return 0;
}

/* Reads at an offset. pread(2) does not move the position, so the same descriptor may be read from
 * front to back in between. Regular files never wait. */
int tti_host_fd_read_at(int fd, uint64_t offset, void *dst, size_t size, size_t *got)
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

/* Writes all bytes. The caller does not learn how much was written before a failure: an incomplete
 * result is of no use. */
int tt_io_fd_write(int fd, tt_bytes bytes)
{
    size_t done = 0;
    while (done < bytes.size) {
        ssize_t count = write(fd, bytes.data + done, bytes.size - done);
        if (count > 0) {
            done += (size_t)count;
        } else if (count == 0) {
            return ENOSPC; /* no system should return 0; without this it would loop for ever */
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            /* A program at the other end of a terminal or pipe may have made it non-blocking. */
            struct pollfd poller = {fd, POLLOUT, 0};
            poll(&poller, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int tti_host_fd_write_at(int fd, uint64_t offset, tt_bytes bytes)
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

/* Copies a descriptor. dup(2) does not copy the flag to close on exec. */
int tti_host_fd_copy(int fd)
{
    int copy;
    do {
        copy = dup(fd);
    } while (copy < 0 && errno == EINTR);
    if (copy >= 0) {
        (void)fcntl(copy, F_SETFD, FD_CLOEXEC);
    }
    return copy;
}

int tti_host_fd_close(int fd)
{
    /* on the systems we support, close(2) closes the descriptor even with EINTR */
    return close(fd) == 0 || errno == EINTR ? 0 : errno;
}

bool tti_host_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Returns the time of CLOCK_MONOTONIC. With CLOCK_REALTIME a change of the date would end a wait
 * early, or let it last for hours. */
uint64_t tti_host_clock_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}
