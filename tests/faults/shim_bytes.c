/* SPDX-License-Identifier: MIT
 *
 * Calls that move bytes, and files that are opened and closed. Both names of what has one for large
 * files.
 */
#define _GNU_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "shim.h"

#define NEXT(type, name, ...)                                                                      \
    static union {                                                                                 \
        void *slot;                                                                                \
        type (*call)(__VA_ARGS__);                                                                 \
    } real;                                                                                        \
    shim_find(&real.slot, name)

ssize_t read(int fd, void *dst, size_t size)
{
    NEXT(ssize_t, "read", int, void *, size_t);
    return shim_due_bytes(KIND_READ, &size) ? -1 : real.call(fd, dst, size);
}

ssize_t pread(int fd, void *dst, size_t size, off_t offset)
{
    NEXT(ssize_t, "pread", int, void *, size_t, off_t);
    return shim_due_bytes(KIND_READ, &size) ? -1 : real.call(fd, dst, size, offset);
}

ssize_t pread64(int fd, void *dst, size_t size, off64_t offset)
{
    NEXT(ssize_t, "pread64", int, void *, size_t, off64_t);
    return shim_due_bytes(KIND_READ, &size) ? -1 : real.call(fd, dst, size, offset);
}

size_t fread(void *dst, size_t size, size_t count, FILE *file)
{
    NEXT(size_t, "fread", void *, size_t, size_t, FILE *);
    return shim_due(KIND_READ) ? 0 : real.call(dst, size, count, file);
}

/* What is said on stderr is of another kind: who cannot talk cannot tell. */
static enum kind kind_of(int fd)
{
    return fd == STDERR_FILENO ? KIND_TALK : KIND_WRITE;
}

ssize_t write(int fd, const void *src, size_t size)
{
    NEXT(ssize_t, "write", int, const void *, size_t);
    return shim_due_bytes(kind_of(fd), &size) ? -1 : real.call(fd, src, size);
}

ssize_t pwrite(int fd, const void *src, size_t size, off_t offset)
{
    NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return shim_due_bytes(KIND_WRITE, &size) ? -1 : real.call(fd, src, size, offset);
}

ssize_t pwrite64(int fd, const void *src, size_t size, off64_t offset)
{
    NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return shim_due_bytes(KIND_WRITE, &size) ? -1 : real.call(fd, src, size, offset);
}

/* The third word of open, which only a call that creates a file has. */
#define MODE(flags)                                                                                \
    mode_t mode = 0;                                                                               \
    if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {                                                  \
        va_list words;                                                                             \
        va_start(words, flags);                                                                    \
        mode = (mode_t)va_arg(words, unsigned);                                                    \
        va_end(words);                                                                             \
    }

int open(const char *path, int flags, ...)
{
    MODE(flags)
    NEXT(int, "open", const char *, int, ...);
    return shim_due(KIND_OPEN) ? -1 : real.call(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE(flags)
    NEXT(int, "open64", const char *, int, ...);
    return shim_due(KIND_OPEN) ? -1 : real.call(path, flags, mode);
}

FILE *fopen(const char *path, const char *how)
{
    NEXT(FILE *, "fopen", const char *, const char *);
    return shim_due(KIND_OPEN) ? NULL : real.call(path, how);
}

FILE *fopen64(const char *path, const char *how)
{
    NEXT(FILE *, "fopen64", const char *, const char *);
    return shim_due(KIND_OPEN) ? NULL : real.call(path, how);
}

/* Also after an error the descriptor is closed: so Linux does it. */
int close(int fd)
{
    NEXT(int, "close", int);
    bool due = shim_due(KIND_CLOSE);
    int number = errno;
    int result = real.call(fd);
    if (due) {
        errno = number;
    }
    return due ? -1 : result;
}

int mkstemp(char *path)
{
    NEXT(int, "mkstemp", char *);
    return shim_due(KIND_MKSTEMP) ? -1 : real.call(path);
}

int mkstemp64(char *path)
{
    NEXT(int, "mkstemp64", char *);
    return shim_due(KIND_MKSTEMP) ? -1 : real.call(path);
}
