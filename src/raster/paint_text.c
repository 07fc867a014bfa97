/* SPDX-License-Identifier: MIT
 *
 * Letters in a colour, and around them an outline in another.
 */
#include "raster/shapes.h"
#include "raster/text.h"

/* Letters of less than a quarter of a pixel are not painted, nor those larger than any picture. */
enum { LEAST = 64, MOST = 1 << 24 };

/* How far the outline reaches, in pixels, as wide as the game has it. */
static int32_t reach_of(int32_t height)
{
    return height < 18 * TT_SHAPE_PIXEL ? 1 : height < 48 * TT_SHAPE_PIXEL ? 2 : 4;
}

/* In a row, or a column, of `count` values `step` apart: each becomes the largest of those within
 * `reach`; `copy` is that of the values. */
static void widen(uint8_t *dst, const uint8_t *copy, int32_t count, size_t step, int32_t reach)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t from = i > reach ? i - reach : 0, to = i + reach < count ? i + reach : count - 1;
        uint8_t most = 0;
        for (int32_t k = from; k <= to; k++) {
            uint8_t value = copy[(size_t)k * step];
            most = value > most ? value : most;
        }
        dst[(size_t)i * step] = most;
    }
}

/* The same mask with everything `reach` pixels larger to all sides. */
static bool widen_mask(struct tti_canvas *canvas, int32_t reach)
{
    const struct tti_mask *mask = &canvas->mask;
    int32_t width = mask->area.x1 - mask->area.x0, height = mask->area.y1 - mask->area.y0;
    if (!tti_mask_begin(canvas, &canvas->outline, mask->area) ||
        !tti_mask_begin(canvas, &canvas->between, mask->area)) {
        return false;
    }
    for (int32_t y = 0; y < height; y++) {
        size_t row = (size_t)y * (size_t)width;
        widen(canvas->between.cover + row, mask->cover + row, width, 1, reach);
    }
    for (int32_t x = 0; x < width; x++) {
        widen(canvas->outline.cover + x, canvas->between.cover + x, height, (size_t)width, reach);
    }
    return true;
}

void tti_paint_text(struct tti_canvas *canvas, const tt_shape *shape)
{
    int32_t height = shape->u.text.height, reach = reach_of(height);
    if (height < LEAST || height > MOST) {
        return;
    }
    struct tti_line line = tti_text_line(shape->u.text.utf8, height, shape->u.text.width);
    int64_t x = shape->u.text.at.x, y = shape->u.text.at.y;
    x -= shape->u.text.align == TT_ALIGN_CENTER  ? line.width / 2
         : shape->u.text.align == TT_ALIGN_RIGHT ? line.width
                                                 : 0;
    const int64_t far = INT64_C(1) << 30;
    int64_t left = x - height < -far ? -far : x - height;
    int64_t right = x + line.width + height > far ? far : x + line.width + height;
    struct tti_rect area = {tti_floor_pixel(left) - reach, tti_floor_pixel(y - height) - reach,
                            tti_ceil_pixel(right) + reach,
                            tti_ceil_pixel(y + 2 * (int64_t)height) + reach};
    if (left > far || right < -far || !tti_mask_begin(canvas, &canvas->mask, area)) {
        return;
    }
    tti_fill_begin(&canvas->fill, canvas->mask.area, false);
    tti_text_add(&canvas->fill, &line, x, y, height);
    tti_mask_add(canvas, &canvas->mask, TTI_FILL_NONZERO);
    if (shape->u.text.outline.a != 0 && widen_mask(canvas, reach)) {
        tti_mask_paint(canvas, &canvas->outline, INT32_MIN, INT32_MAX, shape->u.text.outline);
    }
    int64_t split = x + tti_text_head(&line, shape->u.text.head, height);
    split = shape->u.text.head > 0 ? (split + TT_SHAPE_PIXEL / 2) >> 8 : INT32_MIN;
    tti_mask_paint(canvas, &canvas->mask, INT32_MIN, split, shape->u.text.head_color);
    tti_mask_paint(canvas, &canvas->mask, split, INT32_MAX, shape->color);
}
