/* SPDX-License-Identifier: MIT
 *
 * Reads snapshots, items and deltas from JSON, the reverse of snap_json.c.
 */
#include "teetape/snap_json.h"

#include "base/error.h"
#include "base/json_int.h"
#include "schema/fields.h"
#include "snap/delta_form.h"
#include "snap/index.h"
#include "teetape/json.h"
#include "teetape/snap_object.h"
#include "wire/uuid.h"

/* Reads one text. All parts of the text are views, never copies. */
typedef struct snap_reader {
    tt_bytes text;
    tt_dialect dialect;
    tt_error *error; /* receives the first failure; may be NULL */
} snap_reader;

static size_t part_offset(const snap_reader *r, tt_bytes part)
{
    return (size_t)(part.data - r->text.data);
}

static tt_status fail_part(const snap_reader *r, tt_status status, tt_bytes part, const char *what)
{
    return tti_fail_with(r->error, status, part_offset(r, part), what);
}

static tt_status fail_scan(const snap_reader *r, tt_bytes part, const tt_error *error)
{
    return tti_fail_with(r->error, error->status, part_offset(r, part) + error->offset,
                         error->what);
}

/* Reads the members of an object. A member that is not in `members` is an error. */
static tt_status read_members(const snap_reader *r, tt_bytes part, tt_json_member *members,
                              size_t count)
{
    tt_error error;
    tt_status status = tt_json_members(members, count, part, &error);
    return status == TT_OK ? TT_OK : fail_scan(r, part, &error);
}

static tt_status read_part_int(const snap_reader *r, tt_bytes part, int32_t *value)
{
    int64_t number;
    if (tti_json_int(&number, part) != TT_OK || number < INT32_MIN || number > INT32_MAX) {
        return fail_part(r, TT_ERR_RANGE, part, "not a whole number of 32 bits");
    }
    *value = (int32_t)number;
    return TT_OK;
}

static tt_status begin_array(const snap_reader *r, tt_bytes part, tt_json *j)
{
    tt_json_token token;
    *j = tt_json_of(part);
    if (tt_json_next(j, &token) != TT_OK) {
        return fail_scan(r, part, &j->error);
    }
    return token.kind == TT_JSON_ARRAY ? TT_OK
                                       : fail_part(r, TT_ERR_JSON_TYPE, part, "not an array");
}

/* Gives the next element; TT_END, and no bytes, after the last one. */
static tt_status next_array_part(const snap_reader *r, tt_bytes part, tt_json *j, tt_bytes *element)
{
    tt_json_token token;
    *element = (tt_bytes){NULL, 0};
    if (tt_json_next(j, &token) == TT_OK && token.kind == TT_JSON_ARRAY_END) {
        return TT_END;
    }
    if (j->error.status == TT_OK) {
        (void)tt_json_value(j, &token, element);
    }
    return j->error.status == TT_OK ? TT_OK : fail_scan(r, part, &j->error);
}

/* Members of an item. NEW, DECLARES and DECLARES_NAME only help people who read the text, and are
 * ignored. */
enum { TYPE, ID, NAME, UUID, FIELDS, DATA, KEY, NEW, DECLARES, DECLARES_NAME, ITEM_MEMBERS };

static tt_bytes part_text(tt_bytes value)
{
    if (value.size < 2 || value.data[0] != '"') {
        return value;
    }
    return (tt_bytes){value.data + 1, value.size - 2};
}

/* Returns true when the text is the name of the kind. An unknown kind has no name, so the text must
 * then be a known name. */
static bool has_kind_name(tt_obj_kind kind, tt_bytes name)
{
    const tt_object *object = tt_obj_type(kind);
    return object != NULL && tt_bytes_equal(tt_bytes_of(object->name), name);
}

/* Finds the kind of an item: the name decides, then the UUID, then the type. The name of the type's
 * own kind is accepted even if another kind has it too. The UUID decides only without a name,
 * because people write a name alone. */
