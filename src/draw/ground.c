/* SPDX-License-Identifier: MIT
 *
 * Draws the map under and over the tees: a grid if there is no map, the rules (the meaning of the
 * tiles, drawn without images or from the game's own sheet), or the design with the rules over it.
 */
#include "draw/parts.h"

#define GROUND_TILE (TT_MAP_TILE_SIZE * TTI_ONE)

/* The smallest distance of two lines in the picture, in parts of a pixel, which limits the number
 * of lines. */
#define LINES_APART (8 * TT_SHAPE_PIXEL)

/* Rounds down to a multiple. The remainder is negative left of the origin. */
static tti_fix floor_to(tti_fix value, tti_fix step)
{
    tti_fix rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

static void lines(tti_pen *pen, tti_fix step, tt_rgba color)
{
    const tti_view *v = &pen->view;
    tti_fix right = v->left + v->width, low = v->top + v->height;
    if (tti_view_length(v, step) < LINES_APART) {
        return;
    }
    for (tti_fix x = floor_to(v->left, step) + step; x < right; x += step) {
        tti_vec line[2] = {{x, v->top}, {x, low}};
        tti_pen_line(pen, line, 2, 0, color);
    }
    for (tti_fix y = floor_to(v->top, step) + step; y < low; y += step) {
        tti_vec line[2] = {{v->left, y}, {right, y}};
        tti_pen_line(pen, line, 2, 0, color);
    }
}

/* Draws the sky under the meaning of tiles. Heat maps get a plain one, because their colours have a
 * meaning. */
static void sky(tti_pen *pen, const tti_moment *m)
{
    if (m->options->no_sky) {
        tti_pen_gradient(pen, TTI_RGB(0xe9ecef), TTI_RGB(0xe9ecef));
    } else {
        tti_pen_gradient(pen, TTI_RGB(0x8fb8de), TTI_RGB(0xd7e6f1));
    }
}

/* Draws the rules. If derived pickups are not shown, the map's pickups are drawn with them
 * (`items`). */
static void rules(tti_pen *pen, const tti_moment *m, uint8_t alpha, uint8_t overlay)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_RULES, TTI_RGBA(0xffffff, alpha));
    shape.u.rules.tile =
        tti_view_tiles(&pen->view, &shape.u.rules.x, &shape.u.rules.y, &shape.u.rules.origin);
    shape.u.rules.overlay = overlay;
    shape.u.rules.items = m->scene->is_reconstructed && !m->derives;
    tti_pen_add(pen, &shape);
}

static bool is_by_rule(const tti_moment *m, const tti_ground *ground)
{
    return ground->map->design == NULL || ground->map->layers == NULL || m->options->rules == 255;
}

/* Returns true when the rules are drawn from the game's sheet, which needs the tiles of the
 * design's layers. */
static bool has_sheet(const tti_moment *m, const tti_ground *ground)
{
    return is_by_rule(m, ground) && tti_has_art(m, TT_IMAGE_ENTITIES) && !m->options->no_sky &&
           ground->map->design != NULL && ground->map->layers != NULL;
}

/* Draws a layer with the game's sheet. `layer` is -1 if the map has no such layer. Its tiles are
 * NULL if they could not be unpacked. */
static void sheet(tti_pen *pen, const tti_ground *ground, int32_t layer)
{
    if (layer >= 0 && (uint32_t)layer < ground->map->design->layers &&
        ground->map->layers[layer] != NULL) {
        tt_shape shape = tti_design_tiles(pen, TTI_WHITE, (uint32_t)layer);
        shape.image = TT_IMAGE_ENTITIES;
        tti_pen_add(pen, &shape);
    }
}

static bool has_map(const tti_moment *m, const tti_ground *ground)
{
    return (m->options->show & TT_DRAW_MAP) != 0 && ground->map != NULL &&
           ground->map->game != NULL;
}

/* Draws what is under the tees. The first shape fills the picture, so that painters need not clear
 * it. */
void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground)
{
    const tt_rgba grey = TTI_RGB(0x808080);
    if ((m->options->show & TT_DRAW_MAP) == 0) {
        tti_pen_gradient(pen, grey, grey);
    } else if (!has_map(m, ground)) {
        tti_pen_gradient(pen, TTI_RGB(0x39424e), TTI_RGB(0x39424e));
        lines(pen, GROUND_TILE, TTI_RGB(0x434d5a));
        lines(pen, 10 * GROUND_TILE, TTI_RGB(0x5b6878));
    } else if (has_sheet(m, ground)) {
        tti_pen_gradient(pen, grey, grey);
    } else if (is_by_rule(m, ground)) {
        sky(pen, m);
        rules(pen, m, 255, 0);
    } else {
        tti_pen_gradient(pen, grey, grey);
        tti_design(pen, m, ground, 0);
        if (m->options->rules > 0) {
            rules(pen, m, m->options->rules, 0);
        }
    }
}

/* Draws the layers over the tees. With the game's sheet these are all layers of the rules, as in
 * the game. */
void tti_ground_after(tti_pen *pen, const tti_moment *m, const tti_ground *ground)
{
    if (!has_map(m, ground)) {
        return;
    }
    if (has_sheet(m, ground)) {
        sheet(pen, ground, ground->map->design->game);
        sheet(pen, ground, ground->map->design->front);
        rules(pen, m, 255, 1);
    } else if (!is_by_rule(m, ground)) {
        tti_design(pen, m, ground, 1);
    }
}
