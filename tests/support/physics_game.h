/* SPDX-License-Identifier: MIT
 *
 * A game on a map of the tree, for tests of src/physics and of what follows a recording with it.
 */
#ifndef TEST_PHYSICS_GAME_H
#define TEST_PHYSICS_GAME_H

#include "physics/physics.h"

typedef struct physics_game {
    unsigned char *file; /* bytes of the map file */
    tt_map_design design;
    tt_terrain terrain;
    tti_arena arena;
    void *tables;
    tti_physics *world;
} physics_game;

/* Loads tests/<name>.map, with its settings. */
void physics_game_load(physics_game *game, const char *name);
/* Makes an arena of a terrain that the test has filled. */
void physics_game_build(physics_game *game, const tt_terrain *terrain);
/* Begins a game on the arena, and ends the previous one. */
void physics_game_begin(physics_game *game, const tti_rules *rules);
void physics_game_drop(physics_game *game);

/* Gives a tee to a client that is alone in team 0. The tee moves first in each tick. */
tti_tee *physics_game_tee(physics_game *game, int32_t cid, tti_pair at);

#endif
