/* SPDX-License-Identifier: MIT
 *
 * Adds shapes to the list. Shapes that do not fit are counted, so that the caller learns how much
 * memory the list needs.
 */
#include "draw/pen.h"

#include "base/mem.h"

#define CORNER 4

tti_pen tti_pen_world(tt_shapes *list, const tt_camera *camera)
{
    const tti_parallax world = {0, 0, 100, 100};
    tt_camera c = tti_camera_of(camera);
    return (tti_pen){.list = list, .view = tti_view_of(&c, &world), .alpha = 255};
}

tt_status tti_pen_status(const tt_shapes *list)
{
    bool fits = list->shape_count <= list->shape_cap && list->point_count <= list->point_cap &&
                list->text_count <= list->text_cap;
    return fits ? TT_OK : TT_ERR_SPACE;
}

/* Begins a shape. Unused bytes are set too, so that equal shapes are equal in memory. */
tt_shape tti_pen_shape(const tti_pen *pen, tt_shape_kind kind, tt_rgba color)
{
    tt_shape shape;
    tti_fill(&shape, 0, sizeof shape);
    shape.kind = (uint8_t)kind;
    shape.flags = pen->flags;
    shape.color = tti_rgba_fade(color, pen->alpha);
    return shape;
}

void tti_pen_add(tti_pen *pen, const tt_shape *shape)
{
    tt_shapes *list = pen->list;
    if (list->shape_count < list->shape_cap) {
        list->shapes[list->shape_count] = *shape;
    }
    list->shape_count++;
}

/* Adds points. Without room the result is NULL, but the points are counted, so a list that is full
 * remains full. */
static tt_point *add_points(tti_pen *pen, const tti_vec *points, uint32_t count)
{
    tt_shapes *list = pen->list;
    size_t at = list->point_count;
    list->point_count += count;
    if (list->point_count > list->point_cap) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        list->points[at + i] = tti_view_place(&pen->view, points[i]);
    }
    return list->points + at;
}

void tti_pen_gradient(tti_pen *pen, tt_rgba top, tt_rgba bottom)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_GRADIENT, top);
    shape.u.gradient.bottom = tti_rgba_fade(bottom, pen->alpha);
    tti_pen_add(pen, &shape);
}

void tti_pen_clip(tti_pen *pen, tt_point from, tt_point to)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_CLIP, (tt_rgba){0, 0, 0, 0});
    shape.u.clip.from = from;
    shape.u.clip.to = to;
    tti_pen_add(pen, &shape);
}

/* Draws a part of an image. Visibility is tested with the sum of the sides, which is more than the
 * radius at any angle. */
void tti_pen_sprite(tti_pen *pen, const tti_cell *cell, const tti_sprite *sprite)
{
    if (!tti_view_has(&pen->view, sprite->at, sprite->w + sprite->h)) {
        return;
    }
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_SPRITE, sprite->color);
    shape.image = cell->image;
    shape.index = sprite->index;
    shape.flags |= sprite->flags;
    shape.u.sprite.at = tti_view_place(&pen->view, sprite->at);
    shape.u.sprite.size =
        (tt_point){tti_view_length(&pen->view, sprite->w), tti_view_length(&pen->view, sprite->h)};
    shape.u.sprite.turn = sprite->turn;
    shape.u.sprite.u0 = TT_SHAPE_ONE * cell->x / cell->columns;
    shape.u.sprite.v0 = TT_SHAPE_ONE * cell->y / cell->rows;
    shape.u.sprite.u1 = TT_SHAPE_ONE * (cell->x + cell->w) / cell->columns;
    shape.u.sprite.v1 = TT_SHAPE_ONE * (cell->y + cell->h) / cell->rows;
    tti_pen_add(pen, &shape);
}

/* Draws an ellipse. Visibility is tested with the sum of the half axes, which is more than any
 * radius. */
void tti_pen_ellipse(tti_pen *pen, tti_vec at, tti_vec radius, tt_turn turn, tt_rgba color)
{
    if (!tti_view_has(&pen->view, at, radius.x + radius.y)) {
        return;
    }
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_ELLIPSE, color);
    shape.u.ellipse.at = tti_view_place(&pen->view, at);
    shape.u.ellipse.radius =
        (tt_point){tti_view_length(&pen->view, radius.x), tti_view_length(&pen->view, radius.y)};
    shape.u.ellipse.turn = turn;
    tti_pen_add(pen, &shape);
}

void tti_pen_disc(tti_pen *pen, tti_vec at, tti_fix radius, tt_rgba color)
{
    tti_pen_ellipse(pen, at, (tti_vec){radius, radius}, tti_turn_right(), color);
}

