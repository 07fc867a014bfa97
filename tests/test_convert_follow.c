/* SPDX-License-Identifier: MIT
 *
 * Tests of what single records do to how clients look in a conversion: commands of the chat, swaps
 * of two tees, and a beginning in the middle of a recording.
 */
#include <stdlib.h>

#include "cm.h"
#include "convert/convert.h"
#include "convert/parts.h"
#include "teehistorian/header.h"
#include "teehistorian/record.h"
#include "teetape/convert.h"
#include "teetape/string.h"
#include "teetape/varint.h"

#define CONSOLE_CHAT 128
#define FIRST_TICK 1000

typedef struct play {
    tt_convert convert;
    tti_convert *c; /* the inside of `convert` */
    tt_world world;
    tt_th_history history;
    void *physics;
    int32_t tick;
} play;

static play *p;

static int setup(void **state)
{
    (void)state;
    tt_th_header header;
    tt_demo_header demo;
    tt_bytes json = tt_bytes_of("{\"version\":\"2\",\"version_minor\":\"2\","
                                "\"server_version\":\"0.6.4, 16.4\","
                                "\"game_type\":\"DDraceNetwork\"}");
    p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->tick = p->world.tick = FIRST_TICK;
    tt_th_history_init(&p->history);
    tt_convert_init(&p->convert);
    p->c = tti_convert_of(&p->convert);
    p->physics = malloc(tt_convert_physics_size(NULL));
    assert_non_null(p->physics);
    tt_convert_physics(&p->convert, NULL, (tt_bytes){NULL, 0}, p->physics);
    assert_int_equal(tti_th_header_parse(&header, json, NULL), TT_OK);
    tt_convert_header(&p->convert, &header, &demo);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(p->physics);
    free(p);
    return 0;
}

static void tell(const tt_th_event *event)
{
    tt_convert_follow(&p->convert, event, &p->world, &p->history);
}

static void end_tick(void)
{
    assert_int_equal(tti_convert_tick(p->c, &p->world, p->tick), TT_OK);
    p->tick++;
}

static void end_ticks_before(int32_t tick)
{
    while (p->tick < tick) {
        end_tick();
    }
}

/* Any input: who does nothing shuts its eyes now and then. */
static void press(int32_t cid)
{
    tt_tee *tee = &p->world.tee[cid];
    tt_th_event event = {.kind = TT_TH_INPUT_NEW, .tick = p->tick, .cid = cid};
    tee->has_input = 1;
    event.u.input_new.input = tee->input;
    tell(&event);
}

static void come(int32_t cid, int32_t x, int32_t y)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .tick = p->tick, .cid = cid};
    p->world.client[cid].connected = 1;
    p->world.tee[cid] = (tt_tee){.alive = 1, .x = x, .y = y};
    event.u.player_new.cid = cid;
    event.u.player_new.x = x;
    event.u.player_new.y = y;
    tell(&event);
    press(cid);
}

static void jump(int32_t cid, int32_t dx)
{
    tt_tee *tee = &p->world.tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_DIFF, .tick = p->tick, .cid = cid};
    tee->x += dx;
    event.u.player_diff.cid = cid;
    event.u.player_diff.dx = dx;
    event.u.player_diff.x = tee->x;
    event.u.player_diff.y = tee->y;
    tell(&event);
}

/* A word of the chat with its arguments, each of which ends with a NUL. */
static void say(int32_t cid, const char *cmd, int32_t count, const char *packed, size_t size)
{
    tt_th_event event = {.kind = TT_TH_CONSOLE_COMMAND, .tick = p->tick, .cid = cid};
    event.u.console_command.cid = cid;
    event.u.console_command.flags = CONSOLE_CHAT;
    event.u.console_command.cmd = tt_bytes_of(cmd);
    event.u.console_command.args = (tt_texts){count, {(const uint8_t *)packed, size}};
    tell(&event);
}

static void say_word(int32_t cid, const char *cmd)
{
    say(cid, cmd, 0, "", 0);
}

