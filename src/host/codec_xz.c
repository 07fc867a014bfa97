/* SPDX-License-Identifier: MIT
 *
 * Reads .xz streams through liblzma: one or many in a row, with the zero padding between and after
 * them that the format allows (multiples of four bytes). Blocks are found through the index at the
 * end of each stream (xz_table.c), so seeking needs no help of the caller.
 */
#include "host/codec.h"

#ifdef TT_HAVE_LZMA
#include <errno.h>
#include <lzma.h>
#include <stdlib.h>

#include "host/xz.h"
#endif

static bool probe(tt_bytes first)
{
    static const uint8_t magic[6] = {0xfd, '7', 'z', 'X', 'Z', 0x00};
    return tti_host_codec_begins(first, magic, sizeof(magic));
}

#ifdef TT_HAVE_LZMA

/* liblzma's own decoder from the start of a file checks everything; ours (xz_blocks.c) begins at a
 * block. */
struct xz_state {
    lzma_stream stream;
    struct host_xz_blocks *blocks; /* in place of the stream, once begun in the middle */
};

/* LZMA_CONCATENATED reads streams in a row as one. The end is known only when the last piece comes
 * with LZMA_FINISH (tti_host_xz_code). */
static void *open_xz(tt_io_error *error)
{
    struct xz_state *state = calloc(1, sizeof(*state));
    if (state != NULL) {
        const lzma_stream init = LZMA_STREAM_INIT;
        state->stream = init;
        if (lzma_stream_decoder(&state->stream, HOST_CODEC_MEMORY, LZMA_CONCATENATED) == LZMA_OK) {
            return state;
        }
        free(state);
    }
    tt_io_error_system(error, ENOMEM, "cannot decompress xz");
    return NULL;
}

/* `memory` is what decompressing would take, for LZMA_MEMLIMIT_ERROR alone. A limit and an unknown
 * option are no damage: another program may read the file. */
static void explain(uint64_t memory, lzma_ret code, tt_io_error *error)
{
    switch (code) {
    case LZMA_BUF_ERROR:
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "the xz data is cut off");
        break;
    case LZMA_FORMAT_ERROR:
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "bytes after the xz data are not xz");
        break;
    case LZMA_MEMLIMIT_ERROR:
        tt_io_error_say(error, TT_ERR_UNSUPPORTED,
                        "decompressing needs %llu MiB of memory, the limit is %d MiB",
                        (unsigned long long)(memory >> 20) + 1, HOST_CODEC_MEMORY_MIB);
        break;
    case LZMA_OPTIONS_ERROR:
        tt_io_error_say(error, TT_ERR_UNSUPPORTED,
                        "the xz data uses a filter or option that is not known");
        break;
    case LZMA_MEM_ERROR:
        tt_io_error_system(error, ENOMEM, "cannot decompress xz");
        break;
    default:
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "the xz data is corrupt");
        break;
    }
}

static lzma_ret step_stream(lzma_stream *stream, struct host_codec_io *io)
{
    lzma_ret code = tti_host_xz_code(stream, io);
    /* BUF_ERROR before the last piece only says that there was nothing to do. */
    return code == LZMA_BUF_ERROR && !io->last ? LZMA_OK : code;
}

/* Both decoders report in the terms of liblzma, so the same failure has the same sentence. */
static enum host_codec_status step(void *opaque, struct host_codec_io *io, tt_io_error *error)
{
    struct xz_state *state = opaque;
    lzma_ret code = state->blocks != NULL ? tti_host_xz_blocks_step(state->blocks, io)
                                          : step_stream(&state->stream, io);
    if (code == LZMA_STREAM_END) {
        return HOST_CODEC_END;
    }
    if (code == LZMA_OK) {
        return HOST_CODEC_GO;
    }
    explain(state->blocks != NULL ? lzma_raw_decoder_memusage(state->blocks->filters)
                                  : lzma_memusage(&state->stream),
            code, error);
    return HOST_CODEC_FAILED;
}

static void close_xz(void *opaque)
{
    struct xz_state *state = opaque;
    lzma_end(&state->stream);
    tti_host_xz_blocks_free(state->blocks);
    free(state);
}

/* Linear in the number of blocks and streams. */
static void *map_open(const struct host_codec_file *file, tt_io_error *error)
{
    return tti_host_xz_index(file, error);
}

static void map_close(void *map)
{
    lzma_index_end(map, NULL);
}

/* A block depends on nothing before it, so neither bits nor a window are needed. */
static tt_io_access_point place_of(const lzma_index_iter *iter)
{
    const tt_io_access_point place = {
        .raw = iter->block.uncompressed_file_offset,
        .stored = iter->block.compressed_file_offset,
    };
    return place;
}

/* The block that has byte `raw`; after the end the last one, whose decoding shows that the file
 * ends. */
static tt_io_access_point map_find(const void *map, uint64_t raw)
{
    lzma_index_iter iter;
    uint64_t end = lzma_index_uncompressed_size(map); /* not 0: see tti_host_xz_index */
    lzma_index_iter_init(&iter, map);
    lzma_index_iter_locate(&iter, raw < end ? raw : end - 1);
    return place_of(&iter);
}

/* Both calls give true for failure. Nothing can be dropped in empty blocks. */
static bool map_next(const void *map, uint64_t raw, tt_io_access_point *place)
{
    lzma_index_iter iter;
    lzma_index_iter_init(&iter, map);
    if (lzma_index_iter_locate(&iter, raw) ||
        lzma_index_iter_next(&iter, LZMA_INDEX_ITER_NONEMPTY_BLOCK)) {
        return false;
    }
    *place = place_of(&iter);
    return true;
}

/* `xz` without threads makes one block of a whole file: a seek then costs as much as reading up to
 * there. */
static uint64_t map_widest(const void *map)
{
    lzma_index_iter iter;
    uint64_t widest = 0;
    lzma_index_iter_init(&iter, map);
    while (!lzma_index_iter_next(&iter, LZMA_INDEX_ITER_NONEMPTY_BLOCK)) {
        uint64_t size = iter.block.uncompressed_size;
        widest = size > widest ? size : widest;
    }
    return widest;
}

/* Only the table knows how a block is checked, so there are no places without it. */
static bool begin_at(void *opaque, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error)
{
    struct xz_state *state = opaque;
    (void)before;
    state->blocks = tti_host_xz_blocks_new(map, place->raw);
    if (state->blocks == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot decompress xz");
    }
    return state->blocks != NULL;
}

#endif

/* map_tells: the decoder of whole streams does not say where blocks begin. */
const struct host_codec tti_host_codec_xz = {
    .name = "xz",
    .library = "liblzma",
    .probe = probe,
#ifdef TT_HAVE_LZMA
    .version = lzma_version_string,
    .open = open_xz,
    .step = step,
    .close = close_xz,
    .map_open = map_open,
    .map_close = map_close,
    .map_find = map_find,
    .map_next = map_next,
    .map_tells = true,
    .map_widest = map_widest,
    .begin_at = begin_at,
    .needs_map = true,
#endif
};
