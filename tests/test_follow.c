/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/follow.h. A server plays on a small map and records as servers of the game do: a
 * core is sent anew only when a client could not compute it. So whatever is followed has to be what
 * the server knew.
 */
#include "cm.h"
#include "follow/follow.h"

#include <stdlib.h>

#include "follow/follow.h"
#include "physics/core.h"
#include "support/demo_make.h"
#include "support/physics_states.h"
#include "teetape/follow.h"
#include "teetape/server_message.h"
#include "teetape/snap_object.h"

enum { TEES = 3, TICKS = 700, FIRST = 100 };

/* What the server knows of a tee at each tick, and what it sent. */
struct played {
    tti_core core[TICKS][TEES], sent[TICKS][TEES];
    int32_t core_tick[TICKS][TEES];
    uint8_t is_there[TICKS][TEES];
    uint8_t is_recorded[TICKS]; /* the tick has a marker */
};

static struct played played;
static demo_bytes demo;

static void put_tee(tt_snap_builder *b, int32_t cid, const tti_core *core, int32_t tick)
{
    struct tt_obj_character c = {
        .tick = tick,
        .x = core->x,
        .y = core->y,
        .vel_x = core->vel_x,
        .vel_y = core->vel_y,
        .angle = core->angle,
        .direction = core->direction,
        .jumped = core->jumped,
        .hooked_player = core->hooked,
        .hook_state = core->hook_state,
        .hook_tick = core->hook_tick,
        .hook_x = core->hook_x,
        .hook_y = core->hook_y,
        .hook_dx = core->hook_dx,
        .hook_dy = core->hook_dy,
        .health = cid == 0 ? 10 : 0,
        .weapon = cid,
    };
    assert_int_equal(tt_snap_builder_add_object(b, TT_OBJ_CHARACTER, cid, &c), TT_OK);
}

static void put_client(tt_snap_builder *b, int32_t cid)
{
    struct tt_obj_player_info player = {.client_id = cid};
    struct tt_obj_client_info info = {.country = -1};
    assert_int_equal(tt_snap_builder_add_object(b, TT_OBJ_PLAYER_INFO, cid, &player), TT_OK);
    assert_int_equal(tt_snap_builder_add_object(b, TT_OBJ_CLIENT_INFO, cid, &info), TT_OK);
}

static void kill_tee(tt_demo_writer *w, int32_t cid)
{
    uint8_t bytes[32];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_sv_msg message = {.kind = TT_SV_KILL_MSG};
    message.u.sv_kill_msg.killer = message.u.sv_kill_msg.victim = cid;
    message.u.sv_kill_msg.weapon = -2;
    tt_sv_encode(&p, &message);
    assert_int_equal(tt_demo_write_message(w, tt_packer_bytes(&p)), TT_OK);
}

/* The tick in which a tee of the client is gone: it was killed after the marker before. */
static const int32_t deaths[TEES] = {211, 402, -1};
#define GONE 20 /* ticks until the next life */

static int is_gone(int32_t cid, int32_t tick)
{
    return deaths[cid] >= 0 && tick >= deaths[cid] && tick < deaths[cid] + GONE;
}

static void play(int32_t tick, tti_core *real, tti_core_input *input, uint64_t *seed)
{
    for (int32_t cid = 0; cid < TEES; cid++) {
        if (is_gone(cid, tick)) {
            real[cid] = (tti_core){.x = 400 + 64 * cid, .y = 300, .hooked = -1, .jumps = 2};
            continue;
        }
        if (random_below(seed, 25) == 0) {
            input[cid].direction = random_below(seed, 3) - 1;
            input[cid].target_x = random_below(seed, 400) - 200;
            input[cid].target_y = random_below(seed, 400) - 200;
            input[cid].jump = random_below(seed, 3) == 0;
            input[cid].hook = random_below(seed, 2) == 0;
        }
        core_tick(&real[cid], &input[cid], &tti_tuning_default, &physics_terrain);
    }
}

