/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/angle.h against libm: all small aims, random ones of every size, and the
 * corners. libm's own error, 2^-52 of the angle, is too small to matter below 2^20.
 */
#include "cm.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"

/* The rule of the game, with exact numbers where it has floats. */
static int32_t slow(int32_t x, int32_t y)
{
    const double pi = acos(-1);
    double angle = x == 0 && y == 0 ? -pi / 2 : atan2(y, x);
    if (y < 0 && x < 0) {
        angle += 2 * pi;
    }
    return (int32_t)(angle * 256);
}

static int32_t largest;

static void check(int32_t x, int32_t y)
{
    int32_t angle = tti_angle_of(x, y), expected = slow(x, y);
    int32_t error = abs(angle - expected);
    largest = error > largest ? error : largest;
    if (error != 0 || angle < TTI_ANGLE_MIN || angle > TTI_ANGLE_MAX) {
        print_error("(%d, %d): %d, expected %d\n", (int)x, (int)y, (int)angle, (int)expected);
        fail();
    }
}

static void corners(void **state)
{
    (void)state;
    static const struct {
        int32_t x, y, angle;
    } known[] = {
        {1, 0, 0},        {1, 1, 201},     {0, 1, 402},   {-1, 1, 603}, {-1, 0, 804},
        {-1, -1, 1005},   {0, -1, -402},   {1, -1, -201}, {0, 0, -402}, {-1, -1000000, 1206},
        {1, -1000, -401}, {100, 1, 2},     {100, -1, -2}, {257, 1, 0},  {257, -1, 0},
        {-257, 1, 803},   {-257, -1, 805},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_int_equal(tti_angle_of(known[i].x, known[i].y), known[i].angle);
    }
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    for (size_t i = 0; i < 49; i++) {
        check(ends[i / 7], ends[i % 7]);
    }
}

static void dense(void **state)
{
    (void)state;
    for (int32_t y = -700; y <= 700; y++) {
        for (int32_t x = -700; x <= 700; x++) {
            check(x, y);
        }
    }
    print_message("largest error of %d aims: %d\n", 1401 * 1401, (int)largest);
    assert_int_equal(largest, 0);
}

/* Sizes are random too, so that all kinds of slopes come. */
static void random_aims(void **state)
{
    (void)state;
    uint64_t seed = 77;
    for (int i = 0; i < 2000000; i++) {
        uint32_t sizes = random_next(&seed);
        int32_t x = (int32_t)(random_next(&seed) >> (1 + sizes % 31));
        int32_t y = (int32_t)(random_next(&seed) >> (1 + sizes / 31 % 31));
        check((sizes & 1u << 30) != 0 ? -x : x, (sizes & 1u << 31) != 0 ? -y : y);
    }
    print_message("largest error of these and 2000000 random aims: %d\n", (int)largest);
    assert_int_equal(largest, 0);
}

/* Aims next to where the result changes: the best the game's range of numbers has. */
static void borders(void **state)
{
    (void)state;
    for (int32_t k = -402; k <= 1206; k++) {
        for (int32_t length = 900; length <= 1048000; length *= 3) {
            int32_t x = (int32_t)lround(cos(k / 256.0) * length);
            int32_t y = (int32_t)lround(sin(k / 256.0) * length);
            for (int32_t near = 0; near < 9; near++) {
                check(x + near % 3 - 1, y + near / 3 - 1);
            }
        }
    }
    assert_int_equal(largest, 0);
}

/* In hundredths of a degree; where libm is too near the middle between two, either is right. */
static void check_degrees(int32_t x, int32_t y)
{
    const double pi = acos(-1);
    double exact = (x == 0 && y == 0 ? -pi / 2 : atan2(y, x)) * 18000 / pi;
    exact += exact < 0 ? 36000 : 0;
    int32_t degrees = tti_angle_degrees(x, y);
    if (degrees < 0 || degrees > 35999 || fabs(remainder(degrees - exact, 36000)) > 0.5001) {
        print_error("(%d, %d): %d, expected %f\n", (int)x, (int)y, (int)degrees, exact);
        fail();
    }
}

static void degrees(void **state)
{
    (void)state;
    static const int32_t known[][3] = {
        {1, 0, 0},        {1, 1, 4500},    {0, 5, 9000},      {-1, 1, 13500},        {-9, 0, 18000},
        {-1, -1, 22500},  {0, -1, 27000},  {0, 0, 27000},     {1, -1, 31500},        {400, 1, 14},
        {400, -1, 35986}, {100000, -1, 0}, {-400, -1, 18014}, {INT32_MIN, 0, 18000},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_int_equal(tti_angle_degrees(known[i][0], known[i][1]), known[i][2]);
    }
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    for (size_t i = 0; i < 49; i++) {
        check_degrees(ends[i / 7], ends[i % 7]);
    }
    for (int32_t y = -300; y <= 300; y++) {
        for (int32_t x = -300; x <= 300; x++) {
            check_degrees(x, y);
        }
    }
}

/* The shorter way leads there, and no way is shorter. */
static void turns(void **state)
{
    (void)state;
    for (int32_t from = 0; from < 36000; from += 37) {
        for (int32_t to = 0; to < 36000; to += 9) {
            int32_t turn = tti_angle_turn(from, to);
            assert_int_equal((from + turn + 36000) % 36000, to);
            assert_true(turn > -18000 && turn <= 18000);
        }
    }
    assert_int_equal(tti_angle_turn(35000, 1000), 2000);
    assert_int_equal(tti_angle_turn(0, 18000), 18000);
    assert_int_equal(tti_angle_turn(18000, 0), 18000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners), cmocka_unit_test(dense),   cmocka_unit_test(random_aims),
        cmocka_unit_test(borders), cmocka_unit_test(degrees), cmocka_unit_test(turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
