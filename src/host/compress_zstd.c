/* SPDX-License-Identifier: MIT
 *
 * Writes .zst files as zstd's seekable format defines them (zstd_table.h): independent frames of 1
 * MiB of raw bytes, each with its size and checksum, and a table after them. Several frames at a
 * time are compressed in parallel, and written in order. Memory: 2 MiB a slot, and 8 bytes a frame.
 */
#include "host/compress_calls.h"

#ifdef TT_HAVE_ZSTD
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "host/grow.h"
#include "host/zstd_table.h"
#include "teetape/io/jobs.h"
#endif

/* Raw bytes of a frame, the most that a seek decompresses. */
#define FRAME ((size_t)1024 * 1024)

#ifdef TT_HAVE_ZSTD

/* The levels that teetape uses. The last three levels of libzstd need --ultra of its own
 * command. */
#define LEAST 1
#define MOST 19
#define USUAL 9
#define EACH 4 /* frames per thread, so that no thread waits long for the slowest */

struct slot {
    uint8_t *packed; /* room for ZSTD_compressBound(FRAME) bytes */
    size_t size;     /* bytes in `packed`, or an error of libzstd */
};

struct zstd_writer {
    tt_io_output *to;
    int level; /* level of compression, LEAST to MOST */
    unsigned threads;
    ZSTD_CCtx **contexts; /* contexts of zstd, one for each thread */
    uint8_t *raw;         /* raw bytes of slot_count frames */
    struct slot *slots;   /* slots, one for each frame that is collected */
    size_t slot_count;    /* number of slots: 1, or EACH for each thread */
    size_t used;
    uint32_t *table;      /* stored and raw size of every frame so far */
    size_t frames, space; /* frames written so far, and the number that `table` has room for */
};

/* Frees a writer, even one that open_zstd made only in part: each array and each element may be
 * NULL. */
static void close_zstd(void *opaque)
{
    struct zstd_writer *w = opaque;
    for (size_t i = 0; w->slots != NULL && i < w->slot_count; i++) {
        free(w->slots[i].packed);
    }
    for (size_t i = 0; w->contexts != NULL && i < w->threads; i++) {
        ZSTD_freeCCtx(w->contexts[i]);
    }
    free(w->slots);
    free(w->contexts);
    free(w->raw);
    free(w->table);
    free(w);
}

/* Allocates everything but the table, so that a file that was begun does not fail later without
 * memory. The checksum of each frame finds damage, so the table has no checksums. */
static bool allocate(struct zstd_writer *w)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant */
    w->contexts = calloc(w->threads, sizeof(*w->contexts));
    w->slots = calloc(w->slot_count, sizeof(*w->slots));
    w->raw = w->slot_count <= SIZE_MAX / FRAME ? malloc(w->slot_count * FRAME) : NULL;
    bool good = w->contexts != NULL && w->slots != NULL && w->raw != NULL;
    for (size_t i = 0; good && i < w->threads; i++) {
        ZSTD_CCtx *context = w->contexts[i] = ZSTD_createCCtx();
        good = context != NULL &&
               !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, w->level)) &&
               !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1));
    }
    for (size_t i = 0; good && i < w->slot_count; i++) {
        w->slots[i].packed = malloc(ZSTD_compressBound(FRAME));
        good = w->slots[i].packed != NULL;
    }
    return good;
}

/* Makes a writer. Each thread has several slots, because frames take unequal times. */
static void *open_zstd(const struct host_compress_options *options, tt_io_output *to)
{
    struct zstd_writer *w = calloc(1, sizeof(*w));
    if (w == NULL) {
        return NULL;
    }
    w->to = to;
    w->level = options->level < LEAST || options->level > MOST ? USUAL : options->level;
    w->threads = options->threads == 0 ? 1 : options->threads;
    w->slot_count = w->threads == 1 ? 1 : w->threads * EACH;
    if (!allocate(w)) {
        close_zstd(w);
        return NULL;
    }
    return w;
}

