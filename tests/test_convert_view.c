/* SPDX-License-Identifier: MIT
 *
 * Tests of whom the game shows when it opens a converted demo.
 */
#include "cm.h"
#include "convert/convert.h"
#include "snap/index.h"
#include "support/play.h"
#include "teetape/delta.h"
#include "teetape/snap_object.h"

#define PLAYER_INFO 10
#define SPECTATOR_INFO 12
#define DEAD_TICKS 150

static void open_view(void)
{
    play_open("DDraceNetwork");
    play_begin();
    play_now->c->view = 1;
}

/* The local clients of a snapshot: the game takes the last one, so there has to be just one. */
static int32_t local_of(const tt_snap *snap)
{
    int32_t local = -1;
    for (uint32_t i = 0; i < snap->count; i++) {
        struct tt_obj_player_info info;
        tt_snap_item item = tt_snap_item_at(snap, i);
        if (item.type != PLAYER_INFO) {
            continue;
        }
        assert_int_equal(tt_obj_unpack(&info, TT_OBJ_PLAYER_INFO, item.data, item.size), TT_OK);
        assert_int_equal(info.client_id, item.id);
        if (info.local) {
            assert_int_equal(local, -1);
            local = item.id;
        }
    }
    return local;
}

static int32_t seen(void)
{
    return local_of(&play_now->c->snap);
}

static void go(int32_t cid)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_OLD, .tick = play_now->tick, .cid = cid};
    play_now->world.tee[cid].alive = 0;
    tt_convert_follow(&play_now->convert, &event, &play_now->world, &play_now->history);
}

static void leave(int32_t cid)
{
    tt_th_event event = {.kind = TT_TH_DROP, .tick = play_now->tick, .cid = cid};
    go(cid);
    play_now->world.client[cid].connected = 0;
    tt_convert_follow(&play_now->convert, &event, &play_now->world, &play_now->history);
    play_wait(2);
}

/* What a client is in the scoreboard. */
static struct tt_obj_player_info player(int32_t cid)
{
    struct tt_obj_player_info info;
    tt_snap_item item;
    assert_true(tt_snap_find(&play_now->c->snap, tt_snap_key(PLAYER_INFO, cid), &item));
    assert_int_equal(tt_obj_unpack(&info, TT_OBJ_PLAYER_INFO, item.data, item.size), TT_OK);
    return info;
}

/* Without a word the one who has played for the longest, and the next one when he is gone. */
static void who_plays_is_seen(void **state)
{
    (void)state;
    open_view();
    play_come(7, 100, 100);
    assert_int_equal(seen(), 7);
    play_come(3, 200, 100);
    play_come(1, 300, 100);
    assert_int_equal(seen(), 7);
    leave(7);
    assert_int_equal(seen(), 3);
    play_come(7, 100, 100);
    assert_int_equal(seen(), 3);
    play_close();
}

/* Whom it is about is seen from his first tick to his last one, others where he is not there. */
static void who_is_in_focus_is_seen(void **state)
{
    (void)state;
    open_view();
    play_now->c->has_focus = 1;
    play_now->c->focus[5] = 1;
    play_come(2, 100, 100);
    assert_int_equal(seen(), 2);
    play_come(5, 200, 100);
    assert_int_equal(seen(), 5);
    play_come(1, 300, 100);
    assert_int_equal(seen(), 5);
    leave(5);
    assert_int_equal(seen(), 2);
    play_close();
}

/* The view waits for somebody who died, but not for ever; and returns when he plays again. */
static void the_dead_are_waited_for(void **state)
{
    (void)state;
    for (int has_focus = 0; has_focus < 2; has_focus++) {
        open_view();
        play_now->c->has_focus = has_focus;
        play_now->c->focus[5] = (uint8_t)has_focus;
        play_come(5, 200, 100);
        play_come(2, 100, 100);
        go(5);
        play_wait(DEAD_TICKS - 1);
        assert_int_equal(seen(), 5);
        play_wait(2);
        assert_int_equal(seen(), 2);
        play_come(5, 200, 100);
        assert_int_equal(seen(), has_focus ? 5 : 2);
        play_close();
    }
}

/* Who pressed nothing for long is not what somebody wants to see, if there is another one. */
static void who_is_away_is_not_seen(void **state)
{
    (void)state;
    open_view();
    play_now->c->afk_ticks = 500;
    play_come(5, 200, 100);
    play_come(2, 100, 100);
    play_wait(490);
    assert_int_equal(seen(), 5);
    play_press(2, PLAY_DIRECTION, 1);
    play_wait(20);
    assert_int_equal(seen(), 2);
    play_press(5, PLAY_DIRECTION, 1);
    play_wait(20);
    assert_int_equal(seen(), 2);
    play_close();
}

/* A snapshot without a local client would end the view for good: while nobody is there it has one
 * that is no client, at a spawn; and a reader of the demo does not count it. */
