/* SPDX-License-Identifier: MIT
 *
 * Tests of which weapon a tee of a conversion holds, and when it fires: what the keys do, with and
 * without the map.
 */
#include "cm.h"
#include "support/play.h"

enum { NEXT = 8, PREV = 9 };

static int32_t weapon(void)
{
    return play_character(0).weapon;
}

static int32_t attack(void)
{
    return play_character(0).attack_tick;
}

/* Presses a key, and waits until it has counted. */
static void press(int what, int32_t value)
{
    play_press(0, what, value);
    play_wait(2);
}

/* A weapon chosen by its number is in the hand a tick later than after other keys. */
static void choose(int32_t number)
{
    int32_t before = weapon();
    play_press(0, PLAY_WANTED, number);
    play_wait(2);
    assert_int_equal(weapon(), before);
    play_wait(1);
}

static void weapons_follow_the_keys(void **state)
{
    (void)state;
    for (int has_map = 0; has_map <= 1; has_map++) {
        play_open("DDraceNetwork");
        play_now->is_blind = !has_map;
        play_come(0, 304, 304);
        assert_int_equal(weapon(), TT_WEAPON_GUN);
        choose(1);
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        choose(3); /* it has no shotgun */
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        choose(0);
        press(NEXT, 1); /* pressed */
        assert_int_equal(weapon(), TT_WEAPON_GUN);
        press(NEXT, 2); /* released */
        assert_int_equal(weapon(), TT_WEAPON_GUN);
        press(NEXT, 3); /* around, past what it does not have */
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        press(PREV, 1);
        assert_int_equal(weapon(), TT_WEAPON_GUN);
        press(PREV, 0); /* 31 presses, an odd number */
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        choose(6); /* nobody can choose the ninja */
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        choose(INT32_MIN);
        choose(INT32_MAX);
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        choose(2);
        assert_int_equal(weapon(), TT_WEAPON_GUN);
        play_close();
    }
}

static void reloading_takes_time(void **state)
{
    (void)state;
    for (int has_map = 0; has_map <= 1; has_map++) {
        play_open("DDraceNetwork");
        play_now->is_blind = !has_map;
        play_come(0, 304, 304);
        int32_t first = play_now->tick;
        play_press(0, PLAY_FIRE, 1);
        play_wait(5);
        assert_int_equal(attack(), first);
        play_set(0, NEXT, 1);        /* too soon, and kept in mind */
        play_press(0, PLAY_FIRE, 3); /* too soon, and forgotten */
        play_wait(2);
        assert_int_equal(attack(), first);
        assert_int_equal(weapon(), TT_WEAPON_GUN);
        play_wait(1);
        assert_int_equal(weapon(), TT_WEAPON_HAMMER);
        int32_t second = play_now->tick;
        press(PLAY_FIRE, 5);
        assert_int_equal(attack(), second);
        play_wait(100);
        press(PLAY_FIRE, 6); /* released */
        assert_int_equal(attack(), second);
        play_close();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weapons_follow_the_keys),
        cmocka_unit_test(reloading_takes_time),
    };
    return cmocka_run_group_tests_name("convert_weapons", tests, NULL, NULL);
}
