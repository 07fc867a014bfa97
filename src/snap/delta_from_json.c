/* SPDX-License-Identifier: MIT
 *
 * Reads deltas from JSON: the other way of delta_json.c, and what a person writes.
 */
#include "snap/delta_read.h"
#include "snap/json_read.h"
#include "teetape/snap_json.h"

/* What the builder says, in the words of somebody who wrote the text. Any part of it may be wrong:
 * the place is that of the whole element. */
static tt_status fail_step(const tti_json_reader *r, tt_bytes element, tt_status status)
{
    const char *what = tt_status_text(status);
    if (status == TT_ERR_SPACE) {
        what = "more ints than there can be";
    } else if (status == TT_ERR_DELTA_TYPE || status == TT_ERR_DELTA_ID) {
        what = "a type or an id that no item can have";
    }
    return status == TT_OK ? TT_OK : tti_json_fail(r, status, element, what);
}

/* Where the ints of the next update will be, at least, and how many have room there. Its head has
 * three ints at most; the builder moves the data when it has two. */
static int32_t *room_of(const tt_delta_builder *b, size_t *cap)
{
    size_t used = b->size + 3 < b->cap ? b->size + 3 : b->cap;
    *cap = b->cap - used < TT_SNAP_MAX_ITEM_INTS ? b->cap - used : TT_SNAP_MAX_ITEM_INTS;
    return b->dst + used;
}

/* With the error at its place in the whole text, and not in the element. */
static tt_status read_item(const tti_json_reader *r, tt_bytes element, int32_t *dst, size_t cap,
                           tt_snap_item *item)
{
    tt_error error;
    tt_status status = tt_snap_item_from_json(item, dst, cap, element, r->dialect, &error);
    return status == TT_OK ? TT_OK : tti_json_fail_scan(r, element, &error);
}

/* {"key":N}, for what no item can have, or type and id. */
static tt_status add_removed(const tti_json_reader *r, tt_bytes element, tt_delta_builder *b)
{
    tt_json_member m = {.name = "key"};
    tt_snap_item item;
    int32_t key;
    /* with other members it is an item, which may have this one, too */
    if (tt_json_members(&m, 1, element, NULL) == TT_OK && m.value.data != NULL) {
        tt_status status = tti_json_read_int(r, m.value, &key);
        return status != TT_OK ? status : fail_step(r, element, tt_delta_builder_remove(b, key));
    }
    tt_status status = read_item(r, element, NULL, 0, &item);
    if (status != TT_OK) {
        return status;
    }
    if (item.type < 0 || item.type > TT_SNAP_MAX_TYPE || item.id < 0 || item.id > TT_SNAP_MAX_ID) {
        return fail_step(r, element, TT_ERR_DELTA_TYPE);
    }
    key = tt_snap_key(item.type, item.id);
    return fail_step(r, element, tt_delta_builder_remove(b, key));
}

/* An item in `updates` has its ints as the delta has them, so nothing is computed here. */
static tt_status add_update(const tti_json_reader *r, tt_bytes element, tt_delta_builder *b)
{
    tt_snap_item item;
    size_t cap;
    int32_t *room = room_of(b, &cap);
    tt_status status = read_item(r, element, room, cap, &item);
    return status != TT_OK
               ? status
               : fail_step(r, element,
                           tt_delta_builder_update(b, item.type, item.id, item.data, item.size));
}

/* What an element of one of the arrays adds to the delta. */
typedef tt_status add_fn(const tti_json_reader *r, tt_bytes element, tt_delta_builder *b);

/* An int that is left over: it goes after the updates and is counted nowhere. */
static tt_status add_int(const tti_json_reader *r, tt_bytes element, tt_delta_builder *b)
{
    return b->size >= b->cap ? fail_step(r, element, TT_ERR_SPACE)
                             : tti_json_read_int(r, element, &b->dst[b->size++]);
}

/* The elements of an array, which may be missing. */
static tt_status add_each(const tti_json_reader *r, tt_bytes array, tt_delta_builder *b,
                          add_fn *add)
{
    tt_json j;
    tt_bytes element;
    if (array.data == NULL) {
        return TT_OK;
    }
    tt_status status = tti_json_begin_array(r, array, &j);
    while (status == TT_OK && (status = tti_json_next_element(r, array, &j, &element)) == TT_OK) {
        status = add(r, element, b);
    }
    return status == TT_END ? TT_OK : status;
}

/* The members are read in the order of the ints, not of the text. The head is written here and not
 * by the builder, because its third int can be another one, and because a delta of nothing but
 * leftovers has a head. */
tt_status tt_delta_from_json(tt_delta *delta, tt_delta_builder *b, tt_bytes text,
                             tt_dialect dialect, tt_error *error)
{
    const tti_json_reader r = {.text = text, .dialect = dialect, .error = error};
    tt_json_member m[] = {
        {.name = "removed"}, {.name = "updates"}, {.name = "third"}, {.name = "left_over"}};
    int32_t third = 0;
    *delta = (tt_delta){NULL, 0};
    if (b->cap < TTI_DELTA_HEAD) {
        return tti_json_fail(&r, TT_ERR_SPACE, text, tt_status_text(TT_ERR_SPACE));
    }
    tt_status status = tti_json_read_members(&r, text, m, 4);
    status = status == TT_OK ? add_each(&r, m[0].value, b, add_removed) : status;
    status = status == TT_OK ? add_each(&r, m[1].value, b, add_update) : status;
    if (status == TT_OK && m[2].value.data != NULL) {
        status = tti_json_read_int(&r, m[2].value, &third);
    }
    status = status == TT_OK ? add_each(&r, m[3].value, b, add_int) : status;
    if (status != TT_OK) {
        return status;
    }
    b->dst[0] = b->removed;
    b->dst[1] = b->updates;
    b->dst[2] = third;
    /* nothing in it: no delta, as the game has it */
    int is_empty = b->size == TTI_DELTA_HEAD && third == 0;
    *delta = (tt_delta){b->dst, is_empty ? 0 : b->size};
    return TT_OK;
}
