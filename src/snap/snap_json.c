/* SPDX-License-Identifier: MIT
 *
 * Writes snapshots, items and deltas as JSON; snap_from_json.c reads them back. Ints of an unknown
 * kind are an array. Only the old snapshot shows if an update of a delta is new, and the UUID of an
 * extended type.
 */
#include "teetape/snap_json.h"

#include "schema/fields.h"
#include "schema/json_pack.h"
#include "snap/index.h"

/* The parts of an item that put_snap_item writes, a sum of these and TT_OBJ_JSON_NAMES. */
enum {
    JSON_KEY = 2, /* the key of the item without its ints: for a removed one */
    JSON_NEW = 4, /* the member "new":true, for an update of a delta */
    JSON_OLD = 8  /* the member "new":false */
};

/* Writes a key and a text. The texts are names of objects and UUIDs, which need no escapes. */
static void put_key_text(tt_packer *p, const char *key, const char *text)
{
    tti_json_put_key(p, key, "");
    tti_json_put(p, "\"");
    tti_json_put(p, text);
    tti_json_put(p, "\"");
}

static void put_key_uuid(tt_packer *p, const char *key, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    put_key_text(p, key, text);
}

static void put_declared(tt_packer *p, const tt_snap_item *item)
{
    tt_uuid uuid;
    if (!tti_snap_item_declares(item, &uuid)) {
        return;
    }
    put_key_uuid(p, "declares", &uuid);
    const tt_object *object = tt_obj_type(tti_obj_find_uuid(&uuid));
    if (object != NULL) {
        put_key_text(p, "declares_name", object->name);
    }
}

static void put_ints(tt_packer *p, tt_obj_kind kind, const tt_snap_item *item, unsigned options)
{
    if (kind < TT_OBJ_KINDS) {
        tti_json_put_key(p, "fields", "");
        tt_obj_json(p, kind, item->data, item->size, options & TT_OBJ_JSON_NAMES);
    } else {
        tti_json_put_key(p, "data", "");
        tti_json_put_numbers(p, item->data, item->size);
    }
    put_declared(p, item);
}

/* Returns the kind of an item. Servers put a DDRaceProjectile into a Projectile for clients that
 * know it, so the ints decide as well (tt_obj_layout). */
static tt_obj_kind item_kind(const tt_snap_item *item, const tt_uuid *uuid, tt_dialect dialect)
{
    tt_obj_kind kind = TT_OBJ_KINDS;
    if (uuid != NULL) {
        kind = tti_obj_find_uuid(uuid);
    } else if (item->type < TT_SNAP_FIRST_EXTENDED) {
        kind = tt_obj_find(dialect, item->type);
    }
    return tt_obj_layout(kind, item->data, item->size);
}

/* Writes an item. The packer refuses only the piece that does not fit, so a failure removes the
 * whole item. */
static void put_snap_item(tt_packer *p, const tt_snap_item *item, const tt_uuid *uuid,
                          tt_dialect dialect, unsigned options)
{
    tt_obj_kind kind = item_kind(item, uuid, dialect);
    uint8_t *begin = p->at;
    tti_json_put(p, "{\"type\":");
    tti_json_put_number(p, item->type);
    tti_json_put(p, ",\"id\":");
    tti_json_put_number(p, item->id);
    if (uuid != NULL) {
        put_key_uuid(p, "uuid", uuid);
    }
    if (kind < TT_OBJ_KINDS) {
        put_key_text(p, "name", tt_obj_type(kind)->name);
    }
    if ((options & (JSON_NEW | JSON_OLD)) != 0) {
        tti_json_put_key(p, "new", "");
        tti_json_put(p, (options & JSON_NEW) != 0 ? "true" : "false");
    }
    if ((options & JSON_KEY) == 0) {
        put_ints(p, kind, item, options);
    }
    tti_json_put(p, "}");
    if (p->status != TT_OK) {
        p->at = begin;
    }
}

