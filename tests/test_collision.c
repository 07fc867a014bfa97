/* SPDX-License-Identifier: MIT
 *
 * Tests of what is where on a map (map/map.h): tiles, and the border, beyond which the nearest tile
 * counts.
 */
#include "cm.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tiles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
