/* SPDX-License-Identifier: MIT
 *
 * Reads the ints of an item from JSON (tt_obj_from_json), the reverse of object_json.c.
 *
 * Keys may come in any order or be left out. Bits note which were given, and at the end of the
 * object the missing ones get their defaults.
 */
#include "base/error.h"
#include "base/json_int.h"
#include "base/mem.h"
#include "schema/fields.h"
#include "schema/json_pack.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

_Static_assert(TT_OBJ_MAX_INTS <= 64, "an object has more ints than a word has bits");

/* Room for the longest name of a member with its suffix; a longer key is unknown. */
#define KEY_SIZE 64

/* "flags" is AS_VALUE, "flags_names" AS_NAMES. Both may be there, and must agree. */
enum { AS_VALUE, AS_NAMES };

typedef struct reader {
    tt_json *j; /* the caller's scanner, which keeps errors */
    const tt_object *type;
    int32_t *dst;
    size_t cap;
    uint64_t given;   /* bit n: int n has its value */
    uint64_t seen[2]; /* bit n: member n was there AS_VALUE, AS_NAMES */
    size_t extra;     /* ints after the known ones */
    bool has_extra;
} reader;

static tt_status fail(const reader *r, tt_status status, size_t offset)
{
    return tti_fail(&r->j->error, status, offset);
}

static tt_status next(const reader *r, tt_json_token *token)
{
    tt_status status = tt_json_next(r->j, token);
    return status == TT_END ? fail(r, TT_ERR_JSON_END, r->j->text.size) : status;
}

/* Flags may also have the unsigned form, as people write the highest bit. */
static tt_status read_number(const reader *r, const tt_json_token *token, bool is_flags,
                             int32_t *value)
{
    int64_t number;
    if (token->kind != TT_JSON_NUMBER) {
        return fail(r, TT_ERR_JSON_TYPE, token->offset);
    }
    tt_status status = tti_json_int(&number, token->text);
    if (status == TT_OK && (number < INT32_MIN || number > (is_flags ? UINT32_MAX : INT32_MAX))) {
        status = TT_ERR_RANGE;
    }
    *value = tti_signed((uint32_t)number);
    return status == TT_OK ? TT_OK : fail(r, status, token->offset);
}

static tt_status read_name(const reader *r, const tt_obj_member *member, const tt_json_token *token,
                           int32_t *value)
{
    for (size_t i = 0; i < member->value_count; i++) {
        if (tt_json_equal(token->text, member->values[i].name)) {
            *value = member->values[i].value;
            return TT_OK;
        }
    }
    return fail(r, TT_ERR_OBJ_NAME, token->offset);
}

static tt_status read_flags(const reader *r, const tt_obj_member *member, int32_t *value)
{
    uint32_t bits = 0;
    for (;;) {
        tt_json_token token;
        int32_t one;
        tt_status status = next(r, &token);
        if (status != TT_OK || token.kind == TT_JSON_ARRAY_END) {
            *value = tti_signed(bits);
            return status;
        }
        status = token.kind == TT_JSON_STRING ? read_name(r, member, &token, &one)
                                              : read_number(r, &token, 1, &one);
        if (status != TT_OK) {
            return status;
        }
        bits |= (uint32_t)one;
    }
}

/* A member with names may have a number, its name, or an array of the names of its bits.
 * read_number refuses a name where the member has none. */
static tt_status read_value(const reader *r, const tt_obj_member *member,
                            const tt_json_token *token, int32_t *value)
{
    bool is_flags = member->type == TT_MEMBER_FLAGS;
    if (member->value_count != 0 && is_flags && token->kind == TT_JSON_ARRAY) {
        return read_flags(r, member, value);
    }
    if (member->value_count != 0 && !is_flags && token->kind == TT_JSON_STRING) {
        return read_name(r, member, token, value);
    }
    return read_number(r, token, is_flags, value);
}

/* Ints beyond the known ones have no member and no default, so `given` does not count them. */
static tt_status put(reader *r, size_t index, int32_t value, size_t offset)
{
    if (index >= r->cap) {
        return fail(r, TT_ERR_SPACE, offset);
    }
    r->dst[index] = value;
    if (index < r->type->ints) {
        r->given |= UINT64_C(1) << index;
    }
    return TT_OK;
}

