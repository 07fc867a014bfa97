/* SPDX-License-Identifier: MIT
 *
 * Rows of game messages, of clients and of servers alike: how messages are distinguished on the
 * wire, and its fields. Kinds are the numbers of the rows.
 */
#ifndef TTI_MSG_ROW_H
#define TTI_MSG_ROW_H

#include "schema/fields.h"
#include "teetape/message.h"

/* One message of one protocol. */
typedef struct tti_msg_row {
    tt_type type;         /* name and fields */
    tt_protocol protocol; /* UNKNOWN: extended, the same in both */
    int32_t id;           /* 0 for extended ones */
    const char *ident;    /* of extended ones, else NULL */
    tt_uuid uuid;         /* of extended ones, else zeros */
} tti_msg_row;

/* A list of them: the number of a row is its kind. */
typedef struct tti_msg_rows {
    const tti_msg_row *row;
    int count;
} tti_msg_rows;

/* Protocols in a schema file. The rows use the short words; objects.c has the same words for
 * dialects. */
#define SIX TT_PROTOCOL_6
#define SEVEN TT_PROTOCOL_7

/* For the lists of a schema file: a field of `parent`, and the rows. */
#define TTI_MSG_FIELD(parent, type, field, count, min, max, doc)                                   \
    {#field, TT_TYPE_##type, offsetof(struct parent, field), count, 0, min, max, doc},
/* TYPE has fields, BARE none: an array without elements is no C. */
#define TTI_MSG_TYPE(name, text, doc)                                                              \
    {                                                                                              \
        text, doc, fields_##name, TTI_COUNT(fields_##name)                                         \
    }
#define TTI_MSG_BARE(text, doc)                                                                    \
    {                                                                                              \
        text, doc, NULL, 0                                                                         \
    }
#define TTI_MSG_ROW(type, protocol, id) {type, protocol, id, NULL, {{0}}},
/* The UUID comes last: it is a list. */
#define TTI_MSG_ROW_EX(type, ident, ...) {type, TT_PROTOCOL_UNKNOWN, 0, ident, __VA_ARGS__},

/* The kind of a message by what is in front of it; rows->count when there is none. Messages of
 * a protocol that is not known count as those of 0.6. */
int tti_msg_by_id(const tti_msg_rows *rows, int32_t id, tt_protocol protocol);
int tti_msg_by_uuid(const tti_msg_rows *rows, const tt_uuid *uuid);

/* The row of a kind; NULL when out of range. */
const tti_msg_row *tti_msg_row_of(const tti_msg_rows *rows, int kind);

/* The fields of a row's message into `object`, after its id. TT_ERR_UNKNOWN for no such kind. */
tt_status tti_msg_unpack(const tti_msg_rows *rows, int kind, tt_unpacker *u, void *object);

/* The id of a row's message, or 0 and its UUID. */
void tti_msg_pack_id(const tti_msg_row *row, tt_packer *p);

/* The whole message of `object`, its id first. On failure nothing of it is written, and p->status
 * says why: as tti_fields_pack, TT_ERR_ARGUMENT for no such kind. */
void tti_msg_pack(const tti_msg_rows *rows, int kind, tt_packer *p, const void *object);

#endif
