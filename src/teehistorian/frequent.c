/* SPDX-License-Identifier: MIT
 *
 * The fast paths through a recording: tt_th_next (one event), tt_th_advance (the world without
 * events), tt_th_next_sparse (only rare events) and tt_th_next_tick.
 *
 * Three records fill a recording: PLAYER_DIFF, INPUT_DIFF and TICK_SKIP. Only the functions take_*
 * take them from the piece. They are compiled four times: for a single event, for a loop with a
 * tally, for a loop without, and for one whose bytes are copied (copy.c). A function that fails has
 * changed nothing, and the general reader (reader.c) reads the record again: it alone reports
 * errors.
 */
#include "base/mem.h"
#include "teehistorian/diff.h"
#include "teehistorian/tally.h"
#include "teehistorian/write.h"

const uint8_t *tti_th_move_get_long(const uint8_t *p, int32_t *dx, int32_t *dy)
{
    unsigned odd = 0;
    const uint8_t *end = p + TTI_TH_DIFF_MAX - 2;
    tti_varint_get(&p, end, dx, &odd);
    tti_varint_get(&p, end, dy, &odd);
    return odd == 0 && (*dx | *dy) != 0 ? p : NULL;
}

const uint8_t *tti_th_input_get_long(const uint8_t *p, int32_t *input, int32_t *diff)
{
    unsigned odd = 0;
    const uint8_t *end = p + TTI_TH_DIFF_MAX - 3;
    /* If one int is unusual, the input must not change, because the general decoder adds the record
     * again. So all ints are read first. */
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        tti_varint_get(&p, end, &diff[i], &odd);
    }
    if (odd != 0) {
        return NULL;
    }
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        input[i] = (int32_t)((uint32_t)input[i] + (uint32_t)diff[i]);
    }
    return p;
}

/* The part of the reader's state that a loop changes. A copy can be in registers. */
struct frequent_run {
    const uint8_t *at;
    const uint8_t *last; /* a record that begins before it lies whole in the piece */
    int32_t last_cid;    /* last client id of the open tick, see tick.h */
    uint32_t tick;       /* the open tick, up to INT32_MAX */
    uint32_t limit;      /* the last tick that is wanted; not below tick */
    bool is_done;        /* the next record belongs to a later tick */
};

/* Returns true when the next record is in the piece, and TTI_TH_DIFF_MAX bytes are there. The
 * general reader takes the last 63 bytes of a piece. */
static bool can_be_fast(const tti_th *th)
{
    return th->end - th->at >= TTI_TH_DIFF_MAX && th->state == TTI_TH_RECORDS &&
           tti_th_is_at_piece(th);
}

static struct frequent_run run_of(const tti_th *th, int32_t limit)
{
    return (struct frequent_run){th->at,          th->end - TTI_TH_DIFF_MAX + 1,
                                 th->last_cid,    (uint32_t)th->world->tick,
                                 (uint32_t)limit, 0};
}

/* Stores the changed state in the reader. th->odd need not change: it belongs to the last record of
 * the general reader. */
TTI_ALWAYS_INLINE void put_back(tti_th *th, const struct frequent_run *run)
{
    th->offset += (uint64_t)(run->at - th->at);
    th->at = run->at;
    th->world->tick = (int32_t)run->tick;
    th->last_cid = run->last_cid;
}

/* Takes a PLAYER_DIFF. The tick is checked before the rest, so that a record of a later tick is not
 * taken. The tick has no sign, so one step beyond INT32_MAX is a number too, and above every limit.
 * A dead tee is an error. */
TTI_ALWAYS_INLINE bool take_player_diff(struct frequent_run *run, tt_tee *tees, unsigned cid,
                                        const uint8_t *p, struct tt_th_player_diff *diff)
{
    int32_t dx, dy;
    tt_tee *tee = &tees[cid];
    tti_th_step_on on = tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, run->last_cid);
    uint32_t tick = run->tick + (uint32_t)on.ticks;
    /* A move by (0, 0) may begin a run, which is an error and has no tick. */
    if (tick > run->limit) {
        run->is_done = (p[0] | p[1]) != 0;
        return false;
    }
    p = tti_th_move_get(p, &dx, &dy);
    if (p == NULL || !tee->alive) {
        return false;
    }
    run->tick = tick;
    run->last_cid = on.last_cid;
    run->at = p;
    diff->cid = (int32_t)cid;
    diff->dx = dx;
    diff->dy = dy;
    tti_th_move_tee(tee, diff);
    return true;
}

