/* SPDX-License-Identifier: MIT
 *
 * Tees in a conversion that tests move by hand.
 */
#include "support/play.h"
#include "convert/convert.h"
#include "teehistorian/header.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"

play *play_now;

void play_open(const char *game_type)
{
    play_now = calloc(1, sizeof *play_now);
    assert_non_null(play_now);
    play_now->terrain = (tt_terrain){PLAY_SIZE, PLAY_SIZE, {play_now->tiles}};
    play_now->tick = 1000;
    tt_th_history_init(&play_now->history);
    tt_convert_init(&play_now->convert);
    play_now->c = tti_convert_of(&play_now->convert);
    snprintf(play_now->header, sizeof play_now->header,
             "{\"version\":\"2\",\"version_minor\":\"2\",\"server_version\":\"0.6.4, 16.4\","
             "\"game_type\":\"%s\"}",
             game_type);
}

/* Begins the game, which reads the tiles. The test sets them before. */
void play_begin(void)
{
    tt_th_header header;
    tt_demo_header demo;
    if (play_now->physics != NULL) {
        return;
    }
    const tt_terrain *terrain = play_now->is_blind ? NULL : &play_now->terrain;
    play_now->physics = malloc(tt_convert_physics_size(terrain));
    assert_non_null(play_now->physics);
    tt_convert_physics(&play_now->convert, terrain, (tt_bytes){NULL, 0}, play_now->physics);
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(play_now->header), NULL), TT_OK);
    tt_convert_header(&play_now->convert, &header, &demo);
}

void play_close(void)
{
    free(play_now->physics);
    free(play_now);
}

static void tell(const tt_th_event *event)
{
    play_begin();
    tt_convert_follow(&play_now->convert, event, &play_now->world, &play_now->history);
}

void play_end_tick(void)
{
    play_begin();
    assert_int_equal(tti_convert_tick(play_now->c, &play_now->world, play_now->tick), TT_OK);
    play_now->tick++;
}

void play_wait(int32_t ticks)
{
    while (ticks-- > 0) {
        play_end_tick();
    }
}

void play_set(int32_t cid, int what, int32_t value)
{
    play_now->world.tee[cid].input[what] = value;
}

void play_press(int32_t cid, int what, int32_t value)
{
    tt_tee *tee = &play_now->world.tee[cid];
    tt_th_event event = {.kind = TT_TH_INPUT_NEW, .tick = play_now->tick, .cid = cid};
    tee->input[what] = value;
    tee->has_input = 1;
    event.u.input_new.input = tee->input;
    tell(&event);
}

void play_come(int32_t cid, int32_t x, int32_t y)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .tick = play_now->tick, .cid = cid};
    play_now->world.client[cid].connected = 1;
    play_now->world.tee[cid].alive = 1;
    play_now->world.tee[cid].x = x;
    play_now->world.tee[cid].y = y;
    event.u.player_new.cid = cid;
    event.u.player_new.x = x;
    event.u.player_new.y = y;
    tell(&event);
    play_press(cid, PLAY_TARGET_X, 100);
    play_wait(2);
}

void play_move(int32_t cid, int32_t x, int32_t y)
{
    tt_tee *tee = &play_now->world.tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_DIFF, .tick = play_now->tick, .cid = cid};
    event.u.player_diff.cid = cid;
    event.u.player_diff.dx = x - tee->x;
    event.u.player_diff.dy = y - tee->y;
    event.u.player_diff.x = tee->x = x;
    event.u.player_diff.y = tee->y = y;
    tell(&event);
    play_end_tick();
}

void play_tile(int32_t x, int32_t y, uint8_t tile)
{
    play_now->tiles[2 * (y / 32 * PLAY_SIZE + x / 32)] = tile;
}

struct tt_obj_character play_character(int32_t cid)
{
    struct tt_obj_character tee;
    tt_snap_item item;
    assert_true(tt_snap_find(&play_now->c->snap, tt_snap_key(9, cid), &item));
    assert_int_equal(tt_obj_unpack(&tee, TT_OBJ_CHARACTER, item.data, item.size), TT_OK);
    return tee;
}

/* Returns the DDNetCharacter of a client in the last snapshot. Extended items are recognized by
 * their size, so the snapshot must have no other item of this size for the client. */
struct tt_obj_ddnet_character play_more(int32_t cid)
{
    struct tt_obj_ddnet_character tee = {0};
    for (uint32_t i = 0; i < play_now->c->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&play_now->c->snap, i);
        if (item.id == cid && item.type > 0x4000 && item.size == 10) {
            assert_true(tt_obj_unpack(&tee, TT_OBJ_DDNET_CHARACTER, item.data, item.size) >= 0);
            return tee;
        }
    }
    fail_msg("no such tee");
    return tee;
}

int play_is_frozen(int32_t cid)
{
    return play_more(cid).freeze_end != 0;
}

int play_owns(int weapon)
{
    int32_t flag = TT_DDNET_CHARACTER_WEAPON_HAMMER << weapon;
    return (play_more(0).flags & flag) != 0;
}
