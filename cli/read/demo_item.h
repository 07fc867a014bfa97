/* SPDX-License-Identifier: MIT
 *
 * The items of the current snapshot of a demo, typed, one after the other: those that changed since
 * the snapshot before, or all.
 */
#ifndef CLI_DEMO_ITEM_H
#define CLI_DEMO_ITEM_H

#include "cli/read/demo_visit.h"
#include "cli/show/json.h"

enum demo_item_change { DEMO_ITEM_SAME, DEMO_ITEM_NEW, DEMO_ITEM_CHANGED, DEMO_ITEM_REMOVED };

struct demo_item {
    tt_snap_item item;
    tt_snap_item before; /* of what CHANGED */
    enum demo_item_change change;
    tt_obj_kind kind; /* TT_OBJ_KINDS when it is not known */
    int32_t cid;      /* of an item that is one client's, else -1 */
};

/* Calls `each` for the items, removed ones last. `whole`: also for those that are the same. */
typedef void demo_item_fn(void *user, const struct demo_item *item);
void demo_item_each(const struct demo_visit *v, bool whole, demo_item_fn *each, void *user);

/* Appends the members "change", "type", "type_id", "id" and "fields" (or "ints"). `space` has
 * DEMO_ITEM_SPACE bytes. */
#define DEMO_ITEM_SPACE TT_OBJ_JSON_BOUND(TT_SNAP_MAX_INTS)
void demo_item_json(struct json *j, const struct demo_item *item, uint8_t *space);

/* Appends "new Character 3 x 16 y 48": of what CHANGED, only the members that did. */
void demo_item_text(struct host_output *out, const struct demo_item *item);

#endif
