/* SPDX-License-Identifier: MIT
 *
 * How the tiles of a layer lie over the pixels of the picture.
 */
#ifndef RASTER_VIEW_H
#define RASTER_VIEW_H

#include "raster/canvas.h"

/* Bits after the point of places in tiles. */
enum { TTI_VIEW_BITS = 28 };

/* One direction of it. */
struct tti_view {
    int64_t first;  /* the tile at the left or upper edge */
    int64_t origin; /* its place, in parts of a pixel */
    int64_t side;   /* of a tile, in 1 / TT_SHAPE_ONE of a pixel */
};

/* False when no list has such tiles: of no size, or far from the picture. */
static inline bool tti_view_is_good(const struct tti_view *view)
{
    const int64_t most = INT64_C(1) << 25;
    return view->side > 0 && view->side < INT64_C(1) << 34 && view->origin > -most &&
           view->origin < most;
}

/* Where the middle of a pixel is, from the edge of the first tile: 2^-TTI_VIEW_BITS tiles. */
static inline int64_t tti_view_at(const struct tti_view *view, int32_t pixel)
{
    int64_t place = ((int64_t)pixel * 256 + 128 - view->origin) * (INT64_C(1) << 36);
    int64_t at = place / view->side;
    return at - (place % view->side < 0);
}

/* The edge of a tile, in parts of a pixel; `tile` is one near the picture. */
static inline int64_t tti_view_edge(const struct tti_view *view, int64_t tile)
{
    return view->origin + ((tile - view->first) * view->side >> 8);
}

/* Of a layer: the tile of this number, or the nearest one. */
static inline int32_t tti_view_within(int64_t tile, int32_t count)
{
    return (int32_t)(tile < 0 ? 0 : tile >= count ? count - 1 : tile);
}

#endif