/* A tee that a client would compute otherwise is sent as it is. */
static void send(int32_t tick, const tti_core *real, tti_core *sent, tti_core *reckoned,
                 int32_t *since)
{
    for (int32_t cid = 0; cid < TEES; cid++) {
        core_tick(&reckoned[cid], NULL, &tti_tuning_default, &physics_terrain);
        if (memcmp(&reckoned[cid], &real[cid], offsetof(tti_core, jumps)) != 0 ||
            tick - since[cid] > TTI_CARRY_MAX) {
            sent[cid] = reckoned[cid] = real[cid];
            reckoned[cid].is_past_tele = false; /* which an item does not say */
            since[cid] = tick;
        }
    }
}

/* Each `every`th tick has a marker. */
static void record(uint64_t seed, int every)
{
    static tt_demo_write_memory memory;
    static tt_snap_space space;
    tt_demo_header header = demo_make_header(6, 0);
    tt_demo_writer w;
    tt_demo_patch patch;
    tti_core real[TEES], sent[TEES], reckoned[TEES];
    tti_core_input input[TEES] = {{0}};
    int32_t since[TEES] = {0};
    demo_bytes_free(&demo);
    memset(&played, 0, sizeof played);
    physics_terrain_strew(&seed);
    tt_demo_writer_init(&w, &memory, demo_bytes_put, &demo);
    assert_int_equal(tt_demo_write_header(&w, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&w, (tt_bytes){NULL, 0}), TT_OK);
    for (int32_t cid = 0; cid < TEES; cid++) {
        real[cid] = (tti_core){.x = 300 + 90 * cid, .y = 200, .hooked = -1, .jumps = 2};
        sent[cid] = reckoned[cid] = real[cid];
        since[cid] = -TTI_CARRY_MAX; /* too old */
    }
    for (int32_t i = 0; i < TICKS; i++) {
        int32_t tick = FIRST + i;
        play(i, real, input, &seed);
        send(tick, real, sent, reckoned, since);
        memcpy(played.core[i], real, sizeof real);
        memcpy(played.sent[i], sent, sizeof sent);
        memcpy(played.core_tick[i], since, sizeof since);
        tt_snap_builder b;
        tt_snap_builder_init(&b, &space, NULL);
        for (int32_t cid = 0; cid < TEES; cid++) {
            played.is_there[i][cid] = !is_gone(cid, i);
            if (played.is_there[i][cid]) {
                put_tee(&b, cid, &sent[cid], since[cid]);
            }
            put_client(&b, cid);
        }
        played.is_recorded[i] = i % every == 0;
        if (played.is_recorded[i]) {
            tt_snap snap = tt_snap_builder_finish(&b);
            assert_int_equal(tt_demo_write_snapshot(&w, tick, &snap), TT_OK);
        }
        for (int32_t cid = 0; cid < TEES; cid++) {
            if (played.is_recorded[i] && deaths[cid] - i > 0 && deaths[cid] - i <= every) {
                kill_tee(&w, cid);
            }
        }
    }
    assert_int_equal(tt_demo_write_finish(&w, &patch), TT_OK);
    memcpy(demo.data, patch.bytes, patch.size);
}

static tt_recording *open_demo(unsigned wants, uint64_t facts)
{
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, wants, facts);
    tt_recording_feed(&rec, demo.data, demo.size);
    return &rec;
}

/* The next item of a demo that was fed as a whole; 0 at its end. */
static int next(tt_recording *rec, tt_item *item)
{
    tt_status status = tt_recording_next(rec, item);
    if (status == TT_MORE) {
        tt_recording_feed(rec, NULL, 0);
        status = tt_recording_next(rec, item);
    }
    assert_true(status == TT_OK || status == TT_END);
    return status == TT_OK;
}

/* Follows the recording to its next tick. */
static bool follow_next(tt_recording *rec, tt_item *item, tt_follow *follow)
{
    while (next(rec, item)) {
        if (item->kind == TT_ITEM_TICK) {
            tt_follow_take(follow, rec, item->tick);
            return true;
        }
    }
    return false;
}

