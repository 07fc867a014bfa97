/* SPDX-License-Identifier: MIT
 *
 * Reads .xz streams through liblzma: one or many in a row, with the zero padding between and after
 * them that the format allows (multiples of four bytes). The index at the end of each stream gives
 * the blocks (map_open), so seeking needs no access points of the caller.
 */
#include "host/codec.h"
#include "host/error.h"

#ifdef TT_HAVE_LZMA
#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "host/xz.h"
#endif

#ifdef TT_HAVE_LZMA

/* The functions from here to map_open read the indexes of the streams of an .xz file, from its end
 * to its beginning (xz file format 1.1, section 2). The footer of a stream has the size of its
 * index, and the index has the size of its blocks. The indexes are joined from the first one on.
 * liblzma's own decoder joins them from the last one on, which takes time with the square of the
 * number of streams. */

/* Bytes of the file that are in memory. The table of a file with one stream usually comes with one
 * read. */
#define PART ((size_t)64 * 1024)

/* The most memory for the indexes of a file. An index takes 16 bytes for each block and some 400
 * for itself; a stream has at least 32 bytes. A table that needs more is wrong. */
#define TABLE_LIMIT(size) ((uint64_t)1024 * 1024 + 16 * (size))

struct walk {
    const struct host_codec_file *file;
    tt_io_error *error;
    uint8_t *part; /* PART bytes of the file from part_at on */
    uint64_t part_at;
    size_t part_size;
    uint64_t end;  /* end of the part of the file that is still to be walked */
    uint64_t left; /* memory that further indexes may still take */
    lzma_stream stream;
    lzma_index **indexes; /* one index for each stream, from the last stream to the first */
    size_t count, cap;
};

/* Returns the `size` bytes that end at `end`, valid until the next call. NULL when reading fails
 * (w->error), and for an offset before the file. */
static const uint8_t *bytes_before(struct walk *w, uint64_t end, size_t size)
{
    if (end < size) {
        return NULL;
    }
    if (end - size < w->part_at || end > w->part_at + w->part_size) {
        w->part_size = end < PART ? (size_t)end : PART;
        w->part_at = end - w->part_size;
        if (!tti_host_codec_read_at(w->file, w->part_at, w->part, w->part_size, w->error)) {
            w->part_size = 0;
            return NULL;
        }
    }
    return w->part + (end - size - w->part_at);
}

/* Skips the padding before w->end and returns its size. Padding may be as long as the file. */
static uint64_t pass_padding(struct walk *w)
{
    static const uint8_t zeros[4] = {0};
    uint64_t begin = w->end;
    const uint8_t *four;
    while ((four = bytes_before(w, w->end, 4)) != NULL && memcmp(four, zeros, 4) == 0) {
        w->end -= 4;
    }
    return begin - w->end;
}

/* Returns LZMA_STREAM_END when the index ends exactly where the footer says; the caller then owns
 * the index. An index may be larger than `part`, so it is read in pieces. */
static lzma_ret read_index(struct walk *w, uint64_t at, uint64_t size, lzma_index **index)
{
    lzma_ret code = lzma_index_decoder(&w->stream, index, w->left);
    while (code == LZMA_OK) {
        /* With no bytes left the decoder wants more than the footer has promised: damage. */
        size_t most = size < PART ? (size_t)size : PART;
        const uint8_t *bytes = most > 0 ? bytes_before(w, at + most, most) : NULL;
        if (bytes == NULL) {
            return w->error->status == TT_ERR_SYSTEM ? LZMA_PROG_ERROR : LZMA_DATA_ERROR;
        }
        w->stream.next_in = bytes;
        w->stream.avail_in = most;
        code = lzma_code(&w->stream, LZMA_RUN);
        at += most - w->stream.avail_in;
        size -= most - w->stream.avail_in;
    }
    if (code == LZMA_STREAM_END && size > 0) {
        lzma_index_end(*index, NULL);
        code = LZMA_DATA_ERROR;
    }
    return code;
}

/* Keeps the index of a stream, which the walk owns from now on; a failure frees it. All indexes
 * share one limit, so that many small streams cannot take more than one large one may. */
