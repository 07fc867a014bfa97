/* SPDX-License-Identifier: MIT
 *
 * Tests of what the map does to tees in a conversion, rule by rule, on maps of a few tiles.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "convert/body.h"
#include "support/th_convert.h"

#define SIZE 16
#define FREEZE_TICKS 150

enum { DIRECTION = 0, TARGET_X = 1, TARGET_Y = 2, JUMP = 3, FIRE = 4, HOOK = 5, WANTED = 7 };

/* A conversion of tees that are put where they shall be. */
typedef struct play {
    tt_convert c;
    tt_world world;
    tt_th_past past;
    tt_map map;
    uint8_t tiles[SIZE * SIZE];
    int32_t tick;
} play;

static play *p;

static void open_play(const char *game_type)
{
    char json[128];
    tt_th_header header;
    tt_demo_header demo;
    p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->map = (tt_map){.width = SIZE, .height = SIZE, .layers = TT_MAP_GAME, .tiles = p->tiles};
    p->tick = 1000;
    tt_th_past_init(&p->past);
    tt_convert_init(&p->c);
    p->c.map = &p->map;
    snprintf(json, sizeof json, "{\"version\":\"2\",\"game_type\":\"%s\"}", game_type);
    assert_int_equal(tt_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    tt_convert_header(&p->c, &header, &demo);
}

static void close_play(void)
{
    free(p);
}

static void tell(const tt_th_event *event)
{
    tt_convert_follow(&p->c, event, &p->world, &p->past);
}

/* The events of a tick come before its end. */
static void end_tick(void)
{
    assert_int_equal(tt_convert_tick(&p->c, &p->world, p->tick), TT_OK);
    p->tick++;
}

static void wait_ticks(int32_t ticks)
{
    while (ticks-- > 0) {
        end_tick();
    }
}

static void press(int32_t cid, int what, int32_t value)
{
    tt_tee *tee = &p->world.tee[cid];
    tt_th_event event = {.kind = TT_TH_INPUT_NEW, .tick = p->tick, .cid = cid};
    tee->input[what] = value;
    tee->has_input = 1;
    event.u.input_new.input = tee->input;
    tell(&event);
}

/* A tee that aims to the right. Its first tick is over. */
static void come(int32_t cid, int32_t x, int32_t y)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .tick = p->tick, .cid = cid};
    p->world.client[cid].connected = 1;
    p->world.tee[cid].alive = 1;
    p->world.tee[cid].x = x;
    p->world.tee[cid].y = y;
    tell(&event);
    press(cid, TARGET_X, 100);
    wait_ticks(2);
}

static void move_to(int32_t cid, int32_t x, int32_t y)
{
    tt_tee *tee = &p->world.tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_DIFF, .tick = p->tick, .cid = cid};
    event.u.player_diff.cid = cid;
    event.u.player_diff.dx = x - tee->x;
    event.u.player_diff.dy = y - tee->y;
    event.u.player_diff.x = tee->x = x;
    event.u.player_diff.y = tee->y = y;
    tell(&event);
    end_tick();
}

static void set_tile(int32_t x, int32_t y, uint8_t tile)
{
    p->tiles[y / 32 * SIZE + x / 32] = tile;
}

static struct tt_obj_character character(int32_t cid)
{
    struct tt_obj_character tee;
    tt_snap_item item;
    assert_true(tt_snap_find(&p->c.snap, tt_snap_key(9, cid), &item));
    assert_int_equal(tt_obj_unpack(&tee, TT_OBJ_CHARACTER, item.data, item.size), TT_OK);
    return tee;
}

/* Of a snapshot with as many items as this one the extended ones are looked for by their size. */
static struct tt_obj_ddnet_character more(int32_t cid)
{
    struct tt_obj_ddnet_character tee = {0};
    for (uint32_t i = 0; i < p->c.snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&p->c.snap, i);
        if (item.id == cid && item.type > 0x4000 && item.size == 10) {
            assert_true(tt_obj_unpack(&tee, TT_OBJ_DDNET_CHARACTER, item.data, item.size) >= 0);
            return tee;
        }
    }
    fail_msg("no such tee");
    return tee;
}

static tt_convert_body *body(int32_t cid)
{
    return &p->c.client[cid].body;
}

