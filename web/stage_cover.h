/* SPDX-License-Identifier: MIT
 *
 * The tiles in the picture, and the parts of it that later layers of tiles hide.
 */
#ifndef WEB_STAGE_COVER_H
#define WEB_STAGE_COVER_H

#include "web/stage.h"

struct stage_cells {
    int64_t x0, y0, x1, y1;
};

/* The tiles of a layer in the picture. Cell 0, 0 is the tile `x`, `y` of the layer. */
struct stage_grid {
    int32_t x, y;
    double left, top, side;   /* pixels: corner of cell 0, 0, and side of a cell */
    struct stage_cells cells; /* the cells that have pixels in the clip */
};

struct stage_grid stage_grid_of(const tt_shape *shape, struct tti_rect clip);

/* Returns the pixels of cells: those whose centre is in one of them. */
struct tti_rect stage_grid_box(const struct stage_grid *grid, struct stage_cells cells);

/* Returns the number of a tile, 0 for none. Tiles at the border of the layer repeat beyond it. */
uint8_t stage_grid_tile(const struct stage_grid *grid, const tt_io_layer *layer, int64_t x,
                        int64_t y);

/* Finds out what is hidden. The functions below need it. */
void stage_cover_begin(const tt_shape *shapes, size_t count, int32_t width, int32_t height,
                       const tt_io_source *source);

/* Returns true when the cells of the cover are those of a grid. stage_cover_hides then says whether
 * a cell of it is hidden for shape `number` by a later shape. */
bool stage_cover_has(const struct stage_grid *grid);
bool stage_cover_hides(uint32_t number, int64_t x, int64_t y);

/* Returns the rectangles that are not hidden for shape `number`, valid until the next call. */
const struct tti_rect *stage_cover_parts(uint32_t number, size_t *count);

#endif
