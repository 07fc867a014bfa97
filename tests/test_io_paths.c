/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/io/paths.h with the recordings of the tree: no place of a tee is missing, and as
 * much heat as ticks that tees lived.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/path_distance.h"
#include "teetape/io/paths.h"

static const char *const files[] = {
    TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo",
    TT_SOURCE_DIR
    "/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian",
};
#define FILES (sizeof files / sizeof files[0])

static const tt_io_reading_options options = {.wants = TT_IO_PATHS_WANTS,
                                              .facts = TT_IO_PATHS_FACTS};

/* Whether the path of a session has a tee there at a tick. */
static bool has_place(const tt_io_paths *paths, uint64_t session, int32_t tick, const tt_tee *tee)
{
    for (size_t i = 0; i < paths->count; i++) {
        const tt_io_path *path = &paths->path[i];
        if (path->session != session) {
            continue;
        }
        size_t k = 0;
        while (k + 1 < path->count && path->places[k + 1].tick <= tick) {
            k++;
        }
        const tt_path_place *a = &path->places[k];
        const tt_path_place *b = k + 1 < path->count && !a[1].begins ? a + 1 : a;
        return path_distance(a, b, tee->x, tee->y) <= 0.5001;
    }
    return false;
}

static void every_place_is_there(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        tt_io_paths paths = {.count = 0};
        tt_io_reading r;
        assert_true(tt_io_reading_open(&r, files[i], &options));
        assert_true(tt_io_paths_read(&paths, &r, NULL));
        tt_io_reading_close(&r);
        assert_true(paths.count > 1);
        size_t places = 0, checked = 0, kinds[TT_MARKS] = {0};
        for (size_t k = 0; k < paths.count; k++) {
            places += paths.path[k].count;
            assert_true(paths.path[k].name[0] != '\0');
        }
        for (size_t k = 0; k < paths.mark_count; k++) {
            kinds[paths.mark[k].kind]++;
        }
        assert_int_equal(kinds[TT_MARK_START], paths.count);

        assert_true(tt_io_reading_open(&r, files[i], &options));
        size_t deaths = 0;
        while (tt_io_reading_next(&r)) {
            deaths += r.item.kind == TT_ITEM_FACT && r.item.fact->kind == TT_FACT_DEATH;
            const tt_world *world = tt_recording_world(r.rec, 0);
            for (int32_t cid = 0; r.item.kind == TT_ITEM_TICK && cid < TT_CIDS; cid++) {
                const tt_tee *tee = &world->tee[cid];
                if (tee->alive) {
                    uint64_t session = tt_recording_session(r.rec, cid).number;
                    assert_true(tee->x >= paths.left && tee->x <= paths.right);
                    assert_true(tee->y >= paths.top && tee->y <= paths.bottom);
                    assert_true(checked++ % 16 != 0 ||
                                has_place(&paths, session, r.item.tick, tee));
                }
            }
        }
        assert_true(tt_io_reading_is_good(&r));
        tt_io_reading_close(&r);
        assert_int_equal(kinds[TT_MARK_DEATH], deaths);
        assert_true(checked > 1000 && places * 2 < checked);
        tt_io_paths_free(&paths);
        tt_io_paths_free(&paths);
    }
}

static uint64_t sum_of(const tt_heat *heat)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < (int64_t)heat->columns * heat->rows; i++) {
        sum += heat->cells[i];
    }
    return sum;
}

/* Ticks that tees lived, and deaths. */
static void count(const char *file, uint64_t sum[TT_IO_HEAT_KINDS])
{
    tt_io_reading r;
    bool alive[TT_CIDS] = {false};
    int32_t before = 0;
    memset(sum, 0, TT_IO_HEAT_KINDS * sizeof *sum);
    assert_true(tt_io_reading_open(&r, file, &options));
    while (tt_io_reading_next(&r)) {
        sum[TT_IO_HEAT_DEATHS] += r.item.kind == TT_ITEM_FACT && r.item.fact->kind == TT_FACT_DEATH;
        for (int32_t cid = 0; r.item.kind == TT_ITEM_TICK && cid < TT_CIDS; cid++) {
            sum[TT_IO_HEAT_POSITIONS] += alive[cid] ? (uint64_t)(r.item.tick - before) : 0;
            alive[cid] = tt_recording_world(r.rec, 0)->tee[cid].alive;
        }
        before = r.item.kind == TT_ITEM_TICK ? r.item.tick : before;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        sum[TT_IO_HEAT_POSITIONS] += alive[cid];
    }
    tt_io_reading_close(&r);
}

static void heat_is_as_much_as_there_was(void **state)
{
    (void)state;
    static const int32_t cells[] = {0, 1, 7, 1000};
    for (size_t i = 0; i < FILES; i++) {
        uint64_t sum[TT_IO_HEAT_KINDS];
        count(files[i], sum);
        assert_true(sum[TT_IO_HEAT_POSITIONS] > 1000);
        for (unsigned k = 0; k < TT_IO_HEAT_KINDS * 4; k++) {
            tt_io_heat heat = {.kind = (tt_io_heat_kind)(k / 4), .cell = cells[k % 4]};
            tt_io_reading r;
            assert_true(tt_io_reading_open(&r, files[i], &options));
            assert_true(tt_io_heat_read(&heat, &r, NULL) && tt_io_heat_end(&heat, NULL));
            assert_int_equal(sum_of(&heat.heat), sum[heat.kind]);
            tt_io_reading_close(&r);
            tt_io_heat_free(&heat);
            tt_io_heat_free(&heat);
        }
    }
}

/* A cell has what was in it, also left of the origin. */
static void nothing_is_no_heat(void **state)
{
    (void)state;
    tt_io_heat heat = {.cell = 0};
    assert_true(tt_io_heat_end(&heat, NULL));
    assert_int_equal(heat.heat.rows, 0);
    tt_io_heat_free(&heat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_there),
        cmocka_unit_test(heat_is_as_much_as_there_was),
        cmocka_unit_test(nothing_is_no_heat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
