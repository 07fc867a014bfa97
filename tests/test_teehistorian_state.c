/* SPDX-License-Identifier: MIT
 *
 * Tests of packed states: a reader that goes on from one gives what the undisturbed one gives, and
 * a state that is damaged is refused or is another good one.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_history.h"
#include "support/th_random.h"
#include "support/th_source.h"
#include "teehistorian/record.h"
#include "wire/hash.h"

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static uint8_t packed[TT_TH_STATE_MAX], again[TT_TH_STATE_MAX];

/* A reader, and the history that follows it. */
typedef struct run {
    th_source s;
    tt_th_history *history;
    tt_th_event event;
} run;

static tt_bytes header_of(const th_make *m)
{
    const uint8_t *json = m->data + sizeof tt_th_magic.bytes;
    return tt_bytes_of((const char *)json);
}

static tt_th_history *history_new(void)
{
    tt_th_history *history = malloc(sizeof *history);
    assert_non_null(history);
    tt_th_history_init(history);
    return history;
}

static void run_open(run *r, const th_make *m, th_split split, int recover)
{
    th_source_open(&r->s, m, split, recover);
    r->history = history_new();
}

/* Fills memory before, so that nothing is right by accident. */
static tt_status run_resume(run *r, const th_make *m, th_split split, int recover, tt_bytes state)
{
    th_source_place(&r->s, m, split);
    r->history = history_new();
    memset(r->history, 0xaa, sizeof *r->history);
    memset(r->s.world, 0xaa, sizeof *r->s.world);
    memset(&r->s.th, 0xaa, sizeof r->s.th);
    tt_status status = tt_th_resume(&r->s.th, r->s.world, r->s.scratch, TT_TH_SCRATCH, header_of(m),
                                    r->history, state);
    if (status == TT_OK) {
        r->s.at = (size_t)tt_th_look(&r->s.th).offset;
        tt_th_set(&r->s.th, &(tt_th_options){.recover = recover,
                                             .on_issue = th_source_count_issue,
                                             .user = &r->s.issues});
    } else {
        tt_th_event event;
        assert_int_equal(tt_th_look(&r->s.th).error->status, status);
        assert_int_equal(tt_th_next(&r->s.th, &event), status);
    }
    return status;
}

static void run_close(run *r)
{
    th_source_close(&r->s);
    free(r->history);
}

static tt_status run_next(run *r)
{
    tt_status status = th_source_next(&r->s, &r->event);
    if (status == TT_OK) {
        tt_th_history_follow(r->history, &r->event, r->s.world);
    }
    return status;
}

static tt_bytes pack(uint8_t *dst, const run *r)
{
    tt_packer p = tt_packer_of(dst, TT_TH_STATE_MAX);
    tt_th_state_pack(&p, &r->s.th, r->history);
    assert_int_equal(p.status, TT_OK);
    return tt_packer_bytes(&p);
}

/* Everything that the next event can depend on. */
static void same_state(const run *a, const run *b)
{
    assert_memory_equal(a->s.world, b->s.world, sizeof *a->s.world);
    assert_memory_equal(a->history, b->history, sizeof(tti_th_history));
    assert_int_equal(tti_th_seen(&a->s.th)->state, tti_th_seen(&b->s.th)->state);
    assert_int_equal(tt_th_look(&a->s.th).finished, tt_th_look(&b->s.th).finished);
    assert_int_equal(tti_th_seen(&a->s.th)->last_cid, tti_th_seen(&b->s.th)->last_cid);
    assert_int_equal(tti_th_seen(&a->s.th)->version, tti_th_seen(&b->s.th)->version);
    assert_true(tt_th_look(&a->s.th).offset == tt_th_look(&b->s.th).offset);
    assert_int_equal(tt_th_look(&a->s.th).header->version_minor,
                     tt_th_look(&b->s.th).header->version_minor);
}