static struct tt_obj_character character(int32_t cid)
{
    struct tt_obj_character tee;
    tt_snap_item item;
    assert_true(tt_snap_find(&p->c->snap, tt_snap_key(9, cid), &item));
    assert_int_equal(tt_obj_unpack(&tee, TT_OBJ_CHARACTER, item.data, item.size), TT_OK);
    return tee;
}

/* Eyes that a command asks for show from the next tick on, for as many seconds as it says; one
 * where it says nothing that is a number. */
static void eyes_are_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *args;
        size_t size;
        int32_t count, emote, ticks;
    } cases[] = {
        {"happy", 6, 1, TT_EMOTE_HAPPY, 50},    {"angry\0003", 8, 2, TT_EMOTE_ANGRY, 150},
        {"pain\0x", 7, 2, TT_EMOTE_PAIN, 50},   {"surprise\0-5", 12, 2, TT_EMOTE_SURPRISE, 0},
        {"nobody's", 9, 1, TT_EMOTE_NORMAL, 0}, {"", 0, 0, TT_EMOTE_NORMAL, 0},
    };
    come(0, 100, 100);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        press(0);
        end_tick();
        int32_t start = p->tick;
        say(0, "emote", cases[i].count, cases[i].args, cases[i].size);
        end_tick();
        assert_int_equal(character(0).emote, TT_EMOTE_NORMAL);
        if (cases[i].ticks > 0) {
            end_tick();
            assert_int_equal(character(0).emote, cases[i].emote);
        }
        end_ticks_before(start + cases[i].ticks);
        press(0);
        end_ticks_before(start + cases[i].ticks + 1);
        assert_int_equal(character(0).emote, cases[i].emote * (cases[i].ticks > 0));
        end_tick();
        assert_int_equal(character(0).emote, TT_EMOTE_NORMAL);
    }
}

/* Days at most, however many seconds are asked for, and never after the last tick. */
static void eyes_end_some_day(void **state)
{
    (void)state;
    come(0, 100, 100);
    say(0, "emote", 2, "happy\0009999999999", 17);
    assert_int_equal(p->c->client[0].next.mood_end, FIRST_TICK + 86400 * 50);
    p->tick = INT32_MAX - 100;
    say(0, "emote", 2, "happy\0009999999999", 17);
    assert_int_equal(p->c->client[0].next.mood_end, INT32_MAX);
}

/* The extended item about a player, which alone has this many ints. */
static int32_t away(int32_t cid)
{
    for (uint32_t i = 0; i < p->c->snap.count; i++) {
        struct tt_obj_ddnet_player player;
        tt_snap_item item = tt_snap_item_at(&p->c->snap, i);
        if (item.id == cid && item.type > 0x4000 && item.size == 2 &&
            tt_obj_unpack(&player, TT_OBJ_DDNET_PLAYER, item.data, item.size) >= 0) {
            return player.flags;
        }
    }
    fail_msg("no such player");
    return 0;
}

/* A second time they take it back; the eyes are shut as long. Servers by default do not let anyone
 * leave the world, so that /spec is a pause, too. */
static void players_pause_and_watch(void **state)
{
    (void)state;
    static const struct {
        const char *cmd;
        int32_t flags;
    } cases[] = {
        {"pause", TT_DDNET_PLAYER_PAUSED},
        {"pause", 0},
        {"spec", TT_DDNET_PLAYER_PAUSED},
        {"spec", 0},
        {"specs", 0},
    };
    come(0, 100, 100);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        end_ticks_before(p->tick + 100); /* commands that follow at once are refused */
        press(0);
        say_word(0, cases[i].cmd);
        end_tick();
        assert_int_equal(away(0), i == 0 ? 0 : cases[i - 1].flags);
        end_tick();
        assert_int_equal(away(0), cases[i].flags);
        assert_int_equal(character(0).emote, cases[i].flags ? TT_EMOTE_BLINK : TT_EMOTE_NORMAL);
    }
}

