/* SPDX-License-Identifier: MIT
 *
 * Turns a layer of tiles into a command: WebGL paints boxes around the tiles that exist. Most
 * layers are mostly empty, and one quad over the whole picture would test each pixel for each
 * layer.
 */
#include "web/stage.h"

/* Most tiles and boxes of a layer. With more, a single box covers the picture, and tiles are only a
 * few pixels wide. */
#define TILES_MOST 65536
#define BOXES_MOST 4096

struct cells {
    int64_t x0, y0, x1, y1;
};

/* Returns the first pixel whose centre is at least this far from the origin. */
static double pixel_of(double origin, double side, int64_t cell)
{
    return __builtin_ceil(origin + (double)cell * side - 0.5);
}

/* Returns the tiles that have pixels in the clip. */
static struct cells cells_of(const struct stage_command *c)
{
    const double *clip = c->clip;
    return (struct cells){(int64_t)__builtin_floor((clip[0] - c->origin[0]) / c->side),
                          (int64_t)__builtin_floor((clip[1] - c->origin[1]) / c->side),
                          (int64_t)__builtin_ceil((clip[2] - c->origin[0]) / c->side),
                          (int64_t)__builtin_ceil((clip[3] - c->origin[1]) / c->side)};
}

static void put_box(const struct stage_command *c, struct cells cells)
{
    static const uint8_t order[6] = {0, 1, 2, 2, 1, 3};
    float x[2] = {(float)pixel_of(c->origin[0], c->side, cells.x0),
                  (float)pixel_of(c->origin[0], c->side, cells.x1)};
    float y[2] = {(float)pixel_of(c->origin[1], c->side, cells.y0),
                  (float)pixel_of(c->origin[1], c->side, cells.y1)};
    struct stage_vertex *v = stage_more(6);
    for (int i = 0; v != NULL && i < 6; i++) {
        v[i] = (struct stage_vertex){.x = x[order[i] & 1], .y = y[order[i] >> 1]};
    }
}

static int64_t within(int64_t at, int32_t count)
{
    return at < 0 ? 0 : at >= count ? count - 1 : at;
}

/* Returns true for a tile that exists. Tiles at the border of the layer repeat beyond it. */
static bool is_there(const struct stage_command *c, const tt_io_layer *layer, int64_t x, int64_t y)
{
    int64_t column = within((int64_t)c->x + x, layer->width);
    int64_t row = within((int64_t)c->y + y, layer->height);
    return layer->tiles[(size_t)(row * layer->width + column) * layer->cell] != 0;
}

/* Adds boxes for runs of tiles in one row. `*count` grows by the number of boxes. Returns false
 * when the row has a gap. */
static bool put_row(const struct stage_command *c, const tt_io_layer *layer, struct cells all,
                    int64_t y, size_t *count)
{
    int64_t missing = all.x1 - all.x0;
    for (int64_t x = all.x0; x < all.x1; x++) {
        int64_t from = x;
        while (x < all.x1 && is_there(c, layer, x, y)) {
            x++;
        }
        if (x > from) {
            put_box(c, (struct cells){from, y, x, y + 1});
            missing -= x - from;
            ++*count;
        }
    }
    return missing == 0;
}

void stage_tiles(const tt_shape *shape, const tt_io_layer *layer)
{
    struct stage_list *l = &stage_list;
    struct stage_command *c = layer->width > 0 ? stage_command_new() : NULL;
    if (c == NULL) {
        return;
    }
    c->is_tiles = 1;
    c->image = shape->image;
    c->index = shape->index;
    c->layer = shape->u.tiles.layer;
    c->x = shape->u.tiles.x;
    c->y = shape->u.tiles.y;
    c->origin[0] = (double)shape->u.tiles.origin.x / TT_SHAPE_PIXEL;
    c->origin[1] = (double)shape->u.tiles.origin.y / TT_SHAPE_PIXEL;
    c->side = (double)shape->u.tiles.tile / TT_SHAPE_ONE;
    c->color[0] = shape->color.r / 255.0;
    c->color[1] = shape->color.g / 255.0;
    c->color[2] = shape->color.b / 255.0;
    c->color[3] = shape->color.a / 255.0;
    struct cells all = cells_of(c);
    size_t before = l->vertex_count, boxes = 0;
    bool is_many = (all.x1 - all.x0) * (all.y1 - all.y0) > TILES_MOST;
    bool is_full = shape->image == TT_IMAGE_NONE && shape->color.a == 255 && !is_many;
    for (int64_t y = all.y0; y < all.y1 && !is_many; y++) {
        is_full &= put_row(c, layer, all, y, &boxes);
        is_many = boxes > BOXES_MOST;
    }
    if (is_many) {
        l->vertex_count = before;
        c->count = 0;
        put_box(c, all);
    }
    l->command_count -= l->vertex_count == before;
    /* Maps that were made to slow programs down have a hundred layers that fill the picture. Only
     * the last one is drawn. */
    if (is_full && c->clip[0] <= 0 && c->clip[1] <= 0 && c->clip[2] >= l->width &&
        c->clip[3] >= l->height) {
        l->seen_from = l->command_count - 1;
    }
}
