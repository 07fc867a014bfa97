/* SPDX-License-Identifier: MIT
 *
 * States of tees that are the same on every machine. Nothing of a C library is needed for them, so
 * that they are computed in bare wasm32, too.
 */
#ifndef TEST_PHYSICS_STATES_H
#define TEST_PHYSICS_STATES_H

#include <stdint.h>

#include "physics/core.h"

/* A small random map that has all tiles with an effect on tees and hooks. */
extern const tt_terrain physics_terrain;
void physics_terrain_strew(uint64_t *seed);

/* Computes one tick of a tee that is alone in the world. */
static inline void core_tick(tti_core *core, const tti_core_input *input, const tti_tuning *tuning,
                             const tt_terrain *ground)
{
    tti_around around = {.tuning = tuning, .ground = ground};
    tti_body body = tti_body_of(core);
    tti_body_alone(&body, input, &around);
    *core = tti_core_of(&body);
}

/* The hash of 24000 states of 400 tees that physics_states_hash has to give on every machine. */
#define PHYSICS_STATES_HASH UINT64_C(0xBB77C4BEBCD7AED6)
uint64_t physics_states_hash(void);

#endif
