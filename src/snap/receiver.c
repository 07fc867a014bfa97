/* SPDX-License-Identifier: MIT
 *
 * The receiving end of snapshots, as in a DDNet client (docs/format/snapshot.md, "Receiving"), and
 * the messages that carry them. A receiver joins parts, applies their delta, and checks the result.
 *
 *     SNAP part 0, part 2, part 1     in any order: the parts of one tick are put together
 *     SNAP of a newer tick            the parts of the older one are thrown away
 *     all parts                       varints -> delta, against the base -> snapshot -> checksum
 *
 *     SNAP         tick, tick - base, parts, part, checksum, size, bytes
 *     SNAPSINGLE   tick, tick - base, checksum, size, bytes
 *     SNAPEMPTY    tick, tick - base
 */
#include "teetape/snap_net.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/opaque.h"
#include "snap/store.h"
#include "teetape/varint.h"

/* The id of SNAP. SNAPEMPTY and SNAPSINGLE have the next two. */
enum { FIRST_ID_6 = 5, FIRST_ID_7 = 6 };

static int32_t first_id(tt_protocol protocol)
{
    return protocol == TT_PROTOCOL_7 ? FIRST_ID_7 : FIRST_ID_6;
}

int32_t tt_snap_msg_id(tt_snap_msg_kind kind, tt_protocol protocol)
{
    return first_id(protocol) + (int32_t)kind;
}

bool tt_snap_msg_kind_of(tt_snap_msg_kind *kind, int32_t id, tt_protocol protocol)
{
    int32_t first = first_id(protocol);
    if (id < first || id > first + TT_SNAP_MSG_SINGLE) {
        return false;
    }
    *kind = (tt_snap_msg_kind)(id - first);
    return true;
}

/* Subtracts and wraps, because the ticks of a bad message may be any ints. */
static int32_t subtract(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a - (uint32_t)b);
}

static tt_status msg_check(const tt_snap_msg *msg)
{
    if (msg->parts < 1 || msg->parts > TT_SNAP_MAX_PARTS || msg->part < 0 ||
        msg->part >= msg->parts) {
        return TT_ERR_SNAP_PART;
    }
    return msg->data.size > TT_SNAP_PART_SIZE ? TT_ERR_SNAP_PART_SIZE : TT_OK;
}

/* Reads a message. A cut message has zeros in the missing fields, and fails at the end. */
tt_status tt_snap_msg_decode(tt_snap_msg *msg, tt_snap_msg_kind kind, tt_bytes body)
{
    tt_unpacker u = tt_unpacker_of(body.data, body.size);
    *msg = (tt_snap_msg){kind, 0, 0, 1, 0, 0, {NULL, 0}};
    msg->tick = tt_unpack_int(&u);
    msg->base = subtract(msg->tick, tt_unpack_int(&u));
    if (kind == TT_SNAP_MSG_PART) {
        msg->parts = tt_unpack_int(&u);
        msg->part = tt_unpack_int(&u);
    }
    if (kind != TT_SNAP_MSG_EMPTY) {
        msg->checksum = tt_unpack_int(&u);
        int32_t size = tt_unpack_int(&u);
        if (u.status == TT_OK && (size < 0 || size > TT_SNAP_PART_SIZE)) {
            return TT_ERR_SNAP_PART_SIZE;
        }
        msg->data = tt_unpack_raw(&u, (size_t)size);
    }
    return u.status != TT_OK ? u.status : msg_check(msg);
}

/* Writes a message, and checks nothing, because tests of receivers must be able to write wrong
 * messages. */
void tt_snap_msg_encode(tt_packer *p, const tt_snap_msg *msg)
{
    tt_pack_int(p, msg->tick);
    tt_pack_int(p, subtract(msg->tick, msg->base));
    if (msg->kind == TT_SNAP_MSG_PART) {
        tt_pack_int(p, msg->parts);
        tt_pack_int(p, msg->part);
    }
    if (msg->kind != TT_SNAP_MSG_EMPTY) {
        tt_pack_int(p, msg->checksum);
        tt_pack_int(p, (int32_t)msg->data.size);
        tt_pack_raw(p, msg->data);
    }
}

/* MISMATCHES: after more wrong checksums than this DDNet's client asks for a whole snapshot.
 * NO_CHANGE_INTS: ints of a head. */
enum { MISMATCHES = 10, NO_CHANGE_INTS = 3 };

/* The delta that a SNAPEMPTY means. */
static const int32_t no_change[NO_CHANGE_INTS] = {0, 0, 0};

