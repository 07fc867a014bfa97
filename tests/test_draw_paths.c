/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/draw_paths.h: what a filter leaves out, against the distance of every place; and
 * what is drawn of paths, marks and heat.
 */
#include "cm.h"
#include "draw/path_filter.h"
#include "draw/paths.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/path_distance.h"
#include "support/random.h"
#include "teetape/draw_paths.h"

#define PLACES 3000

static tt_path_place all[PLACES], kept[2 * PLACES];

static size_t filter(size_t count)
{
    tt_path_filter f;
    size_t given = 0;
    tt_path_filter_init(&f);
    for (size_t i = 0; i < count; i++) {
        given += tt_path_filter_take(&f, all[i], kept + given);
    }
    given += tt_path_filter_end(&f, kept + given);
    assert_int_equal(tt_path_filter_end(&f, kept + given), 0);
    return given;
}

/* Every place is near the line of the kept ones around it; nobody draws through a jump. */
static void check(size_t count)
{
    size_t given = filter(count), k = 0;
    for (size_t i = 0; i < count; i++) {
        while (k + 1 < given && kept[k + 1].tick <= all[i].tick) {
            k++;
        }
        const tt_path_place *next = k + 1 < given && !kept[k + 1].begins ? &kept[k + 1] : &kept[k];
        assert_true(kept[k].tick <= all[i].tick);
        assert_true(path_distance(&kept[k], next, all[i].x, all[i].y) <= 0.5001);
        if (i != 0) {
            double way = hypot(all[i].x - all[i - 1].x, all[i].y - all[i - 1].y);
            bool jumped = way > TT_TEE_JUMP * (all[i].tick - all[i - 1].tick);
            if (jumped || all[i].begins) {
                assert_int_equal(kept[k].tick, all[i].tick);
                assert_int_equal(kept[k].begins, 1);
            }
        }
    }
}

static void straight_lines_are_two_places(void **state)
{
    (void)state;
    for (int i = 0; i < TTI_PATH_HELD; i++) {
        all[i] = (tt_path_place){i, 100 + 7 * i, 50 - 3 * i, 0};
    }
    assert_int_equal(filter(TTI_PATH_HELD), 2);
    assert_int_equal(kept[0].begins, 1);
    assert_int_equal(kept[1].tick, TTI_PATH_HELD - 1);
    assert_int_equal(filter(1), 1);
    assert_int_equal(filter(0), 0);
}

static void random_walks_stay_near(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 60; seed++) {
        uint64_t random = seed;
        int32_t x = 0, y = 0, vx = 0, vy = 0, tick = 0;
        for (size_t i = 0; i < PLACES; i++) {
            uint64_t r = random_next(&random);
            if (r % 8 == 0) {
                vx = (int32_t)(r >> 8 & 31) - 16;
                vy = (int32_t)(r >> 16 & 31) - 16;
            }
            if (r % 511 == 0) {
                x += 5000;
            }
            x += vx;
            y += vy;
            tick += r % 97 == 0 ? 20 : 1;
            all[i] = (tt_path_place){tick, x, y, r % 389 == 0};
        }
        check(PLACES);
    }
}

static void asks_make_shorter_jumps(void **state)
{
    (void)state;
    for (int asked = -1; asked <= 3; asked++) {
        tt_path_filter f;
        tt_path_place out[2];
        tt_path_filter_init(&f);
        if (asked >= 0) {
            tt_path_filter_ask(&f, 10 + asked);
        }
        tt_path_filter_take(&f, (tt_path_place){10, 0, 0, 0}, out);
        tt_path_filter_take(&f, (tt_path_place){11, 40, 20, 0}, out);
        assert_int_equal(tt_path_filter_take(&f, (tt_path_place){12, 80, 60, 0}, out),
                         asked == 1 ? 2 : 1);
        assert_int_equal(out[asked == 1].begins, asked == 1);
    }
}

