/* SPDX-License-Identifier: MIT
 *
 * Writes the index of a plain recording of any format: write_index FILE FILE.ttidx
 *
 * The bytes are those of `teetape index FILE`. docs/format/index.md says what they mean, and
 * jump_by_index.c and facts_by_index.c use them.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

#define BLOCKS 4096 /* enough for a recording of 4 GiB */

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
static uint8_t state_space[TT_RECORDING_STATE_MAX], facts_space[TT_INDEX_FACTS_MAX];
static uint8_t tables_space[BLOCKS * TT_INDEX_BLOCK_SIZE];

static FILE *out;
static uint64_t place; /* bytes of the index so far */
static tt_index_foot foot;
static tt_index_block block; /* the current block, which grows */
static tt_packer state, facts, tables;

static void put(const tt_packer *p)
{
    tt_bytes bytes = tt_packer_bytes(p);
    place += fwrite(bytes.data, 1, bytes.size, out);
}

static void on_issue(void *user, const tt_issue *issue)
{
    (void)user;
    foot.errors += issue->level == TT_LEVEL_ERROR;
    foot.warnings += issue->level == TT_LEVEL_WARNING;
}

static void take_fact(const tt_fact *fact)
{
    if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY)
        foot.facts[TT_FACT_JOIN]--; /* no client came or went: "Facts" in docs/format/index.md */
    else
        foot.facts[fact->kind]++;
    block.kinds |= TT_FACT_BIT(fact->kind);
    block.fact_count++;
    tt_index_fact_pack(&facts, fact);
}

static int32_t last_tick(void)
{
    int32_t tick = tt_recording_look(&rec).last_tick;
    return tick < 0 ? 0 : tick;
}

/* Call it after a record and its facts. */
static void begin_block(void)
{
    state = tt_packer_of(state_space, sizeof state_space);
    facts = tt_packer_of(facts_space, sizeof facts_space);
    tt_recording_pack(&state, &rec);
    block = (tt_index_block){.begin = tt_recording_look(&rec).offset,
                             .first_session = tt_recording_sessions(&rec).next,
                             .tick = last_tick(),
                             .errors = foot.errors,
                             .warnings = foot.warnings};
}

static void end_block(tt_bytes recording)
{
    tt_bytes raw = {recording.data + block.begin,
                    (size_t)(tt_recording_look(&rec).offset - block.begin)};
    block.place = place;
    block.state_size = (uint32_t)tt_packer_bytes(&state).size;
    block.facts_size = (uint32_t)tt_packer_bytes(&facts).size;
    block.state_hash = tt_index_hash(tt_packer_bytes(&state));
    block.facts_hash = tt_index_hash(tt_packer_bytes(&facts));
    block.raw_hash = tt_index_hash(raw);
    put(&state);
    put(&facts);
    tt_index_block_pack(&tables, &block);
    foot.blocks++;
}

/* The first block begins after the header and, in a demo, the map. A next one begins when the last
 * is large enough. FINISH ends a teehistorian file, while a demo's header says whether it was
 * closed. */
static void move_blocks(tt_bytes recording)
{
    int is_over = foot.format == TT_FORMAT_TEEHISTORIAN && tt_recording_look(&rec).is_closed;
    int is_due = block.begin == 0 ||
                 tt_recording_look(&rec).offset - block.begin >= TT_INDEX_INTERVAL ||
                 tt_packer_bytes(&facts).size >= TT_INDEX_FACTS;
    if (is_due && tt_recording_is_access_point(&rec) && !is_over) {
        if (block.begin != 0)
            end_block(recording);
        begin_block();
    }
}

/* Asks for records, so that a block can end after any of them. */
static void read_records(tt_bytes recording)
{
    tt_item item;
    tt_status status;
    move_blocks(recording);
    tt_recording_want(&rec, TT_WANT_FACTS | TT_WANT_RECORDS, TT_INDEX_HOLDS);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, NULL, 0);
        else if (item.kind == TT_ITEM_FACT)
            take_fact(item.fact);
        move_blocks(recording);
    }
    foot.ending = status != TT_END                    ? TT_INDEX_DAMAGED
                  : tt_recording_look(&rec).is_closed ? TT_INDEX_FINISHED
                                                      : TT_INDEX_OPEN;
}

static int write_index(tt_bytes recording)
{
    uint8_t head_space[TT_INDEX_HEAD_SIZE], foot_space[TT_INDEX_FOOT_SIZE];
    tt_packer head = tt_packer_of(head_space, sizeof head_space);
    tt_packer end = tt_packer_of(foot_space, sizeof foot_space);
    tt_item item;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_recover(&rec, 1);
    tt_recording_on_issue(&rec, on_issue, NULL);
    tt_recording_feed(&rec, recording.data, recording.size);
    if (tt_recording_next(&rec, &item) != TT_OK)
        return 0;

    tt_index_head_pack(&head);
    put(&head);
    foot.header_size = tt_recording_look(&rec).offset;
    foot.header_hash = tt_index_hash((tt_bytes){recording.data, (size_t)foot.header_size});
    foot.format = tt_recording_look(&rec).format;
    tables = tt_packer_of(tables_space, sizeof tables_space);
    read_records(recording);
    if (block.begin == 0) /* the map of the demo is incomplete */
        return 0;
    end_block(recording);

    foot.tables = place;
    foot.tables_hash = tt_index_hash(tt_packer_bytes(&tables));
    foot.indexed = tt_recording_look(&rec).offset;
    foot.stored = recording.size;
    foot.sessions = tt_recording_sessions(&rec).next;
    foot.first_tick = tt_recording_look(&rec).first_tick;
    foot.last_tick = last_tick();
    foot.codec = TT_INDEX_PLAIN;
    tt_index_foot_pack(&end, &foot);
    put(&tables);
    put(&end);
    return tables.status == TT_OK;
}

/* Returns all bytes of a file, which the caller frees. */
static tt_bytes read_file(FILE *file)
{
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = size > 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    return (tt_bytes){data, data == NULL ? 0 : fread(data, 1, (size_t)size, file)};
}

int main(int argc, char **argv)
{
    FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: write_index FILE OUT.ttidx\n");
        return 2;
    }
    tt_bytes recording = read_file(file);
    (void)fclose(file);
    out = fopen(argv[2], "wb");
    int good = out != NULL && write_index(recording);
    good = out != NULL && fclose(out) == 0 && good;
    free((void *)recording.data);
    return good ? 0 : 1;
}
