/* SPDX-License-Identifier: MIT
 *
 * A delta lists the changes from one snapshot to the next.
 *
 *     removed, updates, 0
 *     removed x key
 *     updates x { type, id, [size,] size x int }
 *
 * The data of an update is the difference to the old item, or the whole item when the old
 * snapshot does not have it. Its size is left out where both sides agreed on it (tt_snap_sizes).
 * On the wire and in demos each int is a varint: tt_varints_encode and tt_varints_decode
 * (varint.h).
 *
 * docs/format/delta.md says what a reader does with deltas that no writer makes. Example:
 * examples/delta.c.
 */
#ifndef TEETAPE_DELTA_H
#define TEETAPE_DELTA_H

#include "teetape/snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Every receiver accepts a delta of at most this many ints. */
#define TT_DELTA_MAX_INTS 16384

/** Ints that suffice for the delta between any two snapshots: the head, all old items removed, and
 * all new ones with type, id and size. They can be more than TT_DELTA_MAX_INTS. */
#define TT_DELTA_BOUND (3 + TT_SNAP_MAX_ITEMS + TT_SNAP_MAX_ITEM_INTS + TT_SNAP_MAX_ITEMS)

/** Item types below this number can have an agreed size (tt_snap_sizes). */
#define TT_SNAP_SIZED_TYPES 64

/** The sizes of items that both sides of a protocol know, so that deltas do not carry them;
 * tt_snap_sizes_of (snap_object.h) gives those of a dialect. */
typedef struct tt_snap_sizes {
    uint16_t ints[TT_SNAP_SIZED_TYPES]; /**< ints of an item of each type; 0: deltas carry the
                                           size */
} tt_snap_sizes;

/** A view of a delta: ints that somebody else owns. */
typedef struct tt_delta {
    const int32_t *ints; /**< first int; may be NULL when `count` is 0 */
    size_t count;        /**< number of ints */
} tt_delta;

/** Writes the delta that leads from `from` to `to`, the same ints as DDNet writes, into the `cap`
 * ints at `dst`. `*count` is the number of ints written, and 0 when nothing changed: then there
 * is not even a head. TT_DELTA_BOUND ints always suffice.
 *
 * On failure `*count` is 0 and the content of `dst` is undefined. TT_ERR_SPACE;
 * TT_ERR_DELTA_UNEQUAL: an item of both snapshots has two sizes; TT_ERR_DELTA_STATIC: an item
 * that changed does not have the agreed size of its type. The format cannot express a change of
 * such an item: remove it in one delta, and add it in the next. Time is linear in the items. */
TT_API tt_status tt_delta_create(int32_t *dst, size_t cap, size_t *count, const tt_snap *from,
                                 const tt_snap *to, const tt_snap_sizes *sizes);

/** Oddities that every reference program accepts in a delta but none writes. They are bits, to be
 * added up. */
enum {
    TT_DELTA_ODD_THIRD = 1,           /**< the third int is not 0 */
    TT_DELTA_ODD_UNKNOWN = 2,         /**< a removed key that the old snapshot does not have */
    TT_DELTA_ODD_REMOVED_TWICE = 4,   /**< the same key is removed twice */
    TT_DELTA_ODD_REMOVED_UPDATED = 8, /**< the same key is removed and updated */
    TT_DELTA_ODD_UPDATED_TWICE = 16,  /**< the same key is updated twice */
    TT_DELTA_ODD_UPDATES = 32,        /**< the count of updates is negative, taken as 0 */
    TT_DELTA_ODD_LEFT_OVER = 64,      /**< ints after the last update */
    TT_DELTA_ODD_NO_CHANGE = 128 /**< an update of an old item whose differences are all zero */
};

/** Faults that tt_delta_apply found in a delta. */
typedef struct tt_delta_report {
    unsigned odd;   /**< a sum of TT_DELTA_ODD_* */
    tt_error error; /**< the error of a failed call; its offset counts ints, not bytes */
} tt_delta_report;

