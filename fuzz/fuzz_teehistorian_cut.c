/* SPDX-License-Identifier: MIT
 *
 * Cutting any recording. Whatever is wrong with it: a strict reader takes the cut, the world is in
 * each tick of the span what it is in the whole recording, and the cut of a cut is the direct one.
 * A cut of some players has nobody else in it.
 *
 *     byte 0..1  from     low 13 bits
 *     byte 2..3  ticks    low 13 bits; all bits set: to the end
 *     byte 4     who      low 4 bits 0: everybody; else remains with that rest by 1 + high 4 bits
 *     rest       the recording
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teetape/teehistorian_cut.h"

#define PREFIX 5

typedef struct span {
    int32_t from;
    int64_t to;
    uint64_t rest, every; /* every 0: everybody */
} span;

/* A reader with all that it needs. */
typedef struct source {
    tt_world world;
    tt_th th;
    uint8_t scratch[TT_TH_SCRATCH];
} source;

/* All that one cut needs. */
typedef struct work {
    source in;
    tt_th_history history;
    tt_th_writer writer;
    tt_th_cut cut;
    uint8_t buffer[TT_TH_WRITE_MIN];
} work;

static bool wants(void *user, uint64_t session, int32_t cid)
{
    const span *s = user;
    MUST(session != TT_SESSION_NONE && cid >= 0 && cid < TT_CIDS);
    return session % s->every == s->rest;
}

/* Reads the header. 0 when there is none. */
static int open_source(source *s, tt_bytes recording, int recover)
{
    tt_th_event event;
    MUST(tt_th_init(&s->th, &s->world, s->scratch, sizeof s->scratch) == TT_OK);
    tt_th_set(&s->th, &(tt_th_options){.recover = recover});
    tt_th_feed(&s->th, recording.data, recording.size);
    tt_th_feed(&s->th, NULL, 0);
    return tt_th_next(&s->th, &event) == TT_OK;
}

static void write_header(work *w)
{
    size_t size = tt_th_cut_header_bound(&w->cut, tt_th_look(&w->in.th).header);
    uint8_t *space = malloc(size);
    MUST(space != NULL);
    MUST(tt_th_cut_header(&w->cut, tt_th_look(&w->in.th).header, space, size) == TT_OK);
    free(space);
}

/* Nothing when the recording has no header. `*left_out` is the count of the cut. */
static out_block make_cut(tt_bytes recording, span *s, int recover, uint64_t *left_out)
{
    work *w = malloc(sizeof *w);
    out_block out = {NULL, 0, 0, 0};
    const tt_th_cut_options options = {
        .from = s->from, .to = s->to, .wants = s->every != 0 ? wants : NULL, .user = s};
    MUST(w != NULL);
    MUST(tt_th_writer_init(&w->writer, w->buffer, sizeof w->buffer, out_put, &out) == TT_OK);
    MUST(tt_th_cut_init(&w->cut, &w->writer, &options) == TT_OK);
    tt_th_history_init(&w->history);
    if (open_source(&w->in, recording, recover)) {
        write_header(w);
        tt_status status = tt_th_cut_next(&w->cut, &w->in.th, &w->history);
        MUST(status == TT_END || tt_th_look(&w->in.th).error->status == status);
        MUST(recover || status == TT_END);
        MUST(tt_th_cut_finish(&w->cut, &w->in.world, &w->history) == TT_OK);
    }
    *left_out = tt_th_cut_look(&w->cut).left_out;
    free(w);
    return out;
}

static void must_same_client(const tt_client *a, const tt_client *b)
{
    MUST(a->connected == b->connected);
    MUST(a->protocol == b->protocol);
    MUST(strcmp(a->name, b->name) == 0);
    MUST(strcmp(a->clan, b->clan) == 0);
    MUST(a->team == b->team);
    MUST(a->rcon_level == b->rcon_level);
    MUST(a->version == b->version);
}

