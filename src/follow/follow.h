/* SPDX-License-Identifier: MIT
 *
 * Functions of src/follow for the library alone, such as those for a snapshot that comes from no
 * recording.
 */
#ifndef TTI_FOLLOW_FOLLOW_H
#define TTI_FOLLOW_FOLLOW_H

#include "teetape/follow.h"
#include "teetape/input.h"

/* Sets the terrain for states that are computed from now on. */
void tti_follow_set(tt_follow *outer, const tt_terrain *terrain);

/* Takes the tees of a snapshot. `kinds` has the kind of each item; TT_OBJ_KINDS marks an item to
 * skip. */
void tti_follow_snapshot(tt_follow *outer, const tt_snap *snap, const uint8_t *kinds, int32_t tick);

/* Sets what happens without a terrain. When on, tees are predicted on an endless floor or in empty
 * air. This guess looks good in a picture, but is no value of the game, so the states say
 * TT_UNKNOWN. */
void tti_follow_guess(tt_follow *outer, bool on);

struct tti_physics;

/* Adds the computed members of a living tee to a state that has its place already. */
void tti_follow_computed(const struct tti_physics *world, int32_t cid, tt_tee_state *state);

/* Returns the keys that an input holds, a sum of 1 << a tt_key, TT_KEY_LEFT to TT_KEY_FIRE. */
uint8_t tti_follow_keys(const tt_input *input);

#endif
