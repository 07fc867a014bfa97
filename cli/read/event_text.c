/* SPDX-License-Identifier: MIT
 *
 * Events as text for eyes.
 */
#include "cli/read/event.h"
#include "cli/shell/secrets.h"
#include "cli/show/text.h"

/* Flag masks of the console, as DDNet numbers them. */
#define CONSOLE_SERVER 4
#define CONSOLE_ECON 32
#define CONSOLE_CHAT 128

/* Bytes of binary data that a line shows. */
#define HEX_SHOWN 16

const char *event_console(const struct tt_th_console_command *command)
{
    if ((command->flags & CONSOLE_CHAT) != 0) {
        return "chat";
    }
    if ((command->flags & CONSOLE_ECON) != 0) {
        return "econ";
    }
    return (command->flags & CONSOLE_SERVER) != 0 ? "server" : "console";
}

static void data_text(struct host_output *out, tt_bytes data)
{
    bool is_long = data.size > HEX_SHOWN;
    host_output_text(out, data.size == 0 ? "-" : "");
    host_output_hex(out, (tt_bytes){data.data, is_long ? HEX_SHOWN : data.size});
    if (is_long) {
        host_output_text(out, "...");
    }
}

static void quoted_text(struct host_output *out, tt_bytes text)
{
    host_output_byte(out, '"');
    text_safe(out, text);
    host_output_byte(out, '"');
}

static void input_text(struct host_output *out, const int32_t *ints)
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        if (i > 0) {
            host_output_byte(out, ',');
        }
        host_output_int(out, ints[i]);
    }
}

static void all_ints_text(struct host_output *out, tt_ints ints)
{
    int32_t value;
    for (bool first = true; tt_ints_next(&ints, &value); first = false) {
        if (!first) {
            host_output_byte(out, ',');
        }
        host_output_int(out, value);
    }
}

static void texts_text(struct host_output *out, tt_texts texts, bool is_secret)
{
    for (bool first = true; texts.count > 0; first = false) {
        tt_bytes text = tt_texts_next(&texts);
        if (!first) {
            host_output_byte(out, ' ');
        }
        quoted_text(out, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : text);
    }
}

static void field_text(struct host_output *out, const tt_field *field, const void *member,
                       unsigned index)
{
    char uuid[TT_UUID_TEXT];
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
        host_output_int(out, ((const int32_t *)member)[index]);
        break;
    case TT_TYPE_TEXT:
        quoted_text(out, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_DATA:
        data_text(out, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_UUID:
        tt_uuid_format(uuid, &((const tt_uuid *)member)[index]);
        host_output_text(out, uuid);
        break;
    case TT_TYPE_INPUT:
        input_text(out, ((const tt_field_INPUT *)member)[index]);
        break;
    case TT_TYPE_INTS:
        all_ints_text(out, ((const tt_field_INTS *)member)[index]);
        break;
    case TT_TYPE_TEXTS:
    case TT_TYPE_MSG:
        break; /* these need to know what is secret in them */
    }
}

/* "name value", or "name value value ..." for an array. */
void event_member_text(struct host_output *out, const tt_field *field, const void *object)
{
    const void *member = tt_field_of(field, object);
    host_output_text(out, field->name);
    for (unsigned i = 0; i < field->count; i++) {
        host_output_byte(out, ' ');
        field_text(out, field, member, i);
    }
}

static void secret_text(struct host_output *out, const tt_field *field)
{
    host_output_text(out, field->name);
    host_output_text(out, " " TT_SECRET_TEXT);
}

static void message_text(struct host_output *out, const tt_msg *msg, bool show_secrets)
{
    const tt_type *type = tt_msg_type(msg->kind);
    host_output_text(out, type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        host_output_byte(out, ' ');
        if (!show_secrets && tt_secret_msg_field(msg, field)) {
            secret_text(out, field);
        } else {
            event_member_text(out, field, &msg->u);
        }
    }
}

static void command_text(struct host_output *out, const struct tt_th_console_command *command,
                         bool show_secrets)
{
    bool hides_name = !show_secrets && tt_secret_command_name(command->cmd);
    bool hides_args = !show_secrets && tt_secret_args(command->cmd, command->args);
    host_output_text(out, event_console(command));
    host_output_byte(out, ' ');
    text_safe(out, hides_name ? tt_bytes_of(TT_SECRET_TEXT) : command->cmd);
    if (command->args.count > 0) {
        host_output_byte(out, ' ');
        texts_text(out, command->args, hides_args);
    }
}

/* Client ids have a column of their own; a size tells nothing beside its data. */
static bool is_left_out(const tt_th_event *event, const tt_field *field)
{
    const void *member = tt_field_of(field, &event->u);
    return (field->type == TT_TYPE_CID && member == (const void *)&event->u) ||
           (event->kind == TT_TH_MESSAGE && field->type == TT_TYPE_INT) ||
           field->type == TT_TYPE_MSG;
}

bool event_has_text(const tt_th_event *event)
{
    const tt_type *type = tt_th_type(event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!is_left_out(event, &type->fields[i])) {
            return true;
        }
    }
    return false;
}

void event_text(struct host_output *out, const tt_th_event *event, const tt_world *world,
                bool show_secrets)
{
    const tt_type *type = tt_th_type(event->kind);
    bool is_first = true;
    if (event->kind == TT_TH_MESSAGE && event->u.message.decoded != NULL) {
        message_text(out, event->u.message.decoded, show_secrets);
        return;
    }
    if (event->kind == TT_TH_CONSOLE_COMMAND) {
        command_text(out, &event->u.console_command, show_secrets);
        return;
    }
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        if (is_left_out(event, field)) {
            continue;
        }
        if (!is_first) {
            host_output_byte(out, ' ');
        }
        is_first = false;
        if (!show_secrets && event_field_is_secret(event, field, world)) {
            secret_text(out, field);
        } else {
            event_member_text(out, field, &event->u);
        }
    }
}
