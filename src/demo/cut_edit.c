/* SPDX-License-Identifier: MIT
 *
 * Changes snapshots and messages: hides clients, and replaces names. Other references to a client,
 * such as the owner of a projectile, remain. A message about a hidden client is left out as a
 * whole. Unchanged snapshots and messages are not copied.
 */
#include "base/mem.h"
#include "demo/parts.h"
#include "schema/fields.h"
#include "snap/index.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* Names have 15 bytes and a NUL, in four ints. */
#define NAME_INTS 4

static bool has_edits(const tti_demo_cut *cut)
{
    if (cut->options.rename_count != 0) {
        return true;
    }
    for (size_t cid = 0; cut->options.hide != NULL && cid < TT_CIDS; cid++) {
        if (cut->options.hide[cid]) {
            return true;
        }
    }
    return false;
}

static bool is_hidden(const tti_demo_cut *cut, int64_t cid)
{
    return cid >= 0 && cid < TT_CIDS && cut->options.hide != NULL && cut->options.hide[cid];
}

/* Returns the kind of a type declared by a UUID. Declarations last for the demo: before DDNet 18.3
 * the first snapshot with a new type lacked it. Unknown types are not remembered, so that a later
 * declaration counts. */
static tt_obj_kind kind_in_cut(tti_demo_cut *cut, const tt_snap *snap, int32_t type)
{
    tt_uuid uuid;
    if (type < TT_SNAP_FIRST_EXTENDED) {
        return tt_obj_find(cut->protocol == TT_PROTOCOL_7 ? TT_DIALECT_7 : TT_DIALECT_DDNET, type);
    }
    for (size_t i = 0; i < cut->type_count; i++) {
        if (cut->types[i].type == type) {
            return cut->types[i].kind;
        }
    }
    if (!tti_snap_type_uuid(snap, type, &uuid)) {
        return TT_OBJ_KINDS;
    }
    tt_obj_kind kind = tti_obj_find_uuid(&uuid);
    if (cut->type_count < TTI_DEMO_CUT_TYPES) {
        cut->types[cut->type_count].type = type;
        cut->types[cut->type_count++].kind = kind;
    }
    return kind;
}

static int32_t item_client(tt_obj_kind kind, const tt_snap_item *item)
{
    struct tt_obj_death death;
    switch (kind) {
    case TT_OBJ_CHARACTER:
    case TT_OBJ_PLAYER_INFO:
    case TT_OBJ_CLIENT_INFO:
    case TT_OBJ_DDNET_CHARACTER:
    case TT_OBJ_DDNET_PLAYER:
    case TT_OBJ_SPEC_CHAR:
    case TT_OBJ_TW7_CHARACTER:
    case TT_OBJ_TW7_PLAYER_INFO:
    case TT_OBJ_TW7_DE_CLIENT_INFO:
    case TT_OBJ_TW7_PLAYER_INFO_RACE:
        return item->id;
    case TT_OBJ_DEATH:
    case TT_OBJ_TW7_DEATH: /* TT_OBJ_DEATH of 0.6 has the same layout */
        tt_obj_unpack(&death, TT_OBJ_DEATH, item->data, item->size);
        return death.client_id;
    default:
        return -1;
    }
}

/* Returns the rename of a name, or NULL. */
static const tt_demo_rename *rename_of(const tti_demo_cut *cut, tt_bytes name)
{
    for (size_t i = 0; i < cut->options.rename_count; i++) {
        if (tt_bytes_equal(cut->options.renames[i].from, name)) {
            return &cut->options.renames[i];
        }
    }
    return NULL;
}

static tt_bytes cut_name(tt_bytes name)
{
    return (tt_bytes){name.data, tt_utf8_cut(name, TT_DEMO_NAME_MAX)};
}

/* Copies the ints with another name to `edited`; returns false without a change. Names that are no
 * UTF-8 match nothing. */
