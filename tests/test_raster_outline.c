/* SPDX-License-Identifier: MIT
 *
 * Shapes of one colour: what they cover is as much as geometry says, wherever they are and however
 * they are clipped; their pixels are the same everywhere.
 */
#include "cm.h"

#include "support/paint.h"

static const tt_rgba black = {0, 0, 0, 255}, white = {255, 255, 255, 255};

static tt_shape ellipse(tt_point at, tt_point radius, tt_turn turn)
{
    tt_shape shape = {.kind = TT_SHAPE_ELLIPSE, .color = white};
    shape.u.ellipse.at = at;
    shape.u.ellipse.radius = radius;
    shape.u.ellipse.turn = turn;
    return shape;
}

static tt_shape polygon(const tt_point *points, uint32_t count)
{
    tt_shape shape = {.kind = TT_SHAPE_POLYGON, .color = white};
    shape.u.polygon.points = points;
    shape.u.polygon.count = count;
    return shape;
}

static tt_shape line(const tt_point *points, uint32_t count, double width)
{
    tt_shape shape = {.kind = TT_SHAPE_LINE, .color = white};
    shape.u.line.points = points;
    shape.u.line.count = count;
    shape.u.line.width = (int32_t)(width * TT_SHAPE_PIXEL);
    return shape;
}

/* Pixels that a shape covers on a black picture. */
static double area_of(const tt_shape *shape)
{
    tt_io_picture picture = paint_picture(200, 160, black);
    paint_on(&picture, NULL, shape, 1);
    double area = (double)paint_red(&picture) / 255;
    tt_io_picture_close(&picture);
    return area;
}

static void assert_near(double value, double wanted, double part)
{
    if (value < wanted * (1 - part) || value > wanted * (1 + part)) {
        fail_msg("%f is not %f", value, wanted);
    }
}

static void test_areas_are_those_of_geometry(void **state)
{
    (void)state;
    const tt_turn none = {TT_SHAPE_ONE, 0}, turned = {56756, 32768};
    const double pi = 3.14159265;
    static const double radii[] = {1.5, 3, 7, 15.9, 16.1, 40, 63, 70};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
        tt_shape disc = ellipse(paint_at(100.3, 80.7), paint_at(radii[i], radii[i]), none);
        assert_near(area_of(&disc), pi * radii[i] * radii[i], 0.005);
    }
    tt_shape oval = ellipse(paint_at(90.1, 77), paint_at(60, 20), turned);
    assert_near(area_of(&oval), pi * 60 * 20, 0.005);
    const tt_point corners[4] = {paint_at(10.25, 20.5), paint_at(50.75, 20.5),
                                 paint_at(50.75, 60.25), paint_at(10.25, 60.25)};
    tt_shape square = polygon(corners, 4);
    assert_near(area_of(&square), 40.5 * 39.75, 0.002);
    const tt_point ends[2] = {paint_at(30, 30), paint_at(130, 105)};
    tt_shape bar = line(ends, 2, 9);
    assert_near(area_of(&bar), 125 * 9 + pi * 4.5 * 4.5, 0.005);
    tt_shape dot = line(ends, 1, 9);
    assert_near(area_of(&dot), pi * 4.5 * 4.5, 0.005);
}

static void test_a_polygon_is_even_odd_and_has_exact_edges(void **state)
{
    (void)state;
    const tt_point nested[10] = {
        paint_at(10, 10), paint_at(50, 10), paint_at(50, 50), paint_at(10, 50), paint_at(10, 10),
        paint_at(20, 20), paint_at(40, 20), paint_at(40, 40), paint_at(20, 40), paint_at(20, 20)};
    tt_shape shape = polygon(nested, 10);
    tt_io_picture picture = paint_picture(64, 64, black);
    paint_on(&picture, NULL, &shape, 1);
    assert_int_equal(paint_red(&picture), (40 * 40 - 20 * 20) * 255);
    assert_int_equal(paint_red_at(&picture, 9, 30), 0);
    assert_int_equal(paint_red_at(&picture, 10, 30), 255);
    assert_int_equal(paint_red_at(&picture, 30, 30), 0);
    tt_io_picture_close(&picture);
    const tt_point half[4] = {paint_at(10.5, 10.25), paint_at(20, 10.25), paint_at(20, 20),
                              paint_at(10.5, 20)};
    shape = polygon(half, 4);
    picture = paint_picture(32, 32, black);
    paint_on(&picture, NULL, &shape, 1);
    assert_int_equal(paint_red_at(&picture, 10, 15), 128);
    assert_int_equal(paint_red_at(&picture, 15, 10), 191);
    tt_io_picture_close(&picture);
}