static void must_same_world(const tt_world *a, const tt_world *b)
{
    MUST(memcmp(a->practice, b->practice, sizeof a->practice) == 0);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *x = &a->tee[cid], *y = &b->tee[cid];
        MUST(x->alive == y->alive);
        MUST(!x->alive || (x->x == y->x && x->y == y->y));
        MUST(x->has_input == y->has_input);
        MUST(memcmp(x->input, y->input, sizeof x->input) == 0);
        must_same_client(&a->client[cid], &b->client[cid]);
    }
}

/* To the end of the tick, and the tick of the next record; TT_TH_CUT_END when there is none. */
static int64_t advance(source *s, int32_t tick)
{
    tt_th_event event;
    int32_t next;
    tt_status status;
    while ((status = tt_th_next_tick(&s->th, &next)) == TT_OK && next <= tick) {
        tt_th_next(&s->th, &event);
    }
    return status == TT_OK ? next : TT_TH_CUT_END;
}

/* The cut and the whole recording, tick by tick. */
static void compare(tt_bytes cut, tt_bytes whole, const span *s)
{
    source *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    MUST(a != NULL && b != NULL);
    MUST(open_source(a, cut, 0) && open_source(b, whole, 1));
    for (int64_t tick = s->from; tick < s->to;) {
        int64_t next_a = advance(a, (int32_t)tick), next_b = advance(b, (int32_t)tick);
        must_same_world(&a->world, &b->world);
        tick = next_a < next_b ? next_a : next_b;
    }
    MUST(tt_th_look(&a->th).error->status == TT_OK);
    free(a);
    free(b);
}

/* A span within another one. */
static span inner_of(const span *s)
{
    span inner = *s;
    int32_t ticks = s->to == TT_TH_CUT_END ? 64 : (int32_t)(s->to - s->from);
    inner.from += ticks / 4;
    if (s->to != TT_TH_CUT_END || s->from % 2 != 0) {
        inner.to = inner.from + ticks / 2;
    }
    return inner;
}

static void check_everybody(tt_bytes recording, tt_bytes cut, const span *s)
{
    uint64_t left_out, inner_left_out;
    span inner = inner_of(s);
    compare(cut, recording, s);
    out_block direct = make_cut(recording, &inner, 1, &left_out);
    out_block again = make_cut(cut, &inner, 0, &inner_left_out);
    MUST(inner_left_out == 0);
    MUST(direct.size == again.size && memcmp(direct.data, again.data, direct.size) == 0);
    out_free(&direct);
    out_free(&again);
}

/* Nothing that is left to be said when everybody is taken out of it. */
static void check_some(tt_bytes cut, const span *s)
{
    uint64_t left_out;
    span all = {.from = s->from, .to = s->to};
    out_block again = make_cut(cut, &all, 0, &left_out);
    MUST(left_out == 0);
    compare(out_bytes(&again), cut, s);
    out_free(&again);
}

MUTATE(mutate_teehistorian, 5)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t left_out;
    if (size < PREFIX) {
        return 0;
    }
    int32_t ticks = data[2] | data[3] << 8;
    span s = {.from = (data[0] | data[1] << 8) & 0x1fff, .to = TT_TH_CUT_END};
    if (ticks != 0xffff) {
        s.to = s.from + (ticks & 0x1fff);
    }
    if ((data[4] & 15) != 0) {
        s.every = 1u + (data[4] >> 4);
        s.rest = (data[4] & 15u) % s.every;
    }
    tt_bytes recording = {data + PREFIX, size - PREFIX};
    out_block cut = make_cut(recording, &s, 1, &left_out);
    if (cut.size != 0) {
        tt_bytes bytes = out_bytes(&cut);
        if (s.every != 0) {
            check_some(bytes, &s);
        } else if (left_out == 0) {
            check_everybody(recording, bytes, &s);
        }
    }
    out_free(&cut);
    return 0;
}
