/* SPDX-License-Identifier: MIT
 *
 * Reads snapshots and items from JSON: the other way of snap_json.c, and what a person writes.
 */
#include "base/mem.h"
#include "snap/index.h"
#include "snap/json_read.h"
#include "teetape/snap_json.h"

/* The members of an item, in the array that they are read into. NEW, DECLARES and DECLARES_NAME are
 * written for readers, and are not looked at. */
enum { TYPE, ID, NAME, UUID, FIELDS, DATA, KEY, NEW, DECLARES, DECLARES_NAME, ITEM_MEMBERS };

/* A string without its quotation marks; another value as it is written. */
static tt_bytes text_of(tt_bytes value)
{
    if (value.size < 2 || value.data[0] != '"') {
        return value;
    }
    return (tt_bytes){value.data + 1, value.size - 2};
}

/* 0 also for a kind that is not known, so that its name is looked up. */
static int has_name(tt_obj_kind kind, tt_bytes name)
{
    const tt_object *object = tt_obj_type(kind);
    return object != NULL && tt_bytes_equal(tt_bytes_of(object->name), name);
}

/* The kind by the name, else by the UUID, else by the type. A name that is that of the type's own
 * kind is accepted even where it is the name of another kind as well. The UUID is asked only when
 * there is no name, as a person writes the name alone. */
static tt_status read_kind(const tti_json_reader *r, const tt_json_member *m,
                           const tt_snap_item *item, tt_obj_kind *kind)
{
    tt_uuid uuid;
    tt_bytes name = text_of(m[NAME].value);
    *kind = TT_OBJ_KINDS;
    if (m[TYPE].value.data != NULL && item->type < TT_SNAP_FIRST_EXTENDED) {
        *kind = tt_obj_find(r->dialect, item->type);
    }
    if (m[NAME].value.data != NULL && !has_name(*kind, name)) {
        *kind = tt_obj_find_name(r->dialect, name);
        if (*kind == TT_OBJ_KINDS) {
            return tti_json_fail(r, TT_ERR_OBJ_NAME, m[NAME].value,
                                 "no object of this protocol has this name");
        }
    } else if (m[UUID].value.data != NULL && m[NAME].value.data == NULL) {
        if (tt_uuid_parse(&uuid, text_of(m[UUID].value)) != TT_OK) {
            return tti_json_fail(r, TT_ERR_SYNTAX, m[UUID].value, "not a UUID");
        }
        *kind = tt_obj_find_uuid(&uuid);
    }
    return TT_OK;
}

/* Type and id. The type may be left out when the kind has a fixed one; of an extended type it is
 * needed, as only the snapshot gives it a number. Ranges are the builder's matter. */
static tt_status read_key(const tti_json_reader *r, tt_bytes part, const tt_json_member *m,
                          tt_snap_item *item, tt_obj_kind *kind)
{
    int has_type = m[TYPE].value.data != NULL;
    tt_status status = has_type ? tti_json_read_int(r, m[TYPE].value, &item->type) : TT_OK;
    status = status == TT_OK ? read_kind(r, m, item, kind) : status;
    if (status != TT_OK) {
        return status;
    }
    const tt_object *object = tt_obj_type(*kind);
    if (!has_type && (object == NULL || object->type < 0)) {
        return tti_json_fail(r, TT_ERR_OBJ_MISSING, part, "an item without its type");
    }
    if (!has_type) {
        item->type = object->type;
    }
    if (object != NULL && object->type >= 0 && object->type != item->type) {
        return tti_json_fail(r, TT_ERR_OBJ_DIFFER, m[TYPE].value,
                             "the type and the name do not belong together");
    }
    if (m[ID].value.data == NULL) {
        return tti_json_fail(r, TT_ERR_OBJ_MISSING, part, "an item without its id");
    }
    return tti_json_read_int(r, m[ID].value, &item->id);
}

/* Fields by their names, in any order. The object says how many ints that makes. */
static tt_status read_fields(const tti_json_reader *r, tt_bytes part, tt_obj_kind kind,
                             int32_t *dst, size_t cap, tt_snap_item *item)
{
    size_t count;
    tt_json j = tt_json_of(part);
    if (kind == TT_OBJ_KINDS) {
        return tti_json_fail(r, TT_ERR_OBJ_MISSING, part,
                             "the fields of this type are not known; data is needed");
    }
    tt_status status = tt_obj_from_json(dst, cap, &count, kind, &j);
    item->size = (uint32_t)count;
    /* an item that is too short for its type is one that a server sent */
    return status >= TT_OK || status == TT_ERR_OBJ_SHORT ? TT_OK
                                                         : tti_json_fail_scan(r, part, &j.error);
}

