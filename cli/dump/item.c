/* SPDX-License-Identifier: MIT
 *
 * Items of snapshots as JSON and as text.
 */
#include "cli/dump/item.h"

#include <string.h>

#include "cli/show/text.h"
#include "teetape/string.h"

static const char *const change_names[] = {"same", "new", "changed", "removed"};

/* Kinds whose id is a client id. */
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

static struct item item_of(const struct reading *r, tt_snap_item item)
{
    struct item result = {.item = item};
    result.kind = tt_recording_object(r->io.rec, 0, item.type);
    if (result.kind < TT_OBJ_KINDS) {
        result.kind = tt_obj_layout(result.kind, item.data, item.size);
    }
    result.cid = is_of_client(result.kind) && item.id < TT_CIDS ? item.id : -1;
    return result;
}

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

void item_each(const struct reading *r, bool whole, item_fn *each, void *user)
{
    const tt_snap *now = tt_recording_snap(r->io.rec, 0);
    const tt_snap *before = tt_recording_snap_before(r->io.rec, 0);
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

static void ints_json(struct json *j, const tt_snap_item *item)
{
    json_array_begin(j, "ints");
    for (uint32_t i = 0; i < item->size; i++) {
        json_int(j, NULL, item->data[i]);
    }
    json_array_end(j);
}

void item_json(struct json *j, const struct item *item, uint8_t *space)
{
    tt_packer p = tt_packer_of(space, ITEM_SPACE);
    bool is_known = item->kind < TT_OBJ_KINDS;
    json_text_c(j, "change", change_names[item->change]);
    json_text_c(j, "type", is_known ? tt_obj_type(item->kind)->name : NULL);
    json_int(j, "type_id", item->item.type);
    json_int(j, "id", item->item.id);
    if (item->change == ITEM_REMOVED) {
        return;
    }
    if (is_known) {
        tt_obj_json(&p, item->kind, item->item.data, item->item.size, TT_OBJ_JSON_NAMES);
        json_word(j, "fields", tt_packer_bytes(&p));
    } else {
        ints_json(j, &item->item);
    }
}

/* One int, by its name if it has one. */
static void value_text(struct host_output *out, const tt_obj_member *member, int32_t value)
{
    const char *name = member->type == TT_MEMBER_ENUM ? tt_obj_value_name(member, value) : NULL;
    if (name != NULL) {
        host_output_text(out, name);
    } else {
        host_output_int(out, value);
    }
}

static void string_text(struct host_output *out, const int32_t *ints, size_t count)
{
    char text[4 * TT_OBJ_MAX_INTS];
    bool is_text = tt_string_from_ints(text, ints, count) == TT_OK;
    host_output_byte(out, '"');
    text_safe(out, tt_bytes_of(is_text ? text : "?"));
    host_output_byte(out, '"');
}

static void member_text(struct host_output *out, const tt_obj_member *member,
                        const tt_snap_item *item)
{
    host_output_byte(out, ' ');
    host_output_text(out, member->name);
    for (unsigned i = 0; i < member->count; i++) {
        size_t at = member->index + (size_t)i * member->ints;
        if (at + member->ints > item->size) {
            return;
        }
        host_output_byte(out, ' ');
        if (member->type == TT_MEMBER_TEXT) {
            string_text(out, item->data + at, member->ints);
        } else {
            value_text(out, member, item->data[at]);
        }
    }
}

static bool differs(const struct item *item, size_t at, size_t size)
{
    const tt_snap_item *a = &item->before, *b = &item->item;
    return item->change != ITEM_CHANGED || at + size > a->size ||
           memcmp(a->data + at, b->data + at, size * sizeof b->data[0]) != 0;
}

static void unknown_text(struct host_output *out, const tt_snap_item *item)
{
    for (uint32_t i = 0; i < item->size; i++) {
        host_output_byte(out, ' ');
        host_output_int(out, item->data[i]);
    }
}

void item_text(struct host_output *out, const struct item *item)
{
    const tt_object *type = tt_obj_type(item->kind);
    host_output_text(out, change_names[item->change]);
    host_output_byte(out, ' ');
    if (type != NULL) {
        host_output_text(out, type->name);
    } else {
        host_output_text(out, "type ");
        host_output_int(out, item->item.type);
    }
    host_output_byte(out, ' ');
    host_output_int(out, item->item.id);
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