/* Reads the ints of a begun array to `index` and on. SIZE_MAX is no bound but the room. */
static tt_status read_ints(reader *r, size_t index, size_t most, size_t *count)
{
    for (*count = 0;; ++*count) {
        tt_json_token token;
        int32_t value = 0;
        tt_status status = next(r, &token);
        if (status != TT_OK || token.kind == TT_JSON_ARRAY_END) {
            return status;
        }
        if (*count == most) {
            return fail(r, TT_ERR_RANGE, token.offset);
        }
        status = read_number(r, &token, 0, &value);
        if (status == TT_OK) {
            status = put(r, index + *count, value, token.offset);
        }
        if (status != TT_OK) {
            return status;
        }
    }
}

/* A text is a string or its ints. A string that does not fit the ints of the member, or is no
 * UTF-8, would be read back as another text. */
static tt_status read_text(reader *r, const tt_obj_member *member, size_t index,
                           const tt_json_token *token)
{
    int32_t ints[TT_OBJ_MAX_INTS];
    char text[4 * TT_OBJ_MAX_INTS];
    size_t count;
    if (token->kind == TT_JSON_ARRAY) {
        return read_ints(r, index, member->ints, &count);
    }
    if (token->kind != TT_JSON_STRING) {
        return fail(r, TT_ERR_JSON_TYPE, token->offset);
    }
    tt_bytes bytes = {(const uint8_t *)text, tt_json_unescape(text, sizeof text, token->text)};
    if (bytes.size > sizeof text || tt_string_to_ints(ints, member->ints, bytes) != TT_OK) {
        return fail(r, TT_ERR_OBJ_TEXT, token->offset);
    }
    if (!tt_utf8_valid(bytes)) {
        return fail(r, TT_ERR_UTF8, token->offset);
    }
    tt_status status = TT_OK;
    for (size_t i = 0; i < member->ints && status == TT_OK; i++) {
        status = put(r, index + i, ints[i], token->offset);
    }
    return status;
}

/* Ints of missing texts are missing: finish() decides about them. */
static tt_status read_texts(reader *r, const tt_obj_member *member, const tt_json_token *array)
{
    if (array->kind != TT_JSON_ARRAY) {
        return fail(r, TT_ERR_JSON_TYPE, array->offset);
    }
    for (size_t i = 0;; i++) {
        tt_json_token token;
        tt_status status = next(r, &token);
        if (status != TT_OK || token.kind == TT_JSON_ARRAY_END) {
            return status;
        }
        if (i == member->count) {
            return fail(r, TT_ERR_RANGE, token.offset);
        }
        status = read_text(r, member, member->index + i * member->ints, &token);
        if (status != TT_OK) {
            return status;
        }
    }
}

/* The value must be that of the other key, if that was there. Only single ints have names. */
static tt_status read_member(reader *r, const tt_obj_member *member, int as)
{
    tt_json_token token;
    tt_status status = next(r, &token);
    if (status != TT_OK) {
        return status;
    }
    if (member->type == TT_MEMBER_TEXT) {
        return member->count == 1 ? read_text(r, member, member->index, &token)
                                  : read_texts(r, member, &token);
    }
    if (member->count > 1) {
        size_t count;
        return token.kind == TT_JSON_ARRAY ? read_ints(r, member->index, member->count, &count)
                                           : fail(r, TT_ERR_JSON_TYPE, token.offset);
    }
    int32_t value = 0;
    size_t number = (size_t)(member - r->type->members);
    status = read_value(r, member, &token, &value);
    if (status == TT_OK && (r->seen[!as] >> number & 1) != 0 && r->dst[member->index] != value) {
        status = fail(r, TT_ERR_OBJ_DIFFER, token.offset);
    }
    return status == TT_OK ? put(r, member->index, value, token.offset) : status;
}