/* The ints as they are, for kinds that are not known, and for who wants to write an item of another
 * size. */
static tt_status read_data(const tti_json_reader *r, tt_bytes part, int32_t *dst, size_t cap,
                           tt_snap_item *item)
{
    tt_json j;
    tt_bytes element;
    tt_status status = tti_json_begin_array(r, part, &j);
    item->size = 0;
    while (status == TT_OK && (status = tti_json_next_element(r, part, &j, &element)) == TT_OK) {
        if (item->size == cap) {
            return tti_json_fail(r, TT_ERR_SPACE, element, "more ints than there can be");
        }
        status = tti_json_read_int(r, element, &dst[item->size++]);
    }
    return status == TT_END ? TT_OK : status;
}

/* Without `dst` only the key is read: of a removed item there is nothing else. */
static tt_status read_item(const tti_json_reader *r, tt_bytes part, int32_t *dst, size_t cap,
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
    tt_status status = tti_json_read_members(r, part, m, ITEM_MEMBERS);
    status = status == TT_OK ? read_key(r, part, m, item, &kind) : status;
    if (status != TT_OK || dst == NULL) {
        return status;
    }
    if ((m[FIELDS].value.data != NULL) == (m[DATA].value.data != NULL)) {
        return tti_json_fail(r, TT_ERR_OBJ_MISSING, part, "an item has either fields or data");
    }
    return m[FIELDS].value.data != NULL ? read_fields(r, m[FIELDS].value, kind, dst, cap, item)
                                        : read_data(r, m[DATA].value, dst, cap, item);
}

tt_status tt_snap_item_from_json(tt_snap_item *item, int32_t *dst, size_t cap, tt_bytes text,
                                 tt_dialect dialect, tt_error *error)
{
    tti_json_reader r = {.text = text, .dialect = dialect, .error = error};
    return read_item(&r, text, dst, cap, item);
}

/* The ints are read where the builder will have them. An item that does not fit is too much for the
 * snapshot, unless it is too large for any. */
static tt_status add_item(const tti_json_reader *r, tt_bytes element, tt_snap_builder *b)
{
    tt_snap_item item;
    size_t cap;
    int32_t *room = tti_snap_room(b, &cap);
    tt_status status = read_item(r, element, room, cap, &item);
    if (status == TT_ERR_SPACE && cap < TT_SNAP_MAX_ITEM_INTS) {
        return tti_json_fail(r, TT_ERR_SNAP_FULL, element, tt_status_text(TT_ERR_SNAP_FULL));
    }
    if (status != TT_OK) {
        return status;
    }
    status = tt_snap_builder_add(b, item.type, item.id, item.data, item.size);
    return status == TT_OK ? TT_OK : tti_json_fail(r, status, element, tt_status_text(status));
}

/* The checksum in the text is not compared: who changes an item by hand would have to compute
 * it. */
tt_status tt_snap_from_json(tt_snap *snap, tt_snap_space *space, tt_bytes text, tt_dialect dialect,
                            tt_error *error)
{
    tti_json_reader r = {.text = text, .dialect = dialect, .error = error};
    tt_json_member m[] = {{.name = "items"}, {.name = "crc"}};
    tt_json j;
    tt_bytes element;
    tt_snap_builder b;
    *snap = tt_snap_empty();
    tt_status status = tti_json_read_members(&r, text, m, 2);
    if (status == TT_OK && m[0].value.data == NULL) {
        status = tti_json_fail(&r, TT_ERR_OBJ_MISSING, text, "a snapshot without items");
    }
    tt_snap_builder_init(&b, space, NULL);
    status = status == TT_OK ? tti_json_begin_array(&r, m[0].value, &j) : status;
    while (status == TT_OK &&
           (status = tti_json_next_element(&r, m[0].value, &j, &element)) == TT_OK) {
        status = add_item(&r, element, &b);
    }
    if (status != TT_END) {
        return status;
    }
    *snap = tt_snap_builder_finish(&b);
    return TT_OK;
}
