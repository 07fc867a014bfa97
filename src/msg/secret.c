/* SPDX-License-Identifier: MIT
 *
 * Tells what is secret, from the list in msg/secret.def.
 */
#include "teetape/secret.h"

#include "base/mem.h"
#include "schema/fields.h"
#include "teetape/varint.h"

static const char *const commands[] = {
#define TT_SECRET_COMMAND(name) name,
#include "msg/secret.def"
};

struct secret_field {
    const char *type, *field;
};

static const struct secret_field fields[] = {
#define TT_SECRET_FIELD(type, field) {type, field},
#include "msg/secret.def"
};

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

static int same_name(tt_bytes name, const char *command)
{
    size_t i = 0;
    while (i < name.size && command[i] != 0 && lower(name.data[i]) == (uint8_t)command[i]) {
        i++;
    }
    return i == name.size && command[i] == 0;
}

int tt_secret_command(tt_bytes name)
{
    for (size_t i = 0; i < TTI_COUNT(commands); i++) {
        if (same_name(name, commands[i])) {
            return 1;
        }
    }
    return 0;
}

/* Blanks and control bytes, which the game skips alike. */
static size_t skip_blanks(tt_bytes line, size_t at)
{
    while (at < line.size && line.data[at] <= ' ') {
        at++;
    }
    return at;
}

int tt_secret_chat(tt_bytes line)
{
    size_t at = skip_blanks(line, 0);
    if (at == line.size || line.data[at] != '/') {
        return 0;
    }
    /* A line can hold several commands. One in quotes counts too: rather hide too much. */
    do {
        size_t start = at = skip_blanks(line, at + 1);
        while (at < line.size && line.data[at] > ' ' && line.data[at] != ';') {
            at++;
        }
        tt_bytes name = {line.data + start, at - start};
        if (tt_secret_command(name)) {
            return 1;
        }
        while (at < line.size && line.data[at] != ';') {
            at++;
        }
    } while (at < line.size);
    return 0;
}

/* Names that are not the same differ in their first letters mostly. */
static int text_equal(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int tt_secret_field(const tt_type *type, const tt_field *field)
{
    for (size_t i = 0; i < TTI_COUNT(fields); i++) {
        if (text_equal(type->name, fields[i].type) && text_equal(field->name, fields[i].field)) {
            return 1;
        }
    }
    return 0;
}

int tt_secret_msg_field(const tt_msg *msg, const tt_field *field)
{
    const tt_type *type = tt_msg_type(msg->kind);
    const void *member = tt_field_of(field, &msg->u);
    if (type == NULL || tt_secret_field(type, field)) {
        return type != NULL;
    }
    switch (msg->kind) {
    case TT_MSG_CL_SAY:
        return member == (const void *)&msg->u.cl_say.message &&
               tt_secret_chat(msg->u.cl_say.message);
    case TT_MSG_CL7_SAY:
        return member == (const void *)&msg->u.cl7_say.message &&
               tt_secret_chat(msg->u.cl7_say.message);
    case TT_MSG_CL7_COMMAND:
        return member == (const void *)&msg->u.cl7_command.arguments &&
               tt_secret_command(msg->u.cl7_command.name);
    default:
        return 0;
    }
}

/* Ids of the messages that carry what somebody typed: 17 Cl_Say of 0.6, 24 Cl_Say and 39
 * Cl_Command of 0.7. */
static int may_be_typed(tt_bytes data)
{
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    int32_t id = tt_unpack_int(&u) >> 1;
    return u.status == TT_OK && (id == 17 || id == 24 || id == 39);
}

static int has_secret_field(const tt_msg *msg)
{
    const tt_type *type = tt_msg_type(msg->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (tt_secret_msg_field(msg, &type->fields[i])) {
            return 1;
        }
    }
    return 0;
}

int tt_secret_msg_data(tt_bytes data, tt_protocol protocol)
{
    tt_msg msg;
    tt_status status = tt_msg_decode(&msg, data, protocol);
    if (status == TT_OK && has_secret_field(&msg)) {
        return 1;
    }
    /* A chat line of 0.7 can look like a Cl_Vote of 0.6. */
    if (status == TT_OK && protocol == TT_PROTOCOL_UNKNOWN && msg.kind == TT_MSG_CL_VOTE) {
        status = tt_msg_decode(&msg, data, TT_PROTOCOL_7);
        return status == TT_OK ? has_secret_field(&msg) : data.size > 2;
    }
    return status != TT_OK && may_be_typed(data);
}
