/* SPDX-License-Identifier: MIT
 *
 * Draws the marks of starts, deaths and finishes, in the same size at any zoom.
 */
#include "draw/path.h"
#include "draw/paths.h"

static tti_fix radius_of(const tti_pen *screen)
{
    return tti_clamp(screen->view.height / 100, 4 * TTI_ONE, 20 * TTI_ONE);
}

static void cross(tti_pen *pen, tti_vec at, tti_fix r, tti_fix width, tt_rgba color)
{
    tti_vec a[] = {{at.x - r, at.y - r}, {at.x + r, at.y + r}};
    tti_vec b[] = {{at.x - r, at.y + r}, {at.x + r, at.y - r}};
    tti_pen_line(pen, a, 2, width, color);
    tti_pen_line(pen, b, 2, width, color);
}

static void draw_flag_mark(tti_pen *pen, tti_vec at, tti_fix r, tt_rgba color)
{
    tti_vec pole[] = {at, {at.x, at.y - 3 * r}};
    tti_vec cloth[] = {{at.x, at.y - 3 * r}, {at.x + 2 * r, at.y - 2 * r}, {at.x, at.y - r}};
    tti_pen_line(pen, pole, 2, r / 2, TTI_INK);
    tti_pen_line(pen, cloth, 3, r / 3, TTI_INK);
    tti_pen_polygon(pen, cloth, 3, color);
}

static void draw_mark(tti_pen *screen, const tt_path_mark *mark, tti_vec at)
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
        draw_flag_mark(screen, at, r, mark->color);
        break;
    default:
        break;
    }
}

static bool is_mark_seen(const tti_pen *world, const tt_path_mark *mark)
{
    return tti_view_has(&world->view, tti_vec_of(mark->x, mark->y), 64 * TTI_ONE);
}

tt_status tti_draw_marks(tt_shapes *list, const tt_camera *camera, const tt_path_mark *marks,
                         size_t count)
{
    tti_pen world = tti_pen_world(list, camera), screen = tti_paths_screen(list, camera);
    for (size_t i = 0; i < count; i++) {
        if (is_mark_seen(&world, &marks[i])) {
            tt_point at = tti_view_place(&world.view, tti_vec_of(marks[i].x, marks[i].y));
            const tti_fix parts = TTI_ONE / TT_SHAPE_PIXEL;
            draw_mark(&screen, &marks[i], (tti_vec){at.x * parts, at.y * parts});
        }
    }
    return tti_pen_status(list);
}

/* Finds the first mark of each kind that is in the picture. Returns how many kinds there are. */
static unsigned samples(const tti_pen *world, const tt_path_mark *marks, size_t count,
                        const tt_path_mark *of[TT_MARKS])
{
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < TT_MARKS; kind++) {
        of[kind] = NULL;
    }
    for (size_t i = 0; i < count && kinds < TT_MARKS; i++) {
        if ((unsigned)marks[i].kind < TT_MARKS && of[marks[i].kind] == NULL &&
            is_mark_seen(world, &marks[i])) {
            of[marks[i].kind] = &marks[i];
            kinds++;
        }
    }
    return kinds;
}

tt_status tti_draw_marks_legend(tt_shapes *list, const tt_camera *camera, const tt_path_mark *marks,
                                size_t count)
{
    static const char *const words[TT_MARKS] = {"appears", "dies", "finishes"};
    const tti_pen world = tti_pen_world(list, camera);
    const tt_path_mark *of[TT_MARKS];
    tti_pen pen = tti_paths_screen(list, camera);
    tti_fix lines = (tti_fix)samples(&world, marks, count, of);
    int32_t font = tti_paths_font(&pen);
    tti_fix r = radius_of(&pen), edge = font * TTI_ONE / 2, width = 5 * font * TTI_ONE;
    tti_fix step = tti_clamp(font * TTI_ONE * 4 / 3, 4 * r, 8 * r);
    tti_vec to = {pen.view.width - edge, pen.view.height - edge};
    tti_vec from = {to.x - width - 4 * r - 2 * edge, to.y - lines * step - edge};
    if (lines != 0) {
        tti_pen_box(&pen, from, to, edge / 2, TTI_PANEL);
    }
    tti_fix top = from.y + edge / 2;
    for (unsigned kind = 0; kind < TT_MARKS; kind++) {
        if (of[kind] != NULL) {
            /* a flag is drawn above its position */
            tti_fix foot = kind == TT_MARK_FINISH ? step / 2 + r * 3 / 2 : step / 2;
            draw_mark(&pen, of[kind], (tti_vec){from.x + edge + r, top + foot});
            tti_paths_say(&pen, (tti_vec){from.x + edge + 4 * r, top + (step - 2 * edge) / 2}, font,
                          0, TT_ALIGN_LEFT, tt_bytes_of(words[kind]));
            top += step;
        }
    }
    return tti_pen_status(list);
}