static void same_event(const tt_th_event *a, const tt_th_event *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->tick, b->tick);
    assert_int_equal(a->cid, b->cid);
    assert_int_equal(a->size, b->size);
    assert_true(a->offset == b->offset);
}

/* At every event: packed, resumed and packed again it is the same; and the resumed reader comes
 * with one event more to where the undisturbed one comes. By this, it does with all the others. */
static void step_by_step(const th_make *m, int recover)
{
    run calm;
    run_open(&calm, m, TH_ONE_PIECE, recover);
    tt_status status = run_next(&calm), other;
    while (status == TT_OK) {
        run resumed;
        int issues = calm.s.issues;
        tt_bytes state = pack(packed, &calm);
        assert_int_equal(run_resume(&resumed, m, TH_ONE_PIECE, recover, state), TT_OK);
        same_state(&resumed, &calm);
        assert_true(tt_bytes_equal(pack(again, &resumed), state));
        status = run_next(&calm);
        other = run_next(&resumed);
        assert_int_equal(other, status);
        assert_int_equal(resumed.s.issues, calm.s.issues - issues);
        if (status == TT_OK) {
            same_event(&resumed.event, &calm.event);
        }
        same_state(&resumed, &calm);
        run_close(&resumed);
    }
    run_close(&calm);
}

/* A sum of all that is given from here on, and of the state at the end. */
static uint64_t rest_of(run *r)
{
    tti_xxh64 x;
    tt_status status;
    tti_xxh64_start(&x);
    while ((status = run_next(r)) == TT_OK) {
        tt_bytes record = tt_th_record(&r->s.th, &r->event);
        int64_t numbers[] = {r->event.kind, r->event.tick, r->event.cid, (int64_t)r->event.offset};
        tti_xxh64_add(&x, numbers, sizeof numbers);
        tti_xxh64_add(&x, record.data, record.size);
        if (r->event.cid >= 0) {
            tti_xxh64_add(&x, &r->s.world->tee[r->event.cid], sizeof(tt_tee));
        }
    }
    tti_xxh64_add(&x, r->s.world, sizeof *r->s.world);
    tti_xxh64_add(&x, r->history, sizeof(tti_th_history));
    const tt_error *error = tt_th_look(&r->s.th).error;
    tti_xxh64_add(&x, &error->status, sizeof error->status);
    return tti_xxh64_sum(&x);
}

/* From every `every`-th event to the end, in pieces. */
static void to_the_end(const th_make *m, int every, int recover)
{
    run calm, whole, resumed;
    run_open(&calm, m, TH_ONE_PIECE, recover);
    for (int i = 0; run_next(&calm) == TT_OK; i++) {
        if (i % every == 0) {
            tt_bytes state = pack(packed, &calm);
            assert_int_equal(run_resume(&resumed, m, TH_PIECES(100), recover, state), TT_OK);
            run_open(&whole, m, TH_ONE_PIECE, recover);
            do {
                assert_int_equal(run_next(&whole), TT_OK);
            } while (tt_th_look(&whole.s.th).offset < tt_th_look(&calm.s.th).offset);
            assert_true(rest_of(&resumed) == rest_of(&whole));
            run_close(&whole);
            run_close(&resumed);
        }
    }
    run_close(&calm);
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_SHORT_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        to_the_end(&m, m.size > 10000 ? 400 : 1, 0);
        if (m.size < 50000) {
            step_by_step(&m, 0);
        }
        th_make_free(&m);
    }
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[TH_RECORDINGS - 1]);
    to_the_end(&m, 5000, 0);
    th_make_free(&m);
}

static void random_recordings(void **state)
{
    (void)state;
    uint64_t seed = 1234;
    for (uint64_t round = 0; round < 16; round++) {
        int wild = round % 2 == 1;
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, round % 3 != 0 ? "" : ",\"version_minor\":\"8\"");
        th_random_records(&m, &seed, 300, wild);
        if (round % 4 != 0) {
            th_make_int(&m, TH_FINISH);
        }
        step_by_step(&m, wild);
        to_the_end(&m, 10, wild);
        th_make_free(&m);
    }
}

