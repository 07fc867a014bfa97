/* SPDX-License-Identifier: MIT
 *
 * Shows which items of a snapshot changed. A delta has only differences, so items are compared in
 * the two snapshots that the reading keeps.
 */
#include "cli/dump/dump.h"

#include <string.h>

#include "cli/show/fields.h"
#include "teetape/string.h"

static const char *const change_names[] = {"same", "new", "changed", "removed"};

/* Returns true for an item whose id is a client id. Other items have ids that the server gives to
 * things. */
static bool is_of_client(tt_obj_kind kind)
{
    switch (kind) {
    case TT_OBJ_PLAYER_INFO:
    case TT_OBJ_CLIENT_INFO:
    case TT_OBJ_CHARACTER:
    case TT_OBJ_TW7_PLAYER_INFO:
    case TT_OBJ_TW7_DE_CLIENT_INFO:
    case TT_OBJ_TW7_CHARACTER:
    case TT_OBJ_DDNET_CHARACTER:
    case TT_OBJ_DDNET_PLAYER:
    case TT_OBJ_SPEC_CHAR:
        return true;
    default:
        return false;
    }
}

/* Describes an item. A DDNet server sends a DDRaceProjectile as an item of type Projectile: see
 * tt_obj_layout. */
static struct item item_of(const struct reading *r, tt_snap_item item)
{
    struct item result = {.item = item};
    result.kind = tt_recording_object(r->io.rec, item.type);
    if (result.kind < TT_OBJ_KINDS) {
        result.kind = tt_obj_layout(result.kind, item.data, item.size);
    }
    result.cid = is_of_client(result.kind) && item.id < TT_CIDS ? item.id : -1;
    return result;
}

/* Tells how an item changed. Type and id identify it. Items consist of ints, so comparing bytes is
 * enough. */
static enum item_change compare(const tt_snap *before, struct item *item)
{
    const tt_snap_item *now = &item->item;
    if (!tt_snap_find(before, tt_snap_key(now->type, now->id), &item->before)) {
        return ITEM_NEW;
    }
    bool is_same = item->before.size == now->size &&
                   (now->size == 0 ||
                    memcmp(item->before.data, now->data, now->size * sizeof now->data[0]) == 0);
    return is_same ? ITEM_SAME : ITEM_CHANGED;
}

/* Calls `each` for the items. Each item costs a search in the other snapshot. A walk over the old
 * snapshot finds removed items. */
void item_each(const struct reading *r, bool whole, item_fn *each, void *user)
{
    const tt_demo_view demo = tt_demo_look(tt_recording_demo(r->io.rec));
    const tt_snap *now = demo.snap, *before = demo.snap_before;
    for (uint32_t i = 0; i < now->count; i++) {
        struct item item = item_of(r, tt_snap_item_at(now, i));
        item.change = compare(before, &item);
        if (whole || item.change != ITEM_SAME) {
            each(user, &item);
        }
    }
    for (uint32_t i = 0; i < before->count; i++) {
        tt_snap_item there, gone = tt_snap_item_at(before, i);
        if (!tt_snap_find(now, tt_snap_key(gone.type, gone.id), &there)) {
            struct item item = item_of(r, gone);
            item.change = ITEM_REMOVED;
            each(user, &item);
        }
    }
}

struct item_row {
    const char *change, *type;
    int32_t type_id, id;            /* numbers in the snapshot, also for unknown types */
    struct column_own fields, ints; /* `fields` for a known type, `ints` for an unknown one */
};

const struct column_object item_object =
    COLUMN_OBJECT("item", "an item of the snapshot before it", TT_FORMAT_DEMO,
                  COLUMN(struct item_row, change, "new, changed, removed, or same"),
                  COLUMN(struct item_row, type, "name of the type; null when it is not known"),
                  COLUMN(struct item_row, type_id, "number of the type"),
                  COLUMN(struct item_row, id, "of the item"),
                  COLUMN(struct item_row, fields, "of an item that is there", .type = "object",
                         .is_optional = true),
                  COLUMN(struct item_row, ints, "instead of the fields, for an unknown type",
                         .is_optional = true));

