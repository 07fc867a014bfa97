/* SPDX-License-Identifier: MIT
 *
 * Finds out by few reads whether two files have the same bytes: beginning and end, where compressed
 * formats have headers, tables and checksums, and samples between them.
 */
#include "host/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/read.h"
#include "host/fd.h"
#include "teetape/hash.h"

/* Where formats keep what says most: 64 KiB at both ends, with the header and the table of an .xz
 * or .zst file. 16 samples of 4 KiB are for files that differ only between them. */
#define EDGE ((uint64_t)64 << 10)
#define SAMPLE ((uint64_t)4 << 10)
#define SAMPLES 16
/* A file of this size or less is summed up as a whole. */
#define BUFFER (2 * EDGE + SAMPLES * SAMPLE)

_Static_assert(BUFFER < ARCHIVE_BYTES_MOST, "ranges are read into the bytes");

struct look {
    int fd;
    struct archive_bytes *bytes; /* the whole small file, else room for one range */
    tt_xxh64 sum;
};

/* Adds [offset, offset + size). False with errno. A short read is none of them: what is there is
 * added. */
static bool take(struct look *l, uint64_t offset, uint64_t size)
{
    const uint8_t *at = l->bytes->data;
    size_t got = (size_t)size; /* fewer when it became shorter; then it is another file anyway */
    int failed = 0;
    if (l->bytes->is_whole) {
        at += offset;
    } else {
        failed = tti_host_fd_read_at(l->fd, offset, l->bytes->data, (size_t)size, &got);
    }
    tt_xxh64_add(&l->sum, at, got);
    errno = failed;
    return failed == 0;
}

/* The samples are spread over what is between the edges, the last one ends before the second edge.
 * A size above BUFFER keeps the subtraction above 0. */
static bool take_all(struct look *l, uint64_t size)
{
    if (size <= BUFFER) {
        return take(l, 0, size);
    }
    bool good = take(l, 0, EDGE);
    uint64_t inside = size - 2 * EDGE - SAMPLE;
    for (uint64_t i = 0; good && i < SAMPLES; i++) {
        good = take(l, EDGE + inside / SAMPLES * i, SAMPLE);
    }
    return good && take(l, size - EDGE, EDGE);
}

/* Keeps a small file, for the reader that comes next and for the sum. One that changes meanwhile is
 * not held: the buffer is larger than the file, so a read of exactly its size is all of it. */
static bool hold(const struct look *l, uint64_t size)
{
    size_t got = 0;
    l->bytes->is_whole = false;
    if (size >= ARCHIVE_BYTES_MOST) {
        return true;
    }
    int failed = tti_host_fd_read_at(l->fd, 0, l->bytes->data, ARCHIVE_BYTES_MOST, &got);
    l->bytes->is_whole = failed == 0 && got == size;
    l->bytes->size = got;
    errno = failed;
    return failed == 0;
}

/* Each step that fails leaves errno. The file is opened once, so that its size, the kept bytes and
 * the sum are of the same file, even if another one takes its name meanwhile. */
bool tti_archive_fingerprint(const char *path, struct archive_bytes *bytes, uint64_t *fingerprint,
                             tt_io_error *error)
{
    struct stat facts;
    struct look look = {.fd = tti_host_fd_open(path, O_RDONLY, 0), .bytes = bytes};
    tt_xxh64_start(&look.sum);
    bool good = look.fd >= 0 && fstat(look.fd, &facts) == 0 &&
                hold(&look, (uint64_t)facts.st_size) && take_all(&look, (uint64_t)facts.st_size);
    if (good) {
        *fingerprint = tt_xxh64_sum(&look.sum);
    } else {
        tt_io_error_system(error, errno, "cannot be opened");
        tt_io_error_of(error, path);
    }
    if (look.fd >= 0) {
        close(look.fd);
    }
    return good;
}
