/* SPDX-License-Identifier: MIT
 *
 * Opens the design of a map, and decodes groups, layers, quads and images. tt_map_design_open reads
 * all groups once; each later call decodes one part, so a caller may decode only visible parts.
 */
#include "map/design.h"

#include "map/look.h"

/* Ints of a layer of quads. Number 3 is LAYER_VERSION. Old items end before the name.
 */
enum { QUADS_COUNT = 4, QUADS_DATA, QUADS_IMAGE, QUADS_INTS, QUADS_NAME = QUADS_INTS };

/* Ints of the item about the map; old ones have no settings. */
enum { INFO_SETTINGS = 5 };

/* Bytes that are kept of a tile with flags: number and flags. In a tile of the file byte 2 counts
 * the tiles of a run, and byte 3 is unused. */
#define DESIGN_CELL 2

/* Finds the items of a type. Drawing needs none of them, so a wrong table counts as empty. */
static tti_item_range range_of(const tti_datafile *df, uint32_t type)
{
    tti_item_range range;
    (void)tti_datafile_type(df, type, &range, NULL);
    return range;
}

/* Copies the results of the look. Entry i of look->played belongs to the bit TT_MAP_GAME << i. */
static void take_look(tt_map_design *design, const tti_map_look *look)
{
    int32_t *const played[TTI_PLAYED] = {&design->game,  &design->teles,    &design->speedups,
                                         &design->front, &design->switches, &design->tunes};
    for (size_t i = 0; i < TTI_PLAYED; i++) {
        *played[i] = look->played[i];
    }
    design->groups = look->groups.count;
    design->group_first = look->groups.first;
    design->layers = look->layers.count;
    design->layer_first = look->layers.first;
    design->game_group = look->game_group;
}

/* Sets the size of the game layer. take_tiles compares other layers with it. It is 0 while the game
 * layer itself is read, and remains 0 when that is damaged: then no layer is compared. */
static void take_game_group(tt_map_design *design)
{
    tt_map_layer layer;
    if (design->game >= 0 &&
        tt_map_design_layer(design, (uint32_t)design->game, &layer, NULL) == TT_OK) {
        design->game_tiles = (int64_t)layer.width * layer.height;
    }
}

static void take_map_info(tt_map_design *design)
{
    tt_bytes item;
    tti_item_range range = range_of(&design->tables, ITEM_INFO);
    design->settings = -1;
    if (range.count > 0 &&
        tti_design_item(design, range, 0, INFO_SETTINGS + 1, &item, NULL) == TT_OK) {
        design->settings =
            tti_design_number(tti_item_int(item, INFO_SETTINGS), design->tables.data_count);
    }
}

tt_status tt_map_design_open(tt_map_design *design, tt_bytes file, tt_error *error)
{
    tti_map_look look;
    *design = (tt_map_design){0};
    tt_status status = tti_datafile_open(&design->tables, file, error);
    if (status == TT_OK) {
        status = tti_map_look_at(&look, &design->tables, error);
    }
    if (status != TT_OK) {
        *design = (tt_map_design){0};
        return status;
    }
    design->version = design->tables.version;
    design->data = design->tables.data_count;
    take_look(design, &look);
    /* The game ignores images beyond the limit. A layer that names one is drawn without an
     * image. */
    tti_item_range images = range_of(&design->tables, ITEM_IMAGE);
    design->images = images.count < TT_MAP_IMAGES_MAX ? images.count : TT_MAP_IMAGES_MAX;
    design->image_first = images.first;
    tti_envelopes_take(design, range_of(&design->tables, ITEM_ENVELOPE));
    take_map_info(design);
    take_game_group(design);
    return TT_OK;
}

/* Reads position and clip of a group. Groups of old maps have no clip. A group whose ints end
 * inside the clip is not clipped. */
static void take_group_place(tt_map_group *group, tt_bytes item)
{
    group->offset_x = tti_item_int(item, GROUP_OFFSET_X);
    group->offset_y = tti_item_int(item, GROUP_OFFSET_Y);
    group->parallax_x = tti_item_int(item, GROUP_PARALLAX_X);
    group->parallax_y = tti_item_int(item, GROUP_PARALLAX_Y);
    if (tti_item_ints(item) >= GROUP_NAME && tti_item_int(item, GROUP_CLIPS) != 0) {
        group->clips = 1;
        group->clip_x = tti_item_int(item, GROUP_CLIP_X);
        group->clip_y = tti_item_int(item, GROUP_CLIP_Y);
        group->clip_width = tti_item_int(item, GROUP_CLIP_WIDTH);
        group->clip_height = tti_item_int(item, GROUP_CLIP_HEIGHT);
    }
}

/* Reads a group. The game moves the group of the game layer with the camera and ignores what the
 * file says: otherwise a map would be drawn beside the ground of its tees. */
