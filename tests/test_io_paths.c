/* SPDX-License-Identifier: MIT
 *
 * Tests of paths and heat with the recordings of the tree: no place of a tee is missing, and as
 * much heat as ticks that tees lived.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "reading/paths.h"
#include "support/path_distance.h"

static const char *const files[] = {
    TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo",
    TT_SOURCE_DIR
    "/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian",
};
#define FILES (sizeof files / sizeof files[0])

/* A death that a picture can show. */
static bool is_placed_death(const tt_io_reading *r)
{
    const tt_fact *fact = r->item.fact;
    return fact != NULL && fact->kind == TT_FACT_DEATH && fact->u.death.x != TT_NO_PLACE;
}

static const tt_io_reading_options options = {
    .wants = TTI_PATHS_WANTS, .facts = TTI_PATHS_FACTS, .wants_states = true};

static tt_io_error error;

/* Whether the path of a session has a tee there at a tick. */
static bool has_place(const struct tti_paths *paths, uint64_t session, int32_t tick,
                      const tt_tee *tee)
{
    for (size_t i = 0; i < paths->count; i++) {
        const struct tti_path *path = &paths->path[i];
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
        struct tti_paths paths = {.count = 0};
        tt_io_reading r;
        assert_true(tt_io_reading_open(&r, files[i], &options));
        assert_true(tti_paths_read(&paths, &r, &error));
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
            deaths += is_placed_death(&r);
            const tt_world *world = tt_recording_world(r.rec);
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
        tti_paths_free(&paths);
        tti_paths_free(&paths);
    }
}

/* No line leads from a death to the tee that comes after it. */
static void lives_are_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        struct tti_paths paths = {.count = 0};
        tt_io_reading r;
        size_t checked = 0;
        assert_true(tt_io_reading_open(&r, files[i], &options));
        assert_true(tti_paths_read(&paths, &r, &error));
        tt_io_reading_close(&r);
        for (size_t k = 0; k < paths.mark_count; k++) {
            const struct tti_path_mark *mark = &paths.mark[k];
            const struct tti_path *path = &paths.path[mark->path];
            size_t next = 0;
            while (next < path->count && path->places[next].tick <= mark->tick) {
                next++;
            }
            if (mark->kind == TT_MARK_DEATH && next < path->count) {
                assert_int_equal(path->places[next].begins, 1);
                checked++;
            }
        }
        assert_true(checked > 0 || i != 0);
        tti_paths_free(&paths);
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
static void count(const char *file, uint64_t sum[TTI_HEAT_KINDS])
{
    tt_io_reading r;
    bool alive[TT_CIDS] = {false};
    int32_t before = 0;
    memset(sum, 0, TTI_HEAT_KINDS * sizeof *sum);
    assert_true(tt_io_reading_open(&r, file, &options));
    while (tt_io_reading_next(&r)) {
        sum[TTI_HEAT_DEATHS] += is_placed_death(&r);
        for (int32_t cid = 0; r.item.kind == TT_ITEM_TICK && cid < TT_CIDS; cid++) {
            sum[TTI_HEAT_POSITIONS] += alive[cid] ? (uint64_t)(r.item.tick - before) : 0;
            alive[cid] = tt_recording_world(r.rec)->tee[cid].alive;
        }
        before = r.item.kind == TT_ITEM_TICK ? r.item.tick : before;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        sum[TTI_HEAT_POSITIONS] += alive[cid];
    }
    tt_io_reading_close(&r);
}

static void heat_is_as_much_as_there_was(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        uint64_t sum[TTI_HEAT_KINDS];
        count(files[i], sum);
        assert_true(sum[TTI_HEAT_POSITIONS] > 1000);
        for (unsigned k = 0; k < TTI_HEAT_HOOKS; k++) {
            struct tti_heat heat = {.kind = (enum tti_heat_kind)k};
            tt_io_reading r;
            assert_true(tt_io_reading_open(&r, files[i], &options));
            assert_true(tti_heat_read(&heat, &r, &error) && tti_heat_end(&heat, &error));
            assert_int_equal(sum_of(&heat.heat), sum[heat.kind]);
            tt_io_reading_close(&r);
            tti_heat_free(&heat);
            tti_heat_free(&heat);
        }
    }
}

/* Ticks that hooks held in each tile, out of the snapshots themselves. */
#define SIDE 128

static uint64_t count_hooks(const char *file, uint64_t tiles[SIDE][SIDE])
{
    static const tt_io_reading_options all = {.wants = TT_SCENE_WANTS};
    int32_t at[TT_CIDS][2], before = 0;
    bool holds[TT_CIDS] = {false};
    tt_io_reading r;
    uint64_t sum = 0;
    assert_true(tt_io_reading_open(&r, file, &all));
    while (tt_io_reading_next(&r)) {
        if (r.item.kind != TT_ITEM_TICK)
            continue;
        const tt_snap *snap = tt_demo_look(tt_recording_demo(r.rec)).snap;
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            uint64_t ticks = holds[cid] ? (uint64_t)(r.item.tick - before) : 0;
            if (ticks != 0)
                tiles[at[cid][1] / 32][at[cid][0] / 32] += ticks;
            sum += ticks;
            holds[cid] = false;
        }
        before = r.item.tick;
        for (uint32_t i = 0; snap != NULL && i < snap->count; i++) {
            tt_snap_item item = tt_snap_item_at(snap, i);
            tt_obj_any any;
            if (tt_recording_object(r.rec, item.type) != TT_OBJ_CHARACTER)
                continue;
            tt_obj_unpack(&any, TT_OBJ_CHARACTER, item.data, item.size);
            holds[item.id] = any.character.hook_state == 5;
            at[item.id][0] = any.character.hook_x;
            at[item.id][1] = any.character.hook_y;
        }
    }
    tt_io_reading_close(&r);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) { /* the last snapshot counts once */
        if (holds[cid])
            tiles[at[cid][1] / 32][at[cid][0] / 32]++;
        sum += holds[cid];
    }
    return sum;
}

