/* SPDX-License-Identifier: MIT
 *
 * Reports what is secret in messages of clients, from the lists in msg/secret.def and
 * msg/commands.def.
 *
 * The rule is to hide too much rather than too little: what nobody can read for certain is secret.
 * Names of players, positions and plain chat are not.
 */
#include "teetape/secret.h"

#include "msg/command.h"
#include "msg/decode.h"
#include "msg/secret_text.h"
#include "schema/fields.h"
#include "teetape/varint.h"

/* Ids of the messages that carry what somebody typed, in 0.6 and 0.7; and the mode of a whisper in
 * 0.7. The id of a chat line in 0.7 is that of a vote in 0.6. */
enum { SAY6 = 17, SAY7 = 24, COMMAND7 = 39 };
enum { WHISPER = 3 };

/* The name of a record or message, and of its member. */
struct secret_field {
    const char *type, *field;
};

/* Compared by name, so that a member is secret wherever it is: in a record, in JSON, in a table. */
static const struct secret_field fields[] = {
#define TT_SECRET_FIELD(type, field) {type, field},
#include "msg/secret.def"
};

/* The end of the name that begins at `at`. */
static size_t name_end(tt_bytes line, size_t at)
{
    while (at < line.size && tti_command_byte(line.data[at])) {
        at++;
    }
    return at;
}

/* Blanks and control bytes, which the game skips alike. */
static size_t skip_blanks(tt_bytes line, size_t at)
{
    while (at < line.size && line.data[at] <= ' ') {
        at++;
    }
    return at;
}

/* What may follow a command that is not listed: numbers, as most are client ids, times and counts.
 * If the name has a secret part they are hidden, too. */
static int has_numbers_only(tt_bytes rest)
{
    size_t at = 0;
    while ((at = skip_blanks(rest, at)) < rest.size) {
        size_t start = at;
        while (at < rest.size && rest.data[at] > ' ') {
            at++;
        }
        if (!tti_text_is_number((tt_bytes){rest.data + start, at - start})) {
            return 0;
        }
    }
    return 1;
}

/* One whose name is `name`, and what follows it up to the end of the line. By class: OPEN hides a
 * command inside, NESTED is searched as a line, SECRET and PRIVATE hide all. Of a name that is not
 * listed only numbers are shown, and not even these if the name has a secret part. */
static int is_secret_command(tt_bytes name, tt_bytes rest)
{
    switch (tti_command_of(name)) {
    case TTI_COMMAND_OPEN:
        return tti_text_is_secret(rest, TTI_TEXT_ARGS, 0);
    case TTI_COMMAND_NESTED:
        return tti_text_is_secret(rest, TTI_TEXT_LINE, 0);
    case TTI_COMMAND_NUMBER:
        return !has_numbers_only(rest);
    case TTI_COMMAND_UNKNOWN:
        /* Without a name it begins with a blank that is not of ASCII, or the like. */
        return tti_text_is_secret(rest, name.size != 0 ? TTI_TEXT_ARGS : TTI_TEXT_LINE, 0) ||
               (name.size != 0 && (!has_numbers_only(rest) || (tti_command_suspicious(name) &&
                                                               skip_blanks(rest, 0) < rest.size)));
    default:
        return 1;
    }
}

/* A line can hold several commands. One in quotes counts too: rather hide too much. Of the first,
 * what follows is the rest of the line; words after it are looked at there. Linear in the line, but
 * for the look into the rest of the first command. */
static int has_secret_command(tt_bytes line, size_t at)
{
    for (int is_first = 1; at < line.size; is_first = 0) {
        size_t start = skip_blanks(line, at);
        size_t end = name_end(line, start);
        tt_bytes name = {line.data + start, end - start};
        if (tt_secret_command(name) ||
            (is_first && is_secret_command(name, (tt_bytes){line.data + end, line.size - end}))) {
            return 1;
        }
        for (at = end; at < line.size && line.data[at] != ';'; at++) {
        }
        at++;
    }
    return 0;
}

/* A line without a slash is speech: other people read it, and only a command that is quoted in it
 * is looked for. */
