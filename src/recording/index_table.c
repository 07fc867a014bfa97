/* SPDX-License-Identifier: MIT
 *
 * The two tables of an index file: its blocks, and the places where decompression can begin.
 *
 * Entries are checked once, all of them, so that later calls and their callers may rely on every
 * size and place.
 *
 *     block table          80 bytes an entry: where an interval begins, and what the index has of
 * it access point table   40 bytes an entry: where a decompressor can begin
 */
#include "base/mem.h"
#include "recording/index_entry.h"
#include "teetape/hash.h"

void tt_index_block_pack(tt_packer *p, const tt_index_block *from)
{
    uint8_t b[TT_INDEX_BLOCK_SIZE] = {0};
    TTI_BLOCK_ROWS(TTI_ROW_STORE)
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

static const uint8_t *block_entry(tt_bytes tables, uint32_t block)
{
    return tables.data + (size_t)block * TT_INDEX_BLOCK_SIZE;
}

/* Its end is the begin of the next one, which is not stored twice. */
tt_index_block tt_index_block_at(const tt_index_foot *foot, tt_bytes tables, uint32_t block)
{
    const uint8_t *b = block_entry(tables, block);
    tt_index_block at, *to = &at;
    TTI_BLOCK_ROWS(TTI_ROW_LOAD)
    at.end = block + 1 < foot->blocks ? tti_load_le64(b + TT_INDEX_BLOCK_SIZE + TTI_BLOCK_BEGIN)
                                      : foot->indexed;
    return at;
}

/* The second table follows the first without a gap. */
static const uint8_t *point_entry(const tt_index_foot *foot, tt_bytes tables, uint32_t point)
{
    return block_entry(tables, foot->blocks) + (size_t)point * TT_INDEX_ACCESS_POINT_SIZE;
}

void tt_index_access_point_pack(tt_packer *p, const tt_index_access_point *from)
{
    uint8_t b[TT_INDEX_ACCESS_POINT_SIZE] = {0};
    TTI_POINT_ROWS(TTI_ROW_STORE)
    b[TTI_POINT_BITS] = from->bits; /* one byte: no row */
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

tt_index_access_point tt_index_access_point_at(const tt_index_foot *foot, tt_bytes tables,
                                               uint32_t point)
{
    const uint8_t *b = point_entry(foot, tables, point);
    tt_index_access_point at, *to = &at;
    TTI_POINT_ROWS(TTI_ROW_LOAD)
    at.bits = b[TTI_POINT_BITS];
    return at;
}

/* Whether [place, place + size) lies between head and tables. Written so that no sum can wrap. */
static int is_inside(const tt_index_foot *foot, uint64_t place, uint64_t size)
{
    return place >= TT_INDEX_HEAD_SIZE && place <= foot->tables && size <= foot->tables - place;
}

/* What a caller allocates for a state, facts and an interval is bounded by this. */
static int is_good_block(const tt_index_foot *foot, const tt_index_block *b)
{
    uint64_t size = (uint64_t)b->state_size + b->facts_size;
    return is_inside(foot, b->place, size) && b->state_size <= TT_RECORDING_STATE_MAX &&
           b->facts_size <= TT_INDEX_FACTS_MAX && b->begin <= b->end &&
           b->end - b->begin <= TT_INDEX_INTERVAL_MAX && b->tick >= 0 &&
           b->tick <= foot->last_tick && b->first_session <= foot->sessions &&
           b->errors <= foot->errors && b->warnings <= foot->warnings;
}

/* Blocks are in the order of the recording. Only the last interval may be empty, when nothing
 * follows the header. The binary search relies on it. */
static int is_in_order(const tt_index_block *a, const tt_index_block *b)
{
    return a->begin < b->begin && a->tick <= b->tick && a->first_session <= b->first_session &&
           a->errors <= b->errors && a->warnings <= b->warnings;
}

static int blocks_are_good(const tt_index_foot *foot, tt_bytes tables)
{
    tt_index_block before = tt_index_block_at(foot, tables, 0);
    /* the map of a demo is in between */
    if (before.begin < foot->header_size ||
        (foot->format == TT_FORMAT_TEEHISTORIAN && before.begin != foot->header_size) ||
        !is_good_block(foot, &before)) {
        return 0;
    }
    for (uint32_t i = 1; i < foot->blocks; i++) {
        tt_index_block block = tt_index_block_at(foot, tables, i);
        if (!is_good_block(foot, &block) || !is_in_order(&before, &block)) {
            return 0;
        }
        before = block;
    }
    return 1;
}

/* A point without a window (xz, zstd) has no place in the index that could be wrong. Both numbers
 * rise, so decompression always goes on. */
static int points_are_good(const tt_index_foot *foot, tt_bytes tables)
{
    tt_index_access_point before = {0, 0, 0, 0, 0, 0, 0}; /* not compared with the first one */
    for (uint32_t i = 0; i < foot->access_points; i++) {
        tt_index_access_point at = tt_index_access_point_at(foot, tables, i);
        if (at.raw > foot->indexed || at.stored > foot->stored || at.bits > 7 ||
            at.window_size > TT_INDEX_WINDOW_MAX || at.packed_size > TT_INDEX_PACKED_MAX ||
            (at.packed_size != 0 && !is_inside(foot, at.place, at.packed_size)) ||
            (i != 0 && (at.raw <= before.raw || at.stored <= before.stored))) {
            return 0;
        }
        before = at;
    }
    return 1;
}

/* Linear in the entries: once for an index that is opened. */
tt_status tt_index_tables_check(const tt_index_foot *foot, tt_bytes tables)
{
    if (tables.size != tt_index_tables_size(foot) ||
        tt_xxh64_of(tables.data, tables.size) != foot->tables_hash) {
        return TT_ERR_INDEX;
    }
    return blocks_are_good(foot, tables) && points_are_good(foot, tables) ? TT_OK : TT_ERR_INDEX;
}

/* A state and a table that belong to different indexes are found out by it. Before the first tick a
 * block has tick 0, and the reader -1. */
int tt_index_block_is_at(const tt_index_block *block, const tt_recording *rec)
{
    int32_t tick = tt_recording_last_tick(rec);
    return tt_recording_offset(rec) == block->begin && (tick < 0 ? 0 : tick) == block->tick &&
           tt_recording_next_session(rec) == block->first_session;
}

/* Below and not at the tick: the block's tick is that of a record before it, so records of the same
 * tick may be before the block as well. */
uint32_t tt_index_find(const tt_index_foot *foot, tt_bytes tables, int32_t tick)
{
    uint32_t low = 0, high = foot->blocks; /* low is before the tick, or the first; high is not */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *b = block_entry(tables, middle);
        if (tti_load_tick(b + TTI_BLOCK_TICK) < tick) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t tt_index_access_point_find(const tt_index_foot *foot, tt_bytes tables, uint64_t offset)
{
    uint32_t low = 0, high = foot->access_points; /* all before low are not after the offset */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tti_load_le64(point_entry(foot, tables, middle) + TTI_POINT_RAW) <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