/* Takes an INPUT_DIFF of a settled slot: an input to add to exists and the client is connected, so
 * the record is no error and no mention. The ten sums go straight to the world. An input never
 * opens a tick, so there is no limit to check. `*cid` is a good index even when size is 0. */
TTI_ALWAYS_INLINE bool take_input_diff(struct frequent_run *run, tt_tee *tees, unsigned *cid,
                                       int32_t *diff)
{
    unsigned size = tti_th_cid_get(run->at + 1, cid);
    tt_tee *tee = &tees[*cid];
    if (size == 0 || !tee->settled) {
        return false;
    }
    const uint8_t *p = tti_th_input_get(run->at + 1 + size, tee->input, diff);
    if (p == NULL) {
        return false;
    }
    run->at = p;
    return true;
}

/* Takes a TICK_SKIP of one byte, up to 63 ticks. Longer gaps are seldom, so the general reader
 * takes them, and also a negative dt, which has bit 6 set. The limit is not below the tick, so the
 * difference can be unsigned. */
TTI_ALWAYS_INLINE bool take_tick_skip(struct frequent_run *run)
{
    uint8_t dt = run->at[1];
    if (dt >= 0x40) {
        return false;
    }
    tti_th_step_on on = tti_th_rule(TT_TH_TICK_SKIP, -1, dt, run->last_cid);
    if (run->limit - run->tick < (uint32_t)on.ticks) {
        run->is_done = true;
        return false;
    }
    run->tick += (uint32_t)on.ticks;
    run->last_cid = on.last_cid;
    run->at += 2;
    return true;
}

TTI_ALWAYS_INLINE tt_status give_frequent(tti_th *th, const struct frequent_run *run,
                                          tt_th_event *event, tt_th_kind kind, unsigned cid)
{
    event->kind = kind;
    event->tick = (int32_t)run->tick;
    event->cid = (int32_t)cid;
    event->size = (uint32_t)(run->at - th->at);
    event->offset = th->offset;
    put_back(th, run);
    return TT_OK;
}

/* Takes an INPUT_DIFF of a settled slot as an event; returns false for every other record. */
TTI_ALWAYS_INLINE bool give_input(tti_th *th, struct frequent_run *run, tt_th_event *event)
{
    unsigned cid;
    if (run->at[0] != TTI_TH_BYTE_INPUT_DIFF ||
        !take_input_diff(run, th->world->tee, &cid, th->diff)) {
        return false;
    }
    event->u.input_diff.cid = (int32_t)cid;
    event->u.input_diff.diff = th->diff;
    event->u.input_diff.input = th->world->tee[cid].input;
    return give_frequent(th, run, event, TT_TH_INPUT_DIFF, cid) == TT_OK;
}

/* Reads a record that is no short PLAYER_DIFF. Bit 6 of the first byte is the sign of its int:
 * without it the record is a PLAYER_DIFF. */
static TTI_NOINLINE tt_status next_infrequent(tti_th *th, tt_th_event *event)
{
    unsigned cid;
    struct frequent_run run = run_of(th, INT32_MAX);
    if (give_input(th, &run, event)) {
        return TT_OK;
    }
    unsigned size = tti_th_cid_get(run.at, &cid);
    if (size != 0 &&
        take_player_diff(&run, th->world->tee, cid, run.at + size, &event->u.player_diff)) {
        return give_frequent(th, &run, event, TT_TH_PLAYER_DIFF, cid);
    }
    return tti_th_step(th, event);
}

/* Reads the next record. Half of all bytes are PLAYER_DIFF with steps of -64 to 63 units. For them
 * this function calls nothing: bench/ measures the gain. */
