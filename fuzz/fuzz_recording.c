/* SPDX-License-Identifier: MIT
 *
 * tt_recording: what is given does not depend on what else is wanted, on how the input is split, or
 * on a reader that goes on at an access point. What a tally counts are the records that are not
 * given for it.
 *
 * The first byte says what is wanted and, in its top bit, whether the reader goes on after errors;
 * the second one the size of the pieces, the third one after how many items another reader goes on.
 * The rest is the recording.
 */
#include <string.h>

#include "demo/demo.h"
#include "must.h"
#include "mutate.h"
#include "recording/stream.h"
#include "teetape/recording.h"

#define ALL (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)

static tt_recording one, two;
static uint64_t scratch[2][TT_RECORDING_SCRATCH / 8];
static uint8_t packed[TT_RECORDING_STATE_MAX];

/* Of a teehistorian file: the records that can be in a tally, and a sum of the other ones, each
 * with how many of those came before it. */
static struct counts {
    uint64_t moves[TT_CIDS], inputs[TT_CIDS], skips, others;
} every, tallied;

/* What was given, as sums. */
typedef struct sums {
    uint64_t facts, ticks, records;
    tt_status status;
} sums;

static void add(uint64_t *sum, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        *sum = (*sum ^ bytes[i]) * 1099511628211u;
    }
}

static void add_field(uint64_t *sum, const tt_field *field, const void *value)
{
    if (field->type == TT_TYPE_TEXT || field->type == TT_TYPE_DATA) {
        add(sum, ((const tt_bytes *)value)->data, ((const tt_bytes *)value)->size);
    } else if (field->type == TT_TYPE_TEXTS) {
        add(sum, ((const tt_texts *)value)->packed.data, ((const tt_texts *)value)->packed.size);
    } else {
        add(sum, value, field->type == TT_TYPE_UUID ? sizeof(tt_uuid) : sizeof(int32_t));
    }
}

static void add_fact(uint64_t *sum, const tt_recording *rec, const tt_fact *fact)
{
    const tt_type *type = tt_fact_type(fact->kind);
    MUST(fact->cid >= -1 && fact->cid < TT_CIDS);
    add(sum, &fact->kind, sizeof fact->kind);
    add(sum, &fact->tick, sizeof fact->tick);
    add(sum, &fact->cid, sizeof fact->cid);
    add(sum, &fact->session, sizeof fact->session);
    add(sum, &fact->offset, sizeof fact->offset);
    for (size_t i = 0; i < type->field_count; i++) {
        add_field(sum, &type->fields[i], tt_field_of(&type->fields[i], &fact->u));
    }
    const char *name = tt_recording_session(rec, fact->cid).name;
    add(sum, name, strlen(name));
}

static void add_tick(uint64_t *sum, const tt_recording *rec, int32_t tick)
{
    const tt_world *world = tt_recording_world(rec);
    add(sum, &tick, sizeof tick);
    for (int cid = 0; cid < TT_CIDS; cid++) {
        add(sum, &world->tee[cid], offsetof(tt_tee, reserved));
        add(sum, &world->client[cid], sizeof world->client[cid]);
    }
}

static void add_item(sums *s, const tt_recording *rec, const tt_item *item)
{
    int is_map = item->demo != NULL && item->demo->kind == TT_DEMO_MAP; /* as the input is split */
    if (item->kind == TT_ITEM_FACT) {
        add_fact(&s->facts, rec, item->fact);
    } else if (item->kind == TT_ITEM_TICK) {
        add_tick(&s->ticks, rec, item->tick);
    } else if (item->kind == TT_ITEM_RECORD && !is_map) {
        uint64_t offset = item->th != NULL ? item->th->offset : item->demo->offset;
        add(&s->records, &offset, sizeof offset);
        add(&s->records, &item->session, sizeof item->session);
        add(&s->records, &item->session2, sizeof item->session2);
    }
}

static void count(struct counts *c, const tt_th_event *event, const tt_th_tally *tally)
{
    if (event->kind == TT_TH_PLAYER_DIFF) {
        c->moves[event->cid]++;
    } else if (event->kind == TT_TH_INPUT_DIFF) {
        c->inputs[event->cid]++;
    } else if (event->kind == TT_TH_TICK_SKIP) {
        c->skips++;
    } else {
        int32_t cid = event->cid >= 0 ? event->cid : 0;
        const uint64_t before[4] = {event->offset, c->moves[cid] + tally->moves[cid],
                                    c->inputs[cid] + tally->inputs[cid],
                                    c->skips + tally->tick_skips};
        add(&c->others, before, sizeof before);
    }
}