static void same(const tt_tee_state *s, const tti_core *core, int32_t tick)
{
    const int32_t is[] = {s->x,      s->y,      s->vel_x,  s->vel_y,  s->hook_state, s->hook_tick,
                          s->hook_x, s->hook_y, s->hooked, s->jumped, s->direction};
    const int32_t truth[] = {core->x,          core->y,         core->vel_x,    core->vel_y,
                             core->hook_state, core->hook_tick, core->hook_x,   core->hook_y,
                             core->hooked,     core->jumped,    core->direction};
    assert_int_equal(s->tick, tick);
    assert_memory_equal(is, truth, sizeof is);
}

static void at_every_tick(void **state)
{
    (void)state;
    static tt_follow follow;
    size_t old = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        record(seed, 1);
        tt_recording *rec = open_demo(TT_WANT_TICKS, 0);
        tt_follow_init(&follow, &physics_terrain);
        int32_t i = 0;
        for (tt_item item; follow_next(rec, &item, &follow);) {
            assert_int_equal(item.tick, FIRST + i);
            for (int32_t cid = 0; cid < TEES; cid++) {
                tt_tee_state s;
                int is_there = tt_follow_tee(&follow, cid, item.tick, &s);
                assert_int_equal(is_there, played.is_there[i][cid]);
                if (is_there) {
                    int32_t age = item.tick - played.core_tick[i][cid];
                    same(&s, &played.core[i][cid], item.tick);
                    assert_int_equal(s.core_age, age);
                    assert_int_equal(s.place, age > 0 ? TT_DERIVED : TT_RECORDED);
                    assert_int_equal(s.core, s.place);
                    assert_int_equal(s.weapon, cid);
                    assert_int_equal(s.has_health, cid == 0);
                    old += age > 0;
                }
            }
            i++;
        }
        assert_int_equal(i, TICKS);
    }
    assert_true(old > 2000);
}

/* From the tick of its core on, what happened to a tee is over. Before that, the core of the marker
 * before is carried on. */
static void between_markers(void **state)
{
    (void)state;
    static tt_follow follow;
    size_t exact = 0;
    record(9, 4);
    tt_recording *rec = open_demo(TT_WANT_TICKS, 0);
    tt_follow_init(&follow, &physics_terrain);
    int32_t before = -1;
    for (tt_item item; follow_next(rec, &item, &follow);) {
        int32_t i = item.tick - FIRST, p = before - FIRST;
        for (int32_t t = before + 1; before >= 0 && t < item.tick; t++) {
            for (int32_t cid = 0; cid < TEES; cid++) {
                tt_tee_state s;
                if (!played.is_there[i][cid] || !played.is_there[p][cid] ||
                    !tt_follow_tee(&follow, cid, t, &s)) {
                    continue;
                }
                if (played.core_tick[i][cid] <= t) {
                    same(&s, &played.core[t - FIRST][cid], t);
                    exact++;
                } else {
                    tti_core slow = played.sent[p][cid];
                    slow.is_past_tele = false;
                    tti_core_carry(&slow, t - played.core_tick[p][cid], &physics_terrain);
                    same(&s, &slow, t);
                }
            }
        }
        before = item.tick;
    }
    assert_true(exact > 200);
}

/* Who begins anywhere has the same states as who began at the start. */
static void wherever_it_begins(void **state)
{
    (void)state;
    static tt_follow follow, fresh;
    uint64_t seed = 77;
    size_t compared = 0;
    record(5, 1);
    tt_recording *rec = open_demo(TT_WANT_TICKS, 0);
    tt_follow_init(&follow, &physics_terrain);
    for (tt_item item; follow_next(rec, &item, &follow);) {
        int is_chosen = random_below(&seed, 3) == 0;
        if (is_chosen) {
            tt_follow_init(&fresh, &physics_terrain);
            tt_follow_take(&fresh, rec, item.tick);
        }
        for (int32_t cid = 0; cid < TEES; cid++) {
            tt_tee_state a, b;
            int is_there = tt_follow_tee(&follow, cid, item.tick, &a);
            if (is_chosen) {
                assert_int_equal(tt_follow_tee(&fresh, cid, item.tick, &b), is_there);
                assert_true(!is_there || memcmp(&a, &b, sizeof a) == 0);
                compared++;
            }
        }
    }
    assert_true(compared >= 3 * 200);
}