static lzma_ret keep(struct walk *w, lzma_index *index)
{
    lzma_index **grown = tti_grow(w->indexes, &w->cap, w->count + 1, sizeof(lzma_index *));
    if (grown == NULL) {
        lzma_index_end(index, NULL);
        return LZMA_MEM_ERROR;
    }
    w->indexes = grown;
    w->indexes[w->count++] = index;
    uint64_t used = lzma_index_memused(index);
    w->left -= used < w->left ? used : w->left;
    return w->left > 0 ? LZMA_OK : LZMA_MEMLIMIT_ERROR;
}

/* Checks that the header of the stream is where its index says, and equals its footer. liblzma
 * needs the flags and the padding to count offsets over joined indexes. */
static lzma_ret check_header(struct walk *w, lzma_index *index, lzma_stream_flags *footer,
                             uint64_t padding)
{
    lzma_stream_flags header;
    uint64_t size = lzma_index_file_size(index);
    const uint8_t *bytes = size > w->end ? NULL
                                         : bytes_before(w, w->end - size + LZMA_STREAM_HEADER_SIZE,
                                                        LZMA_STREAM_HEADER_SIZE);
    lzma_ret code = bytes == NULL ? LZMA_DATA_ERROR : lzma_stream_header_decode(&header, bytes);
    code = code == LZMA_OK ? lzma_stream_flags_compare(&header, footer) : code;
    code = code == LZMA_OK ? lzma_index_stream_flags(index, footer) : code;
    code = code == LZMA_OK ? lzma_index_stream_padding(index, padding) : code;
    w->end -= code == LZMA_OK ? size : 0;
    return code;
}

/* Reads the last stream before w->end. Any result but LZMA_OK ends the walk: a file with one bad
 * table is read as if it had none. */
static lzma_ret read_stream(struct walk *w)
{
    lzma_stream_flags footer;
    lzma_index *index = NULL;
    uint64_t padding = pass_padding(w);
    const uint8_t *bytes = bytes_before(w, w->end, LZMA_STREAM_HEADER_SIZE);
    lzma_ret code = bytes == NULL ? LZMA_DATA_ERROR : lzma_stream_footer_decode(&footer, bytes);
    if (code != LZMA_OK || w->end - LZMA_STREAM_HEADER_SIZE < footer.backward_size) {
        return code != LZMA_OK ? code : LZMA_DATA_ERROR;
    }
    code = read_index(w, w->end - LZMA_STREAM_HEADER_SIZE - footer.backward_size,
                      footer.backward_size, &index);
    if (code != LZMA_STREAM_END) {
        return code;
    }
    code = keep(w, index);
    return code == LZMA_OK ? check_header(w, index, &footer, padding) : code;
}

/* Joins the indexes. liblzma moves the contents and leaves nothing to be freed. The first stream
 * was read last. */
static lzma_ret join(struct walk *w)
{
    lzma_ret code = w->count > 0 ? LZMA_OK : LZMA_DATA_ERROR;
    while (code == LZMA_OK && w->count > 1) {
        lzma_index *first = w->indexes[w->count - 1];
        code = lzma_index_cat(first, w->indexes[w->count - 2], NULL);
        if (code == LZMA_OK) {
            w->indexes[--w->count - 1] = first;
        }
    }
    return code;
}

/* Reads the table. Only a lack of memory and errors of the system are failures. Without a good
 * table, damage is found when the file is read from front to back. A file without raw bytes has no
 * access point. */
static void *map_open(const struct host_codec_file *file, tt_io_error *error)
{
    uint64_t limit = TABLE_LIMIT(file->size);
    struct walk w = {.file = file,
                     .error = error,
                     .part = malloc(PART),
                     .end = file->size,
                     .left = limit < HOST_CODEC_MEMORY ? limit : HOST_CODEC_MEMORY,
                     .stream = LZMA_STREAM_INIT};
    lzma_index *index = NULL;
    lzma_ret code = w.part == NULL ? LZMA_MEM_ERROR : LZMA_OK;
    tti_error_clear(error);
    while (code == LZMA_OK && w.end > 0) {
        code = read_stream(&w);
    }
    code = code == LZMA_OK ? join(&w) : code;
    if (code == LZMA_OK && lzma_index_uncompressed_size(w.indexes[0]) > 0) {
        index = w.indexes[--w.count];
    }
    while (w.count > 0) {
        lzma_index_end(w.indexes[--w.count], NULL);
    }
    lzma_end(&w.stream);
    free(w.indexes);
    free(w.part);
    if (code == LZMA_MEM_ERROR) {
        tt_io_error_system(error, ENOMEM, "cannot decompress xz");
    } else if (error->status != TT_ERR_SYSTEM) {
        tti_error_clear(error);
    }
    return index;
}