/** Applies a delta to `from`, exactly as DDNet does: `*to` becomes a view of the new snapshot in
 * `*space`. The items of `from` that are not removed come first, in their order. The items that
 * the delta adds follow, in the order of the delta. `from` must not be a view of the same space.
 * `report` may be NULL.
 *
 * On failure `*to` is the empty snapshot. One status for each of DDNet's error numbers:
 * TT_ERR_DELTA_REMOVED (-201), _REMOVED_END (-101), _UPDATE_END (-102), _SIZE_END (-103),
 * _DATA_END (-205), _TYPE (-202), _ID (-203), _SIZE (-204), _NEW_SIZE (-206), _OLD_SIZE (-207),
 * _FULL (-302). Time is linear in the items and in the ints of the delta; tt_snap_find says what
 * keys that were chosen to collide cost. */
TT_API tt_status tt_delta_apply(tt_snap *to, tt_snap_space *space, const tt_snap *from,
                                tt_delta delta, const tt_snap_sizes *sizes,
                                tt_delta_report *report);

/** A walk through a delta without its snapshots, for example to print it. Look at `removed` and
 * `updates`; the rest is for the library. */
typedef struct tt_delta_walk {
    int32_t removed; /**< removed keys that the walk has not given yet */
    int32_t updates; /**< updates that the walk has not given yet, by the count in the head */
    /** @cond library */
    const tt_snap_sizes *sizes;
    const int32_t *begin, *at, *end;
    /** @endcond */
} tt_delta_walk;

/** Kinds of steps. A walk gives all removed keys, and then all updates. */
typedef enum tt_delta_step_kind {
    TT_DELTA_REMOVE, /**< gives item.type and item.id of the removed key */
    TT_DELTA_UPDATE  /**< gives the data as written: a difference, or the whole item */
} tt_delta_step_kind;

/** One step of a walk, filled by tt_delta_walk_next. */
typedef struct tt_delta_step {
    tt_delta_step_kind kind; /**< whether the step removes or updates an item */
    int32_t key;             /**< key as written; in a TT_DELTA_REMOVE it may be any int */
    tt_snap_item item; /**< the item. In a TT_DELTA_UPDATE its data points into the delta; in a
                          TT_DELTA_REMOVE data is NULL and size 0 */
    size_t offset;     /**< index in the delta of the step's first int */
} tt_delta_step;

/** Begins a walk. Fails as tt_delta_apply does for the head and the removed keys; `error` (may
 * be NULL) counts ints. `sizes` and the ints must remain valid during the walk. */
TT_API tt_status tt_delta_walk_init(tt_delta_walk *walk, tt_delta delta, const tt_snap_sizes *sizes,
                                    tt_error *error);

/** Gives the next step, removed keys first. TT_END after the last one, whatever ints follow it.
 * Fails with the errors of tt_delta_apply that show without a snapshot. */
TT_API tt_status tt_delta_walk_next(tt_delta_walk *walk, tt_delta_step *step, tt_error *error);

/** Builds a delta object by object (snap_object.h). Look at `removed` and `updates`; the rest is
 * for the library. */
typedef struct tt_delta_builder {
    int32_t removed; /**< removed keys so far */
    int32_t updates; /**< updates so far */
    /** @cond library */
    int32_t *dst;
    size_t cap, size;
    const tt_snap_sizes *sizes;
    /** @endcond */
} tt_delta_builder;

/** Starts a delta in the `cap` ints at `dst`. TT_DELTA_BOUND ints suffice for any two snapshots.
 * `dst` and `sizes` must last as long as the builder.
 */
TT_API void tt_delta_builder_init(tt_delta_builder *b, int32_t *dst, size_t cap,
                                  const tt_snap_sizes *sizes);

/** Writes the head, and returns the count of ints: 0 when the delta changes nothing, as
 * with tt_delta_create. Further items may be added after this call. */
TT_API size_t tt_delta_builder_finish(const tt_delta_builder *b);

#ifdef __cplusplus
}
#endif

#endif
