/* SPDX-License-Identifier: MIT
 *
 * Makes the blocks of an index from the items of a reading. index_build.c writes them, and
 * index_check.c compares them.
 *
 *     begin          end
 *       |- records ----|-- record --|- records ...
 *     state                       state      the block: [begin, end of the record at `end`)
 *
 * The scan asks only for facts until `end`. A piece of the reading ends there, and after the next
 * record the block ends. The end of a block depends on the bytes of the recording and the requested
 * ends, never on the pieces. Memory is bounded: one state and the facts of one interval.
 */

#include <stdlib.h>

#include "base/mem.h"
#include "reading/inside.h"
#include "teetape/teehistorian.h"
#include "wire/hash.h"

_Static_assert(READING_SCRATCH >= TT_RECORDING_SCRATCH, "a recording needs more");

struct tti_index_scan {
    struct index_scan_options options;
    tt_io_reading *r;
    tt_index_foot foot; /* counts of the items so far; the other members are filled later */
    enum index_scan_status status;
    bool has_begun; /* the first block was begun; in a demo that is after the map */

    tt_index_block block;
    uint64_t end;
    size_t state_size; /* size of `state`, the packed state at the begin of the block */
    tt_packer facts;   /* writes into facts_data; its size is that of the facts so far */

    /* The current piece of input. raw_sum covers the bytes of the block's records up to `hashed`.
     * fed_sum also covers what the reader has not given yet: records that it holds back, and the
     * begin of an incomplete one. The first bytes of these are in `held`, because the reader may
     * give records that it held back when their piece is gone. */
    tt_bytes piece;
    uint64_t hashed;
    tti_xxh64 raw_sum, fed_sum;
    size_t held_size;
    uint8_t held[4 * TT_TH_STILL_RUN];
    uint8_t state[TT_RECORDING_STATE_MAX];
    uint8_t facts_data[TT_INDEX_FACTS_MAX];
};

static void count(uint32_t *counter)
{
    *counter += *counter != UINT32_MAX;
}

void tti_index_scan_issue(struct tti_index_scan *s, const tt_issue *issue)
{
    bool is_of_map =
        issue->status == TT_ERR_DEMO_MAP_CRC || issue->status == TT_ERR_DEMO_MAP_SHA256;
    if (issue->level != TT_LEVEL_NOTE && !is_of_map) {
        count(issue->level == TT_LEVEL_ERROR ? &s->foot.errors : &s->foot.warnings);
    }
}

/* Counts a fact. A LEAVE without a client takes its JOIN back from the counts. Both remain in the
 * facts, so that readers find the same numbers of sessions. */
static void take_fact(struct tti_index_scan *s, const tt_fact *fact)
{
    if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY) {
        s->foot.facts[TT_FACT_JOIN] -= s->foot.facts[TT_FACT_JOIN] != 0;
    } else {
        count(&s->foot.facts[fact->kind]);
    }
    s->block.kinds |= TT_FACT_BIT(fact->kind);
    s->block.fact_count++;
    tt_index_fact_pack(&s->facts, fact);
}

static bool fail(struct tti_index_scan *s)
{
    s->status = INDEX_SCAN_FAILED;
    if (s->options.is_new) {
        tt_io_reading_stop(s->r);
    }
    return false;
}

/* Returns the last tick, 0 before the first one: ticks in the tables of an index are not
 * negative. */
static int32_t last_tick(const struct tti_index_scan *s)
{
    int32_t tick = tt_recording_look(s->r->rec).last_tick;
    return tick < 0 ? 0 : tick;
}

/* Begins a block. The packed state is kept until the block ends, because on_block gets state and
 * facts together. */
static bool begin_block(struct tti_index_scan *s)
{
    tt_packer state = tt_packer_of(s->state, sizeof s->state);
    tt_recording_pack(&state, s->r->rec);
    s->state_size = tt_packer_bytes(&state).size;
    s->block = (tt_index_block){
        .begin = tt_recording_look(s->r->rec).offset,
        .state_size = (uint32_t)s->state_size,
        .state_hash = tti_xxh64_of(s->state, s->state_size),
        .first_session = tt_recording_sessions(s->r->rec).next,
        .tick = last_tick(s),
        .errors = s->foot.errors,
        .warnings = s->foot.warnings,
    };
    s->facts = tt_packer_of(s->facts_data, sizeof s->facts_data);
    tti_xxh64_start(&s->raw_sum);
    s->end = s->options.find_end(s->options.user, s->block.begin);
    if (s->options.on_begin != NULL) {
        s->options.on_begin(s->options.user);
    }
    return state.status == TT_OK || fail(s);
}

