/* SPDX-License-Identifier: MIT
 *
 * The sending end of snapshots for one client, as in a DDNet server (docs/format/snapshot.md,
 * "Sending"). It keeps sent snapshots, makes the delta against the acknowledged one, and cuts the
 * delta into parts.
 */
#include "teetape/snap_net.h"

#include "base/mem.h"
#include "base/opaque.h"
#include "snap/store.h"
#include "teetape/game.h"
#include "teetape/varint.h"

/* DDNet's numbers in ticks: a second; how long a sent snapshot is kept as a base; the time between
 * two snapshots for a client that has acknowledged none. */
enum { KEPT = 3 * TT_TICKS_PER_SECOND, INIT_TICKS = 10 };

/* The rate at which a client gets snapshots. */
enum rate {
    RATE_INIT,   /* a snapshot every INIT_TICKS ticks, until the client acknowledges one */
    RATE_FULL,   /* a snapshot as often as the caller says */
    RATE_RECOVER /* once a second, after the base was lost */
};

typedef struct tti_snap_sender {
    int32_t ack; /* the last tick that the client acknowledged, -1 for none */
    enum rate rate;
    const tt_snap_sizes *sizes;
    int32_t base, tick, checksum; /* values of the last snapshot; base -1: the empty one */
    uint32_t parts, next;
    size_t packed_size;
    tti_snap_store store;
    tt_snap_index base_index;
    int32_t delta[TT_DELTA_BOUND];
    uint8_t packed[TT_SNAP_MAX_PACKED];
} tti_snap_sender;

TTI_OPAQUE(snap_sender)

tt_status tt_snap_sender_init(tt_snap_sender *outer, const tt_snap_sizes *sizes, int32_t *ints,
                              size_t cap)
{
    tti_snap_sender *s = tti_snap_sender_of(outer);
    s->ack = -1;
    s->rate = RATE_INIT;
    s->base = -1;
    s->sizes = sizes;
    s->tick = -1;
    s->checksum = 0;
    s->parts = 0;
    s->next = 0;
    s->packed_size = 0;
    return tti_snap_store_init(&s->store, ints, cap);
}

/* Takes an acknowledgement. The client cannot have received a tick that the server has not
 * reached. */
tt_status tt_snap_sender_ack(tt_snap_sender *outer, int32_t ack, int32_t now)
{
    tti_snap_sender *s = tti_snap_sender_of(outer);
    if (ack < -1 || ack > now) {
        return TT_ERR_RANGE;
    }
    s->ack = ack;
    if (ack >= 0) {
        s->rate = RATE_FULL;
    }
    return TT_OK;
}

/* Returns true when a snapshot is due: the tick is a multiple of the interval, so all clients of a
 * rate get theirs in the same ticks. */
bool tt_snap_sender_due(const tt_snap_sender *outer, int32_t tick, int32_t every)
{
    if (every > 1 && tick % every != 0) {
        return false;
    }
    switch (tti_snap_sender_seen(outer)->rate) {
    case RATE_INIT:
        return tick % INIT_TICKS == 0;
    case RATE_RECOVER:
        return tick % TT_TICKS_PER_SECOND == 0;
    default:
        return true;
    }
}

/* Makes a delta against the acknowledged snapshot, or against the empty one, which any client can
 * read. A client at full rate that needs the empty one has lost its base: it then gets one snapshot
 * a second until an acknowledgement comes. */
static tt_status delta_make(tti_snap_sender *s, const tt_snap *snap, size_t *count)
{
    tt_snap base;
    s->base = -1;
    if (s->ack >= 0 && tti_snap_store_get(&s->store, s->ack, &base, &s->base_index)) {
        tt_status status = tt_delta_create(s->delta, TT_DELTA_BOUND, count, &base, snap, s->sizes);
        /* a delta cannot change the size of an item; a whole snapshot can */
        if (status != TT_ERR_DELTA_UNEQUAL) {
            s->base = s->ack;
            return status;
        }
    } else if (s->rate == RATE_FULL) {
        s->rate = RATE_RECOVER;
    }
    base = tt_snap_empty();
    return tt_delta_create(s->delta, TT_DELTA_BOUND, count, &base, snap, s->sizes);
}

/* Makes the delta of a snapshot, and its parts. Keeps a copy of the snapshot first, because the
 * client may acknowledge it. Snapshots before the acknowledged one, or older than KEPT ticks, are
 * no base any more and are dropped. */
tt_status tt_snap_send(tt_snap_sender *outer, int32_t tick, const tt_snap *snap)
{
    tti_snap_sender *s = tti_snap_sender_of(outer);
    size_t count;
    s->parts = 0;
    s->next = 0;
    s->packed_size = 0;
    if (tick < 0) {
        return TT_ERR_ARGUMENT;
    }
    tti_snap_store_drop(&s->store, tick - KEPT > s->ack ? tick - KEPT : s->ack);
    tt_status status = tti_snap_store_add(&s->store, tick, snap);
    if (status == TT_OK) {
        status = delta_make(s, snap, &count);
    }
    if (status != TT_OK) {
        return status;
    }
    if (count > TT_DELTA_MAX_INTS || tt_varints_encode(s->packed, TT_SNAP_MAX_PACKED,
                                                       &s->packed_size, s->delta, count) != TT_OK) {
        return TT_ERR_DELTA_LARGE;
    }
    s->tick = tick;
    s->checksum = tti_signed(tt_snap_checksum(snap));
    s->parts = (uint32_t)((s->packed_size + TT_SNAP_PART_SIZE - 1) / TT_SNAP_PART_SIZE);
    if (s->parts == 0) {
        s->parts = 1;
    }
    return TT_OK;
}

bool tt_snap_sender_next(tt_snap_sender *outer, tt_snap_msg *msg)
{
    tti_snap_sender *s = tti_snap_sender_of(outer);
    if (s->next >= s->parts) {
        return false;
    }
    size_t start = (size_t)s->next * TT_SNAP_PART_SIZE, left = s->packed_size - start;
    *msg = (tt_snap_msg){TT_SNAP_MSG_PART, s->tick,     s->base,  (int32_t)s->parts,
                         (int32_t)s->next, s->checksum, {NULL, 0}};
    if (s->packed_size == 0) {
        msg->kind = TT_SNAP_MSG_EMPTY;
        msg->checksum = 0;
    } else {
        msg->kind = s->parts == 1 ? TT_SNAP_MSG_SINGLE : TT_SNAP_MSG_PART;
        msg->data.data = s->packed + start;
        msg->data.size = left < TT_SNAP_PART_SIZE ? left : TT_SNAP_PART_SIZE;
    }
    s->next++;
    return true;
}
