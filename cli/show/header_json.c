/* SPDX-License-Identifier: MIT
 *
 * Copies the header of a recording into our own output, so that what is not valid UTF-8 becomes so,
 * as everywhere, and without what is secret in it.
 */
#include "cli/show/header_json.h"

#include "teetape/json.h"
#include "teetape/secret.h"
#include "teetape/teehistorian_header.h"

/* Where the scanner is. */
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
    char *space;
    enum place place;
    tt_bytes name;                 /* of the member whose value comes next */
    const char *text;              /* the same as a C string; NULL inside arrays */
    bool is_object[TT_JSON_DEPTH]; /* what is open, for a text that breaks off */
    unsigned depth;
};

/* Resolves the escapes into a C string. A \u0000 ends it: no game writes one. */
static tt_bytes resolve(char *space, tt_bytes text)
{
    size_t size = tt_json_unescape(space, text.size, text);
    space[size] = 0;
    return (tt_bytes){(const uint8_t *)space, size};
}

/* A key that the game's headers have, with a container. */
static bool is_part(const struct copy *c, tt_th_key key)
{
    return c->place == KEYS && tt_bytes_equal(c->name, tt_bytes_of(tt_th_key_name(key)));
}

static bool scalar_is_secret(const struct copy *c, const tt_json_token *token, tt_bytes value)
{
    bool is_text = token->kind == TT_JSON_STRING || token->kind == TT_JSON_NUMBER;
    if (c->show_secrets || !is_text) {
        return false;
    }
    return (c->place == SETTINGS && tt_secret_setting(c->name, value)) ||
           (c->place == KEYS && tt_secret_header(c->name, value));
}

/* The name of a member is in the first part of the space until its value was written; both
 * together are never longer than the text. */
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

/* A container is opened, or passed over when nobody knows what is in it. */
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

static void container_end(struct copy *c, const tt_json_token *token)
{
    if (token->kind == TT_JSON_OBJECT_END) {
        json_object_end(c->j);
    } else {
        json_array_end(c->j);
    }
    c->depth--;
    if (token->depth <= 1) {
        c->place = KEYS;
    }
}

/* What the scanner had not closed when it stopped. */
static void close_all(struct copy *c)
{
    while (c->depth > 0) {
        if (c->is_object[--c->depth]) {
            json_object_end(c->j);
        } else {
            json_array_end(c->j);
        }
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