static int owns(int weapon)
{
    int32_t flag = TT_DDNET_CHARACTER_WEAPON_HAMMER << weapon;
    return (more(0).flags & flag) != 0;
}

static void weapons_lie_around(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(100, 100, TT_TILE_SHOTGUN); /* its middle is (112, 112) */
    set_tile(300, 100, TT_TILE_LASER);
    set_tile(300, 300, TT_TILE_SHOTGUN_SHIELD);
    set_tile(100, 300, TT_TILE_SHIELD);
    come(0, 112 - 48, 112);
    wait_ticks(3);
    assert_false(owns(TT_WEAPON_SHOTGUN));
    move_to(0, 112 - 47, 112);
    assert_false(owns(TT_WEAPON_SHOTGUN)); /* things are touched before tees move */
    end_tick();
    assert_true(owns(TT_WEAPON_SHOTGUN));
    assert_int_equal(character(0).weapon, TT_WEAPON_GUN);
    press(0, WANTED, 1 + TT_WEAPON_SHOTGUN);
    wait_ticks(3);
    assert_int_equal(character(0).weapon, TT_WEAPON_SHOTGUN);
    move_to(0, 304, 112);
    wait_ticks(1);
    assert_true(owns(TT_WEAPON_LASER));
    move_to(0, 304, 304);
    wait_ticks(1);
    assert_false(owns(TT_WEAPON_SHOTGUN));
    assert_true(owns(TT_WEAPON_LASER));
    assert_int_equal(character(0).weapon, TT_WEAPON_HAMMER);
    move_to(0, 112, 304);
    wait_ticks(1);
    assert_int_equal(more(0).flags, 3 * TT_DDNET_CHARACTER_WEAPON_HAMMER);
    close_play();
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
        open_play("DDraceNetwork");
        for (int thing = 0; thing < count; thing++) {
            set_tile(48 + 96 * thing, 112, cases[thing].thing);
        }
        set_tile(112, 304, cases[i].shield);
        come(0, 304, 400);
        for (int thing = 0; thing < count; thing++) {
            move_to(0, 48 + 96 * thing, 112);
        }
        move_to(0, 112, 304);
        wait_ticks(1);
        for (int thing = 0; thing < count; thing++) {
            assert_int_equal(owns(cases[thing].weapon), thing != i);
        }
        assert_int_equal(character(0).weapon == TT_WEAPON_NINJA,
                         cases[i].weapon != TT_WEAPON_NINJA);
        close_play();
    }
}

/* A weapon that is wanted already is taken up when it is found. */
static void found_weapons_are_taken_up(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_GRENADE);
    come(0, 304, 304);
    press(0, WANTED, 1 + TT_WEAPON_GRENADE);
    wait_ticks(5);
    assert_int_equal(character(0).weapon, TT_WEAPON_GUN);
    move_to(0, 112, 112);
    wait_ticks(3);
    assert_int_equal(character(0).weapon, TT_WEAPON_GRENADE);
    close_play();
}

static void ninjas_are_so_for_a_while(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_NINJA);
    come(0, 304, 304);
    move_to(0, 112, 112);
    end_tick();
    int32_t start = p->tick - 1;
    assert_int_equal(character(0).weapon, TT_WEAPON_NINJA);
    assert_int_equal(more(0).ninja_activation_tick, start);
    press(0, WANTED, 1 + TT_WEAPON_HAMMER);
    move_to(0, 304, 304); /* the next tick touches it once more */
    wait_ticks(750);
    assert_int_equal(character(0).weapon, TT_WEAPON_NINJA);
    wait_ticks(4);
    assert_int_equal(character(0).weapon, TT_WEAPON_HAMMER);
    assert_false(owns(TT_WEAPON_NINJA));
    close_play();
}

static void some_weapons_fire_while_held(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_GRENADE);
    come(0, 112, 112);
    press(0, WANTED, 1 + TT_WEAPON_GRENADE);
    wait_ticks(3);
    int32_t first = p->tick;
    press(0, FIRE, 1);
    wait_ticks(2);
    assert_int_equal(character(0).attack_tick, first);
    wait_ticks(24);
    assert_int_equal(character(0).attack_tick, first);
    wait_ticks(1);
    assert_int_equal(character(0).attack_tick, first + 25);
    wait_ticks(25);
    assert_int_equal(character(0).attack_tick, first + 50);
    press(0, FIRE, 2);
    wait_ticks(60);
    assert_int_equal(character(0).attack_tick, first + 50);
    press(0, WANTED, 1 + TT_WEAPON_GUN);
    wait_ticks(3);
    int32_t gun = p->tick;
    press(0, FIRE, 3);
    wait_ticks(60);
    assert_int_equal(character(0).attack_tick, gun);
    close_play();
}

