/* SPDX-License-Identifier: MIT
 *
 * Tests of what the map does to tees in a conversion, rule by rule, on maps of a few tiles: what
 * lies around, jumps and hooks. Freezing: test_convert_freeze.c.
 */
#include <stdio.h>

#include "cm.h"
#include "support/play.h"
#include "support/th_convert.h"

static void weapons_lie_around(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(100, 100, TT_TILE_SHOTGUN); /* its middle is (112, 112) */
    play_tile(300, 100, TT_TILE_LASER);
    play_tile(300, 300, TT_TILE_SHOTGUN_SHIELD);
    play_tile(100, 300, TT_TILE_SHIELD);
    play_come(0, 112 - 48, 112);
    play_wait(3);
    assert_false(play_owns(TT_WEAPON_SHOTGUN));
    play_move(0, 112 - 47, 112);
    assert_false(play_owns(TT_WEAPON_SHOTGUN)); /* things are touched before tees move */
    play_end_tick();
    assert_true(play_owns(TT_WEAPON_SHOTGUN));
    assert_int_equal(play_character(0).weapon, TT_WEAPON_GUN);
    play_press(0, PLAY_WANTED, 1 + TT_WEAPON_SHOTGUN);
    play_wait(3);
    assert_int_equal(play_character(0).weapon, TT_WEAPON_SHOTGUN);
    play_move(0, 304, 112);
    play_wait(1);
    assert_true(play_owns(TT_WEAPON_LASER));
    play_move(0, 304, 304);
    play_wait(1);
    assert_false(play_owns(TT_WEAPON_SHOTGUN));
    assert_true(play_owns(TT_WEAPON_LASER));
    assert_int_equal(play_character(0).weapon, TT_WEAPON_HAMMER);
    play_move(0, 112, 304);
    play_wait(1);
    assert_int_equal(play_more(0).flags, 3 * TT_DDNET_CHARACTER_WEAPON_HAMMER);
    play_close();
}

/* A shield of one weapon takes that one, and a ninja is none any more before his time is over. */
static void shields_take_their_weapon(void **state)
{
    (void)state;
    static const struct {
        uint8_t thing, shield;
        int weapon;
    } cases[] = {
        {TT_TILE_SHOTGUN, TT_TILE_SHOTGUN_SHIELD, TT_WEAPON_SHOTGUN},
        {TT_TILE_GRENADE, TT_TILE_GRENADE_SHIELD, TT_WEAPON_GRENADE},
        {TT_TILE_NINJA, TT_TILE_NINJA_SHIELD, TT_WEAPON_NINJA},
        {TT_TILE_LASER, TT_TILE_LASER_SHIELD, TT_WEAPON_LASER},
    };
    const int count = sizeof cases / sizeof cases[0];
    for (int i = 0; i < count; i++) {
        play_open("DDraceNetwork");
        for (int thing = 0; thing < count; thing++) {
            play_tile(48 + 96 * thing, 112, cases[thing].thing);
        }
        play_tile(112, 304, cases[i].shield);
        play_come(0, 304, 400);
        for (int thing = 0; thing < count; thing++) {
            play_move(0, 48 + 96 * thing, 112);
        }
        play_move(0, 112, 304);
        play_wait(1);
        for (int thing = 0; thing < count; thing++) {
            assert_int_equal(play_owns(cases[thing].weapon), thing != i);
        }
        assert_int_equal(play_character(0).weapon == TT_WEAPON_NINJA,
                         cases[i].weapon != TT_WEAPON_NINJA);
        play_close();
    }
}

/* A weapon that is wanted already is taken up when it is found. */
static void found_weapons_are_taken_up(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_GRENADE);
    play_come(0, 304, 304);
    play_press(0, PLAY_WANTED, 1 + TT_WEAPON_GRENADE);
    play_wait(5);
    assert_int_equal(play_character(0).weapon, TT_WEAPON_GUN);
    play_move(0, 112, 112);
    play_wait(3);
    assert_int_equal(play_character(0).weapon, TT_WEAPON_GRENADE);
    play_close();
}

static void ninjas_are_so_for_a_while(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_NINJA);
    play_come(0, 304, 304);
    play_move(0, 112, 112);
    play_end_tick();
    int32_t start = play_now->tick - 1;
    assert_int_equal(play_character(0).weapon, TT_WEAPON_NINJA);
    assert_int_equal(play_more(0).ninja_activation_tick, start);
    play_press(0, PLAY_WANTED, 1 + TT_WEAPON_HAMMER);
    play_move(0, 304, 304); /* the next tick touches it once more */
    play_wait(750);
    assert_int_equal(play_character(0).weapon, TT_WEAPON_NINJA);
    play_wait(4);
    assert_int_equal(play_character(0).weapon, TT_WEAPON_HAMMER);
    assert_false(play_owns(TT_WEAPON_NINJA));
    play_close();
}

