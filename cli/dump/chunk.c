/* SPDX-License-Identifier: MIT
 *
 * Shows chunks of a demo. The rows below describe the JSON; a line has the same fields in the
 * same order.
 */
#include "cli/dump/dump.h"

#include <string.h>

#include "cli/show/fields.h"
#include "cli/text/text.h"
#include "teetape/secret.h"

static const tt_type *type_of(const struct reading *r)
{
    return r->io.item.message != NULL ? tt_sv_type(r->io.item.message->kind) : NULL;
}

/* Returns true for a field with a client id. One in a message may be -1, so its type is a plain
 * int, and its name shows what it is. */
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
    if (reading_has_slot(r, -1)) {
        return true;
    }
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        if (is_cid(&type->fields[i]) && reading_has_slot(r, cid_of(r, &type->fields[i]))) {
            return true;
        }
    }
    return false;
}

static bool shows_secrets(const struct reading *r)
{
    return r->job->settings->show_secrets;
}

static bool is_secret(const struct reading *r, const tt_field *field)
{
    return !shows_secrets(r) && tt_secret_sv_field(r->io.item.message, field);
}

static tt_protocol protocol_of(const struct reading *r)
{
    return tt_demo_protocol(tt_recording_demo_header(r->io.rec));
}

/* A kind prints the members that its columns name. The others are zero or NULL. */
struct chunk_row {
    /* The offset in the decompressed recording, and the bytes of the chunk with its marker. */
    uint64_t offset, size;
    const char *error;
    bool keyframe;
    const char *system;
    int32_t id;
    const tt_uuid *uuid;   /* UUID of the message; NULL for a message with an id */
    struct column_own msg; /* the bytes in hex, or the mark of a secret */
    const char *type;
    struct column_own fields;
    int32_t removed, updated; /* counts in the head of a delta */
    uint32_t items;           /* number of items in the snapshot after this chunk */
};

const struct column chunk_columns[] = {
    COLUMN(struct chunk_row, offset, "offset of the chunk in the file", .where = TT_FORMAT_DEMO),
    COLUMN(struct chunk_row, size, "bytes of the chunk", .where = TT_FORMAT_DEMO),
    COLUMN(struct chunk_row, error, "the error of a damaged chunk", .where = TT_FORMAT_DEMO,
           .is_optional = true),
    COLUMNS_END,
};

#define ITEMS COLUMN(struct chunk_row, items, "how many there are then")

const struct column_object chunk_objects[] = {
    [TT_DEMO_TICK] = COLUMN_OBJECT("tick", "a tick begins", TT_FORMAT_DEMO,
                                   COLUMN(struct chunk_row, keyframe, "a snapshot follows")),
    [TT_DEMO_SNAPSHOT] = COLUMN_OBJECT("snapshot", "all items", TT_FORMAT_DEMO, ITEMS),
    [TT_DEMO_DELTA] = COLUMN_OBJECT(
        "delta", "the items that changed", TT_FORMAT_DEMO,
        COLUMN(struct chunk_row, removed, "number of items that it removes", .is_any = true),
        COLUMN(struct chunk_row, updated, "number of items that it updates", .is_any = true),
        ITEMS),
    [TT_DEMO_MESSAGE] = COLUMN_OBJECT(
        "message", "a message of the server", TT_FORMAT_DEMO,
        COLUMN(struct chunk_row, system, "it is a system message", .type = "boolean",
               .show = SHOW_JSON, .is_optional = true),
        COLUMN(struct chunk_row, id, "its number; 0 when it has a UUID", .is_optional = true),
        COLUMN(struct chunk_row, uuid, "its UUID", .is_optional = true),
        COLUMN(struct chunk_row, msg, "its bytes", .type = "hex"),
        COLUMN(struct chunk_row, type, "name of the message, if it is known and parses",
               .is_optional = true),
        COLUMN(struct chunk_row, fields, "fields of the message, if it parses", .type = "object",
               .is_optional = true)),
    [TT_DEMO_OTHER] = {"other", "a chunk of an unknown type", TT_FORMAT_DEMO, NULL},
};

/* Appends the fields of a message. A secret one keeps its key, so that programs see that the field
 * exists. */
static void fields_json(struct json *j, const char *key, const void *of)
{
    const struct reading *r = of;
    const tt_sv_msg *msg = r->io.item.message;
    const tt_type *type = type_of(r);
    json_object_begin(j, key);
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        field_json(j, field, &msg->u, is_secret(r, field));
    }
    json_object_end(j);
}

/* Prints the bytes of a message. One secret field hides all of them, because they contain its text.
 */
static void msg_json(struct json *j, const char *key, const void *of)
{
    const struct reading *r = of;
    tt_bytes data = r->io.item.demo->data;
    if (!shows_secrets(r) && tt_secret_sv_data(data, protocol_of(r))) {
        json_text_c(j, key, TT_SECRET_TEXT);
    } else {
        json_hex(j, key, data);
    }
}

/* Prints the members of a message. The head can be read even when the message is unknown or does
 * not parse. */