static void tiles_freeze(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_FREEZE);
    come(0, 304, 112);
    press(0, DIRECTION, -1);
    press(0, HOOK, 1);
    end_tick();
    end_tick();
    assert_int_equal(character(0).direction, -1);
    assert_int_equal(character(0).hook_state, TT_HOOK_FLYING);
    move_to(0, 112, 112);
    end_tick();
    int32_t start = p->tick - 1;
    assert_int_equal(more(0).freeze_start, start);
    assert_int_equal(more(0).freeze_end, start + FREEZE_TICKS);
    assert_int_equal(character(0).emote, TT_EMOTE_BLINK);
    press(0, FIRE, 1);
    end_tick();
    assert_int_equal(character(0).direction, 0);
    assert_int_equal(character(0).hook_state, TT_HOOK_IDLE);
    assert_true(more(0).flags & TT_DDNET_CHARACTER_IN_FREEZE);
    end_tick();
    assert_int_equal(character(0).attack_tick, 0);
    assert_int_equal(character(0).armor, 1);
    wait_ticks(start + 51 - p->tick);
    assert_int_equal(more(0).freeze_start, start);
    end_tick(); /* more than a second, and again */
    assert_int_equal(more(0).freeze_start, start + 51);
    move_to(0, 304, 112);
    wait_ticks(start + 51 + FREEZE_TICKS - 1 - p->tick);
    assert_int_equal(character(0).direction, 0);
    wait_ticks(2);
    assert_int_equal(more(0).freeze_end, 0);
    assert_int_equal(character(0).direction, -1);
    assert_int_equal(character(0).armor, 10);
    assert_int_equal(character(0).emote, TT_EMOTE_NORMAL);
    close_play();
}

/* Nobody is too fast for a tile; but who is put somewhere else was never between. */
static void tiles_on_the_way_count(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_FREEZE);
    come(0, 60, 60);
    move_to(0, 160, 160);
    end_tick();
    assert_true(tti_body_is_frozen(body(0)));
    move_to(0, 304, 304);
    wait_ticks(FREEZE_TICKS);
    assert_false(tti_body_is_frozen(body(0)));
    move_to(0, 20, 20);
    wait_ticks(2);
    assert_false(tti_body_is_frozen(body(0)));
    close_play();
}

static void freezing_can_be_deep(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_DEEP_FREEZE);
    set_tile(304, 112, TT_TILE_UNFREEZE);
    set_tile(304, 304, TT_TILE_DEEP_UNFREEZE);
    come(0, 112, 112);
    move_to(0, 200, 200);
    wait_ticks(400);
    assert_int_equal(more(0).freeze_end, -1);
    assert_true(tti_body_is_frozen(body(0)));
    assert_int_equal(character(0).emote, TT_EMOTE_PAIN);
    move_to(0, 304, 112);
    wait_ticks(3);
    assert_true(tti_body_is_frozen(body(0)));
    move_to(0, 304, 304);
    wait_ticks(2);
    assert_true(more(0).freeze_end > 0);
    move_to(0, 304, 112);
    wait_ticks(2);
    assert_int_equal(more(0).freeze_end, 0);
    assert_int_equal(more(0).freeze_start, 0);
    close_play();
}

static void live_frozen_tees_stand(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_LIVE_FREEZE);
    set_tile(304, 112, TT_TILE_LIVE_UNFREEZE);
    come(0, 112, 112);
    press(0, DIRECTION, 1);
    press(0, JUMP, 1);
    press(0, HOOK, 1);
    wait_ticks(2);
    assert_int_equal(character(0).direction, 0);
    assert_int_equal(character(0).jumped, 0);
    assert_int_equal(character(0).hook_state, TT_HOOK_FLYING);
    assert_int_equal(character(0).emote, TT_EMOTE_PAIN);
    assert_true(more(0).flags & TT_DDNET_CHARACTER_MOVEMENTS_DISABLED);
    move_to(0, 304, 112);
    wait_ticks(2);
    assert_int_equal(character(0).direction, 1);
    assert_int_equal(character(0).jumped, TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED);
    close_play();
}

