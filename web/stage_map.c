/* SPDX-License-Identifier: MIT
 *
 * Loads the map. JavaScript unpacks its data: a call that needs data returns 1 with the packed
 * bytes, and is repeated when they are unpacked.
 */
#include "web/stage.h"

/* Most bytes of all layers together, and most tiles of one layer (4096 by 4096). A larger map
 * would block the page for seconds. The largest maps of the game have about 9 million tiles. */
#define LAYERS_MOST ((size_t)256 << 20)
#define TILES_MOST ((size_t)1 << 24)

static tt_map game;
static tt_terrain terrain; /* terrain of the map, made of the unpacked layers */
static tt_map_design design;
static tt_bytes settings; /* settings of the map */
static tt_draw_map map;
static uint8_t *const *layers;
static struct tt_io_layer *tiles; /* the tiles of each layer */
static uint64_t *filled;          /* for each layer, its tiles whose number is not 0 */
static uint32_t *first; /* for each data item, the layer that was unpacked from it plus 1 */
static uint8_t *work, *layer_work;
static size_t work_size, layer_work_size, kept;

/* The requested data item, and the last unpacked one. */
static struct {
    tt_bytes packed;
    size_t size;
    const uint8_t *has;
    bool is_wanted;
} data;

/* An image of a map has a number below this one, because tt_draw_map has a bit for each. */
#define IMAGES_MOST 64
static uint64_t images_there;
static uint32_t cells[IMAGES_MOST][256];

static int inflate(void *user, uint8_t *dst, size_t size, tt_bytes packed)
{
    (void)user;
    if (data.has == packed.data && data.size == size) {
        __builtin_memcpy(dst, work, size);
        return 0;
    }
    data.packed = packed;
    data.size = size;
    data.has = NULL;
    data.is_wanted = true;
    return 1;
}

/* Returns memory that is used again, because memory is never freed. */
static uint8_t *room(uint8_t **memory, size_t *has, size_t size)
{
    if (size > *has || *memory == NULL) {
        *memory = core_take(size + size / 2 + 64);
        *has = *memory != NULL ? size + size / 2 + 64 : 0;
    }
    return *memory;
}

CORE_EXPORT const uint8_t *stage_packed(void)
{
    return data.packed.data;
}

CORE_EXPORT size_t stage_packed_size(void)
{
    return data.packed.size;
}

CORE_EXPORT size_t stage_unpacked_size(void)
{
    return data.size;
}

/* Returns the address for the unpacked bytes. JavaScript fills them, and repeats its call. */
CORE_EXPORT uint8_t *stage_unpacked(void)
{
    data.has = room(&work, &work_size, data.size) != NULL ? data.packed.data : NULL;
    return data.has != NULL ? work : NULL;
}

/* Opens a map, whose bytes must remain valid. Returns false when they are no map. */
CORE_EXPORT bool stage_map_open(const uint8_t *bytes, size_t size)
{
    tt_bytes file = {bytes, size};
    map = (tt_draw_map){0};
    terrain = (tt_terrain){0};
    settings = (tt_bytes){NULL, 0};
    play_map(NULL, NULL);
    kept = 0;
    images_there = 0;
    __builtin_memset(cells, 0, sizeof cells);
    return tt_map_open(&game, file, NULL) == TT_OK &&
           tt_map_design_open(&design, file, NULL) == TT_OK;
}

/* Calls of this group return 0 when done, 1 to be repeated with unpacked data, -1 without data,
 * and -2 when the data is too large. */
CORE_EXPORT int stage_map_game(void)
{
    static uint8_t *own;
    static size_t own_size;
    size_t size = tt_map_game_size(&game);
    if ((size_t)game.width * (size_t)game.height > TILES_MOST) {
        return -2;
    }
    uint8_t *memory = room(&own, &own_size, size);
    data.is_wanted = false;
    if (memory == NULL || tt_map_load(&game, memory, size, inflate, NULL, NULL) != TT_OK) {
        return data.is_wanted ? 1 : -1;
    }
    layers = core_take((design.layers + 1) * sizeof *layers);
    tiles = core_take((design.layers + 1) * sizeof *tiles);
    filled = core_take((design.layers + 1) * sizeof *filled);
    first = core_take((design.data + 1) * sizeof *first);
    if (layers == NULL || tiles == NULL || filled == NULL || first == NULL) {
        return -1;
    }
    map = (tt_draw_map){&game, &design, (const uint8_t *const *)layers, 0};
    play_map(&game, NULL);
    return 0;
}

/* Returns the number of a terrain layer (TT_TERRAIN_GAME and so on) for stage_map_layer, or -1
 * when the map does not have it. */
