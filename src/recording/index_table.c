/* SPDX-License-Identifier: MIT
 *
 * The two tables of an index file: its blocks, and the places where decompression can begin.
 *
 * Entries are checked once, all of them, so that later calls and their callers may rely on every
 * size and place.
 */
#include "base/mem.h"
#include "recording/index_entry.h"
#include "teetape/hash.h"

void tt_index_block_pack(tt_packer *p, const tt_index_block *block)
{
    uint8_t b[TT_INDEX_BLOCK_SIZE] = {0};
    tti_store_le64(b + TTI_BLOCK_BEGIN, block->begin);
    tti_store_le64(b + TTI_BLOCK_PLACE, block->place);
    tti_store_le32(b + TTI_BLOCK_STATE_SIZE, block->state_size);
    tti_store_le32(b + TTI_BLOCK_FACTS_SIZE, block->facts_size);
    tti_store_le64(b + TTI_BLOCK_STATE_HASH, block->state_hash);
    tti_store_le64(b + TTI_BLOCK_FACTS_HASH, block->facts_hash);
    tti_store_le64(b + TTI_BLOCK_RAW_HASH, block->raw_hash);
    tti_store_le64(b + TTI_BLOCK_FIRST_SESSION, block->first_session);
    tti_store_le32(b + TTI_BLOCK_TICK, (uint32_t)block->tick);
    tti_store_le64(b + TTI_BLOCK_KINDS, block->kinds);
    tti_store_le32(b + TTI_BLOCK_ERRORS, block->errors);
    tti_store_le32(b + TTI_BLOCK_WARNINGS, block->warnings);
    tti_store_le32(b + TTI_BLOCK_FACT_COUNT, block->fact_count);
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

static const uint8_t *block_entry(tt_bytes tables, uint32_t block)
{
    return tables.data + (size_t)block * TT_INDEX_BLOCK_SIZE;
}

tt_index_block tt_index_block_at(const tt_index_foot *foot, tt_bytes tables, uint32_t block)
{
    const uint8_t *b = block_entry(tables, block);
    tt_index_block at;
    at.begin = tti_load_le64(b + TTI_BLOCK_BEGIN);
    at.end = block + 1 < foot->blocks ? tti_load_le64(b + TT_INDEX_BLOCK_SIZE + TTI_BLOCK_BEGIN)
                                      : foot->indexed;
    at.place = tti_load_le64(b + TTI_BLOCK_PLACE);
    at.state_size = tti_load_le32(b + TTI_BLOCK_STATE_SIZE);
    at.facts_size = tti_load_le32(b + TTI_BLOCK_FACTS_SIZE);
    at.state_hash = tti_load_le64(b + TTI_BLOCK_STATE_HASH);
    at.facts_hash = tti_load_le64(b + TTI_BLOCK_FACTS_HASH);
    at.raw_hash = tti_load_le64(b + TTI_BLOCK_RAW_HASH);
    at.first_session = tti_load_le64(b + TTI_BLOCK_FIRST_SESSION);
    at.tick = tti_signed(tti_load_le32(b + TTI_BLOCK_TICK));
    at.kinds = tti_load_le64(b + TTI_BLOCK_KINDS);
    at.errors = tti_load_le32(b + TTI_BLOCK_ERRORS);
    at.warnings = tti_load_le32(b + TTI_BLOCK_WARNINGS);
    at.fact_count = tti_load_le32(b + TTI_BLOCK_FACT_COUNT);
    return at;
}

static const uint8_t *restart_entry(const tt_index_foot *foot, tt_bytes tables, uint32_t restart)
{
    return block_entry(tables, foot->blocks) + (size_t)restart * TT_INDEX_RESTART_SIZE;
}

void tt_index_restart_pack(tt_packer *p, const tt_index_restart *restart)
{
    uint8_t b[TT_INDEX_RESTART_SIZE] = {0};
    tti_store_le64(b + TTI_RESTART_RAW, restart->raw);
    tti_store_le64(b + TTI_RESTART_STORED, restart->stored);
    tti_store_le64(b + TTI_RESTART_PLACE, restart->place);
    tti_store_le64(b + TTI_RESTART_PACKED_HASH, restart->packed_hash);
    tti_store_le32(b + TTI_RESTART_PACKED_SIZE, restart->packed_size);
    tti_store_le16(b + TTI_RESTART_WINDOW_SIZE, restart->window_size);
    b[TTI_RESTART_BITS] = restart->bits;
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

tt_index_restart tt_index_restart_at(const tt_index_foot *foot, tt_bytes tables, uint32_t restart)
{
    const uint8_t *b = restart_entry(foot, tables, restart);
    tt_index_restart at;
    at.raw = tti_load_le64(b + TTI_RESTART_RAW);
    at.stored = tti_load_le64(b + TTI_RESTART_STORED);
    at.place = tti_load_le64(b + TTI_RESTART_PLACE);
    at.packed_hash = tti_load_le64(b + TTI_RESTART_PACKED_HASH);
    at.packed_size = tti_load_le32(b + TTI_RESTART_PACKED_SIZE);
    at.window_size = tti_load_le16(b + TTI_RESTART_WINDOW_SIZE);
    at.bits = b[TTI_RESTART_BITS];
    return at;
}

/* Whether [place, place + size) lies between head and tables. */
static int is_inside(const tt_index_foot *foot, uint64_t place, uint64_t size)
{
    return place >= TT_INDEX_HEAD_SIZE && place <= foot->tables && size <= foot->tables - place;
}

static int is_good_block(const tt_index_foot *foot, const tt_index_block *b)
{
    uint64_t size = (uint64_t)b->state_size + b->facts_size;
    return is_inside(foot, b->place, size) && b->state_size <= TT_RECORDING_STATE_MAX &&
           b->facts_size <= TT_INDEX_FACTS_MAX && b->begin <= b->end &&
           b->end - b->begin <= TT_INDEX_INTERVAL_MAX && b->tick >= 0 &&
           b->tick <= foot->last_tick && b->first_session <= foot->sessions &&
           b->errors <= foot->errors && b->warnings <= foot->warnings;
}

/* Blocks stand in the order of the recording. Only the last interval may be empty, when nothing
 * follows the header. */
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

static int restarts_are_good(const tt_index_foot *foot, tt_bytes tables)
{
    tt_index_restart before = {0, 0, 0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < foot->restarts; i++) {
        tt_index_restart at = tt_index_restart_at(foot, tables, i);
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

tt_status tt_index_tables_check(const tt_index_foot *foot, tt_bytes tables)
{
    if (tables.size != tt_index_tables_size(foot) ||
        tt_xxh64_of(tables.data, tables.size) != foot->tables_hash) {
        return TT_ERR_INDEX;
    }
    return blocks_are_good(foot, tables) && restarts_are_good(foot, tables) ? TT_OK : TT_ERR_INDEX;
}

int tt_index_block_is_at(const tt_index_block *block, const tt_recording *rec)
{
    int32_t tick = tt_recording_last_tick(rec);
    return tt_recording_offset(rec) == block->begin && (tick < 0 ? 0 : tick) == block->tick &&
           tt_recording_next_session(rec) == block->first_session;
}

uint32_t tt_index_find(const tt_index_foot *foot, tt_bytes tables, int32_t tick)
{
    uint32_t low = 0, high = foot->blocks; /* low is before the tick, or the first; high is not */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *b = block_entry(tables, middle);
        if (tti_signed(tti_load_le32(b + TTI_BLOCK_TICK)) < tick) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t tt_index_restart_find(const tt_index_foot *foot, tt_bytes tables, uint64_t offset)
{
    uint32_t low = 0, high = foot->restarts; /* all before low are not behind the offset */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tti_load_le64(restart_entry(foot, tables, middle) + TTI_RESTART_RAW) <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
