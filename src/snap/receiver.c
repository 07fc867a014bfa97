/* SPDX-License-Identifier: MIT
 *
 * The receiving end of snapshots: puts parts together, applies their delta to the snapshot it is
 * against, checks the result. Does what a DDNet client does; docs/format/snapshot.md, "Receiving".
 *
 *     SNAP part 0, part 2, part 1     in any order: the parts of one tick are put together
 *     SNAP of a newer tick            what is there of the older one is thrown away
 *     all parts                       varints -> delta, against the base -> snapshot -> checksum
 */
#include "teetape/snap_net.h"

#include "base/error.h"
#include "base/mem.h"
#include "snap/snap_msg.h"
#include "teetape/varint.h"

/* MISMATCHES: wrong checksums that a client forgives before it asks for everything again, as DDNet
 * does it. NO_CHANGE_INTS: ints of a head. */
enum { MISMATCHES = 10, NO_CHANGE_INTS = 3 };

/* What a SNAPEMPTY stands for: a delta that is not sent, as it says nothing. */
static const int32_t no_change[NO_CHANGE_INTS] = {0, 0, 0};

tt_status tt_snap_receiver_init(tt_snap_receiver *r, const tt_snap_sizes *sizes, int32_t *ints,
                                size_t cap)
{
    r->ack = -1;
    r->tick = -1;
    r->odd = 0;
    r->mismatches = 0;
    r->sizes = sizes;
    r->incoming = -1;
    r->parts = 0;
    r->packed_size = 0;
    /* a part that is too short leaves what was there before: then zeros, not anything */
    tti_fill(r->packed, 0, sizeof r->packed);
    return tt_snap_store_init(&r->store, ints, cap);
}

/* Puts a part in its place. 1 when all are there. A part of another tick throws away what was
 * there; an older tick does not get here. The size of the whole comes from the part with the
 * highest number, whichever comes last: Teeworlds 0.6 takes the last in time, and is wrong when
 * they are out of order. The shift is 0 to 63, as the message was checked. */
static int part_take(tt_snap_receiver *r, const tt_snap_msg *msg)
{
    if (msg->tick != r->incoming) {
        r->incoming = msg->tick;
        r->parts = 0;
        r->packed_size = 0;
    }
    size_t start = (size_t)msg->part * TT_SNAP_PART_SIZE;
    tti_copy(r->packed + start, msg->data.data, msg->data.size);
    r->parts |= UINT64_C(1) << msg->part;
    if (msg->part == msg->parts - 1) {
        r->packed_size = start + msg->data.size;
    }
    return r->parts == UINT64_MAX >> (TT_SNAP_MAX_PARTS - msg->parts);
}

/* Reads the delta and applies it. The result is in r->space; the base is a view of the store, so
 * the two do not overlap. */
static tt_status snapshot_make(tt_snap_receiver *r, const tt_snap *base, tt_snap *snap,
                               tt_error *error)
{
    tt_delta delta = {no_change, NO_CHANGE_INTS};
    tt_delta_report report;
    if (r->packed_size != 0) {
        delta.ints = r->delta;
        tt_status status = tt_varints_decode(r->delta, TT_DELTA_MAX_INTS, &delta.count, r->packed,
                                             r->packed_size, error);
        if (status != TT_OK) {
            return status;
        }
    }
    tt_status status = tt_delta_apply(snap, &r->space, base, delta, r->sizes, &report);
    r->odd = report.odd;
    if (status != TT_OK && error != NULL) {
        *error = report.error;
    }
    return status;
}

/* A SNAPEMPTY brings no checksum. A mismatch means that base or delta are not those of the server.
 * A few are forgiven, one for each good snapshot; more make the client acknowledge nothing, so that
 * the server sends everything. */
static tt_status checksum_check(tt_snap_receiver *r, const tt_snap_msg *msg, const tt_snap *snap)
{
    if (msg->kind == TT_SNAP_MSG_EMPTY || tt_snap_checksum(snap) == (uint32_t)msg->checksum) {
        if (r->mismatches > 0) {
            r->mismatches--;
        }
        return TT_OK;
    }
    r->mismatches++;
    if (r->mismatches > MISMATCHES) {
        r->mismatches = 0;
        r->ack = -1;
    }
    return TT_ERR_SNAP_CHECKSUM;
}

/* All parts are there. Without the base nothing can be read: the acknowledgement goes back to -1 at
 * once. Snapshots before the base are dropped, because a server only goes on from acknowledged
 * ones. */
static tt_status complete(tt_snap_receiver *r, const tt_snap_msg *msg, tt_snap *snap,
                          tt_error *error)
{
    tt_snap base = tt_snap_empty();
    r->parts = 0;
    if (msg->base >= 0 && !tt_snap_store_get(&r->store, msg->base, &base, &r->base_index)) {
        r->ack = -1;
        return tti_fail(error, TT_ERR_SNAP_BASE, 0);
    }
    tt_status status = snapshot_make(r, &base, snap, error);
    if (status != TT_OK) {
        return status;
    }
    status = checksum_check(r, msg, snap);
    if (status != TT_OK) {
        return tti_fail(error, status, 0);
    }
    /* The server will not go back before a base that it has used. */
    tt_snap_store_drop(&r->store, msg->base);
    status = tt_snap_store_add(&r->store, msg->tick, snap);
    if (status != TT_OK) {
        return tti_fail(error, status, 0);
    }
    r->tick = msg->tick;
    r->ack = msg->tick;
    return TT_OK;
}

/* Ticks are ignored by the rule of DDNet's client: those before the one that is being put together,
 * and those not after the acknowledged one. */
tt_status tt_snap_receive(tt_snap_receiver *r, const tt_snap_msg *msg, tt_snap *snap,
                          tt_error *error)
{
    *snap = tt_snap_empty();
    tt_status status = tti_snap_msg_check(msg);
    if (status != TT_OK) {
        return tti_fail(error, status, 0);
    }
    if (msg->tick < r->incoming || msg->tick <= r->ack) {
        return TT_NOTE_SNAP_OLD;
    }
    if (!part_take(r, msg)) {
        return TT_MORE;
    }
    status = complete(r, msg, snap, error);
    if (status != TT_OK) {
        *snap = tt_snap_empty();
    }
    return status;
}
