/* SPDX-License-Identifier: MIT
 *
 * Draws paths as lines, split into pieces of one colour.
 */
#include "draw/path.h"
#include "base/square_root.h"
#include "draw/paths.h"

/* The most points of a line, to limit memory on the stack. A longer path continues in another line,
 * and invisible parts are left out. */
#define LINE_POINTS 256

#define PATH_WIDTH (2 * TT_SHAPE_PIXEL) /* default width of a path */

/* One step in this many may be faster than the fastest colour of the ramp. */
#define SPEED_SHARE 100

typedef struct path_line {
    tti_pen *pen;
    int32_t width; /* width of the line, in parts of a pixel */
    tt_rgba color;
    tti_vec points[LINE_POINTS];
    uint32_t count;
    bool is_seen;
} path_line;

tt_rgba tti_paths_ramp(uint32_t step)
{
    static const uint32_t stops[] = {0x3b4cc0, 0x1098ad, 0x37b24d, 0xf2c037, 0xe8590c, 0xc2255c};
    const uint32_t last = sizeof stops / sizeof stops[0] - 1;
    uint32_t at = step * last, low = at / (TTI_RAMP_STEPS - 1), part = at % (TTI_RAMP_STEPS - 1);
    uint32_t a = stops[low], b = stops[low == last ? last : low + 1], mixed = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (from * (TTI_RAMP_STEPS - 1 - part) + to * part) / (TTI_RAMP_STEPS - 1) << shift;
    }
    return TTI_RGB(mixed);
}

tt_rgba tt_path_color(uint32_t number)
{
    /* the colours differ from each other, and from sky, earth and freeze tiles */
    static const uint32_t colors[] = {0xe6194b, 0x2f9e44, 0x4363d8, 0xf58231, 0x911eb4, 0x00a8b5,
                                      0xf032e6, 0x82c91e, 0x1c7ed6, 0x9a5a2c, 0x7048e8, 0xe8b100};
    const uint32_t count = sizeof colors / sizeof colors[0];
    uint32_t color = colors[number % count], round = number / count % 3, mixed = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t value = color >> shift & 255;
        value = round == 1 ? (value + 255) / 2 : round == 2 ? value * 3 / 5 : value;
        mixed |= value << shift;
    }
    return TTI_RGB(mixed);
}

/* Ends a line. The next one begins at its last point, so that two colours meet without a gap. */
static void end_line(path_line *l)
{
    if (l->count > 1 && l->is_seen) {
        tti_pen_stroke(l->pen, l->points, l->count, l->width, l->color);
    }
    if (l->count != 0) {
        l->points[0] = l->points[l->count - 1];
        l->count = 1;
    }
    l->is_seen = false;
}

/* Adds a piece of a line if it may be seen. Its bounding box is tested, so some invisible pieces
 * are drawn. */
static void add_point(path_line *l, tti_vec place)
{
    if (l->count == LINE_POINTS) {
        end_line(l);
    }
    l->points[l->count++] = place;
    if (l->count > 1) {
        tti_vec a = l->points[l->count - 2], way = tti_vec_sub(place, a);
        tti_fix reach = (way.x < 0 ? -way.x : way.x) + (way.y < 0 ? -way.y : way.y) + 32 * TTI_ONE;
        l->is_seen |= tti_view_has(&l->pen->view, a, reach);
    }
}

/* Returns 50 times the length of a step in units. Divided by its ticks that is units a second. */
static uint64_t length_of_step(const tt_path_place *a, const tt_path_place *b)
{
    int64_t x = (int64_t)b->x - a->x, y = (int64_t)b->y - a->y;
    return tti_square_root((uint64_t)(x * x + y * y), 27) * (uint64_t)TT_TICKS_PER_SECOND;
}

