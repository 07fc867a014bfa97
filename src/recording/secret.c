/* SPDX-License-Identifier: MIT
 *
 * Decides which members of a record are secret.
 */
#include "teetape/teehistorian_secret.h"

#include "msg/inside.h"
#include "teetape/fact.h"

void tt_th_secrets_init(tt_th_secrets *secrets, bool is_shown)
{
    secrets->is_shown = is_shown;
    for (tt_th_kind kind = 0; kind < TT_TH_KINDS; kind++) {
        const tt_type *type = tt_th_type(kind);
        secrets->fields[kind] = 0;
        for (size_t i = 0; i < type->field_count; i++) { /* far fewer than 32 */
            secrets->fields[kind] |= (uint32_t)(tt_secret_field(type, &type->fields[i]) != 0) << i;
        }
    }
}

/* The content decides. Nobody knows that of TT_TH_EX, an extension that could not be decoded. */
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

/* `member` is the address of the member that is asked for. */
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
