/* SPDX-License-Identifier: MIT
 *
 * Finds rows of game messages, and walks their fields.
 *
 * Clients and servers have lists of their own, in messages.def and server_messages.def; what is
 * done with a list is the same.
 */
#include "msg/row.h"

#include "teetape/varint.h"

/* A loop over some tens of rows: messages are few beside positions. Extended rows have the protocol
 * UNKNOWN, which no caller looks for. */
int tti_msg_by_id(const tti_msg_rows *rows, int32_t id, tt_protocol protocol)
{
    tt_protocol wanted = protocol == TT_PROTOCOL_UNKNOWN ? TT_PROTOCOL_6 : protocol;
    int kind = 0;
    while (kind < rows->count && (rows->row[kind].protocol != wanted || rows->row[kind].id != id)) {
        kind++;
    }
    return kind;
}

/* Rows without a name are not extended, and their UUID is zeros, which a message could have, too.
 */
int tti_msg_by_uuid(const tti_msg_rows *rows, const tt_uuid *uuid)
{
    int kind = 0;
    while (kind < rows->count &&
           (rows->row[kind].ident == NULL || !tt_uuid_equal(&rows->row[kind].uuid, uuid))) {
        kind++;
    }
    return kind;
}

const tti_msg_row *tti_msg_row_of(const tti_msg_rows *rows, int kind)
{
    return kind >= 0 && kind < rows->count ? &rows->row[kind] : NULL;
}

/* A failure of the id comes first: then there is no kind to ask for. */
tt_status tti_msg_unpack(const tti_msg_rows *rows, int kind, tt_unpacker *u, void *object)
{
    if (u->status != TT_OK) {
        return u->status;
    }
    const tti_msg_row *row = tti_msg_row_of(rows, kind);
    return row == NULL ? TT_ERR_UNKNOWN : tti_fields_unpack(&row->type, u, object);
}

/* The id is shifted by one, as the lowest bit is that of system messages, which is 0 here. */
void tti_msg_pack_id(const tti_msg_row *row, tt_packer *p)
{
    tt_pack_int(p, row->id * 2);
    if (row->ident != NULL) {
        tt_pack_uuid(p, &row->uuid);
    }
}

/* A message is whole or not there: half of one would take what follows it in the packer for its
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
