/* SPDX-License-Identifier: MIT
 *
 * Draws the design of a map: groups that follow the camera at their own speeds, with layers of
 * tiles and of quads. A layer of tiles is one shape, whose tiles the painter looks up. Quads become
 * triangles, after their envelopes have moved them. docs/format/map.md describes maps.
 */
#include "map/design.h"
#include "draw/parts.h"

/* A full circle in degrees times TT_MAP_ONE. */
#define MAP_CIRCLE (360 * TT_MAP_ONE)

#define US_A_TICK 20000

#define FIX_OF_MAP (TTI_ONE / TT_MAP_ONE)

/* The area that the design may paint before the tees, and again after them, in 256ths of the
 * picture: 64 pictures. Maps of the game need at most 30 before and 17 after. Without a limit a
 * small file with layers and quads that share their data could need minutes a frame. */
#define BUDGET (64 * 256)
#define LAYER_COST 256
#define ENVELOPE_COST 8

/* The last values of an envelope. Neighbouring quads mostly use the same envelope. */
typedef struct animated {
    tt_map_animation by;
    bool is_known;
    int32_t numbers[4];
} animated;

typedef struct design_pass {
    const tti_moment *m;
    const tt_draw_map *map;
    int64_t time; /* microseconds since the round began */
    int64_t left; /* rest of the budget; below 0 nothing more is drawn */
    animated color, position;
} design_pass;

/* Returns the time of envelopes, which is that of the round. The game has a second clock for some
 * of them, but here a moment always gives the same picture. The division comes before the product,
 * because ticks times microseconds could exceed 64 bits. */
static int64_t design_time(const tti_moment *m)
{
    int64_t start = m->game.has_start ? m->game.start_tick : 0;
    return (m->time - start * TTI_ONE) / TTI_ONE * US_A_TICK +
           (m->time - start * TTI_ONE) % TTI_ONE * US_A_TICK / TTI_ONE;
}

static uint8_t byte_times(uint8_t value, int32_t factor)
{
    int64_t product = (int64_t)value * factor / TT_MAP_ONE;
    return (uint8_t)tti_clamp(product, 0, 255);
}

static tt_rgba layer_color(const uint8_t color[4], const int32_t factor[4])
{
    return (tt_rgba){byte_times(color[0], factor[0]), byte_times(color[1], factor[1]),
                     byte_times(color[2], factor[2]), byte_times(color[3], factor[3])};
}

/* Returns true when a layer can be drawn with its image. Each image has a bit, because the game
 * accepts at most 64 images. */
static bool has_image(const tt_draw_map *map, int32_t image)
{
    return image < 0 || (image < 64 && (map->images >> image & 1u) != 0);
}

static void set_image(tt_shape *shape, int32_t image)
{
    shape->image = image < 0 ? TT_IMAGE_NONE : TT_IMAGE_MAP;
    shape->index = image < 0 ? 0 : (uint32_t)image;
}

tt_shape tti_design_tiles(const tti_pen *pen, tt_rgba color, uint32_t layer)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_TILES, color);
    shape.u.tiles.layer = layer;
    shape.u.tiles.tile =
        tti_view_tiles(&pen->view, &shape.u.tiles.x, &shape.u.tiles.y, &shape.u.tiles.origin);
    return shape;
}

static void tiles(tti_pen *pen, design_pass *g, const tt_map_layer *layer, uint32_t index)
{
    int32_t factor[4];
    tti_map_design_color(g->map->design, layer->color_by, g->time, factor);
    tt_shape shape = tti_design_tiles(pen, layer_color(layer->color, factor), index);
    set_image(&shape, layer->image);
    if (shape.color.a != 0) {
        tti_pen_add(pen, &shape);
        g->left -= LAYER_COST;
    }
}

/* Returns true when an envelope must be evaluated, and false when its last values can be used
 * again. */
static bool is_animation_new(design_pass *g, animated *last, tt_map_animation by)
{
    if (last->is_known && last->by.envelope == by.envelope && last->by.offset == by.offset) {
        return false;
    }
    g->left -= by.envelope >= 0 ? ENVELOPE_COST : 0;
    last->by = by;
    last->is_known = true;
    return true;
}