static tt_status read_kind(const snap_reader *r, const tt_json_member *m, const tt_snap_item *item,
                           tt_obj_kind *kind)
{
    tt_uuid uuid;
    tt_bytes name = part_text(m[NAME].value);
    *kind = TT_OBJ_KINDS;
    if (m[TYPE].value.data != NULL && item->type < TT_SNAP_FIRST_EXTENDED) {
        *kind = tt_obj_find(r->dialect, item->type);
    }
    if (m[NAME].value.data != NULL && !has_kind_name(*kind, name)) {
        *kind = tt_obj_find_name(r->dialect, name);
        if (*kind == TT_OBJ_KINDS) {
            return fail_part(r, TT_ERR_OBJ_NAME, m[NAME].value,
                             "no object of this protocol has this name");
        }
    } else if (m[UUID].value.data != NULL && m[NAME].value.data == NULL) {
        if (tti_uuid_parse(&uuid, part_text(m[UUID].value)) != TT_OK) {
            return fail_part(r, TT_ERR_SYNTAX, m[UUID].value, "not a UUID");
        }
        *kind = tti_obj_find_uuid(&uuid);
    }
    return TT_OK;
}

/* Reads type and id. An extended type gets its number from a snapshot, so its type must be given.
 * The builder checks ranges. */
static tt_status read_item_key(const snap_reader *r, tt_bytes part, const tt_json_member *m,
                               tt_snap_item *item, tt_obj_kind *kind)
{
    bool has_type = m[TYPE].value.data != NULL;
    tt_status status = has_type ? read_part_int(r, m[TYPE].value, &item->type) : TT_OK;
    status = status == TT_OK ? read_kind(r, m, item, kind) : status;
    if (status != TT_OK) {
        return status;
    }
    const tt_object *object = tt_obj_type(*kind);
    if (!has_type && (object == NULL || object->type < 0)) {
        return fail_part(r, TT_ERR_OBJ_MISSING, part, "the member \"type\" of the item is missing");
    }
    if (!has_type) {
        item->type = object->type;
    }
    if (object != NULL && object->type >= 0 && object->type != item->type) {
        return fail_part(r, TT_ERR_OBJ_DIFFER, m[TYPE].value,
                         "the type and the name do not belong together");
    }
    if (m[ID].value.data == NULL) {
        return fail_part(r, TT_ERR_OBJ_MISSING, part, "the member \"id\" of the item is missing");
    }
    return read_part_int(r, m[ID].value, &item->id);
}

static tt_status read_fields(const snap_reader *r, tt_bytes part, tt_obj_kind kind, int32_t *dst,
                             size_t cap, tt_snap_item *item)
{
    size_t count;
    tt_json j = tt_json_of(part);
    if (kind == TT_OBJ_KINDS) {
        return fail_part(r, TT_ERR_OBJ_MISSING, part,
                         "the fields of this type are not known; data is needed");
    }
    tt_status status = tt_obj_from_json(dst, cap, &count, kind, &j);
    item->size = (uint32_t)count;
    /* a server may send an item that is too short for its type */
    return status >= TT_OK || status == TT_ERR_OBJ_SHORT ? TT_OK : fail_scan(r, part, &j.error);
}

static tt_status read_data(const snap_reader *r, tt_bytes part, int32_t *dst, size_t cap,
                           tt_snap_item *item)
{
    tt_json j;
    tt_bytes element;
    tt_status status = begin_array(r, part, &j);
    item->size = 0;
    while (status == TT_OK && (status = next_array_part(r, part, &j, &element)) == TT_OK) {
        if (item->size == cap) {
            return fail_part(r, TT_ERR_SPACE, element,
                             "there are more ints than the format allows");
        }
        status = read_part_int(r, element, &dst[item->size++]);
    }
    return status == TT_END ? TT_OK : status;
}

