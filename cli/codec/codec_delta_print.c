/* SPDX-License-Identifier: MIT
 *
 * teetape codec delta: a delta as JSON.
 */
#include "cli/codec/codec_delta.h"

/* The UUID of a type: from the old snapshot, or from a declaration that the delta itself adds. */
static void find_uuid(const struct codec_delta_place *place, struct codec_item *item)
{
    tt_delta_walk walk;
    tt_delta_step step;
    item->has_uuid = tt_snap_type_uuid(&place->from, item->item.type, &item->uuid) != 0;
    if (item->has_uuid || item->item.type < TT_SNAP_FIRST_EXTENDED ||
        tt_delta_walk_init(&walk, place->delta, place->sizes, NULL) != TT_OK) {
        return;
    }
    while (!item->has_uuid && tt_delta_walk_next(&walk, &step, NULL) == TT_OK) {
        const tt_snap_item *found = &step.item;
        if (step.kind == TT_DELTA_UPDATE && found->id == item->item.type) {
            item->has_uuid = tt_snap_item_declares(found, &item->uuid) != 0;
        }
    }
}

static void print_removed(struct codec *c, struct json *j, const struct codec_delta_place *place,
                          const tt_delta_step *step)
{
    struct codec_item item = {
        .item = {tt_snap_key_type(step->key), tt_snap_key_id(step->key), NULL, 0}};
    if (step->key < 0) {
        json_object_begin(j, NULL);
        json_int(j, "key", step->key);
        json_object_end(j);
        return;
    }
    find_uuid(place, &item);
    codec_print_item(c, j, &item, TT_SNAP_JSON_KEY);
}

static void print_update(struct codec *c, struct json *j, const struct codec_delta_place *place,
                         const tt_delta_step *step)
{
    struct codec_item item = {.item = step->item};
    tt_snap_item old;
    bool is_new = tt_snap_find(&place->from, step->key, &old) == 0;
    find_uuid(place, &item);
    unsigned options = is_new ? TT_SNAP_JSON_NEW : TT_SNAP_JSON_OLD;
    /* a difference of two values is no value that could have a name */
    options |= is_new ? TT_OBJ_JSON_NAMES : 0;
    codec_print_item(c, j, &item, place->has_from ? options : 0);
}

void codec_delta_print(struct codec *c)
{
    const struct codec_delta_place *place = c->spaces[CODEC_SPACE_SNAPS].data;
    struct json j = json_begin(c->out);
    tt_delta_walk walk;
    tt_delta_step step = {.kind = TT_DELTA_UPDATE};
    bool has_steps = place->delta.count > 0 &&
                     tt_delta_walk_init(&walk, place->delta, place->sizes, NULL) == TT_OK;
    bool is_on = has_steps && tt_delta_walk_next(&walk, &step, NULL) == TT_OK;
    json_array_begin(&j, "removed");
    while (is_on && step.kind == TT_DELTA_REMOVE) {
        print_removed(c, &j, place, &step);
        is_on = tt_delta_walk_next(&walk, &step, NULL) == TT_OK;
    }
    json_array_end(&j);
    json_array_begin(&j, "updates");
    while (is_on) {
        print_update(c, &j, place, &step);
        is_on = tt_delta_walk_next(&walk, &step, NULL) == TT_OK;
    }
    json_array_end(&j);
    if (has_steps && place->delta.ints[2] != 0) {
        json_int(&j, "third", place->delta.ints[2]);
    }
    tt_delta rest = has_steps ? tt_delta_walk_rest(&walk) : (tt_delta){NULL, 0};
    if (rest.count != 0) {
        json_array_begin(&j, "left_over");
        for (size_t i = 0; i < rest.count; i++) {
            json_int(&j, NULL, rest.ints[i]);
        }
        json_array_end(&j);
    }
    json_end(&j);
}
