/* SPDX-License-Identifier: MIT
 *
 * Chunks of a demo as JSON and as text.
 */
#include "cli/read/demo_event.h"

#include <string.h>

#include "cli/read/event.h"
#include "cli/show/text.h"
#include "teetape/secret.h"

static const tt_type *type_of(const struct demo_visit *v)
{
    return tt_sv_type(v->follower.message.kind); /* NULL for what was not decoded */
}

/* Members of messages that are client ids, whatever they are declared as. */
static bool is_cid(const tt_field *field)
{
    static const char *const names[] = {"cid", "killer", "victim", "target", "owner", "first"};
    if (field->type == TT_TYPE_CID || field->type == TT_TYPE_ANY_CID) {
        return true;
    }
    for (size_t i = 0; field->type == TT_TYPE_INT && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(field->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int32_t cid_of(const struct demo_visit *v, const tt_field *field)
{
    return *(const int32_t *)tt_field_of(field, &v->follower.message.u);
}

int32_t demo_event_cid(const struct demo_visit *v)
{
    const tt_type *type = type_of(v);
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        if (is_cid(&type->fields[i])) {
            return cid_of(v, &type->fields[i]);
        }
    }
    return -1;
}

bool demo_event_is_chosen(const struct demo_visit *v)
{
    const tt_type *type = type_of(v);
    if (v->select.by == SELECT_ALL) {
        return true;
    }
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        if (is_cid(&type->fields[i]) && demo_visit_is_chosen(v, cid_of(v, &type->fields[i]))) {
            return true;
        }
    }
    return false;
}

static bool shows_secrets(const struct demo_visit *v)
{
    return v->r.job->settings->show_secrets;
}

static void fields_json(struct json *j, const struct demo_visit *v)
{
    const tt_sv_msg *msg = &v->follower.message;
    const tt_type *type = type_of(v);
    json_text_c(j, "type", type->name);
    json_object_begin(j, "fields");
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        if (!shows_secrets(v) && tt_secret_sv_field(msg, field)) {
            json_text_c(j, field->name, TT_SECRET_TEXT);
        } else {
            event_member_json(j, field, &msg->u);
        }
    }
    json_object_end(j);
}

static void message_json(struct json *j, const struct demo_visit *v)
{
    tt_bytes data = v->r.event.data;
    tt_sv_head head;
    if (tt_sv_head_of(&head, data) == TT_OK) {
        json_bool(j, "system", head.is_system);
        json_int(j, "id", head.id);
        if (head.id == 0) {
            json_uuid(j, "uuid", &head.uuid);
        }
    }
    if (!shows_secrets(v) && tt_secret_sv_data(data, v->follower.protocol)) {
        json_text_c(j, "msg", TT_SECRET_TEXT);
    } else {
        json_hex(j, "msg", data);
    }
    if (type_of(v) != NULL) {
        fields_json(j, v);
    }
}

/* How much a delta removes and updates. */
static bool count_delta(const struct demo_visit *v, tt_delta_walk *walk)
{
    tt_delta delta = {v->r.event.ints, v->r.event.count};
    return tt_delta_walk_init(walk, delta, v->r.demo.sizes, NULL) == TT_OK;
}

void demo_event_json(struct json *j, const struct demo_visit *v)
{
    const tt_demo_event *event = &v->r.event;
    tt_delta_walk walk;
    json_int(j, "tick", event->tick);
    json_text_c(j, "kind", tt_demo_kind_name(event->kind));
    json_uint(j, "offset", event->offset);
    json_uint(j, "size", event->size);
    if (event->status != TT_OK) {
        json_text_c(j, "error", tt_status_text(event->status));
    }
    if (event->kind == TT_DEMO_TICK) {
        json_bool(j, "keyframe", event->keyframe);
    } else if (event->kind == TT_DEMO_MESSAGE && event->status == TT_OK) {
        message_json(j, v);
    } else if (event->kind == TT_DEMO_SNAPSHOT && event->status == TT_OK) {
        json_uint(j, "items", v->r.demo.snap.count);
    } else if (event->kind == TT_DEMO_DELTA && event->status == TT_OK && count_delta(v, &walk)) {
        json_int(j, "removed", walk.removed);
        json_int(j, "updated", walk.updates);
        json_uint(j, "items", v->r.demo.snap.count);
    }
}

static void number_text(struct host_output *out, const char *name, uint64_t number)
{
    host_output_text(out, name);
    host_output_byte(out, ' ');
    host_output_uint(out, number);
}

/* The head of a message that was not decoded. */
static void head_text(struct host_output *out, const struct demo_visit *v)
{
    tt_sv_head head;
    char uuid[TT_UUID_TEXT];
    if (tt_sv_head_of(&head, v->r.event.data) != TT_OK) {
        host_output_text(out, "unreadable");
        return;
    }
    host_output_text(out, head.is_system ? "system " : "unknown ");
    if (head.id != 0) {
        host_output_int(out, head.id);
    } else {
        tt_uuid_format(uuid, &head.uuid);
        host_output_text(out, uuid);
    }
    number_text(out, ", bytes", v->r.event.data.size);
}

static void message_text(struct host_output *out, const struct demo_visit *v)
{
    const tt_sv_msg *msg = &v->follower.message;
    const tt_type *type = type_of(v);
    if (type == NULL) {
        head_text(out, v);
        return;
    }
    host_output_text(out, type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        host_output_byte(out, ' ');
        if (!shows_secrets(v) && tt_secret_sv_field(msg, field)) {
            host_output_text(out, field->name);
            host_output_text(out, " " TT_SECRET_TEXT);
        } else {
            event_member_text(out, field, &msg->u);
        }
    }
}

bool demo_event_has_text(const struct demo_visit *v)
{
    return v->r.event.kind != TT_DEMO_TICK || v->r.event.keyframe || v->r.event.status != TT_OK;
}

void demo_event_text(struct host_output *out, const struct demo_visit *v)
{
    const tt_demo_event *event = &v->r.event;
    tt_delta_walk walk;
    if (event->status != TT_OK) {
        host_output_text(out, tt_status_text(event->status));
    } else if (event->kind == TT_DEMO_TICK) {
        host_output_text(out, "keyframe");
    } else if (event->kind == TT_DEMO_MESSAGE) {
        message_text(out, v);
    } else if (event->kind == TT_DEMO_DELTA && count_delta(v, &walk)) {
        number_text(out, "removed", (uint64_t)walk.removed);
        number_text(out, ", updated", walk.updates > 0 ? (uint64_t)walk.updates : 0);
        number_text(out, ", bytes", event->size);
    } else {
        number_text(out, "items", v->r.demo.snap.count);
        number_text(out, ", bytes", event->size);
    }
}
