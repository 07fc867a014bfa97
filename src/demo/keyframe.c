/* SPDX-License-Identifier: MIT
 *
 * Keeps a list of keyframes in an array of fixed size.
 *
 * Entries are sorted by offset and by tick, so a look-up is a binary search. The array has the
 * keyframes with the numbers 0, `every`, 2 * `every` and so on. When it is full, every second entry
 * is dropped and `every` doubles. A keyframe costs constant time on average, however long the demo
 * is.
 *
 *     seen      0 1 2 3 4 5 6 7 8
 *     rows      0 1 2 3             every 1, the array is full
 *               0   2   4   6       every 2
 *               0       4       8   every 4
 */
#include "teetape/demo_keyframe.h"

#include "base/opaque.h"

typedef struct tti_demo_keyframes {
    tt_demo_keyframe *rows;
    size_t count; /* number of rows that are set */
    size_t capacity;
    uint64_t seen, every; /* keyframes seen; one of `every` is kept */
    tt_demo_keyframe last;
    bool has_last; /* true: the last marker promised a snapshot, which has to come next */
} tti_demo_keyframes;

TTI_OPAQUE(demo_keyframes)

void tt_demo_keyframes_init(tt_demo_keyframes *outer, tt_demo_keyframe *rows, size_t capacity)
{
    tti_demo_keyframes *keyframes = tti_demo_keyframes_of(outer);
    keyframes->rows = rows;
    keyframes->count = 0;
    keyframes->capacity = capacity;
    keyframes->seen = 0;
    keyframes->every = 1;
    keyframes->last = (tt_demo_keyframe){0, 0};
    keyframes->has_last = false;
}

static void add_keyframe(tti_demo_keyframes *keyframes)
{
    if (keyframes->seen++ % keyframes->every != 0) {
        return;
    }
    if (keyframes->count == keyframes->capacity) {
        size_t kept = 0;
        for (size_t i = 0; i < keyframes->count; i += 2) {
            keyframes->rows[kept++] = keyframes->rows[i];
        }
        keyframes->count = kept;
        keyframes->every *= 2;
        if ((keyframes->seen - 1) % keyframes->every != 0) {
            return;
        }
    }
    keyframes->rows[keyframes->count++] = keyframes->last;
}

/* Notes an event. A keyframe is a marker with a full snapshot right after it, so a marker waits in
 * `last` for the next event. A marker that is not later than `last` was seen before, or is damage.
 */
void tt_demo_keyframes_note(tt_demo_keyframes *outer, const tt_demo_event *event)
{
    tti_demo_keyframes *keyframes = tti_demo_keyframes_of(outer);
    bool had_last = keyframes->has_last;
    keyframes->has_last = false;
    if (event->status != TT_OK) {
        return; /* the last marker has no snapshot: it is no keyframe */
    }
    if (event->kind == TT_DEMO_TICK && event->keyframe && event->absolute) {
        /* `last` is the last keyframe that was seen, kept or not */
        bool is_new = keyframes->seen == 0 || (event->offset > keyframes->last.offset &&
                                               event->tick > keyframes->last.tick);
        if (is_new) {
            keyframes->last = (tt_demo_keyframe){event->offset, event->tick};
            keyframes->has_last = true;
        }
    } else if (event->kind == TT_DEMO_SNAPSHOT && had_last) {
        add_keyframe(keyframes);
    }
}

/* Finds the keyframe of a tick. `low` is the last row at or before the tick, or row 0. `high` is
 * the first row after the tick. */
const tt_demo_keyframe *tt_demo_keyframes_find(const tt_demo_keyframes *outer, int32_t tick)
{
    const tti_demo_keyframes *keyframes = tti_demo_keyframes_seen(outer);
    size_t low = 0, high = keyframes->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (keyframes->rows[middle].tick <= tick) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return keyframes->count == 0 ? NULL : &keyframes->rows[low];
}
