/* SPDX-License-Identifier: MIT
 *
 * Reads .xz streams through liblzma: one or many in a row, with the zero padding between
 * and behind them that the format allows (multiples of four bytes).
 */
#include "host/codec.h"

#ifdef TT_HAVE_LZMA
#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#endif

static bool probe(tt_bytes first)
{
    static const uint8_t magic[6] = {0xfd, '7', 'z', 'X', 'Z', 0x00};
    return host_codec_begins(first, magic, sizeof(magic));
}

#ifdef TT_HAVE_LZMA

static void *open_xz(struct host_error *error)
{
    lzma_stream *stream = malloc(sizeof(*stream));
    if (stream != NULL) {
        const lzma_stream init = LZMA_STREAM_INIT;
        *stream = init;
        if (lzma_stream_decoder(stream, (uint64_t)HOST_CODEC_MEMORY_MIB << 20, LZMA_CONCATENATED) ==
            LZMA_OK) {
            return stream;
        }
        free(stream);
    }
    host_error_system(error, ENOMEM, "cannot decompress xz");
    return NULL;
}

static void explain(const lzma_stream *stream, lzma_ret code, struct host_error *error)
{
    switch (code) {
    case LZMA_BUF_ERROR:
        host_error_say(error, HOST_ERROR_DAMAGED, "the xz data is cut off");
        break;
    case LZMA_FORMAT_ERROR:
        host_error_say(error, HOST_ERROR_DAMAGED, "after the xz data come bytes that are not xz");
        break;
    case LZMA_MEMLIMIT_ERROR:
        host_error_say(error, HOST_ERROR_UNSUPPORTED,
                       "decompressing needs %llu MiB of memory, the limit is %d MiB",
                       (unsigned long long)((lzma_memusage(stream) >> 20) + 1),
                       HOST_CODEC_MEMORY_MIB);
        break;
    case LZMA_OPTIONS_ERROR:
        host_error_say(error, HOST_ERROR_UNSUPPORTED,
                       "the xz data uses a filter or option that is not known");
        break;
    case LZMA_MEM_ERROR:
        host_error_system(error, ENOMEM, "cannot decompress xz");
        break;
    default:
        host_error_say(error, HOST_ERROR_DAMAGED, "the xz data is corrupt");
        break;
    }
}

static enum host_codec_status step(void *state, struct host_codec_io *io, struct host_error *error)
{
    lzma_stream *stream = state;
    stream->next_in = io->in.data;
    stream->avail_in = io->in.size;
    stream->next_out = io->out;
    stream->avail_out = io->out_size;
    lzma_ret code = lzma_code(stream, io->last ? LZMA_FINISH : LZMA_RUN);
    io->in.data = stream->next_in;
    io->in.size = stream->avail_in;
    io->given.data = io->out;
    io->given.size = io->out_size - stream->avail_out;
    if (code == LZMA_STREAM_END) {
        return HOST_CODEC_END;
    }
    /* BUF_ERROR before the last piece only says that there was nothing to do. */
    if (code == LZMA_OK || (code == LZMA_BUF_ERROR && !io->last)) {
        return HOST_CODEC_GO;
    }
    explain(stream, code, error);
    return HOST_CODEC_FAILED;
}

static void close_xz(void *state)
{
    lzma_end(state);
    free(state);
}

#endif

const struct host_codec host_codec_xz = {
    .name = "xz",
    .library = "liblzma",
    .probe = probe,
#ifdef TT_HAVE_LZMA
    .version = lzma_version_string,
    .open = open_xz,
    .step = step,
    .close = close_xz,
#endif
};
