/* SPDX-License-Identifier: MIT
 *
 * Paints the list of shapes that tt_draw made: keeps the clip, and calls the function for each
 * kind. An unknown kind is left out, as shape.h says.
 */

#include "base/mem.h"
#include "paint/canvas.h"
#include "paint/memory.h"
#include "paint/raster.h"

/* The functions that paint shapes. TT_SHAPE_CLIP has no entry, because for_each handles it. */
static void (*const kinds[TT_SHAPE_KINDS])(struct tti_canvas *canvas, const tt_shape *shape) = {
    [TT_SHAPE_GRADIENT] = tti_paint_gradient, [TT_SHAPE_SPRITE] = tti_paint_sprite,
    [TT_SHAPE_TRIANGLE] = tti_paint_triangle, [TT_SHAPE_ELLIPSE] = tti_paint_ellipse,
    [TT_SHAPE_POLYGON] = tti_paint_polygon,   [TT_SHAPE_LINE] = tti_paint_line,
    [TT_SHAPE_TEXT] = tti_paint_text,         [TT_SHAPE_TILES] = tti_paint_tiles,
    [TT_SHAPE_RULES] = tti_paint_rules,
};

tt_io_painter *tti_io_painter_open(const tt_io_source *source, tt_io_error *error)
{
    tt_io_painter *painter = tti_paint_zeros(sizeof *painter);
    if (painter == NULL) {
        tti_paint_no_memory(error, "cannot paint");
    } else if (source != NULL) {
        painter->source = *source;
    }
    return painter;
}

void tti_io_painter_close(tt_io_painter *painter)
{
    if (painter != NULL) {
        tti_fill_free(&painter->fill);
        tti_paint_free(painter->mask.cover);
        tti_paint_free(painter->outline.cover);
        tti_paint_free(painter->between.cover);
        tti_paint_free(painter->columns);
        tti_paint_free(painter->hidden_memory);
        tti_paint_free(painter);
    }
}

/* Walks twice over the list, once to find hidden pixels and once to paint, both times with the same
 * clips and numbers. The shapes from number UINT16_MAX on share that number, so they neither hide
 * (see hide) nor are hidden. */
static void for_each(struct tti_canvas *canvas, const tt_shape *shapes, size_t count,
                     void (*call)(struct tti_canvas *canvas, const tt_shape *shape))
{
    canvas->clip =
        (struct tti_rect){0, 0, (int32_t)canvas->picture->width, (int32_t)canvas->picture->height};
    for (size_t i = 0; i < count && !canvas->failed; i++) {
        canvas->number = (uint16_t)(i < UINT16_MAX ? i + 1 : UINT16_MAX);
        if (shapes[i].kind == TT_SHAPE_CLIP) {
            canvas->clip = tti_clip_of(&shapes[i], canvas->picture->width, canvas->picture->height);
        } else if (shapes[i].kind < TT_SHAPE_KINDS && !tti_rect_is_empty(canvas->clip)) {
            call(canvas, &shapes[i]);
        }
    }
}

/* Finds the pixels that a shape hides. A number that several shapes share is not used, because it
 * could hide a later shape. */
static void hide(struct tti_canvas *canvas, const tt_shape *shape)
{
    if (shape->kind == TT_SHAPE_TILES && canvas->number < UINT16_MAX) {
        tti_hide_by_tiles(canvas, shape);
    }
}

static void paint(struct tti_canvas *canvas, const tt_shape *shape)
{
    kinds[shape->kind](canvas, shape);
}

/* Finds the hidden pixels if there are two layers or more. The search costs two bytes a pixel, and
 * the columns of each layer a second time. Without memory nothing is hidden, and the same picture
 * takes longer. */
static void look_for_hidden(struct tti_canvas *canvas, const tt_shape *shapes, size_t count)
{
    size_t layers = 0, pixels = (size_t)canvas->picture->width * canvas->picture->height;
    for (size_t i = 0; i < count; i++) {
        layers += shapes[i].kind == TT_SHAPE_TILES;
    }
    canvas->hidden = NULL;
    void *memory = layers > 1 ? tti_paint_grow(canvas->hidden_memory, &canvas->hidden_cap, pixels,
                                               sizeof *canvas->hidden)
                              : NULL;
    if (memory != NULL) {
        canvas->hidden = canvas->hidden_memory = memory;
        tti_fill(memory, 0, pixels * sizeof *canvas->hidden);
        for_each(canvas, shapes, count, hide);
    }
}

bool tti_io_paint(tt_io_painter *canvas, tt_io_picture *picture, const tt_shape *shapes,
                  size_t count, tt_io_error *error)
{
    canvas->picture = picture;
    look_for_hidden(canvas, shapes, count);
    for_each(canvas, shapes, count, paint);
    if (canvas->failed) {
        canvas->failed = canvas->fill.failed = false;
        return tti_paint_no_memory(error, "cannot paint");
    }
    return true;
}
