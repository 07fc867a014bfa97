/* SPDX-License-Identifier: MIT
 *
 * teetape codec: JSON to snapshots and deltas.
 */
#include "cli/codec/codec_json.h"

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

/* Reads an item, without ints only its key. The ints are in CODEC_SPACE_ITEM until the next one. */
static bool read_item(struct codec *c, struct codec_part part, bool has_ints, tt_snap_item *item)
{
    tt_error error;
    int32_t *dst = codec_space(c, CODEC_SPACE_ITEM, ITEM_MOST * sizeof *dst);
    return dst != NULL && (tt_snap_item_from_json(item, has_ints ? dst : NULL, ITEM_MOST, part.text,
                                                  codec_dialect(c), &error) == TT_OK ||
                           codec_json_fail_scan(c, part, &error));
}

bool codec_json_snap(struct codec *c, struct codec_part part, tt_snap_space *space, tt_snap *snap)
{
    tt_error error;
    return tt_snap_from_json(snap, space, part.text, codec_dialect(c), &error) == TT_OK ||
           codec_json_fail_scan(c, part, &error);
}

static bool check(struct codec *c, struct codec_part element, tt_status status)
{
    switch (status) {
    case TT_OK:
        return true;
    case TT_ERR_SPACE:
        return codec_json_fail(c, element, 0, "more ints than there can be");
    case TT_ERR_DELTA_TYPE:
    case TT_ERR_DELTA_ID:
        return codec_json_fail(c, element, 0, "a type or an id that no item can have");
    default:
        return codec_json_fail(c, element, 0, tt_status_text(status));
    }
}

static bool add_removed(struct codec *c, struct codec_part element, void *user)
{
    struct codec_member key = {.name = "key"};
    tt_snap_item item;
    int32_t value = 0;
    if (codec_json_members(c, element, &key, 1) && key.is_there) {
        return codec_json_int(c, key.value, &value) &&
               check(c, element, tt_delta_builder_remove(user, value));
    }
    if (!read_item(c, element, false, &item)) {
        return false;
    }
    if (item.type < 0 || item.type > TT_SNAP_MAX_TYPE || item.id < 0 || item.id > TT_SNAP_MAX_ID) {
        return check(c, element, TT_ERR_DELTA_TYPE);
    }
    return check(c, element, tt_delta_builder_remove(user, tt_snap_key(item.type, item.id)));
}

static bool add_update(struct codec *c, struct codec_part element, void *user)
{
    tt_snap_item item;
    return read_item(c, element, true, &item) &&
           check(c, element,
                 tt_delta_builder_update(user, item.type, item.id, item.data, item.size));
}

bool codec_json_delta(struct codec *c, struct codec_part part, const tt_snap_sizes *sizes,
                      int32_t *dst, size_t cap, size_t *count)
{
    struct codec_member m[] = {
        {.name = "removed"}, {.name = "updates"}, {.name = "third"}, {.name = "left_over"}};
    tt_delta_builder b;
    tt_delta_builder_init(&b, dst, cap, sizes);
    if (!codec_json_members(c, part, m, 4) ||
        (m[0].is_there && !codec_json_each(c, m[0].value, add_removed, &b)) ||
        (m[1].is_there && !codec_json_each(c, m[1].value, add_update, &b))) {
        return false;
    }
    struct ints ints = {dst, cap, tt_delta_builder_finish(&b)};
    if (ints.count == 0) {
        dst[0] = dst[1] = dst[2] = 0;
        ints.count = 3;
    }
    if (m[2].is_there && !codec_json_int(c, m[2].value, &dst[2])) {
        return false;
    }
    if (m[3].is_there && !codec_json_each(c, m[3].value, take_int, &ints)) {
        return false;
    }
    /* nothing in it: no delta, as the game has it */
    *count = ints.count == 3 && dst[2] == 0 ? 0 : ints.count;
    return true;
}
