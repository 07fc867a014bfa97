/* SPDX-License-Identifier: MIT
 *
 * Decodes and encodes the game messages of servers: finds the row, walks its fields.
 *
 * Demos hold them; a teehistorian file has what a server received.
 */
#include "teetape/server_message.h"

#include "msg/row.h"
#include "schema/uuid_row.h"
#include "teetape/varint.h"

/* clang-format off */

/* The fields of each row: static const tt_field fields_sv_chat[] = { ... }; */
#define TT_SV(NAME, name, text, protocol, id, doc) static const tt_field fields_##name[] = {
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) static const tt_field fields_##name[] = {
#define ROW(name, type, field, count, min, max, doc)                                               \
    TTI_MSG_FIELD(tt_##name, type, field, count, min, max, doc)
#define TT_RANGE(name, field, min, max, doc) ROW(name, INT, field, 1, min, max, doc)
#define TT_FIELD(name, type, field, doc)                                                           \
    ROW(name, type, field, 1, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_LIST(name, type, field, count, doc)                                                     \
    ROW(name, type, field, count, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/server_messages.def"

static const tti_msg_row messages[TT_SV_KINDS] = {
#define TT_SV(NAME, name, text, protocol, id, doc)                                                 \
    TTI_MSG_ROW(TTI_MSG_TYPE(name, text, doc), protocol, id)
#define TT_SV_BARE(NAME, name, text, protocol, id, doc)                                            \
    TTI_MSG_ROW(TTI_MSG_BARE(text, doc), protocol, id)
#define TT_SV_EX(NAME, name, text, ident, uuid, doc)                                               \
    TTI_MSG_ROW_EX(TTI_MSG_TYPE(name, text, doc), ident, uuid)
#define TT_SV_EX_BARE(NAME, name, text, ident, uuid, doc)                                          \
    TTI_MSG_ROW_EX(TTI_MSG_BARE(text, doc), ident, uuid)
#include "teetape/schema/server_messages.def"
};

/* clang-format on */

static const tti_msg_rows rows = {messages, TT_SV_KINDS};

/* No message has a negative id: it is refused. A system message of id 0 has a UUID, too. */
static tt_status unpack_head(tt_sv_head *head, tt_unpacker *u)
{
    int32_t v = tt_unpack_int(u);
    *head = (tt_sv_head){.is_system = v & 1, .id = v >> 1};
    if (u->status == TT_OK && v < 0) {
        return TT_ERR_RANGE;
    }
    if (u->status == TT_OK && head->id == 0) {
        head->uuid = tt_unpack_uuid(u);
    }
    return u->status;
}

/* For those who only sort messages: no field is read. */
tt_status tt_sv_head_of(tt_sv_head *head, tt_bytes data)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    return unpack_head(head, &u);
}

/* Reads the id and finds the row; TT_SV_KINDS with u->status TT_OK for an unknown one. System
 * messages have ids of their own, so the same number is another message there. */
static int kind_unpack(tt_unpacker *u, tt_protocol protocol)
{
    tt_sv_head head;
    if (unpack_head(&head, u) != TT_OK || head.is_system) {
        return TT_SV_KINDS;
    }
    return head.id != 0 ? tti_msg_by_id(&rows, head.id, protocol)
                        : tti_msg_by_uuid(&rows, &head.uuid);
}

/* The kind is set after the fields were read, as in tti_msg_decode. Bytes after the last field are
 * no error: a newer game adds some. */
tt_status tt_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    int kind = kind_unpack(&u, protocol);
    tt_status status = tti_msg_unpack(&rows, kind, &u, &msg->u);
    msg->kind = status == TT_OK ? (tt_sv_kind)kind : TT_SV_KINDS;
    return status;
}

void tt_sv_pack_id(tt_packer *p, tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&rows, (int)kind);
    if (row != NULL) {
        tti_msg_pack_id(row, p);
    }
}

void tt_sv_encode(tt_packer *p, const tt_sv_msg *msg)
{
    tti_msg_pack(&rows, (int)msg->kind, p, &msg->u);
}

/* By the id on the wire, which is below 64; all extended messages have id 0, and so bit 0. */
uint64_t tt_sv_bit(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&rows, (int)kind);
    return row != NULL ? (uint64_t)1 << row->id : 0;
}

const tt_type *tt_sv_type(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&rows, (int)kind);
    return row != NULL ? &row->type : NULL;
}

const char *tt_sv_uuid_name(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&rows, (int)kind);
    return row != NULL ? row->ident : NULL;
}

const tt_uuid *tt_sv_uuid(tt_sv_kind kind)
{
    const tti_msg_row *row = tti_msg_row_of(&rows, (int)kind);
    return row != NULL && row->ident != NULL ? &row->uuid : NULL;
}
