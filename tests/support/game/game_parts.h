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
    int32_t next; /* next tick in which a visit, a player or chance may do something */
    int32_t random_next;
    int connected;
    int changed; /* 1: a tee dies, appears or jumps in the next tick */
    int alive_count;
    uint8_t alive[GAME_SLOTS];
    int input_count;
    uint8_t input[GAME_SLOTS]; /* client ids whose input changes in this tick */
} game;

static inline chance *game_chance(game *g)
{
    return &g->server->chance;
}

/* A player who joins: the requested name, and the name that the server gives. */
typedef struct arrival {
    const person *who;
    const char *asked, *name;
    int planted;
} arrival;

void deed_join(game *g, int32_t cid, const arrival *a);

/* Writes the records of a player who remains over a map change, before the first tick. */
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

/* Returns the slot of a random player who is not planted, or with `connected` 0 a random free slot;
 * -1 for none. */
int32_t game_slot(game *g, int connected);

/* Advances the visits of the plan. Returns the next tick in which a visit continues; INT32_MAX for
 * none. */
int32_t visits_go_on(game *g);
int visits_done(const game *g);

#endif