static void read_hooks(struct tti_heat *heat, const char *file, const char *from, const char *to,
                       const char *player)
{
    const tt_io_reading_options how = {.from = from,
                                       .to = to,
                                       .player = player,
                                       .wants = TT_SCENE_WANTS,
                                       .wants_before = true,
                                       .wants_everybody = true};
    tt_io_reading r;
    static const tt_scene_options stage;
    heat->stage = &stage;
    heat->kind = TTI_HEAT_HOOKS;
    assert_true(tt_io_reading_open(&r, file, &how));
    assert_true(tti_heat_read(heat, &r, &error));
    assert_true(tt_io_reading_is_good(&r));
    tt_io_reading_close(&r);
}

static uint64_t hooks_of(const char *file, const char *from, const char *to, const char *player)
{
    struct tti_heat heat = {.used = 0};
    read_hooks(&heat, file, from, to, player);
    assert_true(tti_heat_end(&heat, &error));
    uint64_t sum = sum_of(&heat.heat);
    tti_heat_free(&heat);
    return sum;
}

static void hooks_are_where_they_hold(void **state)
{
    static uint64_t tiles[SIDE][SIDE];
    struct tti_heat heat = {.used = 0};
    uint64_t sum = count_hooks(files[0], tiles), seen = 0;
    (void)state;
    assert_true(sum > 100);
    read_hooks(&heat, files[0], NULL, NULL, NULL);
    assert_true(tti_heat_end(&heat, &error));
    assert_int_equal(heat.heat.cell, 32);
    for (int32_t y = 0; y < heat.heat.rows; y++) {
        for (int32_t x = 0; x < heat.heat.columns; x++) {
            uint32_t cell = heat.heat.cells[y * heat.heat.columns + x];
            assert_int_equal(cell, tiles[heat.heat.top / 32 + y][heat.heat.left / 32 + x]);
            seen += cell;
        }
    }
    assert_int_equal(seen, sum);
    tti_heat_free(&heat);
    uint64_t by_player = 0;
    for (char cid[2] = "0"; cid[0] < '8'; cid[0]++)
        by_player += hooks_of(files[0], NULL, NULL, cid);
    assert_int_equal(by_player, sum);
    /* what the teehistorian file has is derived, with the map alone */
    assert_int_equal(hooks_of(files[1], NULL, NULL, NULL), 0);
}

/* The second file has nothing recorded from tick 1489 to 5560, with one tee in it. */
static void silences_at_the_edges_count(void **state)
{
    static const struct {
        const char *from, *to;
        uint64_t ticks;
    } spans[] = {{"1450", "5000", 3550}, {"2000", "5000", 3000}, {"1489", "1490", 1},
                 {"5560", "5562", 2},    {"1488", "1489", 1},    {"2000", "5561", 3561},
                 {"40096", NULL, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        struct tti_heat heat = {.kind = TTI_HEAT_POSITIONS};
        struct tti_paths paths = {.count = 0};
        tt_io_reading_options how = options;
        tt_io_reading r;
        how.from = spans[i].from;
        how.to = spans[i].to;
        assert_true(tt_io_reading_open(&r, files[1], &how));
        assert_true(tti_heat_read(&heat, &r, &error) && tti_heat_end(&heat, &error));
        assert_int_equal(sum_of(&heat.heat), spans[i].ticks);
        tt_io_reading_close(&r);
        assert_true(tt_io_reading_open(&r, files[1], &how));
        assert_true(tti_paths_read(&paths, &r, &error));
        assert_int_equal(paths.count, spans[i].ticks != 0);
        assert_true(paths.count == 0 || paths.path[0].places[0].tick == r.from);
        tt_io_reading_close(&r);
        tti_heat_free(&heat);
        tti_paths_free(&paths);
    }
}

/* A cell has what was in it, also left of the origin. */
static void nothing_is_no_heat(void **state)
{
    (void)state;
    struct tti_heat heat = {.used = 0};
    assert_true(tti_heat_end(&heat, &error));
    assert_int_equal(heat.heat.rows, 0);
    tti_heat_free(&heat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_there),
        cmocka_unit_test(lives_are_apart),
        cmocka_unit_test(heat_is_as_much_as_there_was),
        cmocka_unit_test(hooks_are_where_they_hold),
        cmocka_unit_test(nothing_is_no_heat),
        cmocka_unit_test(silences_at_the_edges_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
