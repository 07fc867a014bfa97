/* SPDX-License-Identifier: MIT
 *
 * Writes a list of shapes as SVG, an element for each.
 *
 * Vectors remain vectors. Shapes that need an image are left out, because the image would have to
 * be in the file. Elements are written at once. A clip is a group around the elements that it
 * clips.
 */

#include "paint/memory.h"
#include "paint/raster.h"
#include "paint/svg_out.h"

struct svg {
    tt_io_output *out; /* the output, which keeps its first failure */
    const tt_io_source *source;
    struct tti_rect clip; /* the current clip, in pixels */
    uint32_t width, height;
    unsigned ids;    /* the number of ids of clips and gradients */
    bool is_clipped; /* true while a group is open */
    bool failed;
};

static void put_rect(tt_io_output *out, struct tti_rect rect)
{
    const int64_t numbers[4] = {(int64_t)rect.x0 * TT_SHAPE_PIXEL,
                                (int64_t)rect.y0 * TT_SHAPE_PIXEL,
                                (int64_t)(rect.x1 - rect.x0) * TT_SHAPE_PIXEL,
                                (int64_t)(rect.y1 - rect.y0) * TT_SHAPE_PIXEL};
    tti_svg_put(out, "<rect x=\"#\" y=\"#\" width=\"#\" height=\"#\"", numbers);
}

/* Writes ` NAME="url(#iN)"` with the newest id. */
static void put_reference(struct svg *svg, const char *name)
{
    tt_io_output_byte(svg->out, ' ');
    tt_io_output_text(svg->out, name);
    tt_io_output_text(svg->out, "=\"url(#i");
    tt_io_output_uint(svg->out, svg->ids);
    tt_io_output_text(svg->out, ")\"");
}

static void put_id(struct svg *svg)
{
    tt_io_output_text(svg->out, " id=\"i");
    tt_io_output_uint(svg->out, ++svg->ids);
    tt_io_output_byte(svg->out, '"');
}

static void put_stop(struct svg *svg, unsigned percent, tt_rgba color)
{
    tt_io_output_text(svg->out, "<stop offset=\"");
    tt_io_output_uint(svg->out, percent);
    tt_io_output_text(svg->out, "%\"");
    tti_svg_color(svg->out, "stop-color", color);
    tt_io_output_text(svg->out, "/>");
}

/* Writes a gradient. It uses the coordinates of the picture and not of the element, because a shape
 * has colours at its points. */
static void put_gradient(struct svg *svg, const int64_t ends[4], tt_rgba first, tt_rgba last)
{
    tt_io_output_text(svg->out, "<linearGradient gradientUnits=\"userSpaceOnUse\"");
    put_id(svg);
    tti_svg_put(svg->out, " x1=\"#\" y1=\"#\" x2=\"#\" y2=\"#\">", ends);
    put_stop(svg, 0, first);
    put_stop(svg, 100, last);
    tt_io_output_text(svg->out, "</linearGradient>\n");
}

/* Writes a clip, which replaces the one before. The group of that one is closed first: nested
 * groups would clip to both. An empty clip opens no group. */
static void put_clip(struct svg *svg, const tt_shape *shape)
{
    if (svg->is_clipped) {
        tt_io_output_text(svg->out, "</g>\n");
    }
    svg->clip = tti_clip_of(shape, svg->width, svg->height);
    svg->is_clipped = !tti_rect_is_empty(svg->clip);
    if (svg->is_clipped) {
        tt_io_output_text(svg->out, "<clipPath");
        put_id(svg);
        tt_io_output_byte(svg->out, '>');
        put_rect(svg->out, svg->clip);
        tt_io_output_text(svg->out, "/></clipPath>\n<g");
        put_reference(svg, "clip-path");
        tt_io_output_text(svg->out, ">\n");
    }
}

static void put_sky(struct svg *svg, const tt_shape *shape)
{
    const int64_t ends[4] = {0, 0, 0, (int64_t)svg->height * TT_SHAPE_PIXEL};
    put_gradient(svg, ends, shape->color, shape->u.gradient.bottom);
    put_rect(svg->out, svg->clip);
    put_reference(svg, "fill");
    tt_io_output_text(svg->out, "/>\n");
}

