/* SPDX-License-Identifier: MIT
 *
 * How the tiles of a layer lie over the pixels of the picture.
 *
 * Shared by tiles.c, which paints images of tiles, and rules.c, which paints what they mean, so
 * both have the same edges.
 */
#ifndef PAINT_VIEW_H
#define PAINT_VIEW_H

#include "paint/canvas.h"

/* Bits after the point of places in tiles. As many as there can be: with them the product in
 * tti_view_at has 62 bits. */
enum { TTI_VIEW_BITS = 28 };

/* One direction of it. Of a shape (shape.h), for columns or for rows. */
struct tti_view {
    int64_t first;  /* the tile at the left or upper edge */
    int64_t origin; /* its place, in parts of a pixel */
    int64_t side;   /* of a tile, in 1 / TT_SHAPE_ONE of a pixel */
};

/* False when no list has such tiles: of no size, or far from the picture. The bounds are what the
 * products below rely on: an origin of 2^25 parts is 131072 pixels away. */
static inline bool tti_view_is_good(const struct tti_view *view)
{
    const int64_t most = INT64_C(1) << 25;
    return view->side > 0 && view->side < INT64_C(1) << 34 && view->origin > -most &&
           view->origin < most;
}

/* Where the middle of a pixel is, from the edge of the first tile: 2^-TTI_VIEW_BITS tiles. The
 * division rounds towards zero; one less for negative rests, so that the tile left of the first one
 * is -1. */
static inline int64_t tti_view_at(const struct tti_view *view, int32_t pixel)
{
    int64_t place = ((int64_t)pixel * 256 + 128 - view->origin) * (INT64_C(1) << 36);
    int64_t at = place / view->side;
    return at - (place % view->side < 0);
}

/* The edge of a tile, in parts of a pixel; `tile` is one near the picture. Sides have 16 bits after
 * the point and places 8, hence the shift. */
static inline int64_t tti_view_edge(const struct tti_view *view, int64_t tile)
{
    return view->origin + ((tile - view->first) * view->side >> 8);
}

/* Of a layer: the tile of this number, or the nearest one. `count` is at least 1. This is how a
 * border tile goes on beyond the border. */
static inline int32_t tti_view_within(int64_t tile, int32_t count)
{
    return (int32_t)(tile < 0 ? 0 : tile >= count ? count - 1 : tile);
}

#endif