/* A client that asked to die and jumps died, but not when it jumps as two tees swap. */
static void swaps_are_no_deaths(void **state)
{
    (void)state;
    for (int swaps = 0; swaps < 2; swaps++) {
        tt_th_event event = {.kind = TT_TH_PLAYER_SWITCH, .tick = p->tick, .cid = 0};
        come(0, 100, 100);
        come(1, 900, 100);
        end_tick();
        say_word(0, "kill");
        say_word(1, "kill");
        if (swaps) {
            event.u.player_switch.cid1 = 0;
            event.u.player_switch.cid2 = 1;
            event.tick = p->tick;
            tell(&event);
        }
        int32_t tick = p->tick, before = p->c->client[0].dead;
        jump(0, 800);
        jump(1, -800);
        end_tick();
        assert_int_equal(p->c->client[0].dead, swaps ? before : tick);
        assert_int_equal(p->c->client[1].dead, swaps ? before : tick);
    }
}

static void set_info(int32_t cid, const char *name)
{
    tti_th_profile *profile = &tti_th_history_of(&p->history)->profile[cid];
    tt_packer packer = tt_packer_of(profile->info, sizeof profile->info);
    tt_pack_int(&packer, 20 * 2);
    tt_pack_string(&packer, tt_bytes_of(name), 0);
    tt_pack_string(&packer, tt_bytes_of("clan"), 0);
    tt_pack_int(&packer, 276);
    tt_pack_string(&packer, tt_bytes_of("coala"), 0);
    tt_pack_int(&packer, 1);
    tt_pack_int(&packer, 7);
    tt_pack_int(&packer, 8);
    profile->info_size = (uint16_t)tt_packer_bytes(&packer).size;
    p->world.client[cid].connected = 1;
    memcpy(p->world.client[cid].name, name, strlen(name));
}

static int is_there(int32_t type, int32_t cid)
{
    tt_snap_item item;
    return tt_snap_find(&p->c->snap, tt_snap_key(type, cid), &item);
}

/* In the middle of a recording everybody is there who told about itself or has a tee, as the world
 * and the history have it, and no one else is. */
static void middle_has_who_was_there(void **state)
{
    (void)state;
    struct tt_obj_client_info info;
    tt_snap_item item;
    char name[TT_NAME_CAP];
    set_info(2, "watcher");
    set_info(5, "player");
    p->world.client[7].connected = 1; /* still loads the map */
    p->world.client[9].connected = 1; /* its info lies too far back */
    p->world.tee[5] = (tt_tee){.alive = 1, .x = 500, .y = 600, .has_input = 1};
    p->world.tee[5].input[1] = -100;
    p->world.tee[9] = (tt_tee){.alive = 1, .x = 900, .y = 600};
    tti_convert_resume(p->c, &p->world, &p->history, (tt_bytes){NULL, 0});
    p->tick++; /* what the world was at the end of is over */
    end_tick();
    assert_true(is_there(11, 2) && is_there(11, 5) && is_there(11, 9));
    assert_false(is_there(11, 7) || is_there(11, 0));
    assert_false(is_there(9, 2));
    assert_int_equal(character(5).x, 500);
    assert_int_equal(character(5).y, 600);
    assert_int_equal(character(9).x, 900);
    assert_int_not_equal(character(5).angle, character(9).angle);
    assert_int_equal(p->c->alive, 2);
    assert_true(tt_snap_find(&p->c->snap, tt_snap_key(11, 5), &item));
    assert_int_equal(tt_obj_unpack(&info, TT_OBJ_CLIENT_INFO, item.data, item.size), TT_OK);
    tt_string_from_ints(name, item.data, 4);
    assert_string_equal(name, "player");
    assert_int_equal(info.country, 276);
    assert_int_equal(info.color_feet, 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(eyes_are_asked_for),  TEST(eyes_end_some_day),        TEST(players_pause_and_watch),
        TEST(swaps_are_no_deaths), TEST(middle_has_who_was_there),
    };
    return cmocka_run_group_tests_name("convert_follow", tests, NULL, NULL);
}
