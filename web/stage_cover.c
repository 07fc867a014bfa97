/* SPDX-License-Identifier: MIT
 *
 * The parts of the picture that later layers of tiles hide. Nothing is drawn there, because without
 * a GPU each pixel of each layer costs time.
 *
 * The cover is a grid of the tiles in the picture. It is that of the last layer with many opaque
 * tiles, and usually of all layers that move as the tees do. Each cell has the number of the last
 * shape that hides it.
 */
#include "web/stage_cover.h"

#include "paint/memory.h"

/* Most tiles in the picture, and most parts that remain of it. With more, nothing is left out. */
#define CELLS_MOST 8192
#define PARTS_MOST 512

/* A layer gives its grid to the cover when it hides at least an eighth of the picture. */
#define LEAST 8

static struct {
    struct stage_grid grid;
    int32_t width, height;     /* of the picture */
    uint32_t last[CELLS_MOST]; /* number of a shape plus 1; 0 for none */
    uint32_t from, to;         /* `parts` are right for the shapes [from, to) */
    struct tti_rect parts[PARTS_MOST];
    size_t count;
    bool has_too_many;
} cover;

static int64_t within(int64_t at, int64_t count)
{
    return at < 0 ? 0 : at >= count ? count - 1 : at;
}

struct stage_grid stage_grid_of(const tt_shape *shape, struct tti_rect clip)
{
    struct stage_grid g = {.x = shape->u.tiles.x,
                           .y = shape->u.tiles.y,
                           .left = (double)shape->u.tiles.origin.x / TT_SHAPE_PIXEL,
                           .top = (double)shape->u.tiles.origin.y / TT_SHAPE_PIXEL,
                           .side = (double)shape->u.tiles.tile / TT_SHAPE_ONE};
    g.cells = (struct stage_cells){(int64_t)__builtin_floor((clip.x0 - g.left) / g.side),
                                   (int64_t)__builtin_floor((clip.y0 - g.top) / g.side),
                                   (int64_t)__builtin_ceil((clip.x1 - g.left) / g.side),
                                   (int64_t)__builtin_ceil((clip.y1 - g.top) / g.side)};
    return g;
}

struct tti_rect stage_grid_box(const struct stage_grid *g, struct stage_cells cells)
{
    return (struct tti_rect){(int32_t)__builtin_ceil(g->left + (double)cells.x0 * g->side - 0.5),
                             (int32_t)__builtin_ceil(g->top + (double)cells.y0 * g->side - 0.5),
                             (int32_t)__builtin_ceil(g->left + (double)cells.x1 * g->side - 0.5),
                             (int32_t)__builtin_ceil(g->top + (double)cells.y1 * g->side - 0.5)};
}

uint8_t stage_grid_tile(const struct stage_grid *g, const tt_io_layer *layer, int64_t x, int64_t y)
{
    int64_t column = within(g->x + x, layer->width), row = within(g->y + y, layer->height);
    return layer->tiles[(size_t)(row * layer->width + column) * layer->cell];
}

bool stage_cover_has(const struct stage_grid *g)
{
    const struct stage_grid *c = &cover.grid;
    return c->side > 0 && c->side == g->side && c->left == g->left && c->top == g->top &&
           c->x == g->x && c->y == g->y;
}

static size_t index_of(int64_t x, int64_t y)
{
    const struct stage_cells *c = &cover.grid.cells;
    return (size_t)((y - c->y0) * (c->x1 - c->x0) + (x - c->x0));
}

bool stage_cover_hides(uint32_t number, int64_t x, int64_t y)
{
    return cover.last[index_of(x, y)] > number + 1;
}

/* Counts the cells that a layer hides, and marks them with its number when `marks`. */
static size_t count_hidden(const tt_shape *shape, uint32_t number, const struct stage_grid *g,
                           const tt_io_source *source, bool marks)
{
    tt_io_layer layer = {0, 0, NULL, 0};
    size_t count = 0;
    source->layer(source->user, 0, shape->u.tiles.layer, &layer);
    for (int64_t y = g->cells.y0; layer.width > 0 && y < g->cells.y1; y++) {
        for (int64_t x = g->cells.x0; x < g->cells.x1; x++) {
            uint8_t kind = stage_map_cell(shape, stage_grid_tile(g, &layer, x, y)).kind;
            if (kind == STAGE_OPAQUE || kind == STAGE_ONE_COLOR) {
                count++;
                if (marks) {
                    cover.last[index_of(x, y)] = number + 1;
                }
            }
        }
    }
    return count;
}