size_t tt_snap_json_bound(const tt_snap *snap)
{
    size_t bound = 64; /* the text around the items */
    for (uint32_t i = 0; i < snap->count; i++) {
        bound += 1 + TT_SNAP_ITEM_JSON_BOUND(tt_snap_item_at(snap, i).size);
    }
    return bound;
}

/* Writes an unsigned number. tti_json_put_number takes ints, so above INT32_MAX the last digit is
 * written separately. */
static void put_unsigned(tt_packer *p, uint32_t value)
{
    if (value > INT32_MAX) {
        tti_json_put_number(p, (int32_t)(value / 10));
        value %= 10;
    }
    tti_json_put_number(p, (int32_t)value);
}

void tt_snap_json(tt_packer *p, const tt_snap *snap, tt_dialect dialect, unsigned options)
{
    uint8_t *begin = p->at;
    tti_json_put(p, "{\"items\":[");
    for (uint32_t i = 0; i < snap->count && p->status == TT_OK; i++) {
        tt_uuid uuid;
        tt_snap_item item = tt_snap_item_at(snap, i);
        bool has_uuid = tti_snap_type_uuid(snap, item.type, &uuid);
        tti_json_put(p, i == 0 ? "" : ",");
        put_snap_item(p, &item, has_uuid ? &uuid : NULL, dialect, options & TT_OBJ_JSON_NAMES);
    }
    tti_json_put(p, "],\"crc\":");
    put_unsigned(p, tt_snap_checksum(snap));
    tti_json_put(p, "}");
    if (p->status != TT_OK) {
        p->at = begin;
    }
}

enum { NUMBER_DIGITS = 12 };

/* Most extended types of a delta that are kept with their UUIDs. The game has at most 64. Searching
 * all items for each type would take quadratic time. */
#define DECLARED_MAX 64

typedef struct declared {
    int32_t type;
    tt_uuid uuid;
} declared;

typedef struct writer {
    tt_packer *p;
    const tt_snap *from; /* the old snapshot; NULL when it is not known */
    tt_delta delta;
    const tt_snap_sizes *sizes;
    tt_dialect dialect;
    declared declared[DECLARED_MAX]; /* extended types that the delta itself declares */
    int count;
} writer;

static const declared *find_declared(const writer *w, int32_t type)
{
    for (int i = 0; i < w->count; i++) {
        if (w->declared[i].type == type) {
            return &w->declared[i];
        }
    }
    return NULL;
}

/* Finds the declarations in a delta first, because they may follow the items that need them. Errors
 * of the delta are reported later, when it is written. */
static void find_declarations(writer *w)
{
    tt_delta_walk walk;
    tt_delta_step step;
    tt_uuid uuid;
    if (tt_delta_walk_init(&walk, w->delta, w->sizes, NULL) != TT_OK) {
        return;
    }
    while (w->count < DECLARED_MAX && tt_delta_walk_next(&walk, &step, NULL) == TT_OK) {
        int32_t type = step.item.id;
        if (step.kind == TT_DELTA_UPDATE && type >= TT_SNAP_FIRST_EXTENDED &&
            tti_snap_item_declares(&step.item, &uuid) && find_declared(w, type) == NULL) {
            w->declared[w->count++] = (declared){type, uuid};
        }
    }
}

/* Finds the UUID of a type. The old snapshot has priority: a declaration that the delta repeats is
 * an update, whose ints are differences. */
static bool find_uuid(const writer *w, int32_t type, tt_uuid *uuid)
{
    if (w->from != NULL && tti_snap_type_uuid(w->from, type, uuid)) {
        return true;
    }
    const declared *found = find_declared(w, type);
    *uuid = found != NULL ? found->uuid : *uuid;
    return found != NULL;
}

static void put_item(const writer *w, const tt_snap_item *item, unsigned options)
{
    tt_uuid uuid = {{0}};
    bool has_uuid = find_uuid(w, item->type, &uuid);
    put_snap_item(w->p, item, has_uuid ? &uuid : NULL, w->dialect, options);
}

/* Writes a removed key as an item without ints. A negative key is no key of an item, so it is
 * written as a number. */
