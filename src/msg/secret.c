/* SPDX-License-Identifier: MIT
 *
 * Finds secrets in messages of clients, in commands of the console, and in headers of teehistorian
 * files, by msg/secret.def and msg/commands.def. A text that cannot be read with certainty is
 * secret. Names of players, positions and plain chat are not.
 */
#include "teetape/secret.h"

#include "base/ascii.h"
#include "msg/command.h"
#include "msg/inside.h"
#include "schema/fields.h"
#include "teetape/varint.h"

/* Ids of client messages with typed text: Cl_Say in 0.6, Cl_Say and Cl_Command in 0.7. The id SAY7
 * is a vote in 0.6. WHISPER is the mode of a whisper in 0.7. */
enum { SAY6 = 17, SAY7 = 24, COMMAND7 = 39 };
enum { WHISPER = 3 };

struct secret_field {
    const char *type, *field;
};

/* Fields that are secret in every output: records, JSON and tables. */
static const struct secret_field fields[] = {
#define TT_SECRET_FIELD(type, field) {type, field},
#include "msg/secret.def"
};

static size_t name_end(tt_bytes line, size_t at)
{
    while (at < line.size && tti_command_byte(line.data[at])) {
        at++;
    }
    return at;
}

/* Moves past blanks and control bytes, which the game skips in the same way. */
static size_t skip_line_blanks(tt_bytes line, size_t at)
{
    while (at < line.size && line.data[at] <= ' ') {
        at++;
    }
    return at;
}

/* Returns true when only numbers and blanks follow. Numbers after an unlisted command may be shown,
 * because most are client ids, times and counts. */
static bool has_numbers_only(tt_bytes rest)
{
    size_t at = 0;
    while ((at = skip_line_blanks(rest, at)) < rest.size) {
        size_t start = at;
        while (at < rest.size && rest.data[at] > ' ') {
            at++;
        }
        if (!tti_text_is_number((tt_bytes){rest.data + start, at - start})) {
            return false;
        }
    }
    return true;
}

/* Returns true when the arguments of a command must be hidden. Those of an OPEN command hide a
 * command inside, those of a NESTED one are searched as a line, those of SECRET and PRIVATE ones
 * are always hidden. For an unlisted name with a secret part numbers are hidden, too. */
static bool is_secret_command(tt_bytes name, tt_bytes rest)
{
    switch (tti_command_of(name)) {
    case TTI_COMMAND_OPEN:
        return tti_text_is_secret(rest, TTI_TEXT_ARGS, 0);
    case TTI_COMMAND_NESTED:
        return tti_text_is_secret(rest, TTI_TEXT_LINE, 0);
    case TTI_COMMAND_NUMBER:
        return !has_numbers_only(rest);
    case TTI_COMMAND_UNKNOWN:
        /* a name is empty when the line begins with a blank beyond ASCII or another byte that no
         * name has */
        return tti_text_is_secret(rest, name.size != 0 ? TTI_TEXT_ARGS : TTI_TEXT_LINE, 0) ||
               (name.size != 0 &&
                (!has_numbers_only(rest) ||
                 (tti_command_suspicious(name) && skip_line_blanks(rest, 0) < rest.size)));
    default:
        return true;
    }
}

/* Returns true when a line from `at` on has a secret command. A line can have several commands, in
 * quotes too. The rest of the line belongs to the first. The time is linear in the line, apart from
 * the search in that rest. */
static bool has_secret_command(tt_bytes line, size_t at)
{
    for (bool is_first = true; at < line.size; is_first = false) {
        size_t start = skip_line_blanks(line, at);
        size_t end = name_end(line, start);
        tt_bytes name = {line.data + start, end - start};
        if (tti_command_hiding(name) != TTI_COMMAND_UNKNOWN ||
            (is_first && is_secret_command(name, (tt_bytes){line.data + end, line.size - end}))) {
            return true;
        }
        for (at = end; at < line.size && line.data[at] != ';'; at++) {
        }
        at++;
    }
    return false;
}

/* Decides about a chat line. Other players read a line without a slash, so only quoted commands are
 * searched. */
