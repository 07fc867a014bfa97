/* SPDX-License-Identifier: MIT
 *
 * Adds records to a tally: how often each client moved and pressed keys, and how far its tee went.
 * The fast readers do not hand these records out, so they count them here, in the loop.
 */
#ifndef TTI_TEEHISTORIAN_TALLY_H
#define TTI_TEEHISTORIAN_TALLY_H

#include "teehistorian/tally_ways.h"
#include "teetape/teehistorian.h"

/* The length of a longer move; 0 for a jump, which is no way: a tee that was carried by a
 * teleporter or came back elsewhere did not walk. */
double tti_th_tally_long_way(int64_t dx, int64_t dy);

/* The length of a move. Nearly all have at most TTI_TH_WAYS_MAX on each axis, and their root is in
 * the table: a triangle of half a square, since the length does not depend on signs or on which
 * axis is the longer one. */
static inline double tti_th_tally_way(int32_t dx, int32_t dy)
{
    /* Without a sign, because INT32_MIN has no positive counterpart. */
    uint32_t x = dx < 0 ? 0u - (uint32_t)dx : (uint32_t)dx;
    uint32_t y = dy < 0 ? 0u - (uint32_t)dy : (uint32_t)dy;
    uint32_t more = x > y ? x : y, less = x > y ? y : x;
    return more <= TTI_TH_WAYS_MAX ? tti_th_ways[more * (more + 1) / 2 + less]
                                   : tti_th_tally_long_way(dx, dy);
}

/* The client id is checked by the caller. Ways are added in the order of the records, so that the
 * fast loop and the general way give the same sum to the last bit. */
static inline void tti_th_tally_move(tt_th_tally *tally, unsigned cid, int32_t dx, int32_t dy)
{
    tally->moves[cid]++;
    if (!tally->no_ways) {
        tally->way[cid] += tti_th_tally_way(dx, dy);
    }
}

/* Any record: counts it if it is one of those that fill a recording. */
void tti_th_tally_take(tt_th_tally *tally, const tt_th_event *event);

#endif
