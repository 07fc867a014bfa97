/* SPDX-License-Identifier: MIT
 *
 * Finds secrets in the messages of servers, which demos have.
 */
#include "base/ascii.h"
#include "msg/command.h"
#include "msg/inside.h"
#include "schema/fields.h"
#include "teetape/secret.h"
#include "wire/uuid.h"

/* System messages with these ids are harmless in 0.6 and 0.7: info about the map, its blocks,
 * snapshots. Lower ids include a client's message with its password. Higher ids include rcon lines
 * and lists of rcon commands, whose numbers differ between 0.6 and 0.7. */
enum { HARMLESS_FIRST = 2, HARMLESS_LAST = 9 };

/* The game's numbers for the listeners of a chat line: in 0.6 and DDNet, and in 0.7. */
enum { WHISPER_SENT = 2, WHISPER_RECEIVED = 3, WHISPER7 = 3 };

static bool hides(tt_bytes text)
{
    return tti_secret_sv_chat(text) < text.size;
}

static const char *const prose[] = {
#define TT_SECRET_PROSE(field) field,
#include "msg/secret.def"
};

/* Returns true for a field with a text written by people. The type is compared, because a member of
 * the same name may be a number in another message. */
static bool is_prose(const tt_field *field)
{
    for (size_t i = 0; i < TTI_COUNT(prose); i++) {
        if (tti_same_text(field->name, prose[i])) {
            return field->type == TT_TYPE_TEXT || field->type == TT_TYPE_DATA;
        }
    }
    return false;
}

/* Returns true for a chat line that went to one player alone, whose text is secret. */
static bool is_whisper(const tt_sv_msg *msg)
{
    return msg->kind == TT_SV_CHAT
               ? msg->u.sv_chat.team == WHISPER_SENT || msg->u.sv_chat.team == WHISPER_RECEIVED
               : msg->kind == TT_SV7_CHAT && msg->u.sv7_chat.mode == WHISPER7;
}

bool tt_secret_sv_field(const tt_sv_msg *msg, const tt_field *field)
{
    const tt_type *type = tt_sv_type(msg->kind);
    if (type == NULL || tt_secret_field(type, field)) {
        return type != NULL;
    }
    const tt_bytes *text = tt_field_of(field, &msg->u);
    for (unsigned i = 0; is_prose(field) && i < field->count; i++) {
        if (is_whisper(msg) || hides(text[i])) {
            return true;
        }
    }
    return false;
}

static bool server_has_secret(const tt_sv_msg *msg)
{
    const tt_type *type = tt_sv_type(msg->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (tt_secret_sv_field(msg, &type->fields[i])) {
            return true;
        }
    }
    return false;
}

/* Decides about a game message. Messages without a row, messages that do not parse, and bytes after
 * the fields are secret, because their meaning is unknown. */
static bool is_secret_game(tt_bytes data, tt_protocol protocol)
{
    tt_sv_msg msg;
    tt_bytes rest;
    return tti_sv_decode(&msg, data, protocol, &rest) != TT_OK || !tti_is_padding(rest) ||
           server_has_secret(&msg) || tti_secret_sv_chat(data) < data.size;
}

bool tti_secret_sv_input(tt_bytes data)
{
    tt_sv_head head;
    return tt_sv_head_of(&head, data) == TT_OK && !head.is_system && head.id == 0 &&
           tti_uuid_equal(&head.uuid, tti_sv_uuid(TT_SV_PRE_INPUT));
}

/* Decides about a packed message. A demo passes on bytes that it does not decode, so bytes that
 * cannot be decoded are hidden. */
bool tt_secret_sv_data(tt_bytes data, tt_protocol protocol)
{
    tt_sv_head head;
    if (tt_sv_head_of(&head, data) != TT_OK) {
        return true;
    }
    if (head.is_system) {
        return head.id < HARMLESS_FIRST || head.id > HARMLESS_LAST;
    }
    return is_secret_game(data, protocol);
}
