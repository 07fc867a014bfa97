/* SPDX-License-Identifier: MIT
 *
 * What a snapshot of a demo changes in the world.
 */
#ifndef TTI_DEMO_WORLD_SNAP_H
#define TTI_DEMO_WORLD_SNAP_H

#include "teetape/demo_world.h"

/* Takes the snapshot that `demo` has now, which came with this event. The result is a sum of
 * TT_DEMO_WORLD_*. */
unsigned tti_demo_world_snapshot(tt_demo_world *follower, const tt_demo *demo,
                                 const tt_demo_event *event);

#endif
