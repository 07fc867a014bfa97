/* SPDX-License-Identifier: MIT
 *
 * Decodes the game messages of servers: finds the row, walks its fields.
 */
#include "teetape/server_message.h"

#include "schema/fields.h"
#include "schema/uuid_row.h"
#include "teetape/varint.h"

/* clang-format off */

/* The fields of each row: static const tt_field fields_sv_chat[] = { ... }; */
#define TT_SV(NAME, name, text, protocol, id, doc) static const tt_field fields_##name[] = {
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) static const tt_field fields_##name[] = {
#define ROW(name, type, field, count, min, max, doc)                                               \
    {#field, TT_TYPE_##type, offsetof(struct tt_##name, field), count, 0, min, max, doc},
#define TT_RANGE(name, field, min, max, doc) ROW(name, INT, field, 1, min, max, doc)
#define TT_FIELD(name, type, field, doc)                                                           \
    ROW(name, type, field, 1, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_LIST(name, type, field, count, doc)                                                     \
    ROW(name, type, field, count, TTI_MIN_##type, TTI_MAX_##type, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/server_messages.def"

/* clang-format on */

/* One row: how the message is told on the wire, and its description. */
struct message {
    tt_type type;
    tt_protocol protocol; /* UNKNOWN: extended */
    int32_t id;           /* 0 for extended ones */
    const char *ident;
    tt_uuid uuid;
};

/* clang-format off */

#define SIX TT_PROTOCOL_6
#define SEVEN TT_PROTOCOL_7
#define NO_UUID {{0}}
#define TYPE(name, text, doc) {text, doc, fields_##name, TTI_COUNT(fields_##name)}

static const struct message messages[TT_SV_KINDS] = {
#define TT_SV(NAME, name, text, protocol, id, doc)                                                 \
    {TYPE(name, text, doc), protocol, id, NULL, NO_UUID},
#define TT_SV_BARE(NAME, name, text, protocol, id, doc)                                            \
    {{text, doc, NULL, 0}, protocol, id, NULL, NO_UUID},
#define TT_SV_EX(NAME, name, text, ident, uuid, doc)                                               \
    {TYPE(name, text, doc), TT_PROTOCOL_UNKNOWN, 0, ident, uuid},
#define TT_SV_EX_BARE(NAME, name, text, ident, uuid, doc)                                          \
    {{text, doc, NULL, 0}, TT_PROTOCOL_UNKNOWN, 0, ident, uuid},
#include "teetape/schema/server_messages.def"
};

/* clang-format on */

static tt_sv_kind find_by_id(int32_t id, tt_protocol protocol)
{
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        if (messages[kind].protocol == protocol && messages[kind].id == id) {
            return (tt_sv_kind)kind;
        }
    }
    return TT_SV_KINDS;
}

static tt_sv_kind find_by_uuid(const tt_uuid *uuid)
{
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        if (messages[kind].ident != NULL && tt_uuid_equal(&messages[kind].uuid, uuid)) {
            return (tt_sv_kind)kind;
        }
    }
    return TT_SV_KINDS;
}

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

tt_status tt_sv_head_of(tt_sv_head *head, tt_bytes data)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    return unpack_head(head, &u);
}

/* Reads the id and finds the row; TT_SV_KINDS with u->status TT_OK for an unknown one. */
static tt_sv_kind kind_unpack(tt_unpacker *u, tt_protocol protocol)
{
    tt_sv_head head;
    if (unpack_head(&head, u) != TT_OK || head.is_system) {
        return TT_SV_KINDS;
    }
    if (head.id != 0) {
        return find_by_id(head.id, protocol == TT_PROTOCOL_UNKNOWN ? TT_PROTOCOL_6 : protocol);
    }
    return find_by_uuid(&head.uuid);
}

tt_status tt_sv_decode(tt_sv_msg *msg, tt_bytes data, tt_protocol protocol)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    tt_sv_kind kind = kind_unpack(&u, protocol);
    msg->kind = TT_SV_KINDS;
    if (u.status != TT_OK) {
        return u.status;
    }
    if (kind == TT_SV_KINDS) {
        return TT_ERR_UNKNOWN;
    }
    if (tti_fields_unpack(&messages[kind].type, &u, &msg->u) == TT_OK) {
        msg->kind = kind;
    }
    return u.status;
}

static int is_kind(tt_sv_kind kind)
{
    return (unsigned)kind < TT_SV_KINDS;
}

void tt_sv_pack_id(tt_packer *p, tt_sv_kind kind)
{
    if (is_kind(kind)) {
        tt_pack_int(p, messages[kind].id * 2);
        if (messages[kind].ident != NULL) {
            tt_pack_uuid(p, &messages[kind].uuid);
        }
    }
}

uint64_t tt_sv_bit(tt_sv_kind kind)
{
    return is_kind(kind) ? (uint64_t)1 << messages[kind].id : 0;
}

const tt_type *tt_sv_type(tt_sv_kind kind)
{
    return is_kind(kind) ? &messages[kind].type : NULL;
}

const char *tt_sv_uuid_name(tt_sv_kind kind)
{
    return is_kind(kind) ? messages[kind].ident : NULL;
}

const tt_uuid *tt_sv_uuid(tt_sv_kind kind)
{
    return is_kind(kind) && messages[kind].ident != NULL ? &messages[kind].uuid : NULL;
}