/* Returns the speed of a step in tiles a second, rounded up, at most TT_PATHS_FASTEST. */
static uint32_t speed_of(const tt_path_place *a, const tt_path_place *b, uint64_t ticks)
{
    uint64_t speed =
        (length_of_step(a, b) + ticks * TT_MAP_TILE_SIZE - 1) / (ticks * TT_MAP_TILE_SIZE);
    return speed < TT_PATHS_FASTEST ? (uint32_t)speed : TT_PATHS_FASTEST;
}

int32_t tti_paths_fastest(const tt_path *paths, size_t count)
{
    uint64_t ticks_at[TT_PATHS_FASTEST + 1] = {0}, all = 0, faster = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 1; k < paths[i].count; k++) {
            const tt_path_place *place = &paths[i].places[k];
            int64_t ticks = (int64_t)place->tick - place[-1].tick;
            if (!place->begins && ticks > 0) {
                uint32_t speed = speed_of(place - 1, place, (uint64_t)ticks);
                ticks_at[speed] += (uint64_t)ticks;
                all += speed != 0 ? (uint64_t)ticks : 0;
            }
        }
    }
    int32_t fastest = TT_PATHS_FASTEST;
    while (fastest > 1 && (faster += ticks_at[fastest]) * SPEED_SHARE <= all) {
        fastest--;
    }
    return fastest;
}

static uint32_t step_of(const tt_paths_options *how, const tt_path_place *a, const tt_path_place *b,
                        int64_t from, int64_t to)
{
    uint64_t part, most;
    if (how->by == TT_PATHS_BY_TIME) {
        part = (uint64_t)(a->tick - from);
        most = (uint64_t)(to - from);
    } else {
        part = length_of_step(a, b);
        most = (uint64_t)how->fastest * TT_MAP_TILE_SIZE * (uint64_t)((int64_t)b->tick - a->tick);
    }
    if (most == 0 || part >= most) {
        return most == 0 ? 0 : TTI_RAMP_STEPS - 1;
    }
    return (uint32_t)(part * TTI_RAMP_STEPS / most);
}

static void draw_path(path_line *l, const tt_path *path, const tt_paths_options *how, int64_t from,
                      int64_t to)
{
    l->count = 0;
    for (size_t i = 0; i < path->count; i++) {
        const tt_path_place *place = &path->places[i];
        if (i == 0 || place->begins) {
            end_line(l);
            l->count = 0;
        } else if (how->by == TT_PATHS_BY_PLAYER) {
            l->color = path->color;
        } else {
            tt_rgba color = tti_paths_ramp(step_of(how, place - 1, place, from, to));
            if (color.r != l->color.r || color.g != l->color.g || color.b != l->color.b) {
                end_line(l);
                l->color = color;
            }
        }
        add_point(l, tti_vec_of(place->x, place->y));
    }
    end_line(l);
}

/* Draws paths. All of them share one span of time, so that a colour means the same time in each. */
tt_status tt_draw_paths(tt_shapes *list, const tt_camera *camera, const tt_path *paths,
                        size_t count, const tt_paths_options *options)
{
    tt_paths_options how = {.by = TT_PATHS_BY_PLAYER};
    how = options != NULL ? *options : how;
    how.fastest = how.fastest > 0 ? how.fastest : TT_PATHS_FASTEST;
    tti_pen pen = tti_pen_world(list, camera);
    int64_t from = INT64_MAX, to = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        if (paths[i].count != 0) {
            int64_t first = paths[i].places[0].tick,
                    last = paths[i].places[paths[i].count - 1].tick;
            from = first < from ? first : from;
            to = last > to ? last : to;
        }
    }
    path_line l = {.pen = &pen, .width = how.width > 0 ? how.width : PATH_WIDTH};
    for (size_t i = 0; i < count; i++) {
        l.color = how.by == TT_PATHS_BY_PLAYER ? paths[i].color : tti_paths_ramp(0);
        draw_path(&l, &paths[i], &how, from, to);
    }
    return tti_pen_status(list);
}