/* The history does not need the frequent events, so neither does the state. */
static void sparse_events_are_enough(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    run all, sparse;
    th_make_recording(&m, th_recordings[0]);
    run_open(&all, &m, TH_ONE_PIECE, 0);
    run_open(&sparse, &m, TH_PIECES(1000), 0);
    while (th_source_next_sparse(&sparse.s, &sparse.event) == TT_OK) {
        tt_th_history_follow(sparse.history, &sparse.event, sparse.s.world);
        do {
            assert_int_equal(run_next(&all), TT_OK);
        } while (tt_th_look(&all.s.th).offset < tt_th_look(&sparse.s.th).offset);
        assert_true(tt_bytes_equal(pack(packed, &all), pack(again, &sparse)));
    }
    run_close(&all);
    run_close(&sparse);
    th_make_free(&m);
}

static void add_text_ex(th_make *m, tt_th_kind kind, int32_t cid, int32_t level, const char *text)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, cid);
    if (kind == TT_TH_DDNETVER) {
        th_make_fill(&payload, 0xc0, 16);
    }
    if (kind != TT_TH_PLAYER_NAME) {
        th_make_int(&payload, level);
    }
    th_make_text(&payload, text);
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

static void add_ints_ex(th_make *m, tt_th_kind kind, int32_t a, int32_t b)
{
    th_make payload = {NULL, 0, 0};
    TH_INTS(&payload, a, b);
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

static void add_start_info(th_make *m, int32_t cid, const char *name, const char *skin)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, 20 << 1);
    th_make_text(&payload, name);
    th_make_text(&payload, "clan");
    th_make_int(&payload, -1);
    th_make_text(&payload, skin);
    TH_INTS(&payload, 1, 2, 3);
    th_make_message(m, cid, &payload);
    th_make_free(&payload);
}

/* One client with everything that there is, and what is left of another one. */
static void make_rich(th_make *m)
{
    th_make_header(m, 2, "");
    TH_INTS(m, TH_TICK_SKIP, 9);
    add_ints_ex(m, TT_TH_JOINVER6, 3, 0);
    TH_INTS(m, TH_JOIN, 3, TH_PLAYER_NEW, 3, 100, -200, TH_INPUT_NEW, 3, ZEROS);
    TH_INTS(m, TH_TICK_SKIP, 4, TH_PLAYER_NEW, 5, 7, 0, TH_JOIN, 5, TH_DROP, 5, 0);
    add_start_info(m, 3, "nameless tee", "default");
    add_text_ex(m, TT_TH_DDNETVER, 3, 16040, "DDNet 16.4");
    add_text_ex(m, TT_TH_AUTH_LOGIN, 3, 3, "admin");
    add_text_ex(m, TT_TH_PLAYER_NAME, 3, 0, "tee");
    add_ints_ex(m, TT_TH_PLAYER_TEAM, 3, 63);
    add_ints_ex(m, TT_TH_TEAM_PRACTICE, 63, 1);
    add_ints_ex(m, TT_TH_TEAM_PRACTICE, 128, 1);
}

/* Reads all that there is, and remains at the end. */
static void run_all(run *r, const th_make *m)
{
    run_open(r, m, TH_ONE_PIECE, 0);
    while (run_next(r) == TT_OK) {
    }
    assert_int_equal(tt_th_look(&r->s.th).error->status, TT_OK);
}

