/* SPDX-License-Identifier: MIT
 *
 * Goes through the tiles in view, layer by layer: first all fillings, in runs of equal ones, then
 * the marks, in steps, so that what lies over something is drawn after it also where a pen collects
 * by colour. Tiles of less than a pixel are looked at pixel by pixel.
 *
 * What is drawn is a picture of how a map plays, for recordings whose map has no images, and as an
 * overlay over those that have. Cost: the tiles in view, or the pixels where these are fewer, for
 * each layer that there is; marks cost four times that.
 */
#include "paint/rules.h"

#include "paint/rule_marks.h"
#include "paint/rule_table.h"

/* tti_mark_draw has steps 0 to 3; no mark has more. */
enum { STEPS = 4 };

/* Marks are drawn from half a pixel a unit on. A tile has 32 units, so half a pixel a unit is a
 * side of 16 pixels. On smaller ones marks are no longer seen as such. */
#define MARKS_FROM (INT64_C(16) * TT_SHAPE_ONE)

/* One layer that is being drawn. */
struct drawing {
    const struct tti_pen *pen; /* paints, or collects for SVG */
    struct tti_view x, y;      /* how tiles lie over pixels */
    struct tti_rect clip;      /* pixels that may be painted */
    tt_io_layer layer;
    unsigned plays; /* TT_MAP_* of this layer */
    uint8_t alpha;  /* how much of all is to be seen */
    bool items;     /* pickups are drawn, too */
};

/* Rounded to the nearest. */
static tt_rgba fade(const struct drawing *d, tt_rgba color)
{
    color.a = (uint8_t)((color.a * d->alpha + 127) / 255);
    return color;
}

/* The rule of a tile, of which `own` is memory; NULL when nothing is to be drawn. Which byte is the
 * number, and which one says that the tile is in use, differs between layers: of teleporters it is
 * channel and type, of speedups the force and the third byte, of switches the type, of tune zones
 * zone and type. */
static const struct tti_rule *rule_of(const struct drawing *d, const uint8_t *tile,
                                      struct tti_rule *own)
{
    switch (d->plays) {
    case TT_MAP_TELE:
        return tile[0] != 0 ? tti_rule_of_tele(tile[1]) : NULL;
    case TT_MAP_SPEEDUP:
        return tile[0] != 0 && tile[2] >= tti_rule_speedup.first && tile[2] <= tti_rule_speedup.last
                   ? &tti_rule_speedup
                   : NULL;
    case TT_MAP_SWITCH:
        return tile[1] != 0 ? tti_rule_of_switch(tile[1]) : NULL;
    case TT_MAP_TUNE:
        *own = tti_rule_of_tune(tile[0]);
        return tile[0] != 0 && tile[1] != 0 ? own : NULL;
    default:
        return tti_rule_of(tile[0]);
    }
}

/* The border of the game layer goes on; other layers have nothing there. NULL is outside of another
 * layer than the game's. */
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

/* The first pixel whose middle is not before the edge. */
static int32_t pixel_of(int64_t edge)
{
    return (int32_t)((edge + 127) >> 8);
}

/* Tiles, or single pixels where tiles are less: what one step along a view is. Ends at the first
 * pixel of the next tile, and within the clip. */
struct step {
    int64_t tile;
    int32_t from, to; /* pixels */
};

/* The first one, or the next after `to` pixels. A step has one pixel at least, or the loops would
 * not end: the tile of a pixel is found from its middle and its end from an edge, each with a
 * rounding of its own. Tiles of less than a pixel have no step each; some of them are passed over,
 * so the cost is that of the pixels. */
static struct step step_at(const struct tti_view *view, int32_t pixel, int32_t end)
{
    struct step step = {view->first + (tti_view_at(view, pixel) >> TTI_VIEW_BITS), pixel,
                        pixel + 1};
    if (view->side >= TT_SHAPE_ONE) {
        step.to = pixel_of(tti_view_edge(view, step.tile + 1));
        step.to = step.to <= pixel ? pixel + 1 : step.to;
    }
    step.to = step.to > end ? end : step.to;
    return step;
}

static bool is_same(tt_rgba a, tt_rgba b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* Colours are compared, not numbers: different tiles with one filling become one rectangle. A run
 * may have no colour at all, for tiles that show nothing. */
static void fill_row(const struct drawing *d, struct step row)
{
    struct tti_rect run = {0, row.from, 0, row.to};
    tt_rgba color = {0, 0, 0, 0};
    struct step column;
    for (int32_t x = d->clip.x0; x < d->clip.x1; x = column.to) {
        struct tti_rule own;
        column = step_at(&d->x, x, d->clip.x1);
        const uint8_t *tile = tile_at(d, &d->layer, column.tile, row.tile);
        const struct tti_rule *rule = tile != NULL ? rule_of(d, tile, &own) : NULL;
        tt_rgba now = rule != NULL ? rule->fill : (tt_rgba){0, 0, 0, 0};
        if (!is_same(now, color)) {
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

/* For the game layer only, where tile_at is never NULL. The same two numbers as in map/collision.c.
 */
static bool is_solid(const struct drawing *d, int64_t column, int64_t row)
{
    uint8_t number = tile_at(d, &d->layer, column, row)[0];
    return number == TT_TILE_SOLID || number == TT_TILE_NOHOOK;
}

/* Edges belong to the game layer: what the front layer has with the numbers of solid tiles is not
 * solid in the game, so no side is open there. */
static void mark_tile(const struct drawing *d, struct step column, struct step row, int step)
{
    struct tti_rule own;
    const uint8_t *tile = tile_at(d, &d->layer, column.tile, row.tile);
    const struct tti_rule *rule = tile != NULL ? rule_of(d, tile, &own) : NULL;
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

/* All tiles are gone through for each step, and not all steps for each tile: a pen that collects by
 * colour then has them in this order, too. */
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

/* In the order in which they lie over each other. An overlay begins at the third layer, as the game
 * and the front layer came as tiles with an image. A layer whose tiles have too few bytes is left
 * out, since marks read up to six. */
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

/* Without zeros at the front. */
size_t tti_rules_digits(uint8_t digits[3], unsigned number)
{
    size_t count = number < 10 ? 1 : number < 100 ? 2 : 3;
    for (size_t i = count; i > 0; i--, number /= 10) {
        digits[i - 1] = (uint8_t)('0' + number % 10);
    }
    return count;
}
