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
static tt_demo_header map;

static void read_run(struct tti_ghost *ghost, const char *player)
{
    const tt_io_reading_options how = {.player = player, .no_index = true, .data = ""};
    assert_true(tti_ghost_read(ghost, &map, RACES, &how, &error));
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

/* A finish without a client is counted, and is nobody's run. */
static void a_finish_without_a_client_is_no_run(void **state)
{
    struct tti_fastest fastest = {.ticks = -1};
    tt_fact fact = {.kind = TT_FACT_FINISH, .tick = 900, .cid = -1};
    (void)state;
    fact.u.finish.ticks = 100;
    assert_false(tti_fastest_take(&fastest, &fact));
    fact.cid = 3;
    fact.u.finish.ticks = 200;
    assert_true(tti_fastest_take(&fastest, &fact));
    assert_int_equal(fastest.cid, 3);
    assert_int_equal(fastest.unnamed, 1);
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

/* Moves the ghost to a time since the start. */
static tt_draw_ghost drawn_at(const struct tti_ghost *own, const struct tti_ghost *ghost,
                              const int32_t *gaps, int64_t tick)
{
    tt_draw_ghost drawn;
    tti_ghost_draw(&drawn, own, ghost, gaps, tick * TT_SCENE_ONE);
    return drawn;
}

/* Before the start and after the finish a ghost is at its first and its last place. */
static void a_ghost_is_where_it_was(void **state)
{
    struct tti_ghost ghost;
    (void)state;
    read_run(&ghost, "tee09");
    int32_t *gaps = malloc((size_t)ghost.count * sizeof *gaps);
    tti_ghost_gaps(&ghost, &ghost, gaps);
    for (int32_t tick = -5; tick < ghost.count + 5; tick++) {
        int32_t index = tick < 0 ? 0 : tick >= ghost.count ? ghost.count - 1 : tick;
        tt_draw_ghost drawn = drawn_at(&ghost, &ghost, gaps, tick);
        assert_int_equal(drawn.x, (int64_t)ghost.place[index].x * TT_SCENE_ONE);
        assert_int_equal(drawn.y, (int64_t)ghost.place[index].y * TT_SCENE_ONE);
        assert_string_equal(drawn.name, "tee09");
        assert_int_equal(drawn.has_gap, tick > 0);
    }
    free(gaps);
    free(ghost.place);
}

/* A run against itself has no gap unless it comes to a place again. One that waits 20 ticks at the
 * start is 20 ticks late at each place, and at the finish. */
static void a_gap_is_the_time_between_two_at_a_place(void **state)
{
    enum { LATE = 20 };
    struct tti_ghost ghost, late;
    (void)state;
    read_run(&ghost, "tee09");
    late = ghost;
    late.ticks += LATE;
    late.count += LATE;
    late.place = malloc((size_t)late.count * sizeof *late.place);
    for (int32_t i = 0; i < late.count; i++) {
        late.place[i] = ghost.place[i < LATE ? 0 : i - LATE];
    }
    int32_t *gaps = malloc((size_t)late.count * sizeof *gaps);
    tti_ghost_gaps(&late, &ghost, gaps);
    assert_int_equal(gaps[0], TTI_NO_GAP);
    for (int32_t tick = LATE; tick < late.count; tick++) {
        int32_t at = tick + gaps[tick];
        assert_int_equal(ghost.place[at].x, late.place[tick].x);
        assert_int_equal(ghost.place[at].y, late.place[tick].y);
        assert_true(gaps[tick] <= -LATE);
    }
    assert_int_equal(drawn_at(&late, &ghost, gaps, late.ticks).gap, -LATE);
    assert_int_equal(drawn_at(&ghost, &late, gaps, ghost.ticks).gap, LATE);
    /* far away from the ghost the gap remains */
    int32_t before = gaps[LATE + 9];
    late.place[LATE + 10].x = late.place[LATE + 10].y = -9999;
    tti_ghost_gaps(&late, &ghost, gaps);
    assert_int_equal(gaps[LATE + 10], before);
    for (int32_t i = 0; i < late.count; i++) {
        late.place[i].x = late.place[i].y = -9999;
    }
    tti_ghost_gaps(&late, &ghost, gaps);
    assert_false(drawn_at(&late, &ghost, gaps, LATE).has_gap);
    free(gaps);
    free(late.place);
    free(ghost.place);
}

/* Makes a run to the right, 10 units a tick, which waits at `at` for some ticks. */
static struct tti_ghost run_that_waits(int32_t count, int32_t at, int32_t ticks)
{
    struct tti_ghost run = {.count = count, .ticks = count - 1};
    run.place = calloc((size_t)count, sizeof *run.place);
    for (int32_t i = 0; i < count; i++) {
        int32_t moved = i < at ? i : i < at + ticks ? at : i - ticks;
        run.place[i].x = 10 * moved;
    }
    return run;
}

/* Past the place where the ghost waited, the gap is the wait, however long. */
static void a_wait_of_the_ghost_is_its_gap(void **state)
{
    int32_t gaps[300];
    (void)state;
    for (int32_t wait = 200; wait < 5000; wait += 1600) {
        struct tti_ghost own = run_that_waits(300, 300, 0);
        struct tti_ghost ghost = run_that_waits(300 + wait, 100, wait);
        tti_ghost_gaps(&own, &ghost, gaps);
        for (int32_t tick = 1; tick < own.count; tick++) {
            bool is_there = tick > 100 && tick < 112;
            assert_true(is_there || gaps[tick] == (tick <= 100 ? 0 : wait));
        }
        free(own.place);
        free(ghost.place);
    }
}

/* While the run waits, the gap counts its ticks, though the ghost comes back to the place. */
static void a_wait_of_the_run_counts(void **state)
{
    enum { COUNT = 700, WAIT = 300 };
    struct tti_ghost own = run_that_waits(COUNT, 100, WAIT),
                     ghost = run_that_waits(COUNT, COUNT, 0);
    int32_t gaps[COUNT];
    (void)state;
    for (int32_t i = 150; i < 250; i++) {
        ghost.place[i].x = 10 * (i < 200 ? 300 - i : i - 100);
    }
    for (int32_t i = 250; i < COUNT; i++) {
        ghost.place[i].x = 10 * (i - 100);
    }
    for (int32_t i = 110; i < 100 + WAIT; i++) {
        own.place[i].x += i % 3;
    }
    tti_ghost_gaps(&own, &ghost, gaps);
    for (int32_t tick = 1; tick < 100 + WAIT; tick++) {
        assert_int_equal(gaps[tick], tick < 100 ? 0 : 100 - tick);
    }
    free(own.place);
    free(ghost.place);
}

/* A packed run is the same run, and one that is cut off anywhere is refused. */
static void a_packed_run_is_the_same(void **state)
{
    struct tti_ghost ghost, other;
    (void)state;
    read_run(&ghost, "tee09");
    size_t bound = TTI_GHOST_BOUND(ghost.count), places = (size_t)ghost.count * sizeof *ghost.place;
    uint8_t *bytes = malloc(bound);
    struct tti_ghost_place *place = malloc(places);
    ghost.place[3].angle = INT32_MAX;
    ghost.place[4].angle = INT32_MIN;
    tt_packer p = tt_packer_of(bytes, bound);
    tti_ghost_pack(&p, &ghost);
    assert_int_equal(p.status, TT_OK);
    size_t size = tt_packer_bytes(&p).size;
    for (size_t part = 0; part <= size; part++) {
        tt_unpacker u = tt_unpacker_of(bytes, part);
        tti_ghost_unpack(&u, &other);
        if (u.status == TT_OK) {
            assert_int_equal(other.count, ghost.count);
            tti_ghost_unpack_places(&u, &other, place);
        }
        assert_int_equal(u.status == TT_OK, part == size);
    }
    assert_memory_equal(other.place, ghost.place, places);
    assert_string_equal(other.name, ghost.name);
    assert_int_equal(other.start, ghost.start);
    assert_int_equal(other.ticks, ghost.ticks);
    assert_int_equal(other.player.is_known, 1);
    assert_memory_equal(&other.player.skin, &ghost.player.skin, sizeof ghost.player.skin);
    assert_memory_equal(other.player.part, ghost.player.part, sizeof ghost.player.part);
    free(bytes);
    free(place);
    free(ghost.place);
}

static void a_recording_without_a_finish_is_refused(void **state)
{
    const tt_io_reading_options how = {.no_index = true};
    struct tti_ghost ghost;
    (void)state;
    assert_false(tti_ghost_read(&ghost, &map, NO_RACE, &how, &error));
    assert_int_equal(error.status, TT_ERR_PLACE);
    assert_null(ghost.place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_run_is_read),
        cmocka_unit_test(a_finish_without_a_client_is_no_run),
        cmocka_unit_test(places_are_recorded),
        cmocka_unit_test(a_ghost_is_where_it_was),
        cmocka_unit_test(a_gap_is_the_time_between_two_at_a_place),
        cmocka_unit_test(a_wait_of_the_ghost_is_its_gap),
        cmocka_unit_test(a_wait_of_the_run_counts),
        cmocka_unit_test(a_packed_run_is_the_same),
        cmocka_unit_test(a_recording_without_a_finish_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
