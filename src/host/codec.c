/* SPDX-License-Identifier: MIT
 *
 * The table of compression formats, what they have in common, and plain data, which is handed on
 * without a copy.
 */
#include "host/posix.h"

#include "host/codec.h"

#include <string.h>

#include "host/fd.h"

/* Only the address counts: open must give something that is not NULL. */
static const uint8_t no_state;

static void *open_plain(tt_io_error *error)
{
    (void)error;
    return (void *)(uintptr_t)&no_state;
}

/* The piece points into the input, valid until that reads again. NULL + 0 is undefined in C, hence
 * the test. */
static enum host_codec_status step(void *state, struct host_codec_io *io, tt_io_error *error)
{
    (void)state;
    (void)error;
    io->given = io->in;
    io->in.data = io->in.size == 0 ? io->in.data : io->in.data + io->in.size;
    io->in.size = 0;
    return io->last ? HOST_CODEC_END : HOST_CODEC_GO;
}

static void close_plain(void *state)
{
    (void)state;
}

/* Without begin_at: every byte is a place, and input_seek.c goes to it directly. Without probe: it
 * is taken when all others have said no. */
const struct host_codec tti_host_codec_plain = {
    .name = "plain",
    .open = open_plain,
    .step = step,
    .close = close_plain,
};

const struct host_codec *const tti_host_codecs[] = {
    &tti_host_codec_xz, &tti_host_codec_zstd, &tti_host_codec_gz, &tti_host_codec_plain, NULL};

/* No bytes at all agree with the begin of every magic. An empty file is an empty recording, though,
 * and not compressed data that was cut. */
const struct host_codec *tti_host_codec_find(tt_bytes first)
{
    if (first.size == 0) {
        return &tti_host_codec_plain;
    }
    size_t i = 0;
    while (tti_host_codecs[i] != &tti_host_codec_plain && !tti_host_codecs[i]->probe(first)) {
        i++;
    }
    return tti_host_codecs[i];
}

bool tti_host_codec_begins(tt_bytes first, const uint8_t *magic, size_t size)
{
    size_t common = first.size < size ? first.size : size;
    return memcmp(first.data, magic, common) == 0;
}

/* The second comparison keeps the difference of the third, which is unsigned, from wrapping. */
bool tti_host_codec_wants(const struct host_codec_watch *watch, uint64_t raw)
{
    return watch->tell != NULL && raw >= watch->last && raw - watch->last >= watch->every;
}

/* A place that comes too soon does not move `last`: distances are those of places that were given.
 */
void tti_host_codec_tell(struct host_codec_watch *watch, const tt_io_access_point *point)
{
    if (tti_host_codec_wants(watch, point->raw)) {
        watch->last = point->raw;
        watch->tell(watch->user, point);
    }
}

/* A file that became shorter since its size was taken is damage, not a failure of the system. */
bool tti_host_codec_read_at(const struct host_codec_file *file, uint64_t offset, uint8_t *dst,
                            size_t size, tt_io_error *error)
{
    size_t got = 0;
    int failed = 0;
    if (file->memory == NULL) {
        failed = tti_host_fd_read_at(file->fd, file->begin + offset, dst, size, &got);
    } else if (offset < file->size) {
        got = size < file->size - offset ? size : (size_t)(file->size - offset);
        memcpy(dst, file->memory + offset, got);
    }
    if (failed != 0) {
        tt_io_error_system(error, failed, "cannot be read");
    } else if (got < size) {
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "the file became shorter");
        error->offset = offset + got;
    }
    return got == size;
}
