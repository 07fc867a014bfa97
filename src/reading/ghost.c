/* SPDX-License-Identifier: MIT
 *
 * Reads a recording twice: for its finishes, and for the places of the run that was the fastest.
 */
#include "reading/ghost.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/camera.h"
#include "host/error.h"
#include "reading/inside.h"

struct best {
    int32_t tick, ticks, cid;
    uint64_t session;
};

static bool find_best(struct best *best, const char *path, const tt_io_reading_options *options,
                      tt_io_error *error)
{
    tt_io_reading_options how = *options;
    tt_io_reading r;
    how.wants = TT_WANT_FACTS;
    how.facts = TT_FACT_BIT(TT_FACT_FINISH);
    *best = (struct best){.ticks = -1};
    bool is_open = tt_io_reading_open(&r, path, &how);
    while (is_open && tt_io_reading_next(&r)) {
        const tt_fact *fact = r.item.fact;
        if (r.item.kind == TT_ITEM_FACT && fact->u.finish.ticks >= 0 &&
            (best->ticks < 0 || fact->u.finish.ticks < best->ticks)) {
            *best = (struct best){fact->tick, fact->u.finish.ticks, fact->cid, fact->session};
        }
    }
    *error = r.error;
    tt_io_reading_close(&r);
    if (error->status != TT_OK) {
        return false;
    }
    return best->ticks >= 0 || tti_error_say(error, TT_ERR_PLACE, "nobody finishes in it");
}

static void take(struct tti_ghost *ghost, const struct best *best, tt_io_reading *r)
{
    int32_t tick = r->item.tick;
    tt_tee_state tee;
    if (tick < ghost->start || tick > best->tick || !tti_reading_tee(r, best->cid, tick, &tee)) {
        return;
    }
    /* a tick without a record has the place of the tick before */
    int32_t index = tick - ghost->start;
    while (ghost->count < index && ghost->count > 0) {
        ghost->place[ghost->count] = ghost->place[ghost->count - 1];
        ghost->count++;
    }
    if (ghost->count == index || ghost->count == 0) {
        ghost->start = ghost->count == 0 ? tick : ghost->start;
        ghost->place[ghost->count++] = (struct tti_ghost_place){tee.x, tee.y};
    }
    const char *name = tt_recording_session(r->rec, best->cid).name;
    snprintf(ghost->name, sizeof ghost->name, "%s", name);
}

bool tti_ghost_read(struct tti_ghost *ghost, const char *path, const tt_io_reading_options *options,
                    tt_io_error *error)
{
    struct best best;
    char from[16], to[16];
    tt_io_reading_options how = *options;
    tt_io_reading r;
    *ghost = (struct tti_ghost){.place = NULL};
    if (!find_best(&best, path, options, error)) {
        return false;
    }
    ghost->ticks = best.ticks < best.tick ? best.ticks : best.tick;
    ghost->start = best.tick - ghost->ticks;
    ghost->place = malloc(((size_t)ghost->ticks + 1) * sizeof *ghost->place);
    if (ghost->place == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot hold the run");
    }
    snprintf(from, sizeof from, "%" PRId32, ghost->start);
    snprintf(to, sizeof to, "%" PRId64, (int64_t)best.tick + 1);
    how.wants = TT_WANT_TICKS;
    how.wants_states = true;
    how.from = from;
    how.to = to;
    bool is_open = tt_io_reading_open(&r, path, &how);
    while (is_open && tt_io_reading_next(&r)) {
        if (r.item.kind == TT_ITEM_TICK) {
            take(ghost, &best, &r);
        }
    }
    *error = r.error;
    if (error->status == TT_OK) {
        tti_io_map_of_header(&ghost->map, &r, error);
    }
    tt_io_reading_close(&r);
    if (error->status != TT_OK || ghost->count == 0) {
        free(ghost->place);
        ghost->place = NULL;
        return error->status == TT_OK &&
               tti_error_say(error, TT_ERR_PLACE, "the player who finishes is never seen");
    }
    return true;
}

static const struct tti_ghost_place *place_at(const struct tti_ghost *ghost, int64_t tick)
{
    int64_t last = ghost->count - 1;
    return &ghost->place[tick < 0 ? 0 : tick > last ? last : tick];
}

void tti_ghost_at(const struct tti_ghost *ghost, int64_t time, int64_t *x, int64_t *y)
{
    int64_t tick = time < 0 ? 0 : time / TT_SCENE_ONE, part = time < 0 ? 0 : time % TT_SCENE_ONE;
    const struct tti_ghost_place *from = place_at(ghost, tick), *to = place_at(ghost, tick + 1);
    int64_t dx = (int64_t)to->x - from->x, dy = (int64_t)to->y - from->y;
    part = llabs(dx) > TTI_LEAP || llabs(dy) > TTI_LEAP ? 0 : part;
    *x = from->x * (int64_t)TT_SCENE_ONE + dx * part;
    *y = from->y * (int64_t)TT_SCENE_ONE + dy * part;
}

bool tti_ghost_nearest(const struct tti_ghost *ghost, int64_t x, int64_t y, int32_t *time)
{
    enum { BEFORE = 50, AFTER = 500, NEAR = 96 };
    int64_t least = (int64_t)NEAR * NEAR;
    int32_t from = *time > BEFORE ? *time - BEFORE : 0, best = -1;
    for (int32_t i = from; i < ghost->count && i <= *time + AFTER; i++) {
        int64_t dx = x / TT_SCENE_ONE - ghost->place[i].x;
        int64_t dy = y / TT_SCENE_ONE - ghost->place[i].y;
        bool is_near = llabs(dx) <= NEAR && llabs(dy) <= NEAR;
        if (is_near && dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    *time = best >= 0 ? best : *time;
    return best >= 0;
}
