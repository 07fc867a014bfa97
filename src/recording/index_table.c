/* SPDX-License-Identifier: MIT
 *
 * Packs and checks head, foot and tables of an index file. The tables list its blocks and the
 * access points of the compression.
 *
 * The foot is read first: it is at the end of the file and has the offsets of the tables. All
 * entries are checked once, so that callers may rely on every size and offset. An index with a
 * wrong sum or number is refused as a whole, and the recording is then read without it, with the
 * same result.
 *
 *     block table          80 bytes an entry: where an interval begins, and what the index has of
 *
 * it access point table   40 bytes an entry: where a decompressor can begin
 */
#include "base/mem.h"
#include "recording/index_entry.h"
#include "recording/recording.h"
#include "wire/hash.h"

void tt_index_head_pack(tt_packer *p)
{
    uint8_t head[TT_INDEX_HEAD_SIZE] = {0};
    tti_copy(head, TTI_INDEX_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(head + TTI_INDEX_MAGIC_SIZE, TT_INDEX_VERSION);
    tt_pack_raw(p, (tt_bytes){head, sizeof head});
}

/* Checks the head of an index. A whole file begins with one of these heads. The head of an older
 * version has its own status, so that a user reads that the recording needs a new index. */
tt_status tti_index_head_check(tt_bytes head)
{
    uint8_t want[TT_INDEX_HEAD_SIZE];
    tt_packer p = tt_packer_of(want, sizeof want);
    tt_index_head_pack(&p);
    if (tt_bytes_equal(head, tt_packer_bytes(&p))) {
        return TT_OK;
    }
    if (head.size != sizeof want || !tti_equal(head.data, TTI_INDEX_MAGIC, TTI_INDEX_MAGIC_SIZE)) {
        return TT_ERR_INDEX;
    }
    uint32_t version = tti_load_le32(head.data + TTI_INDEX_MAGIC_SIZE);
    return version > 0 && version < TT_INDEX_VERSION ? TT_ERR_INDEX_OLD : TT_ERR_INDEX;
}

uint64_t tt_index_hash(tt_bytes bytes)
{
    return tti_xxh64_of(bytes.data, bytes.size);
}

tt_status tt_index_header_check(const tt_index_foot *foot, tt_bytes first)
{
    return first.size >= foot->header_size && tti_format_told(first) == foot->format &&
                   tti_xxh64_of(first.data, (size_t)foot->header_size) == foot->header_hash
               ? TT_OK
               : TT_ERR_INDEX_OTHER;
}

void tt_index_foot_pack(tt_packer *p, const tt_index_foot *from)
{
    uint8_t b[TT_INDEX_FOOT_SIZE] = {0};
    TTI_FOOT_ROWS(TTI_ROW_STORE)
    b[TTI_FOOT_CODEC] = (uint8_t)from->codec;
    b[TTI_FOOT_ENDING] = (uint8_t)from->ending;
    b[TTI_FOOT_FORMAT] = (uint8_t)from->format;
    b[TTI_FOOT_PARTS] = from->has_games;
    for (size_t kind = 0; kind < TT_INDEX_KINDS; kind++) {
        tti_store_le32(b + TTI_FOOT_FACTS + 4 * kind, from->facts[kind]);
    }
    tti_copy(b + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(b + TTI_FOOT_VERSION, TT_INDEX_VERSION);
    tti_store_le64(b + TTI_FOOT_HASH, tti_xxh64_of(b, TTI_FOOT_HASH));
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

uint64_t tt_index_tables_size(const tt_index_foot *foot)
{
    return (uint64_t)foot->blocks * TT_INDEX_BLOCK_SIZE +
           (uint64_t)foot->access_points * TT_INDEX_ACCESS_POINT_SIZE;
}

/* Returns true when the tables fit into the file. The tables must fill the space between blocks and
 * foot. Every session has a fact, which limits the memory for sessions. Sums of products of 32-bit
 * numbers fit into 64 bits. */
static bool fits_file(const tt_index_foot *foot, uint64_t file_size)
{
    uint64_t around = tt_index_tables_size(foot) + TT_INDEX_FOOT_SIZE;
    return file_size >= around + TT_INDEX_HEAD_SIZE && foot->tables == file_size - around &&
           foot->blocks != 0 && foot->header_size > TT_FORMAT_FIRST &&
           foot->indexed >= foot->header_size && foot->first_tick >= -1 && foot->last_tick >= 0 &&
           foot->first_tick <= foot->last_tick && foot->sessions <= foot->tables / TTI_FACT_LEAST;
}

/* Unpacks a foot. A right sum does not prove who made the file, so numbers are also compared with
 * the file's size. */
tt_status tt_index_foot_unpack(tt_index_foot *to, tt_bytes bytes, uint64_t file_size)
{
    const uint8_t *b = bytes.data;
    if (bytes.size != TT_INDEX_FOOT_SIZE ||
        !tti_equal(b + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE) ||
        tti_load_le32(b + TTI_FOOT_VERSION) != TT_INDEX_VERSION ||
        tti_load_le64(b + TTI_FOOT_HASH) != tti_xxh64_of(b, TTI_FOOT_HASH)) {
        return TT_ERR_INDEX;
    }
    if (b[TTI_FOOT_CODEC] >= TT_INDEX_CODECS || b[TTI_FOOT_ENDING] >= TT_INDEX_ENDINGS ||
        b[TTI_FOOT_FORMAT] == TT_FORMAT_UNKNOWN || b[TTI_FOOT_FORMAT] >= TT_FORMATS) {
        return TT_ERR_INDEX;
    }
    TTI_FOOT_ROWS(TTI_ROW_LOAD)
    to->codec = (tt_index_codec)b[TTI_FOOT_CODEC];
    to->ending = (tt_index_ending)b[TTI_FOOT_ENDING];
    to->format = (tt_format)b[TTI_FOOT_FORMAT];
    to->has_games = (b[TTI_FOOT_PARTS] & 1) != 0;
    for (size_t kind = 0; kind < TT_INDEX_KINDS; kind++) {
        to->facts[kind] = tti_load_le32(b + TTI_FOOT_FACTS + 4 * kind);
    }
    return fits_file(to, file_size) ? TT_OK : TT_ERR_INDEX;
}

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

/* Returns a block of the tables. The end of a block is not stored: it is the begin of the next
 * block. */
tt_index_block tt_index_block_at(const tt_index_foot *foot, tt_bytes tables, uint32_t block)
{
    const uint8_t *b = block_entry(tables, block);
    tt_index_block at, *to = &at;
    TTI_BLOCK_ROWS(TTI_ROW_LOAD)
    at.end = block + 1 < foot->blocks ? tti_load_le64(b + TT_INDEX_BLOCK_SIZE + TTI_BLOCK_BEGIN)
                                      : foot->indexed;
    return at;
}

static const uint8_t *point_entry(const tt_index_foot *foot, tt_bytes tables, uint32_t point)
{
    return block_entry(tables, foot->blocks) + (size_t)point * TT_INDEX_ACCESS_POINT_SIZE;
}

void tti_index_access_point_pack(tt_packer *p, const tt_index_access_point *from)
{
    uint8_t b[TT_INDEX_ACCESS_POINT_SIZE] = {0};
    TTI_POINT_ROWS(TTI_ROW_STORE)
    b[TTI_POINT_BITS] = from->bits; /* bits has one byte and so no row */
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

tt_index_access_point tti_index_access_point_at(const tt_index_foot *foot, tt_bytes tables,
                                                uint32_t point)
{
    const uint8_t *b = point_entry(foot, tables, point);
    tt_index_access_point at, *to = &at;
    TTI_POINT_ROWS(TTI_ROW_LOAD)
    at.bits = b[TTI_POINT_BITS];
    return at;
}

/* Returns true when [place, place + size) is between head and tables. No sum can wrap. */
static bool is_between_tables(const tt_index_foot *foot, uint64_t place, uint64_t size)
{
    return place >= TT_INDEX_HEAD_SIZE && place <= foot->tables && size <= foot->tables - place;
}

/* Limits the memory that a caller allocates for a state, facts and an interval. */
static bool is_good_block(const tt_index_foot *foot, const tt_index_block *b)
{
    uint64_t size = (uint64_t)b->state_size + b->facts_size;
    return is_between_tables(foot, b->place, size) && b->state_size <= TT_RECORDING_STATE_MAX &&
           b->facts_size <= TT_INDEX_FACTS_MAX && b->begin <= b->end &&
           b->end - b->begin <= TT_INDEX_INTERVAL_MAX && b->tick >= 0 &&
           b->tick <= foot->last_tick && b->first_session <= foot->sessions &&
           b->errors <= foot->errors && b->warnings <= foot->warnings;
}

/* Requires ascending offsets, which the binary search needs. Only the last interval may be empty,
 * without a record after the header. */
static bool is_in_order(const tt_index_block *a, const tt_index_block *b)
{
    return a->begin < b->begin && a->tick <= b->tick && a->first_session <= b->first_session &&
           a->errors <= b->errors && a->warnings <= b->warnings;
}

static bool blocks_are_good(const tt_index_foot *foot, tt_bytes tables)
{
    tt_index_block before = tt_index_block_at(foot, tables, 0);
    if (before.begin < foot->header_size ||
        (foot->format == TT_FORMAT_TEEHISTORIAN && before.begin != foot->header_size) ||
        !is_good_block(foot, &before)) {
        return false;
    }
    for (uint32_t i = 1; i < foot->blocks; i++) {
        tt_index_block block = tt_index_block_at(foot, tables, i);
        if (!is_good_block(foot, &block) || !is_in_order(&before, &block)) {
            return false;
        }
        before = block;
    }
    return true;
}

/* Points of xz and zstd have no window. Both offsets must be in ascending order, so that
 * decompression always progresses. */
static bool points_are_good(const tt_index_foot *foot, tt_bytes tables)
{
    tt_index_access_point before = {
        0, 0, 0, 0, 0, 0, 0}; /* an entry before the first point, so that every real one is later */
    for (uint32_t i = 0; i < foot->access_points; i++) {
        tt_index_access_point at = tti_index_access_point_at(foot, tables, i);
        if (at.raw > foot->indexed || at.stored > foot->stored || at.bits > 7 ||
            at.window_size > TT_INDEX_WINDOW_MAX || at.packed_size > TT_INDEX_PACKED_MAX ||
            (at.packed_size != 0 && !is_between_tables(foot, at.place, at.packed_size)) ||
            (i != 0 && (at.raw <= before.raw || at.stored <= before.stored))) {
            return false;
        }
        before = at;
    }
    return true;
}

tt_status tt_index_tables_check(const tt_index_foot *foot, tt_bytes tables)
{
    if (tables.size != tt_index_tables_size(foot) ||
        tti_xxh64_of(tables.data, tables.size) != foot->tables_hash) {
        return TT_ERR_INDEX;
    }
    return blocks_are_good(foot, tables) && points_are_good(foot, tables) ? TT_OK : TT_ERR_INDEX;
}

/* Returns true when the reader has the state of this block, and not of another index. Before the
 * first tick a block has tick 0 and the reader tick -1. */
bool tt_index_block_is_at(const tt_index_block *block, const tt_recording *rec)
{
    tt_recording_view view = tt_recording_look(rec);
    int32_t tick = view.last_tick;
    return view.offset == block->begin && (tick < 0 ? 0 : tick) == block->tick &&
           tt_recording_sessions(rec).next == block->first_session;
}

/* Finds the last block before a tick. A block must be strictly before the tick, because its tick is
 * that of a record before the block. */
uint32_t tt_index_find(const tt_index_foot *foot, tt_bytes tables, int32_t tick)
{
    /* the block `low` is before the tick, or is the first one */
    uint32_t low = 0, high = foot->blocks;
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

uint32_t tti_index_access_point_find(const tt_index_foot *foot, tt_bytes tables, uint64_t offset)
{
    /* all points below `low` are at or before the offset */
    uint32_t low = 0, high = foot->access_points;
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