static void without_a_map(void **state)
{
    (void)state;
    static tt_follow follow;
    size_t unknown = 0, moved = 0;
    for (int guesses = 0; guesses < 2; guesses++) {
        record(3, 1);
        tt_recording *rec = open_demo(TT_WANT_TICKS, 0);
        tt_follow_init(&follow, NULL);
        tti_follow_guess(&follow, guesses);
        for (tt_item item; follow_next(rec, &item, &follow);) {
            for (int32_t cid = 0; cid < TEES; cid++) {
                tt_tee_state s;
                if (!tt_follow_tee(&follow, cid, item.tick, &s) || s.core_age == 0) {
                    continue;
                }
                const tti_core *core = &played.core[s.tick - s.core_age - FIRST][cid];
                int is_core = s.x == core->x && s.y == core->y;
                assert_int_equal(s.place, TT_UNKNOWN);
                assert_int_equal(s.core, TT_UNKNOWN);
                assert_true(guesses || is_core);
                unknown++;
                moved += !is_core;
            }
        }
    }
    assert_true(unknown > 1000 && moved > 100);
}

enum { UNDATED = 5 }; /* markers at FIRST, FIRST + 2, ... */

/* A demo of a tee with this core, whose first items have no tick of it. */
static void record_core(tti_core core, int undated, int32_t game_state_flags)
{
    static tt_demo_write_memory memory;
    static tt_snap_space space;
    tt_demo_header header = demo_make_header(6, 0);
    struct tt_obj_game_info game = {.game_state_flags = game_state_flags};
    tt_demo_writer w;
    tt_demo_patch patch;
    demo_bytes_free(&demo);
    tt_demo_writer_init(&w, &memory, demo_bytes_put, &demo);
    assert_int_equal(tt_demo_write_header(&w, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&w, (tt_bytes){NULL, 0}), TT_OK);
    for (int i = 0; i < UNDATED; i++) {
        tt_snap_builder b;
        tt_snap_builder_init(&b, &space, NULL);
        put_tee(&b, 0, &core, i < undated ? 0 : FIRST + 2 * i);
        put_client(&b, 0);
        assert_int_equal(tt_snap_builder_add_object(&b, TT_OBJ_GAME_INFO, 0, &game), TT_OK);
        tt_snap snap = tt_snap_builder_finish(&b);
        assert_int_equal(tt_demo_write_snapshot(&w, FIRST + 2 * i, &snap), TT_OK);
        core.x += 7; /* the next marker is never where the tee would have moved to */
    }
    assert_int_equal(tt_demo_write_finish(&w, &patch), TT_OK);
    memcpy(demo.data, patch.bytes, patch.size);
}

static void record_undated(int undated, int32_t game_state_flags)
{
    tti_core core = {.x = 300, .y = 200, .vel_x = 1024, .hooked = -1, .jumps = 2};
    record_core(core, undated, game_state_flags);
}

/* An item holds any numbers, and a client brings them into the range of the game. */
static void numbers_of_no_game(void **state)
{
    (void)state;
    static tt_follow follow;
    static const int32_t wild[][2] = {{INT32_MAX, 1}, {INT32_MIN, -1}};
    for (int i = 0; i < 2; i++) {
        int32_t any = wild[i][0];
        record_core((tti_core){.hooked = any, .hook_state = any, .direction = any}, 0, 0);
        tt_recording *rec = open_demo(TT_WANT_TICKS, 0);
        tt_follow_init(&follow, NULL);
        for (tt_item item; follow_next(rec, &item, &follow);) {
            tt_tee_state s;
            assert_true(tt_follow_tee(&follow, 0, item.tick, &s));
            assert_int_equal(s.direction, wild[i][1]);
            assert_int_equal(s.hooked, any < 0 ? -1 : TT_CIDS - 1);
            assert_int_equal(s.hook_state, any < 0 ? -1 : 5);
        }
    }
}

