/* SPDX-License-Identifier: MIT
 *
 * Tests of what is where on a map (teetape/map.h): tiles with the clamped border, and lines against
 * a slow model that computes each point in doubles, as the game does in floats.
 */
#include "cm.h"

#include <math.h>
#include <stdlib.h>

#include "map/map.h"
#include "teetape/map.h"

#define WIDTH 12
#define HEIGHT 8

/* A frame of solid tiles, and in it some of each kind that matters. */
static const uint8_t numbers[WIDTH * HEIGHT + 1] = "\1\1\1\1\1\1\1\1\1\1\1\3"
                                                   "\1\0\0\0\0\0\0\0\0\0\0\3"
                                                   "\1\0\2\0\0\3\0\0\1\0\0\3"
                                                   "\1\0\0\0\0\0\0\0\0\0\0\3"
                                                   "\1\0\0\11\0\1\1\0\0\0\0\3"
                                                   "\1\0\0\0\0\0\0\0\5\0\0\3"
                                                   "\1\0\0\300\0\0\0\0\0\0\0\3"
                                                   "\1\1\1\1\1\1\1\1\1\1\1\2";

static const tt_map map = {.width = WIDTH, .height = HEIGHT, .version = 4, .tiles = numbers};

/* The same without its frame, so that lines leave the map. */
static uint8_t open_numbers[WIDTH * HEIGHT];
static tt_map open_map;

static int setup(void **state)
{
    (void)state;
    memcpy(open_numbers, numbers, sizeof open_numbers);
    for (size_t i = 0; i < sizeof open_numbers; i++) {
        size_t column = i % WIDTH, row = i / WIDTH;
        if (column == 0 || row == 0 || column == WIDTH - 1 || row == HEIGHT - 1) {
            open_numbers[i] = TT_TILE_AIR;
        }
    }
    open_map = map;
    open_map.tiles = open_numbers;
    return 0;
}

static void tiles(void **state)
{
    (void)state;
    static const struct {
        int32_t x, y;
        uint8_t tile;
    } known[] = {
        {0, 0, 1},
        {31, 31, 1},
        {32, 32, 0},
        {64, 64, 2},
        {95, 95, 2},
        {96, 95, 0},
        {100, 130, 9},
        {100, 200, 192},
        {-1, 40, 1},
        {-31, 40, 1},
        {-32, 40, 1},
        {-1000, -1000, 1},
        {INT32_MIN, INT32_MIN, 1},
        {INT32_MAX, INT32_MAX, 2},
        {INT32_MAX, 70, 3},
        {70, INT32_MAX, 1},
        {WIDTH * 32 - 1, HEIGHT * 32 - 1, 2},
        {WIDTH * 32, 0, 3},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_int_equal(tti_map_tile(&map, known[i].x, known[i].y), known[i].tile);
        assert_int_equal(tti_map_is_solid(&map, known[i].x, known[i].y),
                         known[i].tile == 1 || known[i].tile == 3);
    }
}

static int32_t clamped(double position, int32_t count)
{
    int32_t tile = (int32_t)floor(position / 32);
    return tile < 0 ? 0 : tile >= count ? count - 1 : tile;
}

static uint8_t slow_tile(const tt_map *m, double x, double y)
{
    return m->tiles[clamped(y, m->height) * m->width + clamped(x, m->width)];
}

/* Points of the line one after the other. */
static int slow(const tt_map *m, const int32_t line[4], tt_map_hit *hit)
{
    double dx = (double)line[2] - line[0], dy = (double)line[3] - line[1];
    int end = (int)(sqrt(dx * dx + dy * dy) + 1);
    for (int i = 0; i <= end; i++) {
        /* halves up; a little more than half of the last bit, for 1/3 and the like */
        double x = floor(line[0] + dx * i / end + 0.5 + 1e-9);
        double y = floor(line[1] + dy * i / end + 0.5 + 1e-9);
        uint8_t tile = slow_tile(m, x, y);
        if (tile == 1 || tile == 3) {
            *hit = (tt_map_hit){(int32_t)x, (int32_t)y, tile};
            return 1;
        }
    }
    *hit = (tt_map_hit){line[2], line[3], 0};
    return 0;
}

static void check(const tt_map *m, const int32_t line[4], size_t *hits)
{
    tt_map_hit a, b;
    int is_hit = tti_map_intersect_line(m, line[0], line[1], line[2], line[3], &a);
    if (is_hit != slow(m, line, &b) || a.x != b.x || a.y != b.y || a.tile != b.tile) {
        fail_msg("(%d, %d) to (%d, %d): %d %d %d, expected %d %d %d", (int)line[0], (int)line[1],
                 (int)line[2], (int)line[3], (int)a.x, (int)a.y, a.tile, (int)b.x, (int)b.y,
                 b.tile);
    }
    *hits += (size_t)is_hit;
}

/* Sizes of a hook, and some that cross all of the map and what is around it. */
static void random_lines(void **state)
{
    (void)state;
    uint64_t seed = 9;
    size_t hits = 0;
    const int count = 60000;
    for (int i = 0; i < count; i++) {
        int32_t line[4], spread = i % 3 == 0 ? 1500 : 400;
        for (size_t j = 0; j < 4; j++) {
            line[j] = (int32_t)(random_next(&seed) % (uint32_t)spread) - (i % 3 == 0 ? 500 : 0);
        }
        check(i % 2 == 0 ? &map : &open_map, line, &hits);
    }
    print_message("%zu of %d lines hit something\n", hits, count);
    assert_true(hits > 20000 && hits < (size_t)count - 5000);
}

