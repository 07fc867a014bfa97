/* SPDX-License-Identifier: MIT
 *
 * Reads tapes (docs/format/tape.md) through libzstd.
 *
 * Blocks are access points. The footer at the end of the file has their places; in a tape without a
 * usable footer the heads of the blocks are walked. The decoder compares both with each block that
 * it reads. A tape that is read from its first byte can also be compared with its SHA-256, which
 * costs as much as decoding, so only some readers ask for it (host_codec_io).
 */
#include "host/codec.h"
#include "host/error.h"
#include "host/tape.h"

#ifdef TT_HAVE_ZSTD
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "host/grow.h"
#include "wire/hash.h"

/* The access points of a tape. */
struct tape_map {
    tti_tape_head head;
    size_t count, space;
    uint64_t widest;        /* raw size of the largest block */
    tti_tape_place *places; /* the begins of `count` blocks, and the end of the last one */
};

static void map_close(void *opaque)
{
    struct tape_map *map = opaque;
    if (map != NULL) {
        free(map->places);
        free(map);
    }
}

/* Appends the begin of a block, or the end of the last one. */
static bool add_place(struct tape_map *map, uint64_t raw, uint64_t stored)
{
    tti_tape_place *places = tti_grow(map->places, &map->space, map->count + 2, sizeof *places);
    if (places == NULL) {
        return false;
    }
    map->places = places;
    map->places[map->count] = (tti_tape_place){.raw = raw, .stored = stored};
    return true;
}

static bool add_block(struct tape_map *map, uint32_t raw, uint64_t stored)
{
    const tti_tape_place at = map->places[map->count];
    map->widest = raw > map->widest ? raw : map->widest;
    map->count++;
    return add_place(map, at.raw + raw, at.stored + stored);
}

/* Takes the block table of the footer. */
static bool take_footer(struct tape_map *map, const struct host_tape_footer *footer)
{
    tt_bytes table = tti_tape_section_find(footer->directory, TTI_TAPE_SECTION_BLOCKS);
    bool good = add_place(map, 0, TTI_TAPE_HEAD_SIZE);
    for (size_t i = 0; good && i < table.size / TTI_TAPE_BLOCK_ENTRY; i++) {
        tti_tape_block block = tti_tape_block_get(table, i);
        good = add_block(map, block.raw, block.stored);
    }
    return good;
}

/* Bytes that are searched at once for the next block after a damaged one. */
#define SEARCH ((size_t)64 * 1024)

/* Finds the next head of a chunk at or after `*at`. False when there is none. */
static bool find_chunk(const struct host_codec_file *file, uint64_t *at, tt_io_error *error)
{
    uint8_t bytes[SEARCH];
    while (*at < file->size && file->size - *at >= TTI_TAPE_CHUNK_SIZE) {
        uint64_t left = file->size - *at;
        size_t size = left < SEARCH ? (size_t)left : SEARCH;
        if (!tti_host_codec_read_at(file, *at, bytes, size, error)) {
            return false;
        }
        size_t found = tti_tape_chunk_find((tt_bytes){bytes, size});
        *at += found < size ? found : size - (TTI_TAPE_CHUNK_SIZE - 1);
        if (found < size) {
            return true;
        }
    }
    return false;
}

/* Walks from head to head. A damaged head, and what cannot belong to it, is passed over. */
static bool walk(struct tape_map *map, const struct host_codec_file *file, tt_io_error *error)
{
    uint8_t bytes[TTI_TAPE_CHUNK_SIZE];
    uint64_t at = TTI_TAPE_HEAD_SIZE;
    bool good = add_place(map, 0, at);
    while (good && find_chunk(file, &at, error)) {
        tti_tape_chunk chunk;
        if (!tti_host_codec_read_at(file, at, bytes, sizeof bytes, error) ||
            tti_tape_chunk_get(&chunk, bytes) != TT_OK || chunk.type == TTI_TAPE_END) {
            break;
        }
        uint64_t next = at + sizeof bytes + chunk.size;
        if (chunk.raw_size != 0 && chunk.raw >= map->places[map->count].raw) {
            map->places[map->count] = (tti_tape_place){.raw = chunk.raw, .stored = at};
            good = add_block(map, chunk.raw_size, next - at);
        }
        at = next;
    }
    return good;
}

