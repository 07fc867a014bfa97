/* SPDX-License-Identifier: MIT
 *
 * Where tees of a demo die and appear.
 *
 *     marker 10 | snapshot | Sv_KillMsg | marker 12 | snapshot with Death and Spawn items
 *
 * A kill message says who died, and the Death item of a snapshot in the TT_DEATH_TICKS ticks after
 * it where. The death waits until then in tti_known. Without an item its place is not known: the
 * tee of the last snapshot can be far from where it died. In DDNet the snapshot with the items
 * often has the next tee already. Servers of DDNet 20 send events with even ticks alone.
 */
#include "recording/recording.h"

/* The next item of a kind that has one form in both protocols, at `*at` or after it; NULL for
 * none. */
static const int32_t *next_item(const tti_demo *d, const tt_obj_kind kinds[2], uint32_t ints,
                                uint32_t *at)
{
    while (tti_demo_is_snapshot(d) && *at < d->demo.snap.count) {
        tt_snap_item item = tt_snap_item_at(&d->demo.snap, (*at)++);
        tt_obj_kind kind = tt_demo_world_kind(&d->follower, item.type);
        if ((kind == kinds[0] || kind == kinds[1]) && item.size >= ints) {
            return item.data;
        }
    }
    return NULL;
}

/* The ints x, y, client id of the Death item of a client; its item id is the number of the
 * event. */
const int32_t *tti_demo_death_item(const tti_demo *d, int32_t cid)
{
    static const tt_obj_kind kinds[2] = {TT_OBJ_DEATH, TT_OBJ_TW7_DEATH};
    const int32_t *item;
    uint32_t at = 0;
    while ((item = next_item(d, kinds, 3, &at)) != NULL && item[2] != cid) {
    }
    return item;
}

/* The ints x, y of the Spawn item of a tee. The item names no client. The tee is in the place,
 * or has fallen by one unit in its first tick. */
const int32_t *tti_demo_spawn_item(const tti_recording *r, int32_t cid)
{
    static const tt_obj_kind kinds[2] = {TT_OBJ_SPAWN, TT_OBJ_TW7_SPAWN};
    const tti_demo *d = &r->u.demo;
    const tt_tee *tee = &r->world.tee[cid];
    const int32_t *item;
    uint32_t at = 0;
    if (d->follower.core_tick[cid] != d->demo.snap_tick) {
        return NULL;
    }
    while ((item = next_item(d, kinds, 2, &at)) != NULL &&
           (item[0] != tee->x || (item[1] != tee->y && item[1] != (int64_t)tee->y - 1))) {
    }
    return item;
}

int tti_demo_killed(tti_recording *r, tt_fact *fact, int32_t cid, const int32_t *item)
{
    tti_killed *killed = &r->known[cid].killed;
    killed->is = TTI_PLACED;
    tti_fact_of(r, fact, TT_FACT_DEATH, cid);
    fact->tick = killed->tick;
    fact->session = killed->session;
    fact->offset = killed->offset;
    fact->u.death.x = item != NULL ? item[0] : TT_NO_PLACE;
    fact->u.death.y = item != NULL ? item[1] : TT_NO_PLACE;
    return 1;
}

/* A snapshot of the message's own tick has the items of earlier deaths. */
static int is_decided(const tti_demo *d, int32_t cid, int32_t killed, const int32_t **item)
{
    int64_t ticks = (int64_t)d->event.tick - killed;
    int is_marker = d->event.kind == TT_DEMO_TICK && d->event.status == TT_OK;
    *item = ticks > 0 ? tti_demo_death_item(d, cid) : NULL;
    return *item != NULL || (tti_demo_is_snapshot(d) && ticks >= TT_DEATH_TICKS) ||
           (is_marker && (ticks > TT_DEATH_TICKS || ticks < 0));
}

/* The next death of a message whose place this record has, or shows to be missing. */
int tti_demo_placed(tti_recording *r, tt_fact *fact)
{
    const int32_t *item;
    for (int32_t cid = 0; r->has_killed && cid < TT_CIDS; cid++) {
        const tti_killed *death = &r->known[cid].killed;
        if (death->is == TTI_KILLED && is_decided(&r->u.demo, cid, death->tick, &item)) {
            return tti_demo_killed(r, fact, cid, item);
        }
    }
    return 0;
}

int tti_demo_last_fact(tti_recording *r, tt_fact *fact)
{
    for (int32_t cid = 0; r->has_killed && cid < TT_CIDS; cid++) {
        if (r->known[cid].killed.is == TTI_KILLED) {
            return tti_demo_killed(r, fact, cid, NULL);
        }
    }
    return 0;
}

/* Who was killed has a new tee after the snapshot that decides on the place or comes next. Until
 * then the server's word was the death, and that the tee is not seen is none. */
void tti_demo_forget_placed(tti_recording *r)
{
    int has_killed = 0;
    for (int32_t cid = 0; r->has_killed && cid < TT_CIDS; cid++) {
        tti_killed *killed = &r->known[cid].killed;
        killed->is = killed->is == TTI_PLACED && tti_demo_is_snapshot(&r->u.demo) ? 0 : killed->is;
        has_killed |= killed->is;
    }
    r->has_killed = has_killed;
}
