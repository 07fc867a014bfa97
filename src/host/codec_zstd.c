/* SPDX-License-Identifier: MIT
 *
 * Reads Zstandard frames through libzstd: one or many in a row, skippable frames among them (RFC
 * 8878, section 3.1).
 *
 * Frames are access points. A seek table at the end of the file gives their borders (zstd_table.h);
 * without one they are met while the file is read. A table may be wrong, so it is compared with the
 * frames that are read.
 */
#include "host/codec.h"
#include "host/error.h"

#ifdef TT_HAVE_ZSTD
#include <errno.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/mem.h"
#include "host/zstd_table.h"
#endif

/* Recognizes a skippable frame, which may come before the first frame of data. A file of teetape
 * without bytes is a skippable frame alone. */
static bool probe(tt_bytes first)
{
    static const uint8_t skippable[3] = {0x2a, 0x4d, 0x18};
    /* Skippable frames begin with 0x184D2A50 to 0x184D2A5F, low byte first. The first byte alone
     * could be the T of TWDEMO, in a demo of which nothing else is left. */
    const tt_bytes rest = {first.data + 1, first.size - 1};
    return (first.data[0] & 0xf0) == 0x50 && first.size >= 4 &&
           tti_host_codec_begins(rest, skippable, sizeof(skippable));
}

#ifdef TT_HAVE_ZSTD

/* The begin of a frame. The table has begins and not sizes, so that a search needs no sum. */
struct zstd_frame {
    uint64_t raw, stored; /* offsets at which the frame begins */
};

struct zstd_table {
    size_t count;
    uint64_t widest;            /* raw size of the largest frame */
    struct zstd_frame frames[]; /* `count` frames, then the end of the last one */
};

/* Bytes of the table that are read at once: a multiple of 8 and of 12, the sizes of an entry. */
#define PART ((size_t)12 * 1024)

struct shape {
    size_t count, entry; /* the number of entries, and the bytes of one: 8, or 12 with a checksum */
    uint64_t begin;      /* offset of the skippable frame that holds the table */
};

/* Reads head and foot of the table. Returns false with TT_OK when the file has none. Both magics,
 * the size in the head and the count in the foot have to agree, and reserved flags must be 0. The
 * file has at least as many bytes as the table, so memory is at most twice the file's size. */
static bool read_shape(struct shape *shape, const struct host_codec_file *file, tt_io_error *error)
{
    uint8_t foot[HOST_ZSTD_TABLE_FOOT], head[HOST_ZSTD_TABLE_HEAD];
    if (file->size < sizeof(foot) + sizeof(head) ||
        !tti_host_codec_read_at(file, file->size - sizeof(foot), foot, sizeof(foot), error) ||
        tti_load_le32(foot + 5) != HOST_ZSTD_TABLE_MAGIC || (foot[4] & 0x7c) != 0) {
        return false;
    }
    shape->count = tti_load_le32(foot);
    shape->entry = (foot[4] & 0x80) != 0 ? 12 : 8;
    uint64_t size = (uint64_t)shape->count * shape->entry + sizeof(foot);
    if (shape->count == 0 || shape->count > HOST_ZSTD_TABLE_MOST ||
        size + sizeof(head) > file->size) {
        return false;
    }
    shape->begin = file->size - size - sizeof(head);
    return tti_host_codec_read_at(file, shape->begin, head, sizeof(head), error) &&
           tti_load_le32(head) == HOST_ZSTD_TABLE_FRAME && tti_load_le32(head + 4) == size;
}

/* Reads the entries. Returns false when the frames do not fill the file up to the table: one wrong
 * entry makes the last sum wrong. The sum of raw sizes cannot be checked before the frames are read
 * (agrees in codec_zstd.c). */