static void some_weapons_fire_while_held(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_GRENADE);
    play_come(0, 112, 112);
    play_press(0, PLAY_WANTED, 1 + TT_WEAPON_GRENADE);
    play_wait(3);
    int32_t first = play_now->tick;
    play_press(0, PLAY_FIRE, 1);
    play_wait(2);
    assert_int_equal(play_character(0).attack_tick, first);
    play_wait(24);
    assert_int_equal(play_character(0).attack_tick, first);
    play_wait(1);
    assert_int_equal(play_character(0).attack_tick, first + 25);
    play_wait(25);
    assert_int_equal(play_character(0).attack_tick, first + 50);
    play_press(0, PLAY_FIRE, 2);
    play_wait(60);
    assert_int_equal(play_character(0).attack_tick, first + 50);
    play_press(0, PLAY_WANTED, 1 + TT_WEAPON_GUN);
    play_wait(3);
    int32_t gun = play_now->tick;
    play_press(0, PLAY_FIRE, 3);
    play_wait(60);
    assert_int_equal(play_character(0).attack_tick, gun);
    play_close();
}

static void jumps_are_counted(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    for (int32_t x = 0; x < 512; x += 32) {
        play_tile(x, 400, TT_TILE_SOLID); /* its upper edge is at 384 */
    }
    play_tile(304, 112, TT_TILE_REFILL_JUMPS);
    play_come(0, 112, 384 - 15);
    play_press(0, PLAY_JUMP, 1);
    play_wait(2);
    assert_int_equal(play_character(0).jumped, TT_JUMPED_KEY_USED);
    assert_int_equal(play_more(0).jumped_total, 0);
    play_press(0, PLAY_JUMP, 0);
    play_move(0, 112, 300);
    play_end_tick();
    assert_int_equal(play_character(0).jumped, 0);
    play_press(0, PLAY_JUMP, 1);
    play_wait(2);
    assert_int_equal(play_character(0).jumped, TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED);
    assert_int_equal(play_more(0).jumped_total, 1);
    play_press(0, PLAY_JUMP, 0);
    play_wait(2);
    play_press(0, PLAY_JUMP, 1); /* none is left */
    play_wait(2);
    assert_int_equal(play_character(0).jumped, TT_JUMPED_AIR_JUMP_USED);
    play_press(0, PLAY_JUMP, 0);
    play_end_tick();
    play_move(0, 304, 112);
    play_wait(1);
    assert_int_equal(play_character(0).jumped, 0);
    play_move(0, 112, 384 - 15);
    play_wait(1);
    assert_int_equal(play_more(0).jumped_total, 0);
    play_close();
}

static void jumps_can_be_endless(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_ENDLESS_JUMPS);
    play_come(0, 112, 112);
    for (int i = 0; i < 3; i++) {
        play_press(0, PLAY_JUMP, 1);
        play_wait(2);
        assert_int_equal(play_character(0).jumped, TT_JUMPED_KEY_USED);
        play_press(0, PLAY_JUMP, 0);
        play_wait(2);
    }
    assert_true(play_more(0).flags & TT_DDNET_CHARACTER_ENDLESS_JUMP);
    play_close();
}

static void tees_are_held_for_a_while(void **state)
{
    (void)state;
    for (int is_endless = 0; is_endless <= 1; is_endless++) {
        play_open("DDraceNetwork");
        play_tile(48, 48, is_endless ? TT_TILE_ENDLESS_HOOK : TT_TILE_AIR);
        play_come(0, 48, 48);
        play_come(1, 200, 48);
        play_press(0, PLAY_HOOK, 1);
        play_wait(5);
        assert_int_equal(play_character(0).hook_state, TT_HOOK_GRABBED);
        assert_int_equal(play_character(0).hooked_player, 1);
        play_wait(100);
        assert_int_equal(play_character(0).hooked_player, is_endless ? 1 : -1);
        if (is_endless) {
            play_move(1, 500, 500); /* put there */
            assert_int_equal(play_character(0).hooked_player, -1);
            assert_int_equal(play_character(0).hook_state, TT_HOOK_RETRACTED);
        }
        play_close();
    }
}

static void tunings_change_the_reload_times(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    snprintf(play_now->header, sizeof play_now->header,
             "{\"version\":\"2\",\"tuning\":{\"gun_fire_delay\":\"100000\"}}");
    play_come(0, 112, 112);
    int32_t first = play_now->tick;
    play_press(0, PLAY_FIRE, 1);
    play_wait(49);
    play_press(0, PLAY_FIRE, 3); /* a second takes 50 ticks */
    play_wait(2);
    assert_int_equal(play_character(0).attack_tick, first);
    play_press(0, PLAY_FIRE, 5);
    play_wait(2);
    assert_int_equal(play_character(0).attack_tick, first + 51);
    play_close();
}

