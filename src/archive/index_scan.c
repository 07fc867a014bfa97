/* SPDX-License-Identifier: MIT
 *
 * From the bytes of a recording to the blocks of its index.
 *
 *     begin          end
 *       |- records ----|-- record --|- records ...
 *     state                       state      the block: [begin, end of the record at `end`)
 *
 * Up to `end` the rare events are enough. There the recording is fed in two parts, so that one
 * more event leads over it, and the place behind that event is where the block ends.
 */
#include "archive/index_scan.h"

#include <stdlib.h>
#include <string.h>

#include "wire/xxh64.h"

/* The same as the commands have, so that the same records are too long. */
#define SCRATCH (TT_TH_HEADER_MAX + 16)

/* Bytes that are fed at once. */
#define PART ((size_t)128 << 10)

struct index_scan {
    struct index_scan_options options;
    tt_th th;
    tt_world world;
    tt_th_past past;
    tt_th_marker marker;
    tt_index_foot foot;
    enum index_scan_status status;
    bool has_header;
    bool no_memory; /* it failed for that */
    uint8_t *header_json;
    size_t header_json_size;

    /* the block that is begun */
    tt_index_block block;
    uint64_t end; /* where it is to end */
    size_t state_size;
    tt_packer marks;
    tti_xxh64 raw_sum;

    /* what is fed: the part, and before it the beginning of a record that is not complete */
    tt_bytes part;
    uint64_t fed;    /* bytes of the recording up to and with the part */
    uint64_t hashed; /* of these are in raw_sum, or before the block */
    size_t tail_size;
    uint8_t tail[SCRATCH];
    uint8_t scratch[SCRATCH];
    uint8_t state[TT_TH_STATE_MAX];
    uint8_t marks_data[TT_INDEX_MARKS_MAX];
};

static void count(uint32_t *counter)
{
    *counter += *counter != UINT32_MAX;
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct index_scan *s = user;
    if (issue->level != TT_LEVEL_NOTE) {
        count(issue->level == TT_LEVEL_ERROR ? &s->foot.errors : &s->foot.warnings);
    }
    if (s->options.on_issue != NULL) {
        s->options.on_issue(s->options.user, issue);
    }
}

static void on_mark(void *user, const tt_mark *mark)
{
    struct index_scan *s = user;
    if (mark->kind == TT_MARK_LEAVE && mark->value == TT_LEAVE_REMNANT) {
        s->foot.marks[TT_MARK_JOIN] -= s->foot.marks[TT_MARK_JOIN] != 0; /* nobody came or went */
    } else {
        count(&s->foot.marks[mark->kind]);
    }
    s->block.kinds |= UINT32_C(1) << mark->kind;
    s->block.mark_count++;
    tt_index_mark_pack(&s->marks, mark, s->block.begin);
}

static bool fail(struct index_scan *s)
{
    s->status = INDEX_SCAN_FAILED;
    return false;
}

/* A block begins behind the last record. */
static bool begin_block(struct index_scan *s)
{
    tt_packer state = tt_packer_of(s->state, sizeof s->state);
    tt_th_state_pack(&state, &s->th, &s->past);
    s->state_size = tt_packer_bytes(&state).size;
    s->block = (tt_index_block){
        .begin = tt_th_offset(&s->th),
        .state_size = (uint32_t)s->state_size,
        .state_hash = tti_xxh64_of(s->state, s->state_size),
        .first_session = s->past.sessions,
        .tick = s->world.tick,
        .errors = s->foot.errors,
        .warnings = s->foot.warnings,
    };
    s->marks = tt_packer_of(s->marks_data, sizeof s->marks_data);
    tti_xxh64_start(&s->raw_sum);
    /* What was before the block must make no difference to it. */
    tt_th_marker_resume(&s->marker, &s->world);
    s->end = s->options.find_end(s->options.user, s->block.begin);
    return state.status == TT_OK || fail(s);
}

/* Adds everything before the next record to the sum. */
static void hash_records(struct index_scan *s)
{
    uint64_t offset = tt_th_offset(&s->th), part_begin = s->fed - s->part.size;
    if (offset <= s->hashed) {
        return;
    }
    tti_xxh64_add(&s->raw_sum, s->tail, s->tail_size);
    uint64_t from = s->hashed + s->tail_size;
    tti_xxh64_add(&s->raw_sum, s->part.data + (from - part_begin), (size_t)(offset - from));
    s->tail_size = 0;
    s->hashed = offset;
}

/* Keeps what is fed of a record that is not complete, for the sum. */
static bool keep_tail(struct index_scan *s)
{
    hash_records(s);
    uint64_t from = s->hashed + s->tail_size, part_begin = s->fed - s->part.size;
    size_t size = (size_t)(s->fed - from);
    if (size > sizeof s->tail - s->tail_size) {
        return fail(s); /* the reader's scratch is no larger */
    }
    if (size != 0) {
        memcpy(s->tail + s->tail_size, s->part.data + (from - part_begin), size);
    }
    s->tail_size += size;
    return true;
}

static bool end_block(struct index_scan *s)
{
    tt_bytes marks = tt_packer_bytes(&s->marks);
    hash_records(s);
    s->block.end = tt_th_offset(&s->th);
    s->block.raw_hash = tti_xxh64_sum(&s->raw_sum);
    s->block.marks_size = (uint32_t)marks.size;
    s->block.marks_hash = tti_xxh64_of(marks.data, marks.size);
    return (s->marks.status == TT_OK &&
            s->options.on_block(s->options.user, &s->block, (tt_bytes){s->state, s->state_size},
                                marks)) ||
           fail(s);
}