bool tti_secret_chat(tt_bytes line)
{
    size_t at = skip_line_blanks(line, 0);
    if (at == line.size || line.data[at] != '/') {
        return tti_secret_sv_chat(line) < line.size;
    }
    for (size_t i = at; i < line.size; i++) {
        if (line.data[i] < ' ' && line.data[i] != '\t') {
            return true; /* no player types these control bytes, and servers read them
                            differently */
        }
    }
    return has_secret_command(line, at + 1);
}

bool tt_secret_field(const tt_type *type, const tt_field *field)
{
    for (size_t i = 0; i < TTI_COUNT(fields); i++) {
        if (tti_same_text(type->name, fields[i].type) &&
            tti_same_text(field->name, fields[i].field)) {
            return true;
        }
    }
    return false;
}

/* Decides about a Cl_Command of 0.7. When its name is none that the console can have, it may
 * contain the arguments: then name and arguments are hidden. */
static bool is_secret_in_command(const struct tt_msg_cl7_command *command, const void *member)
{
    if (member == (const void *)&command->name) {
        return tt_secret_command_name(command->name);
    }
    return command->arguments.size != 0 && (tt_secret_command_name(command->name) ||
                                            is_secret_command(command->name, command->arguments));
}

/* Decides about a field of a message. The address of the member in msg->u identifies the field. In
 * votes the reason and the value, which may be a command, count alike. */
bool tt_secret_msg_field(const tt_msg *msg, const tt_field *field)
{
    const tt_type *type = tt_msg_type(msg->kind);
    const void *member = tt_field_of(field, &msg->u);
    if (type == NULL || tt_secret_field(type, field)) {
        return type != NULL;
    }
    switch (msg->kind) {
    case TT_MSG_CL_SAY:
        return member == (const void *)&msg->u.cl_say.message &&
               tti_secret_chat(msg->u.cl_say.message);
    case TT_MSG_CL7_SAY:
        return member == (const void *)&msg->u.cl7_say.message &&
               (msg->u.cl7_say.mode == WHISPER || tti_secret_chat(msg->u.cl7_say.message));
    case TT_MSG_CL7_COMMAND:
        return is_secret_in_command(&msg->u.cl7_command, member);
    case TT_MSG_CL_CALL_VOTE:
    case TT_MSG_CL7_CALL_VOTE:
        return field->type == TT_TYPE_TEXT && tti_secret_chat(*(const tt_bytes *)member);
    default:
        return false;
    }
}

static bool client_has_secret(const tt_msg *msg)
{
    const tt_type *type = tt_msg_type(msg->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (tt_secret_msg_field(msg, &type->fields[i])) {
            return true;
        }
    }
    return false;
}

/* Decides about a packed message, read as one of this protocol. Bytes after the fields are secret,
 * because their meaning is unknown. */
static bool is_secret_as(tt_bytes data, tt_protocol protocol, tt_status *status)
{
    tt_msg msg;
    tt_bytes rest;
    *status = tti_msg_decode(&msg, data, protocol, &rest);
    return *status == TT_OK && (!tti_is_padding(rest) || client_has_secret(&msg));
}

/* Decides about the ids SAY6, SAY7 and COMMAND7. The protocol of a client may be unknown, or the
 * client may use the other one, so both are tried. Bytes that parse in neither protocol may still
 * be typed text, so they are secret. */
static bool is_secret_typed(tt_bytes data, int32_t id, tt_protocol protocol)
{
    tt_status six, seven;
    bool secret = is_secret_as(data, TT_PROTOCOL_6, &six);
    bool secret7 = is_secret_as(data, TT_PROTOCOL_7, &seven);
    if (id == SAY6) {
        return six != TT_OK || secret;
    }
    /* a SAY7 that parses as a line of 0.7 is one: a vote of 0.6 would have bytes left over */
    if (id == COMMAND7 || protocol == TT_PROTOCOL_7 || seven == TT_OK) {
        return seven != TT_OK || secret7;
    }
    return six != TT_OK || secret; /* it is a vote of 0.6, or unknown */
}

