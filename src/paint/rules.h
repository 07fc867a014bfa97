/* SPDX-License-Identifier: MIT
 *
 * Draws the layers that the game plays on by rules: each tile is drawn by its meaning, without
 * images. A pen receives the shapes, so that pixels and SVG show the same.
 */
#ifndef PAINT_RULES_H
#define PAINT_RULES_H

#include "paint/canvas.h"
#include "paint/raster.h"

/* The functions of a pen. Coordinates are in parts of a pixel, except pixels in `rect`. Colours
 * have their final alpha. */
struct tti_pen {
    void (*rect)(void *user, tt_rgba color, struct tti_rect rect);
    void (*outline)(void *user, tt_rgba color, const tt_point *points, size_t count);
    void (*disc)(void *user, tt_rgba color, tt_point at, int32_t radius);
    /* `at` is the middle of the upper edge */
    void (*number)(void *user, tt_rgba color, tt_point at, int32_t height, unsigned number);
    void *user;
};

/* Draws the part of a TT_SHAPE_RULES in `clip`. A source without layers draws nothing. */
void tti_rules_draw(const tt_io_source *source, const tt_shape *shape, struct tti_rect clip,
                    const struct tti_pen *pen);

/* Returns the first pixel whose middle is not before an edge, so that fillings and marks meet
 * exactly. */
static inline int32_t tti_rules_pixel(int64_t edge)
{
    return (int32_t)((edge + 127) >> 8);
}

/* Writes the digits of a number up to 255, and returns how many. */
size_t tti_rules_digits(uint8_t digits[3], unsigned number);

/* The marks that are drawn over the filling of a tile. The marks from TTI_MARK_HEART on are
 * pickups, which rules.c leaves out when the recording has pickups. */
enum tti_mark {
    TTI_MARK_NONE,
    TTI_MARK_GROUND, /* edges next to tiles that are not solid, and grass */
    TTI_MARK_HATCH,  /* edges, and slanting lines */
    TTI_MARK_SPIKES, /* spikes; the last mark that has steps */
    TTI_MARK_STAR,   /* three lines through the middle */
    TTI_MARK_DOT,
    TTI_MARK_CHEVRON, /* shows the direction of the flags */
    TTI_MARK_CHECKS,
    TTI_MARK_COUNT,
    TTI_MARK_BARS, /* one, two or four sides that stop tees */
    TTI_MARK_RING,
    TTI_MARK_SQUARE,
    TTI_MARK_DISC,
    TTI_MARK_GATE,
    TTI_MARK_ARROW,
    TTI_MARK_SWITCH,
    TTI_MARK_HEART,
    TTI_MARK_SHIELD,
    TTI_MARK_WEAPON
};

/* The drawing of the tiles with these numbers. Alphas are those for fully visible rules. */
struct tti_rule {
    uint8_t first, last;
    uint8_t mark;  /* kind of the mark, an enum tti_mark */
    uint8_t count; /* number of bars; TTI_MARK_COUNT subtracts it from the tile number */
    tt_rgba fill;  /* an alpha of 0 means no filling */
    tt_rgba color;
};

/* Returns how a tile is drawn in a layer that the game plays on (TT_MAP_*), or NULL for nothing.
 * `own` is memory for the result, because each tune zone has its own colour. */
const struct tti_rule *tti_rule_of(unsigned plays, const uint8_t *tile, struct tti_rule *own);

/* A tile whose mark is drawn. */
struct tti_place {
    const struct tti_pen *pen;
    int64_t x, y;  /* upper left corner, in parts of a pixel */
    int64_t side;  /* side of the tile, in 1 / TT_SHAPE_ONE of a pixel */
    tt_rgba color; /* the rule's colour, with its alpha reduced */
    uint8_t alpha;
    bool open[4]; /* true: the neighbour above, right, below or left is not solid */
};

/* Draws step 0, 1, 2 or 3 of a mark, if the mark has this step. `tile` has the bytes that
 * docs/format/map.md describes. */
void tti_mark_draw(const struct tti_place *place, const struct tti_rule *rule, const uint8_t *tile,
                   int step);

#endif
