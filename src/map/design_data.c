/* SPDX-License-Identifier: MIT
 *
 * Decodes quads and images, and unpacks data as it is.
 *
 * What a layer only names: corners of quads, pixels of images, and the bytes of both. A quad is not
 * checked beyond its place in the data, as any number in it is good: corners may cross or be
 * millions of units away.
 */
#include "base/error.h"
#include "map/design.h"
#include "map/look.h"

/* Ints of an image; the format came with version 2. */
enum {
    IMAGE_VERSION,
    IMAGE_WIDTH,
    IMAGE_HEIGHT,
    IMAGE_EXTERNAL,
    IMAGE_NAME,
    IMAGE_DATA,
    IMAGE_INTS,
    IMAGE_FORMAT = IMAGE_INTS
};
/* Before this version pixels are always RGBA. Teeworlds 0.7 also knows 0, which is RGB. */
#define FORMAT_SINCE 2
#define FORMAT_RGBA 1

/* Ints of a quad. */
enum {
    /* After the x and y of four corners. The names are the first ints of each part. */
    QUAD_PIVOT = 8,
    QUAD_COLORS = 10,
    QUAD_TEXTURE = 26,
    QUAD_POSITION_BY = 34,
    QUAD_COLOR_BY = 36
};

/* Two ints that follow each other: x and y, or u and v. */
static tt_map_place place_of(tt_bytes quad, size_t index)
{
    return (tt_map_place){tti_item_int(quad, index), tti_item_int(quad, index + 1)};
}

/* `quads` is what tt_map_design_load made, so it has all 38 ints of the quad. Only colours are
 * clamped, and numbers of envelopes; places are any int. */
void tt_map_design_quad(const tt_map_design *design, const uint8_t *quads, uint32_t index,
                        tt_map_quad *quad)
{
    tt_bytes ints = {quads + (size_t)TT_MAP_QUAD_SIZE * index, TT_MAP_QUAD_SIZE};
    for (size_t i = 0; i < 4; i++) {
        quad->at[i] = place_of(ints, 2 * i);
        quad->texture[i] = place_of(ints, QUAD_TEXTURE + 2 * i);
        for (size_t j = 0; j < 4; j++) {
            quad->color[i][j] = tti_design_color(tti_item_int(ints, QUAD_COLORS + 4 * i + j));
        }
    }
    quad->pivot = place_of(ints, QUAD_PIVOT);
    quad->position_by = tti_design_animation(design, tti_item_int(ints, QUAD_POSITION_BY),
                                             tti_item_int(ints, QUAD_POSITION_BY + 1));
    quad->color_by = tti_design_animation(design, tti_item_int(ints, QUAD_COLOR_BY),
                                          tti_item_int(ints, QUAD_COLOR_BY + 1));
}

/* Size and pixels of an image that is in the map. The data may be longer than the pixels need, as
 * the game accepts that, but not larger than the largest image: art.c takes memory for all of it.
 * image->data remains -1 after a failure, so a caller that ignores the status finds no pixels. */
static tt_status take_pixels(const tt_map_design *design, tt_map_image *image, tt_bytes item,
                             tt_error *error)
{
    tti_packed data;
    uint64_t offset = tti_datafile_offset(&design->tables, item);
    int64_t pixels = (int64_t)image->width * image->height;
    /* An item that is too short for the format has the usual one, whatever its version says. */
    int is_rgba = tti_item_int(item, IMAGE_VERSION) < FORMAT_SINCE ||
                  tti_item_ints(item) <= IMAGE_FORMAT ||
                  tti_item_int(item, IMAGE_FORMAT) == FORMAT_RGBA;
    if (!is_rgba || image->width < 1 || image->height < 1 || image->width > TT_MAP_IMAGE_SIDE_MAX ||
        image->height > TT_MAP_IMAGE_SIDE_MAX || pixels > TT_MAP_IMAGE_PIXELS_MAX) {
        return tti_fail(error, TT_ERR_MAP_IMAGE, offset);
    }
    int32_t number = tti_item_int(item, IMAGE_DATA);
    tt_status status = tti_datafile_data(&design->tables, number, &data, error);
    if (status != TT_OK) {
        return status;
    }
    if (data.unpacked < (uint64_t)pixels * 4 ||
        data.unpacked > (uint64_t)TT_MAP_IMAGE_PIXELS_MAX * 4) {
        return tti_fail(error, TT_ERR_MAP_IMAGE, offset);
    }
    image->data = number;
    image->size = data.unpacked;
    return TT_OK;
}

/* The name is read before the pixels, so that an image with damaged pixels can still be named. */
tt_status tt_map_design_image(const tt_map_design *design, uint32_t index, tt_map_image *image,
                              tt_error *error)
{
    tt_bytes item;
    tti_item_range all = {design->image_first, design->images};
    *image = (tt_map_image){.name = -1, .data = -1};
    tt_status status = tti_design_item(design, all, index, IMAGE_INTS, &item, error);
    if (status != TT_OK) {
        return status;
    }
    image->width = tti_item_int(item, IMAGE_WIDTH);
    image->height = tti_item_int(item, IMAGE_HEIGHT);
    image->is_external = tti_item_int(item, IMAGE_EXTERNAL) != 0;
    image->name = tti_item_int(item, IMAGE_NAME);
    return image->is_external ? TT_OK : take_pixels(design, image, item, error);
}

tt_status tt_map_design_data_size(const tt_map_design *design, int32_t data, size_t *size,
                                  tt_error *error)
{
    tti_packed packed;
    tt_status status = tti_datafile_data(&design->tables, data, &packed, error);
    *size = packed.unpacked;
    return status;
}

/* A piece of data by its number, whatever it holds: pixels, quads and strings come through here.
 * Tiles do not, as they may have runs (tiles.c). */
tt_status tt_map_design_data(const tt_map_design *design, int32_t data, uint8_t *memory,
                             size_t size, tt_map_inflate_fn *inflate, void *user, tt_error *error)
{
    tti_packed packed;
    tt_status status = tti_datafile_data(&design->tables, data, &packed, error);
    if (status == TT_OK && size < packed.unpacked) {
        return tti_fail(error, TT_ERR_SPACE, packed.offset);
    }
    return status != TT_OK ? status : tti_datafile_unpack(&packed, memory, inflate, user, error);
}

/* The size of a string is that of its data; what follows the first NUL in it is not looked at.
 * Without a NUL all of it is the text: the result has a size, so no NUL is needed. */
tt_status tt_map_design_string(const tt_map_design *design, int32_t data, uint8_t *memory,
                               size_t size, tt_map_inflate_fn *inflate, void *user, tt_bytes *text,
                               tt_error *error)
{
    size_t filled;
    *text = (tt_bytes){memory, 0};
    if (data == -1) {
        return TT_OK;
    }
    tt_status status = tt_map_design_data(design, data, memory, size, inflate, user, error);
    if (status == TT_OK) {
        status = tt_map_design_data_size(design, data, &filled, error);
    }
    if (status == TT_OK) {
        const uint8_t *end = tti_find_byte(memory, filled, 0);
        text->size = end != NULL ? (size_t)(end - memory) : filled;
    }
    return status;
}
