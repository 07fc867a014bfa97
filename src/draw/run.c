/* SPDX-License-Identifier: MIT
 *
 * Places of ghosts between their ticks, and the search for the gap between two runs.
 */
#include "draw/run.h"

#include "draw/camera.h"

static const struct tti_ghost_place *place_at(const struct tti_ghost *ghost, int64_t tick)
{
    int64_t last = ghost->count - 1;
    return &ghost->place[tick < 0 ? 0 : tick > last ? last : tick];
}

static int64_t distance(int64_t from, int64_t to)
{
    return from < to ? to - from : from - to;
}

/* Gives the tick at which the ghost was nearest to a place. `*tick` is the result of the last call,
 * at first 0. Returns false when the ghost was never nearer than three tiles: *tick then remains.
 */
static bool find_nearest(const struct tti_ghost *ghost, const struct tti_ghost_place *at,
                         int32_t *tick)
{
    enum { BEFORE = 50, AFTER = 500, NEAR = 96 };
    int64_t least = (int64_t)NEAR * NEAR;
    int32_t from = *tick > BEFORE ? *tick - BEFORE : 0, best = -1;
    for (int32_t i = from; i < ghost->count && i <= *tick + AFTER; i++) {
        int64_t dx = distance(at->x, ghost->place[i].x), dy = distance(at->y, ghost->place[i].y);
        if (dx <= NEAR && dy <= NEAR && dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    *tick = best >= 0 ? best : *tick;
    return best >= 0;
}

void tti_ghost_gaps(const struct tti_ghost *own, const struct tti_ghost *ghost, int32_t *gaps)
{
    int32_t nearest = 0;
    for (int32_t tick = 0; tick < own->count; tick++) {
        bool is_found = tick > 0 && find_nearest(ghost, &own->place[tick], &nearest);
        gaps[tick] = is_found ? tick - nearest : TTI_NO_GAP;
    }
}

static void set_gap(tt_draw_ghost *drawn, const struct tti_ghost *own,
                    const struct tti_ghost *ghost, const int32_t *gaps, int64_t tick)
{
    int32_t gap = TTI_NO_GAP;
    if (tick >= own->ticks) {
        gap = own->ticks - ghost->ticks;
    } else if (tick >= 0 && tick < own->count) {
        gap = gaps[tick];
    }
    drawn->has_gap = gap != TTI_NO_GAP;
    drawn->gap = drawn->has_gap ? gap : 0;
}

void tti_ghost_draw(tt_draw_ghost *drawn, const struct tti_ghost *own,
                    const struct tti_ghost *ghost, const int32_t *gaps, int64_t time)
{
    int64_t tick = time < 0 ? 0 : time / TTI_ONE, part = time < 0 ? 0 : time % TTI_ONE;
    const struct tti_ghost_place *from = place_at(ghost, tick), *to = place_at(ghost, tick + 1);
    bool leaps = distance(from->x, to->x) > TTI_LEAP || distance(from->y, to->y) > TTI_LEAP;
    part = leaps ? 0 : part;
    tti_vec at = tti_vec_lerp(tti_vec_of(from->x, from->y), tti_vec_of(to->x, to->y), part);
    tti_vec hook = tti_vec_of(from->hook_x, from->hook_y);
    if (from->hooks != 0 && to->hooks != 0) {
        hook = tti_vec_lerp(hook, tti_vec_of(to->hook_x, to->hook_y), part);
    }
    *drawn = (tt_draw_ghost){.x = at.x,
                             .y = at.y,
                             .name = ghost->name,
                             .player = ghost->player.is_known ? &ghost->player : NULL,
                             .angle = from->angle,
                             .weapon = from->weapon,
                             .hooks = from->hooks != 0,
                             .hook_x = hook.x,
                             .hook_y = hook.y};
    if (!leaps) {
        drawn->vel_x = (to->x - from->x) * 256;
        drawn->vel_y = (to->y - from->y) * 256;
    }
    set_gap(drawn, own, ghost, gaps, time < 0 ? -1 : tick);
}