tt_status tt_map_design_group(const tt_map_design *design, uint32_t index, tt_map_group *group,
                              tt_error *error)
{
    tt_bytes item;
    tti_item_range range, all = {design->group_first, design->groups};
    *group = (tt_map_group){0};
    tt_status status = tti_design_item(design, all, index, GROUP_INTS, &item, error);
    if (status == TT_OK) {
        status = tti_map_group_layers(&design->tables, item, design->layers, &range, error);
    }
    if (status != TT_OK) {
        return status;
    }
    group->first = range.first;
    group->count = range.count;
    group->parallax_x = group->parallax_y = 100;
    if ((int32_t)index != design->game_group) {
        take_group_place(group, item);
    }
    tti_item_text(group->name, item, GROUP_NAME, TTI_NAME_INTS);
    return TT_OK;
}

/* Reads a layer of tiles. Members are filled in the order of possible failures, so a layer with
 * damaged data has its name and image, but size 0. */
static tt_status take_tiles(const tt_map_design *design, tt_map_layer *layer, tt_bytes item,
                            tt_error *error)
{
    tti_tiles tiles;
    if (tti_item_ints(item) < TILES_INTS) {
        return tti_fail(error, TT_ERR_MAP_ITEM, tti_datafile_offset(&design->tables, item));
    }
    for (size_t i = 0; i < 4; i++) {
        layer->color[i] = tti_design_color(tti_item_int(item, TILES_COLOR + i));
    }
    layer->color_by = tti_design_animation(design, tti_item_int(item, TILES_ENVELOPE),
                                           tti_item_int(item, TILES_OFFSET));
    layer->image = tti_design_number(tti_item_int(item, TILES_IMAGE), design->images);
    if (layer->version >= TTI_TILES_NAME_SINCE) {
        tti_item_text(layer->name, item, TILES_INTS, TTI_NAME_INTS);
    }
    tt_status status = tti_tiles_of(&tiles, &design->tables, item, error);
    layer->plays = tiles.plays;
    layer->width = tiles.width;
    layer->height = tiles.height;
    /* The game finds tiles of these layers by their index in the game layer, and would read beyond
     * the end of a smaller one. */
    if (status == TT_OK && tiles.plays > TT_MAP_GAME && (int64_t)tiles.count < design->game_tiles) {
        status = tti_fail(error, TT_ERR_MAP_TILES, tti_datafile_offset(&design->tables, item));
    }
    if (status == TT_OK) {
        /* in other layers that are played on each byte has a meaning (map_design.h) */
        bool is_short = tiles.plays <= TT_MAP_GAME || tiles.plays == TT_MAP_FRONT;
        layer->cell = (uint32_t)(is_short ? DESIGN_CELL : tiles.stored);
        layer->data = tiles.number;
        layer->size = tti_tiles_size(&tiles, layer->cell);
        layer->kept = layer->cell * tiles.count;
    }
    return status;
}

/* Reads a layer of quads. The count in the file may be too high, so the size of the data limits the
 * number of quads. */
static tt_status take_quads(const tt_map_design *design, tt_map_layer *layer, tt_bytes item,
                            tt_error *error)
{
    tti_packed data;
    if (tti_item_ints(item) < QUADS_INTS) {
        return tti_fail(error, TT_ERR_MAP_ITEM, tti_datafile_offset(&design->tables, item));
    }
    layer->image = tti_design_number(tti_item_int(item, QUADS_IMAGE), design->images);
    tti_item_text(layer->name, item, QUADS_NAME, TTI_NAME_INTS);
    int32_t count = tti_item_int(item, QUADS_COUNT);
    if (count <= 0) {
        return TT_OK;
    }
    layer->data = tti_item_int(item, QUADS_DATA);
    tt_status status = tti_datafile_data(&design->tables, layer->data, &data, error);
    if (status == TT_OK) {
        size_t most = data.unpacked / TT_MAP_QUAD_SIZE;
        layer->quads = (size_t)count < most ? (uint32_t)count : (uint32_t)most;
        layer->kept = layer->quads > 0 ? most * TT_MAP_QUAD_SIZE : 0;
        layer->size = layer->quads > 0 ? data.unpacked : 0;
    }
    return status;
}

/* Reads a layer. Sounds and unknown kinds are good and empty layers: newer maps must remain
 * readable. */
