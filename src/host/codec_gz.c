/* SPDX-License-Identifier: MIT
 *
 * Reads gzip members (RFC 1952) through zlib: one or many in a row, and zero bytes after the last,
 * with which tapes and block devices fill up.
 *
 * An access point in the middle of a member is a border of deflate blocks together with the 32 KiB
 * before it, to which the data after may refer (RFC 1951, section 2). Borders lie between any two
 * bits. After an access point the member is read as bare deflate data: its checksum is over all of
 * it and cannot be checked.
 */
#include "host/codec.h"
#include "host/error.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

/* deflate refers back at most this far (RFC 1951, section 2). */
#define WINDOW ((size_t)32 * 1024)
#define TRAILER 8 /* bytes after a member: CRC-32 and size */
#endif

#ifdef TT_HAVE_ZLIB

/* The state of a decoder. zlib decodes one member at a time; this file reads what is between
 * members. */
struct gz_state {
    z_stream stream;
    /* MEMBER: inside a member that zlib reads. SKIP_TRAILER: in the trailer of a member in whose
     * middle reading began. BETWEEN: after a member, before another one, zeros or the end. PADDING:
     * a zero came after a member, and only zeros may follow. */
    enum { MEMBER, SKIP_TRAILER, BETWEEN, PADDING } at;
    bool bare;            /* decoding began in the middle of this member */
    unsigned skip;        /* bytes of the trailer that are still to be skipped */
    uint64_t raw, stored; /* offsets of the next raw byte and of the next stored byte */
    uint8_t *window;      /* WINDOW bytes, allocated when access points are wanted */
};

/* Makes a decoder. Its memory is zeros: with NULL members zlib uses its own allocator, and close_gz
 * ignores a NULL window. */
static void *open_gz(tt_io_error *error)
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
    tt_io_error_system(error, ENOMEM, "cannot decompress gzip");
    return NULL;
}

/* Takes input that was used. It is counted, because access points need `stored`. */
static void take(struct gz_state *state, struct host_codec_io *io, size_t size)
{
    io->in.data += size;
    io->in.size -= size;
    state->stored += size;
}

static enum host_codec_status cut_off(tt_io_error *error)
{
    tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the gzip data is cut off");
    return HOST_CODEC_FAILED;
}

/* Skips the trailer of a member whose begin was not read. zlib leaves the trailer in the input
 * when it reads bare deflate data, and its sums are of the whole member. The trailer may come in
 * pieces. */
static enum host_codec_status step_trailer(struct gz_state *state, struct host_codec_io *io,
                                           tt_io_error *error)
{
    size_t part = io->in.size < state->skip ? io->in.size : state->skip;
    take(state, io, part);
    state->skip -= (unsigned)part;
    if (state->skip > 0) {
        return io->last ? cut_off(error) : HOST_CODEC_GO;
    }
    state->at = BETWEEN;
    return HOST_CODEC_GO;
}

/* Reports an access point after a block that is not the last of its member. Without memory for the
 * window there is no access point, and later seeks are slower. */
static void tell_block(struct gz_state *state, struct host_codec_io *io)
{
    tt_io_access_point place = {
        .raw = state->raw, .stored = state->stored, .bits = (uint8_t)(state->stream.data_type & 7)};
    unsigned size = 0;
    if (state->window == NULL) {
        state->window = malloc(WINDOW);
    }
    if (state->window != NULL &&
        inflateGetDictionary(&state->stream, state->window, &size) == Z_OK &&
        /* without a window the access point would mean the begin of a member */
        size > 0) {
        place.window.data = state->window;
        place.window.size = size;
        tti_host_codec_tell(io->watch, &place);
    }
}

/* Reads the bytes between members. The first byte of the magic decides: the second may not be here
 * yet, and zlib checks both. After zeros no member may follow. */
static enum host_codec_status step_between(struct gz_state *state, struct host_codec_io *io,
                                           tt_io_error *error)
{
    if (io->in.size > 0 && io->in.data[0] == 0) {
        state->at = PADDING;
    }
    while (state->at == PADDING && io->in.size > 0 && io->in.data[0] == 0) {
        take(state, io, 1);
    }
    if (io->in.size == 0) {
        return io->last ? HOST_CODEC_END : HOST_CODEC_GO;
    }
    if (state->at == PADDING || io->in.data[0] != 0x1f ||
        inflateReset2(&state->stream, 15 + 16) != Z_OK) {
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "bytes after the gzip data are not gzip");
        return HOST_CODEC_FAILED;
    }
    state->at = MEMBER;
    state->bare = false;
    /* an access point without a window means the begin of a member (begin_at) */
    tti_host_codec_tell(io->watch,
                        &(tt_io_access_point){.raw = state->raw, .stored = state->stored});
    return HOST_CODEC_GO;
}

