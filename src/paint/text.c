/* SPDX-License-Identifier: MIT
 *
 * Turns a text into outlines for fill.c, letter by letter, without kerning and hinting, so that a
 * line has the same form in every size. Lines go from left to right without ligatures: texts are
 * names and chat, and their widths must be the same on every machine. Only letters that this font
 * lacks come from fonts of the caller, if there are any.
 *
 * Letters are painted through a mask, because they may overlap and be transparent. The outline of a
 * text is the same mask made larger, painted below it, as in the game's client.
 */
#include "paint/text.h"

#include "base/mem.h"
#include "paint/canvas.h"
#include "paint/font.h"
#include "paint/raster.h"

/* The straight lines of a curve. With four, corners are invisible in letters of some tens of
 * pixels. */
enum { CURVE_STEPS = 4, ELLIPSIS = 0x2026 };

/* Height of the base line, in 16ths of a line's height. */
enum { BASE = 13 };

/* Finds a letter. The last code of the table is above all of Unicode, so the search for a missing
 * code ends at a glyph with another code. */
const struct tti_glyph *tti_font_find(uint32_t code)
{
    size_t low = 0, high = tti_font_glyph_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tti_font_glyphs[middle].code < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return tti_font_glyphs[low].code == code ? &tti_font_glyphs[low]
                                             : &tti_font_glyphs[tti_font_glyph_count - 1];
}

/* Removes a letter from a text. Overlong forms and codes above Unicode are no UTF-8, and each wrong
 * byte is skipped alone. Surrogates are accepted: they have no glyph and become the box. */
uint32_t tti_text_next(tt_bytes *text)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *at = text->data;
    uint8_t first = at[0];
    size_t size = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t code = size == 1 ? first : first & (0x7fu >> size);
    bool is_good = size > 0 && size <= text->size && first < 0xf8;
    for (size_t i = 1; is_good && i < size; i++) {
        is_good = (at[i] & 0xc0) == 0x80;
        code = code << 6 | (at[i] & 0x3f);
    }
    is_good = is_good && code >= least[size] && code < 0x110000;
    size = is_good ? size : 1;
    text->data += size;
    text->size -= size;
    return is_good ? code : 0xfffd;
}

/* Converts units of the font. The units of a whole line are converted at once, so that rounding
 * does not add up over its letters. */
static int64_t scaled(int64_t units, int32_t height)
{
    return units * height / TTI_FONT_EM;
}

/* A part of a line: a letter of the built-in font, or all letters up to the next one of it. */
struct piece {
    tt_bytes bytes;
    uint32_t code; /* code of the first letter */
    bool is_run;   /* true: the caller's fonts have the letters */
};

static bool is_theirs(uint32_t code, const struct tti_letters *letters)
{
    return letters != NULL && tti_font_find(code)->code != code &&
           letters->has(letters->user, code);
}

static struct piece next_piece(tt_bytes *rest, const struct tti_letters *letters)
{
    struct piece piece = {*rest, tti_text_next(rest), false};
    piece.is_run = is_theirs(piece.code, letters);
    while (piece.is_run && rest->size > 0) {
        tt_bytes after = *rest;
        if (!is_theirs(tti_text_next(&after), letters)) {
            break;
        }
        *rest = after;
    }
    piece.bytes.size -= rest->size;
    return piece;
}

static int64_t advance_of(const struct piece *piece, const struct tti_letters *letters)
{
    return piece->is_run ? letters->run(letters->user, piece->bytes, NULL)
                         : tti_font_find(piece->code)->advance;
}

static int64_t measure(tt_bytes text, const struct tti_letters *letters)
{
    int64_t width = 0;
    while (text.size > 0) {
        struct piece piece = next_piece(&text, letters);
        width += advance_of(&piece, letters);
    }
    return width;
}

/* Cuts a text to a width. Letters are measured one by one up to the last one after which an
 * ellipsis still fits. If not even one letter fits, the ellipsis is alone. Letters of a run change
 * their form with their neighbours, so the rest is measured as it will be drawn. */
struct tti_line tti_text_line(tt_bytes text, int32_t height, int64_t most,
                              const struct tti_letters *letters)
{
    struct tti_line line = {text, false, measure(text, letters)};
    int64_t dots = tti_font_find(ELLIPSIS)->advance, width = 0;
    if (most > 0 && scaled(line.width, height) > most) {
        tt_bytes rest = text;
        size_t kept = 0; /* bytes that leave room for an ellipsis */
        while (rest.size > 0 && scaled(width + dots, height) <= most) {
            tt_bytes letter = rest;
            kept = text.size - rest.size;
            tti_text_next(&rest);
            letter.size -= rest.size;
            width += measure(letter, letters);
        }
        line.text.size = kept;
        line.is_cut = true;
        line.width = measure(line.text, letters) + dots;
    }
    line.width = scaled(line.width, height);
    return line;
}

