/* SPDX-License-Identifier: MIT
 *
 * Applies deltas as DDNet does; docs/format/delta.md has the result when a key is removed twice,
 * removed and updated, or updated twice.
 *
 * When nothing is removed, the new snapshot begins as a copy of the old one and of its index.
 * Otherwise the items that remain are copied in runs, and get an index. The first update of an old
 * item is then added in place.
 *
 *     old       5/1: 10 20 0 | 70/0: 7
 *     delta     removed 70/0; update 5/1: 1 1 1; update 14/0: 5 6
 *     new       5/1: 11 21 1 | 14/0: 5 6
 */
#include "teetape/delta.h"

#include "base/error.h"
#include "base/mem.h"
#include "snap/delta_form.h"
#include "snap/index.h"
#include "snap/ints.h"

struct delta_work {
    tt_snap_builder b;
    const tt_snap *from;
    uint32_t removed;                /* old items that the new snapshot lacks */
    unsigned odd;                    /* oddities so far, a sum of TT_DELTA_ODD_* */
    uint8_t mark[TT_SNAP_MAX_ITEMS]; /* 1 for removed old items; after they are left out, 1 for
                                        updated new items */
};

/* Marks the removed items. Like DDNet, ignores a key that no item has, and a key that was in the
 * list before. */
static void removed_mark(struct delta_work *w, const int32_t *keys, int32_t count)
{
    tti_fill(w->mark, 0, w->from->count);
    for (int32_t i = 0; i < count; i++) {
        uint32_t number = tti_snap_number(w->from, keys[i]);
        if (number == TTI_SNAP_NONE) {
            w->odd |= TT_DELTA_ODD_UNKNOWN;
        } else if (w->mark[number]) {
            w->odd |= TT_DELTA_ODD_REMOVED_TWICE;
        } else {
            w->mark[number] = 1;
            w->removed++;
        }
    }
}

/* Copies the old items from `first` to before `end`. All of them move by `shift`, which wraps if it
 * is negative: unsigned arithmetic gives the right sum. */
static void run_copy(struct delta_work *w, uint32_t first, uint32_t end)
{
    tt_snap_space *space = w->b.space;
    const uint16_t *starts = w->from->starts;
    uint32_t size = starts[end] - (uint32_t)starts[first], shift = starts[first] - w->b.size;
    tti_copy(space->items + w->b.size, w->from->items + starts[first], size * sizeof(int32_t));
    for (uint32_t i = first; i < end; i++) {
        w->b.count++;
        space->index.starts[w->b.count] = (uint16_t)(starts[i + 1] - shift);
    }
    w->b.size += size;
}

static void rest_copy(struct delta_work *w)
{
    uint32_t count = w->from->count, log = tti_snap_log_for(count - w->removed);
    w->b.count = 0;
    w->b.size = 0;
    w->b.space->index.starts[0] = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t first = i;
        while (i < count && !w->mark[i]) {
            i++;
        }
        run_copy(w, first, i);
        while (i < count && w->mark[i]) {
            i++;
        }
    }
    w->b.slots_log = tti_snap_slots_fill(&w->b.space->index, w->b.space->items, w->b.count, log);
}

static void old_copy(struct delta_work *w, const int32_t *removed, int32_t count)
{
    w->removed = 0;
    if (count > 0) {
        removed_mark(w, removed, count);
    }
    if (w->removed > 0) {
        rest_copy(w);
    } else {
        tt_snap copy;
        tti_snap_copy(&copy, w->b.space, w->from);
        w->b.count = copy.count;
        w->b.size = copy.size;
        w->b.slots_log = copy.slots_log;
    }
    tti_fill(w->mark, 0, w->b.count);
}

/* Handles the first update of a key that the new snapshot lacks. When nothing was removed, the old
 * one lacks it too, which saves a look-up. */
static tt_status item_add(struct delta_work *w, const struct tti_delta_update *u)
{
    uint32_t old = w->removed == 0 ? TTI_SNAP_NONE : tti_snap_number(w->from, u->key);
    int32_t *data = tti_snap_append(&w->b, u->key, u->size);
    if (data == NULL) {
        return TT_ERR_DELTA_FULL;
    }
    w->mark[w->b.count - 1] = 1;
    if (old == TTI_SNAP_NONE) {
        tti_copy(data, u->data, u->size * sizeof *data);
        return TT_OK;
    }
    /* The key was also removed, so the item is new, but its ints are still relative to the old
     * one. */
    w->odd |= TT_DELTA_ODD_REMOVED_UPDATED;
    const uint16_t *starts = w->from->starts;
    if (starts[old + 1] - starts[old] - 1u != u->size) {
        return TT_ERR_DELTA_OLD_SIZE;
    }
    (void)tti_ints_add(data, w->from->items + starts[old] + 1, u->data, u->size);
    return TT_OK;
}