/* The state of a decoder. liblzma's own decoder reads from the start of a file and checks
 * everything; the decoder of xz_blocks.c begins at a block. */
struct xz_state {
    lzma_stream stream;
    struct host_xz_blocks *blocks; /* for decoding that began in the middle; otherwise NULL */
};

/* Makes a decoder. LZMA_CONCATENATED reads streams in a row as one. The end is known only when the
 * last piece comes with LZMA_FINISH (tti_host_xz_code). */
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

/* Fills the error after a failure of liblzma. `memory` is what decompressing would take, for
 * LZMA_MEMLIMIT_ERROR alone. A limit and an unknown option are no damage: another program may be
 * able to read the file. */
static void explain(uint64_t memory, lzma_ret code, tt_io_error *error)
{
    switch (code) {
    case LZMA_BUF_ERROR:
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the xz data is cut off");
        break;
    case LZMA_FORMAT_ERROR:
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "bytes after the xz data are not xz");
        break;
    case LZMA_MEMLIMIT_ERROR:
        tti_error_say(error, TT_ERR_UNSUPPORTED,
                      "decompressing needs %llu MiB of memory, the limit is %d MiB",
                      (unsigned long long)(memory >> 20) + 1, HOST_CODEC_MEMORY_MIB);
        break;
    case LZMA_OPTIONS_ERROR:
        tti_error_say(error, TT_ERR_UNSUPPORTED,
                      "the xz data uses a filter or option that is not known");
        break;
    case LZMA_MEM_ERROR:
        tt_io_error_system(error, ENOMEM, "cannot decompress xz");
        break;
    default:
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the xz data is corrupt");
        break;
    }
}

static enum host_codec_status step(void *opaque, struct host_codec_io *io, tt_io_error *error)
{
    struct xz_state *state = opaque;
    lzma_ret code = state->blocks != NULL ? tti_host_xz_blocks_step(state->blocks, io)
                                          : tti_host_xz_code(&state->stream, io);
    /* before the last piece LZMA_BUF_ERROR only means that liblzma needs more input */
    code = code == LZMA_BUF_ERROR && !io->last ? LZMA_OK : code;
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

static void map_close(void *map)
{
    lzma_index_end(map, NULL);
}

static tt_io_access_point place_of(const lzma_index_iter *iter)
{
    const tt_io_access_point place = {
        .raw = iter->block.uncompressed_file_offset,
        .stored = iter->block.compressed_file_offset,
    };
    return place;
}

/* Finds the block that has byte `raw`. After the end it gives the last block, whose decoding shows
 * that the file ends. */
static tt_io_access_point map_find(const void *map, uint64_t raw)
{
    lzma_index_iter iter;
    uint64_t end = lzma_index_uncompressed_size(map); /* not 0, see map_open */
    lzma_index_iter_init(&iter, map);
    lzma_index_iter_locate(&iter, raw < end ? raw : end - 1);
    return place_of(&iter);
}

/* Finds the block after `raw`. Both calls of liblzma return true for failure. Empty blocks are
 * skipped, because no byte can be read from them. */
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

/* Returns the size of the largest block. `xz` without threads makes one block of a whole file: a
 * seek then costs as much as reading up to there. */
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

/* Makes a decoder begin at a block. Only the table knows the kind of checksum of a block, so a file
 * without a table has no access points. */
static bool begin_at(void *opaque, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error)
{
    struct xz_state *state = opaque;
    (void)before;
    state->blocks = tti_host_xz_blocks_new(map, place->raw);
    return state->blocks != NULL || tt_io_error_system(error, ENOMEM, "cannot decompress xz");
}

#endif

/* map_tells is set because the decoder of whole streams does not report where blocks begin. */
const struct host_codec tti_host_codec_xz = {
    .name = "xz",
    .library = "liblzma",
    .magic = {0xfd, '7', 'z', 'X', 'Z', 0x00},
    .magic_size = 6,
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
