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

#include "physics/places.h"
#include "physics/terrain.h"
#include "physics/tuning.h"
#include "teetape/snap_object.h"

/* Diameter of a tee in pixels. */
#define TTI_CORE_SIZE 28.0f

/* The game cuts the speed of a tee to this, in pixels a tick. */
#define TTI_SPEED_MAX 6000.0f

/* A tee at the end of a tick. The members up to `angle` are those of a Character item. */
typedef struct tti_core {
    int32_t x, y;
    int32_t vel_x, vel_y;          /* 256ths of a pixel a tick */
    int32_t hook_state, hook_tick; /* state of the hook, a TT_HOOK_*, and a counter that runs while
                                      the hook holds */
    int32_t hook_x, hook_y;
    int32_t hook_dx, hook_dy; /* direction of the flight, in 256ths */
    int32_t hooked;           /* client id of the tee that the hook holds; -1 for none */
    int32_t jumped;           /* jumps that were used, a sum of TT_JUMPED_* */
    int32_t direction;        /* direction of walking: -1, 0, 1 */
    int32_t angle;            /* angle of the aim, in 256ths of a radian; only the eyes use it */
    int32_t jumps;            /* jumps that the tee has in all, the first from the ground;
                                 usually 2 */
    int32_t air_jumps;        /* jumps in the air since the tee was on the ground */
    bool is_past_tele;        /* the hook flew through a teleporter; `base` is where it came out */
    tti_pair base;
} tti_core;

/* The part of an input that moves a tee. */
typedef struct tti_core_input {
    int32_t direction;
    int32_t target_x, target_y;
    bool jump, hook; /* keys that the player holds */
} tti_core_input;

/* Sounds that a turn causes; a bit set. */
enum {
    TTI_CORE_JUMP = 1,
    TTI_CORE_HOOK_TEE = 2,
    TTI_CORE_HOOK_GROUND = 4,
    TTI_CORE_HOOK_BLOCKED = 8
};

/* A tee during a tick. The game computes with floats, and at the end of the tick rounds places to
 * pixels, velocities and directions to 256ths. */
typedef struct tti_body {
    tti_pair at, velocity, hook, hook_way, base;
    int32_t hook_state, hook_tick, hooked, jumped, direction, angle, jumps, air_jumps;
    bool is_past_tele;
    bool is_solo;      /* the tee neither touches nor hooks others */
    bool no_collision; /* the tee passes through other tees */
    bool no_hook;      /* the tee's hook does not hold others */
    bool left_wall;    /* a wall jump is possible again */
    uint8_t hit_side;  /* side on which the last move hit a wall: 1 right, 2 left, 0 none */
    uint8_t stops;     /* directions in which tiles stopped the tee in its last turn, TTI_STOP_* */
    uint8_t events;    /* TTI_CORE_* of the tee's last turn */
    int32_t hook_end;  /* last tick in which the flying hook hit a tile or reached its full
                          length */
} tti_body;

struct tti_physics;

/* The surroundings of a tee, with which it can collide. Without `world` there are no other tees. */
typedef struct tti_around {
    const tti_tuning *tuning;
    const tt_terrain *ground;
    struct tti_physics *world;
    const tti_places *places; /* places of all tees in `world`; needed if `world` is set */
    int32_t cid;
    tti_pair aim; /* aim of a tee without an input; (0, 0) when it is unknown */
} tti_around;

/* The steps of a tick, in this order: the tee's own turn, the forces between it and other tees, the
 * move, the rounding. Servers move all tees after the turns of all tees. With `input` NULL no key
 * changes, as for a client that does not know the input. */
void tti_body_turn(tti_body *body, const tti_core_input *input, const tti_around *around);
void tti_body_interact(tti_body *body, const tti_around *around);
void tti_body_move(tti_body *body, const tti_around *around);
void tti_body_round(tti_body *body);
/* Runs all four steps for a tee that is alone in the world. The cost grows with the ways of the tee
 * and of its hook in pixels, at most some ten thousand. */
void tti_body_alone(tti_body *body, const tti_core_input *input, const tti_around *around);

/* Rounds a body at the end of a tick; tti_body_of converts back. */
tti_core tti_core_of(const tti_body *body);
tti_body tti_body_of(const tti_core *core);

/* Most ticks for which tti_core_carry predicts a tee. */
#define TTI_CARRY_MAX 150

/* Predicts a tee for `ticks` ticks, at most TTI_CARRY_MAX, as a client does between two updates of
 * the server: without input, with default tunings, and alone in the world. */
void tti_core_carry(tti_core *core, int64_t ticks, const tt_terrain *ground);

#endif
