/* SPDX-License-Identifier: MIT
 *
 * Reads Zstandard frames through libzstd: one or many in a row, skippable frames among
 * them (RFC 8878, section 3.1).
 *
 * Frames are places to begin at. Their borders are known from a seek table at the end of the file
 * (zstd_table.h), or are met while the file is read. A table is a claim of the file: what the
 * frames turn out to be is compared with it.
 */
#include "host/codec.h"

#ifdef TT_HAVE_ZSTD
#include <errno.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "host/zstd_table.h"
#endif

/* A skippable frame may come before the first frame of data, and alone it is a file of ours that
 * has no bytes. */
static bool probe(tt_bytes first)
{
    static const uint8_t frame[4] = {0x28, 0xb5, 0x2f, 0xfd};
    static const uint8_t skippable[3] = {0x2a, 0x4d, 0x18};
    if (tti_host_codec_begins(first, frame, sizeof(frame))) {
        return true;
    }
    /* 0x184D2A50 to 0x184D2A5F, low byte first. The first byte alone would be a letter, perhaps
     * that of a demo which was cut. */
    const tt_bytes rest = {first.data + 1, first.size - 1};
    return (first.data[0] & 0xf0) == 0x50 && first.size >= 4 &&
           tti_host_codec_begins(rest, skippable, sizeof(skippable));
}

#ifdef TT_HAVE_ZSTD

/* `raw` and `stored` are counted here: libzstd knows one frame at a time. */
struct zstd_state {
    ZSTD_DStream *stream;                /* the same object for all frames of a file */
    bool inside;                         /* a frame has begun and is not over */
    uint64_t raw, stored;                /* where the next byte of each kind belongs */
    const struct host_zstd_table *table; /* begun in the middle by it: NULL if not */
    size_t frame;                        /* of the table */
};

static void close_zstd(void *opaque)
{
    struct zstd_state *state = opaque;
    ZSTD_freeDStream(state->stream);
    free(state);
}

/* The limit of the window keeps a small file from asking for gigabytes of memory. */
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

/* The window's memory, most of what opening costs, and the parameters remain. */
static bool reset(void *opaque)
{
    struct zstd_state *state = opaque;
    *state = (struct zstd_state){.stream = state->stream};
    return !ZSTD_isError(ZSTD_DCtx_reset(state->stream, ZSTD_reset_session_only));
}

/* A window beyond the limit, a dictionary and later features are not damage: another program may
 * read the file. */
static void explain(size_t code, tt_io_error *error)
{
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        tt_io_error_say(error, TT_ERR_UNSUPPORTED,
                        "the zstd window is larger than the limit of %d MiB",
                        1 << (HOST_CODEC_ZSTD_WINDOW_LOG - 20));
        break;
    case ZSTD_error_dictionary_wrong:
        tt_io_error_say(error, TT_ERR_UNSUPPORTED, "the zstd data needs a dictionary");
        break;
    case ZSTD_error_frameParameter_unsupported:
    case ZSTD_error_version_unsupported:
        tt_io_error_say(error, TT_ERR_UNSUPPORTED, "the zstd data uses an unknown feature");
        break;
    case ZSTD_error_memory_allocation:
        tt_io_error_system(error, ENOMEM, "cannot decompress zstd");
        break;
    case ZSTD_error_prefix_unknown:
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "bytes after the zstd data are not zstd");
        break;
    default:
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "the zstd data is corrupt");
        break;
    }
}

/* Compares the frames with the table that led here. At a border of frames both sums have to be
 * those of the table, and inside of a frame neither may go past them. A step ends at the end of a
 * frame at the latest. An entry may cover several frames; the table itself is a frame without raw
 * bytes. */
static bool agrees(struct zstd_state *state)
{
    const struct host_zstd_table *table = state->table;
    if (table == NULL || state->frame >= table->count) {
        return true;
    }
    const struct host_zstd_frame *next = &table->frames[state->frame + 1];
    if (!state->inside && state->raw == next->raw && state->stored == next->stored) {
        state->frame++;
        return true;
    }
    /* Inside of a frame everything may have been read and not yet given. */
    return state->raw <= next->raw &&
           (state->inside ? state->stored <= next->stored : state->stored < next->stored);
}

/* No frame can begin at the end of the input. */
static void tell(const struct zstd_state *state, struct host_codec_io *io)
{
    const tt_io_access_point place = {.raw = state->raw, .stored = state->stored};
    if (io->in.size > 0 || !io->last) {
        tti_host_codec_tell(io->watch, &place);
    }
}

/* libzstd gives 0 when a frame is complete and all of it was given. It may take input and give
 * nothing, or give without taking, so the end is only when neither happens with the last piece. */
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
    /* Bytes after a wrong border are of unknown offset: they are not given. */
    if (!agrees(state)) {
        io->given.size = 0;
        tt_io_error_say(error, TT_ERR_COMPRESSED_DATA,
                        "the zstd data does not agree with its seek table");
        return HOST_CODEC_FAILED;
    }
    if (!state->inside) {
        tell(state, io);
    }
    if (!io->last || io->in.size > 0 || out.pos > 0) {
        return HOST_CODEC_GO; /* more may be waiting inside, even without input */
    }
    if (!state->inside) {
        return HOST_CODEC_END;
    }
    if (in.pos > 0) {
        return HOST_CODEC_GO;
    }
    tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "the zstd data is cut off");
    return HOST_CODEC_FAILED;
}

static void *map_open(const struct host_codec_file *file, tt_io_error *error)
{
    return tti_host_zstd_table_read(file, error);
}

/* A frame depends on nothing before it. */
static tt_io_access_point place_of(const struct host_zstd_frame *frame)
{
    const tt_io_access_point place = {.raw = frame->raw, .stored = frame->stored};
    return place;
}

static tt_io_access_point map_find(const void *map, uint64_t raw)
{
    const struct host_zstd_table *table = map;
    return place_of(&table->frames[tti_host_zstd_table_find(table, raw)]);
}

static bool map_next(const void *map, uint64_t raw, tt_io_access_point *place)
{
    const struct host_zstd_table *table = map;
    size_t next = tti_host_zstd_table_find(table, raw) + 1;
    while (next < table->count && table->frames[next].raw <= raw) {
        next++; /* empty ones */
    }
    if (next < table->count) {
        *place = place_of(&table->frames[next]);
    }
    return next < table->count;
}

static uint64_t map_widest(const void *map)
{
    const struct host_zstd_table *table = map;
    return table->widest;
}

/* libzstd says at the first bytes if a frame begins here, and `agrees` if a place from a table is
 * the right one. */
static bool begin_at(void *opaque, const void *map, const tt_io_access_point *place, uint8_t before,
                     tt_io_error *error)
{
    struct zstd_state *state = opaque;
    (void)before;
    (void)error;
    state->raw = place->raw;
    state->stored = place->stored;
    state->table = map;
    state->frame = map != NULL ? tti_host_zstd_table_find(map, place->raw) : 0;
    return true;
}

#endif

/* Without map_tells, as the end of each frame is noticed. */
const struct host_codec tti_host_codec_zstd = {
    .name = "zstd",
    .library = "libzstd",
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
