/* SPDX-License-Identifier: MIT
 *
 * Writes tapes (docs/format/tape.md) through libzstd: the blocks, the end, the index if there is
 * one, and the directory of the footer.
 *
 * Several blocks at a time are encoded in parallel, and written in order, so that the result is the
 * same for any number of threads. Memory of a thread: an encoder of some 10 MiB, zstd, and half a
 * MiB a slot. The block table takes 8 bytes a block.
 */
#include "host/compress_calls.h"

#ifdef TT_HAVE_ZSTD
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/mem.h"
#include "host/file_inside.h"
#include "host/grow.h"
#include "host/tape.h"
#include "teetape/io/jobs.h"
#include "wire/hash.h"
#endif

#ifdef TT_HAVE_ZSTD

#define LEAST 1
#define MOST 19
#define USUAL 3
#define EACH 4 /* blocks per thread, so that no thread waits long for the slowest */

/* Least raw bytes between two access points of the index. */
#define POINTS_EVERY ((uint64_t)1 << 20)

struct slot {
    tt_bytes raw;    /* the block in `raw` of the writer */
    uint64_t offset; /* offset of the block in the recording */
    uint8_t *packed; /* room for TTI_TAPE_CHUNK_SIZE + TTI_TAPE_BLOCK bytes */
    size_t size;     /* bytes in `packed` */
    tt_status status;
};

struct worker {
    tti_tape_encoder *encoder;
    struct host_tape_zstd zstd;
};

struct tape_writer {
    tt_io_output *to;
    unsigned threads;
    struct worker *workers; /* one for each thread */
    struct slot *slots;
    size_t slot_count;
    uint8_t *raw; /* bytes that are in no block yet; room for slot_count blocks */
    size_t used;
    bool has_end;    /* the end chunk was written */
    uint64_t offset; /* bytes of the recording in blocks */
    uint64_t stored; /* bytes of the tape so far */
    tti_sha256_context sum;
    tti_tape_block *table;
    size_t blocks, table_space;

    /* The index. */
    tt_io_access_point *points;
    size_t point_count;
    tt_io_output index; /* the bytes of the index, on their way into `piece` */
    bool has_index;
    uint8_t *piece, *frame;
    size_t in_piece;
    tti_tape_index at; /* where the index is; its member `sizes` is not used */
    uint32_t *sizes;   /* sizes of the frames */
    size_t size_space;
};

/* Frees a writer, even one that open_tape made only in part. */
static void close_tape(void *opaque)
{
    struct tape_writer *w = opaque;
    for (size_t i = 0; w->slots != NULL && i < w->slot_count; i++) {
        free(w->slots[i].packed);
    }
    for (size_t i = 0; w->workers != NULL && i < w->threads; i++) {
        tti_host_tape_zstd_free(&w->workers[i].zstd);
        free(w->workers[i].encoder);
    }
    w->index.used = 0;
    tt_io_output_close(&w->index);
    free(w->slots);
    free(w->workers);
    free(w->raw);
    free(w->table);
    free(w->points);
    free(w->piece);
    free(w->frame);
    free(w->sizes);
    free(w);
}

/* Allocates everything but the tables, so that a file that was begun does not fail later without
 * memory. */
static bool allocate(struct tape_writer *w, int level)
{
    w->workers = calloc(w->threads, sizeof *w->workers);
    w->slots = calloc(w->slot_count, sizeof *w->slots);
    w->raw =
        w->slot_count <= SIZE_MAX / TTI_TAPE_BLOCK ? malloc(w->slot_count * TTI_TAPE_BLOCK) : NULL;
    bool good = w->workers != NULL && w->slots != NULL && w->raw != NULL;
    for (size_t i = 0; good && i < w->threads; i++) {
        w->workers[i].zstd.level = level;
        w->workers[i].encoder = malloc(tti_tape_encoder_size());
        good = w->workers[i].encoder != NULL;
    }
    for (size_t i = 0; good && i < w->slot_count; i++) {
        w->slots[i].packed = malloc(TTI_TAPE_CHUNK_SIZE + TTI_TAPE_BLOCK);
        good = w->slots[i].packed != NULL;
    }
    w->piece = malloc(TTI_TAPE_PIECE);
    w->frame = malloc(ZSTD_compressBound(TTI_TAPE_PIECE));
    return good && w->piece != NULL && w->frame != NULL;
}

static void write(struct tape_writer *w, tt_bytes bytes)
{
    tt_io_output_bytes(w->to, bytes);
    w->stored += bytes.size;
}

static int add_index(void *opaque, tt_bytes bytes);

