/* SPDX-License-Identifier: MIT
 *
 * Divides polygons into triangles by ear clipping, which is fast enough for few corners.
 */
#include "web/stage.h"

enum { CORNERS_MAX = 256 };

static int64_t cross(tt_point a, tt_point b, tt_point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static void put(tt_rgba color, tt_point a, tt_point b, tt_point c)
{
    const tt_point at[3] = {a, b, c};
    struct stage_vertex *v = stage_room(3, TT_IMAGE_NONE, 0, 0);
    for (int i = 0; v != NULL && i < 3; i++) {
        v[i] = (struct stage_vertex){.x = (float)at[i].x / TT_SHAPE_PIXEL,
                                     .y = (float)at[i].y / TT_SHAPE_PIXEL,
                                     .color = color,
                                     .mode = STAGE_PLAIN};
    }
}

/* Returns true for an ear: a convex corner whose triangle contains no other corner. */
static bool is_ear(const tt_point *p, size_t count, size_t i, int64_t way)
{
    tt_point a = p[(i + count - 1) % count], b = p[i], c = p[(i + 1) % count];
    if (cross(a, b, c) * way <= 0) {
        return false;
    }
    for (size_t k = 2; k + 1 < count; k++) {
        tt_point q = p[(i + k) % count];
        if (cross(a, b, q) * way > 0 && cross(b, c, q) * way > 0 && cross(c, a, q) * way > 0) {
            return false;
        }
    }
    return true;
}

static int64_t way_of(const tt_point *p, size_t count)
{
    double twice = 0;
    for (size_t i = 0; i < count; i++) {
        twice += (double)cross(p[0], p[i], p[(i + 1) % count]);
    }
    return twice < 0 ? -1 : 1;
}

void stage_polygon(tt_rgba color, const tt_point *points, size_t count)
{
    tt_point p[CORNERS_MAX];
    if (count < 3 || count > CORNERS_MAX) {
        return;
    }
    __builtin_memcpy(p, points, count * sizeof *p);
    int64_t way = way_of(p, count);
    for (size_t i = 0, tried = 0; count > 3; tried++) {
        i %= count;
        if (tried < count && !is_ear(p, count, i, way)) {
            i++;
            continue;
        }
        put(color, p[(i + count - 1) % count], p[i], p[(i + 1) % count]);
        for (size_t k = i + 1; k < count; k++) {
            p[k - 1] = p[k];
        }
        count--;
        tried = 0;
    }
    put(color, p[0], p[1], p[2]);
}
