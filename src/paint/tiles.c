/* SPDX-License-Identifier: MIT
 *
 * Paints layers of tiles, which take most of the time of a picture: a map has tens of layers, and
 * each may cover all pixels.
 *
 * The position in the cell is computed once for each column of pixels. Flags change only the steps
 * from pixel to pixel, so the inner loop neither divides nor looks at the tile. Pixels that a later
 * layer hides are left out (tti_hide_by_tiles).
 */
#include "paint/canvas.h"
#include "paint/image.h"
#include "paint/memory.h"

/* A position between two pixels of a cell along one side, on both levels. At the border of the cell
 * `next` equals `at`, because the neighbours in the image are other tiles. */
struct place {
    uint16_t at[2], next[2]; /* pixels of the cell, on the level and on the next one */
    uint8_t part[2];         /* share of the second pixel, of 256 */
};

/* A column of pixels. The same struct describes each row when it is painted. */
struct tti_tile_column {
    int32_t tile;          /* column of the layer, or row */
    int32_t end;           /* the first later column with another tile */
    struct place place[2]; /* by the width of a cell, and by its height for turned tiles */
};

/* A layer that is painted, or searched for the pixels that its tiles hide. */
struct work {
    struct tti_canvas *canvas;
    tt_io_layer layer;        /* the layer, whose tiles begin with number and flags */
    const tt_io_image *image; /* image of the tiles; NULL for plain squares */
    tt_rgba color;            /* colour that is multiplied with all pixels */
    struct tti_lod lod;       /* levels of the image, the same for all tiles */
    uint32_t sides[2][2];     /* size of a cell: [level][width, height] */
    struct tti_view x, y;     /* position of tiles over pixels */
};

/* Returns the position in a cell. `way` is 0 for the width of a cell and 1 for its height. A pixel
 * has its colour in its middle, so half a pixel is subtracted. */
static struct place place_of(const struct work *work, int64_t at, int way)
{
    struct place place = {{0, 0}, {0, 0}, {0, 0}};
    int64_t in_tile = at & ((INT64_C(1) << TTI_VIEW_BITS) - 1);
    for (int i = 0; i < 2; i++) {
        int64_t side = work->sides[i][way];
        int64_t u = (in_tile * side >> (TTI_VIEW_BITS - 8)) - 128, first = u >> 8;
        /* left of the middle of the first pixel both are pixel 0, and `part` has no effect */
        int64_t next = first + 1 >= side ? side - 1 : first + 1;
        place.at[i] = (uint16_t)(first < 0 ? 0 : first);
        place.next[i] = (uint16_t)next;
        place.part[i] = (uint8_t)(u & 255);
    }
    return place;
}

/* Computes a column. Both sides are prepared, because a turned tile is read along the other one. */
static struct tti_tile_column column_of(const struct work *work, const struct tti_view *view,
                                        int32_t pixel, int32_t count, int way)
{
    struct tti_tile_column column = {0};
    int64_t at = tti_view_at(view, pixel);
    column.tile = tti_view_within(view->first + (at >> TTI_VIEW_BITS), count);
    if (work->image != NULL) {
        column.place[0] = place_of(work, at, way);
        column.place[1] = place_of(work, at, 1 - way);
    }
    return column;
}

/* The steps through a cell, in pixels of the level. Negative steps go backwards. */
struct walk {
    const uint32_t *from;
    ptrdiff_t right, down;
};

/* Returns the steps for a tile. `i` is 0 for the level and 1 for the next one. A mirrored tile
 * begins at the other end and goes backwards. */
static struct walk walk_of(const struct work *work, int i, uint8_t number, uint8_t flags)
{
    const struct tti_level *level = &work->image->levels[work->lod.level + (uint32_t)i];
    ptrdiff_t w = (ptrdiff_t)work->sides[i][0], h = (ptrdiff_t)work->sides[i][1];
    ptrdiff_t width = (ptrdiff_t)level->width, across = 1, along = width;
    ptrdiff_t left = number % 16 * width / 16, top = number / 16 * (ptrdiff_t)level->height / 16;
    const uint32_t *from = level->pixels + top * width + left;
    /* mirrors come before the turn, so they mirror the cell of the image */
    if ((flags & TT_TILE_MIRROR_X) != 0) {
        from += w - 1;
        across = -1;
    }
    if ((flags & TT_TILE_MIRROR_Y) != 0) {
        from += (h - 1) * width;
        along = -width;
    }
    if ((flags & TT_TILE_TURN) != 0) { /* right becomes up in the cell, and down becomes right */
        from += (h - 1) * along;
        return (struct walk){from, -along, across};
    }
    return (struct walk){from, across, along};
}

/* Two rows of a cell between which a row of the picture is. */
struct cell_row {
    const uint32_t *above, *below;
    ptrdiff_t right;
    uint32_t part; /* share of the lower row, of 256 */
};

