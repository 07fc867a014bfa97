/* SPDX-License-Identifier: MIT
 *
 * What the layers of the game show when they are drawn by rule: each number of a tile, what is
 * beside it in its layer, and the digits of numbers in pixels and in SVG.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "paint/raster.h"
#include "paint/rules.h"
#include "support/paint.h"

enum { SIDE = 40, TILES = 256, CALLS = 4096 };

static const tt_rgba white = {255, 255, 255, 255};

/* What a pen was asked for, and the tile in whose column that is. */
struct call {
    char what;
    int tile;
    tt_rgba color;
    tt_point at; /* of an outline its third point, from the middle of the tile */
    unsigned number;
};

static struct call calls[CALLS];
static size_t count;

/* A row of tiles of 2, 4 or 6 bytes. */
static uint8_t tiles[6 * TILES];
static tt_io_layer layer;
static unsigned plays;

static void give_layer(void *user, unsigned wanted, uint32_t index, tt_io_layer *dst)
{
    (void)user, (void)index;
    if (wanted == plays) {
        *dst = layer;
    }
}

static void add(char what, tt_rgba color, tt_point at, unsigned number)
{
    int tile = at.x / (SIDE * TT_SHAPE_PIXEL);
    assert_true(count < CALLS);
    calls[count++] = (struct call){what, tile, color, at, number};
}

static void on_rect(void *user, tt_rgba color, struct tti_rect rect)
{
    (void)user;
    assert_true(rect.x0 < rect.x1 && rect.y0 < rect.y1);
    for (int32_t x = rect.x0; x < rect.x1; x += SIDE) {
        add('r', color, (tt_point){x * TT_SHAPE_PIXEL, rect.y0}, 0);
    }
}

static void on_outline(void *user, tt_rgba color, const tt_point *points, size_t size)
{
    (void)user;
    assert_true(size >= 3);
    add('o', color, points[0], 0);
    struct call *call = &calls[count - 1];
    call->at.x = points[2].x - call->tile * SIDE * TT_SHAPE_PIXEL - SIDE * TT_SHAPE_PIXEL / 2;
    call->at.y = points[2].y - SIDE * TT_SHAPE_PIXEL / 2;
}

static void on_disc(void *user, tt_rgba color, tt_point at, int32_t radius)
{
    (void)user;
    assert_true(radius > 0);
    add('d', color, at, 0);
}

static void on_number(void *user, tt_rgba color, tt_point at, int32_t height, unsigned number)
{
    (void)user;
    assert_true(height > 0);
    add('n', color, at, number);
}

static tt_io_source source_of_layer(void)
{
    return (tt_io_source){.layer = give_layer};
}

static tt_shape rules_shape(void)
{
    tt_shape shape = {.kind = TT_SHAPE_RULES, .color = white};
    shape.u.rules.tile = SIDE * TT_SHAPE_ONE;
    shape.u.rules.items = 1;
    return shape;
}

/* Asks a pen for all of a layer. */
static void draw(unsigned of, uint32_t cell, int items)
{
    const struct tti_pen pen = {on_rect, on_outline, on_disc, on_number, NULL};
    const tt_io_source source = source_of_layer();
    tt_shape shape = rules_shape();
    shape.u.rules.items = items != 0;
    layer = (tt_io_layer){TILES, 1, tiles, cell};
    plays = of;
    count = 0;
    tti_rules_draw(&source, &shape, (struct tti_rect){0, 0, TILES * SIDE, SIDE}, &pen);
}

static size_t calls_of(int tile, char what)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        found += calls[i].tile == tile && (what == 0 || calls[i].what == what);
    }
    return found;
}

static void assert_color(tt_rgba color, tt_rgba expected)
{
    assert_memory_equal(&color, &expected, sizeof color);
}

static void numbers_of_the_game_layer(void **state)
{
    (void)state;
    memset(tiles, 0, sizeof tiles);
    for (int i = 0; i < TILES; i++) {
        tiles[2 * i] = (uint8_t)i;
    }
    for (int items = 0; items < 2; items++) {
        draw(TT_MAP_FRONT, 2, items);
        for (int i = 0; i < TILES; i++) {
            const uint8_t tile[6] = {(uint8_t)i};
            struct tti_rule own;
            const struct tti_rule *rule = tti_rule_of(TT_MAP_GAME, tile, &own);
            /* nothing of ground is open in the front layer */
            bool shows = rule != NULL && (rule->mark < TTI_MARK_HEART || items != 0);
            assert_int_equal(calls_of(i, 0) != 0, shows);
        }
        assert_int_equal(calls_of(198, 'o'), items);
        assert_int_equal(calls_of(197, 'o'), items);
        assert_int_equal(calls_of(199, 'o'), items);
    }
}

