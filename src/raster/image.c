/* SPDX-License-Identifier: MIT
 *
 * Copies of half the size, down to one pixel, and what the cells hold.
 */
#include "raster/image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static uint32_t half(uint32_t side)
{
    return side > 1 ? side / 2 : 1;
}

/* Sizes of all levels; how many pixels they have. */
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

/* The mean of four, each channel for itself, as graphics hardware makes it. */
static uint32_t mean(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint64_t sum = tti_spread(a) + tti_spread(b) + tti_spread(c) + tti_spread(d);
    return tti_gather((sum + UINT64_C(0x0002000200020002)) >> 2 & TTI_LANES);
}

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

/* Memory for the levels, of which the first is to be filled. */
static tt_io_image *begin(uint32_t width, uint32_t height, tt_io_error *error)
{
    tt_io_image *image = calloc(1, sizeof *image);
    size_t pixels = image != NULL ? lay_out(image, width, height) : 0;
    uint32_t *memory = image != NULL ? malloc(pixels * sizeof *memory) : NULL;
    if (memory == NULL) {
        free(image);
        tt_io_error_system(error, ENOMEM, "cannot be used as an image");
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

/* The game stretches what has no whole cells to a square of a power of two. */
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

/* In ten thousandths, as the game has them. */
static uint32_t brightness(const uint8_t *rgba)
{
    return (2126u * rgba[0] + 7152u * rgba[1] + 722u * rgba[2]) / 10000;
}

/* The brightness that most pixels of the body have. */
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

static uint32_t stretch(uint32_t v, uint32_t most)
{
    return v <= most ? v * 192 / most : 192 + (v - most) * 63 / (255 - most);
}

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

static void release(tt_io_image *image)
{
    if (image != NULL) {
        free(image->memory);
        free(image);
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