/* Reads an item. With a NULL `dst`, for a removed item, reads only its key. */
static tt_status read_item(const snap_reader *r, tt_bytes part, int32_t *dst, size_t cap,
                           tt_snap_item *item)
{
    tt_json_member m[ITEM_MEMBERS] = {
        [TYPE] = {.name = "type"},         [ID] = {.name = "id"},
        [NAME] = {.name = "name"},         [UUID] = {.name = "uuid"},
        [FIELDS] = {.name = "fields"},     [DATA] = {.name = "data"},
        [KEY] = {.name = "key"},           [NEW] = {.name = "new"},
        [DECLARES] = {.name = "declares"}, [DECLARES_NAME] = {.name = "declares_name"},
    };
    tt_obj_kind kind;
    *item = (tt_snap_item){0, 0, dst, 0};
    tt_status status = read_members(r, part, m, ITEM_MEMBERS);
    status = status == TT_OK ? read_item_key(r, part, m, item, &kind) : status;
    if (status != TT_OK || dst == NULL) {
        return status;
    }
    if ((m[FIELDS].value.data != NULL) == (m[DATA].value.data != NULL)) {
        return fail_part(r, TT_ERR_OBJ_MISSING, part, "an item has either fields or data");
    }
    return m[FIELDS].value.data != NULL ? read_fields(r, m[FIELDS].value, kind, dst, cap, item)
                                        : read_data(r, m[DATA].value, dst, cap, item);
}

/* Adds an item, whose ints are read directly into the snapshot. An item that does not fit means a
 * full snapshot, unless it is too large for any. */
static tt_status add_item(const snap_reader *r, tt_bytes element, tt_snap_builder *b)
{
    tt_snap_item item;
    size_t cap;
    int32_t *room = tti_snap_room(b, &cap);
    tt_status status = read_item(r, element, room, cap, &item);
    if (status == TT_ERR_SPACE && cap < TT_SNAP_MAX_ITEM_INTS) {
        return fail_part(r, TT_ERR_SNAP_FULL, element, tt_status_text(TT_ERR_SNAP_FULL));
    }
    if (status != TT_OK) {
        return status;
    }
    status = tt_snap_builder_add(b, item.type, item.id, item.data, item.size);
    return status == TT_OK ? TT_OK : fail_part(r, status, element, tt_status_text(status));
}

/* Reads a snapshot. Its checksum is not compared, because people change items by hand. */
tt_status tt_snap_from_json(tt_snap *snap, tt_snap_space *space, tt_bytes text, tt_dialect dialect,
                            tt_error *error)
{
    snap_reader r = {.text = text, .dialect = dialect, .error = error};
    tt_json_member m[] = {{.name = "items"}, {.name = "crc"}};
    tt_json j;
    tt_bytes element;
    tt_snap_builder b;
    *snap = tt_snap_empty();
    tt_status status = read_members(&r, text, m, 2);
    if (status == TT_OK && m[0].value.data == NULL) {
        status = fail_part(&r, TT_ERR_OBJ_MISSING, text,
                           "the member \"items\" is missing; without items it is []");
    }
    tt_snap_builder_init(&b, space, NULL);
    status = status == TT_OK ? begin_array(&r, m[0].value, &j) : status;
    while (status == TT_OK && (status = next_array_part(&r, m[0].value, &j, &element)) == TT_OK) {
        status = add_item(&r, element, &b);
    }
    if (status != TT_END) {
        return status;
    }
    *snap = tt_snap_builder_finish(&b);
    return TT_OK;
}

/* Reports an error of the builder at the element that caused it, in words about the JSON. */
static tt_status fail_step(const snap_reader *r, tt_bytes element, tt_status status)
{
    const char *what = tt_status_text(status);
    if (status == TT_ERR_SPACE) {
        what = "there are more ints than the format allows";
    } else if (status == TT_ERR_DELTA_TYPE || status == TT_ERR_DELTA_ID) {
        what = "a type or an id that no item can have";
    }
    return status == TT_OK ? TT_OK : fail_part(r, status, element, what);
}

/* Returns memory for the ints of the next update. The head of an update has two or three ints. If
 * it has two, the builder moves the data. */
static int32_t *update_room(const tt_delta_builder *b, size_t *cap)
{
    size_t used = b->size + 3 < b->cap ? b->size + 3 : b->cap;
    *cap = b->cap - used < TT_SNAP_MAX_ITEM_INTS ? b->cap - used : TT_SNAP_MAX_ITEM_INTS;
    return b->dst + used;
}

