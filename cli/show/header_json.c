/* SPDX-License-Identifier: MIT
 *
 * See header_json.h. Copies the header token by token, and makes valid UTF-8 of it.
 */
#include "cli/show/header_json.h"

#include "teetape/json.h"
#include "teetape/secret.h"
#include "teetape/teehistorian_header.h"

enum place {
    OUTSIDE,   /* before the header's object */
    KEYS,      /* among its own keys */
    SETTINGS,  /* inside config or tuning */
    CONTAINER, /* inside another container that the header may have */
};

struct copy {
    struct json *j;
    tt_json scanner;
    bool show_secrets;
    char *space; /* of the caller: text.size + 1 bytes, for a name and its value */
    enum place place;
    tt_bytes name;                 /* of the member whose value comes next */
    const char *text;              /* the same as a C string; NULL inside arrays */
    bool is_object[TT_JSON_DEPTH]; /* what is open, for a text that breaks off */
    unsigned depth; /* of is_object; the scanner stops before it could pass TT_JSON_DEPTH */
};

/* Resolves the escapes into a C string. A \u0000 ends it: no game writes one. */
static tt_bytes resolve(char *space, tt_bytes text)
{
    size_t size = tt_json_unescape(space, text.size, text);
    space[size] = 0;
    return (tt_bytes){(const uint8_t *)space, size};
}

/* The same word inside of another container is no key of the header. */
static bool is_part(const struct copy *c, tt_th_key key)
{
    return c->place == KEYS && tt_bytes_equal(c->name, tt_bytes_of(tt_th_key_name(key)));
}

/* true, false and null hold no secret. Of uuids other values were passed over. */
static bool scalar_is_secret(const struct copy *c, const tt_json_token *token, tt_bytes value)
{
    bool is_text = token->kind == TT_JSON_STRING || token->kind == TT_JSON_NUMBER;
    if (c->show_secrets || !is_text) {
        return false;
    }
    return (c->place == SETTINGS && tt_secret_setting(c->name, value)) ||
           (c->place == KEYS && tt_secret_header(c->name, value));
}

/* The name remains in the first part of the space until its value was written. Both fit: two NULs
 * take less than the quotation marks of the text. */
static void scalar(struct copy *c, const tt_json_token *token)
{
    char *rest = c->space + (c->text != NULL ? c->name.size + 1 : 0);
    tt_bytes value = token->kind == TT_JSON_STRING ? resolve(rest, token->text) : token->text;
    if (scalar_is_secret(c, token, value)) {
        json_text_c(c->j, c->text, TT_SECRET_TEXT);
    } else if (token->kind == TT_JSON_STRING) {
        json_text(c->j, c->text, value);
    } else {
        json_word(c->j, c->text, value); /* the scanner has checked it */
    }
}

/* A container with unknown content is passed over. The header itself is the first one. */
static void container(struct copy *c, const tt_json_token *token)
{
    bool is_settings = is_part(c, TT_TH_KEY_config) || is_part(c, TT_TH_KEY_tuning);
    if (!c->show_secrets && c->place != OUTSIDE && !is_settings && !is_part(c, TT_TH_KEY_uuids)) {
        json_text_c(c->j, c->text, TT_SECRET_TEXT);
        tt_json_skip(&c->scanner, token);
        return;
    }
    if (token->kind == TT_JSON_OBJECT) {
        json_object_begin(c->j, c->text);
    } else {
        json_array_begin(c->j, c->text);
    }
    c->is_object[c->depth++] = token->kind == TT_JSON_OBJECT;
    c->place = c->place == OUTSIDE ? KEYS : is_settings ? SETTINGS : CONTAINER;
}

static void end(struct json *j, bool is_object)
{
    if (is_object) {
        json_object_end(j);
    } else {
        json_array_end(j);
    }
}

/* An end has the depth of its beginning: 1 is a member of the header. Deeper ones are opened with
 * show_secrets alone, where the place does not matter. */
static void container_end(struct copy *c, const tt_json_token *token)
{
    end(c->j, token->kind == TT_JSON_OBJECT_END);
    c->depth--;
    if (token->depth <= 1) {
        c->place = KEYS;
    }
}

/* Our own line has to be valid JSON even if the header is not. */
static void close_all(struct copy *c)
{
    while (c->depth > 0) {
        end(c->j, c->is_object[--c->depth]);
    }
}

void header_json(struct json *j, tt_bytes text, char *space, bool show_secrets)
{
    struct copy c = {.j = j, .scanner = tt_json_of(text), .show_secrets = show_secrets};
    tt_json_token token;
    c.space = space;
    c.text = "header";
    while (tt_json_next(&c.scanner, &token) == TT_OK) {
        if (token.kind == TT_JSON_KEY) {
            c.name = resolve(space, token.text);
            c.text = space;
            continue;
        }
        if (token.kind == TT_JSON_OBJECT || token.kind == TT_JSON_ARRAY) {
            container(&c, &token);
        } else if (token.kind == TT_JSON_OBJECT_END || token.kind == TT_JSON_ARRAY_END) {
            container_end(&c, &token);
        } else {
            scalar(&c, &token);
        }
        j->foreign_keys = true; /* from here on: the first one was ours */
        c.name = (tt_bytes){NULL, 0};
        c.text = NULL;
    }
    j->foreign_keys = false;
    close_all(&c);
}
