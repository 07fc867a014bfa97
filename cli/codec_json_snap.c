/* SPDX-License-Identifier: MIT
 *
 * teetape codec: JSON to items, snapshots and deltas.
 */
#include "cli/codec_json.h"

/* Ints of the largest item. */
#define ITEM_MOST TT_SNAP_MAX_ITEM_INTS

/* Ints with room for `cap`. */
struct ints {
    int32_t *dst;
    size_t cap, count;
};

static bool take_int(struct codec *c, struct codec_part element, void *user)
{
    struct ints *ints = user;
    if (ints->count == ints->cap) {
        return codec_json_fail(c, element, 0, "more ints than there can be");
    }
    return codec_json_int(c, element, &ints->dst[ints->count++]);
}

/* An item as it is read. Its ints are in CODEC_SPACE_ITEM until the next one. */
struct item {
    int32_t type, id;
    const int32_t *data;
    size_t size;
};

enum { TYPE, ID, NAME, UUID, FIELDS, DATA, KEY, NEW, DECLARES, DECLARES_NAME, ITEM_MEMBERS };

static bool has_name(tt_obj_kind kind, tt_bytes name)
{
    const tt_object *object = tt_obj_type(kind);
    return object != NULL && tt_bytes_equal(tt_bytes_of(object->name), name);
}

/* Type, id and kind: of the name, else of the UUID, else of the type. */
static bool read_type(struct codec *c, struct codec_part part, struct codec_member *m,
                      struct item *item, tt_obj_kind *kind)
{
    tt_uuid uuid;
    tt_bytes name = codec_json_text(m[NAME].value).text;
    *kind = TT_OBJ_KINDS;
    if (m[TYPE].is_there && !codec_json_int(c, m[TYPE].value, &item->type)) {
        return false;
    }
    if (m[TYPE].is_there && item->type < TT_SNAP_FIRST_EXTENDED) {
        *kind = tt_obj_find(codec_dialect(c), item->type);
    }
    if (m[NAME].is_there && !has_name(*kind, name)) {
        *kind = tt_obj_find_name(codec_dialect(c), name);
        if (*kind == TT_OBJ_KINDS) {
            return codec_json_fail(c, m[NAME].value, 0, "no object of this protocol has this name");
        }
    } else if (m[UUID].is_there && !m[NAME].is_there) {
        if (tt_uuid_parse(&uuid, codec_json_text(m[UUID].value).text) != TT_OK) {
            return codec_json_fail(c, m[UUID].value, 0, "not a UUID");
        }
        *kind = tt_obj_find_uuid(&uuid);
    }
    const tt_object *object = tt_obj_type(*kind);
    if (!m[TYPE].is_there && (object == NULL || object->type < 0)) {
        return codec_json_fail(c, part, 0, "an item without its type");
    }
    if (!m[TYPE].is_there) {
        item->type = object->type;
    }
    if (object != NULL && object->type >= 0 && object->type != item->type) {
        return codec_json_fail(c, m[TYPE].value, 0, "the type and the name do not belong together");
    }
    if (!m[ID].is_there) {
        return codec_json_fail(c, part, 0, "an item without its id");
    }
    return codec_json_int(c, m[ID].value, &item->id);
}

static bool read_fields(struct codec *c, struct codec_part part, tt_obj_kind kind,
                        struct ints *ints)
{
    tt_json j = tt_json_of(part.text);
    if (kind == TT_OBJ_KINDS) {
        return codec_json_fail(c, part, 0, "the fields of this type are not known; data is needed");
    }
    tt_status status = tt_obj_from_json(ints->dst, ints->cap, &ints->count, kind, &j);
    return status >= TT_OK || status == TT_ERR_OBJ_SHORT || codec_json_fail_scan(c, part, &j.error);
}

static bool read_item(struct codec *c, struct codec_part part, bool has_ints, struct item *item)
{
    struct codec_member m[ITEM_MEMBERS] = {
        [TYPE] = {.name = "type"},         [ID] = {.name = "id"},
        [NAME] = {.name = "name"},         [UUID] = {.name = "uuid"},
        [FIELDS] = {.name = "fields"},     [DATA] = {.name = "data"},
        [KEY] = {.name = "key"},           [NEW] = {.name = "new"},
        [DECLARES] = {.name = "declares"}, [DECLARES_NAME] = {.name = "declares_name"},
    };
    tt_obj_kind kind;
    struct ints ints = {codec_space(c, CODEC_SPACE_ITEM, ITEM_MOST * sizeof(int32_t)), ITEM_MOST,
                        0};
    if (ints.dst == NULL || !codec_json_members(c, part, m, ITEM_MEMBERS) ||
        !read_type(c, part, m, item, &kind)) {
        return false;
    }
    if (has_ints && m[FIELDS].is_there == m[DATA].is_there) {
        return codec_json_fail(c, part, 0, "an item has either fields or data");
    }
    if (has_ints && m[FIELDS].is_there && !read_fields(c, m[FIELDS].value, kind, &ints)) {
        return false;
    }
    if (has_ints && m[DATA].is_there && !codec_json_each(c, m[DATA].value, take_int, &ints)) {
        return false;
    }
    item->data = ints.dst;
    item->size = ints.count;
    return true;
}

