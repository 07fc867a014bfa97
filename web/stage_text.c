/* SPDX-License-Identifier: MIT
 *
 * Draws texts. src/paint paints each text into a sheet, and a quad shows this part of the sheet.
 * A text that does not change is painted only once, at its fraction of a pixel.
 *
 * Letters are painted red, the head of a text blue and its outline green. The shader replaces
 * these by the colours of the text.
 */
#include "paint/canvas.h"
#include "paint/font.h"
#include "paint/text.h"
#include "web/stage.h"

enum { WIDTH = 2048, HEIGHT = 1024, PLACES = 4096 };

struct place {
    uint64_t key;
    struct tti_rect rect; /* part of the sheet; empty when the text was not painted */
};

static struct tti_canvas canvas;
static tt_io_picture sheet;
static struct place places[PLACES];
static unsigned place_count;
static int32_t shelf_x, shelf_y, shelf_height;
static int32_t dirty[2]; /* range of rows of the sheet that changed */

CORE_EXPORT const uint8_t *stage_sheet(void)
{
    return sheet.rgba;
}

CORE_EXPORT int32_t stage_sheet_width(void)
{
    return WIDTH;
}

CORE_EXPORT int32_t stage_sheet_height(void)
{
    return HEIGHT;
}

/* Returns the first row that changed since the last call, or -1, and then the number of rows. */
CORE_EXPORT int32_t stage_sheet_from(void)
{
    return dirty[0] < dirty[1] ? dirty[0] : -1;
}

CORE_EXPORT int32_t stage_sheet_rows(void)
{
    int32_t rows = dirty[1] - dirty[0];
    dirty[0] = HEIGHT;
    dirty[1] = 0;
    return rows > 0 ? rows : 0;
}

static uint64_t mix(uint64_t key, uint64_t value)
{
    return (key ^ value) * UINT64_C(0x100000001b3);
}

static uint64_t key_of(const tt_shape *s, tt_point part)
{
    uint64_t key = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < s->u.text.utf8.size; i++) {
        key = mix(key, s->u.text.utf8.data[i]);
    }
    key = mix(mix(key, (uint64_t)part.x), (uint64_t)part.y << 8);
    key = mix(mix(key, (uint64_t)s->u.text.height), (uint64_t)s->u.text.width);
    key = mix(mix(key, s->u.text.head), s->u.text.outline.a);
    return mix(mix(key, s->color.a), s->u.text.head_color.a) | 1;
}

static struct place *place_of(uint64_t key)
{
    size_t at = (size_t)(key >> 20) % PLACES;
    while (places[at].key != 0 && places[at].key != key) {
        at = (at + 1) % PLACES;
    }
    return &places[at];
}

/* Takes a zeroed part of the sheet. Returns false when the sheet is full. */
static bool take_rect(struct tti_rect *rect, int32_t width, int32_t height)
{
    if (shelf_x + width > WIDTH) {
        shelf_y += shelf_height;
        shelf_x = shelf_height = 0;
    }
    if (shelf_y + height > HEIGHT || place_count >= PLACES / 2) {
        return false;
    }
    *rect = (struct tti_rect){shelf_x, shelf_y, shelf_x + width, shelf_y + height};
    shelf_x += width;
    shelf_height = shelf_height > height ? shelf_height : height;
    for (int32_t y = rect->y0; y < rect->y1; y++) {
        __builtin_memset(sheet.rgba + ((size_t)y * WIDTH + (size_t)rect->x0) * 4, 0,
                         (size_t)width * 4);
    }
    dirty[0] = rect->y0 < dirty[0] ? rect->y0 : dirty[0];
    dirty[1] = rect->y1 > dirty[1] ? rect->y1 : dirty[1];
    return true;
}

/* Returns the pixels by which letters and outline may exceed the line. */
static int32_t margin_of(int32_t height)
{
    return (height >> 8) / 4 + 6;
}

static void paint(const tt_shape *shape, tt_point part, const struct tti_rect *rect)
{
    int32_t margin = margin_of(shape->u.text.height);
    tt_shape copy = *shape;
    copy.u.text.at =
        (tt_point){(rect->x0 + margin) * 256 + part.x, (rect->y0 + margin) * 256 + part.y};
    copy.u.text.align = TT_ALIGN_LEFT;
    copy.color = (tt_rgba){255, 0, 0, shape->color.a};
    copy.u.text.outline = (tt_rgba){0, 255, 0, shape->u.text.outline.a};
    copy.u.text.head_color = (tt_rgba){0, 0, 255, shape->u.text.head_color.a};
    canvas.picture = &sheet;
    canvas.clip = *rect;
    tti_paint_text(&canvas, &copy);
}

