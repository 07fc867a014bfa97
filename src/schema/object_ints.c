/* SPDX-License-Identifier: MIT
 *
 * The ints of an item against the description of its object: docs/format/snap-objects.md.
 */
#include "base/mem.h"
#include "schema/fields.h"
#include "teetape/snap_object.h"

/* Members cover all ints of an object in order and without a gap. */
const tt_obj_member *tt_obj_member_at(tt_obj_kind kind, size_t index)
{
    const tt_object *type = tt_obj_type(kind);
    if (type == NULL || index >= type->ints) {
        return NULL;
    }
    size_t i = type->member_count - 1;
    while (type->members[i].index > index) {
        i--;
    }
    return &type->members[i];
}

/* DDNet sends two layouts with the same number, so the content decides. */
tt_obj_kind tt_obj_layout(tt_obj_kind kind, const int32_t *ints, size_t count)
{
    /* a Projectile has vel_y here, a direction times 100: never so large */
    const size_t data = offsetof(struct tt_obj_ddrace_projectile, data) / 4;
    int is_ddrace = kind == TT_OBJ_PROJECTILE && count > data && ints[data] >= 0 &&
                    (ints[data] & TT_DDRACE_DATA_IS_DDNET) != 0;
    return is_ddrace ? TT_OBJ_DDRACE_PROJECTILE : kind;
}

tt_status tt_obj_fit(tt_obj_kind kind, size_t count)
{
    const tt_object *type = tt_obj_type(kind);
    if (type == NULL) {
        return TT_ERR_ARGUMENT;
    }
    if (count < type->min_ints) {
        return TT_ERR_OBJ_SHORT;
    }
    return count < type->ints   ? TT_NOTE_OBJ_SHORTER
           : count > type->ints ? TT_NOTE_OBJ_LONGER
                                : TT_OK;
}

/* A struct of an object is its ints. Ints that an older game lacks get their value there. */
tt_status tt_obj_unpack(void *object, tt_obj_kind kind, const int32_t *ints, size_t count)
{
    tt_status status = tt_obj_fit(kind, count);
    if (status == TT_ERR_ARGUMENT) {
        return status;
    }
    size_t known = tti_obj_ints(kind);
    size_t used = count < known ? count : known;
    uint8_t *dst = object;
    tti_copy(dst, ints, 4 * used);
    for (size_t i = used; i < known; i++) {
        const tt_obj_member *member = tt_obj_member_at(kind, i);
        if (member != NULL) {
            tti_copy(dst + 4 * i, &member->absent, 4);
        }
    }
    return status;
}

tt_status tti_obj_pack(int32_t *ints, size_t count, tt_obj_kind kind, const void *object)
{
    tt_status status = tt_obj_fit(kind, count);
    if (status != TT_OK && status != TT_NOTE_OBJ_SHORTER) {
        return TT_ERR_ARGUMENT;
    }
    tti_copy(ints, object, 4 * count);
    return TT_OK;
}

static size_t member_ints(const tt_obj_member *member, size_t count)
{
    size_t all = (size_t)member->count * member->ints;
    size_t left = count > member->index ? count - member->index : 0;
    return left < all ? left : all;
}

tt_status tt_obj_validate(tt_obj_kind kind, const int32_t *ints, size_t count, size_t *where)
{
    tt_status status = tt_obj_fit(kind, count);
    if (status < 0) {
        return status;
    }
    const tt_object *type = tt_obj_type(kind);
    for (size_t i = 0; i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        size_t end = member->index + member_ints(member, count);
        for (size_t n = member->index; n < end; n++) {
            if (ints[n] < member->min || ints[n] > member->max) {
                if (where != NULL) {
                    *where = n;
                }
                return TT_ERR_RANGE;
            }
        }
    }
    return TT_OK;
}

size_t tt_obj_clamp(tt_obj_kind kind, int32_t *ints, size_t count)
{
    const tt_object *type = tt_obj_type(kind);
    size_t changed = 0;
    for (size_t i = 0; type != NULL && i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        size_t end = member->index + member_ints(member, count);
        for (size_t n = member->index; n < end; n++) {
            int32_t value = ints[n];
            ints[n] = value < member->min ? member->min : value > member->max ? member->max : value;
            changed += ints[n] != value;
        }
    }
    return changed;
}

const char *tt_obj_value_name(const tt_obj_member *member, int32_t value)
{
    for (size_t i = 0; i < member->value_count; i++) {
        if (member->values[i].value == value) {
            return member->values[i].name;
        }
    }
    return NULL;
}