/* The form is in files, so it must not change unseen. */
static void the_form_is_fixed(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0}, want = {NULL, 0, 0};
    run r;
    make_rich(&m);
    run_all(&r, &m);
    tt_bytes have = pack(packed, &r);
    TH_INTS(&want, 1, 0);
    assert_true(m.size > 127 && m.size < 16384);
    const uint8_t offset[] = {(uint8_t)(m.size | 0x80), (uint8_t)(m.size >> 7)};
    th_make_bytes(&want, offset, 2);
    TH_INTS(&want, 15, 5, 2, 63, 128); /* tick, last cid, teams that practise */
    th_make_bytes(&want, "\x02", 1);   /* sessions */
    TH_INTS(&want, 2, 2);
    /* bits: open joined alive six, place input session, team rcon name clan info version account */
    TH_INTS(&want, 3, 0xf + 0xe0 + 0x7e00 + 0x10000, 100, -200, ZEROS);
    th_make_bytes(&want, "\x00", 1);
    TH_INTS(&want, 10, 63, 3, TT_NAME_RECORDED);
    th_make_text(&want, "tee");
    th_make_text(&want, "clan");
    TH_INTS(&want, 15, 31);
    th_make_bytes(&want,
                  "\x28nameless tee\0clan\0\x40"
                  "default\0\x01\x02\x03",
                  31);
    TH_INTS(&want, 30);
    th_make_fill(&want, 0xc0, 16);
    th_make_bytes(&want,
                  "\xa8\xfa\x01"
                  "DDNet 16.4",
                  14);
    th_make_text(&want, "admin");
    TH_INTS(&want, 5, 2 + 4 + 0x20 + 0x80, 7, 0); /* joined alive, place session */
    th_make_bytes(&want, "\x01", 1);
    TH_INTS(&want, 15);
    assert_int_equal(have.size, want.size);
    assert_memory_equal(have.data, want.data, want.size);
    run_close(&r);
    th_make_free(&want);
    th_make_free(&m);
}

/* Refused, or a state of which everything holds that holds of a read one. Then some records are
 * read on from there. */
static int check_damaged(const th_make *m, const th_make *more, tt_bytes state)
{
    run r;
    tt_status status = run_resume(&r, m, TH_ONE_PIECE, 1, state);
    assert_true(status == TT_OK || status == TT_ERR_TH_STATE);
    if (status == TT_OK) {
        th_history_check(r.history, r.s.world);
        assert_true(tt_bytes_equal(pack(again, &r), state));
        r.s.m = more;
        r.s.at = 0;
        while (run_next(&r) == TT_OK) {
        }
        assert_int_equal(tt_th_look(&r.s.th).error->status, TT_OK);
        th_history_check(r.history, r.s.world);
    }
    run_close(&r);
    return status == TT_OK;
}

static void every_damage(const th_make *m, const th_make *more, tt_bytes state)
{
    uint8_t *copy = malloc(state.size + 1);
    assert_non_null(copy);
    assert_int_equal(check_damaged(m, more, state), 1);
    for (size_t size = 0; size < state.size; size++) {
        uint8_t *cut = malloc(size != 0 ? size : 1);
        assert_non_null(cut);
        memcpy(cut, state.data, size);
        assert_int_equal(check_damaged(m, more, (tt_bytes){cut, size}), 0);
        free(cut);
    }
    memcpy(copy, state.data, state.size);
    copy[state.size] = 0;
    assert_int_equal(check_damaged(m, more, (tt_bytes){copy, state.size + 1}), 0);
    for (size_t at = 0; at < state.size; at++) {
        for (unsigned how = 0; how < 11; how++) {
            uint8_t byte = copy[at];
            const unsigned others[] = {0, 0xff, byte + 1u};
            copy[at] = (uint8_t)(how < 8 ? byte ^ 1u << how : others[how - 8]);
            check_damaged(m, more, (tt_bytes){copy, state.size});
            copy[at] = byte;
        }
    }
    free(copy);
}