/* Makes the map of a file: from its footer, or from its blocks. */
static bool fill_map(struct tape_map *map, const struct host_codec_file *file, tt_io_error *error)
{
    uint8_t head[TTI_TAPE_HEAD_SIZE];
    struct host_tape_footer footer;
    tti_error_clear(error);
    if (file->size < sizeof head || !tti_host_codec_read_at(file, 0, head, sizeof head, error) ||
        tti_tape_head_get(&map->head, head) != TT_OK) {
        return false;
    }
    if (!tti_host_tape_footer_read(&footer, file, error)) {
        return error->status == TT_OK && walk(map, file, error);
    }
    bool good = take_footer(map, &footer);
    free((void *)footer.directory.data);
    return good || tt_io_error_system(error, ENOMEM, "cannot decompress a tape");
}

static void *map_open(const struct host_codec_file *file, tt_io_error *error)
{
    struct tape_map *map = calloc(1, sizeof *map);
    if (map == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot decompress a tape");
        return NULL;
    }
    if (!fill_map(map, file, error) || map->count == 0) {
        map_close(map);
        map = NULL;
        if (error->status != TT_ERR_SYSTEM) {
            tti_error_clear(error);
        }
    }
    return map;
}

/* Returns the last block that begins at or before `raw`. */
static size_t find(const struct tape_map *map, uint64_t raw)
{
    size_t low = 0, high = map->count; /* the block `low` begins at or before `raw` */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->places[middle].raw <= raw) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static tt_io_access_point point_of(const tti_tape_place *place)
{
    return (tt_io_access_point){.raw = place->raw, .stored = place->stored};
}

static tt_io_access_point map_find(const void *opaque, uint64_t raw)
{
    const struct tape_map *map = opaque;
    return point_of(&map->places[find(map, raw)]);
}

static bool map_next(const void *opaque, uint64_t raw, tt_io_access_point *place)
{
    const struct tape_map *map = opaque;
    size_t next = map->places[0].raw > raw ? 0 : find(map, raw) + 1;
    if (next < map->count) {
        *place = point_of(&map->places[next]);
    }
    return next < map->count;
}

static uint64_t map_widest(const void *opaque)
{
    const struct tape_map *map = opaque;
    return map->widest;
}

/* The state of a decoder. `rest` is what was decoded and not yet given. */
struct tape_state {
    tti_tape_decoder *decoder;
    struct host_tape_zstd zstd;
    tti_tape_coder coder;
    tt_bytes rest;
    bool is_whole; /* decoding began at the head */
    bool is_over;  /* the end chunk was read: the footer is passed over */
    tti_sha256_context sum;
};

static void start(struct tape_state *state)
{
    state->rest = (tt_bytes){NULL, 0};
    state->is_whole = true;
    state->is_over = false;
    tti_sha256_start(&state->sum);
    tti_tape_decoder_start(state->decoder, &state->coder);
}

static void close_tape(void *opaque)
{
    struct tape_state *state = opaque;
    tti_host_tape_zstd_free(&state->zstd);
    free(state->decoder);
    free(state);
}

static void *open_tape(tt_io_error *error)
{
    struct tape_state *state = calloc(1, sizeof *state);
    if (state != NULL) {
        state->decoder = malloc(tti_tape_decoder_size());
        state->coder = tti_host_tape_coder(&state->zstd);
        if (state->decoder != NULL) {
            start(state);
            return state;
        }
        free(state);
    }
    tt_io_error_system(error, ENOMEM, "cannot decompress a tape");
    return NULL;
}

static bool reset(void *opaque)
{
    start(opaque);
    return true;
}

/* Fills the error. A tape of a later version is not damaged: another program can read it. */
static enum host_codec_status fail(const tt_error *from, tt_io_error *error)
{
    if (from->status == TT_ERR_SYSTEM) {
        tt_io_error_system(error, ENOMEM, "cannot decompress a tape");
        return HOST_CODEC_FAILED;
    }
    bool is_new = from->status == TT_ERR_TAPE_NEW;
    tti_error_say(error, is_new ? TT_ERR_UNSUPPORTED : TT_ERR_COMPRESSED_DATA, "%s",
                  tt_status_text(from->status));
    error->offset = from->offset;
    return HOST_CODEC_FAILED;
}

