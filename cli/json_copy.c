/* SPDX-License-Identifier: MIT
 *
 * Copies JSON from a recording's header into our own output, so that what is not valid UTF-8
 * becomes so, as everywhere.
 */
#include "cli/json.h"

#include "teetape/json.h"

/* Resolves the escapes into a C string. A \u0000 ends it: no game writes one. */
static tt_bytes resolve(char *space, tt_bytes text)
{
    size_t size = tt_json_unescape(space, text.size, text);
    space[size] = 0;
    return (tt_bytes){(const uint8_t *)space, size};
}

/* A scalar. Numbers and words stand as they are: the scanner has checked them. */
static void scalar(struct json *j, const char *key, const tt_json_token *token, char *space)
{
    if (token->kind == TT_JSON_STRING) {
        json_text(j, key, resolve(space, token->text));
    } else {
        json_word(j, key, token->text);
    }
}

void json_document(struct json *j, const char *key, tt_bytes text, char *space)
{
    tt_json scanner = tt_json_of(text);
    tt_json_token token;
    /* The name of a member stands in the first part of the space until its value was written;
     * both together are never longer than the text. */
    const char *name = key;
    char *rest = space;
    bool is_object[TT_JSON_DEPTH]; /* what is open, for a text that breaks off */
    unsigned depth = 0;
    while (tt_json_next(&scanner, &token) == TT_OK) {
        switch (token.kind) {
        case TT_JSON_KEY:
            name = space;
            rest = space + resolve(space, token.text).size + 1;
            continue;
        case TT_JSON_OBJECT:
            json_object_begin(j, name);
            is_object[depth++] = true;
            break;
        case TT_JSON_ARRAY:
            json_array_begin(j, name);
            is_object[depth++] = false;
            break;
        case TT_JSON_OBJECT_END:
            json_object_end(j);
            depth--;
            break;
        case TT_JSON_ARRAY_END:
            json_array_end(j);
            depth--;
            break;
        default:
            scalar(j, name, &token, rest);
            break;
        }
        j->foreign_keys = true; /* from here on: the first one was the caller's */
        name = NULL;
        rest = space;
    }
    j->foreign_keys = false;
    for (; depth > 0; depth--) {
        if (is_object[depth - 1]) {
            json_object_end(j);
        } else {
            json_array_end(j);
        }
    }
}