/* Writes an ellipse. One that is not turned needs no matrix and remains readable. In a matrix, 1 is
 * TT_SHAPE_PIXEL. */
static void put_ellipse(struct svg *svg, const tt_shape *shape)
{
    tt_point at = shape->u.ellipse.at, radius = shape->u.ellipse.radius;
    tt_turn turn = shape->u.ellipse.turn;
    const int one = TT_SHAPE_ONE / TT_SHAPE_PIXEL;
    const int64_t place[2] = {at.x, at.y};
    const int64_t matrix[6] = {turn.cos / one, turn.sin / one, -turn.sin / one,
                               turn.cos / one, at.x,           at.y};
    const int64_t axes[2] = {radius.x < 0 ? -(int64_t)radius.x : radius.x,
                             radius.y < 0 ? -(int64_t)radius.y : radius.y};
    tt_io_output_text(svg->out, "<ellipse");
    if (turn.sin == 0 || radius.x == radius.y) {
        tti_svg_put(svg->out, " cx=\"#\" cy=\"#\"", place);
    } else {
        tti_svg_put(svg->out, " transform=\"matrix(# # # # # #)\"", matrix);
    }
    tti_svg_put(svg->out, " rx=\"#\" ry=\"#\"", axes);
    tti_svg_color(svg->out, "fill", shape->color);
    tt_io_output_text(svg->out, "/>\n");
}

static void put_points(tt_io_output *out, const tt_point *points, size_t count)
{
    tt_io_output_text(out, " points=\"");
    for (size_t i = 0; i < count; i++) {
        const int64_t place[2] = {points[i].x, points[i].y};
        tti_svg_put(out, i > 0 ? " # #" : "# #", place);
    }
    tt_io_output_byte(out, '"');
}

static void put_polygon(struct svg *svg, const tt_shape *shape)
{
    tt_io_output_text(svg->out, "<polygon");
    put_points(svg->out, shape->u.polygon.points, shape->u.polygon.count);
    tti_svg_color(svg->out, "fill", shape->color);
    tt_io_output_text(svg->out, " fill-rule=\"evenodd\"/>\n");
}

static void put_line(struct svg *svg, const tt_shape *shape)
{
    if (shape->u.line.count == 0 || shape->u.line.width <= 0) {
        return;
    }
    tt_io_output_text(svg->out, "<polyline");
    put_points(svg->out, shape->u.line.points, shape->u.line.count);
    tt_io_output_text(svg->out, " fill=\"none\"");
    tti_svg_color(svg->out, "stroke", shape->color);
    const int64_t width = shape->u.line.width;
    tti_svg_put(svg->out,
                " stroke-width=\"#\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
                &width);
}

/* Puts a slope of colours. A gradient of SVG has one direction. This one starts at the foot of
 * corner `c` on the side from `a` to `b`, which have one colour. Differences are divided by 16 and
 * their squares by 1024, so that products fit into 64 bits. A side without length counts as 1. */
static void put_slope(struct svg *svg, const tt_shape *shape, int a, int b, int c)
{
    const tt_point *at = shape->u.triangle.at;
    int64_t dx = ((int64_t)at[b].x - at[a].x) / 16, dy = ((int64_t)at[b].y - at[a].y) / 16;
    int64_t cx = ((int64_t)at[c].x - at[a].x) / 16, cy = ((int64_t)at[c].y - at[a].y) / 16;
    int64_t all = (dx * dx + dy * dy) / 1024, part = (cx * dx + cy * dy) / 1024;
    all = all == 0 ? 1 : all;
    part = part * 1024 / all;
    const int64_t ends[4] = {at[a].x + dx * 16 * part / 1024, at[a].y + dy * 16 * part / 1024,
                             at[c].x, at[c].y};
    put_gradient(svg, ends, shape->u.triangle.color[a], shape->u.triangle.color[c]);
}

/* Writes a triangle, with a gradient if two corners have the same colour. If all three differ, the
 * first colour is used, because SVG has no gradient between three corners. */
