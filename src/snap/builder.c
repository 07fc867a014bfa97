/* SPDX-License-Identifier: MIT
 *
 * Builds snapshots of items and objects, and gives extended types their numbers.
 *
 * The order of declarations is DDNet's (docs/format/snapshot.md): first come those of types that an
 * earlier snapshot used, and that of a new type is just before its first item. A failed call does
 * not change the snapshot.
 */
#include "teetape/snapshot.h"
#include "wire/uuid.h"

#include "base/mem.h"
#include "schema/fields.h"
#include "snap/index.h"
#include "teetape/snap_object.h"

/* The first table has 32 slots, and grows with the items (index.h). Most snapshots are small, and
 * clearing a large table would cost more than filling it. */
enum { FIRST_LOG = 5 };

/* Returns the type of an extended type's number. DDNet counts down from the highest type; other
 * numbers would give other bytes. */
static int32_t type_of_number(uint32_t number)
{
    return TT_SNAP_MAX_TYPE - (int32_t)number;
}

/* Adds an item. The key is searched first, because inserting an existing key would already have
 * grown the snapshot. */
static tt_status add_new_item(tt_snap_builder *b, int32_t key, const int32_t *data, size_t size)
{
    tt_snap so_far = tt_snap_builder_finish(b);
    if (tti_snap_number(&so_far, key) != TTI_SNAP_NONE) {
        return TT_ERR_SNAP_TWICE;
    }
    int32_t *dst = tti_snap_append(b, key, size);
    if (dst == NULL) {
        return TT_ERR_SNAP_FULL;
    }
    if (data != dst) { /* see tti_snap_room */
        tti_copy(dst, data, size * sizeof *dst);
    }
    return TT_OK;
}

/* Adds the item that declares a type: type 0, the declared type as its id, and the UUID as its
 * ints, highest byte first. */
static tt_status declare_type(tt_snap_builder *b, uint32_t number)
{
    int32_t data[4];
    for (int i = 0; i < 4; i++) {
        data[i] = tti_signed(tti_load_be32(b->types->uuids[number].bytes + 4 * i));
    }
    return add_new_item(b, tt_snap_key(0, type_of_number(number)), data, 4);
}

void tt_snap_builder_init(tt_snap_builder *b, tt_snap_space *space, tt_snap_types *types)
{
    b->space = space;
    b->types = types;
    tti_snap_begin(b, FIRST_LOG);
    for (uint32_t i = 0; types != NULL && i < types->count; i++) {
        /* 64 small items always fit into an empty snapshot */
        (void)declare_type(b, i);
    }
}

tt_status tt_snap_builder_add(tt_snap_builder *b, int32_t type, int32_t id, const int32_t *data,
                              size_t size)
{
    if (type < 0 || type > TT_SNAP_MAX_TYPE) {
        return TT_ERR_SNAP_TYPE;
    }
    if (id < 0 || id > TT_SNAP_MAX_ID) {
        return TT_ERR_SNAP_ID;
    }
    return add_new_item(b, tt_snap_key(type, id), data, size);
}

/* Finds or makes the number of a type. The number counts only when there is room for its
 * declaration, so an unused UUID may follow the last one. */
static tt_status type_number(tt_snap_builder *b, const tt_uuid *uuid, uint32_t *number)
{
    tt_snap_types *types = b->types;
    for (*number = 0; *number < types->count; (*number)++) {
        if (tti_uuid_equal(&types->uuids[*number], uuid)) {
            return TT_OK;
        }
    }
    if (types->count >= TT_SNAP_MAX_TYPES) {
        return TT_ERR_SNAP_TYPES;
    }
    types->uuids[types->count] = *uuid;
    tt_status status = declare_type(b, types->count);
    if (status == TT_OK) {
        types->count++;
    }
    return status;
}

/* Adds an item of an extended type. Its declaration remains even when there is no room for the
 * item, as in DDNet: the next snapshot declares the type again. */
tt_status tt_snap_builder_add_uuid(tt_snap_builder *b, const tt_uuid *uuid, int32_t id,
                                   const int32_t *data, size_t size)
{
    uint32_t number;
    if (b->types == NULL) {
        return TT_ERR_ARGUMENT;
    }
    if (id < 0 || id > TT_SNAP_MAX_ID) {
        return TT_ERR_SNAP_ID;
    }
    tt_status status = type_number(b, uuid, &number);
    if (status != TT_OK) {
        return status;
    }
    return add_new_item(b, tt_snap_key(type_of_number(number), id), data, size);
}

tt_snap tt_snap_builder_finish(const tt_snap_builder *b)
{
    return tti_snap_of(b->space, b->count, b->size, b->slots_log);
}

tt_status tt_snap_builder_add_object(tt_snap_builder *b, tt_obj_kind kind, int32_t id,
                                     const void *object)
{
    int32_t ints[TT_OBJ_MAX_INTS];
    size_t count = tti_obj_ints(kind);
    const tt_object *type = tt_obj_type(kind);
    tt_status status = tti_obj_pack(ints, count, kind, object);
    if (status != TT_OK) {
        return status;
    }
    return type->type >= 0 ? tt_snap_builder_add(b, type->type, id, ints, count)
                           : tt_snap_builder_add_uuid(b, tti_obj_uuid(kind), id, ints, count);
}
