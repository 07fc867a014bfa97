/* SPDX-License-Identifier: MIT
 *
 * Snapshots: the visible state of a game at one tick, as a list of items.
 *
 *     item         type 0..0x7fff, id 0..0xffff, and any number of ints
 *     key          type << 16 | id; no two items of a snapshot have the same
 *     serialized   bytes of the items, count, offset of each item, then key and ints of each
 *
 * A tt_snap is a view: it owns nothing, and copying it is cheap. Its ints and its index are in
 * memory of the caller, which must not move or change as long as the view is used. tt_snap_open,
 * a builder, or tt_delta_apply (delta.h) fill that memory.
 *
 *     static tt_snap_index index;
 *     tt_snap snap;
 *     if (tt_snap_open(&snap, &index, ints, count, NULL) == TT_OK &&
 *         tt_snap_find(&snap, tt_snap_key(9, cid), &item)) ...
 *
 * Facts and limits: docs/format/snapshot.md. Examples: examples/delta.c and, from a packet of a
 * server, examples/read_snapshot.c.
 */
#ifndef TEETAPE_SNAPSHOT_H
#define TEETAPE_SNAPSHOT_H

#include "teetape/uuid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most items of a snapshot. DDNet before 18.6, and Teeworlds, stop at 1023. */
#define TT_SNAP_MAX_ITEMS 1024

/** Most bytes of a serialized snapshot. */
#define TT_SNAP_MAX_SIZE 65536

/** Most ints of a serialized snapshot. */
#define TT_SNAP_MAX_INTS (TT_SNAP_MAX_SIZE / 4)

/** Most ints of all items together, keys included: what fits beside the two counts. */
#define TT_SNAP_MAX_ITEM_INTS (TT_SNAP_MAX_INTS - 2)

/** The highest type of an item. */
#define TT_SNAP_MAX_TYPE 0x7fff

/** The highest id of an item. */
#define TT_SNAP_MAX_ID 0xffff

/** The first type without a fixed meaning. In a snapshot, an item of type 0 whose id is the type
 * declares its meaning by a UUID. */
#define TT_SNAP_FIRST_EXTENDED 0x4000

/** Most extended types of one server. */
#define TT_SNAP_MAX_TYPES 64

/** Returns the key of an item. `type` and `id` must be in their ranges. A type is a number that
 * snapshots have (tt_obj_type(kind)->type), not a tt_obj_kind. */
static inline int32_t tt_snap_key(int32_t type, int32_t id)
{
    return type * 65536 + id;
}

/** Returns the type in a key of a snapshot. Keys of snapshots are never negative. */
static inline int32_t tt_snap_key_type(int32_t key)
{
    return key / 65536;
}

/** Returns the id in a key of a snapshot. */
static inline int32_t tt_snap_key_id(int32_t key)
{
    return key % 65536;
}

/** An item of a snapshot. `data` points into the snapshot's ints. */
typedef struct tt_snap_item {
    int32_t type;        /**< type of the item, 0 to TT_SNAP_MAX_TYPE, see snap_object.h */
    int32_t id;          /**< id of the item, 0 to TT_SNAP_MAX_ID, unique within the type */
    const int32_t *data; /**< ints of the item without its key; may be NULL when `size` is 0 */
    uint32_t size;       /**< number of ints at `data` */
} tt_snap_item;

/** Slots of the hash table of an index. */
#define TT_SNAP_SLOTS (2 * TT_SNAP_MAX_ITEMS)

/** The positions of the items of a snapshot, and a hash table over their keys. Memory for the
 * library, 6 KiB; needs no initialization. A small snapshot touches only a part of it. */
typedef struct tt_snap_index {
    /** @cond library */
    uint16_t starts[TT_SNAP_MAX_ITEMS + 1];
    uint16_t slots[TT_SNAP_SLOTS];
    /** @endcond */
} tt_snap_index;

/** Room for a whole snapshot, 70 KiB. Memory for the library; needs no initialization. */
typedef struct tt_snap_space {
    /** @cond library */
    tt_snap_index index;
    int32_t items[TT_SNAP_MAX_ITEM_INTS];
    /** @endcond */
} tt_snap_space;

/** A view of a snapshot. `count` is for the caller to read, the rest is for the library. */
typedef struct tt_snap {
    uint32_t count; /**< number of items */
    /** @cond library */
    uint32_t size;        /**< ints of all items with their keys */
    uint32_t slots_log;   /**< the table has 1 << slots_log slots; see src/snap/index.h */
    const int32_t *items; /**< ints of the items: key, data, key, data, ... */
    const uint16_t
        *starts; /**< count + 1 indexes in `items`: the beginning of each item, and the end */
    const uint16_t *slots; /**< 0 for an empty slot, else the number of an item plus one */
    /** @endcond */
} tt_snap;