bool tti_secret_msg_data(tt_bytes data, tt_protocol protocol)
{
    tt_status status;
    tt_unpacker u = tt_unpacker_of(data.data, data.size);
    int32_t head = tt_unpack_int(&u);
    if (u.status != TT_OK || head < 0) {
        return data.size > 0; /* nobody knows what it is */
    }
    if ((head & 1) != 0) { /* system messages: passwords, rcon lines, connection ids */
        return u.at != u.end;
    }
    if (head >> 1 == SAY6 || head >> 1 == SAY7 || head >> 1 == COMMAND7) {
        return is_secret_typed(data, head >> 1, protocol);
    }
    bool secret = is_secret_as(data, protocol, &status);
    if (status == TT_OK) {
        return secret;
    }
    /* Some clients send a message of the other protocol, so both are tried. An extended message is
     * unknown here and counts as secret. In a message of neither protocol secret words decide. */
    tt_protocol other = protocol == TT_PROTOCOL_7 ? TT_PROTOCOL_6 : TT_PROTOCOL_7;
    return is_secret_as(data, other, &status) || head == 0 ||
           tti_text_is_secret(data, TTI_TEXT_LINE, 0);
}

/* A key of the header. Only a container may have a container as its value. */
struct key {
    const char *name;
    bool is_container;
};

enum { IS_TEXT = 0, IS_INT = 0, IS_UUID = 0, IS_SHA256 = 0, IS_CRC = 0, IS_TIME = 0 };
enum { IS_OBJECT = 1, IS_ARRAY = 1 };

/* Keys of the game's own header. tti_secret_setting decides about settings and tunings. */
static const struct key key_forms[] = {
#define TT_TH_KEY(name, type, since, doc) {#name, IS_##type},
#include "teetape/schema/th_header.def"
};

static bool are_numbers(tt_texts args)
{
    while (args.count > 0) {
        if (!tti_text_is_number(tt_texts_next(&args))) {
            return false;
        }
    }
    return true;
}

/* Returns true when one of the arguments is secret. In a command line an argument may be a
 * command and the next ones its arguments, so a name at the end of a text counts if more
 * arguments follow. */
static bool one_is_secret(tt_texts args, tti_text kind)
{
    while (args.count > 0) {
        tt_bytes arg = tt_texts_next(&args);
        if (tti_text_is_secret(arg, kind, kind == TTI_TEXT_LINE && args.count > 0)) {
            return true;
        }
    }
    return false;
}

/* Returns true for a name that no command of the console can have. Names of keys begin with '+',
 * for example +fire. */
bool tt_secret_command_name(tt_bytes name)
{
    for (size_t i = 0; i < name.size; i++) {
        if (!tti_command_byte(name.data[i]) && name.data[i] != '+' && name.data[i] != '-') {
            return true;
        }
    }
    return false;
}

bool tt_secret_args(tt_bytes name, tt_texts args)
{
    if (args.count <= 0) {
        return false;
    }
    switch (tti_command_of(name)) {
    case TTI_COMMAND_OPEN:
        return one_is_secret(args, TTI_TEXT_ARGS);
    case TTI_COMMAND_NESTED:
        return one_is_secret(args, TTI_TEXT_LINE);
    case TTI_COMMAND_NUMBER:
        return !are_numbers(args);
    case TTI_COMMAND_UNKNOWN:
        return !are_numbers(args) || tti_command_suspicious(name) || tt_secret_command_name(name);
    default:
        return true;
    }
}

/* Decides about a setting or tuning. The value of a setting may name a command. */
bool tti_secret_setting(tt_bytes name, tt_bytes value)
{
    switch (tti_command_of(name)) {
    case TTI_COMMAND_OPEN:
    case TTI_COMMAND_NESTED:
        return tti_text_is_secret(value, TTI_TEXT_ARGS, 0);
    case TTI_COMMAND_NUMBER:
        return !tti_text_is_number(value);
    case TTI_COMMAND_UNKNOWN:
        return !tti_text_is_number(value) || tti_command_suspicious(name);
    default:
        return true;
    }
}

/* Decides about a key of the header. A key that is not one of the game's own must have a number as
 * its value, and its name is then judged like that of a setting. */
bool tt_secret_header(tt_bytes key, tt_bytes value)
{
    for (size_t i = 0; i < TTI_COUNT(key_forms); i++) {
        if (tt_bytes_equal(key, tt_bytes_of(key_forms[i].name))) {
            return key_forms[i].is_container;
        }
    }
    return !tti_text_is_number(value) || tti_secret_setting(key, value);
}
