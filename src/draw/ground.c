/* SPDX-License-Identifier: MIT
 *
 * The map: groups in order, layers in order, the tees where the game layer is.
 */
#include "draw/ground.h"

/* Sky of the view that shows what tiles mean. */
static void sky(tti_pen *pen, const tti_moment *m)
{
    if (m->options->no_sky) {
        tti_pen_gradient(pen, TTI_RGB(0xe9ecef), TTI_RGB(0xe9ecef));
    } else {
        tti_pen_gradient(pen, TTI_RGB(0x8fb8de), TTI_RGB(0xd7e6f1));
    }
}

/* A whole number of tiles, rounded down. */
static int32_t tile_of(tti_fix units)
{
    return (int32_t)(units >> (16 + 5));
}

/* Where tiles begin in the picture; the sides of one, in 1 / TT_SHAPE_ONE of a pixel. */
static int64_t place_tiles(const tti_view *view, int32_t *x, int32_t *y, tt_point *origin)
{
    *x = tile_of(view->left);
    *y = tile_of(view->top);
    tti_vec at = {*x * (TT_MAP_TILE_SIZE * TTI_ONE), *y * (TT_MAP_TILE_SIZE * TTI_ONE)};
    *origin = tti_view_place(view, at);
    /* parts in a unit times 2^20, to pixels times 2^16, times the units of a tile */
    return view->scale * TT_MAP_TILE_SIZE >> 12;
}

static void rules(tti_pen *pen, const tti_moment *m, uint8_t alpha)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_RULES, TTI_RGBA(0xffffff, alpha));
    shape.u.rules.tile =
        place_tiles(&pen->view, &shape.u.rules.x, &shape.u.rules.y, &shape.u.rules.origin);
    shape.u.rules.items = m->scene->is_reconstructed && !m->derives;
    tti_pen_add(pen, &shape);
}

void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground)
{
    if ((m->options->show & TT_DRAW_MAP) == 0) {
        tti_pen_gradient(pen, TTI_RGB(0x808080), TTI_RGB(0x808080));
    } else if (ground->map == NULL || ground->map->game == NULL) {
        tti_grid(pen);
    } else {
        sky(pen, m);
        rules(pen, m, 255);
    }
}

void tti_ground_after(tti_pen *pen, const tti_moment *m, const tti_ground *ground)
{
    (void)pen;
    (void)m;
    (void)ground;
}
