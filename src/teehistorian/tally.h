/* SPDX-License-Identifier: MIT
 *
 * Adds records to a tally.
 */
#ifndef TTI_TEEHISTORIAN_TALLY_H
#define TTI_TEEHISTORIAN_TALLY_H

#include "teehistorian/tally_ways.h"
#include "teetape/teehistorian.h"

/* The length of a longer move; 0 for a jump. */
double tti_th_tally_long_way(int64_t dx, int64_t dy);

/* The length of a move. Nearly all have at most TTI_TH_WAYS_MAX on each axis. */
static inline double tti_th_tally_way(int32_t dx, int32_t dy)
{
    uint32_t x = dx < 0 ? 0u - (uint32_t)dx : (uint32_t)dx;
    uint32_t y = dy < 0 ? 0u - (uint32_t)dy : (uint32_t)dy;
    uint32_t more = x > y ? x : y, less = x > y ? y : x;
    return more <= TTI_TH_WAYS_MAX ? tti_th_ways[more * (more + 1) / 2 + less]
                                   : tti_th_tally_long_way(dx, dy);
}

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
