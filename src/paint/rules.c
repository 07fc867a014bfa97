/* SPDX-License-Identifier: MIT
 *
 * Draws a map by the meaning of its tiles (rules.h): for recordings whose map has no images, and
 * over the images of others.
 *
 * In each layer all fillings come first, in runs of equal ones, then the marks in steps. So
 * covering shapes come later, also for a pen that collects by colour. The cost is the tiles in
 * view, or the pixels if these are fewer, for each layer. Marks cost four times that.
 */
#include "paint/rules.h"

#include "paint/text.h"

/* Steps 0 to 3 of tti_mark_draw, the most of a mark. */
enum { STEPS = 4 };

/* Marks are drawn if a tile has at least 16 pixels a side, half a pixel a unit. On smaller tiles
 * they are unrecognizable. */
#define MARKS_FROM (INT64_C(16) * TT_SHAPE_ONE)

struct drawing {
    const struct tti_pen *pen; /* paints, or collects for SVG */
    struct tti_view x, y;      /* position of tiles over pixels */
    struct tti_rect clip;      /* pixels that may be painted */
    tt_io_layer layer;
    unsigned plays; /* use of this layer, a TT_MAP_* */
    uint8_t alpha;  /* alpha of the rules, 0 to 255 */
    bool items;
};

static tt_rgba fade(const struct drawing *d, tt_rgba color)
{
    color.a = (uint8_t)((color.a * d->alpha + 127) / 255);
    return color;
}

/* Returns the bytes of a tile. Outside of the game layer its border continues. Other layers have
 * nothing there (NULL). */
static const uint8_t *tile_at(const struct drawing *d, const tt_io_layer *layer, int64_t column,
                              int64_t row)
{
    bool is_out = column < 0 || row < 0 || column >= layer->width || row >= layer->height;
    if (is_out && d->plays != TT_MAP_GAME) {
        return NULL;
    }
    size_t x = (size_t)tti_view_within(column, layer->width);
    size_t y = (size_t)tti_view_within(row, layer->height);
    return layer->tiles + (y * (size_t)layer->width + x) * layer->cell;
}

/* A part of a row or column: a tile up to the first pixel of the next one, or a single pixel if
 * tiles are smaller. */
struct step {
    int64_t tile;
    int32_t from, to; /* first pixel of the part, and the pixel after it */
};

/* Returns the part that begins at a pixel. It has at least one pixel, or the loops would not end: a
 * pixel's tile comes from the pixel's middle and the end of a tile from its edge, which round
 * differently. */
static struct step step_at(const struct tti_view *view, int32_t pixel, int32_t end)
{
    struct step step = {view->first + (tti_view_at(view, pixel) >> TTI_VIEW_BITS), pixel,
                        pixel + 1};
    if (view->side >= TT_SHAPE_ONE) {
        step.to = tti_rules_pixel(tti_view_edge(view, step.tile + 1));
        step.to = step.to <= pixel ? pixel + 1 : step.to;
    }
    step.to = step.to > end ? end : step.to;
    return step;
}

/* Fills a row. Colours are compared and not numbers, so that different tiles with one filling
 * become one rectangle. */
static void fill_row(const struct drawing *d, struct step row)
{
    struct tti_rect run = {0, row.from, 0, row.to};
    tt_rgba color = {0, 0, 0, 0};
    struct step column;
    for (int32_t x = d->clip.x0; x < d->clip.x1; x = column.to) {
        struct tti_rule own;
        column = step_at(&d->x, x, d->clip.x1);
        const uint8_t *tile = tile_at(d, &d->layer, column.tile, row.tile);
        const struct tti_rule *rule = tile != NULL ? tti_rule_of(d->plays, tile, &own) : NULL;
        tt_rgba now = rule != NULL ? rule->fill : (tt_rgba){0, 0, 0, 0};
        if (!tti_same_color(now, color)) {
            run.x1 = x;
            if (color.a != 0) {
                d->pen->rect(d->pen->user, fade(d, color), run);
            }
            run.x0 = x;
            color = now;
        }
    }
    run.x1 = d->clip.x1;
    if (color.a != 0) {
        d->pen->rect(d->pen->user, fade(d, color), run);
    }
}

/* Returns true for a solid tile of the game layer, where tile_at is never NULL. The tile numbers
 * are those of map/map.c. */
static bool is_solid(const struct drawing *d, int64_t column, int64_t row)
{
    uint8_t number = tile_at(d, &d->layer, column, row)[0];
    return number == TT_TILE_SOLID || number == TT_TILE_NOHOOK;
}

/* Draws the mark of a tile. Only tiles of the game layer have open sides: the numbers of solid
 * tiles mean something else in the front layer. */
