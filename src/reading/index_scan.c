/* SPDX-License-Identifier: MIT
 *
 * From the bytes of a recording to the blocks of its index.
 *
 *     begin          end
 *       |- records ----|-- record --|- records ...
 *     state                       state      the block: [begin, end of the record at `end`)
 *
 * Up to `end` the facts are enough. There the recording is fed in two parts, so that one more
 * record leads over it, and the place after that record is where the block ends.
 */
#include "reading/index_scan.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/hash.h"

_Static_assert(READING_SCRATCH >= TT_RECORDING_SCRATCH, "a recording needs more");

/* Bytes that are fed at once. While the header is read every part is kept (`first`), since nobody
 * knows where it ends: small parts keep little after it. Later a part may be large, and find_end is
 * asked once for each. */
#define PART ((size_t)128 << 10)
#define PART_OF_HEADER ((size_t)4 << 10)

struct index_scan {
    struct index_scan_options options; /* a copy */
    tt_recording rec;                  /* reads; it has the state that is packed */
    tt_index_foot foot; /* counts grow with what is read; the rest is filled when it is known */
    enum index_scan_status status; /* MORE, until it is final */
    bool has_header, has_begun;    /* so has the first block: in a demo, after its map */
    bool no_memory;                /* it failed for that */
    uint8_t *first;    /* bytes of the recording: its header, and what was fed with it */
    size_t first_size; /* grows while has_header is false */
    unsigned wants;    /* of rec, as set last */

    /* the block that is begun */
    tt_index_block block;
    uint64_t end;      /* where it is to end */
    size_t state_size; /* of `state`, which is that where the block begins */
    tt_packer facts;   /* into facts_data; its size is that of the facts so far */
    tt_xxh64 raw_sum;  /* of the block's bytes up to `hashed` */

    /* what is fed: the part, and before it the beginning of a record that is not complete */
    tt_bytes part;
    uint64_t fed;     /* bytes of the recording up to and with the part */
    uint64_t hashed;  /* of these are in raw_sum, or before the block */
    size_t tail_size; /* bytes in `tail`: from `hashed` on, fed before the part */
    uint8_t tail[READING_SCRATCH + sizeof((tt_th *)0)->still];
    uint8_t scratch[READING_SCRATCH];
    uint8_t state[TT_RECORDING_STATE_MAX];
    uint8_t facts_data[TT_INDEX_FACTS_MAX];
};

/* Counters of issues and facts have 32 bits in an index, and their greatest value stands for more
 * (docs/format/index.md). */
static void count(uint32_t *counter)
{
    *counter += *counter != UINT32_MAX;
}

/* All are counted, whether or not the caller listens: a block keeps how many came before it. */
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

/* A LEAVE without a client takes the JOIN of the same session out of the counts again. Both remain
 * in the facts, so that readers find the same numbers of sessions. */
static void take_fact(struct index_scan *s, const tt_fact *fact)
{
    if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY) {
        s->foot.facts[TT_FACT_JOIN] -= s->foot.facts[TT_FACT_JOIN] != 0; /* nobody came or went */
    } else {
        count(&s->foot.facts[fact->kind]);
    }
    s->block.kinds |= TT_FACT_BIT(fact->kind);
    s->block.fact_count++;
    tt_index_fact_pack(&s->facts, fact);
}

/* The result is always false, for the caller to return. */
static bool fail(struct index_scan *s)
{
    s->status = INDEX_SCAN_FAILED;
    return false;
}

/* The reader says -1 before the first tick, an index 0: in its tables ticks are not negative. */
static int32_t last_tick(const struct index_scan *s)
{
    int32_t tick = tt_recording_last_tick(&s->rec);
    return tick < 0 ? 0 : tick;
}

/* A block begins after the last record. The state is packed here and kept until the block ends,
 * because on_block gets both at once. The counters are those of everything before it. */
