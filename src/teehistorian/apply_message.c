/* SPDX-License-Identifier: MIT
 *
 * What a MESSAGE record does: it is decoded, and a client's info message has its name.
 *
 * A server records a message as it came, before it looks whether it is well-formed. So nothing in a
 * message is an error of the recording: what does not parse is a note.
 */
#include "teehistorian/record.h"

/* Without a JOINVER before (older than DDNet 14.0, or carried over a map change), the id of the
 * first info message shows the protocol: 20 is Cl_StartInfo of 0.6, 27 that of 0.7. Until then
 * messages are read as 0.6. A client of 0.6 has no message 27, so it cannot be taken for one. */
static tt_status decode_message(tt_th *th, int32_t cid, tt_bytes data)
{
    tt_protocol known = (tt_protocol)th->world->client[cid].protocol;
    tt_status status = tt_msg_decode(&th->msg, data, known);
    if (known != TT_PROTOCOL_UNKNOWN) {
        return status;
    }
    if (status == TT_OK && th->msg.kind == TT_MSG_CL_START_INFO) {
        tt_world_set_protocol(th->world, cid, TT_PROTOCOL_6);
    } else if (status == TT_ERR_UNKNOWN) {
        tt_msg seven;
        if (tt_msg_decode(&seven, data, TT_PROTOCOL_7) == TT_OK &&
            seven.kind == TT_MSG_CL7_START_INFO) {
            th->msg = seven;
            tt_world_set_protocol(th->world, cid, TT_PROTOCOL_7);
            return TT_OK;
        }
    }
    return status;
}

/* Whether name and clan count is for the world to say: a Cl_ChangeInfo may come too soon. 0.7 has
 * no Cl_ChangeInfo. The last argument is 1 for a change. */
static void apply_info(tt_th *th, int32_t cid)
{
    const tt_msg *msg = &th->msg;
    tt_world *world = th->world;
    switch (msg->kind) {
    case TT_MSG_CL_START_INFO:
        tt_world_request_info(world, cid, msg->u.cl_start_info.name, msg->u.cl_start_info.clan, 0);
        break;
    case TT_MSG_CL_CHANGE_INFO:
        tt_world_request_info(world, cid, msg->u.cl_change_info.name, msg->u.cl_change_info.clan,
                              1);
        break;
    case TT_MSG_CL7_START_INFO:
        tt_world_request_info(world, cid, msg->u.cl7_start_info.name, msg->u.cl7_start_info.clan,
                              0);
        break;
    default:
        break;
    }
}

/* `decoded` points to the one message of the reader, which remains until the next record. */
void tti_th_apply_message(tt_th *th, struct tt_th_message *message)
{
    tt_world_mention(th->world, message->cid);
    message->decoded = NULL;
    switch (decode_message(th, message->cid, message->msg)) {
    case TT_OK:
        message->decoded = &th->msg;
        apply_info(th, message->cid);
        break;
    case TT_ERR_UNKNOWN:
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_MSG_UNKNOWN);
        break;
    default:
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_MSG_MALFORMED);
        break;
    }
}
