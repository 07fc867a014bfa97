/* SPDX-License-Identifier: MIT
 *
 * Tees in a conversion that tests move by hand, on a map of a few tiles.
 *
 *     play_open("DDraceNetwork");
 *     play_tile(112, 112, TT_TILE_FREEZE);
 *     play_come(0, 304, 112);
 *     play_move(0, 112, 112);
 *     ... play_character(0) ...
 *     play_close();
 *
 * Whatever goes wrong fails the test.
 */
#ifndef TEST_PLAY_H
#define TEST_PLAY_H

#include "convert/convert.h"

/* Tiles of the map, each way. */
#define PLAY_SIZE 16

/* Ints of an input. */
enum {
    PLAY_DIRECTION = 0,
    PLAY_TARGET_X = 1,
    PLAY_JUMP = 3,
    PLAY_FIRE = 4,
    PLAY_HOOK = 5,
    PLAY_WANTED = 7
};

typedef struct play {
    tt_convert convert;
    tti_convert *c; /* the inside of `convert` */
    tt_world world;
    tt_th_history history;
    tt_terrain terrain;
    uint8_t tiles[2 * PLAY_SIZE * PLAY_SIZE];
    void *physics; /* memory of the game, which begins with the first record or tick */
    char header[128];
    int is_blind; /* 1: the conversion does not get the map */
    int32_t tick;
} play;

/* The one that is open. */
extern play *play_now;

void play_open(const char *game_type);
void play_close(void);

/* Sets the tile at a place in world units. */
void play_tile(int32_t x, int32_t y, uint8_t tile);

/* A tee that aims to the right appears. Its first tick is over then. */
void play_come(int32_t cid, int32_t x, int32_t y);

/* It is there one tick later. */
void play_move(int32_t cid, int32_t x, int32_t y);

/* An int of its input changes, in the tick that comes: with play_set together with that of the
 * next play_press. Only the first input of a tick moves a tee. */
void play_press(int32_t cid, int what, int32_t value);
void play_set(int32_t cid, int what, int32_t value);

/* Starts the game, which reads the header and the tiles. The first record does it otherwise. */
void play_begin(void);

/* The tick ends: its events have come. */
void play_end_tick(void);
void play_wait(int32_t ticks);

/* The tee in the last snapshot, and what DDNet adds to it. */
struct tt_obj_character play_character(int32_t cid);
struct tt_obj_ddnet_character play_more(int32_t cid);

/* Whether it is frozen, in the last snapshot. */
int play_is_frozen(int32_t cid);

/* Whether client 0 has this weapon. */
int play_owns(int weapon);

#endif
