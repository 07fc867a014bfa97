/* SPDX-License-Identifier: MIT
 *
 * Inside of a made-up game: its parts and what they do for each other.
 *
 *     game.c         time: ticks, who moves, when something happens
 *     game_deeds.c   what a guest does: records and facts
 *     game_visit.c   the steps of those who are planted
 */
#ifndef TEST_GAME_PARTS_H
#define TEST_GAME_PARTS_H

#include "support/game/game.h"

typedef struct game {
    game_server *server;
    const game_plan *plan;
    pen pen;
    int32_t tick;
    int32_t next; /* tick in which something may happen */
    int32_t random_next;
    int connected;
    int changed; /* somebody dies, appears or jumps in the next tick */
    int alive_count;
    uint8_t alive[GAME_SLOTS];
    int input_count;
    uint8_t input[GAME_SLOTS]; /* whose input changes in this tick */
} game;

static inline chance *game_chance(game *g)
{
    return &g->server->chance;
}

/* Who comes: asks for a name and gets one. */
typedef struct arrival {
    const person *who;
    const char *asked, *name;
    int planted;
} arrival;

void deed_join(game *g, int32_t cid, const arrival *a);

/* Those who are carried over a map change, before the first tick. */
void deed_carry(game *g, int32_t cid);

void deed_enter(game *g, int32_t cid);
void deed_leave(game *g, int32_t cid, const char *reason);
void deed_rename(game *g, int32_t cid, const char *name);
void deed_finish(game *g, int32_t cid, int32_t ticks);
void deed_team_finish(game *g, int32_t cid, int32_t ticks);
void deed_team(game *g, int32_t cid, int32_t team);
void deed_practice(game *g, int32_t cid);
void deed_save(game *g, int32_t cid, const tt_uuid *id);
void deed_load(game *g, int32_t cid, const tt_uuid *id);
void deed_login(game *g, int32_t cid, int32_t level, const char *account);
void deed_logout(game *g, int32_t cid);
void deed_swap(game *g, int32_t cid, int32_t other);
void deed_kill(game *g, int32_t cid);
void deed_emoticon(game *g, int32_t cid);
void deed_command(game *g, int32_t cid);

/* The slot of somebody chosen at random, connected if `connected`, not planted; -1 for none. */
int32_t game_slot(game *g, int connected);

/* What the visits of the plan have to do by now. The tick in which they go on, INT32_MAX: none. */
int32_t visits_go_on(game *g);
int visits_done(const game *g);

#endif
