/* SPDX-License-Identifier: MIT
 *
 * Packed states of recordings, and what is read from there.
 *
 *     byte, byte: n   a little-endian size
 *     n bytes         a state, to be resumed after the header {"version":"2"}
 *     the rest        records
 *
 * A state is refused, or packs to the same bytes again. After it, whatever comes, world and
 * history remain such that they can be packed, and a reader that is resumed half-way ends as the
 * others do. fuzz_recording.c does the same with facts.
 */
#include <string.h>

#include "must.h"
#include "teetape/teehistorian_history.h"

static const char json[] = "{\"version\":\"2\"}";
static uint8_t packed[TT_TH_STATE_MAX], again[TT_TH_STATE_MAX];

typedef struct run {
    tt_th th;
    tt_world world;
    tt_th_history history;
    uint8_t scratch[TT_TH_SCRATCH_MIN];
} run;

static run calm, other;

static tt_status run_resume(run *r, tt_bytes state)
{
    memset(&r->world, 0xaa, sizeof r->world);
    memset(&r->history, 0xaa, sizeof r->history);
    tt_status status = tt_th_resume(&r->th, &r->world, r->scratch, sizeof r->scratch,
                                    tt_bytes_of(json), &r->history, state);
    tt_th_set(&r->th, &(tt_th_options){.recover = true});
    return status;
}

static tt_bytes pack(const run *r, uint8_t *dst)
{
    tt_packer p = tt_packer_of(dst, TT_TH_STATE_MAX);
    tt_th_state_pack(&p, &r->th, &r->history);
    MUST(p.status == TT_OK);
    return tt_packer_bytes(&p);
}

static void follow(run *r, const tt_th_event *event)
{
    tt_th_history_follow(&r->history, event, &r->world);
}

/* Reads at most `most` events. Returns how many there were. */
static size_t run_events(run *r, size_t most)
{
    size_t count = 0;
    tt_th_event event;
    while (count < most && tt_th_next(&r->th, &event) == TT_OK) {
        follow(r, &event);
        MUST(tt_th_record(&r->th, &event).size == event.size);
        count++;
    }
    return count;
}

/* The same with the sparse events alone. */
static void run_rare(run *r)
{
    tt_th_event event;
    while (tt_th_next_sparse(&r->th, &event, INT32_MAX) == TT_OK) {
        follow(r, &event);
    }
}

static void same_end(const run *a, const run *b)
{
    MUST(memcmp(&a->world, &b->world, sizeof a->world) == 0);
    MUST(memcmp(&a->history, &b->history, sizeof a->history) == 0);
    MUST(tt_th_look(&a->th).error->status == tt_th_look(&b->th).error->status &&
         tt_th_look(&a->th).error->offset == tt_th_look(&b->th).error->offset);
    MUST(tt_th_look(&a->th).offset == tt_th_look(&b->th).offset);
}

static void read_on(tt_bytes state, tt_bytes records)
{
    uint64_t start = tt_th_look(&calm.th).offset;
    tt_th_feed(&calm.th, records.data, records.size);
    size_t half = run_events(&calm, SIZE_MAX) / 2;
    /* sparse events make the same state */
    MUST(run_resume(&other, state) == TT_OK);
    tt_th_feed(&other.th, records.data, records.size);
    run_rare(&other);
    same_end(&other, &calm);
    /* and so does a reader with a stop in between */
    MUST(run_resume(&other, state) == TT_OK);
    tt_th_feed(&other.th, records.data, records.size);
    MUST(run_events(&other, half) == half);
    state = pack(&other, packed);
    MUST(run_resume(&other, state) == TT_OK);
    MUST(tt_bytes_equal(pack(&other, again), state));
    size_t at = (size_t)(tt_th_look(&other.th).offset - start);
    MUST(at <= records.size);
    tt_th_feed(&other.th, records.data + at, records.size - at);
    run_events(&other, SIZE_MAX);
    same_end(&other, &calm);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    size_t head = data[0] | (size_t)data[1] << 8;
    head = head < size - 2 ? head : size - 2;
    tt_bytes state = {data + 2, head}, records = {data + 2 + head, size - 2 - head};
    tt_status status = run_resume(&calm, state);
    if (status != TT_OK) {
        MUST(status == TT_ERR_TH_STATE && tt_th_look(&calm.th).error->status == status);
        return 0;
    }
    MUST(tt_bytes_equal(pack(&calm, again), state));
    read_on(state, records);
    return 0;
}