static void numbers_of_the_tele_layer(void **state)
{
    (void)state;
    size_t gates = 0;
    for (int i = 0; i < TILES; i++) {
        tiles[2 * i] = (uint8_t)(i % 2 == 0 ? i : 255 - i); /* the channel */
        tiles[2 * i + 1] = (uint8_t)i;
    }
    draw(TT_MAP_TELE, 2, 1);
    for (size_t i = 0; i < count; i++) {
        gates += calls[i].what == 'n';
        if (calls[i].what == 'n') {
            assert_int_equal(calls[i].number, tiles[2 * calls[i].tile]);
        }
    }
    assert_int_equal(gates, 9);
    assert_int_equal(calls_of(26, 'r'), 1);
    assert_int_equal(calls_of(26, 'd'), 2);
    assert_int_equal(calls_of(10, 'n') + calls_of(63, 'n') + calls_of(14, 'n'), 3);
    assert_int_equal(calls_of(11, 0), 0);
    tiles[2 * 26] = 0; /* of no channel */
    draw(TT_MAP_TELE, 2, 1);
    assert_int_equal(calls_of(26, 0), 0);
}

/* The tip is 11 of 32 units from the middle, and points where the angle does. */
static void arrows_of_the_speedup_layer(void **state)
{
    static const int angles[][3] = {
        {0, 1, 0}, {90, 0, 1}, {180, -1, 0}, {270, 0, -1}, {-90, 0, -1}};
    (void)state;
    memset(tiles, 0, sizeof tiles);
    for (int i = 0; i < 5; i++) {
        uint8_t *tile = tiles + 6 * i;
        tile[0] = 10; /* force */
        tile[2] = 28;
        tile[4] = (uint8_t)angles[i][0];
        tile[5] = (uint8_t)((unsigned)angles[i][0] >> 8);
    }
    memcpy(tiles + 6 * 7, tiles, 6);
    tiles[6 * 7] = 0; /* no force */
    memcpy(tiles + 6 * 8, tiles, 6);
    tiles[6 * 8 + 2] = 27; /* another kind */
    draw(TT_MAP_SPEEDUP, 6, 1);
    int32_t far = SIDE * TT_SHAPE_PIXEL * 11 / 32, seen = 0;
    for (size_t i = 0; i < count; i++) {
        if (calls[i].what == 'o') {
            const int *angle = angles[calls[i].tile];
            assert_true(abs(calls[i].at.x - angle[1] * far) <= 4);
            assert_true(abs(calls[i].at.y - angle[2] * far) <= 4);
            seen++;
        }
    }
    assert_int_equal(seen, 5);
    assert_int_equal(calls_of(7, 0) + calls_of(8, 0), 0);
}

static void numbers_of_the_switch_layer(void **state)
{
    (void)state;
    memset(tiles, 0, sizeof tiles);
    for (int i = 0; i < TILES; i++) {
        tiles[4 * i] = (uint8_t)(255 - i);
        tiles[4 * i + 1] = (uint8_t)i;
    }
    draw(TT_MAP_SWITCH, 4, 1);
    assert_int_equal(calls_of(0, 0), 0);
    assert_int_equal(calls_of(9, 'o'), 3);
    assert_int_equal(calls_of(12, 'o'), 3);
    for (int i = 1; i < TILES; i++) {
        bool is_freeze = i == 9 || i == 12;
        assert_int_equal(calls_of(i, 'n'), !is_freeze);
    }
    for (size_t i = 0; i < count; i++) {
        if (calls[i].what == 'n') {
            assert_int_equal(calls[i].number, 255 - calls[i].tile);
        }
    }
}

