/* SPDX-License-Identifier: MIT
 *
 * Writes an index file from blocks and access points as they come:
 *
 *     head | state, facts, windows of its interval, game | ... | tables | foot
 *
 * The order is that of the scan: nothing is written twice and no byte is changed later, because the
 * numbers that are known last (counts, sums, offsets) are in the tables and the foot. Memory is
 * linear in the number of blocks and access points; a window is freed when it was written.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "host/error.h"
#include "host/grow.h"
#include "index/file.h"
#include "paint/error.h"
#include "recording/index_entry.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"
#include "wire/hash.h"

#ifdef TT_HAVE_ZLIB
#include <zlib.h>
#endif

void tti_index_writer_put(struct index_writer *w, tt_bytes bytes)
{
    tt_io_output_bytes(w->out, bytes);
    w->place += bytes.size;
}

bool tti_index_writer_is_good(const struct index_writer *w)
{
    return !w->no_memory && tt_io_output_error(w->out) == 0;
}

void tti_index_writer_into(struct index_writer *w, tt_io_output *out)
{
    uint8_t head[TT_INDEX_HEAD_SIZE];
    tt_packer p = tt_packer_of(head, sizeof head);
    w->out = out;
    w->is_open = true;
    tt_index_head_pack(&p);
    tti_index_writer_put(w, tt_packer_bytes(&p));
}

/* Returns true for a recording that has the name of an index and no other one: it is never
 * replaced. */
