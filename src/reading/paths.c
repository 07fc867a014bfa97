/* SPDX-License-Identifier: MIT
 *
 * Gathers the paths of tees. Each slot has its open session and a filter for its points.
 *
 * A session has one path, even if its tee dies and comes again: no line leads to a point that
 * begins a life. Each tick checks all slots, so the cost is ticks times slots.
 */
#include "reading/paths.h"
#include "reading/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"

typedef struct slot {
    bool has_path, was_alive;
    uint64_t session;
    size_t path;
    tt_path_filter filter; /* holds back a point that is not in the path yet */
} slot;

typedef struct work {
    struct tti_paths *paths;
    tt_io_reading *r;
    bool no_memory;
    slot slots[TT_CIDS];
} work;

static void *grow(work *w, void *memory, size_t count, size_t *room, size_t size)
{
    void *grown = tti_grow(memory, room, count + 1, size);
    w->no_memory = w->no_memory || grown == NULL;
    return grown;
}

static void keep(work *w, size_t index, const tt_path_place *places, size_t count)
{
    struct tti_path *path = &w->paths->path[index];
    for (size_t i = 0; i < count; i++) {
        tt_path_place *grown = grow(w, path->places, path->count, &path->room, sizeof *grown);
        if (grown == NULL) {
            return;
        }
        path->places = grown;
        path->places[path->count++] = places[i];
    }
}

/* Adds the last point, which was held back because it could have been on a line to the next one. */
static void close_path(work *w, slot *s)
{
    tt_path_place last[1] = {{0}};
    if (s->has_path) {
        keep(w, s->path, last, tt_path_filter_end(&s->filter, last));
    }
    s->has_path = s->was_alive = false;
}

static void mark(work *w, tt_mark_kind kind, size_t path, int32_t tick, int32_t x, int32_t y)
{
    struct tti_paths *paths = w->paths;
    struct tti_path_mark *grown =
        grow(w, paths->mark, paths->mark_count, &paths->mark_room, sizeof *grown);
    if (grown != NULL) {
        paths->mark = grown;
        paths->mark[paths->mark_count++] = (struct tti_path_mark){kind, tick, x, y, path};
    }
}