static bool begin_block(struct index_scan *s)
{
    tt_packer state = tt_packer_of(s->state, sizeof s->state);
    tt_recording_pack(&state, &s->rec);
    s->state_size = tt_packer_bytes(&state).size;
    s->block = (tt_index_block){
        .begin = tt_recording_offset(&s->rec),
        .state_size = (uint32_t)s->state_size,
        .state_hash = tt_xxh64_of(s->state, s->state_size),
        .first_session = tt_recording_next_session(&s->rec),
        .tick = last_tick(s),
        .errors = s->foot.errors,
        .warnings = s->foot.warnings,
    };
    s->facts = tt_packer_of(s->facts_data, sizeof s->facts_data);
    tt_xxh64_start(&s->raw_sum);
    s->end = s->options.find_end(s->options.user, s->block.begin);
    return state.status == TT_OK || fail(s);
}

/* Adds everything before the next record to the sum. `hashed` is always between two records. What
 * was fed of a record before this part is in `tail`, and it comes first; the rest is in the part,
 * from the place `from` on. */
static void hash_records(struct index_scan *s)
{
    uint64_t offset = tt_recording_offset(&s->rec), part_begin = s->fed - s->part.size;
    if (offset <= s->hashed) {
        return;
    }
    tt_xxh64_add(&s->raw_sum, s->tail, s->tail_size);
    uint64_t from = s->hashed + s->tail_size;
    tt_xxh64_add(&s->raw_sum, s->part.data + (from - part_begin), (size_t)(offset - from));
    s->tail_size = 0;
    s->hashed = offset;
}

/* Keeps what is fed of a record that is not complete, for the sum. The part's memory belongs to the
 * caller and is gone after this call. */
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

/* The block is [begin, offset of the next record). A block whose facts did not fit into
 * TT_INDEX_FACTS_MAX cannot be written: then the scan fails. */
static bool end_block(struct index_scan *s)
{
    tt_bytes facts = tt_packer_bytes(&s->facts);
    hash_records(s);
    s->block.end = tt_recording_offset(&s->rec);
    s->block.raw_hash = tt_xxh64_sum(&s->raw_sum);
    s->block.facts_size = (uint32_t)facts.size;
    s->block.facts_hash = tt_xxh64_of(facts.data, facts.size);
    return (s->facts.status == TT_OK &&
            s->options.on_block(s->options.user, &s->block, (tt_bytes){s->state, s->state_size},
                                facts)) ||
           fail(s);
}

/* The first block. What was fed of it before the part was fed with the header. */
static bool begin(struct index_scan *s)
{
    uint64_t part_begin = s->fed - s->part.size;
    s->hashed = tt_recording_offset(&s->rec);
    s->has_begun = true;
    if (s->hashed < part_begin) {
        s->tail_size = (size_t)(part_begin - s->hashed);
        memcpy(s->tail, s->first + s->hashed, s->tail_size);
    }
    return begin_block(s);
}

/* After a record and its facts, or where the part ends: a block ends here, if it has to. A block
 * may end only where the state can be packed: between records, with no fact of the last one left.
 * While the reader gives the items of one record this is false, so all facts of a record are in the
 * block in which it begins. */
static bool end_block_if_due(struct index_scan *s)
{
    if (!s->has_begun) {
        return !tt_recording_is_access_point(&s->rec) || begin(s);
    }
    bool is_full = s->options.limits_facts && tt_packer_bytes(&s->facts).size >= TT_INDEX_FACTS;
    if ((tt_recording_offset(&s->rec) < s->end && !is_full) ||
        !tt_recording_is_access_point(&s->rec)) {
        return true;
    }
    return end_block(s) && begin_block(s);
}

/* Keeps the next of the first bytes, which have the header. The reader bounds it. It grows by parts
 * of 4 KiB, and ends with the header, so it needs no doubling. */