static bool is_recording(const char *path)
{
    struct stat facts;
    tt_io_error error;
    tt_io_first first = {.size = 0};
    tt_bytes piece;
    if (lstat(path, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_nlink > 1) {
        return false;
    }
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    while (in != NULL && first.size < sizeof first.bytes &&
           tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        tt_io_first_add(&first, piece);
    }
    tt_io_input_close(in);
    return tt_io_kind_reason(tt_io_first_kind(&first)) == NULL;
}

/* Opens the output with the recording's time stamp, owner and rights. archive/read.c notices a
 * change by the time stamp. */
bool tti_index_writer_open(struct index_writer *w, const char *path, const char *recording,
                           tt_io_error *error)
{
    struct stat facts;
    bool is_known = stat(recording, &facts) == 0;
    const tt_io_file_options how = {.own = true, .mode = is_known ? 0600 : 0, .format = "plain"};
    if (is_recording(path)) {
        tti_error_say(error, TT_ERR_SYSTEM, "is left unchanged: it is a recording");
        error->system = EEXIST;
        return tti_error_of(error, path);
    }
    w->file = tt_io_file_open(path, &how, error);
    if (w->file == NULL) {
        return false;
    }
    if (is_known) {
        tti_host_file_keep(w->file, recording, &facts);
    }
    tti_index_writer_into(w, tt_io_file_out(w->file));
    return true;
}

/* Grows an array, or returns it unchanged on a failure, so callers always assign the result. Counts
 * are 32 bits in the foot. */
static void *make_room(struct index_writer *w, void *array, uint32_t count, size_t *space,
                       size_t size)
{
    void *grown = count < UINT32_MAX ? tti_grow(array, space, (size_t)count + 1, size) : NULL;
    w->no_memory = w->no_memory || grown == NULL;
    return grown != NULL ? grown : array;
}

static void add_block(struct index_writer *w, const tt_index_block *block)
{
    w->blocks = make_room(w, w->blocks, w->block_count, &w->block_space, sizeof *w->blocks);
    if (!w->no_memory) {
        w->blocks[w->block_count++] = *block;
    }
}

/* Keeps the blocks of an old index. No access points are copied: only plain files grow, and they
 * have none. */
bool tti_index_writer_keep(struct index_writer *w, tt_io_index *old)
{
    const tt_index_foot *foot = tti_index_foot(old);
    for (uint32_t i = 0; i + 1 < foot->blocks; i++) {
        tt_index_block block = tti_index_block(old, i);
        add_block(w, &block);
    }
    w->place = tti_index_block(old, foot->blocks - 1).place;
    return tti_index_copy(old, TT_INDEX_HEAD_SIZE, w->place, w->out) && tti_index_writer_is_good(w);
}

/* Compresses a window fast, because a large file has one for each access point. TT_INDEX_PACKED_MAX
 * has room for incompressible windows. Without zlib or after a failure the result is 0, and the
 * window is dropped. */
static size_t pack_window(uint8_t packed[TT_INDEX_PACKED_MAX], tt_bytes window)
{
#ifdef TT_HAVE_ZLIB
    uLongf size = TT_INDEX_PACKED_MAX;
    int status = compress2(packed, &size, window.data, (uLong)window.size, Z_BEST_SPEED);
    return status == Z_OK ? (size_t)size : 0;
#else
    (void)packed, (void)window;
    return 0;
#endif
}

bool tti_index_writer_access_point(struct index_writer *w, const tt_io_access_point *point)
{
    struct tti_index_writer_access_point r = {{0}, NULL};
    if (point->raw == 0 || point->window.size > TT_INDEX_WINDOW_MAX ||
        (w->point_count != 0 && point->raw <= w->points[w->point_count - 1].at.raw)) {
        return true;
    }
    r.at.raw = point->raw;
    r.at.stored = point->stored;
    r.at.bits = point->bits;
    r.at.window_size = (uint16_t)point->window.size;
    w->points = make_room(w, w->points, w->point_count, &w->point_space, sizeof *w->points);
    if (w->no_memory) {
        return false;
    }
    if (point->window.size != 0) {
        r.packed = malloc(TT_INDEX_PACKED_MAX);
        if (r.packed == NULL) {
            w->no_memory = true;
            return false;
        }
        r.at.packed_size = (uint32_t)pack_window(r.packed, point->window);
        r.at.packed_hash = tti_xxh64_of(r.packed, r.at.packed_size);
        if (r.at.packed_size == 0) {
            free(r.packed);
            return true;
        }
    }
    w->points[w->point_count++] = r;
    return true;
}

static void put_windows(struct index_writer *w, uint64_t up_to)
{
    while (w->points_written < w->point_count && w->points[w->points_written].at.raw < up_to) {
        struct tti_index_writer_access_point *r = &w->points[w->points_written++];
        uint64_t way = r->at.raw - w->last_raw;
        w->widest = way > w->widest ? way : w->widest;
        w->last_raw = r->at.raw;
        if (r->packed != NULL) {
            r->at.place = w->place;
            tti_index_writer_put(w, (tt_bytes){r->packed, r->at.packed_size});
            free(r->packed);
            r->packed = NULL;
        }
    }
}

bool tti_index_writer_block(struct index_writer *w, const tt_index_block *block, tt_bytes state,
                            tt_bytes facts)
{
    tt_index_block placed = *block;
    placed.place = w->place;
    tti_index_writer_put(w, state);
    tti_index_writer_put(w, facts);
    add_block(w, &placed);
    put_windows(w, block->end);
    return tti_index_writer_is_good(w);
}

bool tti_index_writer_game(struct index_writer *w, tt_bytes game)
{
    w->games = make_room(w, w->games, w->block_count - 1, &w->game_space, sizeof *w->games);
    if (w->no_memory) {
        return false;
    }
    w->games[w->block_count - 1] = (struct index_game){
        .place = w->place, .hash = tt_index_hash(game), .size = (uint32_t)game.size};
    tti_index_writer_put(w, game);
    return tti_index_writer_is_good(w);
}

static void put_entry(struct index_writer *w, tti_xxh64 *sum, const tt_packer *entry)
{
    tt_bytes bytes = tt_packer_bytes(entry);
    tti_xxh64_add(sum, bytes.data, bytes.size);
    tti_index_writer_put(w, bytes);
}

/* Writes the tables, and sums them in the same pass. The larger kind of entry decides the size of
 * the buffer. */
static void put_tables(struct index_writer *w, tt_index_foot *foot)
{
    uint8_t entry[TT_INDEX_BLOCK_SIZE];
    tti_xxh64 sum;
    tti_xxh64_start(&sum);
    foot->tables = w->place;
    foot->blocks = w->block_count;
    foot->access_points = w->points_written;
    for (uint32_t i = 0; i < foot->blocks; i++) {
        tt_packer p = tt_packer_of(entry, sizeof entry);
        tt_index_block_pack(&p, &w->blocks[i]);
        put_entry(w, &sum, &p);
    }
    for (uint32_t i = 0; i < foot->access_points; i++) {
        tt_packer p = tt_packer_of(entry, sizeof entry);
        tti_index_access_point_pack(&p, &w->points[i].at);
        put_entry(w, &sum, &p);
    }
    foot->tables_hash = tti_xxh64_sum(&sum);
}

bool tti_index_writer_commit(struct index_writer *w, tt_index_foot *foot, tt_io_error *error)
{
    uint8_t bytes[TT_INDEX_FOOT_SIZE];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    put_tables(w, foot);
    tt_index_foot_pack(&p, foot);
    tti_index_writer_put(w, tt_packer_bytes(&p));
    w->is_open = false;
    if (w->no_memory) {
        tt_io_file_discard(w->file);
        return tt_io_error_system(error, ENOMEM, "cannot be written");
    }
    if (w->file == NULL) {
        int failed = tt_io_output_error(w->out);
        return failed == 0 || tt_io_error_system(error, failed, "cannot be written");
    }
    return tt_io_file_commit(w->file, error);
}

void tti_index_writer_close(struct index_writer *w)
{
    if (w->is_open) {
        tt_io_file_discard(w->file); /* nothing when the output is the caller's */
    }
    for (uint32_t i = 0; i < w->point_count; i++) {
        free(w->points[i].packed);
    }
    free(w->points);
    free(w->blocks);
    free(w->games);
}
