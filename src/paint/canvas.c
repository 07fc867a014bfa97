/* SPDX-License-Identifier: MIT
 *
 * Blends colours into pixels, by the coverage (0 to 255) that fill.c gives row by row.
 *
 * A mask joins several parts to one shape. Painted one by one, transparent parts would show where
 * they overlap.
 */
#include "paint/canvas.h"

#include "base/mem.h"
#include "paint/image.h"
#include "paint/memory.h"

struct paint {
    struct tti_canvas *canvas;
    tti_lanes lanes;
};

static struct paint paint_of(struct tti_canvas *canvas, tt_rgba color)
{
    return (struct paint){canvas, tti_spread(tti_pixel_of(color))};
}

static void paint_row(void *user, int32_t y, int32_t x, int32_t count, const uint8_t *cover)
{
    const struct paint *paint = user;
    uint8_t *dst = tti_canvas_at(paint->canvas, x, y);
    for (int32_t i = 0; i < count; i++, dst += 4) {
        if (cover[i] != 0) {
            tti_blend(dst, paint->lanes, cover[i]);
        }
    }
}

void tti_canvas_fill(struct tti_canvas *canvas, enum tti_fill_rule rule, tt_rgba color)
{
    struct paint paint = paint_of(canvas, color);
    tti_fill_end(&canvas->fill, rule, paint_row, &paint);
    canvas->failed |= canvas->fill.failed;
}

/* Paints a rectangle. The address of an empty one is not computed, because it would be outside of
 * the picture. */
void tti_canvas_rect(struct tti_canvas *canvas, struct tti_rect rect, tt_rgba color)
{
    uint32_t pixel = tti_pixel_of(color);
    tti_lanes lanes = tti_spread(pixel);
    rect = tti_rect_both(rect, canvas->clip);
    for (int32_t y = rect.y0; y < rect.y1; y++) {
        uint8_t *dst = rect.x0 < rect.x1 ? tti_canvas_at(canvas, rect.x0, y) : NULL;
        for (int32_t x = rect.x0; x < rect.x1; x++, dst += 4) {
            if (color.a == 255) {
                tti_put(dst, pixel);
            } else {
                tti_blend(dst, lanes, 255);
            }
        }
    }
}

bool tti_mask_begin(struct tti_canvas *canvas, struct tti_mask *mask, struct tti_rect area)
{
    mask->area = tti_rect_both(area, canvas->clip);
    if (tti_rect_is_empty(mask->area)) {
        return false;
    }
    size_t size = (size_t)(mask->area.x1 - mask->area.x0) * (size_t)(mask->area.y1 - mask->area.y0);
    void *cover = tti_paint_grow(mask->cover, &mask->cap, size, 1);
    if (cover == NULL) {
        canvas->failed = true;
        return false;
    }
    mask->cover = cover;
    tti_fill(cover, 0, size);
    return true;
}

static uint8_t *mask_at(const struct tti_mask *mask, int32_t x, int32_t y)
{
    size_t width = (size_t)(mask->area.x1 - mask->area.x0);
    return mask->cover + (size_t)(y - mask->area.y0) * width + (size_t)(x - mask->area.x0);
}

/* Adds a row to a mask. The larger coverage is kept and not the sum, because two parts that cover
 * the same half of a pixel cover half of it. */
static void mask_row(void *user, int32_t y, int32_t x, int32_t count, const uint8_t *cover)
{
    uint8_t *dst = mask_at(user, x, y);
    for (int32_t i = 0; i < count; i++) {
        dst[i] = cover[i] > dst[i] ? cover[i] : dst[i];
    }
}

void tti_mask_add(struct tti_canvas *canvas, struct tti_mask *mask)
{
    tti_fill_end(&canvas->fill, TTI_FILL_NONZERO, mask_row, mask);
    canvas->failed |= canvas->fill.failed;
}

/* Paints a mask. Columns may be far outside of it, so they are cut to it in 64 bits. */
void tti_mask_paint(struct tti_canvas *canvas, const struct tti_mask *mask, int64_t x0, int64_t x1,
                    tt_rgba color)
{
    struct paint paint = paint_of(canvas, color);
    int32_t from =
        x0 > mask->area.x0 ? (int32_t)(x0 < mask->area.x1 ? x0 : mask->area.x1) : mask->area.x0;
    int32_t to = x1 < mask->area.x1 ? (int32_t)(x1 > from ? x1 : from) : mask->area.x1;
    for (int32_t y = mask->area.y0; y < mask->area.y1 && from < to; y++) {
        paint_row(&paint, y, from, to - from, mask_at(mask, from, y));
    }
}