typedef struct tti_snap_receiver {
    tt_snap_receiver_view at;
    const tt_snap_sizes *sizes;
    int32_t incoming; /* tick of the snapshot whose parts are being collected */
    uint64_t parts;   /* bit n: part n of `incoming` has arrived */
    size_t packed_size;
    tti_snap_store store;
    tt_snap_index base_index;
    tt_snap_space space;
    int32_t delta[TT_DELTA_MAX_INTS];
    uint8_t packed[TT_SNAP_MAX_PACKED];
} tti_snap_receiver;

TTI_OPAQUE(snap_receiver)

tt_status tt_snap_receiver_init(tt_snap_receiver *outer, const tt_snap_sizes *sizes, int32_t *ints,
                                size_t cap)
{
    tti_snap_receiver *r = tti_snap_receiver_of(outer);
    r->at = (tt_snap_receiver_view){.ack = -1, .tick = -1};
    r->sizes = sizes;
    r->incoming = -1;
    r->parts = 0;
    r->packed_size = 0;
    /* when a part is too short, bytes of an earlier one would remain after it */
    tti_fill(r->packed, 0, sizeof r->packed);
    return tti_snap_store_init(&r->store, ints, cap);
}

tt_snap_receiver_view tt_snap_receiver_look(const tt_snap_receiver *outer)
{
    return tti_snap_receiver_seen(outer)->at;
}

/* Stores a part, and returns true when all parts are there. A part of a newer tick drops the older
 * ones. The part with the highest number gives the whole size; Teeworlds 0.6 uses the last part in
 * time, which is wrong when parts are out of order. */
static bool snap_part_take(tti_snap_receiver *r, const tt_snap_msg *msg)
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

/* Makes the snapshot from the joined parts. The base is a view of the store, so it does not overlap
 * the result in r->space. */
static tt_status snapshot_make(tti_snap_receiver *r, const tt_snap *base, tt_snap *snap,
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
    r->at.odd = report.odd;
    if (status != TT_OK && error != NULL) {
        *error = report.error;
    }
    return status;
}

/* Compares the checksum; a SNAPEMPTY has none. A mismatch means that base or delta are not those of
 * the server. Each good snapshot cancels one mismatch. After too many the client acknowledges
 * nothing, so that the server sends everything. */
static tt_status checksum_check(tti_snap_receiver *r, const tt_snap_msg *msg, const tt_snap *snap)
{
    if (msg->kind == TT_SNAP_MSG_EMPTY || tt_snap_checksum(snap) == (uint32_t)msg->checksum) {
        if (r->at.mismatches > 0) {
            r->at.mismatches--;
        }
        return TT_OK;
    }
    r->at.mismatches++;
    if (r->at.mismatches > MISMATCHES) {
        r->at.mismatches = 0;
        r->at.ack = -1;
    }
    return TT_ERR_SNAP_CHECKSUM;
}

/* Handles a message whose parts are all there. Without the base the delta cannot be read, so the
 * acknowledgement is reset to -1. */
static tt_status complete(tti_snap_receiver *r, const tt_snap_msg *msg, tt_snap *snap,
                          tt_error *error)
{
    tt_snap base = tt_snap_empty();
    r->parts = 0;
    if (msg->base >= 0 && !tti_snap_store_get(&r->store, msg->base, &base, &r->base_index)) {
        r->at.ack = -1;
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
    /* the server never uses an older base again */
    tti_snap_store_drop(&r->store, msg->base);
    status = tti_snap_store_add(&r->store, msg->tick, snap);
    if (status != TT_OK) {
        return tti_fail(error, status, 0);
    }
    r->at.tick = msg->tick;
    r->at.ack = msg->tick;
    return TT_OK;
}

/* Takes a message. Like DDNet's client, ignores ticks before the one whose parts it is joining, and
 * ticks that are not after the acknowledged one. */
tt_status tt_snap_receive(tt_snap_receiver *outer, const tt_snap_msg *msg, tt_snap *snap,
                          tt_error *error)
{
    tti_snap_receiver *r = tti_snap_receiver_of(outer);
    *snap = tt_snap_empty();
    tt_status status = msg_check(msg);
    if (status != TT_OK) {
        return tti_fail(error, status, 0);
    }
    if (msg->tick < r->incoming || msg->tick <= r->at.ack) {
        return TT_NOTE_SNAP_OLD;
    }
    if (!snap_part_take(r, msg)) {
        return TT_MORE;
    }
    status = complete(r, msg, snap, error);
    if (status != TT_OK) {
        *snap = tt_snap_empty();
    }
    return status;
}
