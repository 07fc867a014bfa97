/* SPDX-License-Identifier: MIT
 *
 * Which records people search for, and the call that gives those alone. Searches, lists and indexes
 * are made of the few records besides movement and inputs, so the rest is passed at the speed of
 * tt_th_advance.
 */
#ifndef TTI_TEEHISTORIAN_SPARSE_H
#define TTI_TEEHISTORIAN_SPARSE_H

#include "teetape/teehistorian.h"

static inline int tti_th_is_frequent(tt_th_kind kind)
{
    return kind == TT_TH_PLAYER_DIFF || kind == TT_TH_INPUT_DIFF || kind == TT_TH_TICK_SKIP;
}

/* A TICK_SKIP over `ticks` and more: an empty server writes nothing. Facts call that a gap. */
static inline int tti_th_is_silence(const tt_th_event *event, int64_t ticks)
{
    return event->kind == TT_TH_TICK_SKIP && event->u.tick_skip.dt >= ticks;
}

/* tt_th_next_sparse_until, which also gives a TICK_SKIP over `silence` ticks and more. */
tt_status tti_th_next_sparse(tt_th *th, tt_th_event *event, int32_t tick, int64_t silence);

/* tt_th_next_tick, which also counts a record after `open` that will not be given: the open tick
 * ends before that record becomes an error. */
tt_status tti_th_coming_tick(tt_th *th, int32_t open, int32_t *tick);

#endif
