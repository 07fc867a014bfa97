/* SPDX-License-Identifier: MIT
 *
 * Writing the ints of an update. See docs/format/delta.md.
 */
#ifndef TTI_SNAP_DELTA_PUT_H
#define TTI_SNAP_DELTA_PUT_H

#include "teetape/delta.h"

/* What a type says about the ints between id and data: 1 when the size is one of them, else 0,
 * which callers add to 2. */
static inline size_t tti_delta_has_size(const tt_snap_sizes *sizes, int32_t type)
{
    return type >= TT_SNAP_SIZED_TYPES || sizes->ints[type] == 0;
}

/* Writes type, id and size to `at`, in front of `size` ints. Returns where the update ends, NULL
 * when the size is not the one that is agreed. */
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

#endif