/* A frozen tee, and another one that hits it with a hammer. */
static void hammers_free(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_HEART);
    come(0, 112, 112);
    move_to(0, 304, 304);
    come(1, 304 - 64, 304);
    press(1, WANTED, 1 + TT_WEAPON_HAMMER);
    wait_ticks(3);
    assert_true(tti_body_is_frozen(body(0)));
    press(1, FIRE, 1);
    wait_ticks(2);
    assert_true(tti_body_is_frozen(body(0))); /* 21 before it, and another 42 do not reach */
    assert_int_equal(body(1)->reload_end - body(1)->attack_tick, 6);
    move_to(1, 304 - 62, 304);
    wait_ticks(20);
    press(1, FIRE, 3);
    wait_ticks(2);
    assert_false(tti_body_is_frozen(body(0)));
    assert_int_equal(character(0).emote, TT_EMOTE_PAIN);
    assert_int_equal(body(1)->reload_end - body(1)->attack_tick, 16);
    wait_ticks(30);
    assert_int_equal(character(0).emote, TT_EMOTE_NORMAL);
    close_play();
}

static void jumps_are_counted(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    for (int32_t x = 0; x < 512; x += 32) {
        set_tile(x, 400, TT_TILE_SOLID); /* its upper edge is at 384 */
    }
    set_tile(304, 112, TT_TILE_REFILL_JUMPS);
    come(0, 112, 384 - 15);
    press(0, JUMP, 1);
    wait_ticks(2);
    assert_int_equal(character(0).jumped, TT_JUMPED_KEY_USED);
    assert_int_equal(more(0).jumped_total, 0);
    press(0, JUMP, 0);
    move_to(0, 112, 300);
    end_tick();
    assert_int_equal(character(0).jumped, 0);
    press(0, JUMP, 1);
    wait_ticks(2);
    assert_int_equal(character(0).jumped, TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED);
    assert_int_equal(more(0).jumped_total, 1);
    press(0, JUMP, 0);
    wait_ticks(2);
    press(0, JUMP, 1); /* none is left */
    wait_ticks(2);
    assert_int_equal(character(0).jumped, TT_JUMPED_AIR_JUMP_USED);
    press(0, JUMP, 0);
    move_to(0, 304, 112);
    wait_ticks(1);
    assert_int_equal(character(0).jumped, 0);
    move_to(0, 112, 384 - 15);
    wait_ticks(1);
    assert_int_equal(more(0).jumped_total, 0);
    close_play();
}

static void jumps_can_be_endless(void **state)
{
    (void)state;
    open_play("DDraceNetwork");
    set_tile(112, 112, TT_TILE_ENDLESS_JUMPS);
    come(0, 112, 112);
    for (int i = 0; i < 3; i++) {
        press(0, JUMP, 1);
        wait_ticks(2);
        assert_int_equal(character(0).jumped, TT_JUMPED_KEY_USED);
        press(0, JUMP, 0);
        wait_ticks(2);
    }
    assert_true(more(0).flags & TT_DDNET_CHARACTER_ENDLESS_JUMP);
    close_play();
}

static void tees_are_held_for_a_while(void **state)
{
    (void)state;
    for (int is_endless = 0; is_endless <= 1; is_endless++) {
        open_play("DDraceNetwork");
        set_tile(48, 48, is_endless ? TT_TILE_ENDLESS_HOOK : TT_TILE_AIR);
        come(0, 48, 48);
        come(1, 200, 48);
        press(0, HOOK, 1);
        wait_ticks(5);
        assert_int_equal(character(0).hook_state, TT_HOOK_GRABBED);
        assert_int_equal(character(0).hooked_player, 1);
        wait_ticks(100);
        assert_int_equal(character(0).hooked_player, is_endless ? 1 : -1);
        if (is_endless) {
            move_to(1, 500, 500); /* put there */
            assert_int_equal(character(0).hooked_player, -1);
            assert_int_equal(character(0).hook_state, TT_HOOK_RETRACTED);
        }
        close_play();
    }
}