/* Counts all records, most of them by a tally if `tallies`. */
static tt_status count_all(struct counts *c, tt_bytes bytes, unsigned wants, size_t piece,
                           int recover, int tallies)
{
    static tt_th_tally tally;
    tt_item item;
    tt_status status;
    memset(c, 0, sizeof *c);
    memset(&tally, 0, sizeof tally);
    MUST(tt_recording_init(&one, scratch[0], sizeof scratch[0]) == TT_OK);
    tt_recording_recover(&one, recover);
    tt_recording_want(&one, wants | TT_WANT_RECORDS, TT_FACTS_ALL);
    tti_recording_tally(&one, tallies ? &tally : NULL, INT64_MIN);
    while ((status = tt_recording_next(&one, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            size_t size = piece == 0 || piece > bytes.size ? bytes.size : piece;
            tt_recording_feed(&one, bytes.data, size);
            bytes = (tt_bytes){bytes.data + size, bytes.size - size};
        } else if (item.th != NULL) {
            count(c, item.th, &tally);
        }
    }
    for (int cid = 0; cid < TT_CIDS; cid++) {
        c->moves[cid] += tally.moves[cid];
        c->inputs[cid] += tally.inputs[cid];
    }
    c->skips += tally.tick_skips;
    return status;
}

static void check_tally(tt_bytes bytes, unsigned wants, size_t piece, int recover)
{
    tt_status status = count_all(&every, bytes, 0, 0, recover, 0);
    MUST(count_all(&tallied, bytes, wants, piece, recover, 1) == status);
    MUST(memcmp(&every, &tallied, sizeof every) == 0);
}

/* Another reader goes on, from a state that packs the same again. */
static uint64_t go_on(tt_bytes bytes, unsigned wants, int recover)
{
    static uint8_t again[TT_RECORDING_STATE_MAX];
    tt_packer p = tt_packer_of(packed, sizeof packed), q = tt_packer_of(again, sizeof again);
    tt_recording_pack(&p, &one);
    MUST(p.status == TT_OK);
    memset(&two, 0xa5, sizeof two);
    MUST(tt_recording_resume(&two, scratch[1], sizeof scratch[1], bytes, tt_packer_bytes(&p)) ==
         TT_OK);
    tt_recording_pack(&q, &two);
    MUST(q.status == TT_OK && tt_bytes_equal(tt_packer_bytes(&p), tt_packer_bytes(&q)));
    MUST(tt_recording_look(&one).offset == tt_recording_look(&two).offset);
    tt_recording_recover(&two, recover);
    tt_recording_want(&two, wants, TT_FACTS_ALL);
    return tt_recording_look(&two).offset;
}

/* `turn`: after this many items, the other reader; 0 for never. */
static sums read_all(tt_bytes bytes, unsigned wants, size_t piece, int turn, int recover)
{
    sums s = {0, 0, 0, TT_OK};
    tt_recording *rec = &one;
    tt_item item;
    uint64_t at = 0;
    int items = 0;
    MUST(tt_recording_init(&one, scratch[0], sizeof scratch[0]) == TT_OK);
    tt_recording_recover(&one, recover);
    tt_recording_want(&one, wants, TT_FACTS_ALL);
    while ((s.status = tt_recording_next(rec, &item)) == TT_OK || s.status == TT_MORE) {
        if (s.status == TT_MORE) {
            size_t left = bytes.size - (size_t)at;
            size_t size = piece == 0 || piece > left ? left : piece;
            tt_recording_feed(rec, bytes.data + at, size);
            at += size;
            continue;
        }
        add_item(&s, rec, &item);
        if (rec == &one && turn != 0 && ++items >= turn && tt_recording_is_access_point(&one)) {
            at = go_on(bytes, wants, recover);
            rec = &two;
        }
    }
    MUST(tt_recording_next(rec, &item) == s.status);
    MUST(s.status == TT_END || tt_recording_look(rec).error->status == s.status);
    return s;
}

static void check_state(tt_bytes header, tt_bytes state)
{
    tt_item item;
    tt_status status = tt_recording_resume(&two, scratch[1], sizeof scratch[1], header, state);
    MUST(status == TT_OK || status == TT_ERR_STATE);
    tt_recording_want(&two, ALL, TT_FACTS_ALL);
    while (status == TT_OK || status == TT_MORE) {
        tt_recording_feed(&two, NULL, 0);
        status = tt_recording_next(&two, &item);
    }
}

/* By its first byte. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    int is_demo = size > 3 && data[3] == tti_demo_magic[0];
    return mutate_behind(is_demo ? mutate_demo : mutate_teehistorian, 3, data, size, max_size,
                         seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return 0;
    }
    unsigned wants = data[0] & ALL;
    int recover = data[0] >> 7;
    tt_bytes bytes = {data + 3, size - 3};
    sums all = read_all(bytes, ALL, 0, 0, recover);
    sums some = read_all(bytes, wants, data[1], 0, recover);
    MUST(some.status == all.status);
    MUST((wants & TT_WANT_FACTS) == 0 || some.facts == all.facts);
    MUST((wants & TT_WANT_TICKS) == 0 || some.ticks == all.ticks);
    MUST((wants & TT_WANT_RECORDS) == 0 || some.records == all.records);
    sums resumed = read_all(bytes, wants, 0, 1 + data[2], recover);
    MUST(resumed.facts == some.facts && resumed.ticks == some.ticks &&
         resumed.records == some.records && resumed.status == some.status);
    check_tally(bytes, wants, data[1], recover);
    check_state(bytes, bytes);
    if (data[2] < 16) { /* a state of this recording with a byte that is wrong */
        packed[data[1] % 64] ^= (uint8_t)(1 + data[2]);
        check_state(bytes, (tt_bytes){packed, 600});
    }
    return 0;
}