static void nobody_is_seen_at_a_spawn(void **state)
{
    (void)state;
    struct tt_obj_spectator_info place;
    tt_snap_item item;
    open_view();
    play_tile(112, 48, TT_TILE_SPAWN_RED);
    play_end_tick();
    for (int again = 0; again < 3; again++) {
        assert_int_equal(seen(), 0);
        assert_int_equal(player(0).team, TT_TEAM_SPECTATORS);
        assert_true(tt_snap_find(&play_now->c->snap, tt_snap_key(SPECTATOR_INFO, 0), &item));
        assert_int_equal(tt_obj_unpack(&place, TT_OBJ_SPECTATOR_INFO, item.data, item.size), TT_OK);
        assert_int_equal(place.spectator_id, -1);
        assert_int_equal(place.x, 112);
        assert_int_equal(place.y, 48);
        /* the first one to come may have its slot, or another one */
        play_come(again, 200, 100);
        assert_int_equal(seen(), again);
        assert_int_equal(player(again).team, TT_TEAM_RED);
        assert_false(tt_snap_find(&play_now->c->snap, tt_snap_key(SPECTATOR_INFO, 0), &item));
        leave(again);
    }
    play_close();
}

/* With --only others are not there to be seen. */
static void who_is_left_out_is_not_seen(void **state)
{
    (void)state;
    open_view();
    play_now->c->has_focus = play_now->c->only = 1;
    play_now->c->focus[5] = 1;
    play_come(2, 100, 100);
    assert_int_equal(seen(), 0);
    assert_int_equal(player(0).team, TT_TEAM_SPECTATORS);
    play_come(5, 100, 100);
    assert_int_equal(seen(), 5);
    play_close();
}

static void a_free_view_has_nobody(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_come(2, 100, 100);
    assert_int_equal(seen(), -1);
    play_close();
}

/* Any coming, going and doing nothing: every snapshot, also where only each second tick has one,
 * has one local client, who is there. */
static void every_snapshot_has_a_view(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 40; seed += TT_TEST_SHARE == 1 ? 1 : 7) {
        unsigned random = seed;
        open_view();
        play_now->c->every = 1 + (int32_t)(seed % 2);
        play_now->c->afk_ticks = 60;
        play_now->c->has_focus = seed % 3 == 0;
        play_now->c->focus[1] = play_now->c->focus[2] = seed % 3 == 0;
        play_now->c->only = seed % 6 == 0;
        for (int i = 0; i < 400; i++) {
            random = random * 1103515245u + 12345u;
            int32_t cid = (int32_t)(random >> 16 & 3);
            int is_alive = play_now->world.tee[cid].alive;
            switch (random >> 20 & 7) {
            case 0:
                if (!is_alive) {
                    play_come(cid, 100, 100);
                }
                break;
            case 1:
                if (is_alive) {
                    leave(cid);
                }
                break;
            case 2:
                if (is_alive) {
                    go(cid);
                }
                break;
            case 3:
                play_press(cid, PLAY_DIRECTION, (int32_t)(random >> 24 & 1));
                break;
            default:
                play_wait((int32_t)(random >> 24 & 63));
                break;
            }
            play_wait(2);
            int32_t local = seen();
            assert_in_range(local, 0, 3);
            assert_int_equal(player(local).team == TT_TEAM_SPECTATORS, play_now->c->local < 0);
        }
        play_close();
    }
}

/* What demos that share their deltas rely on: with the view on another client the deltas are the
 * same, and they lead to the same snapshots. */
static void deltas_hold_for_every_view(void **state)
{
    (void)state;
    static tt_snap_space was_space, now_space, own_space, made_space;
    static int32_t delta[TT_DELTA_BOUND];
    tt_snap was, now, own, made;
    size_t count;
    tti_convert_view view = TTI_CONVERT_VIEW_NONE;
    open_view();
    play_come(0, 100, 100);
    play_come(1, 200, 100);
    assert_int_equal(tti_convert_see(play_now->c, &play_now->world, &view, 1), 1);
    tti_convert_seen_by(play_now->c, 1, &own_space, &own);
    assert_int_equal(seen(), 0);
    assert_int_equal(local_of(&own), 1);
    for (int i = 0; i < 50; i++) {
        tti_snap_copy(&was, &was_space, &play_now->c->snap);
        play_now->c->client[1].next.score = -i;
        play_press(1, PLAY_DIRECTION, i % 2);
        play_move(0, 100 + i, 100);
        tti_snap_copy(&now, &now_space, &play_now->c->snap);
        assert_int_equal(tt_delta_create(delta, TT_DELTA_BOUND, &count, &was, &now,
                                         tt_snap_sizes_of(TT_DIALECT_6)),
                         TT_OK);
        assert_int_equal(tti_convert_see(play_now->c, &play_now->world, &view, 1), 1);
        if (count != 0) {
            assert_int_equal(tt_delta_apply(&made, &made_space, &own, (tt_delta){delta, count},
                                            tt_snap_sizes_of(TT_DIALECT_6), NULL),
                             TT_OK);
            tti_snap_copy(&own, &own_space, &made);
        }
        tti_convert_seen_by(play_now->c, 1, &made_space, &made);
        assert_true(tti_snap_equal(&own, &made));
        assert_int_equal(local_of(&own), 1);
    }
    play_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_plays_is_seen),          cmocka_unit_test(who_is_in_focus_is_seen),
        cmocka_unit_test(the_dead_are_waited_for),    cmocka_unit_test(who_is_away_is_not_seen),
        cmocka_unit_test(nobody_is_seen_at_a_spawn),  cmocka_unit_test(who_is_left_out_is_not_seen),
        cmocka_unit_test(a_free_view_has_nobody),     cmocka_unit_test(every_snapshot_has_a_view),
        cmocka_unit_test(deltas_hold_for_every_view),
    };
    return cmocka_run_group_tests_name("convert_view", tests, NULL, NULL);
}
