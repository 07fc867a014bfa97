/* SPDX-License-Identifier: MIT
 *
 * Paints parts of images, turned and stretched, and triangles with colours and texture coordinates.
 *
 * Sprites and triangles are outlines for fill.c whose pixels have colours of their own. Texture
 * coordinates and colours are linear over the shape, so each pixel computes its own. Sprites have
 * soft edges. Triangles, which are mostly the quads of a map, have hard ones.
 */
#include "paint/canvas.h"
#include "paint/image.h"

/* The most repetitions of an image. Larger texture coordinates are reduced to this, which limits
 * in_pixels and ratio. A quad that repeats an image more often does not show it recognizably. */
#define PLACE_FAR ((int64_t)4096 * TT_SHAPE_ONE)

/* The largest change of a value from pixel to pixel. 2^46 times a turn of 2^16 is 2^62, so products
 * in place_sprite do not overflow. */
#define STEEP (INT64_C(1) << 46)

/* Pixels that are sampled together. */
#define RUN 16

/* A value that is linear over the picture: its value at the middle of pixel (0, 0), and its change
 * to the right and down, in 2^-16 of its unit. A pixel costs two multiplications. Far outside of
 * the shape the value wraps, and is not used there. Sums are unsigned, because signed ones must not
 * wrap. */
struct affine {
    uint64_t at, right, down;
};

static int64_t affine_at(const struct affine *affine, int32_t x, int32_t y)
{
    return (int64_t)(affine->at + affine->right * (uint64_t)(int64_t)x +
                     affine->down * (uint64_t)(int64_t)y);
}

/* Returns a * 2^bits / b. a / b is first cut to 2^38, so that 24 more bits fit into 64. b is
 * positive and below 2^50, so that a remainder times 256 fits. bits is a multiple of 8, up to 24;
 * eight bits are made at a time, as in long division. */
static int64_t ratio(int64_t a, int64_t b, unsigned bits)
{
    int64_t quotient = a / b, rest = a % b;
    const int64_t most = INT64_C(1) << 38;
    quotient = quotient > most ? most : quotient < -most ? -most : quotient;
    for (; bits > 0; bits -= 8) {
        quotient = quotient * 256 + rest * 256 / b;
        rest = rest * 256 % b;
    }
    return quotient;
}

/* The colour of the pixels of one shape. */
struct shade {
    struct tti_canvas *canvas;
    const tt_io_image *image; /* image of the shape; NULL for the colour alone */
    struct tti_lod lod;
    struct tti_part parts[2]; /* the part on the level and on the next one */
    struct affine u, v;       /* texture coordinates, in 2^-8 pixels of the first level */
    tt_rgba color;            /* colour that is multiplied with the image */
    tti_lanes tint;           /* the same colour, for the lanes of a pixel */
    bool has_colors;          /* the corners have different colours, in `rgba` */
    struct affine rgba[4];    /* colours in 2^-8 of a channel, used instead of `color` */
};

static int64_t within(int64_t value, int64_t most)
{
    return value < -most ? -most : value > most ? most : value;
}

/* Samples the image. Coordinates are in 2^-8 pixels of the first level. A pixel of level n is 2^n
 * of these. */
static tti_lanes image_at(const struct shade *shade, int64_t u, int64_t v)
{
    uint32_t level = shade->lod.level;
    const struct tti_level *levels = &shade->image->levels[level];
    tti_lanes lanes = tti_sample(levels, &shade->parts[0], u >> level, v >> level);
    if (shade->lod.part != 0) {
        level++;
        lanes = tti_mix(lanes, tti_sample(levels + 1, &shade->parts[1], u >> level, v >> level),
                        shade->lod.part);
    }
    return lanes;
}

/* Returns a channel, rounded and limited: at the border of a triangle, sums of rounded changes may
 * be a little out of range. */
