/* SPDX-License-Identifier: MIT
 *
 * The rows of snap_objects.def as data, and how one of them is found. The file is included once for
 * each kind of data; the order of the rows is that of tt_obj_kind.
 */
#include "schema/fields.h"
#include "teetape/snap_object.h"

/* clang-format off */

/* A struct is its item: nothing but ints, as many as the row says. Items are copied to structs and
 * back, and the offset of a member is its int. */
#define CHECK(name, ints, least)                                                                   \
    _Static_assert(sizeof(struct tt_obj_##name) == 4 * (ints), "the ints of " #name);              \
    _Static_assert((least) <= (ints) && (ints) <= TT_OBJ_MAX_INTS, "the size of " #name);
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc) CHECK(name, ints, ints)
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    CHECK(name, ints, least)
#include "teetape/schema/snap_objects.def"

/* The values of each set: static const tt_obj_value values_weapon[] = { ... }; */
#define TT_VALUES(set) static const tt_obj_value values_##set[] = {
#define TT_VALUE(SET, NAME, text, value) {text, value},
#define TT_VALUES_END(set) }; enum { count_##set = TTI_COUNT(values_##set) };
#include "teetape/schema/snap_objects.def"

#define values_NONE NULL
#define count_NONE 0

/* The members of each row: static const tt_obj_member members_character[] = { ... }; */
#define MEMBER(name, field, type, count, ints, later, absent, min, max, set, doc)                  \
    {#field, doc, TT_MEMBER_##type, (uint16_t)(offsetof(struct tt_obj_##name, field) / 4), count,  \
     ints, later, absent, min, max, values_##set, count_##set},
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc)                                    \
    static const tt_obj_member members_##name[] = {
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    static const tt_obj_member members_##name[] = {
#define TT_ANY(name, field, doc)                                                                   \
    MEMBER(name, field, INT, 1, 1, 0, 0, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_INT(name, field, type, values, min, max, doc)                                           \
    MEMBER(name, field, type, 1, 1, 0, 0, min, max, values, doc)
#define TT_LATER(name, field, type, values, min, max, absent, doc)                                 \
    MEMBER(name, field, type, 1, 1, 1, absent, min, max, values, doc)
#define TT_LIST(name, field, type, count, min, max, doc)                                           \
    MEMBER(name, field, type, count, 1, 0, 0, min, max, NONE, doc)
#define TT_LATER_LIST(name, field, type, count, absent, doc)                                       \
    MEMBER(name, field, type, count, 1, 1, absent, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_TEXT(name, field, ints, doc)                                                            \
    MEMBER(name, field, TEXT, 1, ints, 0, 0, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_TEXTS(name, field, count, ints, doc)                                                    \
    MEMBER(name, field, TEXT, count, ints, 0, 0, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/snap_objects.def"

#define SIX TT_DIALECT_6
#define DDNET TT_DIALECT_DDNET
#define SEVEN TT_DIALECT_7

static const tt_object objects[TT_OBJ_KINDS] = {
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc)                                    \
    {text, doc, NULL, dialect, type, TT_OBJ_IS_##use, ints, ints,                                  \
     members_##name, TTI_COUNT(members_##name)},
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    {text, doc, sizes, DDNET, -1, TT_OBJ_IS_##use, ints, least,                                    \
     members_##name, TTI_COUNT(members_##name)},
#include "teetape/schema/snap_objects.def"
};

/* `ident` is NULL except for UUID types, which have no fixed number: each snapshot names the UUID in
 * an item of its own. */
static const struct name {
    const char *ident;
    tt_uuid uuid;
} names[TT_OBJ_KINDS] = {
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    [TT_OBJ_##NAME] = {ident, uuid},
#include "teetape/schema/snap_objects.def"
};

/* Kind + 1 of each number, 0 for numbers without a row. A higher number than NUMBERS does not
 * compile. */
#define NUMBERS 25
static const uint8_t by_number[TT_DIALECTS][NUMBERS] = {
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc)                                    \
    [dialect][type] = TT_OBJ_##NAME + 1,
#include "teetape/schema/snap_objects.def"
    /* DDNet's servers declare their UUID types to clients of 0.7 too. */
    [SEVEN][0] = TT_OBJ_UUID_TYPE + 1,
};

/* clang-format on */

static int is_kind(tt_obj_kind kind)
{
    return (unsigned)kind < TT_OBJ_KINDS;
}

/* Asked for each item of each snapshot. */
tt_obj_kind tt_obj_find(tt_dialect dialect, int32_t type)
{
    if ((unsigned)dialect >= TT_DIALECTS || (uint32_t)type >= NUMBERS) {
        return TT_OBJ_KINDS;
    }
    unsigned found = by_number[dialect][type];
    return found == 0 ? TT_OBJ_KINDS : (tt_obj_kind)(found - 1);
}

/* demo/world.c keeps the result for each number, so a loop is enough. */
tt_obj_kind tt_obj_find_uuid(const tt_uuid *uuid)
{
    for (int kind = 0; kind < TT_OBJ_KINDS; kind++) {
        if (names[kind].ident != NULL && tt_uuid_equal(&names[kind].uuid, uuid)) {
            return (tt_obj_kind)kind;
        }
    }
    return TT_OBJ_KINDS;
}

/* UUID types are the same in all dialects. */
tt_obj_kind tt_obj_find_name(tt_dialect dialect, tt_bytes name)
{
    for (int kind = 0; kind < TT_OBJ_KINDS; kind++) {
        int is_there = names[kind].ident != NULL || objects[kind].dialect == dialect;
        if (is_there && tt_bytes_equal(tt_bytes_of(objects[kind].name), name)) {
            return (tt_obj_kind)kind;
        }
    }
    return TT_OBJ_KINDS;
}

const tt_object *tt_obj_type(tt_obj_kind kind)
{
    return is_kind(kind) ? &objects[kind] : NULL;
}

size_t tti_obj_ints(tt_obj_kind kind)
{
    return is_kind(kind) ? objects[kind].ints : 0;
}

const char *tti_obj_uuid_name(tt_obj_kind kind)
{
    return is_kind(kind) ? names[kind].ident : NULL;
}

const tt_uuid *tt_obj_uuid(tt_obj_kind kind)
{
    return is_kind(kind) && names[kind].ident != NULL ? &names[kind].uuid : NULL;
}