/* Makes a writer, and writes the head. */
static void *open_tape(const struct host_compress_options *options, tt_io_output *to)
{
    struct tape_writer *w = calloc(1, sizeof *w);
    uint8_t head[TTI_TAPE_HEAD_SIZE];
    if (w == NULL) {
        return NULL;
    }
    w->to = to;
    w->threads = options->threads == 0 ? 1 : options->threads;
    w->slot_count = (size_t)w->threads * EACH;
    w->index.fd = -1;
    int level = options->level < LEAST || options->level > MOST ? USUAL : options->level;
    if (!allocate(w, level) || !tt_io_output_open(&w->index, add_index, w)) {
        close_tape(w);
        return NULL;
    }
    tti_sha256_start(&w->sum);
    tti_tape_head_put(head);
    write(w, (tt_bytes){head, sizeof head});
    return w;
}

/* Encodes a block. Each slot and each worker is used by one thread at a time. */
static void encode(void *user, size_t index, unsigned number)
{
    struct tape_writer *w = user;
    struct slot *slot = &w->slots[index];
    struct worker *worker = &w->workers[number];
    const tti_tape_coder coder = tti_host_tape_coder(&worker->zstd);
    slot->status = tti_tape_encode(worker->encoder, slot->raw, slot->offset, &coder, slot->packed,
                                   &slot->size);
}

static void take_point(void *user, const tt_io_access_point *point)
{
    struct tape_writer *w = user;
    w->points[w->point_count++] = *point;
}

static int write_block(struct tape_writer *w, const struct slot *slot)
{
    tti_tape_block *table = tti_grow(w->table, &w->table_space, w->blocks + 1, sizeof *table);
    w->table = table != NULL ? table : w->table;
    if (table == NULL || slot->status != TT_OK) {
        return ENOMEM; /* only memory can be missing */
    }
    w->table[w->blocks++] = (tti_tape_block){(uint32_t)slot->raw.size, (uint32_t)slot->size};
    write(w, (tt_bytes){slot->packed, slot->size});
    return 0;
}

/* Encodes and writes the blocks that are complete; with `is_last` all bytes that are left. */
static int write_blocks(struct tape_writer *w, bool is_last)
{
    size_t count = 0, at = 0;
    while (count < w->slot_count && at < w->used && (is_last || w->used - at >= TTI_TAPE_BLOCK)) {
        tt_bytes left = {w->raw + at, w->used - at};
        left.size = tti_tape_split(left, w->offset, TTI_TAPE_BLOCK);
        w->slots[count].raw = left;
        w->slots[count++].offset = w->offset;
        w->offset += left.size;
        at += left.size;
    }
    tt_io_jobs_run(count, w->threads, encode, w, NULL);
    for (size_t i = 0; i < count; i++) {
        int failed = write_block(w, &w->slots[i]);
        if (failed != 0) {
            return failed;
        }
    }
    memmove(w->raw, w->raw + at, w->used - at);
    w->used -= at;
    return tt_io_output_error(w->to);
}

static int add(void *opaque, tt_bytes raw)
{
    struct tape_writer *w = opaque;
    tti_sha256_add(&w->sum, raw.data, raw.size);
    while (raw.size > 0) {
        size_t room = w->slot_count * TTI_TAPE_BLOCK - w->used;
        size_t part = raw.size < room ? raw.size : room;
        memcpy(w->raw + w->used, raw.data, part);
        w->used += part;
        raw.data += part;
        raw.size -= part;
        int failed = part == room ? write_blocks(w, false) : 0;
        if (failed != 0) {
            return failed;
        }
    }
    return 0;
}

/* Writes the rest of the recording, and the end chunk. */
static int end_blocks(struct tape_writer *w)
{
    uint8_t bytes[TTI_TAPE_END_SIZE];
    int failed = 0;
    while (failed == 0 && w->used > 0) {
        failed = write_blocks(w, true);
    }
    if (failed == 0 && !w->has_end) {
        tti_tape_end end = {.raw = w->offset, .blocks = w->blocks};
        tti_sha256_finish(&w->sum, end.sha256);
        tti_tape_end_put(bytes, &end);
        write(w, (tt_bytes){bytes, sizeof bytes});
        w->has_end = true;
    }
    return failed != 0 ? failed : tt_io_output_error(w->to);
}

/* Packs a piece of the index. */
static int write_piece(struct tape_writer *w)
{
    uint32_t *sizes = tti_grow(w->sizes, &w->size_space, w->at.frames + (size_t)1, sizeof *sizes);
    w->sizes = sizes != NULL ? sizes : w->sizes;
    size_t size = ZSTD_compress(w->frame, ZSTD_compressBound(TTI_TAPE_PIECE), w->piece, w->in_piece,
                                w->workers[0].zstd.level);
    if (sizes == NULL || ZSTD_isError(size)) {
        return ENOMEM;
    }
    w->sizes[w->at.frames++] = (uint32_t)size;
    w->at.size += w->in_piece;
    w->in_piece = 0;
    write(w, (tt_bytes){w->frame, size});
    return tt_io_output_error(w->to);
}

