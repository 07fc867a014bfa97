/* SPDX-License-Identifier: MIT
 *
 * Filters the points of a path. A point on the line between two others is left out, because tees
 * mostly run straight or do not move. A point costs at most TTI_PATH_HELD steps, and the memory is
 * fixed.
 */
#include "draw/path_filter.h"
#include "world/world.h"

#include "base/mem.h"
#include "base/square_root.h"

/* Coordinates are limited to this many world units, so that products of their differences fit into
 * 64 bits. */
#define PATH_FAR (1 << 24)

static int32_t near(int32_t value)
{
    return value < -PATH_FAR ? -PATH_FAR : value > PATH_FAR ? PATH_FAR : value;
}

void tt_path_filter_init(tt_path_filter *outer)
{
    tti_path_filter *filter = tti_path_filter_of(outer);
    tti_fill(filter, 0, sizeof *filter);
}

/* Returns true when `place` is at most half a unit from the line and between its ends: a tee may
 * have turned back. Twice the cross product is compared with the length, which needs no
 * division. */
static bool is_near_line(const tt_path_place *from, const tt_path_place *to,
                         const tt_path_place *place)
{
    int64_t x = (int64_t)to->x - from->x, y = (int64_t)to->y - from->y;
    int64_t dx = (int64_t)place->x - from->x, dy = (int64_t)place->y - from->y;
    int64_t along = x * dx + y * dy, square = x * x + y * y; /* both are below 2^52 */
    if (square == 0) {
        return dx == 0 && dy == 0;
    }
    int64_t cross = x * dy - y * dx;
    uint64_t twice = (uint64_t)(cross < 0 ? -cross : cross) * 2;
    return along >= 0 && along <= square && twice <= tti_square_root((uint64_t)square, 27);
}

/* Returns true when a line from the last given point would miss a held one, or no room is left. */
static bool needs_held(const tti_path_filter *filter, const tt_path_place *place)
{
    if (filter->count == TTI_PATH_HELD) {
        return true;
    }
    for (uint32_t i = 0; i < filter->count; i++) {
        if (!is_near_line(&filter->from, place, &filter->held[i])) {
            return true;
        }
    }
    return false;
}

/* Returns true when the way between two points is no motion. A tick that is not above the one
 * before counts as a jump, too. */
static bool is_path_jump(const tti_path_filter *filter, const tt_path_place *a,
                         const tt_path_place *b)
{
    bool asked = filter->has_asked && (int64_t)b->tick == (int64_t)filter->asked + 1;
    int64_t ticks = (int64_t)b->tick - a->tick;
    return ticks < 1 || tti_tee_jumped((int64_t)b->x - a->x, (int64_t)b->y - a->y, ticks, asked);
}

static bool is_reborn(tti_path_filter *filter, const tt_path_place *place)
{
    bool moved = place->x != filter->died_x || place->y != filter->died_y;
    bool is_reborn = filter->is_dead && (moved || place->begins);
    filter->is_dead = filter->is_dead && !is_reborn;
    return is_reborn;
}

static const tt_path_place *last_of(const tti_path_filter *filter)
{
    return filter->count != 0 ? &filter->held[filter->count - 1] : &filter->from;
}

void tt_path_filter_ask(tt_path_filter *outer, int32_t tick)
{
    tti_path_filter *filter = tti_path_filter_of(outer);
    filter->asked = tick;
    filter->has_asked = true;
}

void tt_path_filter_die(tt_path_filter *outer, int32_t x, int32_t y)
{
    tti_path_filter *filter = tti_path_filter_of(outer);
    filter->died_x = near(x);
    filter->died_y = near(y);
    filter->is_dead = true;
}

/* Takes a point. A jump ends the line at the last held point, and a new line begins. */
size_t tt_path_filter_take(tt_path_filter *outer, tt_path_place place, tt_path_place out[2])
{
    tti_path_filter *filter = tti_path_filter_of(outer);
    size_t given = 0;
    place.x = near(place.x);
    place.y = near(place.y);
    place.begins |= is_reborn(filter, &place);
    if (!filter->has_from || place.begins || is_path_jump(filter, last_of(filter), &place)) {
        if (filter->has_from && filter->count != 0) {
            out[given++] = *last_of(filter);
        }
        place.begins = 1;
        filter->from = place;
        filter->has_from = true;
        filter->count = 0;
        out[given++] = place;
        return given;
    }
    if (needs_held(filter, &place)) {
        filter->from = *last_of(filter);
        filter->count = 0;
        out[given++] = filter->from;
    }
    filter->held[filter->count++] = place;
    return given;
}

size_t tt_path_filter_end(tt_path_filter *outer, tt_path_place out[1])
{
    tti_path_filter *filter = tti_path_filter_of(outer);
    size_t given = 0;
    if (filter->count != 0) {
        out[given++] = *last_of(filter);
    }
    tt_path_filter_init(outer);
    return given;
}
