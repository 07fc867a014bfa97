/* SPDX-License-Identifier: MIT
 *
 * Writes the ints of an item as a JSON object, and loses none of them: see tt_obj_json.
 */
#include "base/mem.h"
#include "schema/object.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

/* The ints of the longest text. */
#define TEXT_INTS 6

static void pack_text(tt_packer *p, const char *text)
{
    tt_pack_raw(p, tt_bytes_of(text));
}

static void pack_number(tt_packer *p, int32_t value)
{
    uint8_t digits[11];
    size_t at = sizeof digits;
    uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    do {
        digits[--at] = (uint8_t)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    tt_pack_raw(p, (tt_bytes){digits + at, sizeof digits - at});
}

static void pack_numbers(tt_packer *p, const int32_t *ints, size_t count)
{
    pack_text(p, "[");
    for (size_t i = 0; i < count; i++) {
        pack_text(p, i == 0 ? "" : ",");
        pack_number(p, ints[i]);
    }
    pack_text(p, "]");
}

/* "name": or "name_names":, after a comma if something stands before it. */
static void pack_key(tt_packer *p, const char *name, const char *suffix)
{
    pack_text(p, p->at[-1] == '{' ? "\"" : ",\"");
    pack_text(p, name);
    pack_text(p, suffix);
    pack_text(p, "\":");
}

/* A string if it says all that the ints say, else the ints. Not all of a text need be there. */
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
    pack_numbers(p, ints, count);
}

static void pack_strings(tt_packer *p, const tt_obj_member *member, const int32_t *ints,
                         size_t count)
{
    pack_text(p, "[");
    for (size_t at = 0; at < count; at += member->ints) {
        size_t left = count - at < member->ints ? count - at : member->ints;
        pack_text(p, at == 0 ? "" : ",");
        pack_string(p, ints + at, left, member->ints);
    }
    pack_text(p, "]");
}

static void pack_flag_names(tt_packer *p, const tt_obj_member *member, int32_t value)
{
    uint32_t rest = (uint32_t)value;
    pack_key(p, member->name, TTI_OBJ_NAMES);
    pack_text(p, "[");
    for (size_t i = 0; i < member->value_count; i++) {
        uint32_t bit = (uint32_t)member->values[i].value;
        if ((rest & bit) != 0) {
            pack_text(p, p->at[-1] == '[' ? "\"" : ",\"");
            pack_text(p, member->values[i].name);
            pack_text(p, "\"");
            rest &= ~bit;
        }
    }
    if (rest != 0) {
        pack_text(p, p->at[-1] == '[' ? "" : ",");
        pack_number(p, tti_signed(rest));
    }
    pack_text(p, "]");
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
        pack_key(p, member->name, TTI_OBJ_NAME);
        pack_text(p, "\"");
        pack_text(p, name);
        pack_text(p, "\"");
    }
}

/* `count` ints of the member are there, at least one. */
static void pack_member(tt_packer *p, const tt_obj_member *member, const int32_t *ints,
                        size_t count)
{
    pack_key(p, member->name, "");
    if (member->type == TT_MEMBER_TEXT && member->count == 1) {
        pack_string(p, ints, count, member->ints);
    } else if (member->type == TT_MEMBER_TEXT) {
        pack_strings(p, member, ints, count);
    } else if (member->count > 1) {
        pack_numbers(p, ints, count);
    } else {
        pack_number(p, *ints);
    }
}

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
    pack_text(p, "{");
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
        pack_key(p, TTI_OBJ_EXTRA, "");
        pack_numbers(p, ints + type->ints, count - type->ints);
    }
    pack_text(p, "}");
    if (p->status != TT_OK) {
        p->at = begin;
    }
}
