/* SPDX-License-Identifier: MIT
 *
 * Head and foot of an index file.
 */
#include "base/mem.h"
#include "recording/index_entry.h"
#include "recording/recording.h"
#include "teetape/hash.h"

void tt_index_head_pack(tt_packer *p)
{
    uint8_t head[TT_INDEX_HEAD_SIZE] = {0};
    tti_copy(head, TTI_INDEX_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(head + TTI_INDEX_MAGIC_SIZE, TT_INDEX_VERSION);
    tt_pack_raw(p, (tt_bytes){head, sizeof head});
}

tt_status tt_index_head_check(tt_bytes head)
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
    return tt_xxh64_of(bytes.data, bytes.size);
}

tt_status tt_index_header_check(const tt_index_foot *foot, tt_bytes first)
{
    return first.size >= foot->header_size && tt_format_of(first) == foot->format &&
                   tt_xxh64_of(first.data, (size_t)foot->header_size) == foot->header_hash
               ? TT_OK
               : TT_ERR_INDEX_OTHER;
}

void tt_index_foot_pack(tt_packer *p, const tt_index_foot *foot)
{
    uint8_t b[TT_INDEX_FOOT_SIZE] = {0};
    tti_store_le64(b + TTI_FOOT_TABLES, foot->tables);
    tti_store_le32(b + TTI_FOOT_BLOCKS, foot->blocks);
    tti_store_le32(b + TTI_FOOT_RESTARTS, foot->restarts);
    tti_store_le64(b + TTI_FOOT_TABLES_HASH, foot->tables_hash);
    tti_store_le64(b + TTI_FOOT_HEADER_SIZE, foot->header_size);
    tti_store_le64(b + TTI_FOOT_HEADER_HASH, foot->header_hash);
    tti_store_le64(b + TTI_FOOT_INDEXED, foot->indexed);
    tti_store_le64(b + TTI_FOOT_STORED, foot->stored);
    tti_store_le64(b + TTI_FOOT_SESSIONS, foot->sessions);
    tti_store_le32(b + TTI_FOOT_ERRORS, foot->errors);
    tti_store_le32(b + TTI_FOOT_WARNINGS, foot->warnings);
    tti_store_le32(b + TTI_FOOT_FIRST_TICK, (uint32_t)foot->first_tick);
    tti_store_le32(b + TTI_FOOT_LAST_TICK, (uint32_t)foot->last_tick);
    b[TTI_FOOT_CODEC] = (uint8_t)foot->codec;
    b[TTI_FOOT_ENDING] = (uint8_t)foot->ending;
    b[TTI_FOOT_FORMAT] = (uint8_t)foot->format;
    for (size_t kind = 0; kind < TT_INDEX_KINDS; kind++) {
        tti_store_le32(b + TTI_FOOT_FACTS + 4 * kind, foot->facts[kind]);
    }
    tti_copy(b + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(b + TTI_FOOT_VERSION, TT_INDEX_VERSION);
    tti_store_le64(b + TTI_FOOT_HASH, tt_xxh64_of(b, TTI_FOOT_HASH));
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

static void foot_read(tt_index_foot *foot, const uint8_t *b)
{
    foot->tables = tti_load_le64(b + TTI_FOOT_TABLES);
    foot->blocks = tti_load_le32(b + TTI_FOOT_BLOCKS);
    foot->restarts = tti_load_le32(b + TTI_FOOT_RESTARTS);
    foot->tables_hash = tti_load_le64(b + TTI_FOOT_TABLES_HASH);
    foot->header_size = tti_load_le64(b + TTI_FOOT_HEADER_SIZE);
    foot->header_hash = tti_load_le64(b + TTI_FOOT_HEADER_HASH);
    foot->indexed = tti_load_le64(b + TTI_FOOT_INDEXED);
    foot->stored = tti_load_le64(b + TTI_FOOT_STORED);
    foot->sessions = tti_load_le64(b + TTI_FOOT_SESSIONS);
    foot->errors = tti_load_le32(b + TTI_FOOT_ERRORS);
    foot->warnings = tti_load_le32(b + TTI_FOOT_WARNINGS);
    foot->first_tick = tti_signed(tti_load_le32(b + TTI_FOOT_FIRST_TICK));
    foot->last_tick = tti_signed(tti_load_le32(b + TTI_FOOT_LAST_TICK));
    foot->codec = (tt_index_codec)b[TTI_FOOT_CODEC];
    foot->ending = (tt_index_ending)b[TTI_FOOT_ENDING];
    foot->format = (tt_format)b[TTI_FOOT_FORMAT];
    for (size_t kind = 0; kind < TT_INDEX_KINDS; kind++) {
        foot->facts[kind] = tti_load_le32(b + TTI_FOOT_FACTS + 4 * kind);
    }
}

uint64_t tt_index_tables_size(const tt_index_foot *foot)
{
    return (uint64_t)foot->blocks * TT_INDEX_BLOCK_SIZE +
           (uint64_t)foot->restarts * TT_INDEX_RESTART_SIZE;
}

/* The tables fill what is left between the blocks and the foot. Every session has a fact, so that
 * memory for each of them is no more than the index has. */
static int fits(const tt_index_foot *foot, uint64_t file_size)
{
    uint64_t around = tt_index_tables_size(foot) + TT_INDEX_FOOT_SIZE;
    return file_size >= around + TT_INDEX_HEAD_SIZE && foot->tables == file_size - around &&
           foot->blocks != 0 && foot->header_size > TTI_FIRST_BYTES &&
           foot->indexed >= foot->header_size && foot->first_tick >= -1 && foot->last_tick >= 0 &&
           foot->first_tick <= foot->last_tick && foot->sessions <= foot->tables / TTI_FACT_LEAST;
}

tt_status tt_index_foot_unpack(tt_index_foot *foot, tt_bytes bytes, uint64_t file_size)
{
    const uint8_t *b = bytes.data;
    if (bytes.size != TT_INDEX_FOOT_SIZE ||
        !tti_equal(b + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE) ||
        tti_load_le32(b + TTI_FOOT_VERSION) != TT_INDEX_VERSION ||
        tti_load_le64(b + TTI_FOOT_HASH) != tt_xxh64_of(b, TTI_FOOT_HASH)) {
        return TT_ERR_INDEX;
    }
    if (b[TTI_FOOT_CODEC] >= TT_INDEX_CODECS || b[TTI_FOOT_ENDING] >= TT_INDEX_ENDINGS ||
        b[TTI_FOOT_FORMAT] == TT_FORMAT_UNKNOWN || b[TTI_FOOT_FORMAT] >= TT_FORMATS) {
        return TT_ERR_INDEX;
    }
    foot_read(foot, b);
    return fits(foot, file_size) ? TT_OK : TT_ERR_INDEX;
}
