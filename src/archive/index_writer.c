/* SPDX-License-Identifier: MIT
 *
 * Writes index files.
 */
#include "host/posix.h"

#include "archive/index_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "archive/index_window.h"
#include "teetape/hash.h"

static void put(struct index_writer *w, tt_bytes bytes)
{
    host_output_bytes(&w->file.out, bytes);
    w->place += bytes.size;
}

bool index_writer_is_good(const struct index_writer *w)
{
    return !w->no_memory && host_output_error(&w->file.out) == 0;
}

bool index_writer_open(struct index_writer *w, const char *path, const char *recording,
                       struct host_error *error)
{
    struct stat facts;
    uint8_t head[TT_INDEX_HEAD_SIZE];
    tt_packer p = tt_packer_of(head, sizeof head);
    if (!host_file_output_open_own(&w->file, path, error)) {
        return false;
    }
    if (stat(recording, &facts) == 0) {
        host_file_output_keep(&w->file, &facts);
    }
    w->is_open = true;
    tt_index_head_pack(&p);
    put(w, tt_packer_bytes(&p));
    return true;
}

/* A place for one more element. */
static void *make_room(struct index_writer *w, void *array, uint32_t count, uint32_t *space,
                       size_t size)
{
    if (count < *space) {
        return array;
    }
    uint32_t more = *space * 2 + 64;
    void *grown = more > *space ? realloc(array, more * size) : NULL;
    if (grown == NULL) {
        w->no_memory = true;
        return array;
    }
    *space = more;
    return grown;
}

static void add_block(struct index_writer *w, const tt_index_block *block)
{
    w->blocks = make_room(w, w->blocks, w->block_count, &w->block_space, sizeof *w->blocks);
    if (!w->no_memory) {
        w->blocks[w->block_count++] = *block;
    }
}

/* Only plain files grow, and they have no restarts. */
bool index_writer_keep(struct index_writer *w, struct archive_index *old)
{
    const tt_index_foot *foot = archive_index_foot(old);
    for (uint32_t i = 0; i + 1 < foot->blocks; i++) {
        tt_index_block block = archive_index_block(old, i);
        add_block(w, &block);
    }
    /* The places in it stay right, since it is copied from its first byte on. */
    w->place = archive_index_block(old, foot->blocks - 1).place;
    return archive_index_copy(old, TT_INDEX_HEAD_SIZE, w->place, &w->file.out) &&
           index_writer_is_good(w);
}

bool index_writer_restart(struct index_writer *w, const struct host_restart *restart)
{
    struct index_writer_restart r = {{0}, NULL};
    if (restart->raw == 0 || restart->window.size > TT_INDEX_WINDOW_MAX ||
        (w->restart_count != 0 && restart->raw <= w->restarts[w->restart_count - 1].at.raw)) {
        return true; /* of no use */
    }
    r.at.raw = restart->raw;
    r.at.stored = restart->stored;
    r.at.bits = restart->bits;
    r.at.window_size = (uint16_t)restart->window.size;
    w->restarts =
        make_room(w, w->restarts, w->restart_count, &w->restart_space, sizeof *w->restarts);
    if (w->no_memory) {
        return false;
    }
    if (restart->window.size != 0) {
        r.packed = malloc(TT_INDEX_PACKED_MAX);
        if (r.packed == NULL) {
            w->no_memory = true;
            return false;
        }
        r.at.packed_size = (uint32_t)index_window_pack(r.packed, restart->window);
        r.at.packed_hash = tt_xxh64_of(r.packed, r.at.packed_size);
        if (r.at.packed_size == 0) {
            free(r.packed);
            return true;
        }
    }
    w->restarts[w->restart_count++] = r;
    return true;
}

/* Windows stand behind the block in whose interval they are. */
static void put_windows(struct index_writer *w, uint64_t up_to)
{
    while (w->restarts_written < w->restart_count &&
           w->restarts[w->restarts_written].at.raw < up_to) {
        struct index_writer_restart *r = &w->restarts[w->restarts_written++];
        if (r->packed != NULL) {
            r->at.place = w->place;
            put(w, (tt_bytes){r->packed, r->at.packed_size});
            free(r->packed);
            r->packed = NULL;
        }
    }
}

bool index_writer_block(struct index_writer *w, const tt_index_block *block, tt_bytes state,
                        tt_bytes facts)
{
    tt_index_block placed = *block;
    placed.place = w->place;
    put(w, state);
    put(w, facts);
    add_block(w, &placed);
    put_windows(w, block->end);
    return index_writer_is_good(w);
}

/* Writes an entry of a table and adds it to the sum. */
static void put_entry(struct index_writer *w, tt_xxh64 *sum, const tt_packer *entry)
{
    tt_bytes bytes = tt_packer_bytes(entry);
    tt_xxh64_add(sum, bytes.data, bytes.size);
    put(w, bytes);
}

static void put_tables(struct index_writer *w, tt_index_foot *foot)
{
    uint8_t entry[TT_INDEX_BLOCK_SIZE];
    tt_xxh64 sum;
    tt_xxh64_start(&sum);
    foot->tables = w->place;
    foot->blocks = w->block_count;
    foot->restarts = w->restarts_written; /* at the end they are of no use */
    for (uint32_t i = 0; i < foot->blocks; i++) {
        tt_packer p = tt_packer_of(entry, sizeof entry);
        tt_index_block_pack(&p, &w->blocks[i]);
        put_entry(w, &sum, &p);
    }
    for (uint32_t i = 0; i < foot->restarts; i++) {
        tt_packer p = tt_packer_of(entry, sizeof entry);
        tt_index_restart_pack(&p, &w->restarts[i].at);
        put_entry(w, &sum, &p);
    }
    foot->tables_hash = tt_xxh64_sum(&sum);
}

bool index_writer_commit(struct index_writer *w, tt_index_foot *foot, struct host_error *error)
{
    uint8_t bytes[TT_INDEX_FOOT_SIZE];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    put_tables(w, foot);
    tt_index_foot_pack(&p, foot);
    put(w, tt_packer_bytes(&p));
    w->is_open = false;
    if (w->no_memory) {
        host_file_output_discard(&w->file);
        host_error_system(error, ENOMEM, "cannot be written");
        return false;
    }
    return host_file_output_commit(&w->file, error);
}

void index_writer_close(struct index_writer *w)
{
    if (w->is_open) {
        host_file_output_discard(&w->file);
    }
    for (uint32_t i = 0; i < w->restart_count; i++) {
        free(w->restarts[i].packed);
    }
    free(w->restarts);
    free(w->blocks);
}