static void other_games_have_other_things(void **state)
{
    (void)state;
    open_play("CTF");
    set_tile(112, 112, TT_TILE_HEART);
    set_tile(144, 112, TT_TILE_GRENADE);
    set_tile(112, 144, TT_TILE_FREEZE);
    come(0, 112, 112);
    wait_ticks(2);
    assert_true(owns(TT_WEAPON_GRENADE));
    assert_false(tti_body_is_frozen(body(0)));
    move_to(0, 112, 144);
    wait_ticks(2);
    assert_false(tti_body_is_frozen(body(0)));
    close_play();
}

/* Wherever a tee may be, and at the end of time. */
static void far_away(void **state)
{
    (void)state;
    static const int32_t far[] = {INT32_MIN, -1, 0, 511, 512, INT32_MAX};
    open_play("DDraceNetwork");
    memset(p->tiles, TT_TILE_FREEZE, sizeof p->tiles);
    come(0, 10, 10);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        p->world.tee[0].x = far[i];
        p->world.tee[0].y = far[sizeof far / sizeof far[0] - 1 - i];
        wait_ticks(3);
        assert_true(more(0).flags & TT_DDNET_CHARACTER_IN_FREEZE);
    }
    p->tick = INT32_MAX - 3;
    wait_ticks(3);
    assert_true(tti_body_is_frozen(body(0)));
    close_play();
}

/* Ticks that nobody asked for are made up for. */
static void ticks_may_be_left_out(void **state)
{
    (void)state;
    tt_convert_body bodies[2];
    for (int leaps = 0; leaps <= 1; leaps++) {
        open_play("DDraceNetwork");
        set_tile(112, 112, TT_TILE_FREEZE);
        set_tile(304, 304, TT_TILE_GRENADE);
        come(0, 304, 304);
        press(0, WANTED, 1 + TT_WEAPON_GRENADE);
        press(0, FIRE, 1);
        end_tick();
        move_to(0, 112, 112);
        if (leaps) {
            p->tick += 700;
        } else {
            wait_ticks(700);
        }
        wait_ticks(1);
        bodies[leaps] = *body(0);
        close_play();
    }
    assert_memory_equal(&bodies[0], &bodies[1], sizeof bodies[0]);
}

/* Where a demo begins does not change what is in it: on a real recording, with and without a map.
 */
static void what_was_before_counts(void **state)
{
    (void)state;
    static uint8_t tiles[64 * 64];
    tt_map map = {.width = 64, .height = 64, .layers = TT_MAP_GAME, .tiles = tiles};
    for (size_t i = 0; i < sizeof tiles; i++) {
        static const uint8_t some[] = {0, 0, 0, 0, 1, 0, 9, 0, 0, 199, 0, 0, 0, 200, 0, 197, 0};
        tiles[i] = some[i * 7 % sizeof some];
    }
    for (int has_map = 0; has_map <= 1; has_map++) {
        th_make m = {0};
        th_make_recording(&m, th_recordings[0]);
        th_convert whole = {.map = has_map ? &map : NULL, .to = 2600};
        th_convert part = {.map = whole.map, .from = 2000, .to = 2600};
        th_convert anew = {.map = whole.map, .to = 2600, .every = 2, .is_anew = 1};
        th_convert every = {.map = whole.map, .to = 2600, .every = 2};
        th_convert_run(&whole, (tt_bytes){m.data, m.size});
        th_convert_run(&part, (tt_bytes){m.data, m.size});
        th_convert_run(&anew, (tt_bytes){m.data, m.size});
        th_convert_run(&every, (tt_bytes){m.data, m.size});
        for (int cid = 0; cid < TT_CIDS; cid++) {
            assert_memory_equal(&whole.c->client[cid].body, &part.c->client[cid].body,
                                sizeof whole.c->client[cid].body);
        }
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
        cmocka_unit_test(tiles_freeze),
        cmocka_unit_test(tiles_on_the_way_count),
        cmocka_unit_test(freezing_can_be_deep),
        cmocka_unit_test(live_frozen_tees_stand),
        cmocka_unit_test(hammers_free),
        cmocka_unit_test(jumps_are_counted),
        cmocka_unit_test(jumps_can_be_endless),
        cmocka_unit_test(tees_are_held_for_a_while),
        cmocka_unit_test(other_games_have_other_things),
        cmocka_unit_test(far_away),
        cmocka_unit_test(ticks_may_be_left_out),
        cmocka_unit_test(what_was_before_counts),
    };
    return cmocka_run_group_tests_name("convert_map", tests, NULL, NULL);
}