static bool rename_item(const tti_demo_cut *cut, tt_obj_kind kind, const tt_snap_item *item,
                        int32_t edited[TT_OBJ_MAX_INTS])
{
    size_t at = kind == TT_OBJ_TW7_DE_CLIENT_INFO
                    ? offsetof(struct tt_obj_tw7_de_client_info, name) / sizeof(int32_t)
                    : 0;
    char name[4 * NAME_INTS + 1];
    if ((kind != TT_OBJ_CLIENT_INFO && kind != TT_OBJ_TW7_DE_CLIENT_INFO) ||
        item->size > TT_OBJ_MAX_INTS || item->size < at + NAME_INTS ||
        tt_string_from_ints(name, item->data + at, NAME_INTS) != TT_OK) {
        return false;
    }
    const tt_demo_rename *rename = rename_of(cut, tt_bytes_of(name));
    if (rename == NULL) {
        return false;
    }
    tti_copy(edited, item->data, item->size * sizeof(int32_t));
    return tt_string_to_ints(edited + at, NAME_INTS, cut_name(rename->to)) == TT_OK;
}

tt_snap tti_demo_edit_snap(tti_demo_cut *cut, const tt_snap *snap)
{
    int32_t edited[TT_OBJ_MAX_INTS];
    tt_snap_builder b;
    if (!has_edits(cut)) {
        return *snap;
    }
    cut->is_edited = true;
    tt_snap_builder_init(&b, &cut->space, NULL);
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        tt_obj_kind kind = kind_in_cut(cut, snap, item.type);
        if (is_hidden(cut, item_client(kind, &item))) {
            continue;
        }
        if (rename_item(cut, kind, &item, edited)) {
            item.data = edited;
        }
        tt_snap_builder_add(&b, item.type, item.id, item.data, item.size);
    }
    return tt_snap_builder_finish(&b);
}

static bool is_wanted_name(const char *name, const char *wanted)
{
    return tt_bytes_equal(tt_bytes_of(name), tt_bytes_of(wanted));
}

/* Returns true when a message is about a hidden client. Fields that may be -1 (the sender of a chat
 * line, the first of a team to die) do not have the type of client ids, so they are named here. */
static bool is_about_hidden(const tti_demo_cut *cut, const tt_sv_msg *msg)
{
    const tt_type *type = tt_sv_type(msg->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        bool is_client = field->type == TT_TYPE_CID || is_wanted_name(field->name, "cid") ||
                         is_wanted_name(field->name, "target") ||
                         is_wanted_name(field->name, "first");
        if (is_client && is_hidden(cut, *(const int32_t *)tt_field_of(field, &msg->u))) {
            return true;
        }
    }
    return false;
}

static const tt_bytes *name_in(const tt_sv_msg *msg)
{
    switch (msg->kind) {
    case TT_SV7_CLIENT_INFO:
        return &msg->u.sv7_client_info.name;
    case TT_DE7_CLIENT_ENTER:
        return &msg->u.de7_client_enter.name;
    case TT_DE7_CLIENT_LEAVE:
        return &msg->u.de7_client_leave.name;
    default:
        return NULL;
    }
}

/* Hides or renames the clients of a message. A name is a view into the message, so its address
 * gives its offset. If the new message does not fit, the old one remains. */
bool tti_demo_edit_message(const tti_demo_cut *cut, const tt_sv_msg *msg, tt_bytes *data,
                           uint8_t edited[TTI_DEMO_EDITED_MAX])
{
    static const uint8_t nul = 0;
    bool is_chat = (msg->kind == TT_SV_CHAT && msg->u.sv_chat.cid >= 0) ||
                   (msg->kind == TT_SV7_CHAT && msg->u.sv7_chat.cid >= 0);
    if ((cut->options.drop_chat && is_chat) || is_about_hidden(cut, msg)) {
        return false;
    }
    const tt_bytes *name = name_in(msg);
    const tt_demo_rename *rename = name == NULL ? NULL : rename_of(cut, *name);
    if (rename == NULL) {
        return true;
    }
    size_t before = (size_t)(name->data - data->data);
    size_t after = before + name->size + 1;
    tt_packer p = tt_packer_of(edited, TTI_DEMO_EDITED_MAX);
    tt_pack_raw(&p, (tt_bytes){data->data, before});
    tt_pack_raw(&p, cut_name(rename->to));
    tt_pack_raw(&p, (tt_bytes){&nul, 1});
    tt_pack_raw(&p, (tt_bytes){data->data + after, data->size - after});
    if (p.status == TT_OK) {
        *data = tt_packer_bytes(&p);
    }
    return true;
}
