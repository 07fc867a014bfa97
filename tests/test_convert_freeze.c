/* SPDX-License-Identifier: MIT
 *
 * Tests of how tees freeze and thaw in a conversion, on maps of a few tiles.
 */
#include "cm.h"
#include "support/play.h"

#define FREEZE_TICKS 150

static void tiles_freeze(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_FREEZE);
    play_come(0, 304, 112);
    play_set(0, PLAY_DIRECTION, -1);
    play_press(0, PLAY_HOOK, 1);
    play_end_tick();
    play_end_tick();
    assert_int_equal(play_character(0).direction, -1);
    assert_int_equal(play_character(0).hook_state, TT_HOOK_FLYING);
    play_move(0, 112, 112);
    play_end_tick();
    int32_t start = play_now->tick - 1;
    assert_int_equal(play_more(0).freeze_start, start);
    assert_int_equal(play_more(0).freeze_end, start + FREEZE_TICKS);
    assert_int_equal(play_character(0).emote, TT_EMOTE_BLINK);
    play_press(0, PLAY_FIRE, 1);
    play_end_tick();
    assert_int_equal(play_character(0).direction, 0);
    assert_int_equal(play_character(0).hook_state, TT_HOOK_IDLE);
    assert_true(play_more(0).flags & TT_DDNET_CHARACTER_IN_FREEZE);
    play_end_tick();
    assert_int_equal(play_character(0).attack_tick, 0);
    assert_int_equal(play_character(0).armor, 1);
    play_wait(start + 51 - play_now->tick);
    assert_int_equal(play_more(0).freeze_start, start);
    play_end_tick(); /* more than a second, and again */
    assert_int_equal(play_more(0).freeze_start, start + 51);
    play_move(0, 304, 112);
    play_wait(start + 51 + FREEZE_TICKS - 1 - play_now->tick);
    assert_int_equal(play_character(0).direction, 0);
    play_wait(2);
    assert_int_equal(play_more(0).freeze_end, 0);
    assert_int_equal(play_character(0).direction, -1);
    assert_int_equal(play_character(0).armor, 10);
    assert_int_equal(play_character(0).emote, TT_EMOTE_NORMAL);
    play_close();
}

/* Nobody is too fast for a tile; but who is put somewhere else was never between. */
static void tiles_on_the_way_count(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_FREEZE);
    play_come(0, 60, 60);
    play_move(0, 160, 160);
    play_end_tick();
    assert_true(play_is_frozen(0));
    play_move(0, 304, 304);
    play_wait(FREEZE_TICKS);
    assert_false(play_is_frozen(0));
    play_move(0, 20, 20);
    play_wait(2);
    assert_false(play_is_frozen(0));
    play_close();
}

static void freezing_can_be_deep(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_DEEP_FREEZE);
    play_tile(304, 112, TT_TILE_UNFREEZE);
    play_tile(304, 304, TT_TILE_DEEP_UNFREEZE);
    play_come(0, 112, 112);
    play_move(0, 200, 200);
    play_wait(400);
    assert_int_equal(play_more(0).freeze_end, -1);
    assert_true(play_is_frozen(0));
    assert_int_equal(play_character(0).emote, TT_EMOTE_PAIN);
    play_move(0, 304, 112);
    play_wait(3);
    assert_true(play_is_frozen(0));
    play_move(0, 304, 304);
    play_wait(2);
    assert_true(play_more(0).freeze_end > 0);
    play_move(0, 304, 112);
    play_wait(2);
    assert_int_equal(play_more(0).freeze_end, 0);
    assert_int_equal(play_more(0).freeze_start, 0);
    play_close();
}

static void live_frozen_tees_stand(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_LIVE_FREEZE);
    play_tile(304, 112, TT_TILE_LIVE_UNFREEZE);
    play_come(0, 112, 112);
    play_set(0, PLAY_DIRECTION, 1);
    play_set(0, PLAY_JUMP, 1);
    play_press(0, PLAY_HOOK, 1);
    play_wait(2);
    assert_int_equal(play_character(0).direction, 0);
    assert_int_equal(play_character(0).jumped, 0);
    assert_int_equal(play_character(0).hook_state, TT_HOOK_FLYING);
    assert_int_equal(play_character(0).emote, TT_EMOTE_PAIN);
    assert_true(play_more(0).flags & TT_DDNET_CHARACTER_MOVEMENTS_DISABLED);
    play_move(0, 304, 112);
    play_wait(2);
    assert_int_equal(play_character(0).direction, 1);
    assert_int_equal(play_character(0).jumped, TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED);
    play_close();
}

/* A frozen tee, and another one that hits it with a hammer. */
static void hammers_free(void **state)
{
    (void)state;
    play_open("DDraceNetwork");
    play_tile(112, 112, TT_TILE_HEART);
    play_come(0, 112, 112);
    play_move(0, 304, 304);
    play_come(1, 304 - 64, 304);
    play_press(1, PLAY_WANTED, 1 + TT_WEAPON_HAMMER);
    play_wait(3);
    assert_true(play_is_frozen(0));
    int32_t first = play_now->tick;
    play_press(1, PLAY_FIRE, 1);
    play_wait(2);
    assert_true(play_is_frozen(0)); /* 21 before it, and another 42 do not reach */
    play_wait(5);
    play_press(1, PLAY_FIRE, 3); /* a blow into the air takes 6 ticks */
    play_wait(2);
    assert_int_equal(play_character(1).attack_tick, first + 7);
    play_move(1, 304 - 62, 304);
    play_wait(20);
    int32_t hit = play_now->tick;
    play_press(1, PLAY_FIRE, 5);
    play_wait(2);
    assert_false(play_is_frozen(0));
    assert_int_equal(play_character(0).emote, TT_EMOTE_PAIN);
    play_wait(12);
    play_press(1, PLAY_FIRE, 7); /* one that hits takes 16 */
    play_wait(2);
    assert_int_equal(play_character(1).attack_tick, hit);
    play_press(1, PLAY_FIRE, 9);
    play_wait(2);
    assert_int_equal(play_character(1).attack_tick, hit + 16);
    play_wait(30);
    assert_int_equal(play_character(0).emote, TT_EMOTE_NORMAL);
    play_close();
}

/* Wherever a tee may be, and at the end of time. */
static void far_away(void **state)
{
    (void)state;
    static const int32_t far[] = {INT32_MIN, -1, 0, 511, 512, INT32_MAX};
    play_open("DDraceNetwork");
    memset(play_now->tiles, TT_TILE_FREEZE, sizeof play_now->tiles);
    play_come(0, 10, 10);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        play_now->world.tee[0].x = far[i];
        play_now->world.tee[0].y = far[sizeof far / sizeof far[0] - 1 - i];
        play_wait(3);
        assert_true(play_more(0).flags & TT_DDNET_CHARACTER_IN_FREEZE);
    }
    play_now->tick = INT32_MAX - 3;
    play_wait(3);
    assert_true(play_is_frozen(0));
    play_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_freeze),         cmocka_unit_test(tiles_on_the_way_count),
        cmocka_unit_test(freezing_can_be_deep), cmocka_unit_test(live_frozen_tees_stand),
        cmocka_unit_test(hammers_free),         cmocka_unit_test(far_away),
    };
    return cmocka_run_group_tests_name("convert_freeze", tests, NULL, NULL);
}
