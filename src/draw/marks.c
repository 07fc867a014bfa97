/* SPDX-License-Identifier: MIT
 *
 * Places of starts, deaths and finishes. They are as large in every picture.
 */
#include "draw/path.h"

/* Radius in pixels: a hundredth of the height, within bounds. */
static tti_fix radius_of(const tti_pen *screen)
{
    return tti_clamp(screen->view.height / 100, 4 * TTI_ONE, 20 * TTI_ONE);
}

/* Drawn twice by the caller: wide in ink, then narrow in colour, which gives it an edge. */
static void cross(tti_pen *pen, tti_vec at, tti_fix r, tti_fix width, tt_rgba color)
{
    tti_vec a[] = {{at.x - r, at.y - r}, {at.x + r, at.y + r}};
    tti_vec b[] = {{at.x - r, at.y + r}, {at.x + r, at.y - r}};
    tti_pen_line(pen, a, 2, width, color);
    tti_pen_line(pen, b, 2, width, color);
}

/* The foot of the pole is the place. */
static void flag(tti_pen *pen, tti_vec at, tti_fix r, tt_rgba color)
{
    tti_vec pole[] = {at, {at.x, at.y - 3 * r}};
    tti_vec cloth[] = {{at.x, at.y - 3 * r}, {at.x + 2 * r, at.y - 2 * r}, {at.x, at.y - r}};
    tti_pen_line(pen, pole, 2, r / 2, TTI_INK);
    tti_pen_line(pen, cloth, 3, r / 3, TTI_INK);
    tti_pen_polygon(pen, cloth, 3, color);
}

/* A ring, a cross, a flag: they differ without their colours too. */
static void draw(tti_pen *screen, const tt_path_mark *mark, tti_vec at)
{
    tti_fix r = radius_of(screen);
    switch (mark->kind) {
    case TT_MARK_START:
        tti_pen_disc(screen, at, r, TTI_INK);
        tti_pen_disc(screen, at, r - r / 4, mark->color);
        tti_pen_disc(screen, at, r / 3, TTI_WHITE);
        break;
    case TT_MARK_DEATH:
        cross(screen, at, r * 3 / 4, r * 3 / 4, TTI_INK);
        cross(screen, at, r * 3 / 4, r / 3, mark->color);
        break;
    case TT_MARK_FINISH:
        flag(screen, at, r, mark->color);
        break;
    default:
        break;
    }
}

/* The place is found in the world, and the mark drawn on the screen: two pens on one list. */
tt_status tt_draw_marks(tt_shapes *list, const tt_camera *camera, const tt_path_mark *marks,
                        size_t count)
{
    tti_pen world = tti_paths_pen(list, camera), screen = tti_paths_screen(list, camera);
    for (size_t i = 0; i < count; i++) {
        tti_vec place = tti_vec_of(marks[i].x, marks[i].y);
        if (tti_view_has(&world.view, place, 64 * TTI_ONE)) {
            tt_point at = tti_view_place(&world.view, place);
            const tti_fix parts = TTI_ONE / TT_SHAPE_PIXEL;
            draw(&screen, &marks[i], (tti_vec){at.x * parts, at.y * parts});
        }
    }
    return tti_paths_status(list);
}