static bool read_frames(struct zstd_table *table, const struct shape *shape,
                        const struct host_codec_file *file, tt_io_error *error)
{
    uint8_t part[PART];
    size_t in_part = PART / shape->entry;
    struct zstd_frame at = {0, 0};
    for (size_t i = 0; i < shape->count; i++) {
        if (i % in_part == 0) {
            size_t left = shape->count - i;
            size_t size = (left < in_part ? left : in_part) * shape->entry;
            uint64_t from = shape->begin + HOST_ZSTD_TABLE_HEAD + (uint64_t)i * shape->entry;
            if (!tti_host_codec_read_at(file, from, part, size, error)) {
                return false;
            }
        }
        const uint8_t *entry = part + i % in_part * shape->entry;
        uint32_t raw = tti_load_le32(entry + 4);
        table->frames[i] = at;
        at.stored += tti_load_le32(entry);
        at.raw += raw;
        table->widest = raw > table->widest ? raw : table->widest;
    }
    table->frames[shape->count] = at;
    return at.stored == shape->begin;
}

/* Reads the table, which has to describe exactly this file. The caller frees it. */
static void *map_open(const struct host_codec_file *file, tt_io_error *error)
{
    struct shape shape;
    tti_error_clear(error);
    if (!read_shape(&shape, file, error)) {
        if (error->status != TT_ERR_SYSTEM) {
            tti_error_clear(error);
        }
        return NULL;
    }
    struct zstd_table *table =
        malloc(sizeof(*table) + (shape.count + 1) * sizeof(table->frames[0]));
    if (table == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot decompress zstd");
        return NULL;
    }
    table->count = shape.count;
    table->widest = 0;
    if (!read_frames(table, &shape, file, error)) {
        free(table);
        table = NULL;
        if (error->status != TT_ERR_SYSTEM) {
            tti_error_clear(error);
        }
    }
    return table;
}

/* Finds the last frame that begins at or before `raw`. Earlier frames with the same begin are
 * empty. */
static size_t table_find(const struct zstd_table *table, uint64_t raw)
{
    size_t low = 0, high = table->count; /* the frame `low` begins at or before `raw` */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (table->frames[middle].raw <= raw) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The state of a decoder. `raw` and `stored` are counted here, because libzstd decodes one frame at
 * a time. */
struct zstd_state {
    ZSTD_DStream *stream;
    bool inside;
    uint64_t raw, stored;           /* offsets of the next raw byte and of the next stored byte */
    const struct zstd_table *table; /* the table by which decoding began in the middle, or NULL */
    size_t frame;                   /* index of the frame in the table */
};

static void close_zstd(void *opaque)
{
    struct zstd_state *state = opaque;
    ZSTD_freeDStream(state->stream);
    free(state);
}

/* Makes a decoder. The limit of the window keeps a small file from asking for gigabytes of
 * memory. */
static void *open_zstd(tt_io_error *error)
{
    struct zstd_state *state = calloc(1, sizeof(*state));
    if (state != NULL) {
        state->stream = ZSTD_createDStream();
        if (state->stream != NULL &&
            !ZSTD_isError(ZSTD_DCtx_setParameter(state->stream, ZSTD_d_windowLogMax,
                                                 HOST_CODEC_ZSTD_WINDOW_LOG))) {
            return state;
        }
        close_zstd(state);
    }
    tt_io_error_system(error, ENOMEM, "cannot decompress zstd");
    return NULL;
}

/* Prepares the decoder for another file. It keeps its parameters and the memory of the window,
 * which is most of what opening costs. */
static bool reset(void *opaque)
{
    struct zstd_state *state = opaque;
    *state = (struct zstd_state){.stream = state->stream};
    return !ZSTD_isError(ZSTD_DCtx_reset(state->stream, ZSTD_reset_session_only));
}

/* Fills the error after a failure of libzstd. A window beyond the limit, a dictionary and later
 * features are not damage: another program may be able to read the file. */
static void explain(size_t code, tt_io_error *error)
{
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        tti_error_say(error, TT_ERR_UNSUPPORTED,
                      "the zstd window is larger than the limit of %d MiB",
                      1 << (HOST_CODEC_ZSTD_WINDOW_LOG - 20));
        break;
    case ZSTD_error_dictionary_wrong:
        tti_error_say(error, TT_ERR_UNSUPPORTED, "the zstd data needs a dictionary");
        break;
    case ZSTD_error_frameParameter_unsupported:
    case ZSTD_error_version_unsupported:
        tti_error_say(error, TT_ERR_UNSUPPORTED, "the zstd data uses an unknown feature");
        break;
    case ZSTD_error_memory_allocation:
        tt_io_error_system(error, ENOMEM, "cannot decompress zstd");
        break;
    case ZSTD_error_prefix_unknown:
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "bytes after the zstd data are not zstd");
        break;
    default:
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the zstd data is corrupt");
        break;
    }
}