tt_status tt_th_next(tt_th *outer, tt_th_event *event)
{
    tti_th *th = tti_th_of(outer);
    unsigned cid;
    if (!can_be_fast(th)) {
        return tti_th_step(th, event);
    }
    struct frequent_run run = run_of(th, INT32_MAX);
    unsigned size = tti_th_cid_get(run.at, &cid);
    if (size != 0 && tti_th_move_is_short(run.at + size) &&
        take_player_diff(&run, th->world->tee, cid, run.at + size, &event->u.player_diff)) {
        return give_frequent(th, &run, event, TT_TH_PLAYER_DIFF, cid);
    }
    return next_infrequent(th, event);
}

/* Takes a move or an input; returns false for every other record. The differences of an input are
 * not wanted, but have to be stored. */
TTI_ALWAYS_INLINE bool take_move_or_input(struct frequent_run *run, tt_tee *tees,
                                          tt_th_tally *tally)
{
    unsigned cid;
    int32_t diff[TT_INPUT_INTS];
    struct tt_th_player_diff move;
    unsigned size = tti_th_cid_get(run->at, &cid);
    if (size != 0) {
        bool took = take_player_diff(run, tees, cid, run->at + size, &move);
        if (took && tally != NULL) {
            tti_th_tally_move(tally, cid, move.dx, move.dy);
        }
        return took;
    }
    bool took = run->at[0] == TTI_TH_BYTE_INPUT_DIFF && take_input_diff(run, tees, &cid, diff);
    if (took && tally != NULL) {
        tally->inputs[cid]++;
    }
    return took;
}

/* Takes one of the three frequent records; returns false for every other one. */
TTI_ALWAYS_INLINE bool take_frequent(struct frequent_run *run, tt_tee *tees, tt_th_tally *tally)
{
    if (take_move_or_input(run, tees, tally)) {
        return true;
    }
    bool took = run->at[0] == TTI_TH_BYTE_TICK_SKIP && take_tick_skip(run);
    if (took && tally != NULL) {
        tally->tick_skips++;
    }
    return took;
}

TTI_ALWAYS_INLINE void run_fast(struct frequent_run *run, tt_tee *tees, tt_th_tally *tally)
{
    while (run->at < run->last && take_frequent(run, tees, tally)) {
    }
}

/* Runs the loop with a tally. It takes and returns the struct as a value: a pointer to the struct
 * could make the compiler keep it in memory for the other loop too. */
static TTI_NOINLINE struct frequent_run run_counting(struct frequent_run run, tt_tee *tees,
                                                     tt_th_tally *tally)
{
    run_fast(&run, tees, tally);
    return run;
}

/* Takes frequent records up to the end of tick `limit`, which must not have been passed yet. True:
 * the next record is known to have a later tick. After false the general reader has to check. */
static bool run_to(tti_th *th, int32_t limit)
{
    if (!can_be_fast(th) || th->world->tick > limit) {
        return false;
    }
    struct frequent_run run = run_of(th, limit);
    if (th->tally != NULL) {
        run = run_counting(run, th->world->tee, th->tally);
    } else {
        run_fast(&run, th->world->tee, NULL);
    }
    put_back(th, &run);
    return run.is_done;
}

/* Takes moves and tick marks, and gives the input after them. TT_LATER: the next record has a later
 * tick than `limit`. TT_MORE: the general reader has to read it. */
static tt_status run_to_input(tti_th *th, tt_th_event *event, int32_t limit)
{
    unsigned cid;
    struct tt_th_player_diff move;
    if (!can_be_fast(th) || th->world->tick > limit) {
        return TT_MORE;
    }
    struct frequent_run run = run_of(th, limit);
    for (bool took = true; took && run.at < run.last;) {
        unsigned size = tti_th_cid_get(run.at, &cid);
        took = size != 0 ? take_player_diff(&run, th->world->tee, cid, run.at + size, &move)
                         : run.at[0] == TTI_TH_BYTE_TICK_SKIP && take_tick_skip(&run);
    }
    put_back(th, &run);
    if (run.is_done) {
        return TT_LATER;
    }
    return run.at < run.last && give_input(th, &run, event) ? TT_OK : TT_MORE;
}

