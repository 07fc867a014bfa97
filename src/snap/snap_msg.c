/* SPDX-License-Identifier: MIT
 *
 * The bodies of SNAP, SNAPSINGLE and SNAPEMPTY.
 *
 *     SNAP         tick, tick - base, parts, part, checksum, size, bytes
 *     SNAPSINGLE   tick, tick - base, checksum, size, bytes
 *     SNAPEMPTY    tick, tick - base
 */
#include "snap/snap_msg.h"

#include "base/mem.h"
#include "teetape/varint.h"

/* The id of SNAP; SNAPEMPTY and SNAPSINGLE have the next two. 0.7 has one more message before
 * them. */
enum { FIRST_ID_6 = 5, FIRST_ID_7 = 6 };

static int32_t first_id(tt_protocol protocol)
{
    return protocol == TT_PROTOCOL_7 ? FIRST_ID_7 : FIRST_ID_6;
}

/* The kinds are in the order of the ids. */
int32_t tt_snap_msg_id(tt_snap_msg_kind kind, tt_protocol protocol)
{
    return first_id(protocol) + (int32_t)kind;
}

/* The ids of the three follow each other in both protocols. */
int tt_snap_msg_kind_of(tt_snap_msg_kind *kind, int32_t id, tt_protocol protocol)
{
    int32_t first = first_id(protocol);
    if (id < first || id > first + TT_SNAP_MSG_SINGLE) {
        return 0;
    }
    *kind = (tt_snap_msg_kind)(id - first);
    return 1;
}

/* Ticks of a bad message may be any ints, so their difference wraps. */
static int32_t subtract(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a - (uint32_t)b);
}

/* The size is checked before it is used. A message that is cut has zeros in the fields that are
 * missing, and fails at the end. */
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
    return u.status != TT_OK ? u.status : tti_snap_msg_check(msg);
}

/* Nothing is checked: a test of receivers has to be able to write what is wrong. */
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
