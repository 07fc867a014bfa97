/* SPDX-License-Identifier: MIT
 *
 * The objects in snapshots: what the ints of an item mean.
 *
 * Each object of Teeworlds 0.6, DDNet and Teeworlds 0.7 is a row of
 * teetape/schema/snap_objects.def. From the rows come a struct with named int32_t members, a
 * kind, and a description with ranges, names of values and defaults. How types, UUID types and
 * growing objects work: docs/format/snap-objects.md.
 *
 *     tt_obj_kind kind = tt_snap_kind(&snap, TT_DIALECT_DDNET, item.type);
 *     if (kind == TT_OBJ_CHARACTER) {
 *         struct tt_obj_character c;
 *         status = tt_obj_unpack(&c, kind, item.data, item.size);
 *     }
 *
 * Two calls tell the kind of an item:
 *
 * - tt_recording_object (recording.h), with a tt_recording, which knows the dialect of the demo
 *   and its declared UUID types;
 * - tt_snap_kind, with a snapshot alone, which declares its UUID types, and a dialect.
 *
 * After that, tt_obj_layout recognizes a DDRaceProjectile in an item of type Projectile.
 *
 * A demo of protocol 0.6 has TT_DIALECT_DDNET, one of 0.7 TT_DIALECT_7 (tt_demo_protocol says which
 * protocol); no demo has TT_DIALECT_6.
 *
 * Only tt_obj_unpack, tt_snap_builder_add_object and tt_delta_builder_object know the structs; all
 * other calls work on the raw ints, so that an item remains what it was, whatever its length and
 * its values. Examples: examples/characters.c and, with JSON, examples/edit_object.c.
 */
#ifndef TEETAPE_SNAP_OBJECT_H
#define TEETAPE_SNAP_OBJECT_H

#include "teetape/delta.h"
#include "teetape/json.h"
#include "teetape/uuid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The game whose type numbers and definitions count. A stream of protocol 0.6 that is not known to
 * be pure Teeworlds is best read as DDNet, which has the same types with wider ranges. */
typedef enum tt_dialect {
    TT_DIALECT_6,     /**< Teeworlds 0.6; objects are called tw6_... */
    TT_DIALECT_DDNET, /**< DDNet, on protocol 0.6; objects have no prefix */
    TT_DIALECT_7,     /**< Teeworlds 0.7; objects are called tw7_... */
    TT_DIALECTS       /**< number of dialects */
} tt_dialect;

/** Returns the table of item sizes that a delta leaves out (tt_snap_sizes). Teeworlds 0.6 and DDNet
 * share one table, and 0.7 has its own. The tables are static. */
TT_API const tt_snap_sizes *tt_snap_sizes_of(tt_dialect dialect);

/** The kinds of objects, one for each row of snap_objects.def: TT_OBJ_CHARACTER,
 * TT_OBJ_TW6_CHARACTER, TT_OBJ_DDNET_CHARACTER, ... */
typedef enum tt_obj_kind {
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc) TT_OBJ_##NAME,
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc) TT_OBJ_##NAME,
#include "teetape/schema/snap_objects.def"
    TT_OBJ_KINDS /**< number of kinds; also the kind of an unknown object */
} tt_obj_kind;

/** A struct for each row: struct tt_obj_character, ... All members are int32_t in the order of the
 * item, so the struct has the size of the item. Texts remain ints, which
 * tt_string_from_ints decodes. */
/* clang-format off */
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc) struct tt_obj_##name {
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc) struct tt_obj_##name {
#define TT_ANY(name, field, doc) int32_t field;
#define TT_INT(name, field, type, values, min, max, doc) int32_t field;
#define TT_LATER(name, field, type, values, min, max, absent, doc) int32_t field;
#define TT_LIST(name, field, type, count, min, max, doc) int32_t field[count];
#define TT_LATER_LIST(name, field, type, count, absent, doc) int32_t field[count];
#define TT_TEXT(name, field, ints, doc) int32_t field[ints];
#define TT_TEXTS(name, field, count, ints, doc) int32_t field[count][ints];
#define TT_FIELDS_END(name) };
#include "teetape/schema/snap_objects.def"

/** Names of the values of members: TT_WEAPON_GRENADE, TT_TW7_PICKUP_GRENADE, ... */
enum {
#define TT_VALUE(SET, NAME, text, value) TT_##SET##_##NAME = value,
#include "teetape/schema/snap_objects.def"
};
/* clang-format on */

/** Number of ints of the longest object. */
#define TT_OBJ_MAX_INTS 58

/** Memory for any object; `ints` are the ints of the item without names. */
typedef union tt_obj_any {
    int32_t ints[TT_OBJ_MAX_INTS]; /**< ints of the object, as they are in an item */
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc) struct tt_obj_##name name;
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    struct tt_obj_##name name;
#include "teetape/schema/snap_objects.def"
} tt_obj_any;