CORE_EXPORT int32_t stage_map_terrain(int which)
{
    const int32_t numbers[TT_TERRAIN_LAYERS] = {design.game,     design.front,    design.teles,
                                                design.speedups, design.switches, design.tunes};
    return numbers[which];
}

/* Uses an unpacked layer for the terrain if it is a terrain layer. The terrain needs the game
 * layer first. */
static void use_for_terrain(uint32_t index)
{
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        if (stage_map_terrain(i) == (int32_t)index) {
            terrain.layer[i] = layers[index];
        }
    }
    terrain.width = game.width;
    terrain.height = game.height;
    if (terrain.layer[TT_TERRAIN_GAME] != NULL) {
        play_map(&game, &terrain);
    }
}

/* Unpacks the settings of the map, which the physics needs. */
CORE_EXPORT int stage_map_settings(void)
{
    static uint8_t *own;
    static size_t own_size;
    size_t size;
    settings = (tt_bytes){NULL, 0};
    if (design.settings < 0 ||
        tt_map_design_data_size(&design, design.settings, &size, NULL) != TT_OK) {
        return 0;
    }
    uint8_t *memory = room(&own, &own_size, size);
    data.is_wanted = false;
    if (memory == NULL ||
        tt_map_design_data(&design, design.settings, memory, size, inflate, NULL, NULL) != TT_OK) {
        return data.is_wanted ? 1 : -1;
    }
    settings = (tt_bytes){memory, size};
    return 0;
}

tt_bytes stage_settings(void)
{
    return settings;
}

const tt_terrain *stage_terrain(void)
{
    return terrain.layer[TT_TERRAIN_GAME] != NULL ? &terrain : NULL;
}

CORE_EXPORT uint32_t stage_map_layers(void)
{
    return design.layers;
}

/* Shares the tiles of another layer that uses the same data, if both have the same form. */
static int share(uint32_t index, const tt_map_layer *info, uint32_t from)
{
    tt_map_layer other;
    if (tt_map_design_layer(&design, from, &other, NULL) != TT_OK || other.kind != info->kind ||
        other.cell != info->cell || other.size != info->size || other.kept != info->kept ||
        layers[from] == NULL) {
        return -1;
    }
    ((uint8_t **)layers)[index] = layers[from];
    tiles[index] = (tt_io_layer){info->width, info->height, layers[from], info->cell};
    filled[index] = filled[from];
    use_for_terrain(index);
    return 0;
}

CORE_EXPORT int stage_map_layer(uint32_t index)
{
    tt_map_layer info;
    if (tt_map_design_layer(&design, index, &info, NULL) != TT_OK || info.size == 0 ||
        (size_t)info.width * (size_t)info.height > TILES_MOST || info.kept > LAYERS_MOST - kept) {
        return -1;
    }
    if (first[info.data] != 0 && first[info.data] != index + 1) {
        return share(index, &info, first[info.data] - 1);
    }
    first[info.data] = index + 1;
    data.is_wanted = false;
    uint8_t *memory = room(&layer_work, &layer_work_size, info.size);
    if (memory == NULL ||
        tt_map_design_load(&design, &info, memory, info.size, inflate, NULL, NULL) != TT_OK) {
        return data.is_wanted ? 1 : -1;
    }
    uint8_t *own = core_take(info.kept);
    if (own == NULL) {
        return -1;
    }
    __builtin_memcpy(own, memory, info.kept);
    kept += info.kept;
    ((uint8_t **)layers)[index] = own;
    if (info.kind == TT_LAYER_TILES) {
        tiles[index] = (tt_io_layer){info.width, info.height, own, info.cell};
        for (size_t i = 0; i < info.kept; i += info.cell) {
            filled[index] += own[i] != 0;
        }
    }
    use_for_terrain(index);
    return 0;
}

/* Returns address, width, height and bytes of a tile of a tile layer. */
CORE_EXPORT const int32_t *stage_map_tiles(uint32_t index)
{
    static int32_t words[4];
    tt_io_layer none = {0, 0, NULL, 0},
                t = index < design.layers && tiles != NULL ? tiles[index] : none;
    words[0] = (int32_t)(uintptr_t)t.tiles;
    words[1] = t.width;
    words[2] = t.height;
    words[3] = (int32_t)t.cell;
    return words;
}

CORE_EXPORT uint32_t stage_map_image_count(void)
{
    return design.images;
}

/* Returns width and height of an image, 1 if it is external, and 1 if the map is one of 0.7. */
CORE_EXPORT const int32_t *stage_map_image(uint32_t index)
{
    static int32_t words[4];
    tt_map_image image;
    tt_map_layer layer;
    tt_status status = tt_map_design_image(&design, index, &image, NULL);
    words[0] = status == TT_OK ? image.width : 0;
    words[1] = status == TT_OK ? image.height : 0;
    words[2] = status == TT_OK && image.is_external;
    words[3] = design.game >= 0 &&
               tt_map_design_layer(&design, (uint32_t)design.game, &layer, NULL) == TT_OK &&
               layer.version >= 4;
    return words;
}