/** Returns the snapshot without items, which needs no memory of the caller. */
TT_API tt_snap tt_snap_empty(void);

/** Checks the serialized snapshot of `count` ints at `ints` and makes `*snap` a view of it,
 * with no copy: `ints` and `*index` must remain valid as long as the view.
 *
 * Everything is checked that DDNet checks, and beyond it that the first offset is 0, that no
 * key is negative and that no key stands twice. On failure `*snap` is the empty snapshot, and
 * `error` (may be NULL) has the place of the int that is wrong, as a number of ints, not of
 * bytes: TT_ERR_TRUNCATED (not even the two counts), TT_ERR_SNAP_LARGE, _ITEMS, _SIZE,
 * _OFFSET, _TYPE, _TWICE. Time is linear in the count of items. */
TT_API tt_status tt_snap_open(tt_snap *snap, tt_snap_index *index, const int32_t *ints,
                              size_t count, tt_error *error);

/** Writes the serialized form, items in their order, and its size in ints to `*count`.
 * TT_ERR_SPACE, and nothing written, when `cap` is too small. TT_SNAP_MAX_INTS are always enough.
 */
TT_API tt_status tt_snap_write(int32_t *dst, size_t cap, size_t *count, const tt_snap *snap);

/** Returns item number `number`, which must be below snap->count. */
TT_API tt_snap_item tt_snap_item_at(const tt_snap *snap, uint32_t number);

/** Looks an item up: true and `*item`, or false and `*item` unchanged. Any key may be asked for.
 * The time is constant, or logarithmic in the count of items where somebody chose the keys to
 * collide. */
TT_API bool tt_snap_find(const tt_snap *snap, int32_t key, tt_snap_item *item);

/** Returns the sum of the data of all items, modulo 2^32, as servers send it with a snapshot. Keys
 * are not in the sum, so it misses many differences. */
TT_API uint32_t tt_snap_checksum(const tt_snap *snap);

/** The extended types of a server, numbered 0x7fff downwards in the order of their first use,
 * as DDNet does. Lives as long as the server. Set to all zeros to begin. */
typedef struct tt_snap_types {
    uint32_t count;                   /**< number of types that have a number */
    tt_uuid uuids[TT_SNAP_MAX_TYPES]; /**< UUIDs by number, the one of type 0x7fff first */
} tt_snap_types;

/** Builds a snapshot item by item. Fields are for the library. */
typedef struct tt_snap_builder {
    /** @cond library */
    tt_snap_space *space;
    tt_snap_types *types;
    uint32_t count, size, slots_log;
    /** @endcond */
} tt_snap_builder;

/** Starts a snapshot in `*space`; what was in there is gone. `types` may be NULL when no
 * extended items will be added. Like DDNet, this first adds the declarations of all types
 * that are in `types` already. */
TT_API void tt_snap_builder_init(tt_snap_builder *b, tt_snap_space *space, tt_snap_types *types);

/** Adds an item of a type: a number that snapshots have, not a tt_obj_kind (tt_obj_type(kind)->type
 * is the number of a kind; tt_snap_builder_add_object takes kinds). It is a copy of `size` ints at
 * `data` (may be NULL when `size` is 0). Nothing is changed on failure, and further items may be
 * added: TT_ERR_SNAP_TYPE, TT_ERR_SNAP_ID, TT_ERR_SNAP_TWICE, TT_ERR_SNAP_FULL (items or bytes). */
TT_API tt_status tt_snap_builder_add(tt_snap_builder *b, int32_t type, int32_t id,
                                     const int32_t *data, size_t size);

/** Adds an item of an extended type. The first use of a type gives it a number and adds its
 * declaration before the item; like in DDNet both remain even when the item itself then finds no
 * room. Fails as above, and with TT_ERR_SNAP_TYPES; TT_ERR_ARGUMENT when the builder has no
 * types. */
TT_API tt_status tt_snap_builder_add_uuid(tt_snap_builder *b, const tt_uuid *uuid, int32_t id,
                                          const int32_t *data, size_t size);

/** Returns the snapshot built so far, in the order of the calls. The view remains right until the
 * next item is added or the space is used for something else. */
TT_API tt_snap tt_snap_builder_finish(const tt_snap_builder *b);

#ifdef __cplusplus
}
#endif

#endif
