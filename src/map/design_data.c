/* SPDX-License-Identifier: MIT
 *
 * Decodes quads and images, and unpacks data as it is.
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
#define FORMAT_SINCE 2
#define FORMAT_RGBA 1

/* Ints of a quad. */
enum {
    QUAD_PIVOT = 8,
    QUAD_COLORS = 10,
    QUAD_TEXTURE = 26,
    QUAD_POSITION_BY = 34,
    QUAD_COLOR_BY = 36
};

static tt_map_place place_of(tt_bytes quad, size_t index)
{
    return (tt_map_place){tti_item_int(quad, index), tti_item_int(quad, index + 1)};
}

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

/* Size and pixels of an image that is in the map. */
static tt_status take_pixels(const tt_map_design *design, tt_map_image *image, tt_bytes item,
                             tt_error *error)
{
    tti_packed data;
    uint64_t offset = tti_datafile_offset(&design->tables, item);
    int64_t pixels = (int64_t)image->width * image->height;
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