static bool keep_first(struct index_scan *s, tt_bytes bytes)
{
    uint8_t *grown = realloc(s->first, s->first_size + bytes.size);
    if (grown == NULL) {
        s->no_memory = true;
        return fail(s);
    }
    memcpy(grown + s->first_size, bytes.data, bytes.size);
    s->first = grown;
    s->first_size += bytes.size;
    return true;
}

/* The offset is where the first record begins, in a demo its map: these bytes are what a resumed
 * reader needs. The sum of them identifies the recording. */
static void take_header(struct index_scan *s)
{
    s->has_header = true;
    s->foot.format = tt_recording_format(&s->rec);
    s->foot.header_size = tt_recording_offset(&s->rec);
    s->foot.header_hash = tt_index_hash((tt_bytes){s->first, (size_t)s->foot.header_size});
}

/* No more records count. The last block is ended by tti_index_scan_end, which sets its end to the
 * last record that was read. False, for run. */
static bool end_with(struct index_scan *s, tt_index_ending ending)
{
    hash_records(s);
    s->foot.ending = ending;
    s->status = INDEX_SCAN_OVER;
    return false;
}

/* The last record was read. What follows it is an error, which the reader counts. A demo has no
 * such record: there the header has its length from the start, and chunks follow all the same. */
static bool is_finished(const struct index_scan *s)
{
    const tt_format_info *info = tt_format_info_of(s->foot.format);
    return info != NULL && info->has_end_record && tt_recording_is_closed(&s->rec);
}

/* After the last record no block begins: it would be empty. */
static bool take_item(struct index_scan *s, const tt_item *item)
{
    if (item->kind == TT_ITEM_HEADER) {
        take_header(s);
    } else if (item->kind == TT_ITEM_FACT) {
        take_fact(s, item->fact);
    }
    return is_finished(s) || end_block_if_due(s);
}

/* The reader gave no item. True: it wants more. Before the first block an error or an end means
 * that there is nothing to index. After it the index covers what was read, and says how that ended.
 */
static bool stop_or_go_on(struct index_scan *s, tt_status status)
{
    if (!s->has_begun) {
        s->foot.ending = TT_INDEX_DAMAGED;
        s->status = status == TT_MORE ? s->status : INDEX_SCAN_FOREIGN;
        return status == TT_MORE;
    }
    if (is_finished(s) && status == TT_MORE) {
        hash_records(s);
        return false;
    }
    if (status == TT_MORE) {
        return end_block_if_due(s) && keep_tail(s);
    }
    return end_with(s, status != TT_END                  ? TT_INDEX_DAMAGED
                       : tt_recording_is_closed(&s->rec) ? TT_INDEX_FINISHED
                                                         : TT_INDEX_OPEN);
}

/* Where the begin or the end is in what was fed, no record may be left out. Far from both, facts
 * are enough: the reader then passes over records without giving them, and over the places between
 * them. But a block has to end at the first such place at `end` or after it. */
static void want(struct index_scan *s)
{
    bool is_near = !s->has_begun || s->end < s->fed;
    unsigned wants = TT_WANT_FACTS | (is_near ? TT_WANT_RECORDS : 0);
    if (wants != s->wants) {
        tt_recording_want(&s->rec, wants, TT_INDEX_HOLDS);
        s->wants = wants;
    }
}

/* Reads what is fed. False when the scan is over. The reader gives TT_MORE when the part is used
 * up; everything else that is not TT_OK ends the scan. */
static bool run(struct index_scan *s)
{
    tt_item item;
    for (;;) {
        want(s);
        tt_status status = tt_recording_next(&s->rec, &item);
        if (status != TT_OK) {
            return stop_or_go_on(s, status);
        }
        if (!take_item(s, &item)) {
            return false;
        }
    }
}

/* Always with recovery: errors are counted and what comes after them is indexed, as a reader that
 * goes on sees it. After a resume it has to be set again. */
static void set_up(struct index_scan *s)
{
    tt_recording_recover(&s->rec, 1);
    tt_recording_on_issue(&s->rec, on_issue, s);
}