static void message_json(struct json *j, const struct reading *r, struct chunk_row row)
{
    const tt_type *type = type_of(r);
    tt_sv_head head;
    if (tt_sv_head_of(&head, r->io.item.demo->data) == TT_OK) {
        row.system = head.is_system ? "true" : "false";
        row.id = head.id;
        row.uuid = head.id == 0 ? &head.uuid : NULL;
        row.type = tt_sv_system_name(&head);
    }
    row.msg = (struct column_own){msg_json, r};
    if (type != NULL) {
        row.type = type->name;
        row.fields = (struct column_own){fields_json, r};
    }
    rows_members(j, chunk_objects[TT_DEMO_MESSAGE].columns, TT_FORMAT_DEMO, &row);
}

/* Counts the changes of a delta. The protocol fixes the sizes of items, and walking a delta needs
 * them: docs/format/delta.md. */
static bool count_delta(const struct reading *r, tt_delta_walk *walk)
{
    const tt_snap_sizes *sizes = tt_demo_look(tt_recording_demo(r->io.rec)).sizes;
    tt_delta delta = {r->io.item.demo->ints, r->io.item.demo->count};
    return tt_delta_walk_init(walk, delta, sizes, NULL) == TT_OK;
}

/* Appends the members of a chunk. One that could not be unpacked has its place, its size and the
 * error. */
void chunk_json(struct json *j, const struct reading *r)
{
    const tt_demo_event *event = r->io.item.demo;
    const struct column *columns = chunk_objects[event->kind].columns;
    tt_delta_walk walk = {.removed = 0};
    struct chunk_row row = {
        .offset = event->offset,
        .size = event->size,
        .error = event->status != TT_OK ? tt_status_text(event->status) : NULL,
        .keyframe = event->keyframe,
        .id = COLUMN_UNKNOWN,
    };
    rows_members(j, chunk_columns, TT_FORMAT_DEMO, &row);
    if (event->kind == TT_DEMO_TICK) {
        rows_members(j, columns, TT_FORMAT_DEMO, &row);
    } else if (event->kind == TT_DEMO_MESSAGE && event->status == TT_OK) {
        message_json(j, r, row);
    } else if (event->status == TT_OK &&
               (event->kind == TT_DEMO_SNAPSHOT ||
                (event->kind == TT_DEMO_DELTA && count_delta(r, &walk)))) {
        row.removed = walk.removed;
        row.updated = walk.updates;
        row.items = tt_demo_look(tt_recording_demo(r->io.rec)).snap->count;
        rows_members(j, columns, TT_FORMAT_DEMO, &row);
    }
}

static void number_text(tt_io_output *out, const char *name, uint64_t number)
{
    tt_io_output_text(out, name);
    tt_io_output_byte(out, ' ');
    tt_io_output_uint(out, number);
}

/* Prints the name of a message, or its number. A message with id 0 has a UUID: DDNet and mods use
 * such messages. */
static void head_text(tt_io_output *out, const struct reading *r)
{
    tt_sv_head head;
    char uuid[TT_UUID_TEXT];
    if (tt_sv_head_of(&head, r->io.item.demo->data) != TT_OK) {
        tt_io_output_text(out, "unreadable");
        return;
    }
    tt_io_output_text(out, head.is_system ? "system " : "unknown ");
    const char *name = tt_sv_system_name(&head);
    if (head.id != 0) {
        tt_io_output_int(out, head.id);
    } else if (name != NULL) {
        tt_io_output_text(out, name);
    } else {
        tt_uuid_format(uuid, &head.uuid);
        tt_io_output_text(out, uuid);
    }
    number_text(out, ", bytes", r->io.item.demo->data.size);
}

static void message_text(tt_io_output *out, const struct reading *r)
{
    const tt_sv_msg *msg = r->io.item.message;
    const tt_type *type = type_of(r);
    if (type == NULL) {
        head_text(out, r);
        return;
    }
    tt_io_output_text(out, type->name);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        tt_io_output_byte(out, ' ');
        field_text(out, field, &msg->u, is_secret(r, field));
    }
}

/* Returns true when there is text beside the columns. A tick marker that is no keyframe has only
 * its tick, which is a column. */
bool chunk_has_text(const struct reading *r)
{
    return r->io.item.demo->kind != TT_DEMO_TICK || r->io.item.demo->keyframe ||
           r->io.item.demo->status != TT_OK;
}

/* Appends the text of a chunk. The number of updates is the one that the writer of the delta
 * counted; it may be negative. */
void chunk_text(tt_io_output *out, const struct reading *r)
{
    const tt_demo_event *event = r->io.item.demo;
    tt_delta_walk walk;
    if (event->status != TT_OK) {
        tt_io_output_text(out, tt_status_text(event->status));
    } else if (event->kind == TT_DEMO_TICK) {
        tt_io_output_text(out, "keyframe");
    } else if (event->kind == TT_DEMO_MESSAGE) {
        message_text(out, r);
    } else if (event->kind == TT_DEMO_DELTA && count_delta(r, &walk)) {
        number_text(out, "removed", (uint64_t)walk.removed);
        number_text(out, ", updated", walk.updates > 0 ? (uint64_t)walk.updates : 0);
        number_text(out, ", bytes", event->size);
    } else {
        number_text(out, "items", tt_demo_look(tt_recording_demo(r->io.rec)).snap->count);
        number_text(out, ", bytes", event->size);
    }
}