/* Each zone has a colour, strong and unlike those of the zones next to it. */
static void zones_of_the_tune_layer(void **state)
{
    tt_rgba last = {0, 0, 0, 0};
    (void)state;
    memset(tiles, 0, sizeof tiles);
    for (int i = 0; i < TILES; i++) {
        tiles[2 * i] = (uint8_t)i;
        tiles[2 * i + 1] = 68;
    }
    draw(TT_MAP_TUNE, 2, 1);
    assert_int_equal(count, TILES - 1);
    for (size_t i = 0; i < count; i++) {
        tt_rgba c = calls[i].color;
        int most = c.r > c.g ? c.r : c.g, least = c.r < c.g ? c.r : c.g;
        most = c.b > most ? c.b : most;
        least = c.b < least ? c.b : least;
        assert_true(calls[i].what == 'r' && calls[i].tile == (int)i + 1 && c.a == 61);
        assert_true(most == 223 && least == 32);
        assert_true(abs(c.r - last.r) + abs(c.g - last.g) + abs(c.b - last.b) > 100);
        last = c;
    }
    const uint8_t zone[2] = {1, 1};
    struct tti_rule own;
    assert_color(calls[0].color, tti_rule_of(TT_MAP_TUNE, zone, &own)->fill);
    tiles[2 * 5 + 1] = 0; /* no tile */
    draw(TT_MAP_TUNE, 2, 1);
    assert_int_equal(calls_of(5, 0), 0);
}

/* A layer of cells that are too small is not read. */
static void small_cells_are_left_out(void **state)
{
    (void)state;
    memset(tiles, 10, sizeof tiles);
    draw(TT_MAP_SWITCH, 3, 1);
    assert_int_equal(count, 0);
    draw(TT_MAP_SPEEDUP, 5, 1);
    assert_int_equal(count, 0);
}

/* A gate of each channel, in pixels and in SVG. */
static void numbers_have_digits(void **state)
{
    static const uint8_t channels[] = {7, 42, 255};
    static const char *const texts[] = {">7</text>", ">42</text>", ">255</text>"};
    uint32_t sums[3];
    const tt_io_source source = source_of_layer();
    const tt_shape shape = rules_shape();
    tt_io_error error;
    (void)state;
    tt_io_painter *painter = tti_io_painter_open(&source, &error);
    assert_non_null(painter);
    for (int i = 0; i < 3; i++) {
        tt_io_picture picture = paint_picture(SIDE, SIDE, (tt_rgba){0, 0, 0, 255});
        tiles[0] = channels[i];
        tiles[1] = 26;
        layer = (tt_io_layer){1, 1, tiles, 2};
        plays = TT_MAP_TELE;
        assert_true(tti_io_paint(painter, &picture, &shape, 1, &error));
        sums[i] = paint_sum(&picture);
        tt_io_picture_close(&picture);
        assert_non_null(strstr(paint_svg(SIDE, SIDE, &source, &shape, 1), texts[i]));
    }
    assert_true(sums[0] != sums[1] && sums[1] != sums[2] && sums[0] != sums[2]);
    tti_io_painter_close(painter);
}

/* Outlines of SVG are closed paths of their colour. */
static void svg_has_outlines(void **state)
{
    const tt_io_source source = source_of_layer();
    const tt_shape shape = rules_shape();
    (void)state;
    tiles[0] = 198;
    tiles[1] = 0;
    layer = (tt_io_layer){1, 1, tiles, 2};
    plays = TT_MAP_FRONT;
    const char *path = strstr(paint_svg(SIDE, SIDE, &source, &shape, 1), "fill=\"#e8383f\"");
    assert_non_null(path);
    size_t lines = 0;
    for (const char *at = strstr(path, " d=\"") + 4; *at != '"'; at++) {
        lines += *at == 'L';
    }
    assert_int_equal(lines, 13);
    assert_non_null(strstr(path, "z\"/>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_game_layer),
        cmocka_unit_test(numbers_of_the_tele_layer),
        cmocka_unit_test(arrows_of_the_speedup_layer),
        cmocka_unit_test(numbers_of_the_switch_layer),
        cmocka_unit_test(zones_of_the_tune_layer),
        cmocka_unit_test(small_cells_are_left_out),
        cmocka_unit_test(numbers_have_digits),
        cmocka_unit_test(svg_has_outlines),
    };
    return cmocka_run_group_tests_name("raster_rules", tests, NULL, NULL);
}
