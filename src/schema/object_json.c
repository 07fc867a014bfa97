/* SPDX-License-Identifier: MIT
 *
 * Writes the ints of an item as a JSON object: see tt_obj_json. Items come from a network, so
 * reading the JSON must also give back ints that are out of range, or no text.
 */
#include "base/mem.h"
#include "schema/json_pack.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

#define TEXT_INTS 6

/* Writes a text as a string if reading the string gives the same ints, otherwise as ints. A string
 * would lose bytes after its NUL, or a form that the game does not write. */
static void pack_string(tt_packer *p, const int32_t *ints, size_t count, size_t whole)
{
    char text[4 * TEXT_INTS];
    int32_t again[TEXT_INTS];
    if (count == whole && whole <= TEXT_INTS && tt_string_from_ints(text, ints, count) == TT_OK) {
        tt_bytes bytes = tt_bytes_of(text);
        if (tt_string_to_ints(again, count, bytes) == TT_OK && tti_equal(again, ints, 4 * count)) {
            tt_pack_json_string(p, bytes);
            return;
        }
    }
    tti_json_put_numbers(p, ints, count);
}

/* Writes the texts of a member. `count` may end inside a text, whose rest is written as ints. */
static void pack_strings(tt_packer *p, const tt_obj_member *member, const int32_t *ints,
                         size_t count)
{
    tti_json_put(p, "[");
    for (size_t at = 0; at < count; at += member->ints) {
        size_t left = count - at < member->ints ? count - at : member->ints;
        tti_json_put(p, at == 0 ? "" : ",");
        pack_string(p, ints + at, left, member->ints);
    }
    tti_json_put(p, "]");
}

/* Writes the names of the bits as an array. Bits without a name are one number after the names. */
static void pack_flag_names(tt_packer *p, const tt_obj_member *member, int32_t value)
{
    uint32_t rest = (uint32_t)value;
    tti_json_put_key(p, member->name, TTI_OBJ_NAMES);
    tti_json_put(p, "[");
    for (size_t i = 0; i < member->value_count; i++) {
        uint32_t bit = (uint32_t)member->values[i].value;
        if ((rest & bit) != 0) {
            tti_json_put(p, p->at[-1] == '[' ? "\"" : ",\"");
            tti_json_put(p, member->values[i].name);
            tti_json_put(p, "\"");
            rest &= ~bit;
        }
    }
    if (rest != 0) {
        tti_json_put(p, p->at[-1] == '[' ? "" : ",");
        tti_json_put_number(p, tti_signed(rest));
    }
    tti_json_put(p, "]");
}

static void pack_names(tt_packer *p, const tt_obj_member *member, int32_t value)
{
    if (member->value_count == 0) {
        return;
    }
    if (member->type == TT_MEMBER_FLAGS) {
        pack_flag_names(p, member, value);
        return;
    }
    const char *name = tt_obj_value_name(member, value);
    if (name != NULL) {
        tti_json_put_key(p, member->name, TTI_OBJ_NAME);
        tti_json_put(p, "\"");
        tti_json_put(p, name);
        tti_json_put(p, "\"");
    }
}

static void pack_member(tt_packer *p, const tt_obj_member *member, const int32_t *ints,
                        size_t count)
{
    tti_json_put_key(p, member->name, "");
    if (member->type == TT_MEMBER_TEXT && member->count == 1) {
        pack_string(p, ints, count, member->ints);
    } else if (member->type == TT_MEMBER_TEXT) {
        pack_strings(p, member, ints, count);
    } else if (member->count > 1) {
        tti_json_put_numbers(p, ints, count);
    } else {
        tti_json_put_number(p, *ints);
    }
}

/* Writes an object. Half an object is no JSON, so a failure removes all of it. */
void tt_obj_json(tt_packer *p, tt_obj_kind kind, const int32_t *ints, size_t count,
                 unsigned options)
{
    const tt_object *type = tt_obj_type(kind);
    uint8_t *begin = p->at;
    if (p->status == TT_OK && type == NULL) {
        p->status = TT_ERR_ARGUMENT;
    }
    if (p->status != TT_OK) {
        return;
    }
    tti_json_put(p, "{");
    for (size_t i = 0; i < type->member_count && p->status == TT_OK; i++) {
        const tt_obj_member *member = &type->members[i];
        if (member->index >= count) {
            break;
        }
        size_t all = (size_t)member->count * member->ints;
        size_t left = count - member->index;
        pack_member(p, member, ints + member->index, left < all ? left : all);
        if ((options & TT_OBJ_JSON_NAMES) != 0) {
            pack_names(p, member, ints[member->index]);
        }
    }
    if (count > type->ints && p->status == TT_OK) {
        tti_json_put_key(p, TTI_OBJ_EXTRA, "");
        tti_json_put_numbers(p, ints + type->ints, count - type->ints);
    }
    tti_json_put(p, "}");
    if (p->status != TT_OK) {
        p->at = begin;
    }
}