static int add_index(void *opaque, tt_bytes bytes)
{
    struct tape_writer *w = opaque;
    int failed = 0;
    while (bytes.size > 0 && failed == 0) {
        size_t room = TTI_TAPE_PIECE - w->in_piece;
        size_t part = bytes.size < room ? bytes.size : room;
        memcpy(w->piece + w->in_piece, bytes.data, part);
        w->in_piece += part;
        bytes.data += part;
        bytes.size -= part;
        failed = part == room ? write_piece(w) : 0;
    }
    return failed;
}

/* Collects the access points that a codec reports from front to back. */
static int find_points(struct tape_writer *w)
{
    struct host_codec_watch watch = {.tell = take_point, .user = w, .every = POINTS_EVERY};
    uint64_t raw = 0, stored = TTI_TAPE_HEAD_SIZE;
    w->points = malloc((w->blocks + 1) * sizeof *w->points);
    if (w->points == NULL) {
        return ENOMEM;
    }
    for (size_t i = 0; i < w->blocks; i++) {
        raw += w->table[i].raw;
        stored += w->table[i].stored;
        tti_host_codec_tell(&watch, &(tt_io_access_point){.raw = raw, .stored = stored});
    }
    return 0;
}

static int begin_index(void *opaque, struct host_tape_points *points)
{
    struct tape_writer *w = opaque;
    int failed = end_blocks(w);
    failed = failed != 0 ? failed : find_points(w);
    w->at = (tti_tape_index){.place = w->stored, .piece = TTI_TAPE_PIECE};
    *points = (struct host_tape_points){.list = w->points,
                                        .count = w->point_count,
                                        .blocks = w->blocks,
                                        .stored = w->stored,
                                        .index = &w->index};
    return failed;
}

static void end_index(void *opaque, bool is_whole)
{
    struct tape_writer *w = opaque;
    w->has_index =
        is_whole && tt_io_output_flush(&w->index) && (w->in_piece == 0 || write_piece(w) == 0);
}

/* Fills the directory, which has room for it. Returns its size. */
static size_t fill_directory(struct tape_writer *w, uint8_t *dst)
{
    size_t at = 0, table = w->blocks * TTI_TAPE_BLOCK_ENTRY;
    tti_tape_section_put(dst, TTI_TAPE_SECTION_BLOCKS, (uint32_t)table);
    at += TTI_TAPE_SECTION_HEAD;
    for (size_t i = 0; i < w->blocks; i++) {
        tti_tape_block_put(dst + at, w->table[i]);
        at += TTI_TAPE_BLOCK_ENTRY;
    }
    if (w->has_index) {
        size_t size = TTI_TAPE_INDEX_FIXED + w->at.frames * sizeof *w->sizes;
        tti_tape_section_put(dst + at, TTI_TAPE_SECTION_INDEX, (uint32_t)size);
        at += TTI_TAPE_SECTION_HEAD;
        tti_tape_index_put(dst + at, &w->at);
        at += TTI_TAPE_INDEX_FIXED;
        for (uint32_t i = 0; i < w->at.frames; i++) {
            tti_store_le32(dst + at, w->sizes[i]);
            at += sizeof *w->sizes;
        }
    }
    return at;
}

static int finish(void *opaque)
{
    struct tape_writer *w = opaque;
    uint8_t tail[TTI_TAPE_TAIL_SIZE];
    int failed = end_blocks(w);
    if (failed != 0) {
        return failed;
    }
    size_t room = 2 * (size_t)TTI_TAPE_SECTION_HEAD + w->blocks * TTI_TAPE_BLOCK_ENTRY +
                  TTI_TAPE_INDEX_FIXED + w->at.frames * sizeof *w->sizes;
    uint8_t *directory = malloc(room);
    if (directory == NULL) {
        return ENOMEM;
    }
    const tt_bytes bytes = {directory, fill_directory(w, directory)};
    tti_tape_tail_put(tail, w->stored, bytes);
    write(w, bytes);
    write(w, (tt_bytes){tail, sizeof tail});
    free(directory);
    return tt_io_output_error(w->to);
}

static const struct tt_io_compressor_calls calls = {open_tape,  add,         finish,
                                                    close_tape, begin_index, end_index};

#endif

/* The size of a block, so that a build without libzstd needs no header of the core for it. */
#define BLOCK ((size_t)256 * 1024)

const tt_io_compressor tti_compressor_tape = {
    .name = "tape",
    .ending = ".tape",
    .library = "libzstd",
    .block = BLOCK,
#ifdef TT_HAVE_ZSTD
    .least = LEAST,
    .most = MOST,
    .usual = USUAL,
    .calls = &calls,
#endif
};
