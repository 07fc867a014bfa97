/* SPDX-License-Identifier: MIT
 *
 * Finds the secrets of a teehistorian file: members of records, and values of the header.
 *
 * The JSON of a header is copied token by token. The copy is valid UTF-8, without secrets. The
 * caller's memory has two parts:
 *
 *     dst     the copy, at most 12 bytes for one of the header: a byte of a key can become \u00NN
 *             twice, before its value and before the hex of the value
 *     space   the name and the value that are copied, without escapes, each with a NUL
 */
#include "teetape/teehistorian_secret.h"

#include "base/ascii.h"
#include "msg/inside.h"
#include "teetape/fact.h"
#include "teetape/json.h"
#include "teetape/string.h"
#include "teetape/teehistorian_header.h"

void tt_th_secrets_init(tt_th_secrets *secrets, bool is_shown)
{
    secrets->is_shown = is_shown;
    for (tt_th_kind kind = 0; kind < TT_TH_KINDS; kind++) {
        const tt_type *type = tt_th_type(kind);
        secrets->fields[kind] = 0;
        for (size_t i = 0; i < type->field_count;
             i++) { /* every type has far fewer than 32 fields */
            secrets->fields[kind] |= (uint32_t)(tt_secret_field(type, &type->fields[i]) != 0) << i;
        }
    }
}

/* Returns true if the content of a record decides whether it is secret. The content of TT_TH_EX, an
 * unknown extension, cannot be judged. */
static bool depends_on_content(tt_th_kind kind)
{
    return kind == TT_TH_CONSOLE_COMMAND || kind == TT_TH_DROP || kind == TT_TH_MESSAGE ||
           kind == TT_TH_EX;
}

bool tt_th_secrets_has(const tt_th_secrets *secrets, tt_th_kind kind)
{
    return depends_on_content(kind) || secrets->fields[kind] != 0;
}

tt_bytes tt_th_shown_reason(tt_bytes reason)
{
    tt_fact leave = {.kind = TT_FACT_LEAVE};
    leave.u.leave.reason = reason;
    return tt_fact_open(&leave, &leave.u.leave.reason) == SIZE_MAX ? reason
                                                                   : tt_bytes_of(TT_SECRET_TEXT);
}

/* Decides about a member by its content. `member` is the address of the member in question. */
static bool content_is_secret(const tt_th_event *event, const void *member, const tt_world *world)
{
    switch (event->kind) {
    case TT_TH_CONSOLE_COMMAND:
        return member == (const void *)&event->u.console_command.cmd
                   ? tt_secret_command_name(event->u.console_command.cmd)
                   : member == (const void *)&event->u.console_command.args &&
                         tt_secret_args(event->u.console_command.cmd,
                                        event->u.console_command.args);
    case TT_TH_DROP:
        return member == (const void *)&event->u.drop.reason &&
               tt_th_shown_reason(event->u.drop.reason).data != event->u.drop.reason.data;
    case TT_TH_MESSAGE:
        return member == (const void *)&event->u.message.msg &&
               tti_secret_msg_data(event->u.message.msg,
                                   (tt_protocol)world->client[event->cid].protocol);
    default:
        return member == (const void *)&event->u.ex.data;
    }
}

bool tt_th_secrets_hide(const tt_th_secrets *secrets, const tt_th_event *event, size_t index,
                        const tt_world *world)
{
    if (secrets->is_shown) {
        return false;
    }
    if (!depends_on_content(event->kind)) {
        return (secrets->fields[event->kind] >> index & 1) != 0;
    }
    const tt_field *field = &tt_th_type(event->kind)->fields[index];
    return content_is_secret(event, tt_field_of(field, &event->u), world);
}

enum header_place {
    OUTSIDE,     /* before the object of the header begins */
    HEADER_KEYS, /* among the header's own keys */
    SETTINGS,    /* inside "config" or "tuning" */
    CONTAINER,   /* inside another container */
};

struct copy {
    tt_packer p;
    tt_json scanner;
    bool show_secrets;
    char *space;
    enum header_place place;
    tt_bytes name; /* name of the member whose value comes next, or NULL inside arrays */
    bool is_object[TT_JSON_DEPTH]; /* open containers, to close a text that breaks off */
    unsigned depth;                /* used entries of is_object: the scanner limits it */
};

static void put_copied(struct copy *c, const char *text)
{
    tt_pack_raw(&c->p, tt_bytes_of(text));
}

static void begin_member(struct copy *c)
{
    if (c->p.at != c->p.begin && c->p.at[-1] != '{' && c->p.at[-1] != '[') {
        put_copied(c, ",");
    }
    if (c->name.data != NULL) {
        tt_pack_json_string(&c->p, c->name);
        put_copied(c, ":");
    }
}