/* Compares the frames with the table by which a seek found the begin. At a border of frames both
 * offsets have to be those of the table, and inside a frame neither may exceed the next border. A
 * step ends at the end of a frame at the latest. An entry may cover several frames; the table
 * itself is a frame without raw bytes. */
static bool agrees(struct zstd_state *state)
{
    const struct zstd_table *table = state->table;
    if (table == NULL || state->frame >= table->count) {
        return true;
    }
    const struct zstd_frame *next = &table->frames[state->frame + 1];
    if (!state->inside && state->raw == next->raw && state->stored == next->stored) {
        state->frame++;
        return true;
    }
    /* inside a frame all input may have been read while output is still to come */
    return state->raw <= next->raw &&
           (state->inside ? state->stored <= next->stored : state->stored < next->stored);
}

/* Decodes one step. libzstd returns 0 when a frame is complete and all of it was given. A step may
 * take input and give nothing, or give without taking, so the input has ended only when neither
 * happens with the last piece. */
static enum host_codec_status step(void *opaque, struct host_codec_io *io, tt_io_error *error)
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
    state->raw += out.pos;
    state->stored += in.pos;
    /* bytes after a wrong border have an unknown offset, so they are not given */
    if (!agrees(state)) {
        io->given.size = 0;
        tti_error_say(error, TT_ERR_COMPRESSED_DATA,
                      "the zstd data does not agree with its seek table");
        return HOST_CODEC_FAILED;
    }
    /* no frame can begin at the end of the input */
    if (!state->inside && (io->in.size > 0 || !io->last)) {
        tti_host_codec_tell(io->watch,
                            &(tt_io_access_point){.raw = state->raw, .stored = state->stored});
    }
    if (!io->last || io->in.size > 0 || out.pos > 0) {
        return HOST_CODEC_GO; /* libzstd may hold more output, even without input */
    }
    if (!state->inside) {
        return HOST_CODEC_END;
    }
    if (in.pos > 0) {
        return HOST_CODEC_GO;
    }
    tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the zstd data is cut off");
    return HOST_CODEC_FAILED;
}

static tt_io_access_point map_find(const void *map, uint64_t raw)
{
    const struct zstd_table *table = map;
    const struct zstd_frame *frame = &table->frames[table_find(table, raw)];
    return (tt_io_access_point){.raw = frame->raw, .stored = frame->stored};
}

static bool map_next(const void *map, uint64_t raw, tt_io_access_point *place)
{
    const struct zstd_table *table = map;
    size_t next = table_find(table, raw) + 1;
    while (next < table->count && table->frames[next].raw <= raw) {
        next++;
    }
    if (next < table->count) {
        *place = (tt_io_access_point){.raw = table->frames[next].raw,
                                      .stored = table->frames[next].stored};
    }
    return next < table->count;
}

static uint64_t map_widest(const void *map)
{
    const struct zstd_table *table = map;
    return table->widest;
}

/* Makes a decoder begin at a frame. libzstd notices at the first bytes if no frame begins there,
 * and `agrees` checks the access point against the table. */
static bool begin_at(void *opaque, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error)
{
    struct zstd_state *state = opaque;
    (void)before;
    (void)error;
    state->raw = place->raw;
    state->stored = place->stored;
    state->table = map;
    state->frame = map != NULL ? table_find(map, place->raw) : 0;
    return true;
}

#endif

/* map_tells is not set, because the decoder notices the end of each frame. */
const struct host_codec tti_host_codec_zstd = {
    .name = "zstd",
    .library = "libzstd",
    .magic = {0x28, 0xb5, 0x2f, 0xfd},
    .magic_size = 4,
    .probe = probe,
#ifdef TT_HAVE_ZSTD
    .version = ZSTD_versionString,
    .open = open_zstd,
    .step = step,
    .reset = reset,
    .close = close_zstd,
    .map_open = map_open,
    .map_close = free,
    .map_find = map_find,
    .map_next = map_next,
    .map_widest = map_widest,
    .begin_at = begin_at,
#endif
};
