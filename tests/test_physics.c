/* SPDX-License-Identifier: MIT
 *
 * Tests of src/physics that need no map file: its arithmetic, that every machine computes the same
 * states, and states that no game has.
 */
#include "cm.h"

#include <math.h>

#include "physics/core.h"
#include "physics/places.h"
#include "support/physics_states.h"

static int32_t below(uint64_t *seed, int32_t bound)
{
    return (int32_t)(random_next(seed) % (uint32_t)bound);
}

/* The hash was the same with gcc and clang, at -O0 to -O3, with SSE and x87, on x86-64, i686,
 * aarch64 and s390x (which is big-endian), and in wasm. */
static void same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = physics_states_hash();
    if (hash != PHYSICS_STATES_HASH) {
        fail_msg("%016llx", (unsigned long long)hash);
    }
}

/* A struct has bytes between its members that no assignment sets. */
static void assert_same_core(const tti_core *a, const tti_core *b)
{
    assert_memory_equal(a, b, offsetof(tti_core, is_past_tele));
    assert_int_equal(a->is_past_tele, b->is_past_tele);
    assert_memory_equal(&a->base, &b->base, sizeof a->base);
}

/* Whatever a file says, a tick ends, and its numbers are ints. */
static void hostile(void **state)
{
    (void)state;
    static const int32_t far[] = {INT32_MIN, INT32_MIN + 1, -65536, 0, 100, 65536, INT32_MAX};
    uint64_t seed = 7;
    physics_terrain_strew(&seed);
    for (int round = 0; round < 2000; round++) {
        int32_t n[14];
        for (int i = 0; i < 14; i++) {
            n[i] = far[random_next(&seed) % 7];
        }
        tti_core core = {.x = n[0], .y = n[1], .vel_x = n[2], .vel_y = n[3]};
        core.hook_state = below(&seed, 4) == 0 ? n[4] : below(&seed, 7) - 1;
        core.hook_tick = n[5];
        core.hook_x = n[6];
        core.hook_y = n[7];
        core.hook_dx = n[8];
        core.hook_dy = n[9];
        core.hooked = n[10];
        core.jumped = n[11];
        core.direction = n[12];
        core.jumps = n[13];
        core.air_jumps = n[13];
        tti_core_input input = {n[12], n[8], n[9], below(&seed, 2) != 0, below(&seed, 2) != 0};
        core_tick(&core, round % 2 == 0 ? &input : NULL, &tti_tuning_default, &physics_terrain);
        tti_core_carry(&core, 3, &physics_terrain);
    }
    tti_core still = {.x = 100, .y = 100, .hooked = -1, .jumps = 2};
    tti_core carried = still;
    tti_core_carry(&carried, INT64_MAX, &physics_terrain);
    tti_core_carry(&still, TTI_CARRY_MAX, &physics_terrain);
    assert_same_core(&carried, &still);
    tti_core_carry(&carried, -5, &physics_terrain);
    assert_same_core(&carried, &still);
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check_root(float (*root)(float))
{
    uint64_t seed = 3;
    for (int i = 0; i < 300000; i++) {
        float x = float_of(random_next(&seed) & 0x7FFFFFFF);
        if (isfinite(x)) {
            float found = root(x);
            float expected = (float)sqrt((double)x);
            assert_memory_equal(&found, &expected, sizeof found);
        }
    }
    for (int i = 0; i < 5000; i++) {
        assert_true(root((float)(i * i)) == (float)i);
    }
    assert_true(root(-1) == 0 && root(0) == 0 && isinf(root(INFINITY)));
    assert_true(isnan(root(NAN)));
}

static void roots(void **state)
{
    (void)state;
    check_root(tti_root);
    check_root(tti_root_plain);
#if defined(__SSE2_MATH__)
    check_root(tti_root_sse2);
#endif
}

static uint8_t byte_of(uint64_t *seed)
{
    return (uint8_t)below(seed, 256);
}

static void near_places(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 100000; i++) {
        uint8_t column[TTI_NEAR], row[TTI_NEAR];
        for (int j = 0; j < TTI_NEAR; j++) {
            column[j] = byte_of(&seed);
            row[j] = byte_of(&seed);
        }
        tti_window window = {byte_of(&seed), byte_of(&seed), byte_of(&seed), byte_of(&seed)};
        assert_int_equal(tti_near(column, row, window), tti_near_plain(column, row, window));
    }
    const uint8_t column[TTI_NEAR] = {255, 0, 1, 2, 254}, row[TTI_NEAR] = {7, 8, 9, 7, 7};
    assert_int_equal(tti_near(column, row, (tti_window){255, 2, 7, 1}), 3);
}

