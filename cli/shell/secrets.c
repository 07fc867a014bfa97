/* SPDX-License-Identifier: MIT
 *
 * Which members of an event must not be shown.
 */
#include "cli/shell/secrets.h"

/* A payload of a kind that has secrets, but could not be decoded. */
static bool payload_is_secret(const struct tt_th_ex *ex)
{
    tt_th_kind kind = tt_th_ex_find(&ex->uuid);
    const tt_type *type = tt_th_type(kind);
    for (size_t i = 0; kind != TT_TH_EX && i < type->field_count; i++) {
        if (tt_secret_field(type, &type->fields[i])) {
            return true;
        }
    }
    return false;
}

tt_bytes secrets_prose(tt_bytes text, bool show_secrets)
{
    bool is_open = show_secrets || tt_secret_sv_chat(text) == text.size;
    return is_open ? text : tt_bytes_of(TT_SECRET_TEXT);
}

bool event_field_is_secret(const tt_th_event *event, const tt_field *field, const tt_world *world)
{
    const void *member = tt_field_of(field, &event->u);
    switch (event->kind) {
    case TT_TH_CONSOLE_COMMAND:
        return member == (const void *)&event->u.console_command.cmd
                   ? tt_secret_command_name(event->u.console_command.cmd)
                   : member == (const void *)&event->u.console_command.args &&
                         tt_secret_args(event->u.console_command.cmd,
                                        event->u.console_command.args);
    case TT_TH_DROP:
        return member == (const void *)&event->u.drop.reason &&
               tt_secret_sv_chat(event->u.drop.reason) < event->u.drop.reason.size;
    case TT_TH_MESSAGE:
        return member == (const void *)&event->u.message.msg &&
               tt_secret_msg_data(event->u.message.msg,
                                  (tt_protocol)world->client[event->cid].protocol);
    case TT_TH_EX:
        return member == (const void *)&event->u.ex.data && payload_is_secret(&event->u.ex);
    default:
        return tt_secret_field(tt_th_type(event->kind), field);
    }
}
