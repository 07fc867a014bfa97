/* SPDX-License-Identifier: MIT
 *
 * Snapshots, their items, and deltas as JSON.
 *
 *     {"items":[item,item,...],"crc":N}
 *     item = {"type":9,"id":0,"name":"Character","fields":{...}}
 *     {"removed":[item,item,...],"updates":[item,item,...]}
 *
 * "fields" is the object that tt_obj_json writes; an item of an unknown kind has the array
 * "data" instead. An item of an extended type also has "uuid". An item that declares a type has
 * "declares", a UUID, and "declares_name" when the name is known. Reading the JSON gives the
 * same snapshot. In a delta, removed items have no ints, and {"key":N} is a key that no item can
 * have. An update has its ints as the delta has them, and "new" where the old snapshot is known.
 * "third" is the third int of a delta if it is not 0, "left_over" the ints after its last
 * update. Example: examples/build_delta.c.
 */
#ifndef TEETAPE_SNAP_JSON_H
#define TEETAPE_SNAP_JSON_H

#include "teetape/delta.h"
#include "teetape/json.h"
#include "teetape/snap_object.h"
#include "teetape/snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Room for the JSON of any item with `count` ints. */
#define TT_SNAP_ITEM_JSON_BOUND(count) (512 + TT_OBJ_JSON_BOUND(count))

/** Returns the most bytes that tt_snap_json writes for this snapshot. */
TT_API size_t tt_snap_json_bound(const tt_snap *snap);

/** Appends a whole snapshot; `options` are TT_OBJ_JSON_*. Fails with TT_ERR_SPACE, writing nothing.
 */
TT_API void tt_snap_json(tt_packer *p, const tt_snap *snap, tt_dialect dialect, unsigned options);

/** Reads a snapshot that is all of `text` into `*space`; `*snap` becomes a view of it, with the
 * items in their order. The type of an item is "type", or that of its "name" when "type" is
 * missing. "crc" is ignored.
 *
 * On failure `*snap` is the empty snapshot, and `error` (may be NULL) has the offset in the text
 * and a sentence: TT_ERR_OBJ_MISSING for an item without type, id or ints, TT_ERR_OBJ_NAME for a
 * name that no object of the dialect has, TT_ERR_OBJ_DIFFER for one that is not that of the
 * type, TT_ERR_SYNTAX for what is no UUID, TT_ERR_RANGE for what is no int, and the errors of
 * tt_json_members, tt_obj_from_json and tt_snap_builder_add. */
TT_API tt_status tt_snap_from_json(tt_snap *snap, tt_snap_space *space, tt_bytes text,
                                   tt_dialect dialect, tt_error *error);

/** Returns the most bytes that tt_delta_json writes for this delta. */
TT_API size_t tt_delta_json_bound(tt_delta delta, const tt_snap_sizes *sizes);

/** Appends a delta. A delta without ints changes nothing. `from` is the old snapshot, or NULL.
 * Without it, updates have no "new", and extended types have names only where one of the first 64
 * declarations in the delta gives them. Fails, writing nothing, with TT_ERR_SPACE or as
 * tt_delta_walk_init and tt_delta_walk_next. */
TT_API tt_status tt_delta_json(tt_packer *p, const tt_snap *from, tt_delta delta,
                               const tt_snap_sizes *sizes, tt_dialect dialect);

/** Reads a delta that is all of `text` with a builder that was just begun. `*delta` becomes a view
 * of the builder's ints, without ints when nothing changes. Each member may be missing. Fails as
 * tt_snap_from_json, with TT_ERR_SPACE, and with TT_ERR_DELTA_TYPE, _ID, _SIZE and _STATIC. */
TT_API tt_status tt_delta_from_json(tt_delta *delta, tt_delta_builder *b, tt_bytes text,
                                    tt_dialect dialect, tt_error *error);

#ifdef __cplusplus
}
#endif

#endif