/* Turns the corners of a quad around its pivot, and then moves them with the pivot. Angles wrap
 * around at 32 bits. */
static void move_quad(design_pass *g, const tt_map_quad *quad, tti_vec at[4])
{
    const int32_t *way = g->position.numbers;
    if (is_animation_new(g, &g->position, quad->position_by)) {
        tti_map_design_position(g->map->design, quad->position_by, g->time, g->position.numbers);
    }
    tt_turn turn = tti_turn_of(
        (tti_angle)(uint64_t)((way[2] % MAP_CIRCLE) * INT64_C(4294967296) / MAP_CIRCLE));
    tti_vec pivot = {quad->pivot.x * FIX_OF_MAP, quad->pivot.y * FIX_OF_MAP};
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (tti_vec){quad->at[i].x * FIX_OF_MAP, quad->at[i].y * FIX_OF_MAP};
        if (way[2] != 0) {
            at[i] = tti_vec_add(pivot, tti_vec_turn(tti_vec_sub(at[i], pivot), turn));
        }
        at[i].x += way[0] * FIX_OF_MAP;
        at[i].y += way[1] * FIX_OF_MAP;
    }
}

/* Returns how much of the picture the box around the corners covers, in 256ths. Any visible box
 * gives at least 1. */
static int64_t seen(const tti_view *view, const tti_vec at[4])
{
    tti_vec low = at[0], high = at[0];
    for (unsigned i = 1; i < 4; i++) {
        low.x = at[i].x < low.x ? at[i].x : low.x;
        low.y = at[i].y < low.y ? at[i].y : low.y;
        high.x = at[i].x > high.x ? at[i].x : high.x;
        high.y = at[i].y > high.y ? at[i].y : high.y;
    }
    if (high.x < view->left || low.x > view->left + view->width || high.y < view->top ||
        low.y > view->top + view->height) {
        return 0;
    }
    int64_t left = low.x > view->left ? low.x - view->left : 0;
    int64_t top = low.y > view->top ? low.y - view->top : 0;
    int64_t right = high.x - view->left < view->width ? high.x - view->left : view->width;
    int64_t bottom = high.y - view->top < view->height ? high.y - view->top : view->height;
    return 1 + (right - left) * 16 / view->width * ((bottom - top) * 16) / view->height;
}

/* Limits a texture coordinate so that products fit into 32 bits: a file may have any int32. */
static int32_t texture(int32_t place)
{
    const int32_t most = 1 << 24;
    return (int32_t)(tti_clamp(place, -most, most) * (TT_SHAPE_ONE / TT_MAP_ONE));
}

/* Draws a quad. The game splits it along the diagonal from the first corner to the last. Colours
 * are linear in each triangle, so the other diagonal would look different. Maps have thousands of
 * quads, so the cheap tests come first. */
static void quad(tti_pen *pen, design_pass *g, const tt_map_layer *layer, const tt_map_quad *q)
{
    static const uint8_t corners[2][3] = {{0, 1, 3}, {0, 3, 2}};
    const int32_t *factor = g->color.numbers;
    tti_vec at[4];
    g->left--;
    if (is_animation_new(g, &g->color, q->color_by)) {
        tti_map_design_color(g->map->design, q->color_by, g->time, g->color.numbers);
    }
    if (factor[3] <= 0) {
        return;
    }
    move_quad(g, q, at);
    int64_t cost = seen(&pen->view, at);
    if (cost == 0) {
        return;
    }
    g->left -= cost;
    for (unsigned t = 0; t < 2; t++) {
        tt_shape shape = tti_pen_shape(pen, TT_SHAPE_TRIANGLE, TTI_WHITE);
        set_image(&shape, layer->image);
        shape.flags |= TT_SHAPE_REPEAT;
        for (unsigned i = 0; i < 3; i++) {
            unsigned c = corners[t][i];
            shape.u.triangle.at[i] = tti_view_place(&pen->view, at[c]);
            shape.u.triangle.color[i] = tti_rgba_fade(layer_color(q->color[c], factor), pen->alpha);
            shape.u.triangle.u[i] = texture(q->texture[c].x);
            shape.u.triangle.v[i] = texture(q->texture[c].y);
        }
        tti_pen_add(pen, &shape);
    }
}