static void ints_json(struct json *j, const char *key, const void *of)
{
    const tt_snap_item *item = of;
    json_array_begin(j, key);
    for (uint32_t i = 0; i < item->size; i++) {
        json_int(j, NULL, item->data[i]);
    }
    json_array_end(j);
}

static void fields_json(struct json *j, const char *key, const void *of)
{
    json_word(j, key, tt_packer_bytes(of));
}

/* Appends the members of an item. The packer cannot fail: ITEM_SPACE has room for the largest item.
 */
void item_json(struct json *j, const struct item *item, uint8_t *space)
{
    tt_packer p = tt_packer_of(space, ITEM_SPACE);
    bool is_known = item->kind < TT_OBJ_KINDS;
    struct item_row row = {
        .change = change_names[item->change],
        .type = is_known ? tt_obj_type(item->kind)->name : NULL,
        .type_id = item->item.type,
        .id = item->item.id,
    };
    if (item->change != ITEM_REMOVED && is_known) {
        tt_obj_json(&p, item->kind, item->item.data, item->item.size, TT_OBJ_JSON_NAMES);
        row.fields = (struct column_own){fields_json, &p};
    } else if (item->change != ITEM_REMOVED) {
        row.ints = (struct column_own){ints_json, &item->item};
    }
    rows_members(j, item_object.columns, TT_FORMAT_DEMO, &row);
}

static void value_text(tt_io_output *out, const tt_obj_member *member, int32_t value)
{
    const char *name = member->type == TT_MEMBER_ENUM ? tt_obj_value_name(member, value) : NULL;
    if (name != NULL) {
        tt_io_output_text(out, name);
    } else {
        tt_io_output_int(out, value);
    }
}

/* Appends a text of an item, which has four characters an int: docs/format/string.md. "?" replaces
 * unsafe characters. */
static void string_text(tt_io_output *out, const int32_t *ints, size_t count)
{
    char text[4 * TT_OBJ_MAX_INTS];
    bool is_text = tt_string_from_ints(text, ints, count) == TT_OK;
    field_quoted_text(out, tt_bytes_of(is_text ? text : "?"));
}

/* Appends a member as text. It may be an array. An item of an older version may end before later
 * members. */
static void member_text(tt_io_output *out, const tt_obj_member *member, const tt_snap_item *item)
{
    tt_io_output_byte(out, ' ');
    tt_io_output_text(out, member->name);
    for (unsigned i = 0; i < member->count; i++) {
        size_t at = member->index + (size_t)i * member->ints;
        if (at + member->ints > item->size) {
            return;
        }
        tt_io_output_byte(out, ' ');
        if (member->type == TT_MEMBER_TEXT) {
            string_text(out, item->data + at, member->ints);
        } else {
            value_text(out, member, item->data[at]);
        }
    }
}

/* Returns true when a member changed. One that the old item lacks counts as changed. */
static bool differs(const struct item *item, size_t at, size_t size)
{
    const tt_snap_item *a = &item->before, *b = &item->item;
    return item->change != ITEM_CHANGED || at + size > a->size ||
           memcmp(a->data + at, b->data + at, size * sizeof b->data[0]) != 0;
}

static void unknown_text(tt_io_output *out, const tt_snap_item *item)
{
    for (uint32_t i = 0; i < item->size; i++) {
        tt_io_output_byte(out, ' ');
        tt_io_output_int(out, item->data[i]);
    }
}

void item_text(tt_io_output *out, const struct item *item)
{
    const tt_object *type = tt_obj_type(item->kind);
    tt_io_output_text(out, change_names[item->change]);
    tt_io_output_byte(out, ' ');
    if (type != NULL) {
        tt_io_output_text(out, type->name);
    } else {
        tt_io_output_text(out, "type ");
        tt_io_output_int(out, item->item.type);
    }
    tt_io_output_byte(out, ' ');
    tt_io_output_int(out, item->item.id);
    if (item->change == ITEM_REMOVED) {
        return;
    }
    if (type == NULL) {
        unknown_text(out, &item->item);
        return;
    }
    for (size_t i = 0; i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        size_t size = (size_t)member->count * member->ints;
        if (member->index + size <= item->item.size && differs(item, member->index, size)) {
            member_text(out, member, &item->item);
        }
    }
}