/* Draws a text. Callers test visibility, because only the painter knows the width. */
void tti_pen_text(tti_pen *pen, const tti_label *text)
{
    if (text->utf8.size == 0) {
        return;
    }
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_TEXT, text->color);
    shape.u.text.at = tti_view_place(&pen->view, text->at);
    shape.u.text.height = tti_view_length(&pen->view, text->height);
    shape.u.text.utf8 = text->utf8;
    shape.u.text.outline = tti_rgba_fade(text->outline, pen->alpha);
    shape.u.text.width = tti_view_length(&pen->view, text->width);
    shape.u.text.head = (uint32_t)text->head;
    shape.u.text.head_color = tti_rgba_fade(text->head_color, pen->alpha);
    shape.u.text.align = (uint8_t)text->align;
    tti_pen_add(pen, &shape);
}

/* Draws a polygon. Callers test visibility, because they know a circle around it. */
void tti_pen_polygon(tti_pen *pen, const tti_vec *points, uint32_t count, tt_rgba color)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_POLYGON, color);
    shape.u.polygon.points = add_points(pen, points, count);
    shape.u.polygon.count = count;
    tti_pen_add(pen, &shape);
}

void tti_pen_line(tti_pen *pen, const tti_vec *points, uint32_t count, tti_fix width, tt_rgba color)
{
    int32_t wide = tti_view_length(&pen->view, width);
    tti_pen_stroke(pen, points, count, wide < TT_SHAPE_PIXEL ? TT_SHAPE_PIXEL : wide, color);
}

void tti_pen_stroke(tti_pen *pen, const tti_vec *points, uint32_t count, int32_t width,
                    tt_rgba color)
{
    tt_shape shape = tti_pen_shape(pen, TT_SHAPE_LINE, color);
    shape.u.line.points = add_points(pen, points, count);
    shape.u.line.count = count;
    shape.u.line.width = width;
    tti_pen_add(pen, &shape);
}

/* Draws a figure. The line comes first, and the polygon then covers its inner half. */
void tti_pen_figure(tti_pen *pen, const tti_figure *figure, const tti_stand *stand, tt_rgba color,
                    tti_fix width)
{
    enum { POINTS = 32 };
    tti_vec points[POINTS + 1];
    uint32_t count = figure->count < POINTS ? figure->count : POINTS;
    for (uint32_t i = 0; i < count; i++) {
        tti_vec v = {figure->points[2 * i] * TTI_ONE / 10,
                     figure->points[2 * i + 1] * TTI_ONE / 10};
        v.y = stand->mirror ? -v.y : v.y;
        points[i] = tti_vec_add(stand->at, tti_vec_turn(v, stand->turn));
    }
    if (count == 0) {
        return;
    }
    points[count] = points[0];
    if (width > 0) {
        tti_pen_line(pen, points, count + 1, width, TTI_INK);
    }
    tti_pen_polygon(pen, points, count, color);
}

/* Draws a box with round corners. Each side must be at least two radii long. */
void tti_pen_box(tti_pen *pen, tti_vec from, tti_vec to, tti_fix radius, tt_rgba color)
{
    tti_vec points[4 * (CORNER + 1)];
    uint32_t count = 0;
    /* the corners, clockwise: lower right, lower left, upper left, upper right */
    for (unsigned corner = 0; corner < 4; corner++) {
        tti_vec middle = {corner == 0 || corner == 3 ? to.x - radius : from.x + radius,
                          corner < 2 ? to.y - radius : from.y + radius};
        for (unsigned i = 0; i <= CORNER; i++) {
            tt_turn turn = tti_turn_of((uint32_t)(corner * CORNER + i) * (0x40000000u / CORNER));
            points[count++] = tti_vec_add(middle, tti_vec_along(turn, radius));
        }
    }
    tti_pen_polygon(pen, points, count, color);
}

tt_bytes tti_pen_keep(tti_pen *pen, tt_bytes text)
{
    tt_shapes *list = pen->list;
    size_t at = list->text_count;
    list->text_count += text.size;
    if (text.size == 0 || list->text_count > list->text_cap) {
        return text; /* without memory the list is useless, but its shapes still count */
    }
    tti_copy(list->text + at, text.data, text.size);
    return (tt_bytes){list->text + at, text.size};
}

const char *tt_shape_kind_name(tt_shape_kind kind)
{
    static const char *const names[TT_SHAPE_KINDS] = {
        "gradient", "clip", "sprite", "triangle", "ellipse",
        "polygon",  "line", "text",   "tiles",    "rules",
    };
    return (unsigned)kind < TT_SHAPE_KINDS ? names[kind] : NULL;
}
