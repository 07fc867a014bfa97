/* SPDX-License-Identifier: MIT
 *
 * Prepares an image for every way to sample it. Copies of half the size each (mip levels) serve
 * shapes that would otherwise skip pixels. The image notes which of its 256 cells are empty or
 * opaque. Pixels are numbers of 4 bytes (lanes.h).
 */
#include "paint/image.h"
#include "paint/memory.h"
#include "paint/raster.h"

/* Returns half of a side, rounded down as graphics hardware does, but never 0. */
static uint32_t half(uint32_t side)
{
    return side > 1 ? side / 2 : 1;
}

/* Sets the sizes of all levels. Together they have about 4/3 of the pixels of the first one, or
 * twice as many for an image one pixel wide. */
static size_t lay_out(tt_io_image *image, uint32_t width, uint32_t height)
{
    size_t pixels = 0;
    uint32_t n = 0;
    for (;; width = half(width), height = half(height)) {
        image->levels[n].width = width;
        image->levels[n++].height = height;
        pixels += (size_t)width * height;
        if ((width == 1 && height == 1) || n == TTI_LEVELS) {
            break;
        }
    }
    image->level_count = n;
    return pixels;
}

/* Makes the next level. A side of 1 remains 1, and its one pixel counts twice. The last column or
 * row of an odd size is not used. */
static void shrink(const struct tti_level *from, struct tti_level *to, uint32_t *dst)
{
    uint32_t right = from->width > 1, down = from->height > 1;
    struct tti_weights even = tti_weights_of(128, 128);
    for (uint32_t y = 0; y < to->height; y++) {
        const uint32_t *above = from->pixels + (size_t)y * 2 * from->width;
        const uint32_t *below = above + (size_t)down * from->width;
        for (uint32_t x = 0; x < to->width; x++, above += 2, below += 2) {
            *dst++ =
                tti_gather(tti_mix_square(above[0], above[right], below[0], below[right], even));
        }
    }
}

/* Returns whether a cell is empty, opaque or mixed. If 16 does not divide the sides the result is
 * unused: tiles are then painted from the grid. */
static enum tti_cell cell_of(const struct tti_level *level, uint32_t column, uint32_t row)
{
    uint32_t w = level->width / 16, h = level->height / 16, any = 0, all = UINT32_MAX;
    for (uint32_t y = row * h; y < (row + 1) * h; y++) {
        const uint32_t *line = level->pixels + (size_t)y * level->width + (size_t)column * w;
        for (uint32_t x = 0; x < w; x++) {
            any |= line[x];
            all &= line[x];
        }
    }
    return any >> 24 == 0 ? TTI_CELL_EMPTY : all >> 24 == 255 ? TTI_CELL_OPAQUE : TTI_CELL_MIXED;
}

/* Makes an image without pixels. All levels share one block of memory, and the caller fills the
 * first. Sides are 1 to TT_IO_PICTURE_SIDE_MAX, as in every picture. */
static tt_io_image *begin(uint32_t width, uint32_t height, tt_io_error *error)
{
    tt_io_image *image = tti_paint_zeros(sizeof *image);
    size_t pixels = image != NULL ? lay_out(image, width, height) : 0;
    uint32_t *memory = image != NULL ? tti_paint_resize(NULL, pixels * sizeof *memory) : NULL;
    if (memory == NULL) {
        tti_paint_free(image);
        tti_paint_no_memory(error, "cannot be used as an image");
        return NULL;
    }
    image->memory = memory;
    image->bytes = sizeof *image + pixels * sizeof *memory;
    for (uint32_t i = 0; i < image->level_count; i++) {
        image->levels[i].pixels = memory;
        memory += (size_t)image->levels[i].width * image->levels[i].height;
    }
    return image;
}

static void finish(tt_io_image *image)
{
    uint32_t *dst = image->memory;
    for (uint32_t i = 1; i < image->level_count; i++) {
        dst += (size_t)image->levels[i - 1].width * image->levels[i - 1].height;
        shrink(&image->levels[i - 1], &image->levels[i], dst);
    }
    for (uint32_t i = 0; i < TTI_CELLS; i++) {
        image->cells[i] = (uint8_t)cell_of(&image->levels[0], i % 16, i / 16);
    }
}

/* Stretches an image without whole cells to a square, as the game does. The side is the largest
 * power of two that is not above the width, or not above the height if only the height is wrong.
 * The smallest side is 16, a pixel for each cell. Coordinates are in 2^-8 pixels of the source,
 * from the middle of each new pixel. */
static tt_io_image *grid_of(const tt_io_image *image, tt_io_error *error)
{
    const struct tti_level *from = &image->levels[0];
    uint32_t side = 16, least = from->width % 16 != 0 ? from->width : from->height;
    while (side * 2 <= least) {
        side *= 2;
    }
    tt_io_image *grid = begin(side, side, error);
    if (grid == NULL) {
        return NULL;
    }
    struct tti_part all = {0, 0, (int32_t)from->width - 1, (int32_t)from->height - 1, false};
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            int64_t u = ((int64_t)x * 256 + 128) * from->width / side;
            int64_t v = ((int64_t)y * 256 + 128) * from->height / side;
            grid->memory[(size_t)y * side + x] = tti_gather(tti_sample(from, &all, u, v));
        }
    }
    finish(grid);
    return grid;
}

/* Completes an image whose first level is filled. It is closed on failure. The grid is for tiles;
 * sprites and quads use the image itself. */