/* Adds a removed key. An object that has "key" alone, {"key":N}, removes a key that no item can
 * have. An object with more members is an item, even if one of them is "key". */
static tt_status add_removed(const snap_reader *r, tt_bytes element, tt_delta_builder *b)
{
    tt_json_member m = {.name = "key"};
    tt_snap_item item;
    int32_t key;
    /* more members make this call fail */
    if (tt_json_members(&m, 1, element, NULL) == TT_OK && m.value.data != NULL) {
        tt_status status = read_part_int(r, m.value, &key);
        return status != TT_OK ? status : fail_step(r, element, tti_delta_builder_remove(b, key));
    }
    tt_status status = read_item(r, element, NULL, 0, &item);
    if (status != TT_OK) {
        return status;
    }
    if (item.type < 0 || item.type > TT_SNAP_MAX_TYPE || item.id < 0 || item.id > TT_SNAP_MAX_ID) {
        return fail_step(r, element, TT_ERR_DELTA_TYPE);
    }
    key = tt_snap_key(item.type, item.id);
    return fail_step(r, element, tti_delta_builder_remove(b, key));
}

static tt_status add_update(const snap_reader *r, tt_bytes element, tt_delta_builder *b)
{
    tt_snap_item item;
    size_t cap;
    int32_t *room = update_room(b, &cap);
    tt_status status = read_item(r, element, room, cap, &item);
    return status != TT_OK
               ? status
               : fail_step(r, element,
                           tti_delta_builder_update(b, item.type, item.id, item.data, item.size));
}

typedef tt_status add_fn(const snap_reader *r, tt_bytes element, tt_delta_builder *b);

/* Adds an int after the updates, which no count includes. */
static tt_status add_left_over(const snap_reader *r, tt_bytes element, tt_delta_builder *b)
{
    return b->size >= b->cap ? fail_step(r, element, TT_ERR_SPACE)
                             : read_part_int(r, element, &b->dst[b->size++]);
}

static tt_status add_each(const snap_reader *r, tt_bytes array, tt_delta_builder *b, add_fn *add)
{
    tt_json j;
    tt_bytes element;
    if (array.data == NULL) {
        return TT_OK;
    }
    tt_status status = begin_array(r, array, &j);
    while (status == TT_OK && (status = next_array_part(r, array, &j, &element)) == TT_OK) {
        status = add(r, element, b);
    }
    return status == TT_END ? TT_OK : status;
}

/* Reads a delta, with its members in the order of the ints. The head is written here, not by the
 * builder: its third int may differ, and a delta of only left-over ints has a head. */
tt_status tt_delta_from_json(tt_delta *delta, tt_delta_builder *b, tt_bytes text,
                             tt_dialect dialect, tt_error *error)
{
    const snap_reader r = {.text = text, .dialect = dialect, .error = error};
    tt_json_member m[] = {
        {.name = "removed"}, {.name = "updates"}, {.name = "third"}, {.name = "left_over"}};
    int32_t third = 0;
    *delta = (tt_delta){NULL, 0};
    if (b->cap < TTI_DELTA_HEAD) {
        return fail_part(&r, TT_ERR_SPACE, text, tt_status_text(TT_ERR_SPACE));
    }
    tt_status status = read_members(&r, text, m, 4);
    status = status == TT_OK ? add_each(&r, m[0].value, b, add_removed) : status;
    status = status == TT_OK ? add_each(&r, m[1].value, b, add_update) : status;
    if (status == TT_OK && m[2].value.data != NULL) {
        status = read_part_int(&r, m[2].value, &third);
    }
    status = status == TT_OK ? add_each(&r, m[3].value, b, add_left_over) : status;
    if (status != TT_OK) {
        return status;
    }
    b->dst[0] = b->removed;
    b->dst[1] = b->updates;
    b->dst[2] = third;
    bool is_empty = b->size == TTI_DELTA_HEAD && third == 0;
    *delta = (tt_delta){b->dst, is_empty ? 0 : b->size};
    return TT_OK;
}
