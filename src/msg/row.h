/* SPDX-License-Identifier: MIT
 *
 * Rows of game messages of clients and servers. The number of a row is the kind of its message.
 */
#ifndef TTI_MSG_ROW_H
#define TTI_MSG_ROW_H

#include "schema/fields.h"
#include "teetape/message.h"

typedef struct tti_msg_row {
    tt_type type;
    tt_protocol protocol; /* TT_PROTOCOL_UNKNOWN for an extended message */
    int32_t id;           /* id of the message; 0 in an extended one */
    tt_uuid uuid;         /* UUID of an extended message; zeros in others */
} tti_msg_row;

typedef struct tti_msg_rows {
    const tti_msg_row *row;
    int count;
} tti_msg_rows;

/* Short names of protocols for the rows of the .def files. */
#define SIX TT_PROTOCOL_6
#define SEVEN TT_PROTOCOL_7

#define TTI_MSG_FIELD(parent, type, field, count, min, max, doc)                                   \
    {#field, TT_TYPE_##type, offsetof(struct parent, field), count, 0, min, max, TTI_DOC(doc)},
/* TTI_MSG_TYPE is for types with fields, TTI_MSG_BARE for those without: C has no empty arrays. */
#define TTI_MSG_TYPE(name, text, doc)                                                              \
    {                                                                                              \
        text, TTI_DOC(doc), fields_##name, TTI_COUNT(fields_##name)                                \
    }
#define TTI_MSG_BARE(text, doc)                                                                    \
    {                                                                                              \
        text, TTI_DOC(doc), NULL, 0                                                                \
    }
#define TTI_MSG_ROW(type, protocol, id) {type, protocol, id, {{0}}},
/* The UUID contains commas, so it must be the last argument of the macro. */
#define TTI_MSG_ROW_EX(type, ...) {type, TT_PROTOCOL_UNKNOWN, 0, __VA_ARGS__},

/* Returns the kind of a message; rows->count when there is none. An unknown protocol counts as
 * 0.6. */
int tti_msg_by_id(const tti_msg_rows *rows, int32_t id, tt_protocol protocol);
int tti_msg_by_uuid(const tti_msg_rows *rows, const tt_uuid *uuid);

/* Returns the row of a kind; NULL when `kind` is out of range. */
const tti_msg_row *tti_msg_row_of(const tti_msg_rows *rows, int kind);

/* Reads the fields after the id into `object`. TT_ERR_UNKNOWN for a kind that does not exist. */
tt_status tti_msg_unpack(const tti_msg_rows *rows, int kind, tt_unpacker *u, void *object);

/* Packs the id, or 0 and the UUID. */
void tti_msg_pack_id(const tti_msg_row *row, tt_packer *p);

/* Packs a whole message. On failure nothing of it is written, and p->status has the error of
 * tti_fields_pack, or TT_ERR_ARGUMENT for a kind that does not exist. */
void tti_msg_pack(const tti_msg_rows *rows, int kind, tt_packer *p, const void *object);

#endif
