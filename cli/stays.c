/* SPDX-License-Identifier: MIT
 *
 * Follows the stays through a recording.
 */
#include "cli/stays.h"

static void open_stay(struct stays *stays, int32_t cid, bool joined)
{
    stays->slot[cid].open = true;
    stays->slot[cid].any = true;
    stays->slot[cid].joined = joined;
    stays->slot[cid].stay = stays->count++;
    if (++stays->open_count > stays->most_open) {
        stays->most_open = stays->open_count;
    }
}

static void close_stay(struct stays *stays, int32_t cid)
{
    stays->slot[cid].open = false;
    stays->open_count--;
}

/* The open stay, or the last one: the tee and the team of a client who dropped have records
 * after the DROP. */
static uint64_t stay_of(const struct stays *stays, int32_t cid)
{
    return stays->slot[cid].any ? stays->slot[cid].stay : STAY_NONE;
}

/* A JOIN after records that spoke of the client already belongs to the same stay. */
static void join(struct stays *stays, int32_t cid, struct stay_change *change)
{
    if (stays->slot[cid].open && !stays->slot[cid].joined) {
        stays->slot[cid].joined = true;
        return;
    }
    if (stays->slot[cid].open) {
        change->broken = stays->slot[cid].stay;
        close_stay(stays, cid);
    }
    open_stay(stays, cid, true);
    change->began = true;
}

struct stay_change stays_follow(struct stays *stays, const tt_th_event *event,
                                const tt_world *world)
{
    struct stay_change change = {STAY_NONE, STAY_NONE, false, false, STAY_NONE};
    int32_t cid = event->cid;
    if (cid < 0 || cid >= TT_CIDS) {
        return change;
    }
    if (event->kind == TT_TH_JOIN) {
        join(stays, cid, &change);
    } else if (!stays->slot[cid].open && world->client[cid].connected) {
        open_stay(stays, cid, false);
        change.began = true;
    }
    change.stay = stay_of(stays, cid);
    if ((event->kind == TT_TH_JOINVER6 || event->kind == TT_TH_JOINVER7) &&
        (!stays->slot[cid].open || stays->slot[cid].joined)) {
        change.stay = stays->count; /* it stands directly before the JOIN of the next stay */
    }
    if (event->kind == TT_TH_PLAYER_SWITCH) {
        change.stay2 = stay_of(stays, event->u.player_switch.cid2);
    }
    if (event->kind == TT_TH_DROP && stays->slot[cid].open) {
        close_stay(stays, cid);
        change.ended = true;
    }
    return change;
}
