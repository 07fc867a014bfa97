/* SPDX-License-Identifier: MIT
 *
 * The movement of one tee in one tick, as servers and clients of the game compute it: gravity,
 * walking, jumps, the hook, collision. Weapons, tiles with effects and other tees are not in it.
 *
 * Everything that lives from tick to tick is whole numbers, because the game rounds it at the end
 * of each tick. The results have the same bits on every machine. docs/format/physics.md has the
 * rules.
 */
#ifndef TTI_PHYSICS_CORE_H
#define TTI_PHYSICS_CORE_H

#include "physics/terrain.h"
#include "teetape/snap_object.h"

/* A tee at the end of a tick. The members up to `angle` are those of a Character item. */
typedef struct tti_core {
    int32_t x, y;
    int32_t vel_x, vel_y;          /* 256ths of a pixel a tick */
    int32_t hook_state, hook_tick; /* TT_HOOK_* */
    int32_t hook_x, hook_y;
    int32_t hook_dx, hook_dy; /* direction in 256ths */
    int32_t hooked;           /* client id that the hook holds; -1: none */
    int32_t jumped;           /* TT_JUMPED_* */
    int32_t direction;        /* -1, 0, 1 */
    int32_t angle;            /* of the aim, for eyes */
    int32_t jumps;            /* how many there are from the ground on; 2 */
    int32_t air_jumps;        /* those of them made in the air since the ground */
    bool is_past_tele;        /* the hook went through a teleporter, whose exit is base */
    tti_pair base;
} tti_core;

/* The part of an input that moves a tee. */
typedef struct tti_core_input {
    int32_t direction;
    int32_t target_x, target_y;
    bool jump, hook; /* keys that are held */
} tti_core_input;

/* Tunings of the movement. */
typedef struct tti_tuning {
    float ground_speed, ground_accel, ground_friction, ground_jump;
    float air_jump, air_speed, air_accel, air_friction;
    float hook_length, hook_speed, hook_drag_accel, hook_drag_speed, hook_duration;
    float gravity, ramp_start, ramp_range, ramp_curvature;
} tti_tuning;

extern const tti_tuning tti_tuning_default;

/* Goes on by one tick. NULL for `input`: nothing is pressed anew or released, as a client goes on
 * with a tee whose input it does not know. Cost: the way of the tee and of its hook in pixels, at
 * most some ten thousand. */
void tti_core_tick(tti_core *core, const tti_core_input *input, const tti_tuning *tuning,
                   const tt_terrain *ground);

/* The most ticks that a tee is carried on without news. */
#define TTI_CARRY_MAX 150

/* Carries a tee on by `ticks`, at most TTI_CARRY_MAX, as a client does until the server sends a new
 * one: without input, with the usual tunings, and alone in the world. */
void tti_core_carry(tti_core *core, int64_t ticks, const tt_terrain *ground);

#endif
