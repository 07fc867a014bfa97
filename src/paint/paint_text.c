/* SPDX-License-Identifier: MIT
 *
 * Letters in a colour, and around them an outline in another.
 *
 * The letters become a mask, as they may overlap and be transparent. The outline is the same mask
 * made larger, painted below, as in the game's client.
 */
#include "paint/canvas.h"
#include "paint/text.h"

/* Letters of less than a quarter of a pixel are not painted, nor those above 65536 pixels. In parts
 * of a pixel. */
enum { LEAST = 64, MOST = 1 << 24 };

/* Pixels that the outline reaches, as in the game: for lines below 18 pixels, below 48, and above.
 */
static int32_t reach_of(int32_t height)
{
    return height < 18 * TT_SHAPE_PIXEL ? 1 : height < 48 * TT_SHAPE_PIXEL ? 2 : 4;
}

/* Each of `count` values becomes the largest within `reach`. All rows and then all columns give the
 * largest in a square. */
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

/* Some letters reach beyond their line and their advance, so the area is a height larger to all
 * sides. A text outside of the clip costs only its measure. */
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
    /* A line may have any length: its ends are brought near before they become 32 bits. */
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
    /* Where the head ends, in whole pixels: the two colours share no pixel. */
    int64_t split = x + tti_text_head(&line, shape->u.text.head, height);
    split = shape->u.text.head > 0 ? (split + TT_SHAPE_PIXEL / 2) >> 8 : INT32_MIN;
    tti_mask_paint(canvas, &canvas->mask, INT32_MIN, split, shape->u.text.head_color);
    tti_mask_paint(canvas, &canvas->mask, split, INT32_MAX, shape->color);
}
