/* SPDX-License-Identifier: MIT
 *
 * Tests of runs to compare with: the fastest one of a recording, tick by tick.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "reading/ghost.h"

#define RACES TT_SOURCE_DIR "/tests/data/physics/20-feat22.teehistorian.xz"
#define NO_RACE TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo"

static tt_io_error error;

static void read_run(struct tti_ghost *ghost, const char *player)
{
    const tt_io_reading_options how = {.player = player, .no_index = true, .data = ""};
    assert_true(tti_ghost_read(ghost, RACES, &how, &error));
}

/* tee09 finishes in 23.02 s, and at tick 2432 in 2.24 s. */
static void the_fastest_run_is_read(void **state)
{
    struct tti_ghost ghost;
    (void)state;
    read_run(&ghost, "tee09");
    assert_int_equal(ghost.ticks, 112);
    assert_int_equal(ghost.start, 2432 - 112);
    assert_int_equal(ghost.count, 113);
    assert_string_equal(ghost.name, "tee09");
    free(ghost.place);
    read_run(&ghost, NULL);
    assert_int_equal(ghost.ticks, 6);
    free(ghost.place);
}

/* The places are those of the records. */
static void places_are_recorded(void **state)
{
    const tt_io_reading_options how = {.wants = TT_WANT_TICKS, .no_index = true};
    struct tti_ghost ghost;
    tt_io_reading r;
    int32_t checked = 0;
    (void)state;
    read_run(&ghost, "tee09");
    assert_true(tt_io_reading_open(&r, RACES, &how));
    while (tt_io_reading_next(&r)) {
        int64_t index = (int64_t)r.item.tick - ghost.start;
        for (int32_t cid = 0; r.item.kind == TT_ITEM_TICK && cid < TT_CIDS; cid++) {
            const tt_tee *tee = &tt_recording_world(r.rec)->tee[cid];
            const char *name = tt_recording_session(r.rec, cid).name;
            if (tee->alive && strcmp(name, "tee09") == 0 && index >= 0 && index < ghost.count) {
                assert_int_equal(tee->x, ghost.place[index].x);
                assert_int_equal(tee->y, ghost.place[index].y);
                checked++;
            }
        }
    }
    tt_io_reading_close(&r);
    assert_int_equal(checked, ghost.count);
    free(ghost.place);
}

/* A run against itself has no gap, and one that is 20 ticks late has a gap of 20. */
static void a_gap_is_the_time_between_two_at_a_place(void **state)
{
    struct tti_ghost ghost;
    int32_t time = 0;
    int64_t x, y;
    (void)state;
    read_run(&ghost, "tee09");
    for (int32_t tick = 20; tick < ghost.count + 20; tick++) {
        tti_ghost_at(&ghost, (int64_t)(tick - 20) * TT_SCENE_ONE, &x, &y);
        assert_int_equal(x, (int64_t)ghost.place[tick - 20].x * TT_SCENE_ONE);
        assert_true(tti_ghost_nearest(&ghost, x, y, &time));
        assert_int_equal(ghost.place[time].x, ghost.place[tick - 20].x);
        assert_int_equal(ghost.place[time].y, ghost.place[tick - 20].y);
        assert_true(time <= tick - 20);
    }
    assert_false(tti_ghost_nearest(&ghost, -(int64_t)9999 * TT_SCENE_ONE, 0, &time));
    tti_ghost_at(&ghost, -5, &x, &y);
    assert_int_equal(x, (int64_t)ghost.place[0].x * TT_SCENE_ONE);
    tti_ghost_at(&ghost, INT64_MAX, &x, &y);
    assert_int_equal(x, (int64_t)ghost.place[ghost.count - 1].x * TT_SCENE_ONE);
    free(ghost.place);
}

static void a_recording_without_a_finish_is_refused(void **state)
{
    const tt_io_reading_options how = {.no_index = true};
    struct tti_ghost ghost;
    (void)state;
    assert_false(tti_ghost_read(&ghost, NO_RACE, &how, &error));
    assert_int_equal(error.status, TT_ERR_PLACE);
    assert_null(ghost.place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_run_is_read),
        cmocka_unit_test(places_are_recorded),
        cmocka_unit_test(a_gap_is_the_time_between_two_at_a_place),
        cmocka_unit_test(a_recording_without_a_finish_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
