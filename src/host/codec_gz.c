/* SPDX-License-Identifier: MIT
 *
 * Reads gzip members (RFC 1952) through zlib: one or many in a row, and zero bytes behind
 * the last, which tapes and block devices leave there.
 */
#include "host/codec.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>
#endif

static bool probe(tt_bytes first)
{
    static const uint8_t magic[2] = {0x1f, 0x8b};
    return host_codec_begins(first, magic, sizeof(magic));
}

#ifdef TT_HAVE_ZLIB

struct gz_state {
    z_stream stream;
    enum { MEMBER, BETWEEN, PADDING } at;
};

static void *open_gz(struct host_error *error)
{
    struct gz_state *state = calloc(1, sizeof(*state));
    if (state != NULL) {
        state->at = MEMBER;
        /* 15: the full window; + 16: the gzip wrapper and no other. */
        if (inflateInit2(&state->stream, 15 + 16) == Z_OK) {
            return state;
        }
        free(state);
    }
    host_error_system(error, ENOMEM, "cannot decompress gzip");
    return NULL;
}

static void skip_zeros(struct host_codec_io *io)
{
    while (io->in.size > 0 && io->in.data[0] == 0) {
        io->in.data++;
        io->in.size--;
    }
}

/* What stands between two members or behind the last. */
static enum host_codec_status step_between(struct gz_state *state, struct host_codec_io *io,
                                           struct host_error *error)
{
    if (io->in.size > 0 && io->in.data[0] == 0) {
        state->at = PADDING;
    }
    if (state->at == PADDING) {
        skip_zeros(io);
    }
    if (io->in.size == 0) {
        return io->last ? HOST_CODEC_END : HOST_CODEC_GO;
    }
    if (state->at == PADDING || io->in.data[0] != 0x1f || inflateReset(&state->stream) != Z_OK) {
        host_error_say(error, HOST_ERROR_DAMAGED,
                       "after the gzip data come bytes that are not gzip");
        return HOST_CODEC_FAILED;
    }
    state->at = MEMBER;
    return HOST_CODEC_GO;
}

static enum host_codec_status explain(int code, struct host_error *error)
{
    if (code == Z_MEM_ERROR) {
        host_error_system(error, ENOMEM, "cannot decompress gzip");
    } else if (code == Z_BUF_ERROR) {
        host_error_say(error, HOST_ERROR_DAMAGED, "the gzip data is cut off");
    } else {
        host_error_say(error, HOST_ERROR_DAMAGED, "the gzip data is corrupt");
    }
    return HOST_CODEC_FAILED;
}

static enum host_codec_status step_member(struct gz_state *state, struct host_codec_io *io,
                                          struct host_error *error)
{
    z_stream *stream = &state->stream;
    /* zlib counts in unsigned int; input.c hands over far less. */
    stream->avail_in = io->in.size > UINT_MAX ? UINT_MAX : (unsigned)io->in.size;
    stream->avail_out = io->out_size > UINT_MAX ? UINT_MAX : (unsigned)io->out_size;
    stream->next_in = (Bytef *)(uintptr_t)io->in.data; /* zlib does not write there */
    stream->next_out = io->out;
    int code = inflate(stream, Z_NO_FLUSH);
    size_t used = (size_t)(stream->next_in - io->in.data);
    io->in.data += used;
    io->in.size -= used;
    io->given.data = io->out;
    io->given.size = (size_t)(stream->next_out - io->out);
    if (code == Z_STREAM_END) {
        state->at = BETWEEN;
        return HOST_CODEC_GO;
    }
    /* BUF_ERROR before the last piece only says that there was nothing to do. */
    if (code == Z_OK || (code == Z_BUF_ERROR && !io->last)) {
        return HOST_CODEC_GO;
    }
    return explain(code, error);
}

static enum host_codec_status step(void *opaque, struct host_codec_io *io, struct host_error *error)
{
    struct gz_state *state = opaque;
    return state->at == MEMBER ? step_member(state, io, error) : step_between(state, io, error);
}

static void close_gz(void *opaque)
{
    struct gz_state *state = opaque;
    inflateEnd(&state->stream);
    free(state);
}

#endif

const struct host_codec host_codec_gz = {
    .name = "gzip",
    .library = "zlib",
    .probe = probe,
#ifdef TT_HAVE_ZLIB
    .version = zlibVersion,
    .open = open_gz,
    .step = step,
    .close = close_gz,
#endif
};