static tt_status read_extra(reader *r, const tt_json_token *key)
{
    tt_json_token token;
    if (r->has_extra) {
        return fail(r, TT_ERR_OBJ_TWICE, key->offset);
    }
    r->has_extra = true;
    tt_status status = next(r, &token);
    if (status == TT_OK && token.kind != TT_JSON_ARRAY) {
        status = fail(r, TT_ERR_JSON_TYPE, token.offset);
    }
    return status == TT_OK ? read_ints(r, r->type->ints, SIZE_MAX, &r->extra) : status;
}

static bool is_key(tt_bytes key, const char *name, const char *suffix)
{
    tt_bytes first = tt_bytes_of(name);
    tt_bytes second = tt_bytes_of(suffix);
    return key.size == first.size + second.size && tti_equal(key.data, first.data, first.size) &&
           tti_equal(key.data + first.size, second.data, second.size);
}

static const tt_obj_member *find_member(const tt_object *type, tt_bytes key, int *as)
{
    for (size_t i = 0; i < type->member_count; i++) {
        const tt_obj_member *member = &type->members[i];
        const char *suffix = member->type == TT_MEMBER_FLAGS ? TTI_OBJ_NAMES : TTI_OBJ_NAME;
        *as = AS_VALUE;
        if (is_key(key, member->name, "")) {
            return member;
        }
        *as = AS_NAMES;
        if (member->value_count != 0 && is_key(key, member->name, suffix)) {
            return member;
        }
    }
    return NULL;
}

/* read_member compares with the other key, so `seen` is set afterwards. */
static tt_status read_pair(reader *r, const tt_json_token *token)
{
    char text[KEY_SIZE];
    tt_bytes key = {(const uint8_t *)text, tt_json_unescape(text, sizeof text, token->text)};
    int as;
    if (key.size > sizeof text) {
        return fail(r, TT_ERR_OBJ_UNKNOWN, token->offset);
    }
    const tt_obj_member *member = find_member(r->type, key, &as);
    if (member == NULL) {
        return is_key(key, TTI_OBJ_EXTRA, "") ? read_extra(r, token)
                                              : fail(r, TT_ERR_OBJ_UNKNOWN, token->offset);
    }
    uint64_t bit = UINT64_C(1) << (member - r->type->members);
    if ((r->seen[as] & bit) != 0) {
        return fail(r, TT_ERR_OBJ_TWICE, token->offset);
    }
    tt_status status = read_member(r, member, as);
    r->seen[as] |= bit;
    return status;
}

/* Fills what was left out before the last given int. With extra ints all known ones are there.
 * Members without a default cannot be left out in the middle. */
static tt_status finish(reader *r, tt_obj_kind kind, size_t *count, size_t offset)
{
    size_t known = r->type->ints;
    size_t end = known;
    while (r->extra == 0 && end > 0 && (r->given >> (end - 1) & 1) == 0) {
        end--;
    }
    for (size_t i = 0; i < end; i++) {
        const tt_obj_member *member = tt_obj_member_at(kind, i);
        if ((r->given >> i & 1) != 0) {
            continue;
        }
        if (!member->is_later) {
            return fail(r, TT_ERR_OBJ_MISSING, offset);
        }
        tt_status status = put(r, i, member->absent, offset);
        if (status != TT_OK) {
            return status;
        }
    }
    *count = end + r->extra;
    return tti_obj_fit(kind, *count);
}

tt_status tt_obj_from_json(int32_t *dst, size_t cap, size_t *count, tt_obj_kind kind, tt_json *j)
{
    tt_json_token token;
    reader r = {j, tt_obj_type(kind), dst, cap, 0, {0, 0}, 0, 0};
    *count = 0;
    if (r.type == NULL) {
        return fail(&r, TT_ERR_ARGUMENT, j->at);
    }
    tt_status status = next(&r, &token);
    if (status == TT_OK && token.kind != TT_JSON_OBJECT) {
        status = fail(&r, TT_ERR_JSON_TYPE, token.offset);
    }
    while (status == TT_OK) {
        status = next(&r, &token);
        if (status == TT_OK && token.kind == TT_JSON_OBJECT_END) {
            return finish(&r, kind, count, token.offset);
        }
        if (status == TT_OK) {
            status = read_pair(&r, &token);
        }
    }
    return status;
}
