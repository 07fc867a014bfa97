/* SPDX-License-Identifier: MIT
 *
 * Records of a teehistorian file as JSON and as text, by their description in the schema.
 */
#include "cli/dump/template.h"

#include "cli/show/fields.h"
#include "cli/text/text.h"

/* Appends a message. One that could not be decoded shows its bytes instead. */
static void message_json(struct json *j, const tt_msg *msg, bool show_secrets)
{
    if (msg == NULL) {
        return;
    }
    const tt_type *type = tt_msg_type(msg->kind);
    json_text_c(j, "type", type->name);
    json_object_begin(j, "fields");
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        field_json(j, field, &msg->u, !show_secrets && tt_secret_msg_field(msg, field));
    }
    json_object_end(j);
}

void record_json(struct json *j, const tt_th_event *event, const tt_world *world,
                 const tt_th_secrets *secrets)
{
    const tt_type *type = tt_th_type(event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        const void *member = tt_field_of(field, &event->u);
        bool is_secret = tt_th_secrets_hide(secrets, event, i, world);
        if (event->kind == TT_TH_EX && field->type == TT_TYPE_DATA) {
            json_uint(j, "size", event->u.ex.data.size);
        }
        if (is_secret && event->kind == TT_TH_EX) {
            continue;
        }
        if (field->type == TT_TYPE_TEXTS) {
            field_texts_json(j, field->name, *(const tt_texts *)member, is_secret);
        } else if (field->type == TT_TYPE_MSG) {
            message_json(j, *(const tt_field_MSG *)member, secrets->is_shown);
        } else {
            field_json(j, field, &event->u, is_secret);
        }
    }
}

/* Quotes the arguments, because they may contain blanks. */
static void texts_text(tt_io_output *out, tt_texts texts, bool is_secret)
{
    for (bool first = true; texts.count > 0; first = false) {
        tt_bytes text = tt_texts_next(&texts);
        if (!first) {
            tt_io_output_byte(out, ' ');
        }
        field_quoted_text(out, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : text);
    }
}

static void message_text(tt_io_output *out, const tt_msg *msg, bool show_secrets)
{
    const tt_type *type = tt_msg_type(msg->kind);
    tt_io_output_text(out, type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        tt_io_output_byte(out, ' ');
        field_text(out, field, &msg->u, !show_secrets && tt_secret_msg_field(msg, field));
    }
}

static void command_text(tt_io_output *out, const struct tt_th_console_command *command,
                         bool show_secrets)
{
    bool hides_name = !show_secrets && tt_secret_command_name(command->cmd);
    bool hides_args = !show_secrets && tt_secret_args(command->cmd, command->args);
    tt_io_output_text(out, field_console(command->flags));
    tt_io_output_byte(out, ' ');
    text_safe(out, hides_name ? tt_bytes_of(TT_SECRET_TEXT) : command->cmd);
    if (command->args.count > 0) {
        tt_io_output_byte(out, ' ');
        texts_text(out, command->args, hides_args);
    }
}

bool record_has_column(tt_th_kind kind, const tt_field *field)
{
    return (field->type == TT_TYPE_CID && field->offset == 0) ||
           (kind == TT_TH_MESSAGE && field->type == TT_TYPE_INT) || field->type == TT_TYPE_MSG;
}

/* Returns true when there is text beside the columns. A kind such as PLAYER_READY has only a client
 * id, which is a column of its own. */
bool record_has_text(const tt_th_event *event)
{
    const tt_type *type = tt_th_type(event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!record_has_column(event->kind, &type->fields[i])) {
            return true;
        }
    }
    return false;
}

void record_text(tt_io_output *out, const tt_th_event *event, const tt_world *world,
                 const tt_th_secrets *secrets)
{
    const tt_type *type = tt_th_type(event->kind);
    bool is_first = true;
    if (event->kind == TT_TH_MESSAGE && event->u.message.decoded != NULL) {
        message_text(out, event->u.message.decoded, secrets->is_shown);
        return;
    }
    if (event->kind == TT_TH_CONSOLE_COMMAND) {
        command_text(out, &event->u.console_command, secrets->is_shown);
        return;
    }
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        bool is_secret = tt_th_secrets_hide(secrets, event, i, world);
        if (record_has_column(event->kind, field) || (is_secret && event->kind == TT_TH_EX)) {
            continue;
        }
        if (!is_first) {
            tt_io_output_byte(out, ' ');
        }
        is_first = false;
        field_text(out, field, &event->u, is_secret);
    }
}