static struct cell_row cell_row_of(const struct work *work, int i, const uint8_t *tile,
                                   const struct place *y)
{
    struct walk walk = walk_of(work, i, tile[0], tile[1]);
    return (struct cell_row){walk.from + y->at[i] * walk.down, walk.from + y->next[i] * walk.down,
                             walk.right, y->part[i]};
}

static inline tti_lanes sample(struct cell_row row, const struct place *x, int i)
{
    ptrdiff_t left = x->at[i] * row.right, right = x->next[i] * row.right;
    return tti_mix_square(row.above[left], row.above[right], row.below[left], row.below[right],
                          tti_weights_of(x->part[i], row.part));
}

/* Paints the pixels of one row in one tile. Opaque ones are copied, others blended. A white colour
 * is not multiplied, because it changes nothing. */
static void paint_run(const struct work *work, const struct tti_tile_column *columns, int32_t count,
                      const struct tti_tile_column *row, const uint8_t *tile, uint8_t *dst)
{
    int turned = (tile[1] & TT_TILE_TURN) != 0;
    const struct cell_row near = cell_row_of(work, 0, tile, &row->place[turned]);
    const uint32_t part = work->lod.part;
    /* the next level may not exist, so it is used only if it has a part */
    const struct cell_row far = part != 0 ? cell_row_of(work, 1, tile, &row->place[turned]) : near;
    const bool plain = (work->color.r & work->color.g & work->color.b & work->color.a) == 255;
    const bool opaque = plain && work->image->cells[tile[0]] == TTI_CELL_OPAQUE;
    const tti_lanes tint = tti_tint_of(work->color);
    for (int32_t i = 0; i < count; i++, dst += 4) {
        const struct place *x = &columns[i].place[turned];
        tti_lanes lanes = sample(near, x, 0);
        if (part != 0) {
            lanes = tti_mix(lanes, sample(far, x, 1), part);
        }
        if (opaque) {
            tti_put(dst, tti_gather(lanes));
        } else {
            tti_blend(dst, plain ? lanes : tti_tint(lanes, tint), 255);
        }
    }
}

/* Paints the pixels of a row in a layer without an image, which has squares of its colour, as in
 * the game. */
static void paint_plain(const struct work *work, int32_t count, uint8_t *dst)
{
    tti_lanes lanes = tti_spread(tti_pixel_of(work->color));
    for (int32_t i = 0; i < count; i++, dst += 4) {
        tti_blend(dst, lanes, 255);
    }
}

/* Pixels in [from, end). */
struct run {
    int32_t x, end;
};

/* Cuts hidden pixels off both ends. Hidden pixels in the middle are painted, which costs time but
 * changes nothing. */
static struct run cut_hidden(const uint16_t *hidden, struct run run, uint16_t number)
{
    while (run.x < run.end && hidden[run.x] > number) {
        run.x++;
    }
    while (run.x < run.end && hidden[run.end - 1] > number) {
        run.end--;
    }
    return run;
}

static void paint_row(const struct work *work, int32_t y, const struct tti_tile_column *columns)
{
    const tt_io_layer *layer = &work->layer;
    /* a row is treated as a column: its tile is a row of the layer, and place[0] is by the
     * height */
    struct tti_tile_column row = column_of(work, &work->y, y, layer->height, 1);
    const uint8_t *tiles = layer->tiles + (size_t)row.tile * (size_t)layer->width * layer->cell;
    int32_t width = work->canvas->clip.x1 - work->canvas->clip.x0, end;
    uint8_t *dst = tti_canvas_at(work->canvas, work->canvas->clip.x0, y);
    const uint16_t *hidden = tti_hidden_at(work->canvas, work->canvas->clip.x0, y);
    for (int32_t x = 0; x < width; x = end) {
        const uint8_t *tile = tiles + (size_t)columns[x].tile * layer->cell;
        end = columns[x].end;
        if (tile[0] == 0) {
            continue;
        }
        struct run run = {x, end};
        if (hidden != NULL) {
            run = cut_hidden(hidden, run, work->canvas->number);
        }
        if (work->image == NULL) {
            paint_plain(work, run.end - run.x, dst + (size_t)run.x * 4);
        } else if (work->image->cells[tile[0]] != TTI_CELL_EMPTY) {
            paint_run(work, columns + run.x, run.end - run.x, &row, tile, dst + (size_t)run.x * 4);
        }
    }
}

/* Chooses the level. All tiles have one size, and so one level, on which the smaller side of a cell
 * must have a pixel. If the sides of the image are no powers of two, cells keep their begin but
 * their sizes are rounded down. */
