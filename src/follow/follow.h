/* SPDX-License-Identifier: MIT
 *
 * What src/follow has for the library alone: tees of snapshots that are of no recording.
 */
#ifndef TTI_FOLLOW_FOLLOW_H
#define TTI_FOLLOW_FOLLOW_H

#include "teetape/follow.h"

/* Sets another terrain, for what was not computed yet. */
void tti_follow_set(tt_follow *follow, const tt_terrain *terrain);

/* Takes the tees of a snapshot. `kinds` has the kind of each item; TT_OBJ_KINDS for an item that is
 * not to be looked at. */
void tti_follow_snapshot(tt_follow *follow, const tt_snap *snap, const uint8_t *kinds,
                         int32_t tick);

/* Changes what is done without a terrain: 1 carries tees on all the same, as on an endless floor
 * or in empty air. That is a guess for eyes, and no value of the game; the states say TT_UNKNOWN.
 */
void tti_follow_guess(tt_follow *follow, bool on);

struct tti_replay; /* replay.h */
struct tti_physics;

/* Takes the state of tees in a teehistorian file from a replay along it; NULL: no longer. The last
 * tick that was computed is the one that is given. */
void tti_follow_replay(tt_follow *follow, const struct tti_replay *replay);

/* Puts what the physics knows of a living tee into a state that has its place. */
void tti_follow_computed(const struct tti_physics *world, int32_t cid, tt_tee_state *state);

#endif
