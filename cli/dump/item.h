/* SPDX-License-Identifier: MIT
 *
 * The items of the current snapshot of a demo, typed, one after the other: those that changed since
 * the snapshot before, or all.
 */
#ifndef CLI_ITEM_H
#define CLI_ITEM_H

#include "cli/shell/reading.h"
#include "cli/show/rows.h"

enum item_change { ITEM_SAME, ITEM_NEW, ITEM_CHANGED, ITEM_REMOVED };

/* An item with what became of it since the snapshot before. Its data is in the snapshot of the
 * reading, so it is valid until the next item of that. */
struct item {
    tt_snap_item item;
    tt_snap_item before; /* valid for what is CHANGED or SAME */
    enum item_change change;
    tt_obj_kind kind; /* TT_OBJ_KINDS when it is not known */
    int32_t cid;      /* of an item that is one client's, else -1 */
};

/* Calls `each` for the items, removed ones last. `whole`: also for those that are the same. */
typedef void item_fn(void *user, const struct item *item);
void item_each(const struct reading *r, bool whole, item_fn *each, void *user);

/* Appends the members of item_object. `space` has ITEM_SPACE bytes. */
#define ITEM_SPACE TT_OBJ_JSON_BOUND(TT_SNAP_MAX_INTS)
void item_json(struct json *j, const struct item *item, uint8_t *space);
extern const struct column_object item_object;

/* Appends "new Character 3 x 16 y 48": of what CHANGED, only the members that did. */
void item_text(tt_io_output *out, const struct item *item);

#endif
