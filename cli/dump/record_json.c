/* SPDX-License-Identifier: MIT
 *
 * Records of a teehistorian file as JSON.
 *
 * The keys are the names of the fields in the schema, in its order: a new kind of record needs no
 * line here.
 */
#include "cli/dump/record.h"
#include "cli/show/fields.h"

/* A message that could not be decoded has its bytes alone, which are a field of their own. */
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
        field_json(j, field, &msg->u, !show_secrets && tt_secret_msg_field(msg, field) != 0);
    }
    json_object_end(j);
}

/* Walks the description of the record, so that a new kind of record needs no code here. Texts and
 * messages have forms of their own. */
void record_json(struct json *j, const tt_th_event *event, const tt_world *world,
                 const struct secrets *secrets)
{
    const tt_type *type = tt_th_type(event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        const void *member = tt_field_of(field, &event->u);
        bool is_secret = secrets_hide(secrets, event, i, world);
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
