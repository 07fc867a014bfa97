/* SPDX-License-Identifier: MIT
 *
 * Reading the ints of a delta, as far as that goes without the snapshots. See docs/format/delta.md.
 */
#ifndef TTI_SNAP_DELTA_READ_H
#define TTI_SNAP_DELTA_READ_H

#include "teetape/delta.h"

/* Ints of the head: count of removed keys, count of updates, and one that is 0. */
enum { TTI_DELTA_HEAD = 3 };

/* Checks head and removed keys. On failure `*wrong` is the number of the int at fault. The count of
 * updates is not checked: a negative one counts as 0, and too high a one runs out of ints. */
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

/* One update: its key, and its data as a row of the delta. */
struct tti_delta_update {
    int32_t key;         /* of the item: never negative */
    size_t size;         /* ints of its data */
    const int32_t *data; /* differences, or all of a new item; in the delta */
};

/* Reads the update at `*at` and moves to the end of it. On failure `*at` is at the int that is at
 * fault, or at the end when ints are missing. An agreed size of 0 means that none is agreed, so
 * type 0 and all extended types carry theirs. */
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
        /* as a count of bytes it would not be an int */
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

#endif
