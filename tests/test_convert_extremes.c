/* SPDX-License-Identifier: MIT
 *
 * Tests of the numbers that a recording may hold and no game ever had: places, ways, aims, counters
 * and tunings at the ends of their range, from the first tick to the last one that there is. What
 * is wrong with them is for the sanitizers to find; here it is looked at whether all items remain
 * what they are allowed to be.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/angle.h"
#include "cm.h"
#include "convert/convert.h"
#include "teehistorian/header.h"
#include "teetape/convert.h"

#define SIZE 16
#define TEES 4
#define CHARACTER 9

/* A conversion of a few tees on a map full of what does something. */
typedef struct play {
    tt_convert convert;
    tti_convert *c; /* the inside of `convert` */
    tt_world world;
    tt_th_history history;
    tt_terrain terrain;
    uint8_t tiles[2 * SIZE * SIZE];
    void *physics;
    uint64_t seed;
} play;

static uint32_t below(play *p, uint32_t count)
{
    return random_next(&p->seed) % count;
}

/* Mostly one at an end of its range, or on the map. */
static int32_t extreme(play *p)
{
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -(1 << 22), -(1 << 20),    -1,       0,
                                   1,         1 << 20,       1 << 22,    INT32_MAX - 1, INT32_MAX};
    uint32_t choice = below(p, 16);
    return choice < sizeof ends / sizeof ends[0] ? ends[choice] : (int32_t)below(p, 32 * SIZE);
}

static void read_header(play *p, const char *game_type, const char *number)
{
    char json[512];
    tt_th_header header;
    tt_demo_header demo;
    snprintf(json, sizeof json,
             "{\"version\":\"2\",\"game_type\":\"%s\",\"start_time\":\"9999-12-31T23:59:60-2359\","
             "\"config\":{\"sv_freeze_delay\":\"%s\",\"sv_max_afk_time\":\"%s\","
             "\"sv_emoticon_delay\":\"%s\"},"
             "\"tuning\":{\"hook_length\":\"%s\",\"hook_fire_speed\":\"%s\","
             "\"hammer_fire_delay\":\"%s\",\"hammer_hit_fire_delay\":\"%s\"}}",
             game_type, number, number, number, number, number, number, number);
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    tt_convert_header(&p->convert, &header, &demo);
}

static play *open_play(uint64_t seed)
{
    static const uint8_t some[] = {0, 0, 1, 3, 9, 11, 12, 13, 17, 18, 19, 105, 144, 198, 199, 201};
    static const char *const numbers[] = {"0", "300", "-2147483648", "2147483647"};
    play *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->seed = seed;
    p->terrain = (tt_terrain){SIZE, SIZE, {p->tiles}};
    for (size_t i = 0; i < sizeof p->tiles; i += 2) {
        p->tiles[i] = some[below(p, sizeof some)];
    }
    tt_th_history_init(&p->history);
    tt_convert_init(&p->convert);
    p->c = tti_convert_of(&p->convert);
    const tt_terrain *terrain = seed & 1 ? &p->terrain : NULL;
    p->physics = malloc(tt_convert_physics_size(terrain));
    assert_non_null(p->physics);
    tt_convert_physics(&p->convert, terrain, (tt_bytes){NULL, 0}, p->physics);
    p->c->every = seed & 2 ? 2 : 1;
    read_header(p, seed & 4 ? "DM" : "DDraceNetwork", numbers[seed >> 3 & 3]);
    return p;
}

static void tell(play *p, tt_th_event *event, tt_th_kind kind, int32_t tick, int32_t cid)
{
    event->kind = kind;
    event->tick = tick;
    event->cid = cid;
    tt_convert_follow(&p->convert, event, &p->world, &p->history);
}

static void appear(play *p, int32_t cid, int32_t tick)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW};
    tt_tee *tee = &p->world.tee[cid];
    p->world.client[cid].connected = tee->alive = 1;
    tee->x = extreme(p);
    tee->y = extreme(p);
    event.u.player_new.cid = cid;
    event.u.player_new.x = tee->x;
    event.u.player_new.y = tee->y;
    tell(p, &event, TT_TH_PLAYER_NEW, tick, cid);
}