/* Returns the width of a head. A head that reaches into the cut part is the whole line, with its
 * ellipsis. */
static int64_t head_width(const struct tti_line *line, size_t bytes, int32_t height,
                          const struct tti_letters *letters)
{
    if (bytes >= line->text.size) {
        return line->width;
    }
    return scaled(measure((tt_bytes){line->text.data, bytes}, letters), height);
}

int64_t tti_text_base(int32_t height)
{
    return (int64_t)height * BASE / 16;
}

/* Adds a line of an outline. Quarters of a unit represent a point between two handles, and points
 * of a curve, without rounding. y goes up in the font and down in the picture. */
void tti_outline_line(struct tti_outline *letter, int64_t x, int64_t y)
{
    int64_t h = letter->height, one = 4 * TTI_FONT_EM;
    tti_fill_edge(letter->fill, letter->x + letter->from_x * h / one,
                  letter->base - letter->from_y * h / one, letter->x + x * h / one,
                  letter->base - y * h / one);
    letter->from_x = x;
    letter->from_y = y;
}

/* Adds a quadratic curve with the handle (hx, hy), as four lines. All coordinates are in 1/4
 * units. */
void tti_outline_curve(struct tti_outline *letter, int64_t hx, int64_t hy, int64_t x, int64_t y)
{
    int64_t x0 = letter->from_x, y0 = letter->from_y;
    const int64_t all = CURVE_STEPS * CURVE_STEPS;
    for (int64_t i = 1; i <= CURVE_STEPS; i++) {
        int64_t left = CURVE_STEPS - i;
        tti_outline_line(letter, (left * left * x0 + 2 * left * i * hx + i * i * x) / all,
                         (left * left * y0 + 2 * left * i * hy + i * i * y) / all);
    }
}

void tti_outline_cubic(struct tti_outline *letter, const int64_t h[4], int64_t x, int64_t y)
{
    int64_t x0 = letter->from_x, y0 = letter->from_y;
    const int64_t all = CURVE_STEPS * CURVE_STEPS * CURVE_STEPS;
    for (int64_t i = 1; i <= CURVE_STEPS; i++) {
        int64_t left = CURVE_STEPS - i, one = 3 * left * left * i, two = 3 * left * i * i;
        int64_t begin = left * left * left, end = i * i * i;
        tti_outline_line(letter, (begin * x0 + one * h[0] + two * h[2] + end * x) / all,
                         (begin * y0 + one * h[1] + two * h[3] + end * y) / all);
    }
}

/* A point relative to the left end of the letter on the base line, in 1/4 units. */
struct outline_point {
    int64_t x, y;
    bool on;
};

static const uint8_t *read_point(const uint8_t *at, struct outline_point *point)
{
    int64_t dx = (int8_t)at[1], dy = (int8_t)at[2];
    const uint8_t *next = at + 3;
    if ((at[0] & 2) == 0) {
        dx = (int16_t)tti_load_be16(at + 1);
        dy = (int16_t)tti_load_be16(at + 3);
        next = at + 5;
    }
    point->on = (at[0] & 1) != 0;
    point->x += 4 * dx;
    point->y += 4 * dy;
    return next;
}

/* Adds an outline of a letter. Its first point is on the curve in this font. Between two handles in
 * a row there is a point of the curve that TrueType does not store, in their middle. A last step
 * beyond the points closes the outline. */
static const uint8_t *add_contour(struct tti_outline *letter, const uint8_t *at, uint32_t count)
{
    struct outline_point point = {0, 0, true}, handle = {0, 0, true}, first;
    at = read_point(at, &point);
    first = point;
    letter->from_x = point.x;
    letter->from_y = point.y;
    for (uint32_t i = 1; i <= count; i++) {
        if (i < count) {
            at = read_point(at, &point);
        } else {
            point = first;
        }
        if (!handle.on) {
            tti_outline_curve(letter, handle.x, handle.y,
                              point.on ? point.x : (handle.x + point.x) / 2,
                              point.on ? point.y : (handle.y + point.y) / 2);
        } else if (point.on) {
            tti_outline_line(letter, point.x, point.y);
        }
        handle = point;
    }
    return at;
}