tt_status tt_map_design_layer(const tt_map_design *design, uint32_t index, tt_map_layer *layer,
                              tt_error *error)
{
    tt_bytes item;
    tti_item_range all = {design->layer_first, design->layers};
    *layer = (tt_map_layer){.image = -1, .color_by = {-1, 0}, .data = -1};
    tt_status status = tti_design_item(design, all, index, LAYER_INTS, &item, error);
    if (status != TT_OK) {
        return status;
    }
    layer->kind = tti_item_int(item, LAYER_KIND);
    layer->is_detail = (uint8_t)(tti_item_int(item, LAYER_FLAGS) & 1);
    if (tti_item_ints(item) > LAYER_VERSION) {
        layer->version = tti_item_int(item, LAYER_VERSION);
    }
    layer->item = index;
    switch (layer->kind) {
    case TT_LAYER_TILES:
        return take_tiles(design, layer, item, error);
    case TT_LAYER_QUADS:
        return take_quads(design, layer, item, error);
    default:
        return TT_OK;
    }
}

/* Loads the tiles of a layer. A tt_map_layer has no room for the members that look.c needs, so the
 * item is decoded again. */
static tt_status load_tiles(const tt_map_design *design, const tt_map_layer *layer, uint8_t *memory,
                            tt_map_inflate_fn *inflate, void *user, tt_error *error)
{
    tt_bytes item;
    tti_tiles tiles;
    uint32_t index = design->layer_first + layer->item;
    tt_status status = tti_datafile_item(&design->tables, index, TILES_INTS, &item, error);
    if (status == TT_OK) {
        status = tti_tiles_of(&tiles, &design->tables, item, error);
    }
    return status != TT_OK ? status
                           : tti_tiles_load(&tiles, layer->cell, memory, inflate, user, error);
}

tt_status tt_map_design_load(const tt_map_design *design, const tt_map_layer *layer,
                             uint8_t *memory, size_t size, tt_map_inflate_fn *inflate, void *user,
                             tt_error *error)
{
    if (size < layer->size) {
        return tti_fail(error, TT_ERR_SPACE, 0);
    }
    if (layer->size == 0) {
        return TT_OK;
    }
    if (layer->kind == TT_LAYER_TILES) {
        return load_tiles(design, layer, memory, inflate, user, error);
    }
    return tt_map_design_data(design, layer->data, memory, size, inflate, user, error);
}

/* Ints of an image; version 2 added the format. */
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
/* The version from which on an image has a format. Older images are RGBA. Teeworlds 0.7 also knows
 * the format 0, which is RGB. */
#define FORMAT_SINCE 2
#define FORMAT_RGBA 1

/* Ints of a quad, after the x and y of four corners: the first ints of each part. */
enum {
    QUAD_PIVOT = 8,
    QUAD_COLORS = 10,
    QUAD_TEXTURE = 26,
    QUAD_POSITION_BY = 34,
    QUAD_COLOR_BY = 36
};

static tt_map_place quad_corner(tt_bytes quad, size_t index)
{
    return (tt_map_place){tti_item_int(quad, index), tti_item_int(quad, index + 1)};
}

/* Decodes a quad. `quads` comes from tt_map_design_load, so it has all 38 ints of the quad. */
void tti_map_design_quad(const tt_map_design *design, const uint8_t *quads, uint32_t index,
                         tt_map_quad *quad)
{
    tt_bytes ints = {quads + (size_t)TT_MAP_QUAD_SIZE * index, TT_MAP_QUAD_SIZE};
    for (size_t i = 0; i < 4; i++) {
        quad->at[i] = quad_corner(ints, 2 * i);
        quad->texture[i] = quad_corner(ints, QUAD_TEXTURE + 2 * i);
        for (size_t j = 0; j < 4; j++) {
            quad->color[i][j] = tti_design_color(tti_item_int(ints, QUAD_COLORS + 4 * i + j));
        }
    }
    quad->pivot = quad_corner(ints, QUAD_PIVOT);
    quad->position_by = tti_design_animation(design, tti_item_int(ints, QUAD_POSITION_BY),
                                             tti_item_int(ints, QUAD_POSITION_BY + 1));
    quad->color_by = tti_design_animation(design, tti_item_int(ints, QUAD_COLOR_BY),
                                          tti_item_int(ints, QUAD_COLOR_BY + 1));
}

/* Finds the pixels of an image. The game accepts data that is longer than the pixels need, but
 * art.c allocates memory for all of it, so the largest image is the limit. image->data remains -1
 * after a failure. */
static tt_status take_pixels(const tt_map_design *design, tt_map_image *image, tt_bytes item,
                             tt_error *error)
{
    tti_packed data;
    uint64_t offset = tti_datafile_offset(&design->tables, item);
    int64_t pixels = (int64_t)image->width * image->height;
    /* an item that ends before the int IMAGE_FORMAT is RGBA, whatever its version says */
    bool is_rgba = tti_item_int(item, IMAGE_VERSION) < FORMAT_SINCE ||
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

/* Loads a piece of data: pixels, quads or a string. Tiles may have runs, which look.c unpacks. */
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

/* Loads a string, which ends at its first NUL, or with its data. */
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
