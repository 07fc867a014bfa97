/* SPDX-License-Identifier: MIT
 *
 * Chunks of a demo as JSON and as text.
 */
#include "cli/dump/chunk.h"

#include <string.h>

#include "cli/show/fields.h"
#include "cli/show/text.h"
#include "teetape/secret.h"

static const tt_type *type_of(const struct reading *r)
{
    return r->io.item.message != NULL ? tt_sv_type(r->io.item.message->kind) : NULL;
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

static int32_t cid_of(const struct reading *r, const tt_field *field)
{
    return *(const int32_t *)tt_field_of(field, &r->io.item.message->u);
}

int32_t chunk_cid(const struct reading *r)
{
    const tt_type *type = type_of(r);
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        if (is_cid(&type->fields[i])) {
            return cid_of(r, &type->fields[i]);
        }
    }
    return -1;
}

bool chunk_is_chosen(const struct reading *r)
{
    const tt_type *type = type_of(r);
    if (tt_io_reading_has_slot(&r->io, -1)) {
        return true;
    }
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        if (is_cid(&type->fields[i]) &&
            tt_io_reading_has_slot(&r->io, cid_of(r, &type->fields[i]))) {
            return true;
        }
    }
    return false;
}

static bool shows_secrets(const struct reading *r)
{
    return r->job->settings->show_secrets;
}

static void fields_json(struct json *j, const struct reading *r)
{
    const tt_sv_msg *msg = r->io.item.message;
    const tt_type *type = type_of(r);
    json_text_c(j, "type", type->name);
    json_object_begin(j, "fields");
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        if (!shows_secrets(r) && tt_secret_sv_field(msg, field)) {
            json_text_c(j, field->name, TT_SECRET_TEXT);
        } else {
            field_json(j, field, &msg->u);
        }
    }
    json_object_end(j);
}

static tt_protocol protocol_of(const struct reading *r)
{
    return tt_demo_protocol(tt_recording_demo_header(r->io.rec));
}

static void message_json(struct json *j, const struct reading *r)
{
    tt_bytes data = r->io.item.demo->data;
    tt_sv_head head;
    if (tt_sv_head_of(&head, data) == TT_OK) {
        json_bool(j, "system", head.is_system);
        json_int(j, "id", head.id);
        if (head.id == 0) {
            json_uuid(j, "uuid", &head.uuid);
        }
    }
    if (!shows_secrets(r) && tt_secret_sv_data(data, protocol_of(r))) {
        json_text_c(j, "msg", TT_SECRET_TEXT);
    } else {
        json_hex(j, "msg", data);
    }
    if (type_of(r) != NULL) {
        fields_json(j, r);
    }
}

/* How much a delta removes and updates. */
static bool count_delta(const struct reading *r, tt_delta_walk *walk)
{
    const tt_snap_sizes *sizes =
        protocol_of(r) == TT_PROTOCOL_7 ? &tt_snap_sizes_7 : &tt_snap_sizes_6;
    tt_delta delta = {r->io.item.demo->ints, r->io.item.demo->count};
    return tt_delta_walk_init(walk, delta, sizes, NULL) == TT_OK;
}

void chunk_json(struct json *j, const struct reading *r)
{
    const tt_demo_event *event = r->io.item.demo;
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
        message_json(j, r);
    } else if (event->kind == TT_DEMO_SNAPSHOT && event->status == TT_OK) {
        json_uint(j, "items", tt_recording_snap(r->io.rec, 0)->count);
    } else if (event->kind == TT_DEMO_DELTA && event->status == TT_OK && count_delta(r, &walk)) {
        json_int(j, "removed", walk.removed);
        json_int(j, "updated", walk.updates);
        json_uint(j, "items", tt_recording_snap(r->io.rec, 0)->count);
    }
}

static void number_text(struct host_output *out, const char *name, uint64_t number)
{
    host_output_text(out, name);
    host_output_byte(out, ' ');
    host_output_uint(out, number);
}

/* The head of a message that was not decoded. */
static void head_text(struct host_output *out, const struct reading *r)
{
    tt_sv_head head;
    char uuid[TT_UUID_TEXT];
    if (tt_sv_head_of(&head, r->io.item.demo->data) != TT_OK) {
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
    number_text(out, ", bytes", r->io.item.demo->data.size);
}

static void message_text(struct host_output *out, const struct reading *r)
{
    const tt_sv_msg *msg = r->io.item.message;
    const tt_type *type = type_of(r);
    if (type == NULL) {
        head_text(out, r);
        return;
    }
    host_output_text(out, type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        host_output_byte(out, ' ');
        if (!shows_secrets(r) && tt_secret_sv_field(msg, field)) {
            host_output_text(out, field->name);
            host_output_text(out, " " TT_SECRET_TEXT);
        } else {
            field_text(out, field, &msg->u);
        }
    }
}

bool chunk_has_text(const struct reading *r)
{
    return r->io.item.demo->kind != TT_DEMO_TICK || r->io.item.demo->keyframe ||
           r->io.item.demo->status != TT_OK;
}

void chunk_text(struct host_output *out, const struct reading *r)
{
    const tt_demo_event *event = r->io.item.demo;
    tt_delta_walk walk;
    if (event->status != TT_OK) {
        host_output_text(out, tt_status_text(event->status));
    } else if (event->kind == TT_DEMO_TICK) {
        host_output_text(out, "keyframe");
    } else if (event->kind == TT_DEMO_MESSAGE) {
        message_text(out, r);
    } else if (event->kind == TT_DEMO_DELTA && count_delta(r, &walk)) {
        number_text(out, "removed", (uint64_t)walk.removed);
        number_text(out, ", updated", walk.updates > 0 ? (uint64_t)walk.updates : 0);
        number_text(out, ", bytes", event->size);
    } else {
        number_text(out, "items", tt_recording_snap(r->io.rec, 0)->count);
        number_text(out, ", bytes", event->size);
    }
}
