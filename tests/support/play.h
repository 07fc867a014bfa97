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

/* Width and height of the map in tiles. */
#define PLAY_SIZE 16

/* Indexes of an input. */
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

/* The play that the functions below use. */
extern play *play_now;

void play_open(const char *game_type);
void play_close(void);

/* Sets the tile at a place in world units. */
void play_tile(int32_t x, int32_t y, uint8_t tile);

/* Lets a tee appear that aims to the right. The tick in which it appears has ended afterwards. */
void play_come(int32_t cid, int32_t x, int32_t y);

/* Moves a tee to this position in the next tick. */
void play_move(int32_t cid, int32_t x, int32_t y);

/* Changes an int of an input for the coming tick. play_set changes an int that takes effect with
 * the next play_press. Only the first input of a tick moves a tee. */
void play_press(int32_t cid, int what, int32_t value);
void play_set(int32_t cid, int what, int32_t value);

/* Begins the game, which reads the header and the tiles. Without this call the first record begins
 * it. */
void play_begin(void);

/* Ends the tick after all of its events. */
void play_end_tick(void);
void play_wait(int32_t ticks);

/* Return the Character and the DDNetCharacter of a tee in the last snapshot. */
struct tt_obj_character play_character(int32_t cid);
struct tt_obj_ddnet_character play_more(int32_t cid);

/* Returns true when the tee is frozen in the last snapshot. */
int play_is_frozen(int32_t cid);

/* Returns true when client 0 has this weapon. */
int play_owns(int weapon);

#endif