/* Returns true when a writer that marks only the ticks of records writes the TICK_SKIP, too: a move
 * or an input follows, whose tick cannot be known without the mark. */
TTI_ALWAYS_INLINE bool is_needed_skip(const struct frequent_run *run)
{
    unsigned cid;
    const uint8_t *next = run->at + 2;
    if (next[0] == TTI_TH_BYTE_INPUT_DIFF) {
        return true;
    }
    return tti_th_cid_get(next, &cid) != 0 &&
           tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, run->last_cid).ticks != run->at[1] + 1;
}

/* Takes frequent records and copies their bytes. A TICK_SKIP is taken only together with the record
 * after it, which may be one that the writer refuses. */
size_t tti_th_copy_run(tti_th_writer *writer, tt_tee *tees, tt_bytes from, int32_t limit)
{
    struct frequent_run run = {.at = from.data,
                               .last = from.data + from.size - TTI_TH_DIFF_MAX + 1,
                               .last_cid = writer->max_cid,
                               .tick = (uint32_t)writer->tick,
                               .limit = (uint32_t)limit};
    uint64_t moves_and_inputs = 0, skips = 0;
    while (run.at < run.last) {
        if (take_move_or_input(&run, tees, NULL)) {
            moves_and_inputs++;
            continue;
        }
        struct frequent_run next = run;
        if (run.at[0] != TTI_TH_BYTE_TICK_SKIP || !is_needed_skip(&run) || !take_tick_skip(&next) ||
            !take_move_or_input(&next, tees, NULL)) {
            break;
        }
        run = next;
        moves_and_inputs++;
        skips++;
    }
    if (run.at != from.data) {
        tti_th_sink sink = {.stream = writer};
        tti_th_sink_bytes(&sink, from.data, (size_t)(run.at - from.data));
        writer->copied += moves_and_inputs;
        writer->copied_skips += skips;
        writer->tick = writer->last_written = (int32_t)run.tick;
        writer->max_cid = writer->called_cid = run.last_cid;
        writer->still = 0;
    }
    return (size_t)(run.at - from.data);
}

/* Copies frequent records up to the end of tick `limit`, if the output is at the same place. */
static void copy_from_piece(tti_th *th, int32_t limit)
{
    tti_th_writer *writer = th->copy;
    if (!can_be_fast(th) || th->world->tick > limit || writer->different != 0 ||
        !tti_th_can_copy_run(writer, th->world->tick, th->last_cid)) {
        return;
    }
    tt_bytes piece = {th->at, (size_t)(th->end - th->at)};
    size_t size = tti_th_copy_run(writer, th->world->tee, piece, limit);
    th->at += size;
    th->offset += size;
    th->world->tick = writer->tick;
    th->last_cid = writer->max_cid;
}

/* Returns the connected flag of the client that the record is about; false without a client, and
 * for an id out of range, which is checked only later. */
static bool is_connected(const tti_th *th, int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS && th->world->client[cid].connected;
}

/* Takes records until one must be given. A loop takes a run of frequent records, then the general
 * reader takes one record. The kind of this one is checked again, because it may be frequent too
 * (an int of an unusual form, the end of a piece). TT_LATER: the next record is of a later tick
 * than `tick`. INT32_MAX is the last tick: a later record is taken there, and is an error. */
