/* SPDX-License-Identifier: MIT
 *
 * Clips large triangles to the parts of the picture that no later layer of tiles hides. The values
 * at a new corner lie between those of the two corners of its edge.
 */
#include "web/stage_cover.h"

/* A triangle in a smaller box is drawn as it is, in pixels of the box. */
#define SMALL (64.0f * 64)

/* A triangle that is clipped at four sides has at most seven corners. */
#define CORNERS_MOST 8

struct polygon {
    struct stage_vertex corner[CORNERS_MOST];
    int count;
};

static uint8_t mix(uint8_t from, uint8_t to, float part)
{
    return (uint8_t)((float)from + ((float)to - (float)from) * part + 0.5f);
}

/* Returns the corner on an edge at `at`, a value of x or y. An edge that two triangles share is cut
 * in the same direction for both, so that there is no gap between them. */
static struct stage_vertex between(const struct stage_vertex *a, const struct stage_vertex *b,
                                   bool is_x, float at)
{
    bool swaps = is_x ? a->x > b->x : a->y > b->y;
    const struct stage_vertex *from = swaps ? b : a, *to = swaps ? a : b;
    float begin = is_x ? from->x : from->y, end = is_x ? to->x : to->y;
    float part = (at - begin) / (end - begin);
    struct stage_vertex v = *from;
    v.x = is_x ? at : from->x + (to->x - from->x) * part;
    v.y = is_x ? from->y + (to->y - from->y) * part : at;
    v.a = from->a + (to->a - from->a) * part;
    v.b = from->b + (to->b - from->b) * part;
    v.color =
        (tt_rgba){mix(from->color.r, to->color.r, part), mix(from->color.g, to->color.g, part),
                  mix(from->color.b, to->color.b, part), mix(from->color.a, to->color.a, part)};
    return v;
}

/* Keeps what is on one side of a line: where x (or y) is above `at`, or below it. */
static void cut(struct polygon *p, bool is_x, float at, bool keeps_above)
{
    struct polygon whole = *p;
    p->count = 0;
    for (int i = 0; i < whole.count; i++) {
        const struct stage_vertex *a = &whole.corner[i], *b = &whole.corner[(i + 1) % whole.count];
        float from = is_x ? a->x : a->y, to = is_x ? b->x : b->y;
        bool has_a = keeps_above ? from >= at : from <= at;
        bool has_b = keeps_above ? to >= at : to <= at;
        if (has_a && p->count < CORNERS_MOST) {
            p->corner[p->count++] = *a;
        }
        if (has_a != has_b && p->count < CORNERS_MOST) {
            p->corner[p->count++] = between(a, b, is_x, at);
        }
    }
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

void stage_triangle(const struct stage_vertex c[3], unsigned image, uint32_t index, unsigned grey)
{
    float x0 = least(c[0].x, least(c[1].x, c[2].x)), x1 = most(c[0].x, most(c[1].x, c[2].x));
    float y0 = least(c[0].y, least(c[1].y, c[2].y)), y1 = most(c[0].y, most(c[1].y, c[2].y));
    size_t parts;
    const struct tti_rect *part = stage_cover_parts(stage_list.number, &parts);
    bool is_whole = parts == 1 && part->x0 <= 0 && part->y0 <= 0 && part->x1 >= stage_list.width &&
                    part->y1 >= stage_list.height;
    bool is_small = is_whole || (x1 - x0) * (y1 - y0) < SMALL;
    parts = is_small ? 1 : parts;
    for (size_t i = 0; i < parts; i++) {
        struct polygon p = {.corner = {c[0], c[1], c[2]}, .count = 3};
        if (!is_small) {
            cut(&p, true, (float)part[i].x0, true);
            cut(&p, true, (float)part[i].x1, false);
            cut(&p, false, (float)part[i].y0, true);
            cut(&p, false, (float)part[i].y1, false);
        }
        for (int k = 2; k < p.count; k++) {
            struct stage_vertex *v = stage_room(3, image, index, grey);
            if (v != NULL) {
                v[0] = p.corner[0];
                v[1] = p.corner[k - 1];
                v[2] = p.corner[k];
            }
        }
    }
}
