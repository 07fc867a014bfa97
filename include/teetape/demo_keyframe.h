/* SPDX-License-Identifier: MIT
 *
 * Finds the keyframes of a demo, so that a reader can go to a tick without reading all before
 * it.
 *
 * A pass that unpacks nothing (skip_snapshots, skip_messages) reads gigabytes a second; a reader
 * that goes through the demo anyway can note keyframes on its way:
 *
 *     tt_demo_keyframes_init(&keyframes, rows, 1000);
 *     while (tt_demo_next(&demo, &event) == TT_OK)
 *         tt_demo_keyframes_note(&keyframes, &event);
 *
 *     const tt_demo_keyframe *at = tt_demo_keyframes_find(&keyframes, tick);
 *     if (at != NULL)                             // NULL: the demo has none
 *         tt_demo_seek(&demo, at->offset);        // feed the bytes from there on
 *     ... // tt_demo_next until the tick of tt_demo_look is `tick`, or the next marker is after it
 *
 * The caller owns the rows. When there are more keyframes than rows, every second one is
 * dropped, so that any demo fits and the rows remain evenly spread. Example:
 * examples/watch_demo.c.
 */
#ifndef TEETAPE_DEMO_KEYFRAME_H
#define TEETAPE_DEMO_KEYFRAME_H

#include "teetape/demo.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A keyframe: a point in a demo where reading can begin. */
typedef struct tt_demo_keyframe {
    uint64_t offset; /**< offset of its tick marker in the demo */
    int32_t tick;    /**< tick of its snapshot */
} tt_demo_keyframe;

/** Size of a tt_demo_keyframes in 64-bit words; the library checks at compile time that it
 * suffices. */
#define TT_DEMO_KEYFRAMES_WORDS 16

/** The keyframes of a demo; the caller places it. Its members are for the library. */
typedef struct tt_demo_keyframes {
    uint64_t words[TT_DEMO_KEYFRAMES_WORDS]; /**< private to the library */
} tt_demo_keyframes;

/** Starts without keyframes. `rows` has room for `capacity` of them, 2 at least, and must remain
 * valid. The rows are set from the first one on, in the order of offset and of tick. */
TT_API void tt_demo_keyframes_init(tt_demo_keyframes *keyframes, tt_demo_keyframe *rows,
                                   size_t capacity);

/** Takes an event of the pass. A keyframe is a tick marker that announces one, gives its tick as a
 * number, and has a full snapshot after it. A keyframe whose tick is not later than that of the row
 * before is left out. The caller may give the same events again, for example after tt_demo_seek. */
TT_API void tt_demo_keyframes_note(tt_demo_keyframes *keyframes, const tt_demo_event *event);

/** Returns the last row at or before `tick`, the first row for an earlier tick, or NULL when no row
 * is set. INT32_MAX gives the last row that is set. */
TT_API const tt_demo_keyframe *tt_demo_keyframes_find(const tt_demo_keyframes *keyframes,
                                                      int32_t tick);

#ifdef __cplusplus
}
#endif

#endif