static tt_io_image *complete(tt_io_image *image, tt_io_error *error)
{
    const struct tti_level *first = &image->levels[0];
    finish(image);
    if (first->width % 16 != 0 || first->height % 16 != 0) {
        image->grid = grid_of(image, error);
        if (image->grid == NULL) {
            tti_io_image_close(image);
            return NULL;
        }
        image->bytes += image->grid->bytes;
    }
    return image;
}

tt_io_image *tti_io_image_open(const tt_io_picture *picture, tt_io_error *error)
{
    tt_io_image *image = begin(picture->width, picture->height, error);
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; image != NULL && i < count; i++) {
        image->memory[i] = tti_pixel_load(picture->rgba + 4 * i);
    }
    return image != NULL ? complete(image, error) : NULL;
}

/* Returns the brightness of a pixel, with the weights of BT.709 in ten thousandths, as the game
 * does. */
static uint32_t brightness(const uint8_t *rgba)
{
    return (2126u * rgba[0] + 7152u * rgba[1] + 722u * rgba[2]) / 10000;
}

/* Returns the brightness that most pixels of the body have: the left 3 of 8 columns and upper 3 of
 * 4 rows of a sheet. Pixels with an alpha of 128 or less do not count, nor does black, which is the
 * outline. The result is at least 1, because stretch divides by it. */
static uint32_t most_frequent(const tt_io_picture *picture)
{
    uint32_t counts[256] = {0}, most = 1;
    for (uint32_t y = 0; y < picture->height / 4 * 3; y++) {
        for (uint32_t x = 0; x < picture->width / 8 * 3; x++) {
            const uint8_t *rgba = picture->rgba + ((size_t)y * picture->width + x) * 4;
            counts[brightness(rgba)] += rgba[3] > 128;
        }
    }
    for (uint32_t i = 1; i < 256; i++) {
        most = counts[i] > counts[most] ? i : most;
    }
    return most;
}

/* Changes a brightness so that the most frequent one becomes 192 and 255 remains. A custom
 * colour then looks alike on every skin. When `most` is 255 the second division, by 0, is never
 * reached. */
static uint32_t stretch(uint32_t v, uint32_t most)
{
    return v <= most ? v * 192 / most : 192 + (v - most) * 63 / (255 - most);
}

/* Makes the grey form of a skin. Only the body is stretched: feet, hands and eyes keep their
 * brightness, as in the game. */
tt_io_image *tti_io_image_open_grey(const tt_io_picture *picture, tt_io_error *error)
{
    tt_io_image *image = begin(picture->width, picture->height, error);
    if (image == NULL) {
        return NULL;
    }
    uint32_t most = most_frequent(picture), *dst = image->memory;
    uint32_t right = picture->width / 8 * 3, below = picture->height / 4 * 3;
    for (uint32_t y = 0; y < picture->height; y++) {
        for (uint32_t x = 0; x < picture->width; x++) {
            const uint8_t *rgba = picture->rgba + ((size_t)y * picture->width + x) * 4;
            uint32_t v = brightness(rgba);
            v = x < right && y < below ? stretch(v, most) : v;
            *dst++ = tti_pixel(v, v, v, rgba[3]);
        }
    }
    return complete(image, error);
}

void tti_io_image_close(tt_io_image *image)
{
    if (image != NULL && image->grid != NULL) { /* the grid must not have a grid of its own */
        tti_paint_free(image->grid->memory);
        tti_paint_free(image->grid);
    }
    if (image != NULL) {
        tti_paint_free(image->memory);
        tti_paint_free(image);
    }
}

size_t tti_io_image_bytes(const tt_io_image *image)
{
    return image->bytes;
}

/* A level this close to a whole one, in 256ths, counts as whole, because sampling two levels costs
 * twice as much. */
#define NEAR 16

/* Returns the levels. Halving the logarithm of the square needs no root. As in the game, the bias
 * is -0.5: half a level sharper than one pixel for one. */
struct tti_lod tti_lod_of(uint64_t squared, uint32_t most)
{
    struct tti_lod lod = {0, 0};
    uint32_t whole = 0;
    /* 65536 is 1: an image at its own size, or larger, uses the first level */
    squared = squared < 65536 ? 65536 : squared;
    for (; squared >= UINT64_C(1) << 32; squared >>= 1) {
        whole++;
    }
    for (; squared >= UINT64_C(131072); squared >>= 1) {
        whole++;
    }
    /* Squaring gives nine more bits of the logarithm: if the square is 2 or more, the next bit
     * is 1 and the square is halved. A number below 2 in 2^-30 has 31 bits, so its square fits
     * into 64. */
    uint64_t rest = squared << 14; /* 1 to 2, in 2^-30 */
    uint32_t log = whole;
    for (int bit = 0; bit < 9; bit++) {
        rest = rest * rest >> 30;
        log = log * 2 + (rest >> 31 != 0);
        rest = rest >> 31 != 0 ? rest >> 1 : rest;
    }
    /* `log` is that of a squared distance, so 2^-9 of it are 2^-10 of a level. The bias is half a
     * level. */
    int64_t level = (int64_t)log - 512;
    if (level <= 0) {
        return lod;
    }
    lod.level = (uint32_t)(level >> 10);
    lod.part = (uint32_t)(level & 1023) >> 2;
    if (lod.part < NEAR) {
        lod.part = 0;
    } else if (lod.part > 256 - NEAR) {
        lod.part = 0;
        lod.level++;
    }
    /* the last level has no part of a next level, which does not exist */
    if (lod.level >= most) {
        lod = (struct tti_lod){most, 0};
    }
    return lod;
}