static void damaged_states(void **state)
{
    (void)state;
    uint64_t seed = 8;
    th_make m = {NULL, 0, 0}, more = {NULL, 0, 0};
    run r;
    th_random_records(&more, &seed, 20, 1);
    make_rich(&m);
    run_all(&r, &m);
    uint8_t copy[1024];
    tt_bytes packed_state = pack(packed, &r);
    assert_true(packed_state.size < sizeof copy);
    memcpy(copy, packed_state.data, packed_state.size);
    every_damage(&m, &more, (tt_bytes){copy, packed_state.size});
    run_close(&r);
    th_make_free(&m);
    th_make_free(&more);
}

/* States that are wrong in one thing alone. */
static void check_refused(const th_make *m, const th_make *bad)
{
    run r;
    tt_bytes state = {bad->data, bad->size};
    assert_int_equal(run_resume(&r, m, TH_ONE_PIECE, 0, state), TT_ERR_TH_STATE);
    run_close(&r);
}

typedef struct parts {
    int64_t form, flags;
    uint8_t offset, sessions;
    int64_t tick, most_open;
    int64_t slots[64];
} parts;

static void make_parts(th_make *state, const parts *p)
{
    state->size = 0;
    TH_INTS(state, p->form, p->flags);
    th_make_bytes(state, &p->offset, 1);
    TH_INTS(state, p->tick, -1, 0);
    th_make_bytes(state, &p->sessions, 1);
    TH_INTS(state, p->most_open);
    th_make_ints(state, p->slots);
}

/* Of a recording whose header ends at 32: a good one, and what is wrong with the others. */
static const parts good_parts = {1, 0, 40, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}};
static const parts bad_parts[] = {
    {2, 0, 40, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}},   /* form */
    {1, 2, 40, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}},   /* bytes after no FINISH */
    {1, 4, 40, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}},   /* unknown flag */
    {1, -1, 40, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}},  /* flags */
    {1, 0, 31, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}},   /* inside the header */
    {1, 0, 35, 2, 20, 1, {1, 3, 0x81, 0, 20, TH_STOP}},   /* no room for two sessions */
    {1, 0, 40, 2, -1, 1, {1, 3, 0x81, 0, 0, TH_STOP}},    /* tick */
    {1, 0, 40, 2, 20, 3, {1, 3, 0x81, 0, 20, TH_STOP}},   /* more open than there were */
    {1, 0, 40, 2, 20, 0, {1, 3, 0x81, 0, 20, TH_STOP}},   /* less open than there are */
    {1, 0, 40, 2, 20, 1, {1, 128, 0x81, 0, 20, TH_STOP}}, /* client id */
    {1, 0, 40, 2, 20, 1, {1, -1, 0x81, 0, 20, TH_STOP}},
    {1, 0, 40, 2, 20, 1, {2, 3, 0x81, 0, 20, TH_STOP}},                 /* one is missing */
    {1, 0, 40, 2, 20, 1, {-1, TH_STOP}},                                /* count */
    {1, 0, 40, 2, 20, 1, {129, TH_STOP}},                               /* count */
    {1, 0, 40, 2, 20, 1, {2, 3, 0x80, 0, 20, 3, 0x80, 1, 20, TH_STOP}}, /* twice */
    {1, 0, 40, 2, 20, 1, {2, 4, 0x80, 0, 20, 3, 0x80, 1, 20, TH_STOP}}, /* downwards */
    {1, 0, 40, 2, 20, 1, {1, 3, 0, TH_STOP}},                           /* nothing */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x40080, 0, 20, TH_STOP}},              /* unknown part */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x20081, 0, 20, TH_STOP}},              /* another's, but none */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x20080, 0, 20, TH_STOP}},              /* another's, of nobody */
    {1, 0, 40, 2, 20, 1, {1, 3, -1, TH_STOP}},                          /* parts */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x81, 2, 20, TH_STOP}},                 /* session to come */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x81, 0, 21, TH_STOP}},                 /* tick to come */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x81, 0, -1, TH_STOP}},
    {1, 0, 40, 2, 20, 1, {1, 3, 0x01, TH_STOP}},             /* open without a session */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x02, TH_STOP}},             /* joined without a session */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x18, TH_STOP}},             /* two protocols */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x20, 0, 0, TH_STOP}},       /* no place */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x181, 0, 20, 20, TH_STOP}}, /* since the same tick */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x181, 0, 10, 21, TH_STOP}}, /* since a tick to come */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x200, 0, TH_STOP}},         /* no team */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x281, 0, 20, 0, TH_STOP}},
    {1, 0, 40, 2, 20, 1, {1, 3, 0x281, 0, 20, TT_TEAMS, TH_STOP}}, /* no team of the game */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x281, 0, 20, -1, TH_STOP}},
    {1, 0, 40, 2, 20, 1, {1, 3, 0x481, 0, 20, 0, TH_STOP}}, /* no level */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x481, 0, 20, 4, TH_STOP}},
    {1, 0, 40, 2, 20, 1, {1, 3, 0x480, 0, 20, 1, TH_STOP}},          /* level of nobody */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x881, 0, 20, 0, 0, TH_STOP}},       /* no name */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x881, 0, 20, 3, 0, TH_STOP}},       /* source */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x880, 0, 20, 2, 0, TH_STOP}},       /* name of nobody */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x1081, 0, 20, 0, TH_STOP}},         /* no clan */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x2081, 0, 20, 20, 0, TH_STOP}},     /* no info */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x2081, 0, 20, 20, 1, 40, TH_STOP}}, /* half an info */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x4081, 0, 20, 0, TH_STOP}},         /* no version */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x4081, 0, 20, 1, 5, TH_STOP}},      /* half a version */
    {1, 0, 40, 2, 20, 1, {1, 3, 0xc081, 0, 20, 1, 5, TH_STOP}},      /* two versions */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x8081, 0, 20, 2, 5, 5, TH_STOP}},   /* and more */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x8080, 0, 20, 1, 5, TH_STOP}},      /* of nobody */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x10081, 0, 20, 0, TH_STOP}},        /* no account */
    {1, 0, 40, 2, 20, 1, {1, 3, 0x81, 0, 20, 0, TH_STOP}},           /* more bytes */
};

