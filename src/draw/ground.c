/* SPDX-License-Identifier: MIT
 *
 * The map: groups in order, layers in order, the tees where the game layer is.
 *
 * There are four ways: no map (a grid), what the tiles mean drawn by rule, the same out of the
 * game's own sheet, and the design with the rules over it as pale as is asked for. Before the tees
 * comes what is under them, after them what covers them.
 */
#include "draw/ground.h"

/* Sky of the view that shows what tiles mean. Plain under heat maps, where colours have a meaning.
 */
static void sky(tti_pen *pen, const tti_moment *m)
{
    if (m->options->no_sky) {
        tti_pen_gradient(pen, TTI_RGB(0xe9ecef), TTI_RGB(0xe9ecef));
    } else {
        tti_pen_gradient(pen, TTI_RGB(0x8fb8de), TTI_RGB(0xd7e6f1));
    }
}

/* The painter draws the tiles. `items` asks it for the pickups of the map too: of a recording of a
 * server, when what is derived is not to be shown. */
static void rules(tti_pen *pen, const tti_moment *m, uint8_t alpha, uint8_t overlay)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_RULES, TTI_RGBA(0xffffff, alpha));
    shape.u.rules.tile =
        tti_view_tiles(&pen->view, &shape.u.rules.x, &shape.u.rules.y, &shape.u.rules.origin);
    shape.u.rules.overlay = overlay;
    shape.u.rules.items = m->scene->is_reconstructed && !m->derives;
    tti_pen_add(pen, &shape);
}

/* 1 when the map is drawn by what its tiles mean, and by that alone. */
static int is_by_rule(const tti_moment *m, const tti_ground *ground)
{
    return ground->map->design == NULL || ground->map->layers == NULL || m->options->rules == 255;
}

/* 1 when that is drawn with the game's own sheet, as the game does it. The sheet is laid over tiles
 * of the design's layers, so these have to be there. */
static int has_sheet(const tti_moment *m, const tti_ground *ground)
{
    return is_by_rule(m, ground) && tti_has_art(m, TT_IMAGE_ENTITIES) && !m->options->no_sky &&
           ground->map->design != NULL && ground->map->layers != NULL;
}

/* A layer that the map does not have is -1, one that was left out is NULL. */
static void sheet(tti_pen *pen, const tti_ground *ground, int32_t layer)
{
    if (layer >= 0 && (uint32_t)layer < ground->map->design->layers &&
        ground->map->layers[layer] != NULL) {
        tt_shape shape = tti_design_tiles(pen, TTI_WHITE, (uint32_t)layer);
        shape.image = TT_IMAGE_ENTITIES;
        tti_pen_add(pen, &shape);
    }
}

static int has_map(const tti_moment *m, const tti_ground *ground)
{
    return (m->options->show & TT_DRAW_MAP) != 0 && ground->map != NULL &&
           ground->map->game != NULL;
}

/* The first shape fills the picture, whatever is under it, so painters need not clear it. */
void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground)
{
    const tt_rgba grey = TTI_RGB(0x808080);
    if ((m->options->show & TT_DRAW_MAP) == 0) {
        tti_pen_gradient(pen, grey, grey);
    } else if (!has_map(m, ground)) {
        tti_grid(pen);
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

/* With the sheet all of the map is over the tees, as in the game; by rule all of it was under them.
 */
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
