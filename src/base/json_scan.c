/* SPDX-License-Identifier: MIT
 *
 * A JSON scanner: one token a call, and each byte is read once. The grammar is RFC 8259, sections 2
 * to 7. `expect` limits what may come next. `is_object` has one bit for each open container, so
 * nesting needs no stack and no recursion.
 */
#include "base/ascii.h"
#include "base/error.h"
#include "base/json_run.h"
#include "teetape/json.h"

/* The values of tt_json.expect: what the next token must be. */
enum {
    WANT_VALUE, /* the outermost value, or the value after a comma in an array or after a colon */
    WANT_FIRST_ITEM,  /* after [ */
    WANT_FIRST_KEY,   /* after { */
    WANT_KEY,         /* after a comma in an object */
    WANT_COLON,       /* after a key */
    WANT_ARRAY_NEXT,  /* after a value in an array */
    WANT_OBJECT_NEXT, /* after a value in an object */
    WANT_NOTHING      /* after the outermost value */
};

/* Sentences of errors, indexed by tt_json.expect. */
static const char *const wanted[] = {
    "a JSON value is expected here",
    "a JSON value or the end of the array is expected here",
    "a key or the end of the object is expected here",
    "a key is expected here",
    "a colon is expected after a key",
    "a comma or the end of the array is expected here",
    "a comma or the end of the object is expected here",
    "nothing more is expected after the JSON value",
};

/* Keeps the first error of the scanner and returns its status. At the end of the text every error
 * becomes TT_ERR_JSON_END: the text ends too early. */
static tt_status fail_scanning(tt_json *j, tt_status status, size_t at)
{
    if (at >= j->text.size) {
        status = TT_ERR_JSON_END;
    }
    j->error.status = status;
    j->error.offset = at;
    j->error.what = status == TT_ERR_JSON_SYNTAX ? wanted[j->expect] : tt_status_text(status);
    return status;
}

