/* SPDX-License-Identifier: MIT
 *
 * The items of a client in a snapshot. They are made in the order in which they lie there, one
 * after the other: into a new snapshot, or over those of the snapshot before. The second is much
 * cheaper, and right where only the ints of an item changed; snapshot.c knows where that is so.
 */
#ifndef TTI_CONVERT_ITEMS_H
#define TTI_CONVERT_ITEMS_H

#include "convert/parts.h"

/* What items are made with. It lives for one snapshot, on the stack of tti_snapshot_make. */
typedef struct tti_making {
    tt_convert *c;
    const tt_world *world;
    tt_snap_builder b; /* of a new snapshot */
    int32_t *place;    /* where the next item is in the snapshot before; NULL for a new snapshot */
    int32_t tick;      /* of the recording */
    int32_t events;    /* ids of events that were given out */
    int32_t wake;      /* when the items at hand would come out otherwise, if nothing happens */
    tt_status status;  /* the first failure */
} tti_making;

/* Keeps the first failure. Making goes on after it, so that a full snapshot has what fits. */
static inline void tti_making_fail(tti_making *m, tt_status status)
{
    if (m->status == TT_OK) {
        m->status = status;
    }
}

/* From this tick on the items at hand may be others. Who derives an item from the time (eyes that
 * open, a face that ends) has to call it, or the item is not made again then. */
static inline void tti_making_wake(tti_making *m, int32_t tick)
{
    if (tick > m->tick && tick < m->wake) {
        m->wake = tick;
    }
}

/* eyes.c: the eyes of a tee; and whether nothing was heard of its client for long, or at all. */
int32_t tti_eyes(tti_making *m, int32_t cid, const tt_convert_look *look);
int tti_is_afk(tti_making *m, const tt_convert_look *look);

/* view.c: who looks, where nobody is there to be looked at. */
void tti_add_viewer(tti_making *m);

#endif