/* A demo shows the tee where it died until there is another one, which is maybe nearby. */
static void another_life_begins(void **state)
{
    (void)state;
    for (int dead = 0; dead <= 2; dead++) {
        tt_path_filter f;
        tt_path_place out[2];
        tt_path_filter_init(&f);
        tt_path_filter_take(&f, (tt_path_place){10, 0, 0, 0}, out);
        tt_path_filter_take(&f, (tt_path_place){11, 9, 0, 0}, out);
        tt_path_filter_die(&f, 18, 0);
        for (int tick = 12; tick < 12 + dead; tick++) {
            tt_path_filter_take(&f, (tt_path_place){tick, 18, 0, 0}, out);
        }
        assert_int_equal(tt_path_filter_take(&f, (tt_path_place){20, 40, 0, 0}, out), 2);
        assert_int_equal(out[0].x, dead != 0 ? 18 : 9);
        assert_int_equal(out[1].x, 40);
        assert_int_equal(out[1].begins, 1);
        assert_int_equal(tt_path_filter_take(&f, (tt_path_place){21, 18, 0, 0}, out), 0);
    }
}

static void far_places_are_moved(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        all[i] =
            (tt_path_place){i, i % 2 ? INT32_MAX : INT32_MIN, i % 3 ? INT32_MIN : INT32_MAX, 0};
    }
    size_t given = filter(8);
    for (size_t i = 0; i < given; i++) {
        assert_true(abs(kept[i].x) == 1 << 24 && abs(kept[i].y) == 1 << 24);
    }
}

static tt_shape shapes[4096];
static tt_point points[20000];
static uint8_t text[4096];

static tt_shapes empty(void)
{
    return (tt_shapes){.shapes = shapes,
                       .shape_cap = 4096,
                       .points = points,
                       .point_cap = 20000,
                       .text = text,
                       .text_cap = sizeof text};
}

/* 1000 pixels show 1250 units: a tile has 25.6 pixels. */
static const tt_camera camera = {.zoom = TT_SCENE_ONE, .width = 1000, .height = 736};

static size_t count_of(const tt_shapes *list, tt_shape_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < list->shape_count; i++) {
        count += list->shapes[i].kind == kind;
    }
    return count;
}

static void paths_are_lines(void **state)
{
    (void)state;
    const tt_path_place places[] = {
        {0, -100, 0, 1}, {10, 0, 0, 0}, {20, 0, 600, 0}, {30, 100, 0, 1}, {40, 100000, 0, 1}};
    const tt_path path = {places, 5, {1, 2, 3, 255}};
    tt_shapes list = empty();
    assert_int_equal(tt_draw_paths(&list, &camera, &path, 1, NULL), TT_OK);
    assert_int_equal(list.shape_count, 1);
    assert_int_equal(shapes[0].kind, TT_SHAPE_LINE);
    assert_int_equal(shapes[0].color.g, 2);
    assert_int_equal(shapes[0].u.line.count, 3);
    assert_int_equal(shapes[0].u.line.width, 2 * TT_SHAPE_PIXEL);
    /* the origin is in the middle */
    assert_int_equal(shapes[0].u.line.points[1].x, 500 * TT_SHAPE_PIXEL);
    assert_int_equal(shapes[0].u.line.points[1].y, 368 * TT_SHAPE_PIXEL);

    /* 10 units a tick, then 60: two colours, the last one of the ramp for the faster */
    list = empty();
    const tt_paths_options by_speed = {.by = TT_PATHS_BY_SPEED, .width = 700};
    assert_int_equal(tt_draw_paths(&list, &camera, &path, 1, &by_speed), TT_OK);
    assert_int_equal(list.shape_count, 2);
    assert_int_equal(shapes[1].u.line.width, 700);
    assert_int_equal(shapes[1].color.r, 0xc2);
    assert_int_equal(shapes[1].u.line.points[0].x, shapes[0].u.line.points[1].x);

    /* the last colour is that of the fastest line, which no jump is; no line is faster than what a
     * colour is there for */
    const tt_path slow = {places, 2, {1, 2, 3, 255}};
    assert_int_equal(tti_paths_fastest(&path, 1), 94);
    assert_int_equal(tti_paths_fastest(&slow, 1), 16);
    assert_int_equal(tti_paths_fastest(&slow, 0), 1);
    list = empty();
    const tt_paths_options scaled = {.by = TT_PATHS_BY_SPEED,
                                     .fastest = tti_paths_fastest(&slow, 1)};
    assert_int_equal(tt_draw_paths(&list, &camera, &slow, 1, &scaled), TT_OK);
    assert_true(shapes[0].color.r > 0xa0);

    list = empty();
    const tt_paths_options by_time = {.by = TT_PATHS_BY_TIME};
    assert_int_equal(tt_draw_paths(&list, &camera, &path, 1, &by_time), TT_OK);
    assert_int_equal(list.shape_count, 2);
    assert_int_equal(shapes[0].color.r, 0x3b);
}

