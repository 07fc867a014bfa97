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

/* The copy on its way: one token of the scanner after the other, none of them kept. */
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

/* A key that the game's headers have, with a container. Only among the header's own keys: the same
 * word inside of another container is somebody else's. */
static bool is_part(const struct copy *c, tt_th_key key)
{
    return c->place == KEYS && tt_bytes_equal(c->name, tt_bytes_of(tt_th_key_name(key)));
}

/* true, false and null can hold no secret. Inside of a container that is only open (uuids) nothing
 * is: what else could be there was passed over. */
static bool scalar_is_secret(const struct copy *c, const tt_json_token *token, tt_bytes value)
{
    bool is_text = token->kind == TT_JSON_STRING || token->kind == TT_JSON_NUMBER;
    if (c->show_secrets || !is_text) {
        return false;
    }
    return (c->place == SETTINGS && tt_secret_setting(c->name, value)) ||
           (c->place == KEYS && tt_secret_header(c->name, value));
}

/* The name of a member is in the first part of the space until its value was written. Both together
 * are never longer than the text: the quotation marks that the copies do not have are as many bytes
 * as a NUL after each needs, and more. */
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

/* A container is opened, or passed over when nobody knows what is in it. The header itself is the
 * first one. */
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

/* An end has the depth of its beginning: 1 is a member of the header. Deeper ones leave the place
 * as it is, which is right: without show_secrets nothing deeper is opened, and with it the place
 * counts for nothing. */
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

/* What the scanner had not closed when it stopped: our own line has to be valid JSON even if the
 * header is not. */
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

/* A key waits in `space` until its value comes. Everything after the first token is a word of the
 * recording, hence foreign_keys. */
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
