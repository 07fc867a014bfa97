/* SPDX-License-Identifier: MIT
 *
 * The table of compression formats, and the format of plain data, which is passed on without a
 * copy.
 */
#include "host/codec.h"

/* The address serves only as a value that is not NULL, which open must return. */
static const uint8_t no_state;

static void *open_plain(tt_io_error *error)
{
    (void)error;
    return (void *)(uintptr_t)&no_state;
}

/* Gives the input as it is. The piece points into the input and remains valid until the next read.
 * NULL + 0 is undefined in C, hence the test. */
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

/* The format of plain data, which is chosen when all other formats have refused the first bytes. It
 * has no begin_at: input_seek.c moves directly to any byte. */
const struct host_codec tti_host_codec_plain = {
    .name = "plain",
    .open = open_plain,
    .step = step,
    .close = close_plain,
};

const struct host_codec *const tti_host_codecs[] = {&tti_host_codec_xz,    &tti_host_codec_zstd,
                                                    &tti_host_codec_gz,    &tti_host_codec_tape,
                                                    &tti_host_codec_plain, NULL};

static bool begins(const struct host_codec *codec, tt_bytes first)
{
    return (first.size >= codec->least &&
            tti_host_codec_begins(first, codec->magic, codec->magic_size)) ||
           (codec->probe != NULL && codec->probe(first));
}

/* Finds the format by the first bytes of a file. Too few bytes for a magic match it as far as they
 * go, so no bytes would match every format; but an empty file is an empty recording. */
const struct host_codec *tti_host_codec_find(tt_bytes first)
{
    if (first.size == 0) {
        return &tti_host_codec_plain;
    }
    const struct host_codec *const *codec = tti_host_codecs;
    while (*codec != &tti_host_codec_plain && !begins(*codec, first)) {
        codec++;
    }
    return *codec;
}
