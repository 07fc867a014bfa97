/* SPDX-License-Identifier: MIT
 *
 * Fuzzes the reader of index files: the input is a whole one. Its sums, magics and the place of the
 * tables are set right, so that everything after them is reached; the sums alone are tested with
 * plain unit tests. Whatever passes the checks must keep to the limits, and no state may do harm.
 *
 * The seeds are indexes that `teetape index` makes of tests/recordings; tests/cli/index.sh
 * compares.
 */
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "recording/index_entry.h"

#include "base/mem.h"
#include "demo/parts.h"
#include "recording/recording.h"

static const char json[] = "{\"version\":\"2\"}";

/* Everything but the numbers that are under test. */
static void set_right(uint8_t *file, size_t size)
{
    tt_packer head = tt_packer_of(file, TT_INDEX_HEAD_SIZE);
    uint8_t *foot = file + size - TT_INDEX_FOOT_SIZE;
    uint64_t blocks = tti_load_le32(foot + TTI_FOOT_BLOCKS);
    uint64_t points = tti_load_le32(foot + TTI_FOOT_ACCESS_POINTS);
    uint64_t tables = blocks * TT_INDEX_BLOCK_SIZE + points * TT_INDEX_ACCESS_POINT_SIZE;
    tt_index_head_pack(&head);
    memcpy(foot + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(foot + TTI_FOOT_VERSION, TT_INDEX_VERSION);
    if (tables <= size - TT_INDEX_HEAD_SIZE - TT_INDEX_FOOT_SIZE) {
        tt_bytes bytes = {foot - tables, (size_t)tables};
        tti_store_le64(foot + TTI_FOOT_TABLES, size - TT_INDEX_FOOT_SIZE - tables);
        tti_store_le64(foot + TTI_FOOT_TABLES_HASH, tt_index_hash(bytes));
    }
    tti_store_le64(foot + TTI_FOOT_HASH, tt_index_hash((tt_bytes){foot, TTI_FOOT_HASH}));
}

/* A recording of the format that the foot names: its header, and the first records or chunks. */
static tt_bytes recording_of(tt_format format, tt_bytes *more)
{
    static const uint8_t records[] = {0x00, 0x01, 0x01, 0x41, 0x00, 0x47, 0x00, 0x01, 0x00, 0x40};
    static const uint8_t chunks[] = {0xc0, 0x00, 0x00, 0x10, 0x00, 0x81, 0x82, 0x41, 0x00, 0x61};
    static uint8_t first[TT_DEMO_HEADER_MAX + sizeof json];
    size_t magic = sizeof tt_th_magic.bytes;
    if (format == TT_FORMAT_DEMO) {
        tt_demo_header header = {.version = 6, .has_sha256 = 1};
        memcpy(header.net_version, TT_NET_VERSION_6, sizeof TT_NET_VERSION_6);
        memcpy(header.type, "client", sizeof "client");
        *more = (tt_bytes){chunks, sizeof chunks};
        return (tt_bytes){first, tti_demo_header_write(first, &header)};
    }
    memcpy(first, tt_th_magic.bytes, magic);
    memcpy(first + magic, json, sizeof json);
    *more = (tt_bytes){records, sizeof records};
    return (tt_bytes){first, magic + sizeof json};
}

/* A state of the file's making: resumed, packed, and resumed again, which has one form alone; then
 * a few records are read. */
static void use_state(const tt_index_foot *foot, tt_bytes state)
{
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static uint8_t packed[TT_RECORDING_STATE_MAX], again[TT_RECORDING_STATE_MAX];
    static tt_recording rec;
    tt_bytes more, header = recording_of(foot->format, &more);
    tt_item item;
    tt_packer p = tt_packer_of(packed, sizeof packed);
    tt_status status = tt_recording_resume(&rec, scratch, sizeof scratch, header, state);
    if (status != TT_OK) {
        MUST(status == TT_ERR_STATE);
        return;
    }
    tt_recording_pack(&p, &rec);
    MUST(p.status == TT_OK);
    tt_packer q = tt_packer_of(again, sizeof again);
    MUST(tt_recording_resume(&rec, scratch, sizeof scratch, header, tt_packer_bytes(&p)) == TT_OK);
    tt_recording_pack(&q, &rec);
    MUST(tt_bytes_equal(tt_packer_bytes(&q), tt_packer_bytes(&p)));
    tt_recording_recover(&rec, 1);
    tt_recording_want(&rec, TT_WANT_FACTS, TT_FACTS_ALL);
    tt_recording_feed(&rec, more.data, more.size);
    while (tt_recording_next(&rec, &item) == TT_OK) {
        MUST(item.fact == NULL || item.fact->session == TT_SESSION_NONE ||
             item.fact->session < tt_recording_sessions(&rec).next);
    }
}

static void use_facts(const tt_index_foot *foot, const tt_index_block *block, tt_bytes facts)
{
    tt_fact fact, other;
    tt_status status;
    tt_unpacker u = tt_unpacker_of(facts.data, facts.size);
    while ((status = tt_index_fact_next(&u, foot, block, &fact)) == TT_OK) {
        uint8_t again[TT_INDEX_FACT_MAX];
        tt_packer p = tt_packer_of(again, sizeof again);
        MUST(tt_fact_type(fact.kind) != NULL);
        MUST(fact.cid >= -1 && fact.cid < TT_CIDS);
        MUST(fact.offset <= block->end);
        MUST(fact.session == TT_SESSION_NONE || fact.session < foot->sessions);
        tt_index_fact_pack(&p, &fact);
        MUST(p.status == TT_OK);
        tt_unpacker v = tt_unpacker_of(again, tt_packer_bytes(&p).size);
        MUST(tt_index_fact_next(&v, foot, block, &other) == TT_OK && other.kind == fact.kind);
    }
    MUST(status == TT_END || status == TT_ERR_INDEX);
}

static void use_block(const tt_index_foot *foot, const uint8_t *file, const tt_index_block *block)
{
    MUST(block->begin <= block->end && block->end <= foot->indexed);
    MUST(block->end - block->begin <= TT_INDEX_INTERVAL_MAX);
    MUST(block->place >= TT_INDEX_HEAD_SIZE && block->place <= foot->tables);
    MUST((uint64_t)block->state_size + block->facts_size <= foot->tables - block->place);
    MUST(block->state_size <= TT_RECORDING_STATE_MAX && block->facts_size <= TT_INDEX_FACTS_MAX);
    use_state(foot, (tt_bytes){file + block->place, block->state_size});
    use_facts(foot, block, (tt_bytes){file + block->place + block->state_size, block->facts_size});
}

static void use_tables(const tt_index_foot *foot, const uint8_t *file, tt_bytes tables)
{
    for (uint32_t i = 0; i < foot->blocks; i++) {
        tt_index_block block = tt_index_block_at(foot, tables, i);
        use_block(foot, file, &block);
        uint32_t found = tt_index_find(foot, tables, block.tick);
        MUST(found == 0 || tt_index_block_at(foot, tables, found).tick < block.tick);
        MUST(found + 1 >= foot->blocks ||
             tt_index_block_at(foot, tables, found + 1).tick >= block.tick);
    }
    for (uint32_t i = 0; i < foot->access_points; i++) {
        tt_index_access_point point = tti_index_access_point_at(foot, tables, i);
        MUST(point.packed_size <= TT_INDEX_PACKED_MAX);
        MUST(point.packed_size == 0 ||
             (point.place <= foot->tables && point.packed_size <= foot->tables - point.place));
        MUST(tti_index_access_point_find(foot, tables, point.raw) == i + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_index_foot foot;
    if (size < TT_INDEX_HEAD_SIZE + TT_INDEX_FOOT_SIZE) {
        return 0;
    }
    uint8_t *file = malloc(size);
    if (file == NULL) {
        return 0;
    }
    memcpy(file, data, size);
    set_right(file, size);
    MUST(tti_index_head_check((tt_bytes){file, TT_INDEX_HEAD_SIZE}) == TT_OK);
    tt_bytes bytes = {file + size - TT_INDEX_FOOT_SIZE, TT_INDEX_FOOT_SIZE};
    if (tt_index_foot_unpack(&foot, bytes, size) == TT_OK) {
        tt_bytes tables = {file + foot.tables, (size_t)tt_index_tables_size(&foot)};
        if (tt_index_tables_check(&foot, tables) == TT_OK) {
            use_tables(&foot, file, tables);
        }
    }
    free(file);
    return 0;
}
