/* SPDX-License-Identifier: MIT
 *
 * Turns a layer of tiles into a command: WebGL paints boxes around the tiles that exist. Most
 * layers are mostly empty, and one quad over the whole picture would test each pixel for each
 * layer.
 */
#include "web/stage_cover.h"

/* Most tiles and boxes of a layer. With more, a single box covers the picture, and tiles are only a
 * few pixels wide. */
#define TILES_MOST 65536
#define BOXES_MOST 4096

static void put_rect(struct tti_rect r)
{
    static const uint8_t order[6] = {0, 1, 2, 2, 1, 3};
    float x[2] = {(float)r.x0, (float)r.x1}, y[2] = {(float)r.y0, (float)r.y1};
    struct stage_vertex *v = tti_rect_is_empty(r) ? NULL : stage_more(6);
    for (int i = 0; v != NULL && i < 6; i++) {
        v[i] = (struct stage_vertex){.x = x[order[i] & 1], .y = y[order[i] >> 1]};
    }
}

/* A layer whose tiles are added. */
struct tiles {
    const tt_shape *shape;
    struct stage_grid grid;
    const tt_io_layer *layer;
    bool has_plain;  /* tiles of one colour are already there */
    bool is_covered; /* the cells of the cover are those of the layer */
};

/* Adds the parts of a box that are not hidden. Boxes in the grid of the cover are not hidden. */
static void put_box(const struct tiles *t, struct stage_cells cells)
{
    size_t count;
    struct tti_rect box = stage_grid_box(&t->grid, cells);
    const struct tti_rect *part = stage_cover_parts(stage_list.number, &count);
    if (t->is_covered) {
        put_rect(box);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        put_rect(tti_rect_both(box, part[i]));
    }
}

/* Returns what is to be drawn of a cell: nothing where it is hidden. */
static struct stage_cell cell_at(const struct tiles *t, int64_t x, int64_t y)
{
    struct stage_cell cell = stage_map_cell(t->shape, stage_grid_tile(&t->grid, t->layer, x, y));
    if (t->is_covered && stage_cover_hides(stage_list.number, x, y)) {
        cell.kind = STAGE_EMPTY;
    }
    return cell;
}

/* Returns true for a tile that needs the image. */
static bool is_there(const struct tiles *t, int64_t x, int64_t y)
{
    uint8_t kind = cell_at(t, x, y).kind;
    return kind != STAGE_EMPTY && !(kind == STAGE_ONE_COLOR && t->has_plain);
}

static bool is_same(struct stage_cell a, struct stage_cell b)
{
    return a.kind == b.kind && a.color.r == b.color.r && a.color.g == b.color.g &&
           a.color.b == b.color.b;
}

/* Adds the tiles of one colour as rectangles, because reading the image takes longer. */
static void put_plain(const struct tiles *t)
{
    const struct stage_cells *all = &t->grid.cells;
    for (int64_t y = all->y0; y < all->y1; y++) {
        for (int64_t x = all->x0; x < all->x1;) {
            struct stage_cell first = cell_at(t, x, y);
            int64_t from = x++;
            while (x < all->x1 && is_same(first, cell_at(t, x, y))) {
                x++;
            }
            struct stage_cells run = {from, y, x, y + 1};
            if (first.kind == STAGE_ONE_COLOR) {
                stage_rect(first.color, stage_grid_box(&t->grid, run));
            }
        }
    }
}

/* Adds boxes for runs of tiles in one row. `*count` grows by the number of boxes. Returns false
 * when the row has a gap. */
static bool put_row(const struct tiles *t, int64_t y, size_t *count)
{
    const struct stage_cells *all = &t->grid.cells;
    int64_t missing = all->x1 - all->x0;
    for (int64_t x = all->x0; x < all->x1; x++) {
        int64_t from = x;
        while (x < all->x1 && is_there(t, x, y)) {
            x++;
        }
        if (x > from) {
            put_box(t, (struct stage_cells){from, y, x, y + 1});
            missing -= x - from;
            ++*count;
        }
    }
    return missing == 0;
}

static void set_command(struct stage_command *c, const tt_shape *shape)
{
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
}

void stage_tiles(const tt_shape *shape, const tt_io_layer *layer)
{
    struct stage_list *l = &stage_list;
    struct tiles t = {.shape = shape, .grid = stage_grid_of(shape, l->clip), .layer = layer};
    const struct stage_cells *all = &t.grid.cells;
    bool is_many = (all->x1 - all->x0) * (all->y1 - all->y0) > TILES_MOST;
    t.is_covered = stage_cover_has(&t.grid);
    if (layer->width > 0 && !is_many && shape->color.a == 255) {
        put_plain(&t);
        t.has_plain = true;
    }
    struct stage_command *c = layer->width > 0 ? stage_command_new() : NULL;
    if (c == NULL) {
        return;
    }
    set_command(c, shape);
    size_t before = l->vertex_count, boxes = 0;
    bool is_full = shape->image == TT_IMAGE_NONE && shape->color.a == 255 && !is_many;
    for (int64_t y = all->y0; y < all->y1 && !is_many; y++) {
        is_full &= put_row(&t, y, &boxes);
        is_many = boxes > BOXES_MOST;
    }
    if (is_many) {
        l->vertex_count = before;
        c->count = 0;
        put_rect(stage_grid_box(&t.grid, *all));
    }
    l->command_count -= l->vertex_count == before;
    /* Maps that were made to slow programs down have a hundred layers that fill the picture. Only
     * the last one is drawn. */
    if (is_full && c->clip[0] <= 0 && c->clip[1] <= 0 && c->clip[2] >= l->width &&
        c->clip[3] >= l->height) {
        l->seen_from = l->command_count - 1;
    }
}