/* Behind a record, or where the part ends: whether the block ends here. */
static bool end_block_if_due(struct index_scan *s)
{
    bool is_full = s->options.limits_marks && tt_packer_bytes(&s->marks).size >= TT_INDEX_MARKS;
    if (tt_th_offset(&s->th) < s->end && !is_full) {
        return true;
    }
    return end_block(s) && begin_block(s);
}

static bool take_header(struct index_scan *s)
{
    tt_bytes json = s->th.header.json;
    s->header_json = malloc(json.size + 1);
    if (s->header_json == NULL) {
        s->no_memory = true;
        return fail(s);
    }
    memcpy(s->header_json, json.data, json.size);
    s->header_json_size = json.size;
    s->has_header = true;
    s->foot.header_size = tt_th_offset(&s->th);
    s->foot.header_hash = tt_index_header_hash(json);
    s->hashed = s->foot.header_size;
    return begin_block(s);
}

static bool take_event(struct index_scan *s, const tt_th_event *event)
{
    if (event->kind == TT_TH_HEADER) {
        return take_header(s);
    }
    tt_th_change change = tt_th_past_follow(&s->past, event, &s->world);
    tt_th_marker_follow(&s->marker, event, &s->world, &change);
    if (event->kind == TT_TH_FINISH) {
        hash_records(s);
        s->foot.ending = TT_INDEX_FINISHED;
        s->status = INDEX_SCAN_OVER;
        return false;
    }
    return end_block_if_due(s);
}

/* The reader gave no event. True: it wants more. */
static bool stop_or_go_on(struct index_scan *s, tt_status status)
{
    if (status == TT_MORE) {
        return !s->has_header || (end_block_if_due(s) && keep_tail(s));
    }
    if (s->has_header) {
        hash_records(s);
    }
    s->foot.ending = status == TT_END ? TT_INDEX_OPEN : TT_INDEX_DAMAGED;
    s->status = s->has_header ? INDEX_SCAN_OVER : INDEX_SCAN_FOREIGN;
    return false;
}

/* Reads what is fed. False when the scan is over. */
static bool run(struct index_scan *s)
{
    tt_th_event event;
    for (;;) {
        /* Where the end is near or passed, no record may be passed over. */
        bool is_near = s->has_header && s->end <= s->fed - s->part.size;
        tt_status status = is_near ? tt_th_next(&s->th, &event) : tt_th_next_rare(&s->th, &event);
        if (status != TT_OK) {
            return stop_or_go_on(s, status);
        }
        if (!take_event(s, &event)) {
            return false;
        }
    }
}

struct index_scan *index_scan_new(const struct index_scan_options *options)
{
    struct index_scan *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    s->options = *options;
    tt_th_init(&s->th, &s->world, s->scratch, sizeof s->scratch);
    tt_th_past_init(&s->past);
    tt_th_marker_init(&s->marker, on_mark, s);
    s->th.recover = 1;
    s->th.on_issue = on_issue;
    s->th.user = s;
    return s;
}

bool index_scan_resume(struct index_scan *s, const tt_index_foot *foot, const tt_index_block *block,
                       tt_bytes header_json, tt_bytes state)
{
    s->header_json = malloc(header_json.size + 1);
    if (s->header_json == NULL) {
        s->no_memory = true;
        return fail(s);
    }
    memcpy(s->header_json, header_json.data, header_json.size);
    s->header_json_size = header_json.size;
    if (tt_th_resume(&s->th, &s->world, s->scratch, sizeof s->scratch, index_scan_header(s),
                     &s->past, state) != TT_OK ||
        tt_th_offset(&s->th) != block->begin || s->past.sessions != block->first_session ||
        s->world.tick != block->tick) {
        return fail(s);
    }
    s->th.recover = 1;
    s->th.on_issue = on_issue;
    s->th.user = s;
    s->foot = *foot;
    s->foot.errors = block->errors;
    s->foot.warnings = block->warnings;
    s->has_header = true;
    s->fed = s->hashed = block->begin;
    return begin_block(s);
}

enum index_scan_status index_scan_piece(struct index_scan *s, tt_bytes piece)
{
    while (piece.size != 0 && s->status == INDEX_SCAN_MORE) {
        size_t size = piece.size < PART ? piece.size : PART;
        if (s->has_header) {
            s->end = s->options.find_end(s->options.user, s->block.begin);
            size = s->end > s->fed && s->end - s->fed < size ? (size_t)(s->end - s->fed) : size;
        }
        s->part = (tt_bytes){piece.data, size};
        s->fed += size;
        tt_th_feed(&s->th, piece.data, size);
        run(s);
        piece.data += size;
        piece.size -= size;
    }
    return s->status;
}

enum index_scan_status index_scan_end(struct index_scan *s, bool damaged)
{
    s->part = (tt_bytes){NULL, 0};
    if (s->status == INDEX_SCAN_MORE && !damaged) {
        tt_th_end(&s->th);
        run(s);
    } else if (s->status == INDEX_SCAN_MORE) {
        count(&s->foot.errors);
        s->foot.ending = TT_INDEX_DAMAGED;
        s->status = s->has_header ? INDEX_SCAN_OVER : INDEX_SCAN_FOREIGN;
    }
    if (s->status == INDEX_SCAN_OVER && end_block(s)) {
        s->foot.indexed = s->block.end;
        s->foot.sessions = s->past.sessions;
        s->foot.last_tick = s->world.tick;
    }
    return s->status;
}

bool index_scan_no_memory(const struct index_scan *s)
{
    return s->no_memory;
}

const tt_index_foot *index_scan_foot(const struct index_scan *s)
{
    return &s->foot;
}

tt_bytes index_scan_header(const struct index_scan *s)
{
    return (tt_bytes){s->header_json, s->header_json_size};
}

void index_scan_free(struct index_scan *s)
{
    if (s != NULL) {
        free(s->header_json);
        free(s);
    }
}