/* Where parts of a line lie over each other nothing is painted twice. */
static void test_a_pale_line_is_one_shape(void **state)
{
    (void)state;
    const tt_point points[4] = {paint_at(10, 20), paint_at(50, 20), paint_at(20, 20),
                                paint_at(40, 22)};
    tt_shape shape = line(points, 4, 10);
    tt_io_picture picture = paint_picture(64, 40, black);
    shape.color.a = 128;
    paint_on(&picture, NULL, &shape, 1);
    for (uint32_t x = 0; x < 64; x++) {
        assert_in_range(paint_red_at(&picture, x, 20), 0, 128);
    }
    assert_int_equal(paint_red_at(&picture, 30, 20), 128);
    tt_io_picture_close(&picture);
}

/* What a clip lets through is what is there without it. */
static void test_a_clip_cuts_and_changes_nothing_else(void **state)
{
    (void)state;
    static const int32_t clips[][4] = {{10, 10, 50, 40},
                                       {0, 0, 1, 1},
                                       {63, 47, 64, 48},
                                       {-5, -5, 20, 20},
                                       {30, 20, 900, 900},
                                       {20, 20, 20, 30},
                                       {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX}};
    const tt_point points[3] = {paint_at(-20, 5), paint_at(80, 24), paint_at(-20, 43)};
    tt_shape shapes[4] = {{.kind = TT_SHAPE_CLIP}};
    shapes[1] = ellipse(paint_at(32, 24), paint_at(40, 20), (tt_turn){TT_SHAPE_ONE, 0});
    shapes[1].color = (tt_rgba){200, 100, 50, 180};
    shapes[2] = polygon(points, 3);
    shapes[2].color = (tt_rgba){20, 200, 50, 90};
    shapes[3] = line(points, 3, 6);
    for (size_t i = 0; i < sizeof clips / sizeof clips[0]; i++) {
        tt_io_picture all = paint_picture(64, 48, black), cut = paint_picture(64, 48, black);
        shapes[0].u.clip.from = (tt_point){clips[i][0], clips[i][1]};
        shapes[0].u.clip.to = (tt_point){clips[i][2], clips[i][3]};
        paint_on(&all, NULL, shapes + 1, 3);
        paint_on(&cut, NULL, shapes, 4);
        for (int32_t y = 0; y < 48; y++) {
            for (int32_t x = 0; x < 64; x++) {
                bool is_in =
                    x >= clips[i][0] && x < clips[i][2] && y >= clips[i][1] && y < clips[i][3];
                const uint8_t *a = all.rgba + (y * 64 + x) * 4, *b = cut.rgba + (y * 64 + x) * 4;
                const uint8_t none[4] = {0, 0, 0, 255};
                assert_memory_equal(b, is_in ? a : none, 4);
            }
        }
        tt_io_picture_close(&all);
        tt_io_picture_close(&cut);
    }
}

static void test_a_gradient_goes_from_above_to_below(void **state)
{
    (void)state;
    tt_shape shape = {.kind = TT_SHAPE_GRADIENT, .color = {0, 0, 0, 255}};
    shape.u.gradient.bottom = white;
    tt_io_picture picture = paint_picture(3, 255, black);
    paint_on(&picture, NULL, &shape, 1);
    for (uint32_t y = 0; y < 255; y++) {
        assert_in_range(paint_red_at(&picture, 1, y), y, y + 1);
    }
    tt_io_picture_close(&picture);
}

/* Colours of shapes over each other: src * a + dst * (1 - a). */
static void test_alpha_is_blended(void **state)
{
    (void)state;
    const tt_point all[4] = {paint_at(0, 0), paint_at(4, 0), paint_at(4, 4), paint_at(0, 4)};
    tt_shape shape = polygon(all, 4);
    for (unsigned a = 0; a < 256; a++) {
        tt_io_picture picture = paint_picture(4, 4, (tt_rgba){100, 100, 100, 255});
        shape.color = (tt_rgba){220, 10, 100, (uint8_t)a};
        paint_on(&picture, NULL, &shape, 1);
        assert_int_equal(picture.rgba[0], (220 * a + 100 * (255 - a) + 127) / 255);
        assert_int_equal(picture.rgba[1], (10 * a + 100 * (255 - a) + 127) / 255);
        assert_int_equal(picture.rgba[2], 100);
        assert_int_equal(picture.rgba[3], 255);
        tt_io_picture_close(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_areas_are_those_of_geometry),
        cmocka_unit_test(test_a_polygon_is_even_odd_and_has_exact_edges),
        cmocka_unit_test(test_a_pale_line_is_one_shape),
        cmocka_unit_test(test_a_clip_cuts_and_changes_nothing_else),
        cmocka_unit_test(test_a_gradient_goes_from_above_to_below),
        cmocka_unit_test(test_alpha_is_blended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
