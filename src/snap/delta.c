/* SPDX-License-Identifier: MIT
 *
 * Deltas item by item: a builder, a reader for programs that print one, and the sizes of items that
 * writers and readers of a protocol agree on (docs/format/delta.md).
 *
 * The builder writes ints at their final offset; the head is written at the end, when its counts
 * are known. tt_delta_apply has to be fast and does not use the reader. Both read by delta_form.h,
 * so they agree on the meaning of a delta.
 */
#include "teetape/delta.h"

#include "base/error.h"
#include "base/mem.h"
#include "schema/fields.h"
#include "snap/delta_form.h"
#include "snap/ints.h"
#include "teetape/snap_object.h"

/* Sizes of items in ints, indexed by type. 0: the delta carries the size. */
static const tt_snap_sizes sizes_6 = {
    {0, 10, 6, 5, 4, 3, 8, 4, 15, 22, 5, 17, 3, 2, 2, 2, 2, 3, 3, 3, 3}};

/* Type 22 has 7 ints, although older descriptions differ. Types 23 and 24 exist, but the delta
 * carries their size. */
static const tt_snap_sizes sizes_7 = {
    {0, 10, 6, 5, 3, 3, 3, 2, 4, 15, 22, 3, 4, 58, 5, 32, 2, 2, 2, 2, 3, 3, 7}};

const tt_snap_sizes *tt_snap_sizes_of(tt_dialect dialect)
{
    return dialect == TT_DIALECT_7 ? &sizes_7 : &sizes_6;
}

void tt_delta_builder_init(tt_delta_builder *b, int32_t *dst, size_t cap,
                           const tt_snap_sizes *sizes)
{
    *b = (tt_delta_builder){0, 0, dst, cap, TTI_DELTA_HEAD, sizes};
}

/* Adds a removed key. After an update this moves the ints of all updates, a cost that callers avoid
 * when they remove first. */
tt_status tti_delta_builder_remove(tt_delta_builder *b, int32_t key)
{
    if (b->size >= b->cap) {
        return TT_ERR_SPACE;
    }
    int32_t *at = b->dst + TTI_DELTA_HEAD + b->removed;
    tti_move(at + 1, at, (size_t)(b->dst + b->size - at) * sizeof *at);
    *at = key;
    b->removed++;
    b->size++;
    return TT_OK;
}

/* Checks an update and its room. `*data` is the address of its ints, after the head of the
 * update. */
static tt_status check_update(const tt_delta_builder *b, int32_t type, int32_t id, size_t size,
                              int32_t **data)
{
    if (type < 0 || type > TT_SNAP_MAX_TYPE) {
        return TT_ERR_DELTA_TYPE;
    }
    if (id < 0 || id > TT_SNAP_MAX_ID) {
        return TT_ERR_DELTA_ID;
    }
    size_t head = 2 + tti_delta_has_size(b->sizes, type);
    if (head == 2 && b->sizes->ints[type] != size) {
        return TT_ERR_DELTA_STATIC;
    }
    if (size > TT_SNAP_MAX_ITEM_INTS) {
        return TT_ERR_DELTA_SIZE;
    }
    if (b->cap < b->size || b->cap - b->size < head + size) {
        return TT_ERR_SPACE;
    }
    *data = b->dst + b->size + head;
    return TT_OK;
}

static void finish_update(tt_delta_builder *b, int32_t type, int32_t id, size_t size)
{
    b->size = (size_t)(tti_delta_put_head(b->dst + b->size, type, id, size, b->sizes) - b->dst);
    b->updates++;
}

/* Adds an update. `data` may overlap the place of its copy in b->dst, because the JSON reader
 * stores the ints there. */
tt_status tti_delta_builder_update(tt_delta_builder *b, int32_t type, int32_t id,
                                   const int32_t *data, size_t size)
{
    int32_t *dst;
    tt_status status = check_update(b, type, id, size, &dst);
    if (status == TT_OK) {
        tti_move(dst, data, size * sizeof *dst);
        finish_update(b, type, id, size);
    }
    return status;
}