static void mark_tile(const struct drawing *d, struct step column, struct step row, int step)
{
    struct tti_rule own;
    const uint8_t *tile = tile_at(d, &d->layer, column.tile, row.tile);
    const struct tti_rule *rule = tile != NULL ? tti_rule_of(d->plays, tile, &own) : NULL;
    if (rule == NULL || rule->mark == TTI_MARK_NONE ||
        (rule->mark >= TTI_MARK_HEART && !d->items)) {
        return;
    }
    struct tti_place place = {d->pen,
                              tti_view_edge(&d->x, column.tile),
                              tti_view_edge(&d->y, row.tile),
                              d->x.side,
                              fade(d, rule->color),
                              d->alpha,
                              {false, false, false, false}};
    if (rule->mark == TTI_MARK_GROUND || rule->mark == TTI_MARK_HATCH) {
        bool is_game = d->plays == TT_MAP_GAME;
        place.open[0] = is_game && !is_solid(d, column.tile, row.tile - 1);
        place.open[1] = is_game && !is_solid(d, column.tile + 1, row.tile);
        place.open[2] = is_game && !is_solid(d, column.tile, row.tile + 1);
        place.open[3] = is_game && !is_solid(d, column.tile - 1, row.tile);
    }
    tti_mark_draw(&place, rule, tile, step);
}

/* Draws a layer. The outer loop is the steps and the inner one the tiles, so that a pen that
 * collects by colour keeps the order of steps. */
static void draw_layer(const struct drawing *d)
{
    struct step row, column;
    for (int32_t y = d->clip.y0; y < d->clip.y1; y = row.to) {
        row = step_at(&d->y, y, d->clip.y1);
        fill_row(d, row);
    }
    if (d->x.side < MARKS_FROM) {
        return;
    }
    for (int step = 0; step < STEPS; step++) {
        for (int32_t y = d->clip.y0; y < d->clip.y1; y = row.to) {
            row = step_at(&d->y, y, d->clip.y1);
            for (int32_t x = d->clip.x0; x < d->clip.x1; x = column.to) {
                column = step_at(&d->x, x, d->clip.x1);
                mark_tile(d, column, row, step);
            }
        }
    }
}

/* Draws the layers in the order in which they cover each other. An overlay begins with the third
 * layer: game and front layer were already drawn as tiles with an image. Marks read up to six bytes
 * of a tile. */
void tti_rules_draw(const tt_io_source *source, const tt_shape *shape, struct tti_rect clip,
                    const struct tti_pen *pen)
{
    static const struct {
        unsigned plays;
        uint32_t cell;
    } layers[] = {{TT_MAP_GAME, 2},    {TT_MAP_FRONT, 2},  {TT_MAP_TELE, 2},
                  {TT_MAP_SPEEDUP, 6}, {TT_MAP_SWITCH, 4}, {TT_MAP_TUNE, 2}};
    struct drawing d = {.pen = pen, .clip = clip, .alpha = shape->color.a};
    d.x = (struct tti_view){shape->u.rules.x, shape->u.rules.origin.x, shape->u.rules.tile};
    d.y = (struct tti_view){shape->u.rules.y, shape->u.rules.origin.y, shape->u.rules.tile};
    d.items = shape->u.rules.items != 0;
    if (source->layer == NULL || !tti_view_is_good(&d.x) || !tti_view_is_good(&d.y)) {
        return;
    }
    for (size_t i = shape->u.rules.overlay ? 2 : 0; i < sizeof layers / sizeof layers[0]; i++) {
        d.layer = (tt_io_layer){0};
        d.plays = layers[i].plays;
        source->layer(source->user, d.plays, 0, &d.layer);
        if (d.layer.width > 0 && d.layer.height > 0 && d.layer.cell >= layers[i].cell) {
            draw_layer(&d);
        }
    }
}

size_t tti_rules_digits(uint8_t digits[3], unsigned number)
{
    size_t count = number < 10 ? 1 : number < 100 ? 2 : 3;
    for (size_t i = count; i > 0; i--, number /= 10) {
        digits[i - 1] = (uint8_t)('0' + number % 10);
    }
    return count;
}

/* The functions of the pen that paints pixels. svg_rules.c has another pen. */
static void paint_rect(void *user, tt_rgba color, struct tti_rect rect)
{
    tti_canvas_rect(user, rect, color);
}

/* Paints an outline. The fill is NONZERO, because some marks have a corner more than once. */
static void paint_outline(void *user, tt_rgba color, const tt_point *points, size_t count)
{
    struct tti_canvas *canvas = user;
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_fill_outline(&canvas->fill, points, count);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, color);
}

static void paint_disc(void *user, tt_rgba color, tt_point at, int32_t radius)
{
    struct tti_canvas *canvas = user;
    const tt_turn none = {TT_SHAPE_ONE, 0};
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_round_add(&canvas->fill, at, (tt_point){radius, radius}, none);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, color);
}

static void paint_number(void *user, tt_rgba color, tt_point at, int32_t height, unsigned value)
{
    struct tti_canvas *canvas = user;
    uint8_t digits[3];
    tt_bytes text = {digits, tti_rules_digits(digits, value)};
    struct tti_line line = tti_text_line(text, height, 0, NULL);
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_text_add(&canvas->fill, &line, at.x - line.width / 2, at.y, height, NULL);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, color);
}

void tti_paint_rules(struct tti_canvas *canvas, const tt_shape *shape)
{
    const struct tti_pen pen = {paint_rect, paint_outline, paint_disc, paint_number, canvas};
    tti_rules_draw(&canvas->source, shape, canvas->clip, &pen);
}
