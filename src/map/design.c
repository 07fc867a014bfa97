/* SPDX-License-Identifier: MIT
 *
 * Opens the design of a map, and decodes groups and layers.
 *
 * The big way into a map: what a picture of it needs. tt_map_design_open looks once through all
 * groups; each later call decodes one thing from the bytes of the file, so a caller may decode what
 * is in view and leave the rest. Callers are the room draw, art of raster, and the page.
 */
#include "teetape/map_design.h"

#include "map/design.h"
#include "map/tiles.h"

/* Ints of a layer of quads. Number 3, the version, is common to all layers (LAYER_VERSION). The
 * name came later, and may be missing. */
enum { QUADS_COUNT = 4, QUADS_DATA, QUADS_IMAGE, QUADS_INTS, QUADS_NAME = QUADS_INTS };

/* Of a tile that has flags number and flags are kept, of others all. Byte 2 is how many more
 * follow, which is done with after unpacking, and byte 3 is never used. */
#define KEEP 2

/* A wrong table says the same of what is only drawn as none: that there is none. */
static tti_item_range range_of(const tti_datafile *df, uint32_t type)
{
    tti_item_range range;
    (void)tti_datafile_type(df, type, &range, NULL);
    return range;
}

/* The order of `played` is that of the bits of TT_MAP_GAME and the others. */
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

/* Images beyond are not looked at by the game. A layer that names one is drawn without an image. */
static void take_images(tt_map_design *design)
{
    tti_item_range images = range_of(&design->tables, ITEM_IMAGE);
    design->images = images.count < TT_MAP_IMAGES_MAX ? images.count : TT_MAP_IMAGES_MAX;
    design->image_first = images.first;
}

/* Before this design->game_tiles is 0, so take_tiles below does not refuse the game layer itself.
 * When that is damaged it remains 0, and other layers are not compared with it. */
static void take_game(tt_map_design *design)
{
    tt_map_layer layer;
    if (design->game >= 0 &&
        tt_map_design_layer(design, (uint32_t)design->game, &layer, NULL) == TT_OK) {
        design->game_tiles = (int64_t)layer.width * layer.height;
    }
}

/* Images and envelopes cannot make it fail: a wrong table of them means that there are none. */
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
    take_images(design);
    tti_envelopes_take(design, range_of(&design->tables, ITEM_ENVELOPE));
    take_game(design);
    return TT_OK;
}

/* Old groups have no clip. The test asks for all numbers before the name, so a clip that is cut
 * short is none. */
static void take_place(tt_map_group *group, tt_bytes item)
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

/* The group of the game layer is where the world is: the game moves it with the camera, whatever
 * the file says. Without this rule a map could be drawn beside the ground that its tees walk on. */
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
        take_place(group, item);
    }
    tti_item_text(group->name, item, GROUP_NAME, TTI_NAME_INTS);
    return TT_OK;
}

/* Members are filled in the order of what can fail, so that a layer with damaged data still has its
 * name and image. layer->size is set only when all is good: with 0 there is nothing to load. */
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
    /* The game finds tiles of these layers by their index in the game layer. With fewer tiles it
     * would read beyond their end. */
    if (status == TT_OK && tiles.plays > TT_MAP_GAME && (int64_t)tiles.count < design->game_tiles) {
        status = tti_fail(error, TT_ERR_MAP_TILES, tti_datafile_offset(&design->tables, item));
    }
    if (status == TT_OK) {
        /* The front layer has tiles as the game layer; in all others that are played on each byte
         * has a meaning (map_design.h). */
        int is_short = tiles.plays <= TT_MAP_GAME || tiles.plays == TT_MAP_FRONT;
        layer->cell = (uint32_t)(is_short ? KEEP : tiles.stored);
        layer->data = tiles.number;
        layer->size = tti_tiles_size(&tiles, layer->cell);
        layer->kept = layer->cell * tiles.count;
    }
    return status;
}

/* The count of the file is not to be relied on: there are as many quads as the data has. No quads
 * is a good layer without data. */
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

/* Kinds that are not known, such as those of sounds, are good layers with nothing in them: newer
 * maps have to remain readable. */
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

/* The item is decoded again, as a tt_map_layer has no room for what tiles.c needs. It was good
 * before, so only the bytes of the file could have changed. */
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