static uint8_t channel_at(const struct affine *affine, int32_t x, int32_t y)
{
    int64_t value = (affine_at(affine, x, y) + (1 << 23)) >> 24;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static tti_lanes color_at(const struct shade *shade, int32_t x, int32_t y)
{
    const tt_rgba color = {channel_at(&shade->rgba[0], x, y), channel_at(&shade->rgba[1], x, y),
                           channel_at(&shade->rgba[2], x, y), channel_at(&shade->rgba[3], x, y)};
    return shade->image == NULL ? tti_spread(tti_pixel_of(color)) : tti_tint_of(color);
}

/* Pixels next to each other. `u` and `v` are those of the first one. */
struct shade_run {
    const struct shade *shade;
    uint64_t u, v;
    int64_t offset_u[2], offset_v[2]; /* what is added on each level, in 2^-8 pixels of it */
};

/* Sets the offset so that [from, to] is between the first and the last pixel of a side. An image
 * that repeats is moved by whole repetitions. Returns false when the range is not there. */
static bool place_range(int64_t *offset, int64_t from, int64_t to, int64_t first, int64_t last,
                        bool repeats)
{
    int64_t least = ((from < to ? from : to) - 128) >> 8;
    int64_t most = ((from < to ? to : from) - 128) >> 8;
    int64_t moved = repeats ? least - tti_wrap(least, last + 1) : 0;
    *offset = -128 - moved * 256;
    return least - moved >= first && most - moved < last;
}

/* Returns true when no sample of a run touches the border of the part. Both coordinates are linear,
 * so it is enough to look at the ends. */
static bool is_within(struct shade_run *run, int32_t count)
{
    const struct shade *shade = run->shade;
    int64_t u0 = (int64_t)run->u >> 16, v0 = (int64_t)run->v >> 16;
    int64_t u1 = (int64_t)(run->u + shade->u.right * (uint64_t)(count - 1)) >> 16;
    int64_t v1 = (int64_t)(run->v + shade->v.right * (uint64_t)(count - 1)) >> 16;
    bool is_in = true;
    for (uint32_t i = 0; i < (shade->lod.part != 0 ? 2u : 1u) && is_in; i++) {
        const struct tti_part *part = &shade->parts[i];
        uint32_t n = shade->lod.level + i;
        const struct tti_level *level = &shade->image->levels[n];
        int64_t right = part->repeat ? (int64_t)level->width - 1 : part->u1;
        int64_t below = part->repeat ? (int64_t)level->height - 1 : part->v1;
        is_in = place_range(&run->offset_u[i], u0 >> n, u1 >> n, part->repeat ? 0 : part->u0, right,
                            part->repeat) &&
                place_range(&run->offset_v[i], v0 >> n, v1 >> n, part->repeat ? 0 : part->v0, below,
                            part->repeat);
    }
    return is_in;
}

static inline tti_lanes sample_within(const struct shade_run *run, uint32_t i)
{
    uint32_t n = run->shade->lod.level + i;
    const struct tti_level *level = &run->shade->image->levels[n];
    int64_t u = ((int64_t)run->u >> 16 >> n) + run->offset_u[i];
    int64_t v = ((int64_t)run->v >> 16 >> n) + run->offset_v[i];
    const uint32_t *above = level->pixels + (v >> 8) * level->width + (u >> 8);
    return tti_mix_rows(above, above + level->width,
                        tti_weights_of((uint32_t)u & 255, (uint32_t)v & 255));
}

/* Samples the pixels of a run that are covered. */
static void sample_run(struct shade_run run, int32_t count, const uint8_t *cover, tti_lanes *lanes)
{
    const struct shade *shade = run.shade;
    bool is_in = is_within(&run, count);
    uint32_t part = shade->lod.part;
    for (int32_t i = 0; i < count; i++, run.u += shade->u.right, run.v += shade->v.right) {
        if (cover[i] == 0) {
            continue;
        }
        if (!is_in) {
            lanes[i] = image_at(shade, (int64_t)run.u >> 16, (int64_t)run.v >> 16);
        } else if (part == 0) {
            lanes[i] = sample_within(&run, 0);
        } else {
            lanes[i] = tti_mix(sample_within(&run, 0), sample_within(&run, 1), part);
        }
    }
}

/* Paints up to RUN pixels. */
static void paint_run(const struct shade *shade, int32_t y, int32_t x, int32_t count,
                      const uint8_t *cover)
{
    tti_lanes lanes[RUN];
    uint8_t *dst = tti_canvas_at(shade->canvas, x, y);
    if (shade->image != NULL) {
        const struct shade_run run = {.shade = shade,
                                      .u = (uint64_t)affine_at(&shade->u, x, y),
                                      .v = (uint64_t)affine_at(&shade->v, x, y)};
        sample_run(run, count, cover, lanes);
    }
    for (int32_t i = 0; i < count; i++, dst += 4) {
        if (cover[i] != 0) {
            tti_lanes color = shade->has_colors ? color_at(shade, x + i, y) : shade->tint;
            tti_blend(dst, shade->image != NULL ? tti_tint(lanes[i], color) : color, cover[i]);
        }
    }
}

/* Paints a row of a shape in runs, because most runs do not touch the border of the image. Runs
 * without coverage, and those that a later layer hides, are skipped, because sampling costs
 * most. */
static void shade_row(void *user, int32_t y, int32_t x, int32_t count, const uint8_t *cover)
{
    const struct shade *shade = user;
    for (int32_t i = 0, size; i < count; i += size) {
        size = count - i < RUN ? count - i : RUN;
        if (!tti_is_hidden(shade->canvas, x + i, y, size)) {
            paint_run(shade, y, x + i, size, cover + i);
        }
    }
}

/* Returns change * parts / 256. Whole pixels and the rest are multiplied separately, so that no
 * upper bits are lost. The result wraps like struct affine. */
static uint64_t moved(uint64_t change, int64_t parts)
{
    uint64_t rest = change * (uint64_t)(parts & 255);
    return change * (uint64_t)(parts >> 8) + (uint64_t)((int64_t)rest >> 8);
}

/* Makes a linear value from its value at a point of the shape. The middle of pixel (0, 0) is at 128
 * parts in both directions. */
static struct affine affine_of(int64_t at_place, tt_point place, int64_t right, int64_t down)
{
    struct affine affine = {0, (uint64_t)right, (uint64_t)down};
    affine.at = (uint64_t)at_place * 65536 + moved(affine.right, 128 - (int64_t)place.x) +
                moved(affine.down, 128 - (int64_t)place.y);
    return affine;
}

/* Returns the square of a change, in 2^-16, as tti_lod_of takes it. The change is in 2^-24 pixels,
 * and is limited so that the square fits. */
static uint64_t square(uint64_t change)
{
    int64_t x = within((int64_t)change >> 8, INT64_C(1) << 30);
    return (uint64_t)(x * x) >> 16;
}

/* Chooses the level by the direction with the larger step in the image, as graphics hardware does.
 * `most` keeps the part of a sprite at least a pixel large on the level. */
static void choose_lod(struct shade *shade, uint32_t most)
{
    uint64_t right = square(shade->u.right) + square(shade->v.right);
    uint64_t down = square(shade->u.down) + square(shade->v.down);
    uint32_t last = shade->image->level_count - 1;
    shade->lod = tti_lod_of(right > down ? right : down, most < last ? most : last);
}

/* Returns the part of a level between two coordinates in 2^-8 pixels, at least one pixel large. For
 * a level that does not exist the result is not used. */
static struct tti_part part_of(const tt_io_image *image, uint32_t n, const int64_t place[4])
{
    const struct tti_level *level = &image->levels[n < image->level_count ? n : 0];
    int32_t right = (int32_t)level->width - 1, below = (int32_t)level->height - 1;
    struct tti_part part = {(int32_t)(place[0] >> (8 + n)), (int32_t)(place[1] >> (8 + n)),
                            (int32_t)((place[2] - 1) >> (8 + n)),
                            (int32_t)((place[3] - 1) >> (8 + n)), false};
    part.u0 = (int32_t)within(part.u0 < 0 ? 0 : part.u0, right);
    part.v0 = (int32_t)within(part.v0 < 0 ? 0 : part.v0, below);
    part.u1 = (int32_t)within(part.u1 < part.u0 ? part.u0 : part.u1, right);
    part.v1 = (int32_t)within(part.v1 < part.v0 ? part.v0 : part.v1, below);
    return part;
}

static uint32_t halvings(int64_t pixels)
{
    uint32_t n = 0;
    for (; pixels > 1; pixels >>= 1) {
        n++;
    }
    return n;
}

/* Returns the image of a shape. The source checks kind and number, because it knows which images
 * exist. */
static const tt_io_image *image_of(const struct tti_canvas *canvas, const tt_shape *shape)
{
    if (canvas->source.image == NULL || shape->image == TT_IMAGE_NONE ||
        shape->image >= TT_IMAGE_KINDS) {
        return NULL;
    }
    return canvas->source.image(canvas->source.user, (tt_image_kind)shape->image, shape->index,
                                (shape->flags & TT_SHAPE_GREY) != 0);
}

/* Converts a texture coordinate, with TT_SHAPE_ONE for the whole image, to 2^-8 pixels. */
static int64_t in_pixels(int32_t place, uint32_t side)
{
    return within(place, PLACE_FAR) * side / (TT_SHAPE_ONE / 256);
}

/* Places a sprite's part over the picture. Returns false for a sprite without a size. kx and ky are
 * the steps in the image for a pixel of the picture before the turn. The turn is undone: a step to
 * the right on the picture is a step of (cos, -sin) in the sprite. The middle of the part is at the
 * middle of the sprite. */
static bool place_sprite(struct shade *shade, const tt_shape *shape, tt_turn turn)
{
    uint32_t w = shade->image->levels[0].width, h = shade->image->levels[0].height;
    int64_t u0 = in_pixels(shape->u.sprite.u0, w), u1 = in_pixels(shape->u.sprite.u1, w);
    int64_t v0 = in_pixels(shape->u.sprite.v0, h), v1 = in_pixels(shape->u.sprite.v1, h);
    tt_point size = shape->u.sprite.size;
    if (size.x <= 0 || size.y <= 0 || u0 >= u1 || v0 >= v1) {
        return false;
    }
    int64_t kx = within(ratio(u1 - u0, size.x, 24), STEEP);
    int64_t ky = within(ratio(v1 - v0, size.y, 24), STEEP);
    kx = (shape->flags & TT_SHAPE_MIRROR_X) != 0 ? -kx : kx;
    ky = (shape->flags & TT_SHAPE_MIRROR_Y) != 0 ? -ky : ky;
    shade->u = affine_of((u0 + u1) / 2, shape->u.sprite.at, kx * turn.cos / TT_SHAPE_ONE,
                         kx * turn.sin / TT_SHAPE_ONE);
    shade->v = affine_of((v0 + v1) / 2, shape->u.sprite.at, -(ky * turn.sin / TT_SHAPE_ONE),
                         ky * turn.cos / TT_SHAPE_ONE);
    /* the last level on which the smaller side of the part still has a pixel */
    int64_t least = u1 - u0 < v1 - v0 ? u1 - u0 : v1 - v0;
    choose_lod(shade, halvings(least >> 8));
    const int64_t place[4] = {u0, v0, u1, v1};
    shade->parts[0] = part_of(shade->image, shade->lod.level, place);
    shade->parts[1] = part_of(shade->image, shade->lod.level + 1, place);
    return true;
}

static void add_corners(struct tti_fill *fill, const tt_shape *shape, tt_turn turn)
{
    tt_point at = shape->u.sprite.at, size = shape->u.sprite.size;
    int64_t w = within(size.x, TT_SHAPE_FAR), h = within(size.y, TT_SHAPE_FAR), x[4], y[4];
    for (int i = 0; i < 4; i++) {
        int64_t lx = i == 1 || i == 2 ? w : -w, ly = i >= 2 ? h : -h;
        x[i] = at.x + (lx * turn.cos - ly * turn.sin) / (2 * TT_SHAPE_ONE);
        y[i] = at.y + (lx * turn.sin + ly * turn.cos) / (2 * TT_SHAPE_ONE);
    }
    for (int i = 0; i < 4; i++) {
        tti_fill_edge(fill, x[i], y[i], x[(i + 1) & 3], y[(i + 1) & 3]);
    }
}

/* Paints a sprite. Its turn is limited to 1, because products would overflow. A sprite whose image
 * is missing is left out, as shape.h says. */
void tti_paint_sprite(struct tti_canvas *canvas, const tt_shape *shape)
{
    struct shade shade = {.canvas = canvas, .color = shape->color};
    tt_turn turn = {(int32_t)within(shape->u.sprite.turn.cos, TT_SHAPE_ONE),
                    (int32_t)within(shape->u.sprite.turn.sin, TT_SHAPE_ONE)};
    shade.image = image_of(canvas, shape);
    if (shade.image == NULL || !place_sprite(&shade, shape, turn)) {
        return;
    }
    shade.tint = tti_tint_of(shade.color);
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    add_corners(&canvas->fill, shape, turn);
    tti_fill_end(&canvas->fill, TTI_FILL_NONZERO, shade_row, &shade);
    canvas->failed |= canvas->fill.failed;
}

/* A triangle seen from its first corner. */
struct corners {
    tt_point at;
    /* the other corners, relative to the first, in 2^shift parts of a pixel */
    int64_t x1, y1, x2, y2;
    int64_t twice; /* twice the area of the triangle */
    unsigned shift;
};

/* Reads the corners. Far ones are reduced, and all are halved until each has 24 bits, so that
 * products have 48 bits and the area has 49. Returns false without area. Only triangles of more
 * than 65536 pixels lose a little accuracy. */
static bool see_corners(struct corners *c, const tt_point at[3])
{
    c->at =
        (tt_point){(int32_t)within(at[0].x, TT_SHAPE_FAR), (int32_t)within(at[0].y, TT_SHAPE_FAR)};
    c->x1 = within(at[1].x, TT_SHAPE_FAR) - c->at.x;
    c->y1 = within(at[1].y, TT_SHAPE_FAR) - c->at.y;
    c->x2 = within(at[2].x, TT_SHAPE_FAR) - c->at.x;
    c->y2 = within(at[2].y, TT_SHAPE_FAR) - c->at.y;
    /* all corners are shifted equally, which keeps the form of the triangle */
    const int64_t most = INT64_C(1) << 24;
    c->shift = 0;
    while (c->x1 > most || c->x1 < -most || c->y1 > most || c->y1 < -most || c->x2 > most ||
           c->x2 < -most || c->y2 > most || c->y2 < -most) {
        c->x1 /= 2, c->y1 /= 2, c->x2 /= 2, c->y2 /= 2;
        c->shift++;
    }
    c->twice = c->x1 * c->y2 - c->x2 * c->y1;
    return c->twice != 0;
}

/* Makes the linear value that is `a` at the first corner, and `b` and `d` at the others. The
 * changes to the right and down solve two linear equations. The sign of the area depends on the
 * order of corners, and ratio takes only positive divisors. The corners were halved `shift` times,
 * so the changes are too large by that factor. */
static struct affine over(const struct corners *c, int64_t a, int64_t b, int64_t d)
{
    int64_t sign = c->twice < 0 ? -1 : 1, area = c->twice * sign;
    int64_t right = sign * ((b - a) * c->y2 - (d - a) * c->y1);
    int64_t down = sign * ((d - a) * c->x1 - (b - a) * c->x2);
    return affine_of(a, c->at, ratio(right, area, 24) >> c->shift,
                     ratio(down, area, 24) >> c->shift);
}

/* Sets the colours. Most quads have one colour, which saves four values a pixel. */
static void place_colors(struct shade *shade, const struct corners *corners, const tt_rgba *c)
{
    shade->color = c[0];
    shade->has_colors = !tti_same_color(c[0], c[1]) || !tti_same_color(c[0], c[2]);
    if (shade->has_colors) {
        shade->rgba[0] = over(corners, c[0].r * 256, c[1].r * 256, c[2].r * 256);
        shade->rgba[1] = over(corners, c[0].g * 256, c[1].g * 256, c[2].g * 256);
        shade->rgba[2] = over(corners, c[0].b * 256, c[1].b * 256, c[2].b * 256);
        shade->rgba[3] = over(corners, c[0].a * 256, c[1].a * 256, c[2].a * 256);
    }
}

/* Paints a triangle. The edges are hard (a fill by centres): two triangles of a quad share an edge,
 * and the background would show through soft ones. The image may be missing only if the shape has
 * none. */
void tti_paint_triangle(struct tti_canvas *canvas, const tt_shape *shape)
{
    struct shade shade = {.canvas = canvas};
    struct corners corners;
    if (!see_corners(&corners, shape->u.triangle.at)) {
        return;
    }
    shade.image = image_of(canvas, shape);
    if (shape->image != TT_IMAGE_NONE && shade.image == NULL) {
        return;
    }
    place_colors(&shade, &corners, shape->u.triangle.color);
    if (shade.image != NULL) {
        uint32_t w = shade.image->levels[0].width, h = shade.image->levels[0].height;
        const int32_t *u = shape->u.triangle.u, *v = shape->u.triangle.v;
        /* a triangle may show any part of its image */
        const int64_t all[4] = {0, 0, (int64_t)w * 256, (int64_t)h * 256};
        shade.u = over(&corners, in_pixels(u[0], w), in_pixels(u[1], w), in_pixels(u[2], w));
        shade.v = over(&corners, in_pixels(v[0], h), in_pixels(v[1], h), in_pixels(v[2], h));
        choose_lod(&shade, TTI_LEVELS);
        for (uint32_t i = 0; i < 2; i++) {
            shade.parts[i] = part_of(shade.image, shade.lod.level + i, all);
            shade.parts[i].repeat = (shape->flags & TT_SHAPE_REPEAT) != 0;
        }
    }
    shade.tint =
        shade.image != NULL ? tti_tint_of(shade.color) : tti_spread(tti_pixel_of(shade.color));
    tti_fill_begin(&canvas->fill, canvas->clip, true);
    tti_fill_outline(&canvas->fill, shape->u.triangle.at, 3);
    tti_fill_end(&canvas->fill, TTI_FILL_NONZERO, shade_row, &shade);
    canvas->failed |= canvas->fill.failed;
}
