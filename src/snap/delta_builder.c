/* SPDX-License-Identifier: MIT
 *
 * Builds deltas item by item: what tt_delta_walk gives, the other way.
 *
 * The ints lie where they will be in the result from the start; only the head is written at the
 * end, when its counts are known. So a builder needs no memory of its own.
 */
#include "base/mem.h"
#include "snap/delta_put.h"
#include "snap/delta_read.h"
#include "snap/ints.h"

void tt_delta_builder_init(tt_delta_builder *b, int32_t *dst, size_t cap,
                           const tt_snap_sizes *sizes)
{
    *b = (tt_delta_builder){0, 0, dst, cap, TTI_DELTA_HEAD, sizes};
}

/* After updates it costs as much as these have ints; callers that remove first pay nothing. */
tt_status tt_delta_builder_remove(tt_delta_builder *b, int32_t key)
{
    if (b->size >= b->cap) {
        return TT_ERR_SPACE;
    }
    /* removed keys come before all updates */
    int32_t *at = b->dst + TTI_DELTA_HEAD + b->removed;
    tti_move(at + 1, at, (size_t)(b->dst + b->size - at) * sizeof *at);
    *at = key;
    b->removed++;
    b->size++;
    return TT_OK;
}

/* Checks an update. `*data` is where its ints belong; the head is not written yet. The room is
 * asked for with the head of the update: type, id, and the size where it is not agreed. */
static tt_status place(const tt_delta_builder *b, int32_t type, int32_t id, size_t size,
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

/* The data is in place; type, id and size go before it. */
static void finish_update(tt_delta_builder *b, int32_t type, int32_t id, size_t size)
{
    b->size = (size_t)(tti_delta_put_head(b->dst + b->size, type, id, size, b->sizes) - b->dst);
    b->updates++;
}

/* The ints may overlap their place: a reader of JSON puts them about there. */
tt_status tt_delta_builder_update(tt_delta_builder *b, int32_t type, int32_t id,
                                  const int32_t *data, size_t size)
{
    int32_t *dst;
    tt_status status = place(b, type, id, size, &dst);
    if (status == TT_OK) {
        tti_move(dst, data, size * sizeof *dst);
        finish_update(b, type, id, size);
    }
    return status;
}

/* An item that did not change is not in a delta, so nothing is written then. */
tt_status tt_delta_builder_change(tt_delta_builder *b, const tt_snap_item *from,
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
    tt_status status = place(b, to->type, to->id, to->size, &dst);
    if (status == TT_OK) {
        tti_ints_diff(dst, to->data, from->data, to->size);
        finish_update(b, to->type, to->id, to->size);
    }
    return status;
}

/* A delta that says nothing has no ints, not even a head: the game sends SNAPEMPTY for it, or
 * writes no chunk. */
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
