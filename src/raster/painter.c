/* SPDX-License-Identifier: MIT
 *
 * Goes through a list of shapes.
 */
#include <errno.h>
#include <stdlib.h>

#include "raster/canvas.h"
#include "raster/shapes.h"

struct tt_io_painter {
    struct tti_canvas canvas;
};

static void (*const kinds[TT_SHAPE_KINDS])(struct tti_canvas *canvas, const tt_shape *shape) = {
    [TT_SHAPE_GRADIENT] = tti_paint_gradient, [TT_SHAPE_SPRITE] = tti_paint_sprite,
    [TT_SHAPE_TRIANGLE] = tti_paint_triangle, [TT_SHAPE_ELLIPSE] = tti_paint_ellipse,
    [TT_SHAPE_POLYGON] = tti_paint_polygon,   [TT_SHAPE_LINE] = tti_paint_line,
    [TT_SHAPE_TEXT] = tti_paint_text,         [TT_SHAPE_TILES] = tti_paint_tiles,
    [TT_SHAPE_RULES] = tti_paint_rules,
};

tt_io_painter *tt_io_painter_open(const tt_io_source *source, tt_io_error *error)
{
    tt_io_painter *painter = calloc(1, sizeof *painter);
    if (painter == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot paint");
    } else if (source != NULL) {
        painter->canvas.source = *source;
    }
    return painter;
}

void tt_io_painter_close(tt_io_painter *painter)
{
    if (painter != NULL) {
        tti_fill_free(&painter->canvas.fill);
        free(painter->canvas.mask.cover);
        free(painter->canvas.outline.cover);
        free(painter->canvas.between.cover);
        free(painter->canvas.columns);
        free(painter);
    }
}

bool tt_io_paint(tt_io_painter *painter, tt_io_picture *picture, const tt_shape *shapes,
                 size_t count, tt_io_error *error)
{
    struct tti_canvas *canvas = &painter->canvas;
    const struct tti_rect all = {0, 0, (int32_t)picture->width, (int32_t)picture->height};
    canvas->picture = picture;
    canvas->clip = all;
    for (size_t i = 0; i < count && !canvas->failed; i++) {
        const tt_shape *shape = &shapes[i];
        if (shape->kind == TT_SHAPE_CLIP) {
            tt_point from = shape->u.clip.from, to = shape->u.clip.to;
            canvas->clip = tti_rect_both(all, (struct tti_rect){from.x, from.y, to.x, to.y});
        } else if (shape->kind < TT_SHAPE_KINDS && !tti_rect_is_empty(canvas->clip)) {
            kinds[shape->kind](canvas, shape);
        }
    }
    if (canvas->failed) {
        canvas->failed = canvas->fill.failed = false;
        tt_io_error_system(error, ENOMEM, "cannot paint");
        return false;
    }
    return true;
}