/* A text with letters that the font lacks, for JavaScript to paint. */
struct foreign {
    int32_t text, size, head;    /* address, bytes, and bytes of the head */
    int32_t height, x, y, width; /* parts of a pixel, from the rectangle's corner */
    int32_t rect[4];             /* part of the sheet that the text has: left, top, right, bottom */
    int32_t alpha[3];            /* alpha of letters, outline, and head */
};
enum { FOREIGN_MAX = 256 };
static struct foreign foreign[FOREIGN_MAX];
static int32_t foreign_count;

CORE_EXPORT const struct foreign *stage_foreign(void)
{
    return foreign;
}

/* Returns the number of texts since the last call. */
CORE_EXPORT int32_t stage_foreign_take(void)
{
    int32_t count = foreign_count;
    foreign_count = 0;
    return count;
}

void stage_text_forget(void)
{
    __builtin_memset(places, 0, sizeof places);
    place_count = 0;
    foreign_count = 0;
    shelf_x = shelf_y = shelf_height = 0;
}

static bool is_foreign(tt_bytes text)
{
    while (text.size > 0) {
        if (tti_font_find(tti_text_next(&text))->code == UINT32_MAX) {
            return foreign_count < FOREIGN_MAX;
        }
    }
    return false;
}

static void leave(const tt_shape *shape, const struct tti_line *line, tt_point part,
                  const struct tti_rect *rect)
{
    int32_t margin = margin_of(shape->u.text.height) * TT_SHAPE_PIXEL;
    foreign[foreign_count++] =
        (struct foreign){(int32_t)(uintptr_t)line->text.data,
                         (int32_t)line->text.size,
                         (int32_t)shape->u.text.head,
                         shape->u.text.height,
                         margin + part.x,
                         margin + part.y,
                         (int32_t)line->width,
                         {rect->x0, rect->y0, rect->x1, rect->y1},
                         {shape->color.a, shape->u.text.outline.a, shape->u.text.head_color.a}};
}

static void put(const tt_shape *shape, int32_t x, int32_t y, const struct tti_rect *rect)
{
    struct stage_vertex corner[4];
    for (int i = 0; i < 4; i++) {
        int32_t dx = (i & 1) != 0 ? rect->x1 - rect->x0 : 0;
        int32_t dy = i > 1 ? rect->y1 - rect->y0 : 0;
        corner[i] = (struct stage_vertex){.x = (float)(x + dx),
                                          .y = (float)(y + dy),
                                          .a = (float)(rect->x0 + dx),
                                          .b = (float)(rect->y0 + dy),
                                          .color = shape->color,
                                          .mode = STAGE_TEXT};
        corner[i].u.more[0] = shape->u.text.outline;
        corner[i].u.more[1] = shape->u.text.head_color;
    }
    stage_quad(corner, TT_IMAGE_NONE, 0, 0);
}

static int begin(void)
{
    if (sheet.rgba == NULL) {
        sheet = (tt_io_picture){WIDTH, HEIGHT, core_take((size_t)WIDTH * HEIGHT * 4)};
        dirty[0] = HEIGHT;
    }
    return sheet.rgba != NULL;
}

bool stage_text(const tt_shape *shape)
{
    int32_t height = shape->u.text.height;
    if (height <= 0 || height > 400 * TT_SHAPE_PIXEL || !begin()) {
        return true;
    }
    struct tti_line line = tti_text_line(shape->u.text.utf8, height, shape->u.text.width, NULL);
    int64_t left = shape->u.text.at.x;
    left -= shape->u.text.align == TT_ALIGN_CENTER  ? line.width / 2
            : shape->u.text.align == TT_ALIGN_RIGHT ? line.width
                                                    : 0;
    int32_t margin = margin_of(height), y = (shape->u.text.at.y >> 8) - margin;
    int64_t wide = (line.width >> 8) + 2 + 2 * (int64_t)margin;
    int32_t high = (height >> 8) * 3 / 2 + 2 + 2 * margin;
    wide = wide > WIDTH ? WIDTH : wide;
    if ((left >> 8) - margin > stage_list.clip.x1 || (left >> 8) + wide < stage_list.clip.x0 ||
        y > stage_list.clip.y1 || y + high < stage_list.clip.y0) {
        return true;
    }
    tt_point part = {(int32_t)(left & 255), shape->u.text.at.y & 255};
    struct place *place = place_of(key_of(shape, part));
    if (place->key == 0) {
        if (!take_rect(&place->rect, (int32_t)wide, high)) {
            return false;
        }
        place->key = key_of(shape, part);
        place_count++;
        if (is_foreign(line.text)) {
            leave(shape, &line, part, &place->rect);
        } else {
            paint(shape, part, &place->rect);
        }
    }
    put(shape, (int32_t)(left >> 8) - margin, y, &place->rect);
    return true;
}
