/* SPDX-License-Identifier: MIT
 *
 * Reads the ints of an item from JSON (tt_obj_from_json), the reverse of object_json.c.
 *
 * Keys may come in any order or be left out. Bits note the given ones, and at the end of the object
 * the missing ones get their defaults.
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

/* The key "flags" is AS_VALUE, "flags_names" AS_NAMES. Both may occur, and must agree. */
enum { AS_VALUE, AS_NAMES };

typedef struct object_reader {
    tt_json *j; /* the caller's scanner, which keeps errors */
    const tt_object *type;
    int32_t *dst;
    size_t cap;
    uint64_t given;   /* bit n: int n has its value */
    uint64_t seen[2]; /* by AS_VALUE and AS_NAMES; bit n: member n occurred so */
    size_t extra;     /* ints after the known ones */
    bool has_extra;
} object_reader;

/* Reports an error through the scanner, which keeps the first: later reads return 0, and later
 * errors are ignored. */
static void fail_object(const object_reader *r, tt_status status, size_t offset)
{
    if (r->j->error.status == TT_OK) {
        tti_fail(&r->j->error, status, offset);
    }
}

/* Reads a token. After a failure returns false and gives a null. */
static bool next_token(const object_reader *r, tt_json_token *token)
{
    tt_status status = tt_json_next(r->j, token);
    if (status == TT_END) {
        fail_object(r, TT_ERR_JSON_END, r->j->text.size);
    }
    if (status != TT_OK) {
        *token = (tt_json_token){.kind = TT_JSON_NULL};
    }
    return status == TT_OK;
}

/* Returns false at the end of the array that is being read, and after a failure. */
static bool next_int_token(const object_reader *r, tt_json_token *token)
{
    return next_token(r, token) && token->kind != TT_JSON_ARRAY_END;
}

/* Reads an int. Flags may also have the unsigned form, because people write the highest bit in that
 * form. */
static int32_t read_member_number(const object_reader *r, const tt_json_token *token, bool is_flags)
{
    int64_t number = 0;
    tt_status status =
        token->kind == TT_JSON_NUMBER ? tti_json_int(&number, token->text) : TT_ERR_JSON_TYPE;
    if (status == TT_OK && (number < INT32_MIN || number > (is_flags ? UINT32_MAX : INT32_MAX))) {
        status = TT_ERR_RANGE;
    }
    if (status != TT_OK) {
        fail_object(r, status, token->offset);
    }
    return tti_signed((uint32_t)number);
}

static int32_t read_name(const object_reader *r, const tt_obj_member *member,
                         const tt_json_token *token)
{
    for (size_t i = 0; i < member->value_count; i++) {
        if (tt_json_equal(token->text, member->values[i].name)) {
            return member->values[i].value;
        }
    }
    fail_object(r, TT_ERR_OBJ_NAME, token->offset);
    return 0;
}

static int32_t read_flags(const object_reader *r, const tt_obj_member *member)
{
    uint32_t bits = 0;
    tt_json_token token;
    while (next_int_token(r, &token)) {
        bits |= (uint32_t)(token.kind == TT_JSON_STRING ? read_name(r, member, &token)
                                                        : read_member_number(r, &token, true));
    }
    return tti_signed(bits);
}

/* Reads the value of a single int. A member with names may have a number, its name, or an array of
 * the names of its bits. read_member_number refuses a name if the member has none. */
static int32_t read_member_value(const object_reader *r, const tt_obj_member *member,
                                 const tt_json_token *token)
{
    bool is_flags = member->type == TT_MEMBER_FLAGS;
    if (member->value_count != 0 && is_flags && token->kind == TT_JSON_ARRAY) {
        return read_flags(r, member);
    }
    if (member->value_count != 0 && !is_flags && token->kind == TT_JSON_STRING) {
        return read_name(r, member, token);
    }
    return read_member_number(r, token, is_flags);
}

/* Stores an int. Ints beyond the known ones have no member and no default, so `given` does not
 * count them. */
static void put_member_int(object_reader *r, size_t index, int32_t value, size_t offset)
{
    if (index >= r->cap) {
        fail_object(r, TT_ERR_SPACE, offset);
        return;
    }
    r->dst[index] = value;
    if (index < r->type->ints) {
        r->given |= UINT64_C(1) << index;
    }
}

/* Reads the ints of an array, after its '[', to `index` and on, and returns how many they are.
 * `most` may be SIZE_MAX: then only the room is the limit. */
static size_t read_ints(object_reader *r, size_t index, size_t most)
{
    size_t count = 0;
    tt_json_token token;
    for (; next_int_token(r, &token); count++) {
        if (count == most) {
            fail_object(r, TT_ERR_RANGE, token.offset);
            break;
        }
        put_member_int(r, index + count, read_member_number(r, &token, false), token.offset);
    }
    return count;
}

/* Reads a text: a string or its ints. A string that does not fit into the ints of the member, or is
 * no UTF-8, is refused: the ints would be read back as another text. */
static void read_member_text(object_reader *r, const tt_obj_member *member, size_t index,
                             const tt_json_token *token)
{
    int32_t ints[TT_OBJ_MAX_INTS];
    char text[4 * TT_OBJ_MAX_INTS];
    if (token->kind == TT_JSON_ARRAY) {
        read_ints(r, index, member->ints);
        return;
    }
    if (token->kind != TT_JSON_STRING) {
        fail_object(r, TT_ERR_JSON_TYPE, token->offset);
        return;
    }
    tt_bytes bytes = {(const uint8_t *)text, tt_json_unescape(text, sizeof text, token->text)};
    if (bytes.size > sizeof text || tt_string_to_ints(ints, member->ints, bytes) != TT_OK) {
        fail_object(r, TT_ERR_OBJ_TEXT, token->offset);
        return;
    }
    if (!tt_utf8_valid(bytes)) {
        fail_object(r, TT_ERR_UTF8, token->offset);
    }
    for (size_t i = 0; i < member->ints; i++) {
        put_member_int(r, index + i, ints[i], token->offset);
    }
}