/** Uses of objects in snapshots. */
typedef enum tt_obj_use {
    TT_OBJ_IS_STATE, /**< an item in every snapshot while the thing exists */
    TT_OBJ_IS_EVENT, /**< an item in one snapshot only, the first after the event */
    TT_OBJ_IS_BASE,  /**< a part of the layout of other types; never in a snapshot itself */
    TT_OBJ_IS_DEMO,  /**< an item of demos only, which the recording client writes */
    TT_OBJ_IS_TYPE   /**< an item that declares a UUID type */
} tt_obj_use;

/** The meaning of the ints of a member. */
typedef enum tt_member_type {
    TT_MEMBER_INT,   /**< a number */
    TT_MEMBER_TICK,  /**< a tick of the game */
    TT_MEMBER_ENUM,  /**< a number, for which `values` may have a name */
    TT_MEMBER_FLAGS, /**< a sum of `values`, and maybe of other bits */
    TT_MEMBER_TEXT   /**< a string as ints (string.h) */
} tt_member_type;

/** A value of a member and its name in lower case. */
typedef struct tt_obj_value {
    const char *name; /**< name of the value, such as "grenade" */
    int32_t value;    /**< the int in the item */
} tt_obj_value;

/** Describes a member of an object. */
typedef struct tt_obj_member {
    const char *name;    /**< name in C and in JSON */
    const char *doc;     /**< a few words; empty where the name is enough */
    tt_member_type type; /**< the meaning of each int, or of all ints of a text together */
    uint16_t index;      /**< index of its first int in the item */
    uint16_t count;      /**< number of elements: 1, or the length of an array */
    uint16_t ints;       /**< ints of one element: 1, or the ints of a text */
    uint16_t is_later;   /**< 1: a later release added it; its value is `absent` when the item ends
                            before it */
    int32_t absent;      /**< value of a later member that is missing */
    int32_t min, max;    /**< range that the game declares */
    const tt_obj_value
        *values; /**< names of the values of ENUM and FLAGS; may be NULL with value_count 0 */
    size_t value_count; /**< number of values */
} tt_obj_member;

/** Describes one object. */
typedef struct tt_object {
    const char *name; /**< name in the game's source, such as "Character" */
    const char *doc;  /**< a few words about the object */
    const char *
        sizes; /**< UUID types: ints in each release that changed their number; other types: NULL */
    tt_dialect dialect;           /**< dialect; TT_DIALECT_DDNET for all UUID types */
    int32_t type;                 /**< type number; -1 for UUID types, which have no fixed one */
    tt_obj_use use;               /**< says which snapshots have the object */
    size_t ints;                  /**< ints in the newest release that this library knows */
    size_t min_ints;              /**< least ints: the game skips a shorter item */
    const tt_obj_member *members; /**< members in the order of their ints */
    size_t member_count;          /**< number of members */
} tt_object;

/** Returns the kind with this type number in a dialect. TT_OBJ_KINDS when there is none, also for
 * every type that a snapshot declares by UUID (tt_snap_kind). Type 0 is known in DDNET and in
 * 7, because DDNet's servers declare UUID types in both. Constant time. */
TT_API tt_obj_kind tt_obj_find(tt_dialect dialect, int32_t type);

/** Returns the kind of the items of a type in a snapshot: by the UUID that the snapshot declares
 * for the type, or by its number in a dialect. TT_OBJ_KINDS when it is unknown. */
TT_API tt_obj_kind tt_snap_kind(const tt_snap *snap, tt_dialect dialect, int32_t type);

/** Returns the kind with this name of the game (tt_object.name) in a dialect; UUID types belong to
 * all dialects. TT_OBJ_KINDS when there is none. Linear in the number of kinds. */
TT_API tt_obj_kind tt_obj_find_name(tt_dialect dialect, tt_bytes name);

/** Returns the description of a kind; NULL when out of range. */
TT_API const tt_object *tt_obj_type(tt_obj_kind kind);

/** Returns the member that int `index` belongs to; NULL when the kind has fewer ints. */
TT_API const tt_obj_member *tt_obj_member_at(tt_obj_kind kind, size_t index);

/** Returns the kind whose layout the ints have: TT_OBJ_DDRACE_PROJECTILE for some items of type
 * Projectile, which DDNet servers send to clients that know it; otherwise `kind` itself. */
TT_API tt_obj_kind tt_obj_layout(tt_obj_kind kind, const int32_t *ints, size_t count);

/** Fills the struct of this kind at `object` (or a tt_obj_any) from the `count` ints of an item.
 * Values are not checked. TT_OK: the counts are equal. TT_NOTE_OBJ_SHORTER: members that newer
 * servers send are missing, and have their defaults. TT_NOTE_OBJ_LONGER: ints from
 * ints[tt_obj_type(kind)->ints] on are ignored. TT_ERR_OBJ_SHORT: a member without default is
 * missing and is 0; the game skips such an item. TT_ERR_ARGUMENT: `kind` is out of range. */
TT_API tt_status tt_obj_unpack(void *object, tt_obj_kind kind, const int32_t *ints, size_t count);