/* Returns 1 when stage_packed has the packed pixels, and -1 without pixels. JavaScript keeps the
 * unpacked pixels. */
CORE_EXPORT int stage_map_pixels(uint32_t index)
{
    tt_map_image image;
    if (tt_map_design_image(&design, index, &image, NULL) != TT_OK || image.is_external ||
        image.data < 0 || image.size < (size_t)image.width * (size_t)image.height * 4) {
        return -1;
    }
    data.is_wanted = false;
    data.has = NULL;
    uint8_t none;
    tt_map_design_data(&design, image.data, &none, image.size, inflate, NULL, NULL);
    return data.is_wanted ? 1 : -1;
}

/* Writes the name of an external image to the output. */
CORE_EXPORT int stage_map_image_name(uint32_t index)
{
    tt_map_image image;
    size_t size = 0;
    tt_bytes name = {NULL, 0};
    if (tt_map_design_image(&design, index, &image, NULL) != TT_OK ||
        tt_map_design_data_size(&design, image.name, &size, NULL) != TT_OK || size > 4096) {
        return -1;
    }
    uint8_t *memory = room(&layer_work, &layer_work_size, size + 1);
    data.is_wanted = false;
    if (memory == NULL || tt_map_design_string(&design, image.name, memory, size, inflate, NULL,
                                               &name, NULL) != TT_OK) {
        return data.is_wanted ? 1 : -1;
    }
    return core_out_put(NULL, name);
}

/* Sets whether the pixels of an image were loaded. */
CORE_EXPORT void stage_map_has(uint32_t index, int is_there)
{
    uint64_t bit = UINT64_C(1) << (index & 63);
    images_there = is_there ? images_there | bit : images_there & ~bit;
    map.images = images_there;
}

/* Multiplies two parts of colours, of which the lowest byte counts. */
static uint8_t times(uint32_t a, uint32_t b)
{
    return (uint8_t)(((a & 255) * (b & 255) + 127) / 255);
}

/* Returns the address of the 256 cells of an image, which JavaScript describes: a kind, enum
 * stage_cell, in the lowest byte, and a colour in the others. Returns NULL for an image that needs
 * none. */
CORE_EXPORT uint32_t *stage_map_cells(uint32_t index)
{
    return index < IMAGES_MOST ? cells[index] : NULL;
}

struct stage_cell stage_map_cell(const tt_shape *shape, uint8_t tile)
{
    const tt_rgba layer = shape->color;
    bool is_known = shape->image == TT_IMAGE_MAP && shape->index < IMAGES_MOST;
    uint32_t cell = is_known ? cells[shape->index][tile] : 0;
    if (tile == 0) {
        return (struct stage_cell){.kind = STAGE_EMPTY};
    }
    if (shape->image == TT_IMAGE_NONE) {
        return (struct stage_cell){.kind = STAGE_OPAQUE};
    }
    return (struct stage_cell){.kind = (uint8_t)cell,
                               .color = {times(cell >> 8, layer.r), times(cell >> 16, layer.g),
                                         times(cell >> 24, layer.b), layer.a}};
}

const tt_draw_map *stage_map(void)
{
    return map.game != NULL ? &map : NULL;
}

unsigned stage_map_lacks(void)
{
    uint64_t all = 0, lost = 0;
    for (uint32_t i = 0; map.game != NULL && i < design.layers; i++) {
        tt_map_layer info;
        if (tt_map_design_layer(&design, i, &info, NULL) != TT_OK || info.plays != 0) {
            continue;
        }
        all += filled[i];
        lost += info.image >= 0 && (images_there >> info.image & 1) == 0 ? filled[i] : 0;
    }
    return all > 0 ? (unsigned)(lost * 1000 / all) : 0;
}

static int32_t number_of(unsigned plays, uint32_t index)
{
    switch (plays) {
    case 0:
        return (int32_t)index;
    case TT_MAP_GAME:
        return design.game;
    case TT_MAP_FRONT:
        return design.front;
    case TT_MAP_TELE:
        return design.teles;
    case TT_MAP_SPEEDUP:
        return design.speedups;
    case TT_MAP_SWITCH:
        return design.switches;
    default:
        return design.tunes;
    }
}

static void layer_for(void *user, unsigned plays, uint32_t index, tt_io_layer *layer)
{
    (void)user;
    int32_t number = map.game != NULL ? number_of(plays, index) : -1;
    if (number >= 0 && (uint32_t)number < design.layers) {
        *layer = tiles[number];
    }
}

tt_io_source stage_source(void)
{
    return (tt_io_source){.layer = layer_for};
}