/* Reads an array of texts, which may have fewer than the member. fill_omitted() then gives the
 * missing ints their defaults, or fails. */
static void read_member_texts(object_reader *r, const tt_obj_member *member,
                              const tt_json_token *array)
{
    tt_json_token token;
    if (array->kind != TT_JSON_ARRAY) {
        fail_object(r, TT_ERR_JSON_TYPE, array->offset);
    }
    for (size_t i = 0; next_int_token(r, &token); i++) {
        if (i == member->count) {
            fail_object(r, TT_ERR_RANGE, token.offset);
            return;
        }
        read_member_text(r, member, member->index + i * member->ints, &token);
    }
}

/* Reads the value of a member. It must equal that of the other key, if that occurred. Only single
 * ints have names. */
static void read_object_member(object_reader *r, const tt_obj_member *member, int as)
{
    tt_json_token token;
    next_token(r, &token);
    if (member->type == TT_MEMBER_TEXT && member->count == 1) {
        read_member_text(r, member, member->index, &token);
    } else if (member->type == TT_MEMBER_TEXT) {
        read_member_texts(r, member, &token);
    } else if (member->count > 1 && token.kind == TT_JSON_ARRAY) {
        read_ints(r, member->index, member->count);
    } else if (member->count > 1) {
        fail_object(r, TT_ERR_JSON_TYPE, token.offset);
    } else {
        size_t number = (size_t)(member - r->type->members);
        int32_t value = read_member_value(r, member, &token);
        if ((r->seen[!as] >> number & 1) != 0 && r->dst[member->index] != value) {
            fail_object(r, TT_ERR_OBJ_DIFFER, token.offset);
        }
        put_member_int(r, member->index, value, token.offset);
    }
}

static void read_extra(object_reader *r, const tt_json_token *key)
{
    tt_json_token token;
    if (r->has_extra) {
        fail_object(r, TT_ERR_OBJ_TWICE, key->offset);
    }
    r->has_extra = true;
    next_token(r, &token);
    if (token.kind != TT_JSON_ARRAY) {
        fail_object(r, TT_ERR_JSON_TYPE, token.offset);
    }
    r->extra = read_ints(r, r->type->ints, SIZE_MAX);
}

static bool is_member_key(tt_bytes key, const char *name, const char *suffix)
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
        if (is_member_key(key, member->name, "")) {
            return member;
        }
        *as = AS_NAMES;
        if (member->value_count != 0 && is_member_key(key, member->name, suffix)) {
            return member;
        }
    }
    return NULL;
}

/* Reads a key and its value. `seen` is set at the end, because read_object_member looks there for
 * the other key. */
static void read_pair(object_reader *r, const tt_json_token *token)
{
    char text[KEY_SIZE];
    tt_bytes key = {(const uint8_t *)text, tt_json_unescape(text, sizeof text, token->text)};
    int as;
    const tt_obj_member *member = key.size <= sizeof text ? find_member(r->type, key, &as) : NULL;
    if (member != NULL) {
        uint64_t bit = UINT64_C(1) << (member - r->type->members);
        if ((r->seen[as] & bit) != 0) {
            fail_object(r, TT_ERR_OBJ_TWICE, token->offset);
        }
        read_object_member(r, member, as);
        r->seen[as] |= bit;
    } else if (key.size <= sizeof text && is_member_key(key, TTI_OBJ_EXTRA, "")) {
        read_extra(r, token);
    } else {
        fail_object(r, TT_ERR_OBJ_UNKNOWN, token->offset);
    }
}

/* Fills the omitted ints before the last given one, and returns the number of ints. When there are
 * extra ints, all known ones must be given. Members without a default cannot be left out in the
 * middle. */
static size_t fill_omitted(object_reader *r, tt_obj_kind kind, size_t offset)
{
    size_t end = r->type->ints;
    while (r->extra == 0 && end > 0 && (r->given >> (end - 1) & 1) == 0) {
        end--;
    }
    for (size_t i = 0; i < end; i++) {
        const tt_obj_member *member = tt_obj_member_at(kind, i);
        if ((r->given >> i & 1) != 0) {
            continue;
        }
        if (!member->is_later) {
            fail_object(r, TT_ERR_OBJ_MISSING, offset);
        }
        put_member_int(r, i, member->absent, offset);
    }
    return end + r->extra;
}

tt_status tt_obj_from_json(int32_t *dst, size_t cap, size_t *count, tt_obj_kind kind, tt_json *j)
{
    tt_json_token token;
    object_reader r = {j, tt_obj_type(kind), dst, cap, 0, {0, 0}, 0, 0};
    *count = 0;
    if (r.type == NULL) {
        return tti_fail(&j->error, TT_ERR_ARGUMENT, j->at);
    }
    next_token(&r, &token);
    if (token.kind != TT_JSON_OBJECT) {
        fail_object(&r, TT_ERR_JSON_TYPE, token.offset);
    }
    while (next_token(&r, &token) && token.kind != TT_JSON_OBJECT_END) {
        read_pair(&r, &token);
    }
    size_t size = j->error.status == TT_OK ? fill_omitted(&r, kind, token.offset) : 0;
    if (j->error.status != TT_OK) {
        return j->error.status;
    }
    *count = size;
    return tti_obj_fit(kind, size);
}
