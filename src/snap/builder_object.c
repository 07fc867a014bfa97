/* SPDX-License-Identifier: MIT
 *
 * Between items and the objects that they are: which kind an item is, and an object as an item.
 *
 * A kind knows its type, or its UUID when it is an extended one, and how many ints it has.
 */
#include "snap/index.h"
#include "teetape/snap_object.h"

/* An extended type without its UUID is not known. The ints decide as well: servers put a
 * DDRaceProjectile into a Projectile for clients that know it (tt_obj_layout). */
tt_obj_kind tt_snap_item_kind(const tt_snap_item *item, const tt_uuid *uuid, tt_dialect dialect)
{
    tt_obj_kind kind = TT_OBJ_KINDS;
    if (uuid != NULL) {
        kind = tt_obj_find_uuid(uuid);
    } else if (item->type < TT_SNAP_FIRST_EXTENDED) {
        kind = tt_obj_find(dialect, item->type);
    }
    return tt_obj_layout(kind, item->data, item->size);
}

/* The kind decides how the item gets its type: fixed, or by UUID through the builder's types. */
tt_status tt_snap_builder_add_object(tt_snap_builder *b, tt_obj_kind kind, int32_t id,
                                     const void *object)
{
    int32_t ints[TT_OBJ_MAX_INTS];
    size_t count = tt_obj_ints(kind);
    const tt_object *type = tt_obj_type(kind);
    tt_status status = tt_obj_pack(ints, count, kind, object);
    if (status != TT_OK) {
        return status;
    }
    return type->type >= 0 ? tt_snap_builder_add(b, type->type, id, ints, count)
                           : tt_snap_builder_add_uuid(b, tt_obj_uuid(kind), id, ints, count);
}

/* Extended types are refused: their numbers are in a snapshot, which a delta builder does not have.
 * Objects are packed before they are compared, so that only what is sent counts. */
tt_status tt_delta_builder_object(tt_delta_builder *b, tt_obj_kind kind, int32_t id,
                                  const void *from, const void *to)
{
    const tt_object *type = tt_obj_type(kind);
    int32_t before[TT_OBJ_MAX_INTS], after[TT_OBJ_MAX_INTS];
    uint32_t count = (uint32_t)tt_obj_ints(kind);
    if (type == NULL || type->type < 0 || (from == NULL && to == NULL)) {
        return TT_ERR_ARGUMENT;
    }
    if (id < 0 || id > TT_SNAP_MAX_ID) {
        return TT_ERR_DELTA_ID;
    }
    if (to == NULL) {
        return tt_delta_builder_remove(b, tt_snap_key(type->type, id));
    }
    (void)tt_obj_pack(after, count, kind, to);
    if (from == NULL) {
        return tt_delta_builder_update(b, type->type, id, after, count);
    }
    (void)tt_obj_pack(before, count, kind, from);
    tt_snap_item old = {type->type, id, before, count}, now = {type->type, id, after, count};
    return tt_delta_builder_change(b, &old, &now);
}
