/* SPDX-License-Identifier: MIT
 *
 * The game of a recording, computed along with it, and the state of each tee at the end of a tick.
 *
 * One conversion owns a game and gives it all events. Copies of the conversion look at the same
 * game. A server makes the snapshot of a tick before it takes what clients send, which changes
 * weapons at once, so what a snapshot needs is kept at the end of the tick.
 *
 * Without the map the game has one tile of air, and each tee is put where the file has it. What
 * needs no tiles is right then: weapons, shots, the aim.
 *
 * Cost: a tick of the physics for each tick, and about 150 ns a tee.
 */
#ifndef TTI_CONVERT_GAME_H
#define TTI_CONVERT_GAME_H

#include "convert/convert.h"
#include "follow/replay.h"
#include "teetape/snap_object.h"

/* A tee at the end of a tick. Items have the ticks of the recording. */
typedef struct tti_game_tee {
    bool is_there;
    bool is_moving;  /* its item differs in each tick */
    bool is_busy;    /* it will change without an event */
    int32_t changed; /* the last tick in which an item differs from that of the tick before */
    int32_t acted;   /* tick of the last input that differed from the one before; -1: none yet */
    int32_t hurt;    /* tick in which something hit it; 0: never */
    int32_t way_x, way_y; /* of this tick; without the map */
    tt_input input;
    struct tt_obj_character character;
    struct tt_obj_ddnet_character more;
} tti_game_tee;

struct tti_convert_game {
    const tti_convert *owner;
    bool has_map;
    bool has_begun; /* the rules are known */
    bool is_busy;   /* a tee or a shot will change something without an event */
    bool is_fresh;  /* no event was taken since `tick` */
    int32_t tick;   /* whose end is kept in `tee`; -1: none */
    void *tables;   /* of the arena */
    tti_arena arena;
    tti_physics *world;
    tti_replay replay;
    tti_game_tee tee[TT_CIDS];
    uint8_t away[TT_CIDS]; /* TT_DDNET_PLAYER_PAUSED or _SPEC, or 0 */
    uint8_t words[TTI_ACTION_TEXT];
};

/* Starts the game with the rules of a header; NULL: those of the newest server. */
void tti_game_begin(struct tti_convert_game *game, const tt_th_header *header, bool is_race);

static inline const tti_rules *tti_game_rules(const struct tti_convert_game *game)
{
    return &game->world->rules;
}

/* Starts the game in the middle of a recording. */
void tti_game_resume(struct tti_convert_game *game, const tt_world *world);

/* Takes an event; `world` is the state after it. */
void tti_game_take(struct tti_convert_game *game, const tt_th_event *event, const tt_world *world);

/* Goes on to the end of a tick, whose events have all been taken, and wakes the tees of the
 * conversion that changed since it looked last. Nothing happens without a game. */
void tti_game_look(tti_convert *c, int32_t tick);

/* Gives a tee the eyes of pain if it was hurt. To be called before the player chooses others. */
void tti_game_feel(tti_convert *c, int32_t cid);

/* The tee at the end of the last tick; NULL: nothing is known of it. */
static inline const tti_game_tee *tti_game_tee_of(const tti_convert *c, int32_t cid)
{
    return c->game != NULL && c->game->tee[cid].is_there ? &c->game->tee[cid] : NULL;
}

#endif
