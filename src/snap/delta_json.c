/* SPDX-License-Identifier: MIT
 *
 * Writes deltas as JSON.
 *
 * A delta alone does not say what its numbers mean: whether an update is new, and of which UUID an
 * extended type is, comes from the old snapshot where that is known. src/snap/delta_from_json.c
 * reads the text.
 */
#include "schema/json_pack.h"
#include "teetape/snap_json.h"

/* Room for an int and its comma: a sign and ten digits. */
enum { NUMBER = 12 };

/* Declarations of a delta that are looked at. The game has no more types that declare themselves,
 * and looking for each type among all items would take the square of their number. */
#define DECLARED 64

/* An extended type that the delta itself declares. */
typedef struct declared {
    int32_t type;
    tt_uuid uuid;
} declared;

/* A delta that is written. */
typedef struct writer {
    tt_packer *p;
    const tt_snap *from; /* NULL when it is not known */
    tt_delta delta;
    const tt_snap_sizes *sizes; /* by which the delta is read */
    tt_dialect dialect;         /* by which types have names */
    declared declared[DECLARED];
    int count; /* of `declared` */
} writer;

/* Of 64 at most, one after the other. */
static const declared *find_declared(const writer *w, int32_t type)
{
    for (int i = 0; i < w->count; i++) {
        if (w->declared[i].type == type) {
            return &w->declared[i];
        }
    }
    return NULL;
}

/* A walk of its own before the first item is written: a declaration may follow the items that need
 * it. What is wrong with the delta is reported by the second walk. */
static void find_declarations(writer *w)
{
    tt_delta_walk walk;
    tt_delta_step step;
    tt_uuid uuid;
    if (tt_delta_walk_init(&walk, w->delta, w->sizes, NULL) != TT_OK) {
        return;
    }
    while (w->count < DECLARED && tt_delta_walk_next(&walk, &step, NULL) == TT_OK) {
        int32_t type = step.item.id;
        if (step.kind == TT_DELTA_UPDATE && type >= TT_SNAP_FIRST_EXTENDED &&
            tt_snap_item_declares(&step.item, &uuid) && find_declared(w, type) == NULL) {
            w->declared[w->count++] = (declared){type, uuid};
        }
    }
}

/* The UUID of a type: from the old snapshot, or from a declaration that the delta itself adds. The
 * old one first: a declaration that the delta repeats is an update, whose ints are differences. */
static int find_uuid(const writer *w, int32_t type, tt_uuid *uuid)
{
    if (w->from != NULL && tt_snap_type_uuid(w->from, type, uuid)) {
        return 1;
    }
    const declared *found = find_declared(w, type);
    *uuid = found != NULL ? found->uuid : *uuid;
    return found != NULL;
}

static void put_item(const writer *w, const tt_snap_item *item, unsigned options)
{
    tt_uuid uuid = {{0}};
    int has_uuid = find_uuid(w, item->type, &uuid);
    tt_snap_item_json(w->p, item, has_uuid ? &uuid : NULL, w->dialect, options);
}

/* A negative key is no key of an item, but a delta may have it; it is written as a number, so that
 * it can be read back. */
static void put_removed(const writer *w, int32_t key)
{
    const tt_snap_item item = {tt_snap_key_type(key), tt_snap_key_id(key), NULL, 0};
    if (key >= 0) {
        put_item(w, &item, TT_SNAP_JSON_KEY);
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
        int is_new = tt_snap_find(w->from, step->key, &old) == 0;
        /* a difference of two values is no value that could have a name */
        options = is_new ? TT_SNAP_JSON_NEW | TT_OBJ_JSON_NAMES : TT_SNAP_JSON_OLD;
    }
    put_item(w, &step->item, options);
}

/* The two arrays follow each other, as removed keys come before updates. Either may be empty. */
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

/* What no game writes, a third int and ints after the last update, has members of its own: the text
 * leads back to the same ints. */
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
    tt_delta rest = tt_delta_walk_rest(&walk);
    if (rest.count != 0) {
        tti_json_put_key(w->p, "left_over", "");
        tti_json_put_numbers(w->p, rest.ints, rest.count);
    }
    return TT_OK;
}

/* A walk costs less than an exact count, which would have to format everything. For a delta that
 * cannot be walked the bound covers what is written before the failure. */
size_t tt_delta_json_bound(tt_delta delta, const tt_snap_sizes *sizes)
{
    size_t bound = 64 + NUMBER * (delta.count + 2); /* what surrounds the items, and the rest */
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

/* On failure the packer is where it was, so that no half of an object is in the output. */
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
