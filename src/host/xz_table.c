/* SPDX-License-Identifier: MIT
 *
 * Reads the indexes of the streams of an .xz file, from its end to its beginning (xz file format
 * 1.1, section 2): the footer of a stream says how long its index is, and the index how long the
 * rest. The indexes are joined from the first one on. liblzma's own decoder joins them from the
 * last one on, which takes time with the square of the number of streams.
 */
#include "host/xz.h"

#ifdef TT_HAVE_LZMA
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"

/* Bytes of the file that are in memory. Most files have one stream, whose table comes with one
 * read. */
#define PART ((size_t)64 * 1024)

/* An index takes 16 bytes of memory for each block, and some 400 for itself; a stream has 32 bytes
 * at least. A table that needs more lies. */
#define TABLE_LIMIT(size) ((uint64_t)1024 * 1024 + 16 * (size))

struct walk {
    const struct host_codec_file *file;
    tt_io_error *error;
    uint8_t *part; /* PART bytes of the file, from part_at on */
    uint64_t part_at;
    size_t part_size;
    uint64_t end;  /* of what was not walked through */
    uint64_t left; /* memory that indexes may take */
    lzma_stream stream;
    lzma_index **indexes; /* the last stream's first */
    size_t count, cap;
};

/* `size` bytes that end at `end`, valid until the next call. NULL when reading fails (w->error),
 * and for a place before the file. */
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

/* Padding may be as long as the file. The result is its size. */
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

/* LZMA_STREAM_END when the index ends exactly where the footer says; it is then the caller's. A
 * table may be larger than what is in memory. */
static lzma_ret read_index(struct walk *w, uint64_t at, uint64_t size, lzma_index **index)
{
    lzma_ret code = lzma_index_decoder(&w->stream, index, w->left);
    while (code == LZMA_OK) {
        /* Without bytes left the decoder wants more than the footer has promised: damage. */
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

/* Takes the index over, also when it fails. All indexes have one limit, so that many small streams
 * cannot take what one large one may not. */
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

/* The header of the stream has to be where its index says, and like its footer. liblzma needs the
 * flags and the padding to count offsets when the indexes are one. */
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

/* The last stream before w->end. Any result but LZMA_OK ends the walk: a file of which one table is
 * not good is read as if it had none. */
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

/* liblzma moves the contents and leaves nothing to be freed. The first stream was read last. */
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

/* Only a lack of memory and what the system reports are failures. Without a table that can be
 * relied on damage is found when the file is read from front to back. A file without a raw byte has
 * no place to begin at. */
lzma_index *tti_host_xz_index(const struct host_codec_file *file, tt_io_error *error)
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
    tt_io_error_clear(error);
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
        tt_io_error_clear(error);
    }
    return index;
}

#endif