/* Every place within reach of another one is in the window around it. */
static void windows(void **state)
{
    (void)state;
    static const float far[] = {-3e9f, -4000, 0, 100, 5000, 1048570, 1e7f, INFINITY, NAN};
    uint64_t seed = 13;
    int found = 0;
    for (int i = 0; i < 100000; i++) {
        float base = far[below(&seed, 9)];
        tti_pair at = {base + (float)below(&seed, 100) / 8, base};
        float reach = (float)below(&seed, 1000) / 8;
        tti_places places = {.end = 1};
        tti_pair other = {at.x + (float)(below(&seed, 2000) - 1000) / 8, at.y + reach};
        tti_places_set(&places, 0, other);
        bool is_near = tti_places_is_near(&places, 0, at, reach);
        unsigned set = tti_near(places.column, places.row, tti_window_around(at, reach));
        assert_true(!is_near || (set & 1) != 0);
        found += is_near;
    }
    assert_true(found > 1000);
}

static void wholes(void **state)
{
    (void)state;
    static const float odd[] = {NAN,           -NAN,          INFINITY,       -INFINITY,
                                -0.0f,         0.5f,          -0.5f,          0.49999997f,
                                2147483520.0f, 2147483648.0f, -2147483648.0f, -2147483904.0f};
    uint64_t seed = 17;
    for (int i = 0; i < 300000; i++) {
        float x = i < 12 ? odd[i] : float_of(random_next(&seed));
        assert_int_equal(tti_whole(x), tti_whole_plain(x));
        assert_int_equal(tti_nearest(x), tti_nearest_plain(x));
    }
}

static void fours(void **state)
{
    (void)state;
    uint64_t seed = 19;
    for (int i = 0; i < 300000; i++) {
        float x[4];
        for (int j = 0; j < 4; j++) {
            bool is_any = below(&seed, 4) == 0;
            x[j] = is_any ? float_of(random_next(&seed)) : (float)below(&seed, 40000) / 8 - 200;
        }
        tti_four four = tti_nearest_four(x[0], x[1], x[2], x[3]);
        tti_four plain = tti_nearest_four_plain(x[0], x[1], x[2], x[3]);
        assert_memory_equal(&four, &plain, sizeof four);
        int32_t width = 1 + below(&seed, 100), height = 1 + below(&seed, 100);
        four = tti_columns_of(plain, width, height);
        plain = tti_columns_of_plain(plain, width, height);
        assert_memory_equal(&four, &plain, sizeof four);
    }
}

static void powers(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 100000; i++) {
        float base = 0.01f + (float)(random_next(&seed) % 100000) / 20000.0f;
        float exponent = (float)(random_next(&seed) % 400000) / 4000.0f - 20.0f;
        float power = tti_power(base, exponent);
        float expected = (float)pow((double)base, (double)exponent);
        if (isnormal(expected)) {
            assert_memory_equal(&power, &expected, sizeof power);
        }
    }
    assert_true(isinf(tti_power(2, 1000)) && tti_power(2, -1000) == 0 && tti_power(1.4f, 0) == 1);
}

static void ints(void **state)
{
    (void)state;
    assert_int_equal(tti_nearest(0.5f), 1);
    assert_int_equal(tti_nearest(-0.5f), -1);
    assert_int_equal(tti_nearest(0.0f), 0);
    assert_int_equal(tti_nearest(2.4999998f), 2);
    assert_int_equal(tti_nearest(1e30f), INT32_MIN); /* as on x86 */
    assert_int_equal(tti_nearest(-1e30f), INT32_MIN);
    assert_int_equal(tti_whole(2147483648.0f), INT32_MIN);
    assert_int_equal(tti_whole(2147483520.0f), 2147483520);
    assert_int_equal(tti_whole(NAN), INT32_MIN);
    assert_int_equal(tti_whole(-2147483648.0f), INT32_MIN);
    assert_int_equal(tti_whole(-1.99f), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_everywhere), cmocka_unit_test(hostile), cmocka_unit_test(roots),
        cmocka_unit_test(near_places),     cmocka_unit_test(windows), cmocka_unit_test(wholes),
        cmocka_unit_test(fours),           cmocka_unit_test(powers),  cmocka_unit_test(ints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
