/* SPDX-License-Identifier: MIT
 *
 * The game of a recording, computed along with it, and the state of each tee at the end of a tick.
 *
 * One conversion owns a game and gives it all events. Copies of the conversion look at the same
 * game. A server makes the snapshot of a tick before it takes what clients send, and that changes
 * weapons at once. So what a snapshot needs is kept at the end of the tick.
 *
 * Without the map nothing moves or flies, and each tee is put where the file has it. Weapons and
 * the aim need no tiles, so they are right even then.
 *
 * Cost: a tick of the physics for each tick, and about 150 ns a tee.
 */
#ifndef TTI_CONVERT_GAME_H
#define TTI_CONVERT_GAME_H

#include "convert/convert.h"
#include "follow/replay.h"
#include "teetape/snap_object.h"

/* A tee at the end of a tick. Ticks in its items are those of the recording. */
typedef struct tti_game_tee {
    bool is_there;
    /* its player paused, and the tee left the world: a snapshot has only its place */
    bool is_out;
    /* the file has another place than the game computed, and the game has put the tee there */
    bool is_put;
    bool is_unknown; /* only its place is known: the tee lived before the recording began */
    int32_t acted;   /* tick of the last input that differed from the one before; -1: none yet */
    int32_t hurt;    /* tick in which something hit the tee; 0: never */
    int32_t spawned; /* tick in which the tee came to life */
    int32_t way_x, way_y; /* movement in this tick, in world units; set only when there is
                             no map */
    int32_t place_x, place_y;
    tt_input input;
    struct tt_obj_character character; /* the Character with the movement of this tick */
    /* the Character as a server sends it, perhaps with an older movement */
    struct tt_obj_character sent;
    struct tt_obj_ddnet_character more;
} tti_game_tee;

/* Items of a snapshot, one after the other: a head (things.c), the id, and the ints. */
typedef struct tti_game_items {
    uint32_t count, size;
    int32_t ints[TT_SNAP_MAX_ITEM_INTS];
} tti_game_items;

/* The events of a tick. */
typedef struct tti_game_events {
    int32_t tick, count;
    tti_event event[TTI_EVENTS_MAX];
} tti_game_events;

struct tti_convert_game {
    const tti_convert *owner;
    bool has_map;
    bool shows;     /* true when the map and its rules are known, so that everything of the game is
                       shown */
    bool is_still;  /* the next ticks will change nothing */
    bool has_begun; /* true when the rules are known */
    bool is_busy;   /* a tee or a shot will change without an event */
    int32_t tick;   /* tick at whose end `tee` was stored; -1: none */
    void *tables;   /* memory for the tables of `arena` */
    tti_arena arena;
    tti_physics *world;
    tti_replay replay;
    const tti_hint *hints; /* hints for the replay, which begins later */
    size_t hint_count;
    tti_game_tee tee[TT_CIDS];
    bool is_tee_moving[TT_CIDS]; /* the item of the tee differs from tick to tick */
    bool is_tee_busy[TT_CIDS];   /* the tee will change without an event */
    uint8_t pushes[TT_CIDS];     /* those of the world at `tick` */
    int32_t changed[TT_CIDS]; /* the last tick in which an item of the tee differs from that of the
                                 tick before */
    int32_t turned[TT_CIDS];  /* the last tick in which the tee changed other than by a move */
    tti_sent sent[TT_CIDS];
    uint8_t order[TT_CIDS]; /* the living tees, in the order of the server */
    int32_t order_count;
    int32_t ordered;                  /* last tick in which the order changed */
    int32_t best[TT_CIDS];            /* ticks of the best race of each client; 0: none */
    int32_t map_best, map_best_since; /* ticks of the best race of all clients, and its tick */
    bool spectates[TT_CIDS];
    bool has_switches;
    tti_item switches;
    tti_game_items things;
    tti_game_events events[2]; /* events of this tick, and of the tick before */
    int32_t news_tick, news_count;
    tti_news news[TTI_NEWS_MAX];
    uint8_t away[TT_CIDS]; /* TT_DDNET_PLAYER_PAUSED or _SPEC, or 0 */
    uint8_t words[TTI_ACTION_TEXT];
};

/* Starts the game with the rules of a header; if `header` is NULL, with those of the newest
 * server. */
void tti_game_begin(struct tti_convert_game *game, const tt_th_header *header, bool is_race);

static inline const tti_rules *tti_game_rules(const struct tti_convert_game *game)
{
    return &game->world->rules;
}

/* Starts the game in the middle of a recording. If `packed` is a packed game (follow/replay.h), it
 * continues. Otherwise it begins with what the recording has, and all tees are in doubt. */
void tti_game_resume(struct tti_convert_game *game, const tt_world *world, tt_bytes packed);

/* Takes an event; `world` is the state after it. */
void tti_game_take(struct tti_convert_game *game, const tt_th_event *event, const tt_world *world);

/* Gives a tee the face of pain if it was hurt. Call it before the player chooses another face. */
void tti_game_feel(tti_convert *c, int32_t cid);

/* Returns the tee at the end of the last tick, or NULL when the game has no such tee. */
static inline const tti_game_tee *tti_game_tee_of(const tti_convert *c, int32_t cid)
{
    return c->game != NULL && c->game->tee[cid].is_there ? &c->game->tee[cid] : NULL;
}

/* Returns the game if it shows everything, else NULL. */
static inline const struct tti_convert_game *tti_game_shown(const tti_convert *c)
{
    return c->game != NULL && c->game->shows ? c->game : NULL;
}

/* things.c: stores the shots, entities, events, switches and races of a tick for the snapshot. */
void tti_things_keep(struct tti_convert_game *game);

#endif