static void put_triangle(struct svg *svg, const tt_shape *shape)
{
    const tt_rgba *color = shape->u.triangle.color;
    bool is_plain = tti_same_color(color[0], color[1]) && tti_same_color(color[0], color[2]);
    bool has_slope = !is_plain;
    if (shape->image != TT_IMAGE_NONE) {
        return;
    }
    if (has_slope && tti_same_color(color[0], color[1])) {
        put_slope(svg, shape, 0, 1, 2);
    } else if (has_slope && tti_same_color(color[0], color[2])) {
        put_slope(svg, shape, 0, 2, 1);
    } else if (has_slope && tti_same_color(color[1], color[2])) {
        put_slope(svg, shape, 1, 2, 0);
    } else {
        has_slope = false;
    }
    tt_io_output_text(svg->out, "<polygon");
    put_points(svg->out, shape->u.triangle.at, 3);
    if (has_slope) {
        put_reference(svg, "fill");
    } else {
        tti_svg_color(svg->out, "fill", color[0]);
    }
    tt_io_output_text(svg->out, "/>\n");
}

static void put_shape(struct svg *svg, const tt_shape *shape)
{
    switch (shape->kind) {
    case TT_SHAPE_GRADIENT:
        put_sky(svg, shape);
        break;
    case TT_SHAPE_ELLIPSE:
        put_ellipse(svg, shape);
        break;
    case TT_SHAPE_POLYGON:
        put_polygon(svg, shape);
        break;
    case TT_SHAPE_LINE:
        put_line(svg, shape);
        break;
    case TT_SHAPE_TRIANGLE:
        put_triangle(svg, shape);
        break;
    case TT_SHAPE_TEXT:
        tti_svg_line(svg->out, shape);
        break;
    case TT_SHAPE_RULES:
        svg->failed |= !tti_svg_rules(svg->out, svg->source, shape, svg->clip);
        break;
    default:
        break;
    }
}

/* Begins the file. It names the font whose measures text.c uses, for machines on which the font is
 * installed. */
static void begin(struct svg *svg, tt_rgba background)
{
    int64_t width = (int64_t)svg->width * TT_SHAPE_PIXEL;
    int64_t height = (int64_t)svg->height * TT_SHAPE_PIXEL;
    const int64_t sizes[4] = {width, height, width, height};
    tti_svg_put(svg->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"#\" height=\"#\""
                " viewBox=\"0 0 # #\" font-family=\"'DejaVu Sans', sans-serif\">\n",
                sizes);
    put_rect(svg->out, svg->clip);
    tti_svg_color(svg->out, "fill", background);
    tt_io_output_text(svg->out, "/>\n");
}

/* Writes the list. The sides are limited, so that the number of pixels fits into 32 bits. A list
 * may end in a clip, so its group is closed here. */
bool tti_io_svg_write(tt_io_output *out, uint32_t width, uint32_t height, tt_rgba background,
                      const tt_io_source *source, const tt_shape *shapes, size_t count,
                      tt_io_error *error)
{
    const tt_io_source nothing = {.image = NULL};
    struct svg svg = {.out = out, .source = source != NULL ? source : &nothing};
    svg.width = width < TT_IO_PICTURE_SIDE_MAX ? width : TT_IO_PICTURE_SIDE_MAX;
    svg.height = height < TT_IO_PICTURE_SIDE_MAX ? height : TT_IO_PICTURE_SIDE_MAX;
    svg.clip = (struct tti_rect){0, 0, (int32_t)svg.width, (int32_t)svg.height};
    begin(&svg, background);
    for (size_t i = 0; i < count && !svg.failed; i++) {
        if (shapes[i].kind == TT_SHAPE_CLIP) {
            put_clip(&svg, &shapes[i]);
        } else if (!tti_rect_is_empty(svg.clip)) {
            put_shape(&svg, &shapes[i]);
        }
    }
    tt_io_output_text(out, svg.is_clipped ? "</g>\n</svg>\n" : "</svg>\n");
    if (svg.failed) {
        return tti_paint_no_memory(error, "cannot be written");
    }
    return tti_paint_written(out, error);
}