/* Fills the error after a failure of zlib. Z_BUF_ERROR comes only with the last piece
 * (step_member). A preset dictionary, which gzip does not have, counts as corrupt. */
static enum host_codec_status explain(int code, tt_io_error *error)
{
    if (code == Z_MEM_ERROR) {
        tt_io_error_system(error, ENOMEM, "cannot decompress gzip");
    } else if (code == Z_BUF_ERROR) {
        return cut_off(error);
    } else {
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the gzip data is corrupt");
    }
    return HOST_CODEC_FAILED;
}

/* Decodes a part of a member. zlib checks CRC-32 and size of a member that was read from its begin,
 * and takes the trailer. */
static enum host_codec_status step_member(struct gz_state *state, struct host_codec_io *io,
                                          tt_io_error *error)
{
    z_stream *stream = &state->stream;
    /* zlib counts in unsigned int; input.c gives far less. */
    stream->avail_in = io->in.size > UINT_MAX ? UINT_MAX : (unsigned)io->in.size;
    stream->avail_out = io->out_size > UINT_MAX ? UINT_MAX : (unsigned)io->out_size;
    stream->next_in = (Bytef *)(uintptr_t)io->in.data; /* zlib only reads it */
    stream->next_out = io->out;
    /* Z_BLOCK stops at each border of blocks, which only access points need. */
    int code = inflate(stream, io->watch->tell != NULL ? Z_BLOCK : Z_NO_FLUSH);
    take(state, io, (size_t)(stream->next_in - io->in.data));
    io->given.data = io->out;
    io->given.size = (size_t)(stream->next_out - io->out);
    state->raw += io->given.size;
    if (code == Z_STREAM_END) {
        state->at = state->bare ? SKIP_TRAILER : BETWEEN;
        state->skip = TRAILER;
        return HOST_CODEC_GO;
    }
    /* In zlib's data_type bit 7 says that inflate stopped at a border, bit 6 that the block was the
     * last of its member. The border before the first block has an empty window, which tell_block
     * ignores. */
    if (io->watch->tell != NULL && code == Z_OK && (stream->data_type & 0xc0) == 0x80 &&
        tti_host_codec_wants(io->watch, state->raw)) {
        tell_block(state, io);
    }
    /* Z_BUF_ERROR before the last piece only means that zlib needs more input. */
    if (code == Z_OK || (code == Z_BUF_ERROR && !io->last)) {
        return HOST_CODEC_GO;
    }
    return explain(code, error);
}

static enum host_codec_status step(void *opaque, struct host_codec_io *io, tt_io_error *error)
{
    struct gz_state *state = opaque;
    return state->at == MEMBER         ? step_member(state, io, error)
           : state->at == SKIP_TRAILER ? step_trailer(state, io, error)
                                       : step_between(state, io, error);
}

static void close_gz(void *opaque)
{
    struct gz_state *state = opaque;
    inflateEnd(&state->stream);
    free(state->window);
    free(state);
}

/* Makes a decoder begin at an access point. Every number may come from a damaged index. Deflate
 * fills bytes from the low end, so the high bits of the byte before belong to the block. A wrong
 * access point that passes these checks shows as corrupt data. */
static bool begin_at(void *opaque, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error)
{
    struct gz_state *state = opaque;
    tt_bytes window = place->window;
    (void)map;
    state->raw = place->raw;
    state->stored = place->stored;
    if (window.size == 0 && place->bits == 0) {
        return true; /* the start of a member needs no window */
    }
    state->bare = true;
    if (window.size == 0 || window.size > WINDOW || place->bits > 7 ||
        inflateReset2(&state->stream, -15) != Z_OK ||
        (place->bits > 0 &&
         inflatePrime(&state->stream, place->bits, before >> (8 - place->bits)) != Z_OK) ||
        inflateSetDictionary(&state->stream, window.data, (unsigned)window.size) != Z_OK) {
        return tti_error_say(error, TT_ERR_COMPRESSED_DATA,
                             "the access point does not fit the gzip data");
    }
    return true;
}

#endif

/* A gzip file has no table, so access points are known only from an earlier pass. */
const struct host_codec tti_host_codec_gz = {
    .name = "gzip",
    .library = "zlib",
    .magic = {0x1f, 0x8b},
    .magic_size = 2,
#ifdef TT_HAVE_ZLIB
    .version = zlibVersion,
    .open = open_gz,
    .step = step,
    .close = close_gz,
    .begin_at = begin_at,
#endif
};
