/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/input.h against a slow model: counters that are counted one step at a time, keys
 * that are pressed and released one by one.
 */
#include "cm.h"

#include <stdlib.h>

#include "base/angle.h"
#include "teetape/input.h"
#include "world/world.h"

/* The odd values met when counting up from one value to the other one. */
static int slow_steps(int32_t before, int32_t after, unsigned odd)
{
    unsigned at = (unsigned)before % 64, end = (unsigned)after % 64;
    int count = 0;
    while (at != end) {
        at = (at + 1) % 64;
        count += at % 2 == odd;
    }
    return count;
}

static void counters(void **state)
{
    (void)state;
    for (int32_t before = -70; before < 140; before++) {
        for (int32_t after = -70; after < 140; after++) {
            assert_int_equal(tti_input_presses(before, after), slow_steps(before, after, 1));
        }
    }
    assert_int_equal(tti_input_presses(INT32_MAX, INT32_MIN), 0); /* up from 63 to 64 */
    assert_int_equal(tti_input_presses(INT32_MIN, INT32_MAX), 32);
    assert_int_equal(tti_input_presses(0, 64), 0);
}

/* Presses keys in any order; the input is what a client makes of it. */
static void press(tt_input *input, tt_input_change *wanted, unsigned key)
{
    int32_t *const counter[TT_KEYS] = {
        [TT_KEY_FIRE] = &input->fire,
        [TT_KEY_NEXT_WEAPON] = &input->next_weapon,
        [TT_KEY_PREV_WEAPON] = &input->prev_weapon,
    };
    int32_t *const held[TT_KEYS] = {[TT_KEY_JUMP] = &input->jump, [TT_KEY_HOOK] = &input->hook};
    if (counter[key] != NULL) {
        *counter[key] += 1;
        uint8_t *count = *counter[key] % 2 != 0 ? wanted->pressed : wanted->released;
        count[key]++;
    } else if (held[key] != NULL && wanted->pressed[key] + wanted->released[key] == 0) {
        *held[key] = !*held[key];
        wanted->pressed[key] = *held[key] != 0;
        wanted->released[key] = *held[key] == 0;
    }
}

static void walk(tt_input *input, tt_input_change *wanted, int32_t direction)
{
    wanted->pressed[TT_KEY_LEFT] = direction < 0 && input->direction >= 0;
    wanted->released[TT_KEY_LEFT] = direction >= 0 && input->direction < 0;
    wanted->pressed[TT_KEY_RIGHT] = direction > 0 && input->direction <= 0;
    wanted->released[TT_KEY_RIGHT] = direction <= 0 && input->direction > 0;
    input->direction = direction;
}

static void want(tt_input *input, tt_input_change *wanted, int32_t weapon)
{
    wanted->pressed[TT_KEY_WEAPON] = weapon != 0 && weapon != input->wanted_weapon;
    wanted->released[TT_KEY_WEAPON] = input->wanted_weapon != 0 && weapon != input->wanted_weapon;
    input->wanted_weapon = weapon;
}

static int32_t any(int32_t least, int32_t most)
{
    return least + rand() % (most - least + 1);
}

/* Returns true while `key` is down. */
static bool holds(const tt_input *input, tt_key key)
{
    switch (key) {
    case TT_KEY_LEFT:
        return input->direction < 0;
    case TT_KEY_RIGHT:
        return input->direction > 0;
    case TT_KEY_JUMP:
        return input->jump != 0;
    case TT_KEY_HOOK:
        return input->hook != 0;
    case TT_KEY_FIRE:
        return input->fire & 1;
    case TT_KEY_WEAPON:
        return input->wanted_weapon != 0;
    case TT_KEY_NEXT_WEAPON:
        return input->next_weapon & 1;
    case TT_KEY_PREV_WEAPON:
        return input->prev_weapon & 1;
    default:
        return false;
    }
}

static void keys(void **state)
{
    (void)state;
    srand(1);
    tt_input before = {0};
    for (int round = 0; round < 100000; round++) {
        tt_input after = before;
        tt_input_change wanted = {.flags = 0};
        for (int i = any(0, 20); i > 0; i--) {
            press(&after, &wanted, (unsigned)any(0, TT_KEYS - 1));
        }
        walk(&after, &wanted, any(-1, 1));
        want(&after, &wanted, any(0, 6));
        after.player_flags = any(0, 255);
        after.target_x = any(-400, 400);
        after.target_y = any(-400, 400);
        tt_input_change change = tt_input_compare(&before, &after);
        assert_memory_equal(change.pressed, wanted.pressed, sizeof wanted.pressed);
        assert_memory_equal(change.released, wanted.released, sizeof wanted.released);
        assert_int_equal(change.flags, before.player_flags ^ after.player_flags);
        for (int key = 0; key < TT_KEYS; key++) {
            assert_int_equal(change.held[key], holds(&after, (tt_key)key));
        }
        assert_int_equal(change.turn, tti_angle_turn(tt_input_aim(&before), tt_input_aim(&after)));
        before = after;
    }
}

/* What is held after a change is what was held before, with every press and release of it. */
static void held(void **state)
{
    (void)state;
    srand(2);
    for (int round = 0; round < 100000; round++) {
        tt_input inputs[2];
        for (size_t i = 0; i < 2; i++) {
            int32_t ints[TT_INPUT_INTS];
            for (size_t k = 0; k < TT_INPUT_INTS; k++) {
                ints[k] = any(0, 3) == 0 ? 0 : (int32_t)((uint32_t)rand() << 16 ^ (uint32_t)rand());
            }
            inputs[i] = tt_input_of(ints);
            assert_memory_equal(&inputs[i], ints, sizeof ints);
        }
        tt_input_change change = tt_input_compare(&inputs[0], &inputs[1]);
        for (int key = 0; key < TT_KEYS; key++) {
            assert_int_equal(holds(&inputs[0], (tt_key)key) + change.pressed[key] -
                                 change.released[key],
                             holds(&inputs[1], (tt_key)key));
        }
        assert_in_range(change.turn + 17999, 0, 35999);
    }
}

static void names(void **state)
{
    (void)state;
    tt_input input = {.direction = -1, .jump = 1};
    assert_string_equal(tt_key_name(TT_KEY_LEFT), "left");
    assert_string_equal(tt_key_name(TT_KEY_PREV_WEAPON), "prev_weapon");
    assert_null(tt_key_name(TT_KEYS));
    assert_int_equal(tt_input_aim(&input), 27000); /* at itself: up, as servers take it */
    for (int key = 0; key < TT_KEYS; key++) {
        assert_non_null(tt_key_name((tt_key)key));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters),
        cmocka_unit_test(keys),
        cmocka_unit_test(held),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
