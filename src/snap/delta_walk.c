/* SPDX-License-Identifier: MIT
 *
 * Walks through a delta step by step, for programs that print it.
 *
 * tt_delta_apply does not use it: it needs no steps and has to be fast. Both read by delta_read.h,
 * so they agree on what a delta says.
 */
#include "teetape/delta.h"

#include "base/error.h"
#include "snap/delta_read.h"

/* A walk that fails here has nothing to walk through: all its members are those of an empty one. */
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

/* Type and id of any int; the shift of a negative type is an arithmetic one. */
static tt_snap_item item_of_key(int32_t key)
{
    int32_t id = (int32_t)((uint32_t)key & 0xffffu);
    return (tt_snap_item){(int32_t)(((int64_t)key - id) / 65536), id, NULL, 0};
}

/* A removed key may be any int, so a step gives it as it is and as type and id. */
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
    /* on failure the cursor remains, so that another call fails in the same way */
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

/* After TT_END what no update took; before that, all that is still to come. */
tt_delta tt_delta_walk_rest(const tt_delta_walk *walk)
{
    return (tt_delta){walk->at, (size_t)(walk->end - walk->at)};
}
