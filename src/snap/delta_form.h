/* SPDX-License-Identifier: MIT
 *
 * The ints of a delta: writes and reads its head and updates. See docs/format/delta.md.
 */
#ifndef TTI_SNAP_DELTA_FORM_H
#define TTI_SNAP_DELTA_FORM_H

#include "teetape/delta.h"

/* The head: count of removed keys, count of updates, and 0. */
enum { TTI_DELTA_HEAD = 3 };

/* Checks the head and that the removed keys are there; `*wrong` is the bad int. A negative count of
 * updates counts as 0. A count that is too high is found when the ints end. */
static inline tt_status tti_delta_head(tt_delta delta, size_t *wrong)
{
    *wrong = 0;
    if (delta.count > 0 && delta.ints[0] < 0) {
        return TT_ERR_DELTA_REMOVED;
    }
    *wrong = delta.count;
    if (delta.count < TTI_DELTA_HEAD || (size_t)delta.ints[0] > delta.count - TTI_DELTA_HEAD) {
        return TT_ERR_DELTA_REMOVED_END;
    }
    return TT_OK;
}

struct tti_delta_update {
    int32_t key;
    size_t size;
    const int32_t *data; /* points into the delta: differences, or all ints of a new item */
};

/* Reads the update at `*at` and moves to the end of it. On failure `*at` is the bad int, or the end
 * when ints are missing. Updates of type 0 and of extended types have no agreed size, so they carry
 * it. */
static inline tt_status tti_delta_update(struct tti_delta_update *u, const int32_t **at,
                                         const int32_t *end, const tt_snap_sizes *sizes)
{
    const int32_t *p = *at;
    if (end - p < 2) {
        *at = end;
        return TT_ERR_DELTA_UPDATE_END;
    }
    int32_t type = p[0], id = p[1];
    if (type < 0 || type > TT_SNAP_MAX_TYPE) {
        return TT_ERR_DELTA_TYPE;
    }
    if (id < 0 || id > TT_SNAP_MAX_ID) {
        *at = p + 1;
        return TT_ERR_DELTA_ID;
    }
    p += 2;
    u->size = type < TT_SNAP_SIZED_TYPES ? sizes->ints[type] : 0;
    if (u->size == 0) {
        if (p == end) {
            *at = end;
            return TT_ERR_DELTA_SIZE_END;
        }
        /* DDNet's count of bytes would overflow an int */
        if (*p < 0 || *p > INT32_MAX / 4) {
            *at = p;
            return TT_ERR_DELTA_SIZE;
        }
        u->size = (size_t)*p++;
    }
    if ((size_t)(end - p) < u->size) {
        *at = end;
        return TT_ERR_DELTA_DATA_END;
    }
    u->key = tt_snap_key(type, id);
    u->data = p;
    *at = p + u->size;
    return TT_OK;
}

/* Returns 1 when the size of an item is between its id and its data, 0 when the size is agreed. */
static inline size_t tti_delta_has_size(const tt_snap_sizes *sizes, int32_t type)
{
    return type >= TT_SNAP_SIZED_TYPES || sizes->ints[type] == 0;
}

/* Writes type, id and size before `size` ints. Returns the end of the update, NULL when another
 * size is agreed. */
static inline int32_t *tti_delta_put_head(int32_t *at, int32_t type, int32_t id, size_t size,
                                          const tt_snap_sizes *sizes)
{
    at[0] = type;
    at[1] = id;
    if (tti_delta_has_size(sizes, type)) {
        at[2] = (int32_t)size;
        return at + 3 + size;
    }
    return sizes->ints[type] == size ? at + 2 + size : NULL;
}

/* Removes a key. A failed call changes nothing. Removed keys precede all updates, so a call after
 * an update moves the updates. */
tt_status tti_delta_builder_remove(tt_delta_builder *b, int32_t key);

/* Adds an update. `data` are all ints of a new item, or the differences of an old one. */
tt_status tti_delta_builder_update(tt_delta_builder *b, int32_t type, int32_t id,
                                   const int32_t *data, size_t size);

/* Adds an update that leads from one state of an item to the next, or nothing when both are
 * equal. */
tt_status tti_delta_builder_change(tt_delta_builder *b, const tt_snap_item *from,
                                   const tt_snap_item *to);

#endif