static void what_no_recording_has(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0}, bad = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    assert_int_equal(m.size, 32);
    m.cap = m.size;
    th_make_fill(&m, 0, 100);
    make_parts(&bad, &good_parts);
    assert_int_equal(check_damaged(&m, &(th_make){NULL, 0, 0}, (tt_bytes){bad.data, bad.size}), 1);
    for (size_t i = 0; i < sizeof bad_parts / sizeof bad_parts[0]; i++) {
        make_parts(&bad, &bad_parts[i]);
        check_refused(&m, &bad);
    }
    make_parts(&bad, &good_parts);
    bad.data[3] |= 0x80; /* the tick in two bytes */
    memmove(bad.data + 5, bad.data + 4, bad.size - 4);
    bad.data[4] = 0;
    bad.size++;
    check_refused(&m, &bad);
    th_make_free(&bad);
    th_make_free(&m);
}

static void teams_that_practise(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0}, bad = {NULL, 0, 0};
    const int64_t rows[][4] = {{1, 0, TH_STOP},  {2, 0, 128, TH_STOP}, {1, 129, TH_STOP},
                               {1, -1, TH_STOP}, {2, 5, 5, TH_STOP},   {2, 5, 4, TH_STOP},
                               {130, TH_STOP},   {-1, TH_STOP}};
    th_make_header(&m, 2, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bad.size = 0;
        TH_INTS(&bad, 1, 0);
        th_make_bytes(&bad, "\x20", 1);
        TH_INTS(&bad, 20, -1);
        th_make_ints(&bad, rows[i]);
        th_make_bytes(&bad, "\x00", 1);
        TH_INTS(&bad, 0, 0);
        if (i >= 2) {
            check_refused(&m, &bad);
        } else {
            th_make none = {NULL, 0, 0};
            assert_int_equal(check_damaged(&m, &none, (tt_bytes){bad.data, bad.size}), 1);
        }
    }
    th_make_free(&bad);
    th_make_free(&m);
}

