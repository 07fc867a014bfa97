/* SPDX-License-Identifier: MIT
 *
 * The movement of one tee in one tick, as servers and clients of the game compute it: gravity,
 * walking, jumps, the hook, collision with tiles and other tees. Weapons and tiles with effects are
 * in physics.h.
 *
 * Everything that lives from tick to tick is whole numbers, because the game rounds it at the end
 * of each tick. The results have the same bits on every machine. docs/format/physics.md has the
 * rules.
 */
#ifndef TTI_PHYSICS_CORE_H
#define TTI_PHYSICS_CORE_H

#include "physics/terrain.h"
#include "physics/tuning.h"
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

/* What the turn of a core causes that is heard. */
enum {
    TTI_CORE_JUMP = 1,
    TTI_CORE_HOOK_TEE = 2,
    TTI_CORE_HOOK_GROUND = 4,
    TTI_CORE_HOOK_BLOCKED = 8
};

/* A tee inside a tick, when its numbers are floats. At the end of a tick they are whole pixels, and
 * 256ths of a pixel in velocities and directions. */
typedef struct tti_body {
    tti_pair at, velocity, hook, hook_way, base;
    int32_t hook_state, hook_tick, hooked, jumped, direction, angle, jumps, air_jumps;
    bool is_past_tele;
    bool is_solo;      /* it touches nobody */
    bool no_collision; /* it passes through others */
    bool no_hook;      /* its hook does not hold others */
    bool left_wall;    /* a wall jump is possible again */
    uint8_t hit_side;  /* the last move ended at a wall: 1 on the right, 2 on the left */
    uint8_t stops;     /* TTI_STOP_* around it in its last turn */
    uint8_t events;    /* TTI_CORE_* of its last turn */
    int32_t hook_end;  /* tick in which a flying hook met a tile or reached its length last */
} tti_body;

struct tti_physics;
struct tti_places;

/* What a tee meets. Without a world it is alone. */
typedef struct tti_around {
    const tti_tuning *tuning;
    const tt_terrain *ground;
    struct tti_physics *world;
    const struct tti_places *places; /* of all tees of the world, which it has too */
    int32_t cid;
    tti_pair aim; /* of a tee that goes on without an input, where it is known */
} tti_around;

/* The steps of a tick: a tee's own turn, the forces between it and others, and the move, when the
 * move of all tees comes after the turns of all. NULL for `input`: nothing is pressed anew or
 * released, as a client goes on with a tee whose input it does not know. */
void tti_body_turn(tti_body *body, const tti_core_input *input, const tti_around *around);
void tti_body_interact(tti_body *body, const tti_around *around);
void tti_body_move(tti_body *body, const tti_around *around);
void tti_body_round(tti_body *body);
/* All of them, for a tee that is alone. */
void tti_body_alone(tti_body *body, const tti_core_input *input, const tti_around *around);

/* Whole numbers of a body at the end of a tick, and back. */
tti_core tti_core_of(const tti_body *body);
tti_body tti_body_of(const tti_core *core);

/* Goes on by one tick, alone in the world. Cost: the way of the tee and of its hook in pixels, at
 * most some ten thousand. */
void tti_core_tick(tti_core *core, const tti_core_input *input, const tti_tuning *tuning,
                   const tt_terrain *ground);

/* The most ticks that a tee is carried on without news. */
#define TTI_CARRY_MAX 150

/* Carries a tee on by `ticks`, at most TTI_CARRY_MAX, as a client does until the server sends a new
 * one: without input, with the usual tunings, and alone in the world. */
void tti_core_carry(tti_core *core, int64_t ticks, const tt_terrain *ground);

#endif