/* Handles a later update of the same item. Each update is relative to the old item, not to the
 * update before it. Its size is that of the new item, and so of the old one. */
static void item_update_again(struct delta_work *w, const struct tti_delta_update *u, int32_t *data)
{
    uint32_t old = tti_snap_number(w->from, u->key);
    w->odd |= TT_DELTA_ODD_UPDATED_TWICE;
    if (old == TTI_SNAP_NONE) {
        tti_copy(data, u->data, u->size * sizeof *data);
    } else {
        const int32_t *item = w->from->items + w->from->starts[old];
        (void)tti_ints_add(data, item + 1, u->data, u->size);
    }
}

/* Handles an update of an item that the new snapshot has. The size must be the same, as in DDNet
 * 19.9 and later; older programs read out of bounds. */
static inline tt_status item_update(struct delta_work *w, uint32_t number,
                                    const struct tti_delta_update *u)
{
    const uint16_t *starts = w->b.space->index.starts;
    int32_t *data = w->b.space->items + starts[number] + 1;
    if (starts[number + 1] - starts[number] - 1u != u->size) {
        return TT_ERR_DELTA_NEW_SIZE;
    }
    if (w->mark[number]) {
        item_update_again(w, u, data);
        return TT_OK;
    }
    /* the new item is still a copy of the old one */
    w->mark[number] = 1;
    if (!tti_ints_add(data, data, u->data, u->size)) {
        w->odd |= TT_DELTA_ODD_NO_CHANGE;
    }
    return TT_OK;
}

/* Applies the updates. After a failure `*at` is the start of an update that cannot be applied, or
 * the bad int of one that cannot be read. Each update takes at least two ints, so the count needs
 * no check. */
static tt_status updates_apply(struct delta_work *w, const int32_t **at, const int32_t *end,
                               int32_t updates, const tt_snap_sizes *sizes)
{
    for (int32_t i = 0; i < updates; i++) {
        struct tti_delta_update u;
        const int32_t *begin = *at;
        tt_status status = tti_delta_update(&u, at, end, sizes);
        if (status != TT_OK) {
            return status;
        }
        tt_snap so_far = tti_snap_of(w->b.space, w->b.count, w->b.size, w->b.slots_log);
        uint32_t number = tti_snap_number(&so_far, u.key);
        if (number != TTI_SNAP_NONE) {
            status = item_update(w, number, &u);
        } else {
            status = item_add(w, &u);
        }
        if (status != TT_OK) {
            *at = begin;
            return status;
        }
    }
    return TT_OK;
}

/* Fills the report. A delta that fails also reports the odd parts before the failure. */
static tt_status report_make(tt_delta_report *report, unsigned odd, tt_status status, size_t offset)
{
    if (report == NULL) {
        return status;
    }
    report->odd = odd;
    return status == TT_OK ? TT_OK : tti_fail(&report->error, status, offset);
}

/* Applies a delta. The order of the checks is DDNet's, so the same delta fails with the same
 * number. */
tt_status tt_delta_apply(tt_snap *to, tt_snap_space *space, const tt_snap *from, tt_delta delta,
                         const tt_snap_sizes *sizes, tt_delta_report *report)
{
    struct delta_work w; /* large: `mark` is set only as far as it is used */
    size_t wrong;
    *to = tt_snap_empty();
    tt_status status = tti_delta_head(delta, &wrong);
    if (status != TT_OK) {
        return report_make(report, 0, status, wrong);
    }
    int32_t removed = delta.ints[0], updates = delta.ints[1];
    const int32_t *at = delta.ints + TTI_DELTA_HEAD, *end = delta.ints + delta.count;
    w.b.space = space;
    w.b.types = NULL;
    w.from = from;
    w.odd =
        (delta.ints[2] != 0 ? TT_DELTA_ODD_THIRD : 0u) | (updates < 0 ? TT_DELTA_ODD_UPDATES : 0u);
    old_copy(&w, at, removed);
    at += removed;
    status = updates_apply(&w, &at, end, updates, sizes);
    if (status == TT_OK) {
        w.odd |= at != end ? TT_DELTA_ODD_LEFT_OVER : 0u;
        *to = tti_snap_of(space, w.b.count, w.b.size, w.b.slots_log);
    }
    return report_make(report, w.odd, status, (size_t)(at - delta.ints));
}
