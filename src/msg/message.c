/* SPDX-License-Identifier: MIT
 *
 * Decodes and encodes the game messages of clients. A teehistorian file has them without their
 * packets: an id and fields. messages.def has a row for each message and protocol.
 */
#include "teetape/message.h"

#include "msg/inside.h"
#include "msg/row.h"
#include "teetape/varint.h"

/* clang-format off */

/* Expands to the fields of each row: static const tt_field fields_cl_say[] = { ... }; */
#define TT_MSG(NAME, name, text, protocol, id, doc) static const tt_field fields_##name[] = {
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc) static const tt_field fields_##name[] = {
#define MESSAGE_ROW(name, type, field, count, min, max, doc)                                       \
    TTI_MSG_FIELD(tt_msg_##name, type, field, count, min, max, doc)
#define TT_RANGE(name, field, min, max, doc) MESSAGE_ROW(name, INT, field, 1, min, max, doc)
#define TT_FIELD(name, type, field, doc)                                                           \
    MESSAGE_ROW(name, type, field, 1, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_LIST(name, type, field, count, doc)                                                     \
    MESSAGE_ROW(name, type, field, count, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/messages.def"

static const tti_msg_row messages[TT_MSG_KINDS] = {
#define TT_MSG(NAME, name, text, protocol, id, doc)                                                \
    TTI_MSG_ROW(TTI_MSG_TYPE(name, text, doc), protocol, id)
#define TT_MSG_BARE(NAME, name, text, protocol, id, doc)                                           \
    TTI_MSG_ROW(TTI_MSG_BARE(text, doc), protocol, id)
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc)                                              \
    TTI_MSG_ROW_EX(TTI_MSG_TYPE(name, text, doc), uuid)
#include "teetape/schema/messages.def"
};

/* clang-format on */

static const tti_msg_rows message_rows = {messages, TT_MSG_KINDS};

/* Returns TT_MSG_KINDS with u->status TT_OK for an unknown message. The UUID of an extended message
 * follows an id of 0, and is the same in both protocols. */
static int message_kind_unpack(tt_unpacker *u, tt_protocol protocol)
{
    int32_t v = tt_unpack_int(u);
    /* the lowest bit marks system messages, which a teehistorian file does not have */
    if (u->status != TT_OK || v < 0 || (v & 1) != 0) {
        return TT_MSG_KINDS;
    }
    if (v != 0) {
        return tti_msg_by_id(&message_rows, v >> 1, protocol);
    }
    tt_uuid uuid = tt_unpack_uuid(u);
    return tti_msg_by_uuid(&message_rows, &uuid);
}

tt_status tti_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol, tt_bytes *rest)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    int kind = message_kind_unpack(&u, protocol);
    tt_status status = tti_msg_unpack(&message_rows, kind, &u, &msg->u);
    msg->kind = status == TT_OK ? (tt_msg_kind)kind : TT_MSG_KINDS;
    *rest = (tt_bytes){u.at, (size_t)(u.end - u.at)};
    return status;
}

tt_status tt_msg_decode(tt_msg *msg, tt_bytes data, tt_protocol protocol)
{
    tt_bytes rest;
    return tti_msg_decode(msg, data, protocol, &rest);
}

void tt_msg_encode(tt_packer *p, const tt_msg *msg)
{
    tti_msg_pack(&message_rows, (int)msg->kind, p, &msg->u);
}

const tt_type *tt_msg_type(tt_msg_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&message_rows, (int)kind);
    return row != NULL ? &row->type : NULL;
}

const tt_uuid *tt_msg_uuid(tt_msg_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&message_rows, (int)kind);
    return row != NULL && row->protocol == TT_PROTOCOL_UNKNOWN ? &row->uuid : NULL;
}
