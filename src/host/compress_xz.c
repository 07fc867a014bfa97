/* SPDX-License-Identifier: MIT
 *
 * Writes .xz files of independent blocks through liblzma's encoder with threads, which also writes
 * each block's sizes into its header, so that `xz -d` with threads can use them.
 *
 * A block has half a MiB: decompressing one takes some 12 ms, and a recording is less than one
 * percent larger than with large blocks (docs/performance.md has the figures).
 */
#include "host/compress_calls.h"

#ifdef TT_HAVE_LZMA
#include <errno.h>
#include <lzma.h>
#include <stdlib.h>

#endif

/* Bytes of a block. Public documentation names this size, also in a build without liblzma. */
#define BLOCK ((size_t)512 * 1024)

#ifdef TT_HAVE_LZMA

/* All fields of a recording are bytes (varints), so the position of a byte modulo 4 has no meaning:
 * pb is 0. Level 3 makes teehistorian files a tenth smaller than `xz -0`; demos need level 5 to be
 * no larger in blocks. nice_len, depth (0: liblzma chooses) and lc are those of
 * lzma_options_lzma. */
static const struct level {
    lzma_mode mode;
    lzma_match_finder finder;
    uint32_t nice, depth, lc;
} levels[] = {
    {LZMA_MODE_FAST, LZMA_MF_HC3, 128, 4, 4},   {LZMA_MODE_NORMAL, LZMA_MF_BT2, 8, 1, 3},
    {LZMA_MODE_NORMAL, LZMA_MF_HC3, 8, 1, 3},   {LZMA_MODE_NORMAL, LZMA_MF_HC3, 16, 1, 4},
    {LZMA_MODE_NORMAL, LZMA_MF_HC4, 16, 4, 4},  {LZMA_MODE_NORMAL, LZMA_MF_HC4, 32, 8, 4},
    {LZMA_MODE_NORMAL, LZMA_MF_HC4, 64, 16, 4}, {LZMA_MODE_NORMAL, LZMA_MF_BT3, 32, 0, 4},
    {LZMA_MODE_NORMAL, LZMA_MF_BT4, 273, 0, 4},
};
#define LEVELS ((int)(sizeof(levels) / sizeof(levels[0])))
#define USUAL 5

struct xz_writer {
    lzma_stream stream;
    tt_io_output *to;
};

/* Makes an encoder. Blocks have the same borders for any number of threads, so the file has the
 * same bytes. CRC-64 is the default of `xz`. */
static void *open_xz(const struct host_compress_options *options, tt_io_output *to)
{
    int number = options->level < 1 || options->level > LEVELS ? USUAL : options->level;
    const struct level *level = &levels[number - 1];
    struct xz_writer *writer = calloc(1, sizeof(*writer));
    lzma_options_lzma lzma;
    if (writer == NULL || lzma_lzma_preset(&lzma, 0)) {
        free(writer);
        return NULL;
    }
    lzma.dict_size = BLOCK; /* no match can reach farther back than the block */
    lzma.lc = level->lc;
    lzma.pb = 0;
    lzma.mode = level->mode;
    lzma.mf = level->finder;
    lzma.nice_len = level->nice;
    lzma.depth = level->depth;
    const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &lzma}, {LZMA_VLI_UNKNOWN, NULL}};
    const lzma_mt threads = {.threads = options->threads == 0 ? 1 : options->threads,
                             .block_size = BLOCK,
                             .filters = filters,
                             .check = LZMA_CHECK_CRC64};
    const lzma_stream init = LZMA_STREAM_INIT;
    writer->stream = init;
    writer->to = to;
    if (lzma_stream_encoder_mt(&writer->stream, &threads) != LZMA_OK) {
        free(writer);
        return NULL;
    }
    return writer;
}

/* Runs liblzma until all input is used, or with LZMA_FINISH until the end is written. Threads keep
 * input for some time, so results appear late. Returns 0 or an errno value. */
static int run(struct xz_writer *writer, lzma_action action)
{
    lzma_stream *stream = &writer->stream;
    lzma_ret code = LZMA_OK;
    while (code == LZMA_OK && (stream->avail_in > 0 || action == LZMA_FINISH)) {
        stream->next_out = tt_io_output_reserve(writer->to, TT_IO_OUTPUT_BUFFER);
        stream->avail_out = TT_IO_OUTPUT_BUFFER;
        if (stream->next_out == NULL) {
            return tt_io_output_error(writer->to);
        }
        code = lzma_code(stream, action);
        tt_io_output_advance(writer->to, TT_IO_OUTPUT_BUFFER - stream->avail_out);
    }
    return code == LZMA_OK || code == LZMA_STREAM_END ? 0 : code == LZMA_MEM_ERROR ? ENOMEM : EIO;
}

static int add(void *opaque, tt_bytes raw)
{
    struct xz_writer *writer = opaque;
    writer->stream.next_in = raw.data;
    writer->stream.avail_in = raw.size;
    return run(writer, LZMA_RUN);
}

static int finish(void *opaque)
{
    return run(opaque, LZMA_FINISH);
}

static void close_xz(void *opaque)
{
    struct xz_writer *writer = opaque;
    lzma_end(&writer->stream);
    free(writer);
}

static const struct tt_io_compressor_calls calls = {
    .open = open_xz, .add = add, .finish = finish, .close = close_xz};

#endif

const tt_io_compressor tti_compressor_xz = {
    .name = "xz",
    .ending = ".xz",
    .library = "liblzma",
    .block = BLOCK,
#ifdef TT_HAVE_LZMA
    .least = 1,
    .most = LEVELS,
    .usual = USUAL,
    .calls = &calls,
#endif
};
