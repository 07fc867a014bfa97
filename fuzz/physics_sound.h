/* SPDX-License-Identifier: MIT
 *
 * Whether a game is sound: every number that leads to another part of it is in its bounds.
 */
#ifndef FUZZ_PHYSICS_SOUND_H
#define FUZZ_PHYSICS_SOUND_H

#include "physics/pack.h"

static bool is_cid(int32_t cid)
{
    return cid >= -1 && cid < TT_CIDS;
}

static bool is_weapon(int32_t weapon)
{
    return weapon >= -1 && weapon < TTI_WEAPONS;
}

static bool is_self(const tti_self *self)
{
    return is_cid(self->core.hooked) && is_weapon(self->weapon) && is_weapon(self->last_weapon) &&
           is_weapon(self->queued) && self->race <= TTI_RACE_FINISHED;
}

static bool is_tee(const tti_tee *tee)
{
    return is_self(&tee->self) && is_self(&tee->rescue.self);
}

static bool is_player(const tti_player *player)
{
    return player->team < TT_TEAMS && player->team_before_super < TT_TEAMS &&
           is_cid(player->watched - 1) && is_self(&player->manual.self) &&
           is_self(&player->died.self) && is_self(&player->tele.self) &&
           is_self(&player->saved.self);
}

static bool is_thing(const tti_physics *world, const tti_thing *thing)
{
    int32_t kinds = thing->kind == TTI_DRAGGER  ? (int32_t)world->arena->draggers
                    : thing->kind == TTI_TURRET ? (int32_t)world->arena->turrets
                                                : INT16_MAX;
    return thing->kind <= TTI_PICKUP && thing->team < TT_TEAMS && is_cid(thing->owner) &&
           is_cid(thing->target) && thing->index >= 0 && thing->index < kinds &&
           (thing->kind != TTI_PROJECTILE || is_weapon(thing->type));
}

static bool physics_is_sound(const tti_physics *world)
{
    tti_physics layout;
    tti_physics_lay_out(&layout, world->arena);
    bool good = world->size == layout.size && world->thing_count == layout.thing_count &&
                world->things == layout.things && world->switches == layout.switches &&
                world->targets == layout.targets && world->fired == layout.fired &&
                world->zones == layout.zones && world->tick >= 0;
    for (int32_t cid = 0; good && cid < TT_CIDS; cid++) {
        good = is_tee(&world->tee[cid]) && is_player(&world->player[cid]);
    }
    for (int32_t i = 0; good && i < world->thing_count; i++) {
        good = is_thing(world, tti_thing_at(world, i));
    }
    for (size_t i = 0; good && i < (size_t)world->arena->draggers * TT_TEAMS; i++) {
        good =
            is_cid(((const int16_t *)(const void *)((const uint8_t *)world + world->targets))[i]);
    }
    return good && tti_physics_is_whole(world);
}

#endif