static bool add_item(struct codec *c, struct codec_part element, void *user)
{
    struct item item = {0};
    if (!read_item(c, element, true, &item)) {
        return false;
    }
    tt_status status = tt_snap_builder_add(user, item.type, item.id, item.data, item.size);
    return status == TT_OK || codec_json_fail(c, element, 0, tt_status_text(status));
}

bool codec_json_snap(struct codec *c, struct codec_part part, tt_snap_space *space, tt_snap *snap)
{
    struct codec_member members[] = {{.name = "items"}, {.name = "crc"}};
    tt_snap_builder builder;
    if (!codec_json_members(c, part, members, 2)) {
        return false;
    }
    if (!members[0].is_there) {
        return codec_json_fail(c, part, 0, "a snapshot without items");
    }
    tt_snap_builder_init(&builder, space, NULL);
    if (!codec_json_each(c, members[0].value, add_item, &builder)) {
        return false;
    }
    *snap = tt_snap_builder_finish(&builder);
    return true;
}

/* A delta as it is written. */
struct writer {
    const tt_snap_sizes *sizes;
    struct ints ints;
    int32_t count; /* of what is being counted */
};

static bool put(struct codec *c, struct codec_part element, struct writer *w, int32_t value)
{
    if (w->ints.count == w->ints.cap) {
        return codec_json_fail(c, element, 0, "more ints than there can be");
    }
    w->ints.dst[w->ints.count++] = value;
    return true;
}

static bool is_in_range(const struct item *item)
{
    return item->type >= 0 && item->type <= TT_SNAP_MAX_TYPE && item->id >= 0 &&
           item->id <= TT_SNAP_MAX_ID;
}

static bool add_removed(struct codec *c, struct codec_part element, void *user)
{
    struct writer *w = user;
    struct codec_member key = {.name = "key"};
    struct item item = {0};
    int32_t value = 0;
    w->count++;
    if (codec_json_members(c, element, &key, 1) && key.is_there) {
        return codec_json_int(c, key.value, &value) && put(c, element, w, value);
    }
    if (!read_item(c, element, false, &item)) {
        return false;
    }
    if (!is_in_range(&item)) {
        return codec_json_fail(c, element, 0, "a type or an id that no item can have");
    }
    return put(c, element, w, tt_snap_key(item.type, item.id));
}

static bool add_update(struct codec *c, struct codec_part element, void *user)
{
    struct writer *w = user;
    struct item item = {0};
    w->count++;
    if (!read_item(c, element, true, &item) || !put(c, element, w, item.type) ||
        !put(c, element, w, item.id)) {
        return false;
    }
    if (!is_in_range(&item)) {
        return codec_json_fail(c, element, 0, "a type or an id that no item can have");
    }
    size_t agreed = item.type < TT_SNAP_SIZED_TYPES ? w->sizes->ints[item.type] : 0;
    if (agreed != 0 && agreed != item.size) {
        return codec_json_fail(c, element, 0, tt_status_text(TT_ERR_DELTA_STATIC));
    }
    if (agreed == 0 && !put(c, element, w, (int32_t)item.size)) {
        return false;
    }
    for (size_t i = 0; i < item.size; i++) {
        if (!put(c, element, w, item.data[i])) {
            return false;
        }
    }
    return true;
}

bool codec_json_delta(struct codec *c, struct codec_part part, const tt_snap_sizes *sizes,
                      int32_t *dst, size_t cap, size_t *count)
{
    struct codec_member m[] = {
        {.name = "removed"}, {.name = "updates"}, {.name = "third"}, {.name = "left_over"}};
    struct writer w = {sizes, {dst, cap, 3}, 0};
    if (!codec_json_members(c, part, m, 4) ||
        (m[0].is_there && !codec_json_each(c, m[0].value, add_removed, &w))) {
        return false;
    }
    dst[0] = w.count;
    w.count = 0;
    if (m[1].is_there && !codec_json_each(c, m[1].value, add_update, &w)) {
        return false;
    }
    dst[1] = w.count;
    dst[2] = 0;
    if (m[2].is_there && !codec_json_int(c, m[2].value, &dst[2])) {
        return false;
    }
    if (m[3].is_there && !codec_json_each(c, m[3].value, take_int, &w.ints)) {
        return false;
    }
    /* nothing in it: no delta, as the game has it */
    *count = w.ints.count == 3 && dst[2] == 0 ? 0 : w.ints.count;
    return true;
}