static void packing_can_be_refused(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    run r;
    make_rich(&m);
    run_open(&r, &m, TH_ONE_PIECE, 0);
    tt_packer p = tt_packer_of(packed, sizeof packed);
    tt_th_state_pack(&p, &r.s.th, r.history); /* before the header */
    assert_int_equal(p.status, TT_ERR_ARGUMENT);
    while (run_next(&r) == TT_OK) {
    }
    size_t size = pack(packed, &r).size;
    for (size_t cap = 0; cap < size; cap++) {
        uint8_t *room = malloc(cap != 0 ? cap : 1);
        assert_non_null(room);
        p = tt_packer_of(room, cap);
        tt_th_state_pack(&p, &r.s.th, r.history);
        assert_int_equal(p.status, TT_ERR_SPACE);
        tt_th_state_pack(&p, &r.s.th, r.history);
        assert_int_equal(p.status, TT_ERR_SPACE);
        free(room);
    }
    /* a history that has missed something */
    tt_th_history *other = history_new();
    p = tt_packer_of(packed, sizeof packed);
    tt_th_state_pack(&p, &r.s.th, other);
    assert_int_equal(p.status, TT_ERR_ARGUMENT);
    memcpy(other, r.history, sizeof *other);
    memset(&tti_th_history_of(other)->profile[3], 0, sizeof(tti_th_profile));
    p = tt_packer_of(packed, sizeof packed);
    tt_th_state_pack(&p, &r.s.th, other);
    assert_int_equal(p.status, TT_ERR_ARGUMENT);
    free(other);
    run_close(&r);
    /* a reader that failed */
    m.size--;
    run_open(&r, &m, TH_ONE_PIECE, 0);
    while (run_next(&r) == TT_OK) {
    }
    assert_int_equal(tt_th_look(&r.s.th).error->status, TT_ERR_TH_TRUNCATED);
    p = tt_packer_of(packed, sizeof packed);
    tt_th_state_pack(&p, &r.s.th, r.history);
    assert_int_equal(p.status, TT_ERR_ARGUMENT);
    run_close(&r);
    th_make_free(&m);
}

static void resuming_can_be_refused(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    run r;
    th_make_header(&m, 2, "");
    run_all(&r, &m);
    tt_bytes good = pack(packed, &r);
    tt_th *th = &r.s.th;
    assert_int_equal(tt_th_resume(th, r.s.world, r.s.scratch, TT_TH_SCRATCH_MIN - 1, header_of(&m),
                                  r.history, good),
                     TT_ERR_ARGUMENT);
    assert_int_equal(tt_th_resume(th, r.s.world, r.s.scratch, TT_TH_SCRATCH_MIN,
                                  tt_bytes_of("{\"version\":\"3\"}"), r.history, good),
                     TT_ERR_TH_VERSION);
    assert_int_equal(tt_th_look(th).error->status, TT_ERR_TH_VERSION);
    assert_int_equal(tt_th_resume(th, r.s.world, r.s.scratch, TT_TH_SCRATCH_MIN, tt_bytes_of("{"),
                                  r.history, good),
                     TT_ERR_JSON_END);
    assert_int_equal(tt_th_resume(th, r.s.world, r.s.scratch, TT_TH_SCRATCH_MIN,
                                  tt_bytes_of("{\"version\":\"2\" }"), r.history, good),
                     TT_ERR_TH_STATE); /* a longer header */
    assert_int_equal(
        tt_th_resume(th, r.s.world, r.s.scratch, TT_TH_SCRATCH_MIN, header_of(&m), r.history, good),
        TT_OK);
    assert_int_equal(tt_th_look(th).header->version, 2);
    run_close(&r);
    th_make_free(&m);
}