/* About 3 MiB at once: scratch of the reader, a record that is not complete, a state, and the facts
 * of a block. Later only the header takes more. */
struct index_scan *tti_index_scan_new(const struct index_scan_options *options)
{
    struct index_scan *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    s->options = *options;
    tt_recording_init(&s->rec, s->scratch, sizeof s->scratch);
    set_up(s);
    return s;
}

/* The counts of facts and of issues go on from the old index, so that extending it gives byte for
 * byte what a new one would have. */
bool tti_index_scan_resume(struct index_scan *s, const tt_index_foot *foot,
                           const tt_index_block *block, tt_bytes header, tt_bytes state)
{
    if (!keep_first(s, header)) {
        return false;
    }
    if (tt_recording_resume(&s->rec, s->scratch, sizeof s->scratch,
                            (tt_bytes){s->first, s->first_size}, state) != TT_OK ||
        !tt_index_block_is_at(block, &s->rec)) {
        return fail(s);
    }
    set_up(s);
    s->has_header = s->has_begun = true;
    s->foot = *foot;
    s->foot.errors = block->errors;
    s->foot.warnings = block->warnings;
    s->fed = s->hashed = block->begin;
    return begin_block(s);
}

/* A piece is cut at `end` of the block, so that the reader is asked for records only in the part
 * after it. find_end is asked again, since an access point may have come with the piece. */
enum index_scan_status tti_index_scan_piece(struct index_scan *s, tt_bytes piece)
{
    while (piece.size != 0 && s->status == INDEX_SCAN_MORE) {
        size_t most = s->has_header ? PART : PART_OF_HEADER;
        size_t size = piece.size < most ? piece.size : most;
        /* Up to `end`, so that the part after it begins there and asks for records. */
        if (s->has_begun) {
            s->end = s->options.find_end(s->options.user, s->block.begin);
            size = s->end > s->fed && s->end - s->fed < size ? (size_t)(s->end - s->fed) : size;
        }
        s->part = (tt_bytes){piece.data, size};
        s->fed += size;
        if (!s->has_header && !keep_first(s, s->part)) {
            break;
        }
        tt_recording_feed(&s->rec, piece.data, size);
        run(s);
        piece.data += size;
        piece.size -= size;
    }
    return s->status;
}

/* Feeding nothing says that the recording ends here, which may be inside a record. With damaged
 * compression it is not known where it ends, so the reader is not told: that counts as one error.
 * The foot is complete only after OVER. */
enum index_scan_status tti_index_scan_end(struct index_scan *s, bool damaged)
{
    s->part = (tt_bytes){NULL, 0};
    if (s->status == INDEX_SCAN_MORE && !damaged) {
        tt_recording_feed(&s->rec, NULL, 0);
        run(s);
    } else if (s->status == INDEX_SCAN_MORE) {
        count(&s->foot.errors);
        s->foot.ending = TT_INDEX_DAMAGED;
        s->status = s->has_begun ? INDEX_SCAN_OVER : INDEX_SCAN_FOREIGN;
    }
    if (s->status == INDEX_SCAN_OVER && end_block(s)) {
        s->foot.indexed = s->block.end;
        s->foot.sessions = tt_recording_next_session(&s->rec);
        s->foot.first_tick = tt_recording_first_tick(&s->rec);
        s->foot.last_tick = last_tick(s);
    }
    return s->status;
}

bool tti_index_scan_no_memory(const struct index_scan *s)
{
    return s->no_memory;
}

tt_bytes tti_index_scan_first(const struct index_scan *s)
{
    return (tt_bytes){s->first, s->first_size};
}

const tt_index_foot *tti_index_scan_foot(const struct index_scan *s)
{
    return &s->foot;
}

void tti_index_scan_free(struct index_scan *s)
{
    if (s != NULL) {
        free(s->first);
        free(s);
    }
}