static uint64_t piece_begin(const struct tti_index_scan *s)
{
    return s->r->bytes - s->piece.size;
}

static void hash_to(struct tti_index_scan *s, tti_xxh64 *sum, uint64_t to)
{
    uint64_t begin = piece_begin(s), from = s->hashed > begin ? s->hashed : begin;
    if (to > from) { /* the piece at the end of the file has no address */
        tti_xxh64_add(sum, s->piece.data + (from - begin), (size_t)(to - from));
    }
}

/* Adds the first bytes of `held`. */
static void hash_held(struct tti_index_scan *s, uint64_t to)
{
    size_t size = (size_t)(to - s->hashed);
    size = size < s->held_size ? size : s->held_size;
    tti_xxh64_add(&s->raw_sum, s->held, size);
    s->held_size -= size;
    tti_move(s->held, s->held + size, s->held_size);
    s->hashed += size;
}

static void hash_records(struct tti_index_scan *s)
{
    uint64_t offset = tt_recording_look(s->r->rec).offset;
    if (offset > s->hashed && offset < piece_begin(s)) {
        hash_held(s, offset);
    } else if (offset > s->hashed) {
        s->raw_sum = s->hashed < piece_begin(s) ? s->fed_sum : s->raw_sum;
        hash_to(s, &s->raw_sum, offset);
        s->hashed = offset;
    }
}

/* Keeps the first bytes of the rest of the piece, which follow those that are kept. */
static void hold(struct tti_index_scan *s)
{
    uint64_t begin = piece_begin(s);
    s->held_size = s->hashed < begin ? s->held_size : 0;
    uint64_t from = s->hashed + s->held_size;
    size_t room = sizeof s->held - s->held_size;
    if (from >= begin && from < s->r->bytes) {
        size_t left = (size_t)(s->r->bytes - from), size = left < room ? left : room;
        tti_copy(s->held + s->held_size, s->piece.data + (from - begin), size);
        s->held_size += size;
    }
}

/* Adds an incomplete record to fed_sum now, because its memory is gone when the next piece
 * comes. */
static void hash_rest(struct tti_index_scan *s)
{
    hash_records(s);
    hold(s);
    if (s->hashed < s->r->bytes) {
        s->fed_sum = s->hashed < piece_begin(s) ? s->fed_sum : s->raw_sum;
        hash_to(s, &s->fed_sum, s->r->bytes);
    }
}

/* Ends a block before the next record. The scan fails when the facts do not fit into
 * TT_INDEX_FACTS_MAX. */
static bool end_block(struct tti_index_scan *s)
{
    tt_bytes facts = tt_packer_bytes(&s->facts);
    hash_records(s);
    s->block.end = tt_recording_look(s->r->rec).offset;
    s->block.raw_hash = tti_xxh64_sum(&s->raw_sum);
    s->block.facts_size = (uint32_t)facts.size;
    s->block.facts_hash = tti_xxh64_of(facts.data, facts.size);
    return (s->facts.status == TT_OK &&
            s->options.on_block(s->options.user, &s->block, (tt_bytes){s->state, s->state_size},
                                facts)) ||
           fail(s);
}

/* Ends the block after its last record. A state can be packed only after the last fact of a record.
 * So the block in which a record begins has all its facts. */
static void end_block_if_due(struct tti_index_scan *s)
{
    uint64_t offset = tt_recording_look(s->r->rec).offset;
    bool is_full = s->options.is_new && tt_packer_bytes(&s->facts).size >= TT_INDEX_FACTS;
    if ((s->has_begun && offset < s->end && !is_full) || offset < piece_begin(s) ||
        !tt_recording_is_access_point(s->r->rec)) {
        return;
    }
    if (!s->has_begun || end_block(s)) {
        s->has_begun = true;
        s->hashed = offset;
        begin_block(s);
    }
}

/* Returns true after a FINISH. Data after it is an error in the counts, but no block. A demo has no
 * last record. */
static bool is_finished(const struct tti_index_scan *s)
{
    const tt_format_info *info = tt_format_info_of(s->foot.format);
    return info != NULL && info->has_end_record && tt_recording_look(s->r->rec).is_closed;
}

/* Sets the wants of the reader. Far from the begin and end of a block it skips records. Near them
 * no record may be left out: a block ends at the first record that begins at `end` or later. */
