/* SPDX-License-Identifier: MIT
 *
 * How the movement of tees made by somebody else takes part in bench_physics.
 *
 * Build it outside of this tree as a shared object that exports tt_bench_physics, and name it with
 * `bench_physics --peer FILE.so`. Its tees are compared with ours, then it is timed in the same
 * interleaved rounds. This header is alone.
 *
 *     const tt_bench_physics_info *tt_bench_physics(void);
 */
#ifndef TT_BENCH_PEER_PHYSICS_H
#define TT_BENCH_PEER_PHYSICS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up whenever something below changes. */
#define TT_BENCH_PHYSICS_ABI 1

enum { TT_BENCH_TEES_MAX = 64 };

typedef struct tt_bench_input {
    int32_t direction, target_x, target_y, jump, hook;
} tt_bench_input;

/* A tee as a Character item has it. */
typedef struct tt_bench_tee {
    int32_t x, y, vel_x, vel_y;
    int32_t hook_state, hook_tick, hook_x, hook_y, hook_dx, hook_dy, hooked, jumped;
} tt_bench_tee;

/* What is to be computed: tees with the client ids from 0 on, in one team, with the usual tunings.
 * They begin at rest and without a hook. In each tick first come the turns of all tees with their
 * inputs, then the moves of all, both in ascending order; each move is rounded to what a server
 * keeps. */
typedef struct tt_bench_play {
    int32_t width, height;
    const uint8_t *cells;         /* number and flags of each tile of the game layer */
    const tt_bench_input *inputs; /* of tick 0: those of all tees; then those of tick 1; ... */
    int32_t tees, ticks;
    int32_t x[TT_BENCH_TEES_MAX], y[TT_BENCH_TEES_MAX]; /* where they begin */
} tt_bench_play;

typedef struct tt_bench_physics_info {
    int32_t abi;       /* TT_BENCH_PHYSICS_ABI */
    const char *name;  /* a word or two, for the table */
    const char *build; /* version, compiler and flags */
    /* Plays, and gives the tees after the last tick. 1, or 0 when it failed. */
    int (*play)(const tt_bench_play *play, tt_bench_tee *tees);
} tt_bench_physics_info;

/* The one symbol of such a peer. */
#define TT_BENCH_PHYSICS_SYMBOL "tt_bench_physics"
typedef const tt_bench_physics_info *tt_bench_physics_fn(void);

#ifdef __cplusplus
}
#endif

#endif