TTI_ALWAYS_INLINE tt_status pass_frequent(tti_th *th, tt_th_event *event, int32_t tick,
                                          bool gives_sparse, int64_t silence)
{
    for (;;) {
        int deliver;
        if (th->state != TTI_TH_RECORDS) {
            return tti_th_step(th, event);
        }
        if (th->copy != NULL) {
            tti_th_copy_compare(th);
            copy_from_piece(th, tick);
        } else if (th->gives_inputs) {
            tt_status found = run_to_input(th, event, tick);
            if (found == TT_OK || (found == TT_LATER && tick != INT32_MAX)) {
                return found;
            }
        } else if (run_to(th, tick) && tick != INT32_MAX) {
            return TT_LATER;
        }
        tt_status status = tti_th_peek(th, event);
        if (status == TT_OK && tick != INT32_MAX && tti_th_tick_after(th, event) > tick) {
            return TT_LATER;
        }
        /* The first record of a client begins a session, so it is given even if it is frequent:
         * otherwise the history would miss the session. */
        bool was_connected = status == TT_OK && is_connected(th, event->cid);
        if (status == TT_OK && th->copy != NULL) {
            tti_th_copy_prepare(th, event->cid);
        }
        if (status != TT_OK || (status = tti_th_take(th, event, &deliver)) != TT_OK) {
            return status;
        }
        bool is_wanted = gives_sparse && (th->copy != NULL || !tti_th_is_frequent(event->kind) ||
                                          (th->gives_inputs && event->kind == TT_TH_INPUT_DIFF) ||
                                          tti_th_is_silence(event, silence) ||
                                          is_connected(th, event->cid) > was_connected);
        if (deliver && is_wanted) {
            return TT_OK;
        }
        /* run_to counts its own records, and this one is not among them. */
        if (deliver && th->tally != NULL) {
            tti_th_tally_take(th->tally, event);
        }
    }
}

tt_status tt_th_advance(tt_th *th, int32_t tick)
{
    tt_th_event event;
    tt_status status = pass_frequent(tti_th_of(th), &event, tick, 0, 0);
    return status == TT_LATER ? TT_OK : status;
}

tt_status tti_th_next_sparse(tt_th *th, tt_th_event *event, int32_t tick, int64_t silence)
{
    return pass_frequent(tti_th_of(th), event, tick, 1, silence);
}

tt_status tt_th_next_sparse(tt_th *th, tt_th_event *event, int32_t tick)
{
    return tti_th_next_sparse(th, event, tick, INT64_MAX);
}

/* Returns the tick of a tee that moves, or of an input that changes, whose record is in the piece;
 * -1 for other records. The rest of the record is not read, because errors there do not change its
 * tick. */
static int64_t frequent_tick(const tti_th *th)
{
    unsigned cid;
    if (!can_be_fast(th)) {
        return -1;
    }
    unsigned size = tti_th_cid_get(th->at, &cid);
    if (size != 0 && (th->at[size] | th->at[size + 1]) == 0) {
        return -1; /* a move by (0, 0) may begin a run, which has no tick */
    }
    if (size != 0) {
        return th->world->tick +
               tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, th->last_cid).ticks;
    }
    bool is_input = th->at[0] == TTI_TH_BYTE_INPUT_DIFF && tti_th_cid_get(th->at + 1, &cid) != 0;
    return is_input ? th->world->tick : -1;
}

/* Returns a tick within the possible ones. A tick above the last possible one counts as the last
 * one: taking the record finds the error. */
static int32_t bounded_tick(int64_t tick)
{
    return tick > INT32_MAX ? INT32_MAX : (int32_t)tick;
}

/* Finds the tick of the next record. In recovery mode records with a bad client id are not given
 * but advance the tick: they are skipped, up to the end of tick `open`. Without recovery mode such
 * a record is an error, and the call that takes it reports it. */
tt_status tti_th_coming_tick(tt_th *outer, int32_t open, int32_t *tick)
{
    tti_th *th = tti_th_of(outer);
    for (;;) {
        tt_th_event event;
        int deliver;
        int64_t frequent = frequent_tick(th);
        if (frequent >= 0) {
            *tick = bounded_tick(frequent);
            return TT_OK;
        }
        tt_status status =
            th->state == TTI_TH_RECORDS ? tti_th_peek(th, &event) : tti_th_step(th, &event);
        if (status != TT_OK) {
            return status;
        }
        *tick = bounded_tick(tti_th_tick_after(th, &event));
        if (!th->recover || !tti_th_has_bad_cid(&event) || *tick > open) {
            return TT_OK;
        }
        status = tti_th_take(th, &event, &deliver);
        if (status != TT_OK) {
            return status;
        }
    }
}

/* Finds the tick of the next record. `*tick` is set only on success. */
tt_status tt_th_next_tick(tt_th *th, int32_t *tick)
{
    int32_t next;
    tt_status status = tti_th_coming_tick(th, INT32_MAX, &next);
    if (status == TT_OK) {
        *tick = next;
    }
    return status;
}