/* Compares the sum of the recording with that of the end chunk. */
static enum host_codec_status end(struct tape_state *state, const struct host_codec_io *io,
                                  tt_io_error *error)
{
    uint8_t sum[TTI_SHA256_SIZE];
    const tti_tape_end *chunk = tti_tape_decoder_end(state->decoder);
    state->is_over = true;
    if (state->is_whole && io->sums) {
        tti_sha256_finish(&state->sum, sum);
        if (memcmp(sum, chunk->sha256, sizeof sum) != 0) {
            tti_error_say(error, TT_ERR_COMPRESSED_DATA,
                          "the recording differs from the one that was packed: SHA-256");
            return HOST_CODEC_FAILED;
        }
    }
    return HOST_CODEC_GO;
}

/* Decodes the next block. */
static enum host_codec_status next(struct tape_state *state, struct host_codec_io *io,
                                   tt_io_error *error)
{
    tt_error damage;
    switch (tti_tape_decoder_next(state->decoder, &io->in, io->last, &state->rest, &damage)) {
    case TT_OK:
        break;
    case TT_MORE:
        return HOST_CODEC_GO;
    case TT_END:
        return end(state, io, error);
    default:
        return fail(&damage, error);
    }
    if (state->is_whole && io->sums) {
        tti_sha256_add(&state->sum, state->rest.data, state->rest.size);
    }
    return HOST_CODEC_GO;
}

/* Gives the next part of a block. With the last part the end of the block is reported as an access
 * point, before the next block begins. */
static void give(struct tape_state *state, struct host_codec_io *io)
{
    size_t part = state->rest.size < io->out_size ? state->rest.size : io->out_size;
    memcpy(io->out, state->rest.data, part);
    state->rest.data += part;
    state->rest.size -= part;
    io->given = (tt_bytes){io->out, part};
    if (state->rest.size == 0) {
        tti_tape_place place = tti_tape_decoder_place(state->decoder);
        tti_host_codec_tell(io->watch,
                            &(tt_io_access_point){place.raw, place.stored, 0, {NULL, 0}});
    }
}

/* Decodes one step. The footer is not looked at. */
static enum host_codec_status step(void *opaque, struct host_codec_io *io, tt_io_error *error)
{
    struct tape_state *state = opaque;
    enum host_codec_status status = HOST_CODEC_GO;
    if (state->rest.size == 0 && !state->is_over) {
        status = next(state, io, error);
    }
    if (state->rest.size > 0) {
        give(state, io);
    } else if (state->is_over && status == HOST_CODEC_GO) {
        io->in.size = 0;
        status = io->last ? HOST_CODEC_END : HOST_CODEC_GO;
    }
    return status;
}

static bool begin_at(void *opaque, const void *opaque_map, const tt_io_access_point *place,
                     uint8_t before, tt_io_error *error)
{
    struct tape_state *state = opaque;
    const struct tape_map *map = opaque_map;
    (void)before;
    if (map == NULL) {
        return tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the tape has no table of its blocks");
    }
    start(state);
    state->is_whole = false;
    tti_tape_decoder_begin_at(state->decoder, &state->coder, &map->head, place->raw, place->stored);
    return true;
}

#endif

const struct host_codec tti_host_codec_tape = {
    .name = "tape",
    .library = "libzstd",
    .magic = {'T', 'T', 'A', 'P', 'E', '\r'},
    .magic_size = 6,
    .least = 2, /* a T alone could be that of TWDEMO */
#ifdef TT_HAVE_ZSTD
    .version = ZSTD_versionString,
    .open = open_tape,
    .step = step,
    .reset = reset,
    .close = close_tape,
    .map_open = map_open,
    .map_close = map_close,
    .map_find = map_find,
    .map_next = map_next,
    .map_widest = map_widest,
    .fails_in_block = true,
    .needs_map = true,
    .begin_at = begin_at,
#endif
};