/* Adds a letter of the built-in font. An outline without points ends it. */
static void add_letter(struct tti_fill *fill, uint32_t code, int64_t x, int64_t base,
                       int32_t height)
{
    const struct tti_glyph *glyph = tti_font_find(code);
    const uint8_t *at = tti_font_outlines + glyph->outline;
    struct tti_outline letter = {fill, x, base, height, 0, 0};
    for (;;) {
        uint32_t count = tti_load_be16(at);
        if (count == 0) {
            return;
        }
        at = add_contour(&letter, at + 2, count);
    }
}

static void add_piece(struct tti_fill *fill, const struct piece *piece, int64_t x, int64_t base,
                      int32_t height, const struct tti_letters *letters)
{
    if (piece->is_run) {
        struct tti_outline outline = {fill, x, base, height, 0, 0};
        letters->run(letters->user, piece->bytes, &outline);
    } else {
        add_letter(fill, piece->code, x, base, height);
    }
}

/* Adds a line. Parts far outside of the clip are only measured; the ellipsis comes after the text.
 */
void tti_text_add(struct tti_fill *fill, const struct tti_line *line, int64_t x, int64_t y,
                  int32_t height, const struct tti_letters *letters)
{
    int64_t base = y + tti_text_base(height), advance = 0;
    int64_t left = ((int64_t)fill->clip.x0 - 1) * TT_SHAPE_PIXEL - height;
    int64_t right = (int64_t)fill->clip.x1 * TT_SHAPE_PIXEL + height;
    tt_bytes rest = line->text;
    while (rest.size > 0) {
        struct piece piece = next_piece(&rest, letters);
        int64_t at = x + scaled(advance, height), width = advance_of(&piece, letters);
        if (at + scaled(width, height) > left && at < right) {
            add_piece(fill, &piece, at, base, height, letters);
        }
        advance += width;
    }
    int64_t at = x + scaled(advance, height);
    if (line->is_cut && at > left && at < right) {
        add_letter(fill, ELLIPSIS, at, base, height);
    }
}

/* The smallest and the largest height of letters, in parts of a pixel: a quarter of a pixel, and
 * 65536 pixels. */
enum { LEAST = 64, MOST = 1 << 24 };

/* Returns the width of the outline in pixels, which in the game depends on the height: below 18
 * pixels, below 48, and above. */
static int32_t reach_of(int32_t height)
{
    return height < 18 * TT_SHAPE_PIXEL ? 1 : height < 48 * TT_SHAPE_PIXEL ? 2 : 4;
}

/* Sets each of `count` values to the largest one within `reach`. First rows and then columns give
 * the largest value in a square. */
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

/* Paints a text. Some letters extend beyond their line and their advance, so the area is a height
 * larger on all sides. A text outside of the clip is only measured. */
void tti_paint_text(struct tti_canvas *canvas, const tt_shape *shape)
{
    int32_t height = shape->u.text.height, reach = reach_of(height);
    if (height < LEAST || height > MOST) {
        return;
    }
    const struct tti_letters *letters = canvas->source.letters;
    struct tti_line line = tti_text_line(shape->u.text.utf8, height, shape->u.text.width, letters);
    int64_t x = shape->u.text.at.x, y = shape->u.text.at.y;
    x -= shape->u.text.align == TT_ALIGN_CENTER  ? line.width / 2
         : shape->u.text.align == TT_ALIGN_RIGHT ? line.width
                                                 : 0;
    /* a line may have any length, so its ends are limited before they become 32 bits */
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
    tti_text_add(&canvas->fill, &line, x, y, height, letters);
    tti_mask_add(canvas, &canvas->mask);
    if (shape->u.text.outline.a != 0 && widen_mask(canvas, reach)) {
        tti_mask_paint(canvas, &canvas->outline, INT32_MIN, INT32_MAX, shape->u.text.outline);
    }
    /* the head ends at a whole pixel, so that the two colours share no pixel */
    int64_t split = x + head_width(&line, shape->u.text.head, height, letters);
    split = shape->u.text.head > 0 ? (split + TT_SHAPE_PIXEL / 2) >> 8 : INT32_MIN;
    tti_mask_paint(canvas, &canvas->mask, INT32_MIN, split, shape->u.text.head_color);
    tti_mask_paint(canvas, &canvas->mask, split, INT32_MAX, shape->color);
}
