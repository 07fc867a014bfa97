/* SPDX-License-Identifier: MIT
 *
 * Tests of whole conversions: what is written is a demo without fault, and says at every tick what
 * the recording says.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_convert.h"
#include "teetape/demo_world.h"
#include "teetape/string.h"

/* A demo and its recording, side by side. */
typedef struct pair {
    tt_demo demo;
    tt_demo_memory memory;
    tt_demo_event event;
    tt_demo_world follower;
    tt_world seen;
    tt_world world;
    tt_client before[TT_CIDS]; /* clients at the end of the tick before */
    tt_th th;
    uint8_t scratch[TT_TH_SCRATCH];
    long ticks, places, names, keyframes, most_between;
    int32_t keyframe, tick;
} pair;

static void on_issue(void *user, const tt_issue *issue)
{
    (void)user;
    fail_msg("%s", tt_status_text(issue->status));
}

static void open_pair(pair *p, tt_bytes demo, tt_bytes recording)
{
    tt_th_event event;
    memset(p, 0, sizeof *p);
    tt_demo_init(&p->demo, &p->memory);
    tt_demo_set(&p->demo, &(tt_demo_options){.on_issue = on_issue});
    tt_demo_world_init(&p->follower, &p->seen);
    tt_demo_feed(&p->demo, demo.data, demo.size);
    tt_demo_feed(&p->demo, NULL, 0);
    tt_th_init(&p->th, &p->world, p->scratch, sizeof p->scratch);
    tt_th_feed(&p->th, recording.data, recording.size);
    tt_th_feed(&p->th, NULL, 0);
    assert_int_equal(tt_th_next(&p->th, &event), TT_OK);
    p->keyframe = -1;
}

static void advance(pair *p, int32_t tick)
{
    tt_status status = tt_th_advance(&p->th, tick);
    assert_true(status == TT_OK || status == TT_END);
}

/* A client carries a tee on by its own physics from the tick in the item: there is nothing to carry
 * on, or it says so with a 0. */
static void check_tick(const pair *p, int32_t cid)
{
    tt_snap_item item;
    assert_true(tt_snap_find(tt_demo_look(&p->demo).snap, tt_snap_key(9, cid), &item));
    assert_true(item.data[0] == 0 || item.data[0] == p->tick);
}

/* Every tee is there, and nobody else, and where it is; clients are those of the tick before. */
static void compare(pair *p)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &p->seen.tee[cid], *true_tee = &p->world.tee[cid];
        assert_int_equal(tee->alive, true_tee->alive);
        if (tee->alive) {
            assert_int_equal(tee->x, true_tee->x);
            assert_int_equal(tee->y, true_tee->y);
            check_tick(p, cid);
            p->places++;
        }
        if (p->seen.client[cid].connected) {
            assert_string_equal(p->seen.client[cid].name, p->before[cid].name);
            assert_string_equal(p->seen.client[cid].clan, p->before[cid].clan);
            p->names++;
        }
        assert_true(!tee->alive || p->seen.client[cid].connected);
    }
    p->ticks++;
}

static void take_tick(pair *p)
{
    p->tick = p->event.tick;
    advance(p, p->event.tick - 1);
    memcpy(p->before, p->world.client, sizeof p->before);
    advance(p, p->event.tick);
    if (p->event.keyframe) {
        long between = p->keyframe < 0 ? 0 : p->event.tick - p->keyframe;
        p->keyframe = p->event.tick;
        p->keyframes++;
        p->most_between = between > p->most_between ? between : p->most_between;
    }
}

/* The teams are those of the recording whenever a keyframe was and its messages came. */
static void compare_teams(const pair *p)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (p->world.client[cid].connected) {
            assert_int_equal(p->seen.client[cid].team, p->world.client[cid].team);
        }
    }
}

static void check(pair *p, tt_bytes demo, tt_bytes recording)
{
    tt_status status;
    int is_tick = 0;
    open_pair(p, demo, recording);
    while ((status = tt_demo_next(&p->demo, &p->event)) == TT_OK) {
        assert_int_equal(p->event.status, TT_OK);
        if (p->event.kind == TT_DEMO_TICK) {
            if (is_tick) {
                compare(p);
            }
            is_tick = 1;
            take_tick(p);
        }
        tt_demo_world_follow(&p->follower, &p->demo, &p->event);
        if (p->event.kind == TT_DEMO_MESSAGE &&
            tt_demo_world_look(&p->follower).message->kind == TT_SV_TEAMS_STATE) {
            compare_teams(p);
        }
    }
    assert_int_equal(status, TT_END);
    assert_true(is_tick);
    compare(p);
}

static void convert_and_check(pair *p, const th_make *m, th_convert *t, const char *name)
{
    tt_bytes recording = {m->data, m->size};
    th_convert_run(t, recording);
    check(p, (tt_bytes){t->demo.data, t->demo.size}, recording);
    printf("%s: %zu bytes to %zu, %ld ticks, %ld places, %ld names, %ld keyframes at most %ld "
           "apart\n",
           name, m->size, t->demo.size, p->ticks, p->places, p->names, p->keyframes,
           p->most_between);
    assert_int_equal(t->c->left_out, 0);
    assert_int_equal(t->c->snapshots, p->ticks);
    assert_true(p->most_between <= TT_DEMO_KEYFRAME_TICKS + 1);
}

static void recordings_are_said_again(void **state)
{
    (void)state;
    pair *p = malloc(sizeof *p);
    assert_non_null(p);
    for (int i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {0};
        th_convert t = {0};
        th_make_recording(&m, th_recordings[i]);
        convert_and_check(p, &m, &t, th_recordings[i]);
        th_convert_free(&t);
        th_make_free(&m);
    }
    free(p);
}

/* A demo that begins in the middle of another one, and goes on with its chunks, is whole by itself:
 * it says who is there, and in which teams. */
static void demos_begin_in_others(void **state)
{
    (void)state;
    static const int32_t begins[] = {400, 1481, 2581, 3900};
    pair *p = malloc(sizeof *p);
    th_make m = {0};
    assert_non_null(p);
    th_make_recording(&m, th_recordings[0]);
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        th_convert t = {.later = begins[i]};
        tt_bytes recording = {m.data, m.size};
        th_convert_run(&t, recording);
        check(p, (tt_bytes){t.later_demo.data, t.later_demo.size}, recording);
        assert_true(p->ticks > 0 && p->places > 0 && p->keyframes > 0);
        char *said = th_convert_chat((tt_bytes){t.later_demo.data, t.later_demo.size});
        assert_memory_equal(said, "-1: Reconstructed by teetape", 28);
        free(said);
        th_convert_free(&t);
    }
    th_make_free(&m);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_are_said_again),
        cmocka_unit_test(demos_begin_in_others),
    };
    return cmocka_run_group_tests_name("convert_recordings", tests, NULL, NULL);
}