tt_status tti_delta_builder_change(tt_delta_builder *b, const tt_snap_item *from,
                                   const tt_snap_item *to)
{
    int32_t *dst;
    if (from->type != to->type || from->id != to->id) {
        return TT_ERR_ARGUMENT;
    }
    if (from->size != to->size) {
        return TT_ERR_DELTA_UNEQUAL;
    }
    if (tti_equal(from->data, to->data, to->size * sizeof *to->data)) {
        return TT_OK;
    }
    tt_status status = check_update(b, to->type, to->id, to->size, &dst);
    if (status == TT_OK) {
        tti_ints_diff(dst, to->data, from->data, to->size);
        finish_update(b, to->type, to->id, to->size);
    }
    return status;
}

/* Writes the head, and returns the number of ints. A delta without a change has no ints, not even a
 * head: the game sends SNAPEMPTY for it, or writes no chunk. */
size_t tt_delta_builder_finish(const tt_delta_builder *b)
{
    if (b->removed == 0 && b->updates == 0) {
        return 0;
    }
    b->dst[0] = b->removed;
    b->dst[1] = b->updates;
    b->dst[2] = 0;
    return b->size;
}

/* Adds an update of an object. Fails for an extended type: its number is in a snapshot, which a
 * delta builder does not have. */
tt_status tt_delta_builder_object(tt_delta_builder *b, tt_obj_kind kind, int32_t id,
                                  const void *from, const void *to)
{
    const tt_object *type = tt_obj_type(kind);
    int32_t before[TT_OBJ_MAX_INTS], after[TT_OBJ_MAX_INTS];
    uint32_t count = (uint32_t)tti_obj_ints(kind);
    if (type == NULL || type->type < 0 || (from == NULL && to == NULL)) {
        return TT_ERR_ARGUMENT;
    }
    if (id < 0 || id > TT_SNAP_MAX_ID) {
        return TT_ERR_DELTA_ID;
    }
    if (to == NULL) {
        return tti_delta_builder_remove(b, tt_snap_key(type->type, id));
    }
    (void)tti_obj_pack(after, count, kind, to);
    if (from == NULL) {
        return tti_delta_builder_update(b, type->type, id, after, count);
    }
    (void)tti_obj_pack(before, count, kind, from);
    tt_snap_item old = {type->type, id, before, count}, now = {type->type, id, after, count};
    return tti_delta_builder_change(b, &old, &now);
}

tt_status tt_delta_walk_init(tt_delta_walk *walk, tt_delta delta, const tt_snap_sizes *sizes,
                             tt_error *error)
{
    size_t wrong;
    tt_status status = tti_delta_head(delta, &wrong);
    *walk = (tt_delta_walk){0, 0, sizes, delta.ints, delta.ints, delta.ints};
    if (status != TT_OK) {
        return tti_fail(error, status, wrong);
    }
    walk->at += TTI_DELTA_HEAD;
    walk->end += delta.count;
    walk->removed = delta.ints[0];
    walk->updates = delta.ints[1] > 0 ? delta.ints[1] : 0;
    return TT_OK;
}

/* Returns an item without ints. A negative key gets a negative type, like by an arithmetic
 * shift. */
static tt_snap_item item_of_key(int32_t key)
{
    int32_t id = (int32_t)((uint32_t)key & 0xffffu);
    return (tt_snap_item){(int32_t)(((int64_t)key - id) / 65536), id, NULL, 0};
}

tt_status tt_delta_walk_next(tt_delta_walk *walk, tt_delta_step *step, tt_error *error)
{
    struct tti_delta_update u;
    size_t offset = (size_t)(walk->at - walk->begin);
    if (walk->removed > 0) {
        walk->removed--;
        *step = (tt_delta_step){TT_DELTA_REMOVE, *walk->at, item_of_key(*walk->at), offset};
        walk->at++;
        return TT_OK;
    }
    if (walk->updates == 0) {
        return TT_END;
    }
    /* on a failure the cursor does not move, so another call fails in the same way */
    const int32_t *at = walk->at;
    tt_status status = tti_delta_update(&u, &at, walk->end, walk->sizes);
    if (status != TT_OK) {
        return tti_fail(error, status, (uint64_t)(at - walk->begin));
    }
    walk->at = at;
    walk->updates--;
    *step = (tt_delta_step){TT_DELTA_UPDATE, u.key, item_of_key(u.key), offset};
    step->item.data = u.data;
    step->item.size = (uint32_t)u.size;
    return TT_OK;
}