static void marks_legends_and_scales(void **state)
{
    (void)state;
    const tt_path_mark marks[] = {{TT_MARK_START, 0, 0, {9, 9, 9, 255}},
                                  {TT_MARK_DEATH, 50, 0, {9, 9, 9, 255}},
                                  {TT_MARK_FINISH, 99, 0, {9, 9, 9, 255}},
                                  {TT_MARK_DEATH, 99999, 0, {9, 9, 9, 255}}};
    tt_shapes list = empty();
    assert_int_equal(tti_draw_marks(&list, &camera, marks, 4), TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_ELLIPSE), 3);
    assert_int_equal(count_of(&list, TT_SHAPE_LINE), 4 + 2);
    assert_int_equal(count_of(&list, TT_SHAPE_POLYGON), 1);

    /* those are explained that are seen */
    list = empty();
    assert_int_equal(tti_draw_marks_legend(&list, &camera, marks, 4), TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_TEXT), 3);
    list = empty();
    assert_int_equal(tti_draw_marks_legend(&list, &camera, marks + 1, 1), TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_TEXT), 1);
    const tt_shape *word = &shapes[list.shape_count - 1];
    assert_true(tt_bytes_equal(word->u.text.utf8, tt_bytes_of("dies")));
    list = empty();
    assert_int_equal(tti_draw_marks_legend(&list, &camera, marks + 3, 1), TT_OK);
    assert_int_equal(list.shape_count, 0);

    /* a fifth of the width has 7 tiles and more */
    list = empty();
    assert_int_equal(tti_draw_scale(&list, &camera), TT_OK);
    const tt_shape *last = &shapes[list.shape_count - 1];
    assert_int_equal(last->kind, TT_SHAPE_TEXT);
    assert_true(tt_bytes_equal(last->u.text.utf8, tt_bytes_of("5 tiles")));

    /* of 100 names some have no room */
    tt_legend_line names[100];
    for (int i = 0; i < 100; i++) {
        names[i] = (tt_legend_line){tt_bytes_of("nameless tee"), tt_path_color((uint32_t)i)};
    }
    list = empty();
    assert_int_equal(tti_draw_legend(&list, &camera, names, 100), TT_OK);
    size_t shown = count_of(&list, TT_SHAPE_ELLIPSE);
    assert_true(shown > 10 && shown < 100);
    char rest[20];
    snprintf(rest, sizeof rest, "%zu more", 100 - shown);
    assert_true(tt_bytes_equal(shapes[list.shape_count - 1].u.text.utf8, tt_bytes_of(rest)));
    list = empty();
    assert_int_equal(tti_draw_legend(&list, &camera, names, 3), TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_TEXT), 3);

    /* as wide as the longest name, up to half of the picture */
    const tt_legend_line few[] = {{tt_bytes_of("ab"), tt_path_color(0)},
                                  {tt_bytes_of("abcdefghijklmno"), tt_path_color(1)}};
    int32_t narrow = tti_legend_width(&camera, few, 1), wide = tti_legend_width(&camera, few, 2);
    assert_true(narrow < wide && wide < 300 && tti_legend_width(&camera, few, 0) == 0);
    char far[200];
    memset(far, 'W', sizeof far);
    const tt_legend_line longest = {{(const uint8_t *)far, sizeof far}, tt_path_color(0)};
    assert_true(tti_legend_width(&camera, &longest, 1) <= camera.width / 2);

    /* what a player may be called */
    const tt_legend_line odd = {{(const uint8_t *)"a\x01\xff"
                                                  "b",
                                 4},
                                tt_path_color(0)};
    list = empty();
    assert_int_equal(tti_draw_legend(&list, &camera, &odd, 1), TT_OK);
    assert_true(
        tt_bytes_equal(shapes[list.shape_count - 1].u.text.utf8, tt_bytes_of("a \xef\xbf\xbd"
                                                                             "b")));

    list = empty();
    assert_int_equal(tti_draw_ramp_of(&list, &camera, tt_bytes_of("deaths: 1 to 3")), TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_POLYGON), 1 + 16);
    last = &shapes[list.shape_count - 1];
    assert_true(tt_bytes_equal(last->u.text.utf8, tt_bytes_of("deaths: 1 to 3")));

    list = empty();
    assert_int_equal(tti_draw_ramp(&list, &camera, (tt_bytes){NULL, 0}, tt_bytes_of("0 tiles/s"),
                                   tt_bytes_of("94 tiles/s")),
                     TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_POLYGON), 1 + 16);
    assert_int_equal(count_of(&list, TT_SHAPE_TEXT), 2);

    list = empty();
    const tt_bytes name = tt_bytes_of("a\nb");
    assert_int_equal(tti_draw_ramp(&list, &camera, name, tt_bytes_of("begin"), tt_bytes_of("end")),
                     TT_OK);
    assert_int_equal(count_of(&list, TT_SHAPE_TEXT), 3);
    assert_true(tt_bytes_equal(shapes[list.shape_count - 3].u.text.utf8, tt_bytes_of("a b")));
}