/* Moves `j->at` past blanks, which are only the four bytes of RFC 8259, section 2. */
static void skip_json_blanks(tt_json *j)
{
    const uint8_t *text = j->text.data;
    size_t at = j->at;
    while (at < j->text.size &&
           (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
        at++;
    }
    j->at = at;
}

/* Moves `*at` past an escape. When the escape is wrong, returns false and leaves `*at` at the wrong
 * byte. The digits of \u are checked here, which json_text.c relies on. A lone half of a pair
 * passes; json_text.c makes it U+FFFD. */
static bool pass_escape(tt_bytes text, size_t *at)
{
    static const char simple[] = "\"\\/bfnrt";
    (*at)++;
    if (*at >= text.size) {
        return false;
    }
    uint8_t letter = text.data[*at];
    for (size_t i = 0; i + 1 < sizeof simple; i++) {
        if (letter == (uint8_t)simple[i]) {
            (*at)++;
            return true;
        }
    }
    if (letter != 'u') {
        return false;
    }
    (*at)++;
    for (int i = 0; i < 4; i++, (*at)++) {
        if (*at >= text.size || tti_hex_value(text.data[*at]) < 0) {
            return false;
        }
    }
    return true;
}

/* Reads a string or a key. The token has its escapes unchanged, because most texts can be compared
 * or copied without resolving any. Bytes that are not UTF-8 pass, because recordings have them. */
static tt_status read_string(tt_json *j, tt_json_token *token, tt_json_kind kind)
{
    size_t begin = j->at + 1;
    size_t at = begin;
    for (;;) {
        if (at < j->text.size) {
            at += tti_json_run(j->text.data + at, j->text.size - at, TTI_JSON_PASS_HIGH);
        }
        if (at >= j->text.size) {
            return fail_scanning(j, TT_ERR_JSON_END, at);
        }
        if (j->text.data[at] == '"') {
            break;
        }
        if (j->text.data[at] != '\\' || !pass_escape(j->text, &at)) {
            return fail_scanning(j, TT_ERR_JSON_STRING, at);
        }
    }
    token->kind = kind;
    token->text = (tt_bytes){j->text.data + begin, at - begin};
    j->at = at + 1;
    return TT_OK;
}

/* Returns false when there is no digit: each group of digits in a number needs one. */
static bool pass_digits(tt_bytes text, size_t *at)
{
    size_t begin = *at;
    while (*at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9') {
        (*at)++;
    }
    return *at > begin;
}

/* Returns 0 after the end, which is no byte of a number. */
static uint8_t peek(tt_bytes text, size_t at)
{
    return at < text.size ? text.data[at] : 0;
}

/* Moves `*at` past a number, -? int frac? exp? (RFC 8259, section 6). Returns false when the text
 * does not fit this grammar. */
static bool pass_number(tt_bytes text, size_t *at)
{
    if (peek(text, *at) == '-') {
        (*at)++;
    }
    if (peek(text, *at) == '0') {
        (*at)++;
        uint8_t next = peek(text, *at);
        if (next >= '0' && next <= '9') { /* no leading zeros */
            return false;
        }
    } else if (!pass_digits(text, at)) {
        return false;
    }
    if (peek(text, *at) == '.') {
        (*at)++;
        if (!pass_digits(text, at)) {
            return false;
        }
    }
    if (peek(text, *at) == 'e' || peek(text, *at) == 'E') {
        (*at)++;
        if (peek(text, *at) == '+' || peek(text, *at) == '-') {
            (*at)++;
        }
        if (!pass_digits(text, at)) {
            return false;
        }
    }
    return true;
}

static tt_status read_number_token(tt_json *j, tt_json_token *token)
{
    size_t at = j->at;
    if (!pass_number(j->text, &at)) {
        return fail_scanning(j, TT_ERR_JSON_NUMBER, at);
    }
    token->kind = TT_JSON_NUMBER;
    token->text = (tt_bytes){j->text.data + j->at, at - j->at};
    j->at = at;
    return TT_OK;
}

/* Reads the word true, false or null. What follows the word is checked by the next call, so "nullx"
 * fails there. */
static tt_status read_word(tt_json *j, tt_json_token *token, const char *word, tt_json_kind kind)
{
    size_t at = j->at;
    for (; *word; word++, at++) {
        if (at >= j->text.size || j->text.data[at] != (uint8_t)*word) {
            return fail_scanning(j, TT_ERR_JSON_SYNTAX, at);
        }
    }
    token->kind = kind;
    token->text = (tt_bytes){j->text.data + j->at, at - j->at};
    j->at = at;
    return TT_OK;
}

static unsigned after_value(const tt_json *j)
{
    if (j->depth == 0) {
        return WANT_NOTHING;
    }
    return (j->is_object >> (j->depth - 1) & 1) ? WANT_OBJECT_NEXT : WANT_ARRAY_NEXT;
}

/* Reads [ or {. TT_JSON_DEPTH, the greatest depth, is the number of bits in `is_object`. */
static tt_status open_container(tt_json *j, tt_json_token *token, int object)
{
    if (j->depth == TT_JSON_DEPTH) {
        return fail_scanning(j, TT_ERR_JSON_DEPTH, j->at);
    }
    uint64_t bit = UINT64_C(1) << j->depth;
    j->is_object = object ? j->is_object | bit : j->is_object & ~bit;
    j->depth++;
    j->expect = object ? WANT_FIRST_KEY : WANT_FIRST_ITEM;
    token->kind = object ? TT_JSON_OBJECT : TT_JSON_ARRAY;
    token->text = (tt_bytes){j->text.data + j->at, 1};
    j->at++;
    return TT_OK;
}

static tt_status close_container(tt_json *j, tt_json_token *token)
{
    token->kind = j->text.data[j->at] == '}' ? TT_JSON_OBJECT_END : TT_JSON_ARRAY_END;
    token->text = (tt_bytes){j->text.data + j->at, 1};
    j->depth--;
    token->depth = j->depth;
    j->expect = after_value(j);
    j->at++;
    return TT_OK;
}

/* Reads a key. A key that fails does not change `expect`, which chooses the sentence of the
 * error. */
static tt_status read_key_token(tt_json *j, tt_json_token *token)
{
    if (j->text.data[j->at] != '"') {
        return fail_scanning(j, TT_ERR_JSON_SYNTAX, j->at);
    }
    tt_status status = read_string(j, token, TT_JSON_KEY);
    if (status == TT_OK) {
        j->expect = WANT_COLON;
    }
    return status;
}

static tt_status read_value_token(tt_json *j, tt_json_token *token)
{
    tt_status status;
    uint8_t first = j->text.data[j->at];
    if (first == '{' || first == '[') {
        return open_container(j, token, first == '{');
    }
    if (first == '"') {
        status = read_string(j, token, TT_JSON_STRING);
    } else if (first == '-' || (first >= '0' && first <= '9')) {
        status = read_number_token(j, token);
    } else if (first == 't') {
        status = read_word(j, token, "true", TT_JSON_TRUE);
    } else if (first == 'f') {
        status = read_word(j, token, "false", TT_JSON_FALSE);
    } else if (first == 'n') {
        status = read_word(j, token, "null", TT_JSON_NULL);
    } else {
        status = fail_scanning(j, TT_ERR_JSON_SYNTAX, j->at);
    }
    if (status == TT_OK) {
        j->expect = after_value(j);
    }
    return status;
}

/* Moves past the blanks, and past the colon or comma if one is expected. tt_json_next rejects
 * another byte. */
static void pass_mark(tt_json *j)
{
    skip_json_blanks(j);
    uint8_t byte = peek(j->text, j->at);
    if (j->expect == WANT_COLON && byte == ':') {
        j->expect = WANT_VALUE;
    } else if (j->expect == WANT_ARRAY_NEXT && byte == ',') {
        j->expect = WANT_VALUE;
    } else if (j->expect == WANT_OBJECT_NEXT && byte == ',') {
        j->expect = WANT_KEY;
    } else {
        return;
    }
    j->at++;
    skip_json_blanks(j);
}

tt_json tt_json_of(tt_bytes text)
{
    return (tt_json){.text = text, .expect = WANT_VALUE, .error = {TT_OK, 0, ""}};
}

tt_status tt_json_next(tt_json *j, tt_json_token *token)
{
    if (j->error.status != TT_OK) {
        return j->error.status;
    }
    pass_mark(j);
    if (j->at >= j->text.size) {
        return j->expect == WANT_NOTHING ? TT_END : fail_scanning(j, TT_ERR_JSON_END, j->at);
    }

    uint8_t byte = j->text.data[j->at];
    token->depth = j->depth;
    token->offset = j->at;
    /* After a comma pass_mark has set `expect` to a key or a value, so "[1,]" fails. */
    switch (j->expect) {
    case WANT_FIRST_ITEM:
        return byte == ']' ? close_container(j, token) : read_value_token(j, token);
    case WANT_ARRAY_NEXT:
        return byte == ']' ? close_container(j, token)
                           : fail_scanning(j, TT_ERR_JSON_SYNTAX, j->at);
    case WANT_FIRST_KEY:
        return byte == '}' ? close_container(j, token) : read_key_token(j, token);
    case WANT_OBJECT_NEXT:
        return byte == '}' ? close_container(j, token)
                           : fail_scanning(j, TT_ERR_JSON_SYNTAX, j->at);
    case WANT_KEY:
        return read_key_token(j, token);
    case WANT_VALUE:
        return read_value_token(j, token);
    default: /* a colon is missing, or something follows the outermost value */
        return fail_scanning(j, TT_ERR_JSON_SYNTAX, j->at);
    }
}

tt_status tt_json_value(tt_json *j, const tt_json_token *token, tt_bytes *value)
{
    tt_json_token next = *token;
    tt_status status = j->error.status;
    *value = (tt_bytes){NULL, 0};
    if (next.kind == TT_JSON_KEY) {
        status = tt_json_next(j, &next);
    }
    size_t begin = next.offset;
    unsigned depth = next.depth;
    /* Tokens inside are deeper, so the first one of the same depth is the end. */
    if (next.kind == TT_JSON_OBJECT || next.kind == TT_JSON_ARRAY) {
        do {
            status = tt_json_next(j, &next);
        } while (status == TT_OK && next.depth > depth);
    }
    if (status == TT_OK) {
        *value = (tt_bytes){j->text.data + begin, j->at - begin};
    }
    return status;
}

static tt_status scan_failed(const tt_json *j, tt_error *error)
{
    return tti_fail_with(error, j->error.status, j->error.offset, j->error.what);
}

static tt_status take_member(tt_json_member *members, size_t count, tt_json *j,
                             const tt_json_token *key, tt_error *error)
{
    size_t i = 0;
    while (i < count && !tt_json_equal(key->text, members[i].name)) {
        i++;
    }
    if (i == count) {
        return tti_fail_with(error, TT_ERR_OBJ_UNKNOWN, key->offset, "this name is not known here");
    }
    if (members[i].value.data != NULL) {
        return tti_fail_with(error, TT_ERR_OBJ_TWICE, key->offset, "this name occurs twice");
    }
    return tt_json_value(j, key, &members[i].value) == TT_OK ? TT_OK : scan_failed(j, error);
}

tt_status tt_json_members(tt_json_member *members, size_t count, tt_bytes text, tt_error *error)
{
    tt_json j = tt_json_of(text);
    tt_json_token token;
    for (size_t i = 0; i < count; i++) {
        members[i].value = (tt_bytes){NULL, 0};
    }
    if (tt_json_next(&j, &token) != TT_OK) {
        return scan_failed(&j, error);
    }
    if (token.kind != TT_JSON_OBJECT) {
        return tti_fail_with(error, TT_ERR_JSON_TYPE, token.offset, "not an object");
    }
    while (tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_KEY) {
        tt_status status = take_member(members, count, &j, &token, error);
        if (status != TT_OK) {
            return status;
        }
    }
    if (j.error.status == TT_OK) {
        tt_json_next(&j, &token); /* the value must be the last token */
    }
    return j.error.status == TT_OK ? TT_OK : scan_failed(&j, error);
}
