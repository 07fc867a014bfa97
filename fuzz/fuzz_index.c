/* SPDX-License-Identifier: MIT
 *
 * Fuzzes the reader of index files: the input is a whole one. Its sums, magics and the place of the
 * tables are set right, so that everything behind them is reached; the sums alone are tested with
 * plain unit tests. Whatever passes the checks must keep to the limits, and no state may do harm.
 *
 * The seeds are indexes that `teetape index` makes of tests/recordings; tests/cli/index.sh
 * compares.
 */
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "teehistorian/index_entry.h"
#include "teetape/recording.h"
#include "teetape/teehistorian_past.h"

#include "base/mem.h"

static const char json[] = "{\"version\":\"2\"}";

/* Everything but the numbers that are under test. */
static void set_right(uint8_t *file, size_t size)
{
    tt_packer head = tt_packer_of(file, TT_INDEX_HEAD_SIZE);
    uint8_t *foot = file + size - TT_INDEX_FOOT_SIZE;
    uint64_t blocks = tti_load_le32(foot + TTI_FOOT_BLOCKS);
    uint64_t restarts = tti_load_le32(foot + TTI_FOOT_RESTARTS);
    uint64_t tables = blocks * TT_INDEX_BLOCK_SIZE + restarts * TT_INDEX_RESTART_SIZE;
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

/* A state of the file's making: resumed, a few records read, and packed again. */
static void use_state(tt_bytes state)
{
    static const uint8_t records[] = {0x00, 0x01, 0x01, 0x41, 0x00, 0x47, 0x00, 0x01, 0x00, 0x40};
    static uint8_t scratch[TT_TH_SCRATCH], packed[TT_TH_STATE_MAX];
    static tt_world world;
    static tt_th_past past;
    tt_th th;
    tt_th_event event;
    if (tt_th_resume(&th, &world, scratch, sizeof scratch, tt_bytes_of(json), &past, state) !=
        TT_OK) {
        return;
    }
    tt_packer p = tt_packer_of(packed, sizeof packed);
    tt_th_state_pack(&p, &th, &past);
    MUST(p.status == TT_OK);
    MUST(tt_bytes_equal(tt_packer_bytes(&p), state));
    th.recover = 1;
    tt_th_feed(&th, records, sizeof records);
    while (tt_th_next_rare(&th, &event) == TT_OK) {
        tt_th_past_follow(&past, &event, &world);
    }
}

/* The same for the whole state: whatever is taken can be packed, and read on from. */
static void use_recording(tt_bytes state)
{
    static const uint8_t records[] = {0x00, 0x01, 0x01, 0x47, 0x00, 0x43, 0x00, 0x0a, 0x0b, 0x40};
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static uint8_t packed[TT_RECORDING_STATE_MAX], header[sizeof tt_th_magic.bytes + sizeof json];
    static tt_recording rec;
    tt_item item;
    tt_status status;
    memcpy(header, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    memcpy(header + sizeof tt_th_magic.bytes, json, sizeof json);
    if (tt_recording_resume(&rec, scratch, sizeof scratch, (tt_bytes){header, sizeof header},
                            state) != TT_OK) {
        return;
    }
    tt_packer p = tt_packer_of(packed, sizeof packed);
    tt_recording_pack(&p, &rec);
    MUST(p.status == TT_OK);
    tt_recording_recover(&rec, 1);
    tt_recording_want(&rec, TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS, TT_FACTS_ALL);
    tt_recording_feed(&rec, records, sizeof records);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK) {
        MUST(item.fact == NULL || (item.fact->cid >= -1 && item.fact->cid < TT_CIDS));
    }
    MUST(status == TT_MORE || status == TT_END || status < 0);
}

static void use_facts(const tt_index_block *block, tt_bytes facts)
{
    tt_fact fact, other;
    tt_status status;
    tt_unpacker u = tt_unpacker_of(facts.data, facts.size);
    while ((status = tt_index_fact_next(&u, block, &fact)) == TT_OK) {
        uint8_t again[TT_INDEX_FACT_MAX];
        tt_packer p = tt_packer_of(again, sizeof again);
        MUST(tt_fact_type(fact.kind) != NULL);
        MUST(fact.cid >= -1 && fact.cid < TT_CIDS);
        MUST(fact.offset <= block->end);
        tt_index_fact_pack(&p, &fact);
        MUST(p.status == TT_OK);
        tt_unpacker v = tt_unpacker_of(again, tt_packer_bytes(&p).size);
        MUST(tt_index_fact_next(&v, block, &other) == TT_OK && other.kind == fact.kind);
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
    tt_bytes state = {file + block->place, block->state_size};
    use_state(tt_recording_th_state(state));
    use_recording(state);
    use_facts(block, (tt_bytes){file + block->place + block->state_size, block->facts_size});
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
    for (uint32_t i = 0; i < foot->restarts; i++) {
        tt_index_restart restart = tt_index_restart_at(foot, tables, i);
        MUST(restart.packed_size <= TT_INDEX_PACKED_MAX);
        MUST(restart.packed_size == 0 || (restart.place <= foot->tables &&
                                          restart.packed_size <= foot->tables - restart.place));
        MUST(tt_index_restart_find(foot, tables, restart.raw) == i + 1);
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
    MUST(tt_index_head_check((tt_bytes){file, TT_INDEX_HEAD_SIZE}) == TT_OK);
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