/* Positions wrap, as those of a recording do. */
static void move(play *p, int32_t cid, int32_t tick)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_DIFF};
    tt_tee *tee = &p->world.tee[cid];
    int32_t x = extreme(p), y = extreme(p);
    event.u.player_diff.cid = cid;
    event.u.player_diff.dx = (int32_t)((uint32_t)x - (uint32_t)tee->x);
    event.u.player_diff.dy = (int32_t)((uint32_t)y - (uint32_t)tee->y);
    event.u.player_diff.x = tee->x = x;
    event.u.player_diff.y = tee->y = y;
    tell(p, &event, TT_TH_PLAYER_DIFF, tick, cid);
}

static void press(play *p, int32_t cid, int32_t tick)
{
    tt_th_event event = {.kind = TT_TH_INPUT_NEW};
    tt_tee *tee = &p->world.tee[cid];
    tee->has_input = 1;
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        tee->input[i] = extreme(p);
    }
    event.u.input_new.input = tee->input;
    tell(p, &event, TT_TH_INPUT_NEW, tick, cid);
}

static void do_something(play *p, int32_t cid, int32_t tick)
{
    tt_th_event event = {.kind = TT_TH_FINISH};
    switch (below(p, 8)) {
    case 0:
        event.u.player_finish.cid = cid;
        event.u.player_finish.ticks = extreme(p);
        tell(p, &event, TT_TH_PLAYER_FINISH, tick, cid);
        break;
    case 1:
        event.u.team_finish.team = extreme(p);
        event.u.team_finish.ticks = extreme(p);
        tell(p, &event, TT_TH_TEAM_FINISH, tick, -1);
        break;
    case 2:
        event.u.console_command.cid = cid;
        event.u.console_command.flags = 128;
        event.u.console_command.cmd = tt_bytes_of("kill");
        tell(p, &event, TT_TH_CONSOLE_COMMAND, tick, cid);
        break;
    case 3:
        appear(p, cid, tick);
        break;
    case 4:
        move(p, cid, tick);
        break;
    default:
        press(p, cid, tick);
        break;
    }
}

static void check_tee(const play *p, int32_t cid, int32_t tick)
{
    tt_snap_item item;
    struct tt_obj_character tee;
    assert_true(tt_snap_find(&p->c->snap, tt_snap_key(CHARACTER, cid), &item));
    assert_int_equal(tt_obj_unpack(&tee, TT_OBJ_CHARACTER, item.data, item.size), TT_OK);
    assert_int_equal(tee.x, p->world.tee[cid].x);
    assert_int_equal(tee.y, p->world.tee[cid].y);
    assert_in_range(tee.angle - TTI_ANGLE_MIN, 0, TTI_ANGLE_MAX - TTI_ANGLE_MIN);
    assert_in_range(tee.tick, 0, tick);
    assert_in_range(tee.attack_tick, 0, tick);
    assert_true(tee.vel_x >= -192 * 256 && tee.vel_x <= 192 * 256);
    assert_true(tee.vel_y >= -192 * 256 && tee.vel_y <= 192 * 256);
}

static void go_through(play *p, int32_t tick)
{
    assert_int_equal(tti_convert_tick(p->c, &p->world, tick), TT_OK);
    assert_true(p->c->wake > tick || tick == INT32_MAX || !p->c->is_due);
    for (int32_t cid = 0; cid < TEES && p->c->is_due; cid++) {
        check_tee(p, cid, tick);
    }
}

/* At the first ticks, in the middle, and up to the last one, with leaps in between. */
static void all_extremes(void **state)
{
    (void)state;
    static const int32_t begins[] = {0, 1000, INT32_MAX - 1200, INT32_MAX - 60};
    for (uint64_t seed = 1; seed <= 64; seed++) {
        play *p = open_play(seed);
        for (int32_t cid = 0; cid < TEES; cid++) {
            appear(p, cid, 0);
        }
        for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
            for (int32_t tick = begins[i]; tick - begins[i] < 60; tick++) {
                do_something(p, (int32_t)below(p, TEES), tick);
                go_through(p, tick);
            }
        }
        press(p, 0, INT32_MAX);
        move(p, 1, INT32_MAX);
        go_through(p, INT32_MAX);
        free(p->physics);
        free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_extremes)};
    return cmocka_run_group_tests_name("convert_extremes", tests, NULL, NULL);
}