static void paint_layer(tti_pen *pen, design_pass *g, uint32_t index)
{
    tt_map_layer layer;
    tt_map_quad q;
    const tt_map_design *design = g->map->design;
    if (tt_map_design_layer(design, index, &layer, NULL) != TT_OK ||
        g->map->layers[index] == NULL || !has_image(g->map, layer.image)) {
        return;
    }
    if (layer.kind == TT_LAYER_TILES && layer.plays == 0) {
        tiles(pen, g, &layer, index);
    } else if (layer.kind == TT_LAYER_QUADS) {
        for (uint32_t i = 0; i < layer.quads && g->left > 0; i++) {
            tti_map_design_quad(design, g->map->layers[index], i, &q);
            quad(pen, g, &layer, &q);
        }
    }
}

/* Rounds a position to whole pixels, at which painters clip. */
static int32_t pixels(int32_t parts, int32_t most)
{
    int32_t rounded = (parts + TT_SHAPE_PIXEL / 2) >> 8;
    return (int32_t)tti_clamp(rounded, 0, most);
}

/* Clips to the rectangle of a group, which is in the world. Returns false when nothing of it is
 * visible. */
static bool clip(tti_pen *pen, const tti_view *world, const tt_camera *c, const tt_map_group *group)
{
    tti_vec from = tti_vec_of(group->clip_x, group->clip_y);
    tti_vec to = {from.x + tti_place(group->clip_width), from.y + tti_place(group->clip_height)};
    tt_point low = tti_view_place(world, from), high = tti_view_place(world, to);
    low = (tt_point){pixels(low.x, c->width), pixels(low.y, c->height)};
    high = (tt_point){pixels(high.x, c->width), pixels(high.y, c->height)};
    if (low.x >= high.x || low.y >= high.y) {
        return false;
    }
    tti_pen_clip(pen, low, high);
    return true;
}

/* Paints the layers [from, to) of a group. A clip is ended afterwards, because it would hold for
 * later shapes. */
static void paint_group(tti_pen *pen, design_pass *g, const tti_ground *ground,
                        const tt_map_group *group, uint32_t from, uint32_t to)
{
    tti_parallax parallax = {group->offset_x, group->offset_y, group->parallax_x,
                             group->parallax_y};
    tti_pen plane = *pen;
    plane.view = tti_view_of(ground->camera, &parallax);
    if (from >= to || (group->clips && !clip(pen, &pen->view, ground->camera, group))) {
        return;
    }
    for (uint32_t i = from; i < to && g->left > 0; i++) {
        paint_layer(&plane, g, i);
    }
    if (group->clips) {
        tti_pen_clip(pen, (tt_point){0, 0},
                     (tt_point){ground->camera->width, ground->camera->height});
    }
}

/* Paints the layers before or after the game layer. A map without a game layer has all layers
 * before it. The design is paler when rules are drawn, too. */
void tti_design(tti_pen *pen, const tti_moment *m, const tti_ground *ground, bool is_after)
{
    const tt_map_design *design = ground->map->design;
    design_pass g = {.m = m, .map = ground->map, .time = design_time(m), .left = BUDGET};
    tti_pen pale = *pen;
    tt_map_group group;
    pale.alpha = pen->alpha * (255u - m->options->rules) / 255;
    for (uint32_t i = 0; i < design->groups; i++) {
        int64_t side = design->game_group < 0 ? -1 : (int64_t)i - design->game_group;
        if (tt_map_design_group(design, i, &group, NULL) != TT_OK || (side < 0 && is_after) ||
            (side > 0 && !is_after)) {
            continue;
        }
        uint32_t from = group.first, to = group.first + group.count;
        if (side == 0) {
            uint32_t game = (uint32_t)design->game;
            from = is_after ? game : from;
            to = is_after ? to : game;
        }
        paint_group(&pale, &g, ground, &group, from, to);
    }
}
