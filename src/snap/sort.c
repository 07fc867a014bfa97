/* SPDX-License-Identifier: MIT
 *
 * Copies of snapshots, as they are and in the order of their keys.
 */
#include "teetape/snapshot.h"

#include "base/mem.h"
#include "snap/index.h"

/* Moves numbers[at] down a heap whose top is the item with the highest key. */
static void sift(uint16_t *numbers, const tt_snap *snap, uint32_t at, uint32_t count)
{
    uint16_t moving = numbers[at];
    int32_t key = snap->items[snap->starts[moving]];
    for (;;) {
        uint32_t below = 2 * at + 1;
        if (below >= count) {
            break;
        }
        int32_t below_key = snap->items[snap->starts[numbers[below]]];
        if (below + 1 < count && snap->items[snap->starts[numbers[below + 1]]] > below_key) {
            below++;
            below_key = snap->items[snap->starts[numbers[below]]];
        }
        if (below_key <= key) {
            break;
        }
        numbers[at] = numbers[below];
        at = below;
    }
    numbers[at] = moving;
}

/* Heapsort: n log n whatever the order, and no memory but the numbers. */
static void numbers_sort(uint16_t *numbers, const tt_snap *snap)
{
    for (uint32_t i = snap->count / 2; i-- > 0;) {
        sift(numbers, snap, i, snap->count);
    }
    for (uint32_t left = snap->count; left > 1;) {
        left--;
        uint16_t top = numbers[0];
        numbers[0] = numbers[left];
        numbers[left] = top;
        sift(numbers, snap, 0, left);
    }
}

/* The items move, so the copy gets an index of its own. 2 KiB of the stack hold the numbers. */
void tt_snap_sort(tt_snap *sorted, tt_snap_space *space, const tt_snap *snap)
{
    uint16_t numbers[TT_SNAP_MAX_ITEMS];
    for (uint32_t i = 0; i < snap->count; i++) {
        numbers[i] = (uint16_t)i;
    }
    /* keys are never negative, so signed (0.7) and unsigned (libtw2) order are the same */
    numbers_sort(numbers, snap);
    uint32_t size = 0;
    space->index.starts[0] = 0;
    for (uint32_t i = 0; i < snap->count; i++) {
        uint32_t start = snap->starts[numbers[i]], end = snap->starts[numbers[i] + 1u];
        tti_copy(space->items + size, snap->items + start, (end - start) * sizeof space->items[0]);
        size += end - start;
        space->index.starts[i + 1] = (uint16_t)size;
    }
    uint32_t log = tti_snap_log_for(snap->count);
    log = tti_snap_slots_fill(&space->index, space->items, snap->count, log);
    *sorted = tti_snap_of(space, snap->count, size, log);
}

/* As much of the table is copied as there is; its slots hold numbers, which remain right wherever
 * the items are. */
void tt_snap_copy(tt_snap *copy, tt_snap_space *space, const tt_snap *snap)
{
    tti_copy(space->items, snap->items, snap->size * sizeof space->items[0]);
    tti_copy(space->index.starts, snap->starts, (snap->count + 1) * sizeof snap->starts[0]);
    size_t slots = snap->slots_log == TTI_SNAP_SORTED ? snap->count : (size_t)1 << snap->slots_log;
    tti_copy(space->index.slots, snap->slots, slots * sizeof snap->slots[0]);
    *copy = tti_snap_of(space, snap->count, snap->size, snap->slots_log);
}
