/* SPDX-License-Identifier: MIT
 *
 * Reads Zstandard frames through libzstd: one or many in a row, skippable frames among
 * them (RFC 8878, section 3.1).
 */
#include "host/codec.h"

#ifdef TT_HAVE_ZSTD
#include <errno.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#endif

static bool probe(tt_bytes first)
{
    static const uint8_t frame[4] = {0x28, 0xb5, 0x2f, 0xfd};
    static const uint8_t skippable[3] = {0x2a, 0x4d, 0x18};
    if (host_codec_begins(first, frame, sizeof(frame))) {
        return true;
    }
    /* 0x184D2A50 to 0x184D2A5F, low byte first. The first byte alone would be a letter, perhaps
     * that of a demo which was cut. */
    const tt_bytes rest = {first.data + 1, first.size - 1};
    return (first.data[0] & 0xf0) == 0x50 && first.size >= 4 &&
           host_codec_begins(rest, skippable, sizeof(skippable));
}

#ifdef TT_HAVE_ZSTD

struct zstd_state {
    ZSTD_DStream *stream;
    bool inside; /* a frame has begun and is not over */
};

static void close_zstd(void *opaque)
{
    struct zstd_state *state = opaque;
    ZSTD_freeDStream(state->stream);
    free(state);
}

static void *open_zstd(struct host_error *error)
{
    struct zstd_state *state = malloc(sizeof(*state));
    if (state != NULL) {
        state->inside = false;
        state->stream = ZSTD_createDStream();
        if (state->stream != NULL &&
            !ZSTD_isError(ZSTD_DCtx_setParameter(state->stream, ZSTD_d_windowLogMax,
                                                 HOST_CODEC_ZSTD_WINDOW_LOG))) {
            return state;
        }
        close_zstd(state);
    }
    host_error_system(error, ENOMEM, "cannot decompress zstd");
    return NULL;
}

static void explain(size_t code, struct host_error *error)
{
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        host_error_say(error, HOST_ERROR_UNSUPPORTED,
                       "the zstd window is larger than the limit of %d MiB",
                       1 << (HOST_CODEC_ZSTD_WINDOW_LOG - 20));
        break;
    case ZSTD_error_dictionary_wrong:
        host_error_say(error, HOST_ERROR_UNSUPPORTED, "the zstd data needs a dictionary");
        break;
    case ZSTD_error_frameParameter_unsupported:
    case ZSTD_error_version_unsupported:
        host_error_say(error, HOST_ERROR_UNSUPPORTED, "the zstd data uses an unknown feature");
        break;
    case ZSTD_error_memory_allocation:
        host_error_system(error, ENOMEM, "cannot decompress zstd");
        break;
    case ZSTD_error_prefix_unknown:
        host_error_say(error, HOST_ERROR_DAMAGED,
                       "after the zstd data come bytes that are not zstd");
        break;
    default:
        host_error_say(error, HOST_ERROR_DAMAGED, "the zstd data is corrupt");
        break;
    }
}

static enum host_codec_status step(void *opaque, struct host_codec_io *io, struct host_error *error)
{
    struct zstd_state *state = opaque;
    if (io->in.size == 0 && !state->inside) {
        return io->last ? HOST_CODEC_END : HOST_CODEC_GO;
    }
    ZSTD_inBuffer in = {io->in.data, io->in.size, 0};
    ZSTD_outBuffer out = {io->out, io->out_size, 0};
    size_t code = ZSTD_decompressStream(state->stream, &out, &in);
    io->in.data += in.pos;
    io->in.size -= in.pos;
    io->given.data = io->out;
    io->given.size = out.pos;
    if (ZSTD_isError(code)) {
        explain(code, error);
        return HOST_CODEC_FAILED;
    }
    state->inside = code != 0;
    if (!io->last || io->in.size > 0 || out.pos > 0) {
        return HOST_CODEC_GO; /* more may be waiting inside, even without input */
    }
    if (!state->inside) {
        return HOST_CODEC_END;
    }
    if (in.pos > 0) {
        return HOST_CODEC_GO;
    }
    host_error_say(error, HOST_ERROR_DAMAGED, "the zstd data is cut off");
    return HOST_CODEC_FAILED;
}

#endif

const struct host_codec host_codec_zstd = {
    .name = "zstd",
    .library = "libzstd",
    .probe = probe,
#ifdef TT_HAVE_ZSTD
    .version = ZSTD_versionString,
    .open = open_zstd,
    .step = step,
    .close = close_zstd,
#endif
};
