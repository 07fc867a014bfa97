/* SPDX-License-Identifier: MIT
 *
 * Makes deltas, int for int as DDNet makes them: removed keys in the order of the old snapshot,
 * updates in the order of the new one.
 *
 * Two snapshots of a game mostly have the same items in the same order. So a cursor moves through
 * the old one along with the new one, and the hash table is used only for items that differ. The
 * count of removed items is known at the end, when the updates move to follow the removed keys.
 */
#include "teetape/delta.h"

#include "base/mem.h"
#include "snap/delta_form.h"
#include "snap/index.h"
#include "snap/ints.h"

struct output {
    int32_t *at, *end; /* address of the next update; end of the room */
    int32_t updates;
};

static tt_status update_finish(struct output *o, int32_t key, size_t size,
                               const tt_snap_sizes *sizes)
{
    int32_t *end =
        tti_delta_put_head(o->at, tt_snap_key_type(key), tt_snap_key_id(key), size, sizes);
    if (end == NULL) {
        return TT_ERR_DELTA_STATIC;
    }
    o->at = end;
    o->updates++;
    return TT_OK;
}

/* Writes the update of an item that may have changed. When all differences are 0 no head is
 * written, and the next update overwrites them. */
static inline tt_status update_old(struct output *o, const int32_t *item, const int32_t *old,
                                   size_t size, const tt_snap_sizes *sizes)
{
    size_t before = 2 + tti_delta_has_size(sizes, tt_snap_key_type(item[0]));
    if ((size_t)(o->end - o->at) < before + size) {
        /* an unchanged item needs no room */
        return tti_equal(item, old, (1 + size) * sizeof *item) ? TT_OK : TT_ERR_SPACE;
    }
    if (!tti_ints_diff(o->at + before, item + 1, old + 1, size)) {
        return TT_OK;
    }
    return update_finish(o, item[0], size, sizes);
}

static tt_status update_new(struct output *o, const int32_t *item, size_t size,
                            const tt_snap_sizes *sizes)
{
    size_t before = 2 + tti_delta_has_size(sizes, tt_snap_key_type(item[0]));
    if ((size_t)(o->end - o->at) < before + size) {
        return TT_ERR_SPACE;
    }
    tti_copy(o->at + before, item + 1, size * sizeof *item);
    return update_finish(o, item[0], size, sizes);
}

/* Writes the updates of the first items while old and new ones have the same keys, sizes and
 * offsets. `*same` is the number of these items: all of them if none was added or removed. Runs of
 * equal ints, keys included, are skipped at once. */
static tt_status updates_write_same(struct output *o, const tt_snap *from, const tt_snap *to,
                                    const tt_snap_sizes *sizes, uint32_t *same)
{
    uint32_t i = 0, at = 0;
    *same = 0;
    if (from->count != to->count || from->size != to->size ||
        !tti_equal(from->starts, to->starts, to->count * sizeof to->starts[0])) {
        return TT_OK;
    }
    for (;;) {
        at += (uint32_t)tti_ints_same(from->items + at, to->items + at, to->size - at);
        if (at == to->size) {
            *same = to->count;
            return TT_OK;
        }
        while (to->starts[i + 1] <= at) {
            i++;
        }
        *same = i;
        uint32_t start = to->starts[i], end = to->starts[i + 1];
        if (at == start) {
            return TT_OK; /* the keys differ from here on */
        }
        tt_status status =
            update_old(o, to->items + start, from->items + start, end - start - 1u, sizes);
        if (status != TT_OK) {
            return status;
        }
        at = end;
    }
}

/* Writes all updates. Sets seen[i] to 1 for each old item that still exists; `*kept` is their
 * number. A cursor moves through the old items, so only an item that was added, removed or moved
 * needs a look-up. */
static tt_status updates_write(struct output *o, const tt_snap *from, const tt_snap *to,
                               const tt_snap_sizes *sizes, uint8_t *seen, uint32_t *kept)
{
    uint32_t cursor = 0, same;
    tt_status same_status = updates_write_same(o, from, to, sizes, &same);
    if (same_status != TT_OK) {
        return same_status;
    }
    tti_fill(seen, 1, same);
    tti_fill(seen + same, 0, from->count - same);
    cursor = *kept = same;
    for (uint32_t i = same; i < to->count; i++) {
        const int32_t *item = to->items + to->starts[i];
        uint32_t size = to->starts[i + 1] - to->starts[i] - 1u;
        uint32_t number = cursor;
        tt_status status;
        if (cursor >= from->count || from->items[from->starts[cursor]] != item[0]) {
            number = tti_snap_number(from, item[0]);
        }
        if (number == TTI_SNAP_NONE) {
            status = update_new(o, item, size, sizes);
        } else if (from->starts[number + 1] - from->starts[number] - 1u != size) {
            status = TT_ERR_DELTA_UNEQUAL;
        } else {
            seen[number] = 1;
            (*kept)++;
            cursor = number + 1;
            status = update_old(o, item, from->items + from->starts[number], size, sizes);
        }
        if (status != TT_OK) {
            return status;
        }
    }
    return TT_OK;
}

static tt_status removed_write(int32_t *dst, struct output *o, const tt_snap *from,
                               const uint8_t *seen, uint32_t removed)
{
    if ((size_t)(o->end - o->at) < removed) {
        return TT_ERR_SPACE;
    }
    int32_t *updates = dst + TTI_DELTA_HEAD, *key = updates;
    tti_move(updates + removed, updates, (size_t)(o->at - updates) * sizeof *dst);
    for (uint32_t i = 0; i < from->count; i++) {
        if (!seen[i]) {
            *key++ = from->items[from->starts[i]];
        }
    }
    o->at += removed;
    return TT_OK;
}

/* Makes a delta. A `dst` that is too short for a head can still take the delta of two equal
 * snapshots. */
tt_status tt_delta_create(int32_t *dst, size_t cap, size_t *count, const tt_snap *from,
                          const tt_snap *to, const tt_snap_sizes *sizes)
{
    uint8_t seen[TT_SNAP_MAX_ITEMS];
    uint32_t kept = 0;
    int32_t head[TTI_DELTA_HEAD];
    struct output o = {cap < TTI_DELTA_HEAD ? head + TTI_DELTA_HEAD : dst + TTI_DELTA_HEAD,
                       cap < TTI_DELTA_HEAD ? head + TTI_DELTA_HEAD : dst + cap, 0};
    *count = 0;
    tt_status status = updates_write(&o, from, to, sizes, seen, &kept);
    uint32_t removed = from->count - kept;
    if (status != TT_OK || (removed == 0 && o.updates == 0)) {
        return status; /* a delta without a change has no head */
    }
    if (cap < TTI_DELTA_HEAD) {
        return TT_ERR_SPACE;
    }
    if (removed != 0) {
        status = removed_write(dst, &o, from, seen, removed);
        if (status != TT_OK) {
            return status;
        }
    }
    dst[0] = (int32_t)removed;
    dst[1] = o.updates;
    dst[2] = 0;
    *count = (size_t)(o.at - dst);
    return TT_OK;
}