static void players_have_colours_of_their_own(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 36; i++) {
        for (uint32_t k = 0; k < i; k++) {
            tt_rgba a = tt_path_color(i), b = tt_path_color(k);
            assert_true(a.a == 255);
            assert_true(abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 24);
        }
    }
}

static void heat_is_runs(void **state)
{
    (void)state;
    const uint32_t cells[] = {0, 1, 1, 0, 1000000, 1000, 0, 0, 0, 0, 0, 0};
    const tt_heat heat = {cells, 4, 3, -64, -64, 32};
    tt_shapes list = empty();
    assert_int_equal(tti_draw_heat(&list, &camera, &heat), TT_OK);
    assert_int_equal(list.shape_count, 3);
    /* the lowest, the highest, and what is in the middle of their logarithms */
    assert_int_equal(shapes[0].color.r, 0x3b);
    assert_int_equal(shapes[1].color.r, 0xc2);
    assert_true(shapes[2].color.g > 0x98);
    const tt_point *run = shapes[0].u.polygon.points;
    assert_int_equal((run[1].x - run[0].x + 128) / 256, 51); /* two cells of 25.6 pixels */
}

static void what_does_not_fit_is_counted(void **state)
{
    (void)state;
    const tt_path_place places[] = {{0, 0, 0, 1}, {1, 10, 0, 0}};
    const tt_path path = {places, 2, {1, 2, 3, 255}};
    tt_shapes list = {.shapes = NULL};
    assert_int_equal(tt_draw_paths(&list, &camera, &path, 1, NULL), TT_ERR_SPACE);
    assert_int_equal(list.shape_count, 1);
    assert_int_equal(list.point_count, 2);
    assert_int_equal(tti_draw_scale(&list, &camera), TT_ERR_SPACE);
    assert_true(list.text_count > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_lines_are_two_places),
        cmocka_unit_test(random_walks_stay_near),
        cmocka_unit_test(asks_make_shorter_jumps),
        cmocka_unit_test(another_life_begins),
        cmocka_unit_test(far_places_are_moved),
        cmocka_unit_test(paths_are_lines),
        cmocka_unit_test(marks_legends_and_scales),
        cmocka_unit_test(players_have_colours_of_their_own),
        cmocka_unit_test(heat_is_runs),
        cmocka_unit_test(what_does_not_fit_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
