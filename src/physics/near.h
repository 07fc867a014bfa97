/* SPDX-License-Identifier: MIT
 *
 * Which of many places are near to one. Tees ask it of all others twice in each tick, and most are
 * far away.
 */
#ifndef TTI_PHYSICS_NEAR_H
#define TTI_PHYSICS_NEAR_H

#include "physics/number.h"

enum { TTI_NEAR = 4 }; /* places that one call tests */

/* Returns a set of TTI_NEAR bits, the first place in bit 0. A bit is set when the place is at most
 * `reach` away on both axes. */
static inline unsigned tti_near_plain(const float *x, const float *y, tti_pair at, float reach)
{
    unsigned set = 0;
    for (unsigned i = 0; i < TTI_NEAR; i++) {
        tti_pair off = tti_pair_sub((tti_pair){x[i], y[i]}, at);
        bool is_near = off.x <= reach && off.x >= -reach && off.y <= reach && off.y >= -reach;
        set |= (unsigned)is_near << i;
    }
    return set;
}

#if defined(__SSE2__) && !defined(TTI_NO_SSE2)
#include "physics/near_sse2.h"
#define tti_near tti_near_sse2
#else
#define tti_near tti_near_plain
#endif

#endif
