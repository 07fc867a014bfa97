/* SPDX-License-Identifier: MIT
 *
 * All other calls: names, facts and rights of files, folders, locks, threads, clocks.
 */
#define _GNU_SOURCE 1

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "shim.h"

/* A function that hands on to the next one of its name unless a fault is due. */
#define CALL(type, name, kind, failed, params, words)                                              \
    type name params                                                                               \
    {                                                                                              \
        static union {                                                                             \
            void *slot;                                                                            \
            type(*call) params;                                                                    \
        } real;                                                                                    \
        shim_find(&real.slot, #name);                                                              \
        return shim_due(kind) ? (failed) : real.call words;                                        \
    }

CALL(off_t, lseek, KIND_SEEK, -1, (int fd, off_t offset, int whence), (fd, offset, whence))
CALL(off64_t, lseek64, KIND_SEEK, -1, (int fd, off64_t offset, int whence), (fd, offset, whence))
CALL(int, stat, KIND_STAT, -1, (const char *path, struct stat *facts), (path, facts))
CALL(int, stat64, KIND_STAT, -1, (const char *path, struct stat64 *facts), (path, facts))
CALL(int, lstat, KIND_STAT, -1, (const char *path, struct stat *facts), (path, facts))
CALL(int, lstat64, KIND_STAT, -1, (const char *path, struct stat64 *facts), (path, facts))
CALL(int, fstat, KIND_STAT, -1, (int fd, struct stat *facts), (fd, facts))
CALL(int, fstat64, KIND_STAT, -1, (int fd, struct stat64 *facts), (fd, facts))
CALL(int, access, KIND_STAT, -1, (const char *path, int mode), (path, mode))
CALL(int, dup, KIND_OPEN, -1, (int fd), (fd))
CALL(int, fsync, KIND_SYNC, -1, (int fd), (fd))
CALL(int, fdatasync, KIND_SYNC, -1, (int fd), (fd))
CALL(int, ftruncate, KIND_TRUNCATE, -1, (int fd, off_t size), (fd, size))
CALL(int, ftruncate64, KIND_TRUNCATE, -1, (int fd, off64_t size), (fd, size))
CALL(int, rename, KIND_RENAME, -1, (const char *from, const char *to), (from, to))
CALL(int, link, KIND_LINK, -1, (const char *from, const char *to), (from, to))
CALL(int, unlink, KIND_UNLINK, -1, (const char *path), (path))
CALL(int, mkdir, KIND_MKDIR, -1, (const char *path, mode_t mode), (path, mode))
CALL(int, fchmod, KIND_RIGHTS, -1, (int fd, mode_t mode), (fd, mode))
CALL(int, fchown, KIND_RIGHTS, -1, (int fd, uid_t user, gid_t group), (fd, user, group))
CALL(int, futimens, KIND_RIGHTS, -1, (int fd, const struct timespec times[2]), (fd, times))
CALL(char *, realpath, KIND_REALPATH, NULL, (const char *path, char *dst), (path, dst))
CALL(char *, getcwd, KIND_REALPATH, NULL, (char *dst, size_t size), (dst, size))
CALL(ssize_t, readlink, KIND_REALPATH, -1, (const char *path, char *dst, size_t size),
     (path, dst, size))
CALL(DIR *, opendir, KIND_OPENDIR, NULL, (const char *path), (path))
CALL(struct dirent *, readdir, KIND_READDIR, NULL, (DIR * folder), (folder))
CALL(struct dirent64 *, readdir64, KIND_READDIR, NULL, (DIR * folder), (folder))
CALL(void *, mmap, KIND_MMAP, MAP_FAILED,
     (void *at, size_t size, int rights, int flags, int fd, off_t offset),
     (at, size, rights, flags, fd, offset))
CALL(void *, mmap64, KIND_MMAP, MAP_FAILED,
     (void *at, size_t size, int rights, int flags, int fd, off64_t offset),
     (at, size, rights, flags, fd, offset))
CALL(int, poll, KIND_POLL, -1, (struct pollfd * fds, nfds_t count, int ms), (fds, count, ms))

/* The third word is a number or an address, and as wide as either. */
#define FCNTL(name)                                                                                \
    int name(int fd, int command, ...)                                                             \
    {                                                                                              \
        static union {                                                                             \
            void *slot;                                                                            \
            int (*call)(int, int, ...);                                                            \
        } real;                                                                                    \
        shim_find(&real.slot, #name);                                                              \
        va_list words;                                                                             \
        va_start(words, command);                                                                  \
        void *word = va_arg(words, void *);                                                        \
        va_end(words);                                                                             \
        return shim_due(KIND_FCNTL) ? -1 : real.call(fd, command, word);                           \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

/* Tells its error by its result. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *user)
{
    static union {
        void *slot;
        int (*call)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    } real;
    shim_find(&real.slot, "pthread_create");
    return shim_due(KIND_THREAD) ? errno : real.call(thread, attributes, start, user);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static union {
        void *slot;
        int (*call)(clockid_t, struct timespec *);
    } real;
    shim_find(&real.slot, "clock_gettime");
    if (shim_due(KIND_CLOCK)) {
        return -1;
    }
    int result = real.call(clock, now);
    now->tv_sec += shim_jump();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    static union {
        void *slot;
        int (*call)(struct timeval *restrict, void *restrict);
    } real;
    shim_find(&real.slot, "gettimeofday");
    if (shim_due(KIND_CLOCK)) {
        return -1;
    }
    int result = real.call(now, zone);
    now->tv_sec += shim_jump();
    return result;
}

time_t time(time_t *seconds)
{
    struct timespec now = {0, 0};
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        return (time_t)-1;
    }
    if (seconds != NULL) {
        *seconds = now.tv_sec;
    }
    return now.tv_sec;
}