static void other_games_have_other_things(void **state)
{
    (void)state;
    play_open("CTF");
    play_tile(112, 112, TT_TILE_HEART);
    play_tile(144, 112, TT_TILE_GRENADE);
    play_tile(112, 144, TT_TILE_FREEZE);
    play_come(0, 112, 112);
    play_wait(2);
    assert_true(play_owns(TT_WEAPON_GRENADE));
    assert_false(play_is_frozen(0));
    play_move(0, 112, 144);
    play_wait(2);
    assert_false(play_is_frozen(0));
    play_close();
}

/* Ticks that nobody asked for are made up for. */
static void ticks_may_be_left_out(void **state)
{
    (void)state;
    struct tt_obj_character tees[2];
    struct tt_obj_ddnet_character more[2];
    for (int leaps = 0; leaps <= 1; leaps++) {
        play_open("DDraceNetwork");
        play_tile(112, 112, TT_TILE_FREEZE);
        play_tile(304, 304, TT_TILE_GRENADE);
        play_come(0, 304, 304);
        play_press(0, PLAY_WANTED, 1 + TT_WEAPON_GRENADE);
        play_press(0, PLAY_FIRE, 1);
        play_end_tick();
        play_move(0, 112, 112);
        if (leaps) {
            play_now->tick += 700;
        } else {
            play_wait(700);
        }
        play_wait(1);
        tees[leaps] = play_character(0);
        more[leaps] = play_more(0);
        play_close();
    }
    assert_memory_equal(&tees[0], &tees[1], sizeof tees[0]);
    assert_memory_equal(&more[0], &more[1], sizeof more[0]);
}

/* The end of a demo from `from` on is that of the whole one. */
static void assert_ends_equal(const th_convert *whole, const th_convert *part)
{
    assert_int_equal(whole->c->snap.count, part->c->snap.count);
    assert_memory_equal(whole->c->snap.items, part->c->snap.items,
                        whole->c->snap.size * sizeof *whole->c->snap.items);
}

/* Where a demo begins does not change what is in it: on a real recording, with and without a map.
 */
static void what_was_before_counts(void **state)
{
    (void)state;
    static uint8_t tiles[2 * 64 * 64];
    tt_terrain terrain = {64, 64, {tiles}};
    for (size_t i = 0; i < sizeof tiles / 2; i++) {
        static const uint8_t some[] = {0, 0, 0, 0, 1, 0, 9, 0, 0, 199, 0, 0, 0, 200, 0, 197, 0};
        tiles[2 * i] = some[i * 7 % sizeof some];
    }
    for (int has_map = 0; has_map <= 1; has_map++) {
        th_make m = {0};
        th_make_recording(&m, th_recordings[0]);
        th_convert whole = {.terrain = has_map ? &terrain : NULL, .to = 2600};
        th_convert part = {.terrain = whole.terrain, .from = 2000, .to = 2600};
        th_convert anew = {.terrain = whole.terrain, .to = 2600, .every = 2, .is_anew = 1};
        th_convert every = {.terrain = whole.terrain, .to = 2600, .every = 2};
        th_convert_run(&whole, (tt_bytes){m.data, m.size});
        th_convert_run(&part, (tt_bytes){m.data, m.size});
        th_convert_run(&anew, (tt_bytes){m.data, m.size});
        th_convert_run(&every, (tt_bytes){m.data, m.size});
        assert_ends_equal(&whole, &part);
        assert_int_equal(anew.demo.size, every.demo.size);
        assert_memory_equal(anew.demo.data, every.demo.data, anew.demo.size);
        th_convert_free(&whole);
        th_convert_free(&part);
        th_convert_free(&anew);
        th_convert_free(&every);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weapons_lie_around),
        cmocka_unit_test(shields_take_their_weapon),
        cmocka_unit_test(found_weapons_are_taken_up),
        cmocka_unit_test(ninjas_are_so_for_a_while),
        cmocka_unit_test(some_weapons_fire_while_held),
        cmocka_unit_test(jumps_are_counted),
        cmocka_unit_test(jumps_can_be_endless),
        cmocka_unit_test(tees_are_held_for_a_while),
        cmocka_unit_test(tunings_change_the_reload_times),
        cmocka_unit_test(other_games_have_other_things),
        cmocka_unit_test(ticks_may_be_left_out),
        cmocka_unit_test(what_was_before_counts),
    };
    return cmocka_run_group_tests_name("convert_map", tests, NULL, NULL);
}
