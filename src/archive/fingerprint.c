/* SPDX-License-Identifier: MIT
 *
 * Tells by few reads whether two files have the same bytes: beginning and end, where headers,
 * indexes and checksums of compressed formats stand, and samples between them.
 */
#include "host/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/read.h"
#include "host/fd.h"
#include "teetape/hash.h"

#define EDGE ((uint64_t)64 << 10)
#define SAMPLE ((uint64_t)4 << 10)
#define SAMPLES 16
#define BUFFER (2 * EDGE + SAMPLES * SAMPLE)

/* Reads [offset, offset + size) after what is in the buffer. */
static bool take(int fd, uint8_t *buffer, size_t *used, uint64_t offset, uint64_t size)
{
    size_t got; /* fewer when it became shorter; then it is another file anyway */
    int failed = tti_host_fd_read_at(fd, offset, buffer + *used, (size_t)size, &got);
    *used += got;
    errno = failed;
    return failed == 0;
}

static bool take_all(int fd, uint8_t *buffer, size_t *used, uint64_t size)
{
    if (size <= BUFFER) {
        return take(fd, buffer, used, 0, size);
    }
    bool good = take(fd, buffer, used, 0, EDGE);
    uint64_t inside = size - 2 * EDGE - SAMPLE;
    for (uint64_t i = 0; good && i < SAMPLES; i++) {
        good = take(fd, buffer, used, EDGE + inside / SAMPLES * i, SAMPLE);
    }
    return good && take(fd, buffer, used, size - EDGE, EDGE);
}

bool tti_archive_fingerprint(const char *path, uint64_t *fingerprint, tt_io_error *error)
{
    struct stat facts;
    size_t used = 0;
    uint8_t *buffer = malloc(BUFFER);
    int fd = tti_host_fd_open(path, O_RDONLY, 0);
    bool good = buffer != NULL && fd >= 0 && fstat(fd, &facts) == 0 &&
                take_all(fd, buffer, &used, (uint64_t)facts.st_size);
    if (good) {
        *fingerprint = tt_xxh64_of(buffer, used);
    } else {
        tt_io_error_system(error, buffer == NULL ? ENOMEM : errno, "cannot be opened");
        tt_io_error_of(error, path);
    }
    if (fd >= 0) {
        close(fd);
    }
    free(buffer);
    return good;
}