/** Adds the object in the struct at `object`, all ints of its kind, as item `id`. One with a UUID
 * gets a number and a declaration as in tt_snap_builder_add_uuid. TT_ERR_ARGUMENT when the kind
 * does not exist; else fails as tt_snap_builder_add and tt_snap_builder_add_uuid.
 *
 *     struct tt_obj_flag flag = {.x = 320, .y = 640};
 *     status = tt_snap_builder_add_object(&builder, TT_OBJ_FLAG, 0, &flag); */
TT_API tt_status tt_snap_builder_add_object(tt_snap_builder *b, tt_obj_kind kind, int32_t id,
                                            const void *object);

/** Adds a change of an object to a delta, from the struct at `from` to the struct at `to`. `from`
 * is NULL for a new object, `to` is NULL for a removed one. TT_ERR_ARGUMENT when both are NULL, and
 * for a kind with a UUID, whose type number a delta does not know. TT_ERR_DELTA_ID,
 * TT_ERR_DELTA_STATIC, TT_ERR_SPACE: nothing is changed, and further calls may follow. */
TT_API tt_status tt_delta_builder_object(tt_delta_builder *b, tt_obj_kind kind, int32_t id,
                                         const void *from, const void *to);

/** Compares each int with the range of its member. Returns TT_OK, or TT_ERR_RANGE with the index of
 * the first int out of range in `*where` (may be NULL), or an error of tt_obj_unpack. Ints beyond
 * the known ones are accepted. Of receivers, 0.6 takes any value, DDNet clamps a copy, and 0.7
 * drops the item; delta and checksum always count the raw ints. */
TT_API tt_status tt_obj_validate(tt_obj_kind kind, const int32_t *ints, size_t count,
                                 size_t *where);

/** Moves each int into the range of its member, as DDNet does on its copy of an item. Returns how
 * many ints changed. */
TT_API size_t tt_obj_clamp(tt_obj_kind kind, int32_t *ints, size_t count);

/** Returns the name of `value` in an ENUM member, or of a single bit in a FLAGS member; NULL when
 * it has none. */
TT_API const char *tt_obj_value_name(const tt_obj_member *member, int32_t value);

/** Options of tt_obj_json; a sum. */
enum {
    TT_OBJ_JSON_NAMES = 1 /**< adds the names of enum values and flags */
};

/** Most bytes that tt_obj_json writes for an item of any kind with `count` ints. */
#define TT_OBJ_JSON_BOUND(count) (4096 + 12 * (size_t)(count))

/** Appends an item as a JSON object, one member for each of the kind:
 *
 *     {"x":1,"y":-2,"name":"tee","status":[0,0],"flags":3}
 *
 * With TT_OBJ_JSON_NAMES, "weapon":1 is followed by "weapon_name":"gun" if the value has a
 * name, and "flags":9 by "flags_names":["solo",8], where bits without a name are a number.
 *
 * Exact for any ints: a text whose ints are not what tt_string_to_ints makes is written as
 * these ints, an array; missing ints are left out at the end; ints beyond the known ones are
 * the array "extra". Fails with TT_ERR_SPACE, writing nothing; a kind that does not exist is
 * TT_ERR_ARGUMENT. */
TT_API void tt_obj_json(tt_packer *p, tt_obj_kind kind, const int32_t *ints, size_t count,
                        unsigned options);

/** Reads an object that tt_obj_json wrote, the next value of the scanner, to at most `cap` ints at
 * `dst` and stores how many they are in `*count`. Members may be in any order. An enum value may
 * also be its name, flags an array of names and numbers; the members that TT_OBJ_JSON_NAMES adds
 * are understood, and must agree with the numbers. A text may be its ints.
 *
 * The item ends with the last member that is given. The result is the status of tt_obj_unpack
 * for this item: TT_OK, a note, or TT_ERR_OBJ_SHORT. With all three the ints are in `dst`, so
 * that a broken item can be written as it was, and the scanner is after the object. A member
 * that is missing before the last has its default; without one it is TT_ERR_OBJ_MISSING.
 *
 * All other errors are in j->error with the offset in the text, and the scanner cannot go on:
 * TT_ERR_OBJ_UNKNOWN and TT_ERR_OBJ_TWICE for a member's name, TT_ERR_OBJ_NAME for the name of a
 * value, TT_ERR_OBJ_TEXT, TT_ERR_OBJ_DIFFER, TT_ERR_RANGE for a number beyond 32 bits or an
 * array that is too long, TT_ERR_SYNTAX for a number that is not whole, TT_ERR_UTF8,
 * TT_ERR_SPACE, TT_ERR_JSON_*; TT_ERR_ARGUMENT for a kind that does not exist. `*count` is then 0
 * and `dst` undefined. */
TT_API tt_status tt_obj_from_json(int32_t *dst, size_t cap, size_t *count, tt_obj_kind kind,
                                  tt_json *j);

#ifdef __cplusplus
}
#endif

#endif
