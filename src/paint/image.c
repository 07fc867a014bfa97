/* SPDX-License-Identifier: MIT
 *
 * Copies of half the size, down to one pixel, and what the cells hold.
 *
 * An image is prepared once, when it is read, for all the ways to sample it: copies of half the
 * size each (mip levels), as a shape that is small on the picture would otherwise skip pixels; and
 * for each of 256 cells whether it can be left out or can hide what is below. Pixels are numbers
 * (pixel.h), 4 bytes each.
 */
#include "paint/image.h"
#include "paint/memory.h"

/* As graphics hardware rounds sizes of levels: down, but never to 0. */
static uint32_t half(uint32_t side)
{
    return side > 1 ? side / 2 : 1;
}

/* Sizes of all levels; how many pixels they have. About 4/3 of the first level, and at most twice,
 * for an image that is one pixel wide. 15 levels are enough for sides of 16384 pixels. */
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

/* The mean of four, each channel for itself, as graphics hardware makes it. The lanes have 16 bits,
 * so four channels of 8 bits add up without touching each other. 2 in each lane rounds to the
 * nearest. */
static uint32_t mean(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint64_t sum = tti_spread(a) + tti_spread(b) + tti_spread(c) + tti_spread(d);
    return tti_gather((sum + UINT64_C(0x0002000200020002)) >> 2 & TTI_LANES);
}

/* A side of 1 remains 1, and its one pixel counts twice. The last column or row of an uneven size
 * is not used. */
static void shrink(const struct tti_level *from, struct tti_level *to, uint32_t *dst)
{
    uint32_t right = from->width > 1, down = from->height > 1;
    for (uint32_t y = 0; y < to->height; y++) {
        const uint32_t *above = from->pixels + (size_t)y * 2 * from->width;
        const uint32_t *below = above + (size_t)down * from->width;
        for (uint32_t x = 0; x < to->width; x++, above += 2, below += 2) {
            *dst++ = mean(above[0], above[right], below[0], below[right]);
        }
    }
}

/* Cells are those of tiles: 16 times 16 of equal size. For an image whose sides 16 does not divide
 * the result is of no use, but then tiles are painted with its grid. */
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

/* Memory for the levels, of which the first is to be filled. One piece of memory for all levels, of
 * which each has its part. The sides are at least 1 and at most TT_IO_PICTURE_SIDE_MAX, as in every
 * picture. */
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

/* Each level is made of the one before; the first has been filled in. */
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

/* The game stretches what has no whole cells to a square of a power of two. The side is the highest
 * power of two that is not above the width, or not above the height if only that is wrong; but 16
 * at least, for a pixel a cell. Places are in 2^-8 pixels of the source, from the middle of each
 * new pixel. */
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
            /* Bilinear from the first level. */
            grid->memory[(size_t)y * side + x] = tti_gather(tti_sample(from, &all, u, v));
        }
    }
    finish(grid);
    return grid;
}

/* Takes the image over: on failure it is closed. Sprites and quads go on to use the image itself,
 * only tiles use the grid. */
static tt_io_image *complete(tt_io_image *image, tt_io_error *error)
{
    const struct tti_level *first = &image->levels[0];
    finish(image);
    if (first->width % 16 != 0 || first->height % 16 != 0) {
        image->grid = grid_of(image, error);
        if (image->grid == NULL) {
            tt_io_image_close(image);
            return NULL;
        }
        image->bytes += image->grid->bytes;
    }
    return image;
}

tt_io_image *tt_io_image_open(const tt_io_picture *picture, tt_io_error *error)
{
    tt_io_image *image = begin(picture->width, picture->height, error);
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; image != NULL && i < count; i++) {
        image->memory[i] = tti_pixel_load(picture->rgba + 4 * i);
    }
    return image != NULL ? complete(image, error) : NULL;
}

/* In ten thousandths, as the game has them. The weights are those of BT.709. */
static uint32_t brightness(const uint8_t *rgba)
{
    return (2126u * rgba[0] + 7152u * rgba[1] + 722u * rgba[2]) / 10000;
}

/* The brightness that most pixels of the body have. The body is the left 3 of 8 columns and the
 * upper 3 of 4 rows of a sheet. Pixels of alpha 128 or less do not count, nor does brightness 0,
 * which is the outline and what is empty. At least 1, so that stretch can divide by it. */
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

/* Such that the most frequent brightness becomes 192 and 255 remains 255. All custom colours are
 * then seen at 192 / 255 on most of a body, whatever the skin was like. With `most` at 255 the
 * second part is never used, so it does not divide by 0. */
static uint32_t stretch(uint32_t v, uint32_t most)
{
    return v <= most ? v * 192 / most : 192 + (v - most) * 63 / (255 - most);
}

/* Only the body is stretched: feet, hands and eyes keep their brightness, as in the game. */
tt_io_image *tt_io_image_open_grey(const tt_io_picture *picture, tt_io_error *error)
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

/* An image alone, without its grid. */
static void release(tt_io_image *image)
{
    if (image != NULL) {
        tti_paint_free(image->memory);
        tti_paint_free(image);
    }
}

/* A grid has none of its own. */
void tt_io_image_close(tt_io_image *image)
{
    if (image != NULL) {
        release(image->grid);
        release(image);
    }
}

size_t tt_io_image_bytes(const tt_io_image *image)
{
    return image->bytes;
}
