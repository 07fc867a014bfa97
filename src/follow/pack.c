/* SPDX-License-Identifier: MIT
 *
 * Packs a replay: first its own numbers, then its game (physics/pack.h).
 */
#include "physics/pack.h"

#include "follow/replay.h"

static const tti_field place_fields[] = {
    TTI_RUN(struct tti_replay_place, is_there, has_record, TTI_BOOL),
    TTI_RUN(struct tti_replay_place, x, y, TTI_ANY),
    TTI_FIELDS_END,
};

const tti_field tti_replay_fields[] = {
    TTI_MEMBER(tti_replay, is_late, TTI_BOOL),
    TTI_RUN(tti_replay, late_tick, state_tick, TTI_ANY),
    TTI_ALL(tti_replay, count, TTI_ANY),
    TTI_RUN(tti_replay, wrong, silence, TTI_ANY),
    TTI_ALL(tti_replay, doubt, TTI_NATURAL),
    TTI_IN_ALL(tti_replay, now, place_fields),
    TTI_IN_ALL(tti_replay, before, place_fields),
    TTI_ALL(tti_replay, has_hint, TTI_BOOL),
    TTI_ALL(tti_replay, is_wrong, TTI_BOOL),
    TTI_MEMBER(tti_replay, stage, TTI_STAGE),
    TTI_ALL(tti_replay, pressed, TTI_BOOL),
    TTI_MEMBER(tti_replay, pressed_to, TTI_CID_NEXT),
    TTI_ALL(tti_replay, turns, TTI_BOOL),
    TTI_ALL(tti_replay, hides_turn, TTI_BOOL),
    TTI_FIELDS_END,
};

size_t tti_replay_pack(const tti_replay *r, const tti_physics *base, uint8_t *bytes, size_t size)
{
    static const tti_replay none;
    tti_pack p;
    tti_pack_begin(&p, bytes, size);
    tti_pack_struct(&p, tti_replay_fields, r, &none);
    tti_pack_world(&p, r->world, base);
    return tti_pack_end(&p);
}

bool tti_replay_unpack(tti_replay *r, tt_bytes bytes)
{
    tti_physics *world = r->world;
    tti_rules rules = world->rules;
    tti_replay fresh = *r;
    tti_pack p;
    tti_unpack_begin(&p, bytes);
    tti_unpack_struct(&p, tti_replay_fields, r);
    tti_unpack_world(&p, world);
    bool is_good = tti_unpack_end(&p);
    if (!is_good) {
        *r = fresh;
        tti_physics_init(world, world->arena, &rules);
    }
    return is_good;
}