static void put_copied_hex(struct copy *c, tt_bytes value)
{
    char digits[2];
    put_copied(c, ",");
    tt_pack_json_string(&c->p, c->name);
    c->p.at--; /* steps back over the quotation mark */
    put_copied(c, "_hex\":\"");
    for (size_t i = 0; i < value.size; i++) {
        tti_hex_put(digits, value.data + i, 1);
        tt_pack_raw(&c->p, (tt_bytes){(const uint8_t *)digits, sizeof digits});
    }
    put_copied(c, "\"");
}

static tt_bytes resolve_text(char *space, tt_bytes text)
{
    size_t size = tt_json_unescape(space, text.size, text);
    space[size] = 0;
    return (tt_bytes){(const uint8_t *)space, size};
}

/* Returns true for a known key. Inside another container the same word is no key of the header. */
static bool is_part(const struct copy *c, tt_th_key key)
{
    return c->place == HEADER_KEYS && tt_bytes_equal(c->name, tt_bytes_of(tt_th_key_name(key)));
}

/* Decides about a scalar of a header. true, false and null hold no secret. In "uuids" other values
 * were skipped. */
static bool scalar_is_secret(const struct copy *c, const tt_json_token *token, tt_bytes value)
{
    bool is_text = token->kind == TT_JSON_STRING || token->kind == TT_JSON_NUMBER;
    if (c->show_secrets || !is_text) {
        return false;
    }
    return (c->place == SETTINGS && tti_secret_setting(c->name, value)) ||
           (c->place == HEADER_KEYS && tt_secret_header(c->name, value));
}

static void copy_scalar(struct copy *c, const tt_json_token *token)
{
    char *rest = c->space + (c->name.data != NULL ? c->name.size + 1 : 0);
    tt_bytes value = token->kind == TT_JSON_STRING ? resolve_text(rest, token->text) : token->text;
    bool is_secret = scalar_is_secret(c, token, value);
    begin_member(c);
    if (is_secret || token->kind == TT_JSON_STRING) {
        tt_pack_json_string(&c->p, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : value);
    } else {
        tt_pack_raw(&c->p, value); /* the scanner has checked the value */
    }
    if (!is_secret && c->name.data != NULL && !tt_utf8_valid(value)) {
        put_copied_hex(c, value);
    }
}

/* Skips a container whose content is unknown. The header itself is the first container. */
static void begin_container(struct copy *c, const tt_json_token *token)
{
    bool is_settings = is_part(c, TT_TH_KEY_config) || is_part(c, TT_TH_KEY_tuning);
    begin_member(c);
    if (!c->show_secrets && c->place != OUTSIDE && !is_settings && !is_part(c, TT_TH_KEY_uuids)) {
        put_copied(c, "\"" TT_SECRET_TEXT "\"");
        tt_bytes hidden;
        tt_json_value(&c->scanner, token, &hidden);
        return;
    }
    put_copied(c, token->kind == TT_JSON_OBJECT ? "{" : "[");
    c->is_object[c->depth++] = token->kind == TT_JSON_OBJECT;
    c->place = c->place == OUTSIDE ? HEADER_KEYS : is_settings ? SETTINGS : CONTAINER;
}

/* Takes the end of a container. An end has the same depth as its beginning, 1 for a member of the
 * header. Deeper containers are opened only with show_secrets, where nothing is secret. */
static void end_container(struct copy *c, unsigned depth)
{
    put_copied(c, c->is_object[--c->depth] ? "}" : "]");
    if (depth <= 1) {
        c->place = HEADER_KEYS;
    }
}

tt_bytes tt_th_shown_header(uint8_t *dst, tt_bytes json, bool show_secrets)
{
    const size_t room = TT_TH_SHOWN_HEADER(json.size) - json.size - 2;
    struct copy c = {.p = tt_packer_of(dst, room),
                     .scanner = tt_json_of(json),
                     .show_secrets = show_secrets,
                     .space = (char *)dst + room};
    tt_json_token token;
    while (tt_json_next(&c.scanner, &token) == TT_OK) {
        if (token.kind == TT_JSON_KEY) {
            c.name = resolve_text(c.space, token.text);
            continue;
        }
        if (token.kind == TT_JSON_OBJECT || token.kind == TT_JSON_ARRAY) {
            begin_container(&c, &token);
        } else if (token.kind == TT_JSON_OBJECT_END || token.kind == TT_JSON_ARRAY_END) {
            end_container(&c, token.depth);
        } else {
            copy_scalar(&c, &token);
        }
        c.name = (tt_bytes){NULL, 0};
    }
    while (c.depth > 0) {
        end_container(&c, 0);
    }
    return tt_packer_bytes(&c.p);
}