static void put_removed(const writer *w, int32_t key)
{
    const tt_snap_item item = {tt_snap_key_type(key), tt_snap_key_id(key), NULL, 0};
    if (key >= 0) {
        put_item(w, &item, JSON_KEY);
        return;
    }
    tti_json_put(w->p, "{\"key\":");
    tti_json_put_number(w->p, key);
    tti_json_put(w->p, "}");
}

static void put_update(const writer *w, const tt_delta_step *step)
{
    tt_snap_item old;
    unsigned options = 0;
    if (w->from != NULL) {
        bool is_new = !tt_snap_find(w->from, step->key, &old);
        /* a difference of two values has no name */
        options = is_new ? JSON_NEW | TT_OBJ_JSON_NAMES : JSON_OLD;
    }
    put_item(w, &step->item, options);
}

static tt_status put_steps(const writer *w, tt_delta_walk *walk)
{
    tt_delta_step step;
    tt_delta_step_kind kind = TT_DELTA_REMOVE;
    const char *comma = "";
    tt_status status;
    while ((status = tt_delta_walk_next(walk, &step, NULL)) == TT_OK) {
        if (step.kind != kind) {
            tti_json_put(w->p, "],\"updates\":[");
            kind = step.kind;
            comma = "";
        }
        tti_json_put(w->p, comma);
        comma = ",";
        if (kind == TT_DELTA_REMOVE) {
            put_removed(w, step.key);
        } else {
            put_update(w, &step);
        }
    }
    tti_json_put(w->p, kind == TT_DELTA_REMOVE ? "],\"updates\":[]" : "]");
    return status == TT_END ? TT_OK : status;
}

/* Writes a delta so that reading the text gives the same ints: a third int and left-over ints,
 * which no game writes, have members of their own. */
static tt_status put_delta(const writer *w)
{
    tt_delta_walk walk;
    if (w->delta.count == 0) {
        tti_json_put(w->p, "],\"updates\":[]");
        return TT_OK;
    }
    tt_status status = tt_delta_walk_init(&walk, w->delta, w->sizes, NULL);
    status = status == TT_OK ? put_steps(w, &walk) : status;
    if (status != TT_OK) {
        return status;
    }
    if (w->delta.ints[2] != 0) {
        tti_json_put_key(w->p, "third", "");
        tti_json_put_number(w->p, w->delta.ints[2]);
    }
    if (walk.at != walk.end) {
        tti_json_put_key(w->p, "left_over", "");
        tti_json_put_numbers(w->p, walk.at, (size_t)(walk.end - walk.at));
    }
    return TT_OK;
}

/* Returns an upper bound of the text's size. For a delta that cannot be read it covers the text
 * before the failure. */
size_t tt_delta_json_bound(tt_delta delta, const tt_snap_sizes *sizes)
{
    size_t bound =
        64 + NUMBER_DIGITS * (delta.count + 2); /* the text around the items, and the rest */
    tt_delta_walk walk;
    tt_delta_step step;
    if (delta.count == 0 || tt_delta_walk_init(&walk, delta, sizes, NULL) != TT_OK) {
        return bound;
    }
    while (tt_delta_walk_next(&walk, &step, NULL) == TT_OK) {
        bound += 1 + TT_SNAP_ITEM_JSON_BOUND(step.kind == TT_DELTA_UPDATE ? step.item.size : 0);
    }
    return bound;
}

tt_status tt_delta_json(tt_packer *p, const tt_snap *from, tt_delta delta,
                        const tt_snap_sizes *sizes, tt_dialect dialect)
{
    writer w = {.p = p, .from = from, .delta = delta, .sizes = sizes, .dialect = dialect};
    uint8_t *begin = p->at;
    if (delta.count != 0) {
        find_declarations(&w);
    }
    tti_json_put(p, "{\"removed\":[");
    tt_status status = put_delta(&w);
    tti_json_put(p, "}");
    status = status == TT_OK ? p->status : status;
    if (status != TT_OK) {
        p->at = begin;
    }
    return status;
}
