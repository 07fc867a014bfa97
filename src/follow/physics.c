/* SPDX-License-Identifier: MIT
 *
 * The game for programs that play. Each of the two blocks that the caller allocates begins with a
 * struct of this file, and the tables of src/physics follow it.
 */
#include "teetape/physics.h"

#include "base/mem.h"
#include "follow/follow.h"
#include "follow/replay.h"

struct tt_physics_arena {
    tti_arena arena;
    tti_rules rules;
};

struct tt_physics {
    tt_input input[TT_CIDS];
    bool has_input[TT_CIDS]; /* an input was given for the next tick */
};

static void *tables_of(tt_physics_arena *arena)
{
    return (uint8_t *)arena + tti_aligned(sizeof *arena);
}

static tti_physics *world_of(const tt_physics *game)
{
    void *world = (uint8_t *)(uintptr_t)game + tti_aligned(sizeof *game);
    return world;
}

size_t tt_physics_arena_size(const tt_terrain *terrain)
{
    return tti_aligned(sizeof(tt_physics_arena)) + tti_arena_size(terrain);
}

tt_physics_arena *tt_physics_arena_init(void *memory, const tt_terrain *terrain, tt_bytes settings)
{
    tt_physics_arena *arena = memory;
    tti_arena_init(&arena->arena, terrain, tables_of(arena));
    tti_rules_init(&arena->rules);
    tti_arena_settings(&arena->arena, &arena->rules, tables_of(arena), settings);
    return arena;
}

size_t tt_physics_size(const tt_physics_arena *arena)
{
    return tti_aligned(sizeof(tt_physics)) + tti_physics_size(&arena->arena);
}

tt_physics *tt_physics_init(void *memory, const tt_physics_arena *arena, uint64_t seed)
{
    tt_physics *game = memory;
    tti_rules rules = arena->rules;
    rules.random = seed;
    tti_fill(game, 0, tti_aligned(sizeof *game));
    tti_physics_init(world_of(game), &arena->arena, &rules);
    return game;
}

static bool is_client_slot(int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS;
}

void tt_physics_join(tt_physics *game, int32_t cid)
{
    if (is_client_slot(cid)) {
        tt_physics_leave(game, cid);
        tti_join(world_of(game), cid);
        tti_enter(world_of(game), cid);
    }
}

void tt_physics_leave(tt_physics *game, int32_t cid)
{
    if (is_client_slot(cid) && world_of(game)->player[cid].is_known) {
        tti_drop(world_of(game), cid);
        game->has_input[cid] = false;
    }
}

void tt_physics_press(tt_physics *game, int32_t cid, const tt_input *input)
{
    if (is_client_slot(cid)) {
        game->input[cid] = *input;
        game->has_input[cid] = true;
    }
}

int32_t tt_physics_step(tt_physics *game)
{
    tti_physics *world = world_of(game);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_physics_press(world, cid, game->has_input[cid] ? &game->input[cid] : NULL);
        game->has_input[cid] = false;
    }
    tti_physics_begin(world);
    tti_physics_end(world);
    return world->tick;
}

bool tt_physics_tee(const tt_physics *game, int32_t cid, tt_tee_state *tee)
{
    const tti_physics *world = world_of(game);
    tti_fill(tee, 0, sizeof *tee);
    if (!is_client_slot(cid) || !world->tee[cid].is_alive) {
        return false;
    }
    tti_pair at = world->tee[cid].self.core.at;
    tee->tick = world->tick;
    tee->place = TT_DERIVED;
    tee->x = tti_nearest(at.x);
    tee->y = tti_nearest(at.y);
    tti_follow_computed(world, cid, tee);
    return true;
}