static size_t cells_in(const struct stage_grid *g)
{
    return (size_t)((g->cells.x1 - g->cells.x0) * (g->cells.y1 - g->cells.y0));
}

/* Goes through the layers that are not clipped. The first time it finds the grid, the second time
 * it marks the cells. */
static void look_at(const tt_shape *shapes, size_t count, const tt_io_source *source, bool marks)
{
    struct tti_rect all = {0, 0, cover.width, cover.height}, clip = all;
    for (size_t i = 0; i < count; i++) {
        const tt_shape *s = &shapes[i];
        if (s->kind == TT_SHAPE_CLIP) {
            clip = tti_clip_of(s, (uint32_t)cover.width, (uint32_t)cover.height);
        }
        bool is_whole = clip.x0 <= 0 && clip.y0 <= 0 && clip.x1 >= all.x1 && clip.y1 >= all.y1;
        if (s->kind != TT_SHAPE_TILES || s->color.a != 255 || !is_whole) {
            continue;
        }
        struct stage_grid g = stage_grid_of(s, all);
        if (cells_in(&g) > CELLS_MOST || (marks && !stage_cover_has(&g))) {
            continue;
        }
        size_t hidden = count_hidden(s, (uint32_t)i, &g, source, marks);
        if (!marks && hidden * LEAST >= cells_in(&g)) {
            cover.grid = g;
        }
    }
}

void stage_cover_begin(const tt_shape *shapes, size_t count, int32_t width, int32_t height,
                       const tt_io_source *source)
{
    cover.grid.side = 0;
    cover.width = width;
    cover.height = height;
    cover.from = cover.to = 0;
    look_at(shapes, count, source, false);
    if (cover.grid.side > 0) {
        __builtin_memset(cover.last, 0, cells_in(&cover.grid) * sizeof cover.last[0]);
        look_at(shapes, count, source, true);
    }
}

/* Adds a part, or makes one of the row above higher. */
static void add_part(struct tti_rect part)
{
    for (size_t i = 0; i < cover.count; i++) {
        struct tti_rect *above = &cover.parts[i];
        if (above->x0 == part.x0 && above->x1 == part.x1 && above->y1 == part.y0) {
            above->y1 = part.y1;
            return;
        }
    }
    if (cover.count < PARTS_MOST) {
        cover.parts[cover.count++] = part;
    } else {
        cover.has_too_many = true;
    }
}

/* Makes the parts of a row that are not hidden for a shape. */
static void add_row(uint32_t number, int64_t y)
{
    const struct stage_cells *c = &cover.grid.cells;
    for (int64_t x = c->x0; x < c->x1; x++) {
        int64_t from = x;
        while (x < c->x1 && !stage_cover_hides(number, x, y)) {
            x++;
        }
        if (x > from) {
            struct stage_cells run = {from, y, x, y + 1};
            struct tti_rect all = {0, 0, cover.width, cover.height};
            add_part(tti_rect_both(stage_grid_box(&cover.grid, run), all));
        }
    }
}

/* Sets the range of shapes for which the parts are right: up to the next one that hides cells. */
static void set_range(uint32_t number)
{
    cover.from = number;
    cover.to = UINT32_MAX;
    for (size_t i = 0; i < cells_in(&cover.grid); i++) {
        uint32_t last = cover.last[i];
        cover.to = last > number + 1 && last - 1 < cover.to ? last - 1 : cover.to;
    }
}

const struct tti_rect *stage_cover_parts(uint32_t number, size_t *count)
{
    static struct tti_rect all;
    all = (struct tti_rect){0, 0, cover.width, cover.height};
    *count = 1;
    if (cover.grid.side <= 0) {
        return &all;
    }
    if (number < cover.from || number >= cover.to) {
        cover.count = 0;
        cover.has_too_many = false;
        for (int64_t y = cover.grid.cells.y0; y < cover.grid.cells.y1; y++) {
            add_row(number, y);
        }
        set_range(number);
    }
    if (cover.has_too_many) {
        return &all;
    }
    *count = cover.count;
    return cover.parts;
}
