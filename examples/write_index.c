/* SPDX-License-Identifier: MIT
 *
 * Writes the index of a plain recording: write_index FILE FILE.ttidx
 *
 * The bytes are those of `teetape index FILE`. docs/format/index.md says what they mean, and
 * jump_by_index.c and marks_by_index.c use them.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

#define BLOCKS 4096 /* a recording of 4 GiB */

static tt_th th;
static tt_world world;
static tt_th_past past;
static tt_th_marker marker;
static unsigned char scratch[TT_TH_SCRATCH];
static uint8_t state_space[TT_TH_STATE_MAX], marks_space[TT_INDEX_MARKS_MAX];
static uint8_t tables_space[BLOCKS * TT_INDEX_BLOCK_SIZE];

static FILE *out;
static uint64_t place; /* bytes of the index so far */
static tt_index_foot foot;
static tt_index_block block; /* the last one, which grows */
static tt_packer state, marks, tables;

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

static void on_mark(void *user, const tt_mark *mark)
{
    (void)user;
    if (mark->kind == TT_MARK_LEAVE && mark->value == TT_LEAVE_REMNANT)
        foot.marks[TT_MARK_JOIN]--; /* nobody came or went: "Marks" in docs/format/index.md */
    else
        foot.marks[mark->kind]++;
    block.kinds |= UINT32_C(1) << mark->kind;
    block.mark_count++;
    tt_index_mark_pack(&marks, mark, block.begin);
}

/* Behind a record. The marks of a block must follow from its state alone, so the marker forgets
 * what was before. */
static void begin_block(void)
{
    state = tt_packer_of(state_space, sizeof state_space);
    marks = tt_packer_of(marks_space, sizeof marks_space);
    tt_th_state_pack(&state, &th, &past);
    block = (tt_index_block){.begin = tt_th_offset(&th),
                             .first_session = past.sessions,
                             .tick = world.tick,
                             .errors = foot.errors,
                             .warnings = foot.warnings};
    tt_th_marker_resume(&marker, &world);
}

static void end_block(tt_bytes recording)
{
    tt_bytes raw = {recording.data + block.begin, (size_t)(tt_th_offset(&th) - block.begin)};
    block.place = place;
    block.state_size = (uint32_t)tt_packer_bytes(&state).size;
    block.marks_size = (uint32_t)tt_packer_bytes(&marks).size;
    block.state_hash = tt_index_hash(tt_packer_bytes(&state));
    block.marks_hash = tt_index_hash(tt_packer_bytes(&marks));
    block.raw_hash = tt_index_hash(raw);
    put(&state);
    put(&marks);
    tt_index_block_pack(&tables, &block);
    foot.blocks++;
}

/* All of it is there, so nothing is waited for. */
static void read_records(tt_bytes recording)
{
    tt_th_event event;
    tt_status status;
    while ((status = tt_th_next(&th, &event)) == TT_OK && event.kind != TT_TH_FINISH) {
        tt_th_change change = tt_th_past_follow(&past, &event, &world);
        tt_th_marker_follow(&marker, &event, &world, &change);
        if (tt_th_offset(&th) - block.begin >= TT_INDEX_INTERVAL ||
            tt_packer_bytes(&marks).size >= TT_INDEX_MARKS) {
            end_block(recording);
            begin_block();
        }
    }
    if (status == TT_OK) {
        tt_th_change change = tt_th_past_follow(&past, &event, &world);
        tt_th_marker_follow(&marker, &event, &world, &change);
    }
    foot.ending = status == TT_OK    ? TT_INDEX_FINISHED
                  : status == TT_END ? TT_INDEX_OPEN
                                     : TT_INDEX_DAMAGED;
}

static int write_index(tt_bytes recording)
{
    uint8_t head_space[TT_INDEX_HEAD_SIZE], foot_space[TT_INDEX_FOOT_SIZE];
    tt_packer head = tt_packer_of(head_space, sizeof head_space);
    tt_packer end = tt_packer_of(foot_space, sizeof foot_space);
    tt_th_event event;
    tt_th_init(&th, &world, scratch, sizeof scratch);
    th.recover = 1;
    th.on_issue = on_issue;
    tt_th_past_init(&past);
    tt_th_marker_init(&marker, on_mark, NULL);
    tt_th_feed(&th, recording.data, recording.size);
    tt_th_end(&th);
    if (tt_th_next(&th, &event) != TT_OK || event.kind != TT_TH_HEADER)
        return 0;

    tt_index_head_pack(&head);
    put(&head);
    foot.header_size = tt_th_offset(&th);
    foot.header_hash = tt_index_header_hash(th.header.json);
    tables = tt_packer_of(tables_space, sizeof tables_space);
    begin_block();
    read_records(recording);
    end_block(recording);

    foot.tables = place;
    foot.tables_hash = tt_index_hash(tt_packer_bytes(&tables));
    foot.indexed = tt_th_offset(&th);
    foot.stored = recording.size;
    foot.sessions = past.sessions;
    foot.last_tick = world.tick;
    foot.codec = TT_INDEX_PLAIN;
    tt_index_foot_pack(&end, &foot);
    put(&tables);
    put(&end);
    return tables.status == TT_OK;
}

/* All of a file, to be freed. */
static tt_bytes read_file(FILE *file)
{
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = size > 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    return (tt_bytes){data, data == NULL ? 0 : fread(data, 1, (size_t)size, file)};
}

int main(int argc, char **argv)
{
    FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL)
        return 2;
    tt_bytes recording = read_file(file);
    (void)fclose(file);
    out = fopen(argv[2], "wb");
    int good = out != NULL && write_index(recording);
    good = out != NULL && fclose(out) == 0 && good;
    free((void *)recording.data);
    return good ? 0 : 1;
}
