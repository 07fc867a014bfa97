/* SPDX-License-Identifier: MIT
 *
 * SVG: one element a shape, one path a colour of the rules, and nothing that a text could break.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/paint.h"

static const char *svg = "";

static void write_svg(paint_source *source, const tt_shape *shapes, size_t count)
{
    paint_source nothing = {NULL, {0, 0, NULL, 0}, 0};
    const tt_io_source from = paint_source_of(source != NULL ? source : &nothing);
    svg = paint_svg(320, 200, &from, shapes, count);
}

static size_t count_of(const char *what)
{
    size_t count = 0;
    for (const char *at = svg; (at = strstr(at, what)) != NULL; at++) {
        count++;
    }
    return count;
}

/* Tags are closed in order, attributes are quoted, and there is no bare & or <. */
static void assert_well_formed(void)
{
    const char *open[16];
    size_t depth = 0;
    for (const char *at = svg; *at != '\0'; at++) {
        assert_true(*at == '\n' || (unsigned char)*at >= 0x20);
        if (*at == '&') {
            assert_true(strncmp(at, "&lt;", 4) == 0 || strncmp(at, "&gt;", 4) == 0 ||
                        strncmp(at, "&amp;", 5) == 0);
        }
        if (*at != '<') {
            continue;
        }
        const char *end = strchr(at, '>'), *name = at + 1 + (at[1] == '/');
        assert_non_null(end);
        size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyzGP");
        if (at[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_memory_equal(open[depth], name, size);
        } else if (end[-1] != '/') {
            assert_true(depth < 16);
            open[depth++] = name;
        }
        at = end;
    }
    assert_int_equal(depth, 0);
}

static void test_texts_are_escaped(void **state)
{
    (void)state;
    static const char hostile[] = "</text><script>&amp;\"'\x01\x7f\xff\xed\xa0\x80\xef\xbf\xbe]]>";
    tt_shape shape = {.kind = TT_SHAPE_TEXT, .color = {255, 0, 0, 128}};
    shape.u.text.height = 20 * TT_SHAPE_PIXEL;
    shape.u.text.utf8 = tt_bytes_of(hostile);
    shape.u.text.outline = (tt_rgba){0, 0, 0, 128};
    shape.u.text.align = TT_ALIGN_CENTER;
    write_svg(NULL, &shape, 1);
    assert_well_formed();
    assert_null(strstr(svg, "<script"));
    assert_non_null(strstr(svg, "&lt;/text&gt;&lt;script&gt;&amp;amp;"));
    assert_non_null(strstr(svg, "fill=\"#ff0000\" fill-opacity=\"0.5\""));
    assert_non_null(strstr(svg, "text-anchor=\"middle\""));
}

static void test_each_kind_is_an_element(void **state)
{
    (void)state;
    const tt_point points[3] = {paint_at(1, 2), paint_at(30.5, 2.25), paint_at(-7, 40)};
    tt_shape shapes[7] = {{.kind = TT_SHAPE_GRADIENT, .color = {0, 0, 0, 255}},
                          {.kind = TT_SHAPE_CLIP},
                          {.kind = TT_SHAPE_ELLIPSE, .color = {9, 9, 9, 255}},
                          {.kind = TT_SHAPE_POLYGON, .color = {9, 9, 9, 255}},
                          {.kind = TT_SHAPE_LINE, .color = {9, 9, 9, 255}},
                          {.kind = TT_SHAPE_TRIANGLE},
                          {.kind = TT_SHAPE_CLIP}};
    shapes[1].u.clip.to = shapes[6].u.clip.to = (tt_point){100, 90};
    shapes[2].u.ellipse.turn = (tt_turn){TT_SHAPE_ONE / 2, -56756};
    shapes[2].u.ellipse.radius = paint_at(4, 9);
    shapes[3].u.polygon.points = shapes[4].u.line.points = points;
    shapes[3].u.polygon.count = shapes[4].u.line.count = 3;
    shapes[4].u.line.width = 300;
    memcpy(shapes[5].u.triangle.at, points, sizeof points);
    shapes[5].u.triangle.color[2] = (tt_rgba){255, 0, 0, 255};
    write_svg(NULL, shapes, 7);
    assert_well_formed();
    assert_int_equal(count_of("<ellipse"), 1);
    assert_int_equal(count_of("<polyline"), 1);
    assert_int_equal(count_of("<polygon"), 2);
    assert_int_equal(count_of("<linearGradient"), 2);
    assert_int_equal(count_of("<clipPath"), 2);
    assert_non_null(strstr(svg, "points=\"1 2 30.5 2.25 -7 40\""));
    assert_non_null(strstr(svg, "viewBox=\"0 0 320 200\""));
}

/* A square of 100 solid tiles is one rectangle. */
static void test_runs_of_tiles_are_merged(void **state)
{
    (void)state;
    uint8_t tiles[20 * 20 * 2] = {0};
    for (size_t i = 0; i < 20 * 20; i++) {
        bool is_in = i % 20 >= 3 && i % 20 < 13 && i / 20 >= 2 && i / 20 < 12;
        tiles[2 * i] = is_in ? TT_TILE_SOLID : i == 300 ? TT_TILE_FREEZE : TT_TILE_AIR;
    }
    paint_source source = {NULL, {20, 20, tiles, 2}, TT_MAP_GAME};
    tt_shape shape = {.kind = TT_SHAPE_RULES, .color = {255, 255, 255, 255}};
    shape.u.rules.tile = 10 * TT_SHAPE_ONE; /* too small for marks */
    write_svg(&source, &shape, 1);
    assert_well_formed();
    assert_int_equal(count_of("<path"), 2);
    assert_non_null(strstr(svg, "d=\"M30 20h100v100h-100z\""));
    shape.u.rules.tile = 20 * TT_SHAPE_ONE; /* now with edges and grass */
    write_svg(&source, &shape, 1);
    assert_well_formed();
    assert_int_equal(count_of("<path"), 4);
    assert_non_null(strstr(svg, "d=\"M60 40h200v4h-200z\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_are_escaped),
        cmocka_unit_test(test_each_kind_is_an_element),
        cmocka_unit_test(test_runs_of_tiles_are_merged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