/* The end of a recording, with and without FINISH. */
static void at_the_end(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    run r, resumed;
    make_rich(&m);
    run_all(&r, &m);
    tt_bytes packed_state = pack(packed, &r);
    /* it has grown */
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_FINISH);
    run_close(&r);
    assert_int_equal(run_resume(&r, &m, TH_ONE_PIECE, 0, packed_state), TT_OK);
    assert_int_equal(run_next(&r), TT_OK);
    assert_int_equal(run_next(&r), TT_OK);
    assert_int_equal(r.event.kind, TT_TH_FINISH);
    packed_state = pack(packed, &r);
    /* bytes after FINISH are reported once */
    TH_INTS(&m, TH_FINISH);
    /* without recovery the reader fails, and has no state */
    assert_int_equal(run_resume(&resumed, &m, TH_ONE_PIECE, 1, packed_state), TT_OK);
    assert_int_equal(tt_th_look(&resumed.s.th).finished, 1);
    assert_int_equal(run_next(&resumed), TT_END);
    assert_int_equal(resumed.s.issues, 1);
    packed_state = pack(packed, &resumed);
    run_close(&r);
    assert_int_equal(run_resume(&r, &m, TH_ONE_PIECE, 0, packed_state), TT_OK);
    assert_int_equal(run_next(&r), TT_END);
    assert_int_equal(r.s.issues, 0);
    run_close(&r);
    run_close(&resumed);
    th_make_free(&m);
}

/* A full server on which everybody says as much as he can. */
static void the_largest_state(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    run r, resumed;
    char text[500];
    memset(text, 'w', sizeof text - 1);
    text[sizeof text - 1] = 0;
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_TICK_SKIP, INT32_MAX - 10);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        TH_INTS(&m, TH_PLAYER_NEW, cid, INT32_MIN, INT32_MAX);
        TH_INTS(&m, TH_INPUT_NEW, cid, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN,
                INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX);
    }
    TH_INTS(&m, TH_TICK_SKIP, 0);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        TH_INTS(&m, TH_JOIN, cid);
        add_start_info(&m, cid, text + 499 - 40, text + 499 - 425);
        add_text_ex(&m, TT_TH_DDNETVER, cid, INT32_MIN, text);
        add_text_ex(&m, TT_TH_AUTH_LOGIN, cid, INT32_MIN, text);
        add_text_ex(&m, TT_TH_PLAYER_NAME, cid, 0, text);
        add_ints_ex(&m, TT_TH_PLAYER_TEAM, cid, INT32_MIN);
        add_ints_ex(&m, TT_TH_TEAM_PRACTICE, cid, 1);
    }
    th_make_int(&m, TH_FINISH);
    run_all(&r, &m);
    assert_true(tti_th_history_seen(r.history)->profile[0].info_size >= TTI_TH_INFO_MAX - 5);
    tt_bytes packed_state = pack(packed, &r);
    assert_true(packed_state.size > 90000 && packed_state.size < TT_TH_STATE_MAX);
    assert_int_equal(run_resume(&resumed, &m, TH_ONE_PIECE, 0, packed_state), TT_OK);
    same_state(&resumed, &r);
    run_close(&r);
    run_close(&resumed);
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),          cmocka_unit_test(random_recordings),
        cmocka_unit_test(sparse_events_are_enough), cmocka_unit_test(the_form_is_fixed),
        cmocka_unit_test(damaged_states),           cmocka_unit_test(what_no_recording_has),
        cmocka_unit_test(teams_that_practise),      cmocka_unit_test(packing_can_be_refused),
        cmocka_unit_test(resuming_can_be_refused),  cmocka_unit_test(at_the_end),
        cmocka_unit_test(the_largest_state),
    };
    return cmocka_run_group_tests_name("teehistorian_state", tests, NULL, NULL);
}