/* Reads the demo, and checks the tee in the first tick that has no marker. */
static void check_undated(const tt_terrain *terrain, int32_t x, tt_known known)
{
    static tt_follow follow;
    tt_recording *rec = open_demo(TT_WANT_TICKS, 0);
    int found = 0;
    tt_follow_init(&follow, terrain);
    for (tt_item item; follow_next(rec, &item, &follow);) {
        tt_tee_state s;
        assert_true(tt_follow_tee(&follow, 0, item.tick, &s));
        assert_int_equal(s.core_age, 0);
        assert_int_equal(s.place, TT_RECORDED);
        if (item.tick == FIRST + 2) {
            assert_true(tt_follow_tee(&follow, 0, FIRST + 1, &s));
            assert_int_equal(s.core_age, 1);
            assert_int_equal(s.place, known);
            assert_int_equal(s.core, known);
            assert_int_equal(s.x, x);
            found++;
        }
    }
    assert_int_equal(found, 1);
}

/* The item of a tee that has just spawned has no tick: its core is of the snapshot's tick, and
 * moves from there. It does not move while the game is paused. A demo without any such tick was
 * made without the map. */
static void undated_cores(void **state)
{
    (void)state;
    static const uint8_t cells[] = {TT_TILE_AIR, 0};
    static const tt_terrain air = {1, 1, {cells}};
    record_undated(1, 0);
    check_undated(&air, 304, TT_DERIVED);
    check_undated(NULL, 300, TT_UNKNOWN);
    record_undated(1, TT_GAME_STATE_PAUSED);
    check_undated(&air, 300, TT_DERIVED);
    check_undated(NULL, 300, TT_DERIVED);
    record_undated(UNDATED, TT_GAME_STATE_GAMEOVER);
    check_undated(&air, 300, TT_DERIVED);
    record_undated(UNDATED, 0);
    check_undated(&air, 300, TT_UNKNOWN);
}

/* No Death item says where they died, so it is where they were when the message came. */
static void deaths_without_items(void **state)
{
    (void)state;
    static tt_follow follow;
    for (int every = 1; every <= 2; every++) {
        int found = 0;
        record(2, every);
        tt_recording *rec = open_demo(TT_WANT_TICKS | TT_WANT_FACTS,
                                      TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_DEATH));
        tt_follow_init(&follow, &physics_terrain);
        for (tt_item item; next(rec, &item);) {
            if (item.kind == TT_ITEM_TICK) {
                tt_follow_take(&follow, rec, item.tick);
            } else if (item.kind == TT_ITEM_FACT) {
                tt_fact fact = *item.fact;
                tt_follow_fact(&follow, rec, &fact);
                if (fact.kind == TT_FACT_DEATH) {
                    const tti_core *last = &played.core[fact.tick - FIRST][fact.cid];
                    assert_int_equal(fact.derived, 1);
                    assert_int_equal(fact.u.death.x, last->x);
                    assert_int_equal(fact.u.death.y, last->y);
                    found++;
                }
            }
        }
        assert_int_equal(found, 2);
    }
}

static int teardown(void **state)
{
    (void)state;
    demo_bytes_free(&demo);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_every_tick),        cmocka_unit_test(between_markers),
        cmocka_unit_test(wherever_it_begins),   cmocka_unit_test(without_a_map),
        cmocka_unit_test(deaths_without_items), cmocka_unit_test(undated_cores),
        cmocka_unit_test(numbers_of_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, teardown);
}