/* In floats, as the game has it, the same but for points in the middle between two pixels. */
static void floats(void **state)
{
    (void)state;
    uint64_t seed = 10;
    size_t other = 0;
    const size_t count = 40000;
    for (size_t i = 0; i < count; i++) {
        int32_t x0 = 32 + (int32_t)(random_next(&seed) % 320);
        int32_t y0 = 32 + (int32_t)(random_next(&seed) % 190);
        int32_t x1 = x0 + (int32_t)(random_next(&seed) % 761) - 380;
        int32_t y1 = y0 + (int32_t)(random_next(&seed) % 761) - 380;
        float dx = (float)(x1 - x0), dy = (float)(y1 - y0);
        int end = (int)(sqrtf(dx * dx + dy * dy) + 1), i_hit = 0;
        tt_map_hit hit, game = {x1, y1, 0};
        for (int step = 0; step <= end && !i_hit; step++) {
            float part = (float)step / (float)end;
            float x = (float)x0 + dx * part, y = (float)y0 + dy * part;
            int32_t column = (int32_t)(x > 0 ? x + 0.5f : x - 0.5f);
            int32_t row = (int32_t)(y > 0 ? y + 0.5f : y - 0.5f);
            if (tti_map_is_solid(&map, column, row)) {
                game = (tt_map_hit){column, row, tti_map_tile(&map, column, row)};
                i_hit = 1;
            }
        }
        assert_int_equal(tti_map_intersect_line(&map, x0, y0, x1, y1, &hit), i_hit);
        assert_true(abs(hit.x - game.x) <= 1 && abs(hit.y - game.y) <= 1);
        other += hit.x != game.x || hit.y != game.y || hit.tile != game.tile;
    }
    print_message("%zu of %zu lines end a pixel apart in floats\n", other, count);
    assert_true(other * 1000 < count);
}

static void corners(void **state)
{
    (void)state;
    size_t hits = 0;
    const int32_t lines[][4] = {{0, 0, 0, 0},           {40, 40, 40, 40},      {40, 40, 41, 40},
                                {40, 40, 40, 31},       {40, 40, 40, 32},      {340, 40, 352, 40},
                                {340, 40, 351, 40},     {40, 200, 40, 224},    {-100, 40, 1000, 40},
                                {-50, -50, -400, -400}, {500, 500, 5000, 5000}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        check(&map, lines[i], &hits);
        check(&open_map, lines[i], &hits);
    }
    tt_map_hit hit;
    assert_int_equal(tti_map_intersect_line(&map, 40, 40, 40, 10, &hit), 1);
    assert_int_equal(hit.x, 40);
    assert_int_equal(hit.y, 31);
    assert_int_equal(hit.tile, TT_TILE_SOLID);
    assert_int_equal(tti_map_intersect_line(&map, 300, 40, 400, 40, &hit), 1);
    assert_int_equal(hit.x, 352);
    assert_int_equal(hit.tile, TT_TILE_NOHOOK);
    const tt_map nothing = {.width = 1, .height = 1};
    assert_int_equal(tti_map_intersect_line(&nothing, 0, 0, 50, 0, &hit), 0);
}

/* Beyond the border is the nearest tile, also where a tee's own size goes beyond the last number.
 */
static void ground(void **state)
{
    (void)state;
    static const uint8_t four[] = {TT_TILE_AIR, TT_TILE_SOLID, TT_TILE_NOHOOK, TT_TILE_AIR};
    const tt_map corners_differ = {.width = 2, .height = 2, .tiles = four};
    static const struct {
        int32_t x, y;
        int is_ground;
    } known[] = {
        {0, 12, 0},
        {0, 13, 1},
        {17, 0, 0},
        {18, 0, 1},
        {INT32_MIN, INT32_MIN, 0},
        {INT32_MIN, INT32_MAX, 1},
        {INT32_MIN, INT32_MAX - 18, 1},
        {INT32_MAX, INT32_MIN, 1},
        {INT32_MAX - 13, INT32_MIN, 1},
        {INT32_MAX, INT32_MAX, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_int_equal(tti_map_is_ground(&corners_differ, known[i].x, known[i].y),
                         known[i].is_ground);
    }
}

static void long_lines(void **state)
{
    (void)state;
    tt_map_hit hit;
    const int32_t ends[] = {INT32_MIN, -1000000, -TT_MAP_LINE_MAX - 1, TT_MAP_LINE_MAX + 1,
                            INT32_MAX};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(tti_map_intersect_line(&map, 0, 0, ends[i], 0, &hit), 0);
        assert_int_equal(hit.x, ends[i]);
        assert_int_equal(tti_map_intersect_line(&map, 0, 0, 0, ends[i], &hit), 0);
        assert_int_equal(tti_map_intersect_line(&map, ends[i], ends[i], ends[i], ends[i], &hit),
                         ends[i] > 0 ? 0 : 1);
    }
    size_t hits = 0;
    const int32_t longest[][4] = {
        {INT32_MIN, INT32_MIN, INT32_MIN + TT_MAP_LINE_MAX, INT32_MIN + TT_MAP_LINE_MAX},
        {INT32_MAX, INT32_MAX, INT32_MAX - TT_MAP_LINE_MAX, INT32_MAX - TT_MAP_LINE_MAX},
        {-TT_MAP_LINE_MAX / 2, 16, TT_MAP_LINE_MAX / 2, 17}};
    for (size_t i = 0; i < 3; i++) {
        check(&open_map, longest[i], &hits);
    }
    assert_int_equal(hits, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles),   cmocka_unit_test(random_lines), cmocka_unit_test(floats),
        cmocka_unit_test(corners), cmocka_unit_test(ground),       cmocka_unit_test(long_lines),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