static size_t raw_size(const struct zstd_writer *w, size_t index)
{
    size_t left = w->used - index * FRAME;
    return left < FRAME ? left : FRAME;
}

/* Compresses a frame. Each slot and each context is used by one thread at a time, so there is no
 * lock. write_frames reads a failure from the slot's size, in the order of the frames. */
static void compress_one(void *user, size_t index, unsigned worker)
{
    struct zstd_writer *w = user;
    struct slot *slot = &w->slots[index];
    slot->size = ZSTD_compress2(w->contexts[worker], slot->packed, ZSTD_compressBound(FRAME),
                                w->raw + index * FRAME, raw_size(w, index));
}

/* Compresses and writes the collected frames. The last call may have fewer frames than slots, and
 * none at the end of a file whose size is a multiple of the slots. */
static int write_frames(struct zstd_writer *w)
{
    size_t count = (w->used + FRAME - 1) / FRAME;
    tt_io_jobs_run(count, w->threads, compress_one, w, NULL);
    for (size_t i = 0; i < count; i++) {
        const tt_bytes frame = {w->slots[i].packed, w->slots[i].size};
        uint32_t *table = tti_grow(w->table, &w->space, w->frames + 1, 2 * sizeof(*table));
        w->table = table != NULL ? table : w->table;
        if (ZSTD_isError(frame.size) || table == NULL) {
            return ENOMEM; /* ZSTD_compressBound gives enough room, so only memory can be missing */
        }
        if (w->frames == HOST_ZSTD_TABLE_MOST) {
            return EFBIG; /* this library's reader rejects a larger table */
        }
        w->table[2 * w->frames] = (uint32_t)frame.size;
        w->table[2 * w->frames + 1] = (uint32_t)raw_size(w, i);
        w->frames++;
        tt_io_output_bytes(w->to, frame);
    }
    w->used = 0;
    return tt_io_output_error(w->to);
}

static int add(void *opaque, tt_bytes raw)
{
    struct zstd_writer *w = opaque;
    while (raw.size > 0) {
        size_t room = w->slot_count * FRAME - w->used;
        size_t part = raw.size < room ? raw.size : room;
        memcpy(w->raw + w->used, raw.data, part);
        w->used += part;
        raw.data += part;
        raw.size -= part;
        int failed = part == room ? write_frames(w) : 0;
        if (failed != 0) {
            return failed;
        }
    }
    return 0;
}

static void write_number(tt_io_output *to, uint32_t number)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        tt_io_output_byte(to, (uint8_t)(number >> shift));
    }
}

/* Writes the rest and the table. Its size fits into 32 bits, because there are 2^24 frames at most.
 * A file without a raw byte is the table alone, which decompresses to nothing. */
static int finish(void *opaque)
{
    struct zstd_writer *w = opaque;
    int failed = write_frames(w);
    if (failed != 0) {
        return failed;
    }
    write_number(w->to, HOST_ZSTD_TABLE_FRAME);
    write_number(w->to, (uint32_t)(w->frames * 8 + HOST_ZSTD_TABLE_FOOT));
    for (size_t i = 0; i < 2 * w->frames; i++) {
        write_number(w->to, w->table[i]);
    }
    write_number(w->to, (uint32_t)w->frames);
    tt_io_output_byte(w->to, 0);
    write_number(w->to, HOST_ZSTD_TABLE_MAGIC);
    return tt_io_output_error(w->to);
}

static const struct tt_io_compressor_calls calls = {
    .open = open_zstd, .add = add, .finish = finish, .close = close_zstd};

#endif

const tt_io_compressor tti_compressor_zstd = {
    .name = "zstd",
    .ending = ".zst",
    .library = "libzstd",
    .block = FRAME,
#ifdef TT_HAVE_ZSTD
    .least = LEAST,
    .most = MOST,
    .usual = USUAL,
    .calls = &calls,
#endif
};
