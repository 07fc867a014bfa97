/* SPDX-License-Identifier: MIT
 *
 * The rule of implicit ticks, for reader, fast paths, repair and writer.
 *
 * Within a tick the records of tees have ascending client ids. A tee's record whose client id is
 * not above the last one therefore opens the next tick, without a mark. A TICK_SKIP is a mark: it
 * leaves out `dt` ticks and opens the tick after them, in which any client id may come first. Every
 * other record belongs to the open tick.
 */
#ifndef TTI_TEEHISTORIAN_TICK_H
#define TTI_TEEHISTORIAN_TICK_H

#include "teetape/teehistorian.h"

/* A value above every client id: the first tee's record of a file is then in tick 1 even without a
 * TICK_SKIP. */
#define TTI_TH_NO_CID INT32_MAX

typedef struct tti_th_step_on {
    int64_t ticks;    /* distance from the open tick, negative after a TICK_SKIP that goes back */
    int32_t last_cid; /* last client id of the open tick after the step */
} tti_th_step_on;

static inline bool tti_th_is_player(tt_th_kind kind)
{
    return kind == TT_TH_PLAYER_DIFF || kind == TT_TH_PLAYER_NEW || kind == TT_TH_PLAYER_OLD;
}

/* Returns true for a move by (0, 0), which no server writes (see TT_TH_STILL_RUN). */
static inline bool tti_th_is_still(const tt_th_event *event)
{
    return event->kind == TT_TH_PLAYER_DIFF &&
           (event->u.player_diff.dx | event->u.player_diff.dy) == 0;
}

/* Applies the rule to a record. `cid` is the client id of a tee's record, `dt` that of a TICK_SKIP,
 * `last_cid` the last client id of the open tick. An equal id opens a tick like a lower one. With a
 * constant kind the call is one comparison. */
static inline tti_th_step_on tti_th_rule(tt_th_kind kind, int32_t cid, int32_t dt, int32_t last_cid)
{
    if (tti_th_is_player(kind)) {
        return (tti_th_step_on){cid <= last_cid, cid};
    }
    if (kind == TT_TH_TICK_SKIP) {
        /* A TICK_SKIP of -1 opens no tick: DDNet 11.0 may write it before the first tick. */
        return (tti_th_step_on){(int64_t)dt + 1, dt >= 0 ? -1 : last_cid};
    }
    return (tti_th_step_on){0, last_cid};
}

static inline tti_th_step_on tti_th_rule_of(const tt_th_event *event, int32_t last_cid)
{
    int32_t dt = event->kind == TT_TH_TICK_SKIP ? event->u.tick_skip.dt : 0;
    return tti_th_rule(event->kind, event->cid, dt, last_cid);
}

/* Returns true for a TICK_SKIP that a recorder can have written in `tick`. */
static inline bool tti_th_skip_can_be(int32_t dt, int64_t tick)
{
    return dt >= 0 || (dt == -1 && tick == 0);
}

/* Returns the kind of an extension by its UUID; TT_TH_EX for an unknown one. */
tt_th_kind tti_th_ex_find(const tt_uuid *uuid);

/* Returns the name from which the UUID of a known extension is made; NULL for the other kinds. */
const char *tti_th_ex_name(tt_th_kind kind);

#endif