static void want(struct tti_index_scan *s)
{
    tt_io_reading_options *options = &s->r->inside->options;
    bool is_near = !s->has_begun || s->end < s->r->bytes || s->options.on_item != NULL;
    unsigned wants = tti_index_scan_wants(options->wants);
    wants = is_near ? wants : wants & ~(unsigned)TT_WANT_RECORDS;
    if (wants != options->wants && s->status == INDEX_SCAN_MORE) {
        options->wants = wants;
        tti_reading_set_wants(s->r);
    }
}

unsigned tti_index_scan_wants(unsigned wants)
{
    return TT_WANT_FACTS | TT_WANT_RECORDS | (wants & TT_WANT_MAP_SUMS);
}

void tti_index_scan_watch(const struct tti_index_scan *s, tt_io_input_options *options)
{
    options->on_access_point = s->options.on_access_point;
    options->access_point_user = s->options.user;
}

void tti_index_scan_item(struct tti_index_scan *s, const tt_item *item)
{
    if (s->status != INDEX_SCAN_MORE) {
        return;
    }
    if (item->kind == TT_ITEM_FACT) {
        take_fact(s, item->fact);
    } else if (s->options.on_item != NULL) {
        s->options.on_item(s->options.user, item);
    }
    if (!is_finished(s)) {
        end_block_if_due(s);
    }
    want(s);
}

/* Begins the scan. The sum of the bytes up to the first record, in a demo up to its map, identifies
 * the recording. A resumed reader needs these bytes. */
void tti_index_scan_begin(struct tti_index_scan *s, tt_io_reading *r)
{
    s->r = r;
    s->foot.format = tt_recording_look(r->rec).format;
    s->foot.header_size = r->inside->header.size;
    s->foot.header_hash = tt_index_hash(r->inside->header);
    s->foot.ending = TT_INDEX_DAMAGED;
    tti_index_scan_item(s, &r->item);
}

void tti_index_scan_piece(struct tti_index_scan *s, tt_bytes piece)
{
    s->piece = piece;
    if (s->r != NULL) {
        want(s);
    }
}

uint64_t tti_index_scan_split(struct tti_index_scan *s)
{
    if (!s->has_begun || s->status != INDEX_SCAN_MORE) {
        return 0;
    }
    s->end = s->options.find_end(s->options.user, s->block.begin);
    return s->end;
}

/* Handles the end of a piece or of the recording. An error or an end before the first block leaves
 * nothing to index. Otherwise tti_index_scan_end ends the last block at the last record that was
 * read. */
void tti_index_scan_more(struct tti_index_scan *s, tt_status status)
{
    if (s->r == NULL || s->status != INDEX_SCAN_MORE) {
        return;
    }
    if (status == TT_MORE) {
        if (!is_finished(s)) {
            end_block_if_due(s);
        }
        hash_rest(s);
        s->piece = (tt_bytes){NULL, 0};
    } else if (!s->has_begun) {
        s->status = INDEX_SCAN_FOREIGN;
    } else {
        hash_records(s);
        s->foot.ending = status != TT_END                         ? TT_INDEX_DAMAGED
                         : tt_recording_look(s->r->rec).is_closed ? TT_INDEX_FINISHED
                                                                  : TT_INDEX_OPEN;
        s->status = INDEX_SCAN_OVER;
    }
}

struct tti_index_scan *tti_index_scan_new(const struct index_scan_options *options)
{
    struct tti_index_scan *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->options = *options;
    }
    return s;
}

/* Continues the counts of the old index, so that extending gives the same bytes as building
 * anew. */
void tti_index_scan_resume(struct tti_index_scan *s, const tt_index_foot *foot,
                           const tt_index_block *block)
{
    s->foot = *foot;
    s->foot.errors = block->errors;
    s->foot.warnings = block->warnings;
    s->has_begun = true;
    s->hashed = block->begin;
    begin_block(s);
}

/* Ends a scan. Damaged compression counts as one error. The foot is complete only after OVER. */
enum index_scan_status tti_index_scan_end(struct tti_index_scan *s, bool damaged)
{
    if (s->status == INDEX_SCAN_MORE && damaged) {
        count(&s->foot.errors);
        s->foot.ending = TT_INDEX_DAMAGED;
        s->status = s->has_begun ? INDEX_SCAN_OVER : INDEX_SCAN_FOREIGN;
    }
    if (s->status == INDEX_SCAN_OVER && end_block(s)) {
        s->foot.indexed = s->block.end;
        s->foot.sessions = tt_recording_sessions(s->r->rec).next;
        s->foot.first_tick = tt_recording_look(s->r->rec).first_tick;
        s->foot.last_tick = last_tick(s);
    }
    return s->status;
}

const tt_index_foot *tti_index_scan_foot(const struct tti_index_scan *s)
{
    return &s->foot;
}