static bool open_path(work *w, slot *s, uint64_t session)
{
    struct tti_paths *paths = w->paths;
    struct tti_path *grown = grow(w, paths->path, paths->count, &paths->path_room, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    paths->path = grown;
    s->path = paths->count++;
    paths->path[s->path] = (struct tti_path){.session = session, .file = paths->file};
    s->has_path = true;
    s->session = session;
    tt_path_filter_init(&s->filter);
    return true;
}

void tti_paths_widen(struct tti_paths *paths, int32_t x, int32_t y, bool is_first)
{
    paths->left = is_first || x < paths->left ? x : paths->left;
    paths->top = is_first || y < paths->top ? y : paths->top;
    paths->right = is_first || x > paths->right ? x : paths->right;
    paths->bottom = is_first || y > paths->bottom ? y : paths->bottom;
}

/* Adds a position of a tee. Another session in the slot begins another path. The array was zeroed,
 * so a name that fills it ends with NUL. */
static void take_place(work *w, slot *s, int32_t cid, const tt_tee_state *tee)
{
    uint64_t session = tt_recording_session(w->r->rec, cid).number;
    int32_t tick = w->r->item.tick;
    bool is_first = w->paths->count == 0;
    if (s->has_path && s->session != session) {
        close_path(w, s);
    }
    bool is_new = !s->has_path;
    if (is_new && !open_path(w, s, session)) {
        return;
    }
    if (is_new) {
        mark(w, TT_MARK_START, s->path, tick, tee->x, tee->y);
    }
    tt_path_place out[2] = {{0}}, place = {tick, tee->x, tee->y, !s->was_alive};
    keep(w, s->path, out, tt_path_filter_take(&s->filter, place, out));
    tti_paths_widen(w->paths, tee->x, tee->y, is_first);
    s->was_alive = true;
    const char *name = tt_recording_session(w->r->rec, cid).name;
    if (name[0] != '\0') {
        struct tti_path *path = &w->paths->path[s->path];
        strncpy(path->name, name, TT_NAME_CAP - 1);
        if (path->first_name[0] == '\0') {
            strncpy(path->first_name, name, TT_NAME_CAP - 1);
        }
    }
}

/* Adds the places of a tick to the paths. A client that is not there keeps its path open: it may
 * come again in the same session. */
static void take_tick(work *w)
{
    for (int32_t cid = 0; cid < TT_CIDS && !w->no_memory; cid++) {
        tt_tee_state tee;
        if (tti_reading_has_slot(w->r, cid) &&
            tt_io_reading_tee(w->r, cid, w->r->item.tick, &tee)) {
            take_place(w, &w->slots[cid], cid, &tee);
        } else {
            w->slots[cid].was_alive = false;
        }
    }
}

/* Adds a mark. A finish is at the last position of the tee. Deaths and requests to die tell the
 * filter which fast movement is a jump (tti_tee_jumped). */
static void take_fact(work *w, const tt_fact *fact)
{
    slot *s = fact->cid >= 0 && fact->cid < TT_CIDS ? &w->slots[fact->cid] : NULL;
    if (s == NULL || !s->has_path || s->session != fact->session) {
        return;
    }
    tt_tee_state tee;
    bool is_there = tt_io_reading_tee(w->r, fact->cid, fact->tick, &tee);
    if (fact->kind == TT_FACT_FINISH && is_there) {
        mark(w, TT_MARK_FINISH, s->path, fact->tick, tee.x, tee.y);
    } else if (fact->kind == TT_FACT_DEATH && fact->u.death.x != TT_NO_PLACE) {
        mark(w, TT_MARK_DEATH, s->path, fact->tick, fact->u.death.x, fact->u.death.y);
    } else if (fact->kind == TT_FACT_KILL_REQUEST || fact->kind == TT_FACT_COMMAND) {
        tt_path_filter_ask(&s->filter, fact->tick);
    }
    /* the death fact of a kill message may come when the next life has begun, so the kill itself
     * marks the position */
    if (fact->kind == TT_FACT_KILL ||
        (fact->kind == TT_FACT_DEATH && fact->tick == tt_recording_look(w->r->rec).tick)) {
        if (is_there) {
            tt_path_filter_die(&s->filter, tee.x, tee.y);
        } else {
            s->was_alive = false; /* the next tee there begins another life */
        }
    }
}

/* The span of the skip must not end before the next record: the reading would go on into the
 * records after the span to look for deaths. */
bool tti_paths_begins_silent(tt_io_reading *r)
{
    int64_t to = r->to;
    if (tt_io_reading_format(r) != TT_FORMAT_TEEHISTORIAN || r->inside->is_learning ||
        !r->has_span || r->from <= 0 || r->from >= to || r->from > INT32_MAX) {
        return false;
    }
    r->to = TT_IO_PLACE_END;
    tti_io_reading_skip(r, r->from);
    r->to = to;
    bool is_silent = r->is_later && r->item.tick > r->from && r->inside->states != NULL;
    tti_io_reading_until(r, to);
    if (is_silent) {
        r->item = (tt_item){.kind = TT_ITEM_TICK, .tick = (int32_t)r->from};
        r->in_span = true;
        tti_reading_states_take(r);
    }
    return is_silent;
}

/* Takes the item. After a skip the tick before the span can come, which is not taken. */
static void take_item(work *w)
{
    const tt_io_reading *r = w->r;
    if (r->item.kind == TT_ITEM_TICK && r->in_span && r->item.tick >= r->from) {
        take_tick(w);
    } else if (r->item.kind == TT_ITEM_FACT && r->in_span) {
        take_fact(w, r->item.fact);
    }
}

bool tti_paths_read(struct tti_paths *paths, tt_io_reading *r, tt_io_error *error)
{
    work *w = calloc(1, sizeof *w);
    bool good = w != NULL;
    if (good) {
        w->paths = paths;
        w->r = r;
        if (tti_paths_begins_silent(r)) {
            take_tick(w);
        }
        while (!w->no_memory && tt_io_reading_next(r)) {
            take_item(w);
        }
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            close_path(w, &w->slots[cid]);
        }
        good = !w->no_memory;
    }
    free(w);
    return good || tt_io_error_system(error, ENOMEM, "cannot hold the paths");
}

void tti_paths_free(struct tti_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->path[i].places);
    }
    free(paths->path);
    free(paths->mark);
    memset(paths, 0, sizeof *paths);
}
