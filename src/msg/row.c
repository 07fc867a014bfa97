/* SPDX-License-Identifier: MIT
 *
 * Finds rows of game messages, and handles their fields. Clients and servers have lists of their
 * own, messages.def and server_messages.def.
 */
#include "msg/row.h"
#include "wire/uuid.h"

#include "teetape/varint.h"

/* Finds the row of an id. Messages are few beside positions, so a loop over some tens of rows is
 * enough. No caller searches UNKNOWN, the protocol of extended rows. */
int tti_msg_by_id(const tti_msg_rows *rows, int32_t id, tt_protocol protocol)
{
    tt_protocol wanted = protocol == TT_PROTOCOL_UNKNOWN ? TT_PROTOCOL_6 : protocol;
    int kind = 0;
    while (kind < rows->count && (rows->row[kind].protocol != wanted || rows->row[kind].id != id)) {
        kind++;
    }
    return kind;
}

/* Finds the row of a UUID. Rows that are not extended have zeros, which the UUID of a message may
 * be, so these rows are excluded. */
int tti_msg_by_uuid(const tti_msg_rows *rows, const tt_uuid *uuid)
{
    int kind = 0;
    while (kind < rows->count && (rows->row[kind].protocol != TT_PROTOCOL_UNKNOWN ||
                                  !tti_uuid_equal(&rows->row[kind].uuid, uuid))) {
        kind++;
    }
    return kind;
}

const tti_msg_row *tti_msg_row_of(const tti_msg_rows *rows, int kind)
{
    return kind >= 0 && kind < rows->count ? &rows->row[kind] : NULL;
}

tt_status tti_msg_unpack(const tti_msg_rows *rows, int kind, tt_unpacker *u, void *object)
{
    if (u->status != TT_OK) {
        return u->status;
    }
    return kind >= rows->count ? TT_ERR_UNKNOWN
                               : tti_fields_unpack(&rows->row[kind].type, u, object);
}

/* Writes the id of a message, and the UUID of an extended one. The lowest bit is 0, because only
 * system messages have a 1 there. */
void tti_msg_pack_id(const tti_msg_row *row, tt_packer *p)
{
    tt_pack_int(p, row->id * 2);
    if (row->protocol == TT_PROTOCOL_UNKNOWN) {
        tt_pack_uuid(p, &row->uuid);
    }
}

/* Packs a message whole or not at all: a reader would take the bytes after half a message for its
 * fields. */
void tti_msg_pack(const tti_msg_rows *rows, int kind, tt_packer *p, const void *object)
{
    const tti_msg_row *row = tti_msg_row_of(rows, kind);
    uint8_t *begin = p->at;
    if (p->status == TT_OK && row == NULL) {
        p->status = TT_ERR_ARGUMENT;
    }
    if (p->status != TT_OK) {
        return;
    }
    tti_msg_pack_id(row, p);
    tti_fields_pack(&row->type, p, object);
    if (p->status != TT_OK) {
        p->at = begin;
    }
}
