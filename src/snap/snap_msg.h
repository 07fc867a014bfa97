/* SPDX-License-Identifier: MIT
 *
 * What a receiver asks of a message that carries a snapshot.
 */
#ifndef TTI_SNAP_MSG_H
#define TTI_SNAP_MSG_H

#include "teetape/snap_net.h"

/* TT_OK, TT_ERR_SNAP_PART or TT_ERR_SNAP_PART_SIZE. */
static inline tt_status tti_snap_msg_check(const tt_snap_msg *msg)
{
    if (msg->parts < 1 || msg->parts > TT_SNAP_MAX_PARTS || msg->part < 0 ||
        msg->part >= msg->parts) {
        return TT_ERR_SNAP_PART;
    }
    return msg->data.size > TT_SNAP_PART_SIZE ? TT_ERR_SNAP_PART_SIZE : TT_OK;
}

#endif
