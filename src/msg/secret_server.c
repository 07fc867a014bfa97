/* SPDX-License-Identifier: MIT
 *
 * Tells what is secret in the messages of servers, which demos hold.
 */
#include "base/mem.h"
#include "teetape/secret.h"
#include "teetape/varint.h"

/* System messages of servers up to this id are harmless in 0.6 and in 0.7 alike: info about the
 * map, its blocks, snapshots. Behind them come rcon lines and lists of rcon commands, with other
 * numbers in either protocol, and a server's demo has those of both. */
#define HARMLESS_SYSTEM 9

static int is_name_byte(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

size_t tt_secret_sv_chat(tt_bytes text)
{
    for (size_t slash = 0; slash < text.size; slash++) {
        size_t end = slash + 1;
        if (text.data[slash] != '/') {
            continue;
        }
        while (end < text.size && is_name_byte(text.data[end])) {
            end++;
        }
        tt_bytes name = {text.data + slash + 1, end - slash - 1};
        if (end + 1 < text.size && text.data[end] == ' ' && tt_secret_command(name)) {
            return end + 1;
        }
    }
    return text.size;
}

static int hides(tt_bytes text)
{
    return tt_secret_sv_chat(text) < text.size;
}

int tt_secret_sv_field(const tt_sv_msg *msg, const tt_field *field)
{
    const tt_type *type = tt_sv_type(msg->kind);
    const void *member = tt_field_of(field, &msg->u);
    if (type == NULL || tt_secret_field(type, field)) {
        return type != NULL;
    }
    switch (msg->kind) {
    case TT_SV_CHAT:
        return member == (const void *)&msg->u.sv_chat.message && hides(msg->u.sv_chat.message);
    case TT_SV7_CHAT:
        return member == (const void *)&msg->u.sv7_chat.message && hides(msg->u.sv7_chat.message);
    default:
        return 0;
    }
}

int tt_secret_sv_data(tt_bytes data, tt_protocol protocol)
{
    tt_sv_msg msg;
    tt_sv_head head;
    if (tt_sv_head_of(&head, data) != TT_OK) {
        return 1; /* nobody knows */
    }
    if (head.is_system) {
        return head.id <= 0 || head.id > HARMLESS_SYSTEM;
    }
    if (tt_sv_decode(&msg, data, protocol) != TT_OK) {
        /* one that is cut, or in the form of the other protocol */
        return head.id == 0 && tt_uuid_equal(&head.uuid, tt_sv_uuid(TT_SV_SAVE_CODE));
    }
    const tt_type *type = tt_sv_type(msg.kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (tt_secret_sv_field(&msg, &type->fields[i])) {
            return 1;
        }
    }
    return 0;
}
