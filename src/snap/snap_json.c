/* SPDX-License-Identifier: MIT
 *
 * Writes snapshots and items as JSON.
 *
 * The text reads back to the same snapshot (snap_from_json.c). Of a kind that is known the ints
 * have the names of its fields; of any other one they are an array, so nothing is lost.
 */
#include "teetape/snap_json.h"

#include "schema/json_pack.h"

/* Names of objects and UUIDs need no escapes. */
static void put_text(tt_packer *p, const char *key, const char *text)
{
    tti_json_put_key(p, key, "");
    tti_json_put(p, "\"");
    tti_json_put(p, text);
    tti_json_put(p, "\"");
}

static void put_uuid(tt_packer *p, const char *key, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    put_text(p, key, text);
}

/* For a reader: which type the item makes known. The ints are written as well. */
static void put_declared(tt_packer *p, const tt_snap_item *item)
{
    tt_uuid uuid;
    if (!tt_snap_item_declares(item, &uuid)) {
        return;
    }
    put_uuid(p, "declares", &uuid);
    const tt_object *object = tt_obj_type(tt_obj_find_uuid(&uuid));
    if (object != NULL) {
        put_text(p, "declares_name", object->name);
    }
}

/* Fields or data. */
static void put_ints(tt_packer *p, tt_obj_kind kind, const tt_snap_item *item, unsigned options)
{
    if (kind < TT_OBJ_KINDS) {
        tti_json_put_key(p, "fields", "");
        tt_obj_json(p, kind, item->data, item->size, options & TT_OBJ_JSON_NAMES);
    } else {
        tti_json_put_key(p, "data", "");
        tti_json_put_numbers(p, item->data, item->size);
    }
    put_declared(p, item);
}

/* A failure takes back what was written of the item, as the packer only refuses the piece that does
 * not fit. */
void tt_snap_item_json(tt_packer *p, const tt_snap_item *item, const tt_uuid *uuid,
                       tt_dialect dialect, unsigned options)
{
    tt_obj_kind kind = tt_snap_item_kind(item, uuid, dialect);
    uint8_t *begin = p->at;
    tti_json_put(p, "{\"type\":");
    tti_json_put_number(p, item->type);
    tti_json_put(p, ",\"id\":");
    tti_json_put_number(p, item->id);
    if (uuid != NULL) {
        put_uuid(p, "uuid", uuid);
    }
    if (kind < TT_OBJ_KINDS) {
        put_text(p, "name", tt_obj_type(kind)->name);
    }
    if ((options & (TT_SNAP_JSON_NEW | TT_SNAP_JSON_OLD)) != 0) {
        tti_json_put_key(p, "new", "");
        tti_json_put(p, (options & TT_SNAP_JSON_NEW) != 0 ? "true" : "false");
    }
    if ((options & TT_SNAP_JSON_KEY) == 0) {
        put_ints(p, kind, item, options);
    }
    tti_json_put(p, "}");
    if (p->status != TT_OK) {
        p->at = begin;
    }
}

size_t tt_snap_json_bound(const tt_snap *snap)
{
    size_t bound = 64; /* what surrounds the items */
    for (uint32_t i = 0; i < snap->count; i++) {
        bound += 1 + TT_SNAP_ITEM_JSON_BOUND(tt_snap_item_at(snap, i).size);
    }
    return bound;
}

/* The checksum is unsigned here, and the writer of numbers takes ints: above INT32_MAX the last
 * digit is written apart. */
static void put_unsigned(tt_packer *p, uint32_t value)
{
    if (value > INT32_MAX) {
        tti_json_put_number(p, (int32_t)(value / 10));
        value %= 10;
    }
    tti_json_put_number(p, (int32_t)value);
}

/* Each extended type is looked up in the snapshot itself, wherever its declaration is. */
void tt_snap_json(tt_packer *p, const tt_snap *snap, tt_dialect dialect, unsigned options)
{
    uint8_t *begin = p->at;
    tti_json_put(p, "{\"items\":[");
    for (uint32_t i = 0; i < snap->count && p->status == TT_OK; i++) {
        tt_uuid uuid;
        tt_snap_item item = tt_snap_item_at(snap, i);
        int has_uuid = tt_snap_type_uuid(snap, item.type, &uuid);
        tti_json_put(p, i == 0 ? "" : ",");
        tt_snap_item_json(p, &item, has_uuid ? &uuid : NULL, dialect, options & TT_OBJ_JSON_NAMES);
    }
    tti_json_put(p, "],\"crc\":");
    put_unsigned(p, tt_snap_checksum(snap));
    tti_json_put(p, "}");
    if (p->status != TT_OK) {
        p->at = begin;
    }
}
