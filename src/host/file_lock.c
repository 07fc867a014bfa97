/* SPDX-License-Identifier: MIT
 *
 * Locks files by flock(2) between processes, and by a list between threads. flock(2) belongs to
 * open files, not to processes: it would refuse a second descriptor of this process like one of
 * another process.
 */
#include "host/posix.h"

#include "host/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"

/* Milliseconds between two attempts to lock a file that another thread of this process holds. A
 * stop is noticed after at most this time. */
#define WAIT_MS 10

static struct {
    pthread_mutex_t mutex;
    struct tti_host_file_lock *first;
} held = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool claim(struct tti_host_file_lock *lock)
{
    pthread_mutex_lock(&held.mutex);
    const struct tti_host_file_lock *at = held.first;
    while (at != NULL && (at->device != lock->device || at->number != lock->number)) {
        at = at->next;
    }
    if (at == NULL) {
        lock->next = held.first;
        held.first = lock;
    }
    pthread_mutex_unlock(&held.mutex);
    return at == NULL;
}

static void release(struct tti_host_file_lock *lock)
{
    pthread_mutex_lock(&held.mutex);
    struct tti_host_file_lock **at = &held.first;
    while (*at != NULL && *at != lock) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = lock->next;
    }
    pthread_mutex_unlock(&held.mutex);
}

/* Returns true when another process has the lock. Any other failure means a file system without
 * locks. */
static bool is_taken(int fd)
{
    int result;
    do {
        result = flock(fd, LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    return result != 0 && (errno == EWOULDBLOCK || errno == EAGAIN);
}

/* Opens the file, and locks it among the threads of this process. O_NONBLOCK is for a path that has
 * become a FIFO. */
static enum host_lock_status lock_own(struct tti_host_file_lock *lock, const char *path,
                                      const tt_io_stop *stop)
{
    struct stat facts;
    lock->fd = tti_host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (lock->fd < 0) {
        return HOST_LOCK_FAILED;
    }
    if (fstat(lock->fd, &facts) != 0) {
        int failed = errno;
        close(lock->fd);
        errno = failed;
        return HOST_LOCK_FAILED;
    }
    lock->device = (uint64_t)facts.st_dev;
    lock->number = (uint64_t)facts.st_ino;
    while (!claim(lock)) {
        if (tt_io_stop_wanted(stop)) {
            close(lock->fd);
            return HOST_LOCK_STOPPED;
        }
        poll(NULL, 0, WAIT_MS);
    }
    return HOST_LOCK_HELD;
}

static bool is_replaced(const struct tti_host_file_lock *lock, const char *path)
{
    struct stat locked, now;
    if (stat(path, &now) != 0) {
        return errno == ENOENT;
    }
    return fstat(lock->fd, &locked) == 0 && !tti_host_same_file(&locked, &now);
}

/* Locks a file. When the previous holder has replaced it, as packing does, the new file is locked:
 * a lock on the old file would not protect it. */
enum host_lock_status tti_host_file_lock(struct tti_host_file_lock *lock, const char *path,
                                         const tt_io_stop *stop)
{
    for (;;) {
        enum host_lock_status status = lock_own(lock, path, stop);
        if (status != HOST_LOCK_HELD) {
            return status;
        }
        if (is_taken(lock->fd)) {
            tti_host_file_unlock(lock);
            return HOST_LOCK_OTHERS;
        }
        if (!is_replaced(lock, path)) {
            return HOST_LOCK_HELD;
        }
        tti_host_file_unlock(lock);
    }
}

/* Releases a lock. The system's lock comes first. In the other order, another thread could find the
 * list free but the system's lock taken, and report another process. */
void tti_host_file_unlock(struct tti_host_file_lock *lock)
{
    close(lock->fd);
    release(lock);
}