int tt_secret_chat(tt_bytes line)
{
    size_t at = skip_blanks(line, 0);
    if (at == line.size || line.data[at] != '/') {
        return tt_secret_sv_chat(line) < line.size;
    }
    for (size_t i = at; i < line.size; i++) {
        if (line.data[i] < ' ' && line.data[i] != '\t') {
            return 1; /* nobody types these, and servers differ in how they read them */
        }
    }
    return has_secret_command(line, at + 1);
}

/* A few rows, compared by name: linear in them. */
int tt_secret_field(const tt_type *type, const tt_field *field)
{
    for (size_t i = 0; i < TTI_COUNT(fields); i++) {
        if (tti_text_same(type->name, fields[i].type) &&
            tti_text_same(field->name, fields[i].field)) {
            return 1;
        }
    }
    return 0;
}

/* A chat command of 0.7: the name and the rest of the line. A name that is none of the console's
 * may hold the arguments, too: then both are hidden. */
static int is_secret_in_command(const struct tt_msg_cl7_command *command, const void *member)
{
    if (member == (const void *)&command->name) {
        return tt_secret_command_name(command->name);
    }
    return command->arguments.size != 0 && (tt_secret_command_name(command->name) ||
                                            is_secret_command(command->name, command->arguments));
}

/* The member is known by its place: a field of `type` points into msg->u. In votes each text
 * counts: the reason, and the value, which may be a command. */
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
               (msg->u.cl7_say.mode == WHISPER || tt_secret_chat(msg->u.cl7_say.message));
    case TT_MSG_CL7_COMMAND:
        return is_secret_in_command(&msg->u.cl7_command, member);
    case TT_MSG_CL_CALL_VOTE:
    case TT_MSG_CL7_CALL_VOTE:
        return field->type == TT_TYPE_TEXT && tt_secret_chat(*(const tt_bytes *)member);
    default:
        return 0;
    }
}

/* Only after a message was decoded: all members are set. */
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

/* 1 when a packed message holds a secret as clients of this protocol pack it, or if there are bytes
 * after its fields: nobody knows what they are. */
static int is_secret_as(tt_bytes data, tt_protocol protocol, tt_status *status)
{
    tt_msg msg;
    tt_bytes rest;
    *status = tti_msg_decode(&msg, data, protocol, &rest);
    return *status == TT_OK && (!tti_is_padding(rest) || has_secret_field(&msg));
}

/* What somebody typed has these ids. 24 is a chat line in 0.7 and a vote in 0.6, and a client's
 * protocol is not always known or kept to. Bytes that parse in no way might still be such a line to
 * the server: secret. */
static int is_secret_typed(tt_bytes data, int32_t id, tt_protocol protocol)
{
    tt_status six, seven;
    int secret = is_secret_as(data, TT_PROTOCOL_6, &six);
    int secret7 = is_secret_as(data, TT_PROTOCOL_7, &seven);
    if (id == SAY6) {
        return six != TT_OK || secret;
    }
    /* a 24 that parses as a line of 0.7 is taken for one; a vote of 0.6 has bytes left over then */
    if (id == COMMAND7 || protocol == TT_PROTOCOL_7 || seven == TT_OK) {
        return seven != TT_OK || secret7;
    }
    return six != TT_OK || secret; /* a vote and no more, or nobody knows */
}

/* Without an id there is no message, and nothing to read out of it. */
int tt_secret_msg_data(tt_bytes data, tt_protocol protocol)
{
    tt_status status;
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    int32_t head = tt_unpack_int(&u);
    if (u.status != TT_OK || head < 0) {
        return 0;
    }
    if ((head & 1) != 0) { /* of the system: passwords, rcon lines, connection ids */
        return u.at != u.end;
    }
    if (head >> 1 == SAY6 || head >> 1 == SAY7 || head >> 1 == COMMAND7) {
        return is_secret_typed(data, head >> 1, protocol);
    }
    int secret = is_secret_as(data, protocol, &status);
    if (status == TT_OK) {
        return secret;
    }
    /* Clients keep to the other protocol at times. Nobody knows what a mod extends one for; of
     * messages that are in neither the words count. */
    tt_protocol other = protocol == TT_PROTOCOL_7 ? TT_PROTOCOL_6 : TT_PROTOCOL_7;
    return is_secret_as(data, other, &status) || head == 0 ||
           tti_text_is_secret(data, TTI_TEXT_LINE, 0);
}
