/* SPDX-License-Identifier: MIT
 *
 * The rows of snap_objects.def as data, and look-ups of a row. The .def file is included once for
 * each kind of data; the order of the rows is that of tt_obj_kind. Compares the ints of an item
 * with the description of its object, too (docs/format/snap-objects.md).
 */
#include "base/mem.h"
#include "schema/fields.h"
#include "teetape/snap_object.h"
#include "wire/uuid.h"

/* clang-format off */

/* A struct is its item: only ints, as many as in the row. Items are copied to structs and back, and
 * the offset of a member is its int. */
#define CHECK(name, ints, least)                                                                   \
    _Static_assert(sizeof(struct tt_obj_##name) == 4 * (ints), "the ints of " #name);              \
    _Static_assert((least) <= (ints) && (ints) <= TT_OBJ_MAX_INTS, "the size of " #name);
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc) CHECK(name, ints, ints)
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    CHECK(name, ints, least)
#include "teetape/schema/snap_objects.def"

/* Expands to the values of each set: static const tt_obj_value values_weapon[] = { ... }; */
#define TT_VALUES(set) static const tt_obj_value values_##set[] = {
#define TT_VALUE(SET, NAME, text, value) {text, value},
#define TT_VALUES_END(set) }; enum { count_##set = TTI_COUNT(values_##set) };
#include "teetape/schema/snap_objects.def"

#define values_NONE NULL
#define count_NONE 0

/* Expands to the members of each row: static const tt_obj_member members_character[] = { ... }; */
#define OBJECT_MEMBER(name, field, type, count, ints, later, absent, min, max, set, doc)           \
    {#field, TTI_DOC(doc), TT_MEMBER_##type, (uint16_t)(offsetof(struct tt_obj_##name, field) / 4), count,  \
     ints, later, absent, min, max, values_##set, count_##set},
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc)                                    \
    static const tt_obj_member members_##name[] = {
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    static const tt_obj_member members_##name[] = {
#define TT_ANY(name, field, doc)                                                                   \
    OBJECT_MEMBER(name, field, INT, 1, 1, 0, 0, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_INT(name, field, type, values, min, max, doc)                                           \
    OBJECT_MEMBER(name, field, type, 1, 1, 0, 0, min, max, values, doc)
#define TT_LATER(name, field, type, values, min, max, absent, doc)                                 \
    OBJECT_MEMBER(name, field, type, 1, 1, 1, absent, min, max, values, doc)
#define TT_LIST(name, field, type, count, min, max, doc)                                           \
    OBJECT_MEMBER(name, field, type, count, 1, 0, 0, min, max, NONE, doc)
#define TT_LATER_LIST(name, field, type, count, absent, doc)                                       \
    OBJECT_MEMBER(name, field, type, count, 1, 1, absent, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_TEXT(name, field, ints, doc)                                                            \
    OBJECT_MEMBER(name, field, TEXT, 1, ints, 0, 0, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_TEXTS(name, field, count, ints, doc)                                                    \
    OBJECT_MEMBER(name, field, TEXT, count, ints, 0, 0, INT32_MIN, INT32_MAX, NONE, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/snap_objects.def"

#define SIX TT_DIALECT_6
#define DDNET TT_DIALECT_DDNET
#define SEVEN TT_DIALECT_7

static const tt_object objects[TT_OBJ_KINDS] = {
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc)                                    \
    {text, TTI_DOC(doc), NULL, dialect, type, TT_OBJ_IS_##use, ints, ints,                                  \
     members_##name, TTI_COUNT(members_##name)},
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    {text, TTI_DOC(doc), sizes, DDNET, -1, TT_OBJ_IS_##use, ints, least,                                    \
     members_##name, TTI_COUNT(members_##name)},
#include "teetape/schema/snap_objects.def"
};

/* `ident` is NULL except for UUID types, which have no fixed number: each snapshot has the UUID in
 * an item of its own. */
static const struct extended_name {
    const char *ident;
    tt_uuid uuid;
} names[TT_OBJ_KINDS] = {
#define TT_OBJ_EX(NAME, name, text, ident, uuid, use, ints, least, sizes, doc)                     \
    [TT_OBJ_##NAME] = {ident, uuid},
#include "teetape/schema/snap_objects.def"
};

/* Maps an item type of a protocol to its kind + 1; 0: no row has this type. A row with a type of
 * OBJECT_NUMBERS or more does not compile. */
#define OBJECT_NUMBERS 25
static const uint8_t by_number[TT_DIALECTS][OBJECT_NUMBERS] = {
#define TT_OBJ(NAME, name, text, dialect, type, use, ints, doc)                                    \
    [dialect][type] = TT_OBJ_##NAME + 1,
#include "teetape/schema/snap_objects.def"
    /* DDNet's servers declare their UUID types to clients of 0.7 too. */
    [SEVEN][0] = TT_OBJ_UUID_TYPE + 1,
};

#undef SIX
#undef DDNET
#undef SEVEN

/* clang-format on */

static bool is_kind(tt_obj_kind kind)
{
    return (unsigned)kind < TT_OBJ_KINDS;
}

/* Returns the kind of an item type. It is called for each item of each snapshot, so it is one
 * look-up. */
tt_obj_kind tt_obj_find(tt_dialect dialect, int32_t type)
{
    if ((unsigned)dialect >= TT_DIALECTS || (uint32_t)type >= OBJECT_NUMBERS) {
        return TT_OBJ_KINDS;
    }
    unsigned found = by_number[dialect][type];
    return found == 0 ? TT_OBJ_KINDS : (tt_obj_kind)(found - 1);
}

/* Returns the kind of a UUID. demo/world.c keeps the result for each number, so a loop is
 * enough. */
tt_obj_kind tti_obj_find_uuid(const tt_uuid *uuid)
{
    for (int kind = 0; kind < TT_OBJ_KINDS; kind++) {
        if (names[kind].ident != NULL && tti_uuid_equal(&names[kind].uuid, uuid)) {
            return (tt_obj_kind)kind;
        }
    }
    return TT_OBJ_KINDS;
}

/* Returns the kind of a name in a dialect. UUID types are the same in all dialects. */
tt_obj_kind tt_obj_find_name(tt_dialect dialect, tt_bytes name)
{
    for (int kind = 0; kind < TT_OBJ_KINDS; kind++) {
        bool is_there = names[kind].ident != NULL || objects[kind].dialect == dialect;
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

const tt_uuid *tti_obj_uuid(tt_obj_kind kind)
{
    return is_kind(kind) && names[kind].ident != NULL ? &names[kind].uuid : NULL;
}

/* Returns the member of an int. Members cover all ints of an object in order and without a gap. */
const tt_obj_member *tt_obj_member_at(tt_obj_kind kind, size_t index)
{
    const tt_object *type = tt_obj_type(kind);
    if (type == NULL || index >= type->ints) {
        return NULL;
    }
    size_t i = type->member_count - 1;
    while (type->members[i].index > index) {
        i--;
    }
    return &type->members[i];
}

/* Decides between the two layouts that DDNet sends with the type of Projectile, by their
 * content. */
tt_obj_kind tt_obj_layout(tt_obj_kind kind, const int32_t *ints, size_t count)
{
    /* in a plain Projectile this int is vel_y, a direction times 100, whose magnitude is at most
     * 100 */
    const size_t data = offsetof(struct tt_obj_ddrace_projectile, data) / 4;
    bool is_ddrace = kind == TT_OBJ_PROJECTILE && count > data && ints[data] >= 0 &&
                     (ints[data] & TT_DDRACE_DATA_IS_DDNET) != 0;
    return is_ddrace ? TT_OBJ_DDRACE_PROJECTILE : kind;
}

tt_status tti_obj_fit(tt_obj_kind kind, size_t count)
{
    const tt_object *type = tt_obj_type(kind);
    if (type == NULL) {
        return TT_ERR_ARGUMENT;
    }
    if (count < type->min_ints) {
        return TT_ERR_OBJ_SHORT;
    }
    return count < type->ints   ? TT_NOTE_OBJ_SHORTER
           : count > type->ints ? TT_NOTE_OBJ_LONGER
                                : TT_OK;
}

/* Copies ints to the struct of an object, which has the same ints. Ints that an older game does not
 * send get their default. */
tt_status tt_obj_unpack(void *object, tt_obj_kind kind, const int32_t *ints, size_t count)
{
    tt_status status = tti_obj_fit(kind, count);
    if (status == TT_ERR_ARGUMENT) {
        return status;
    }
    size_t known = tti_obj_ints(kind);
    size_t used = count < known ? count : known;
    uint8_t *dst = object;
    tti_copy(dst, ints, 4 * used);
    for (size_t i = used; i < known; i++) {
        const tt_obj_member *member = tt_obj_member_at(kind, i);
        if (member != NULL) {
            tti_copy(dst + 4 * i, &member->absent, 4);
        }
    }
    return status;
}

tt_status tti_obj_pack(int32_t *ints, size_t count, tt_obj_kind kind, const void *object)
{
    tt_status status = tti_obj_fit(kind, count);
    if (status != TT_OK && status != TT_NOTE_OBJ_SHORTER) {
        return TT_ERR_ARGUMENT;
    }
    tti_copy(ints, object, 4 * count);
    return TT_OK;
}

static size_t member_ints(const tt_obj_member *member, size_t count)
{
    size_t all = (size_t)member->count * member->ints;
    size_t left = count > member->index ? count - member->index : 0;
    return left < all ? left : all;
}

tt_status tt_obj_validate(tt_obj_kind kind, const int32_t *ints, size_t count, size_t *where)
{
    tt_status status = tti_obj_fit(kind, count);
    if (status < 0) {
        return status;
    }
    const tt_object *type = tt_obj_type(kind);
    for (size_t i = 0; i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        size_t end = member->index + member_ints(member, count);
        for (size_t n = member->index; n < end; n++) {
            if (ints[n] < member->min || ints[n] > member->max) {
                if (where != NULL) {
                    *where = n;
                }
                return TT_ERR_RANGE;
            }
        }
    }
    return TT_OK;
}

size_t tt_obj_clamp(tt_obj_kind kind, int32_t *ints, size_t count)
{
    const tt_object *type = tt_obj_type(kind);
    size_t changed = 0;
    for (size_t i = 0; type != NULL && i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        size_t end = member->index + member_ints(member, count);
        for (size_t n = member->index; n < end; n++) {
            int32_t value = ints[n];
            ints[n] = value < member->min ? member->min : value > member->max ? member->max : value;
            changed += ints[n] != value;
        }
    }
    return changed;
}

const char *tt_obj_value_name(const tt_obj_member *member, int32_t value)
{
    for (size_t i = 0; i < member->value_count; i++) {
        if (member->values[i].value == value) {
            return member->values[i].name;
        }
    }
    return NULL;
}