static void choose_level(struct work *work)
{
    const struct tti_level *first = &work->image->levels[0];
    uint64_t cell = first->width / 16, least = cell, most = 0;
    uint64_t tall = first->height / 16;
    least = tall < least ? tall : least;
    cell = tall > cell ? tall : cell;
    for (uint64_t side = least; side > 1; side /= 2) {
        most++;
    }
    /* pixels of the image for a pixel of the picture, in 2^-12 */
    uint64_t passed = (cell << 28) / (uint64_t)work->x.side;
    passed = passed > UINT64_C(1) << 28 ? UINT64_C(1) << 28 : passed;
    work->lod = tti_lod_of(passed * passed >> 8, (uint32_t)most);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t n = work->lod.level + (work->lod.part != 0 ? i : 0);
        work->sides[i][0] = work->image->levels[n].width / 16;
        work->sides[i][1] = work->image->levels[n].height / 16;
    }
}

/* Begins a layer. Everything in the shape that could be wrong is checked. A layer whose image is
 * missing is left out, because plain squares would hide the layers below. */
static bool begin(struct work *work, const tt_shape *shape)
{
    const tt_io_source *source = &work->canvas->source;
    work->x = (struct tti_view){shape->u.tiles.x, shape->u.tiles.origin.x, shape->u.tiles.tile};
    work->y = (struct tti_view){shape->u.tiles.y, shape->u.tiles.origin.y, shape->u.tiles.tile};
    work->color = shape->color;
    if (source->layer == NULL || !tti_view_is_good(&work->x) || !tti_view_is_good(&work->y)) {
        return false;
    }
    source->layer(source->user, 0, shape->u.tiles.layer, &work->layer);
    /* a tile must have the two bytes number and flags */
    if (work->layer.width <= 0 || work->layer.height <= 0 || work->layer.cell < 2) {
        return false;
    }
    if (shape->image != TT_IMAGE_NONE) {
        work->image =
            source->image == NULL || shape->image >= TT_IMAGE_KINDS
                ? NULL
                : source->image(source->user, (tt_image_kind)shape->image, shape->index, false);
        if (work->image == NULL) {
            return false;
        }
        /* tiles need cells of whole pixels, which the image's grid has */
        work->image = work->image->grid != NULL ? work->image->grid : work->image;
        choose_level(work);
    }
    return true;
}

/* Computes all columns. A column takes its end from its right neighbour if both have the same
 * tile. */
static bool take_columns(const struct work *work)
{
    struct tti_canvas *canvas = work->canvas;
    size_t width = (size_t)(canvas->clip.x1 - canvas->clip.x0);
    void *columns =
        tti_paint_grow(canvas->columns, &canvas->column_cap, width, sizeof *canvas->columns);
    if (columns == NULL) {
        canvas->failed = true;
        return false;
    }
    canvas->columns = columns;
    for (size_t i = 0; i < width; i++) {
        canvas->columns[i] =
            column_of(work, &work->x, canvas->clip.x0 + (int32_t)i, work->layer.width, 0);
    }
    for (size_t i = width; i-- > 0;) {
        bool goes_on = i + 1 < width && canvas->columns[i + 1].tile == canvas->columns[i].tile;
        canvas->columns[i].end = goes_on ? canvas->columns[i + 1].end : (int32_t)i + 1;
    }
    return true;
}

void tti_paint_tiles(struct tti_canvas *canvas, const tt_shape *shape)
{
    struct work work = {.canvas = canvas};
    if (begin(&work, shape) && take_columns(&work)) {
        for (int32_t y = canvas->clip.y0; y < canvas->clip.y1; y++) {
            paint_row(&work, y, canvas->columns);
        }
    }
}

static void hide_row(const struct work *work, int32_t row, uint16_t *hidden)
{
    const tt_io_layer *layer = &work->layer;
    const uint8_t *tiles = layer->tiles + (size_t)row * (size_t)layer->width * layer->cell;
    int32_t width = work->canvas->clip.x1 - work->canvas->clip.x0;
    for (int32_t x = 0, end; x < width; x = end) {
        int32_t column = work->canvas->columns[x].tile;
        uint8_t number = tiles[(size_t)column * layer->cell];
        end = work->canvas->columns[x].end;
        if (number != 0 && (work->image == NULL || work->image->cells[number] == TTI_CELL_OPAQUE)) {
            for (int32_t i = x; i < end; i++) {
                hidden[i] = work->canvas->number;
            }
        }
    }
}

/* Notes the pixels that a layer hides. An opaque cell hides everything: a mixture of pixels with an
 * alpha of 255 has this alpha too. */
void tti_hide_by_tiles(struct tti_canvas *canvas, const tt_shape *shape)
{
    struct work work = {.canvas = canvas};
    if (shape->color.a != 255 || !begin(&work, shape) || !take_columns(&work)) {
        return;
    }
    for (int32_t y = canvas->clip.y0; y < canvas->clip.y1; y++) {
        int32_t row = tti_view_within(work.y.first + (tti_view_at(&work.y, y) >> TTI_VIEW_BITS),
                                      work.layer.height);
        hide_row(&work, row, tti_hidden_at(canvas, canvas->clip.x0, y));
    }
}
