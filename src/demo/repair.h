/* SPDX-License-Identifier: MIT
 *
 * Inside of the repair of demos.
 *
 *     repair.c        events, as far as they can be trusted
 *     repair_find.c   the next keyframe after damage
 */
#ifndef TTI_DEMO_REPAIR_H
#define TTI_DEMO_REPAIR_H

#include "teetape/demo_repair.h"

/* The offset of the first place from `offset` on where a keyframe stands that can follow on
 * repair->tick; its tick into *tick. UINT64_MAX when there is none. Uses the memory
 * of the trial and its window. */
uint64_t tti_demo_find_keyframe(tt_demo_repair *repair, uint64_t offset, int32_t *tick);

#endif
