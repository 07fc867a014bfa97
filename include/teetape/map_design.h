/* SPDX-License-Identifier: MIT
 *
 * Everything in a map file that is drawn, and all layers that the game plays on: groups, layers of
 * tiles and of quads, envelopes, images.
 *
 * map.h reads only the layer that tees collide with, which is enough for many programs. Each
 * call here decodes one thing, with defaults for members that its item is too short for. The
 * caller's tt_map_inflate_fn unpacks data into the caller's memory, whose size other calls give:
 *
 *     if (tt_map_design_open(&design, file, &error) != TT_OK) ...  // no map, or a damaged one
 *     for (uint32_t g = 0; g < design.groups; g++) {
 *         if (tt_map_design_group(&design, g, &group, NULL) != TT_OK) continue;
 *         for (uint32_t i = group.first; i < group.first + group.count; i++) {
 *             if (tt_map_design_layer(&design, i, &layer, NULL) != TT_OK) continue;
 *             uint8_t *memory = malloc(layer.size);
 *             tt_map_design_load(&design, &layer, memory, layer.size, inflate, NULL, NULL);
 *         }
 *     }
 *
 * The bytes of the file must remain valid as long as the design is used. A damaged group, layer
 * or image is refused by a status, and has no effect on the others. The size of the file bounds
 * the time of every call. Example: examples/map_layers.c. Format: docs/format/map.md.
 */
#ifndef TEETAPE_MAP_DESIGN_H
#define TEETAPE_MAP_DESIGN_H

#include "teetape/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most images of a map that the game looks at. */
#define TT_MAP_IMAGES_MAX 64

/** Longest side of an image. */
#define TT_MAP_IMAGE_SIDE_MAX 16384

/** Most pixels of an image. */
#define TT_MAP_IMAGE_PIXELS_MAX (1 << 26)

/** The denominator of fractions in map files: 1024 is one world unit, one whole image, one degree,
 * full colour. */
#define TT_MAP_ONE 1024

/** Bytes of a quad in its layer's data. */
#define TT_MAP_QUAD_SIZE 152

/** Kinds of layers, as in the file. Layers of other kinds (sounds, or unknown) are not drawn. */
enum { TT_LAYER_TILES = 2, TT_LAYER_QUADS = 3 };

/** Flags of a tile of the design, game, front or switch layer. Mirrors come before the turn. */
enum {
    TT_TILE_MIRROR_X = 1, /**< left to right */
    TT_TILE_MIRROR_Y = 2, /**< top to bottom */
    TT_TILE_OPAQUE = 4,   /**< a hint of the editor, which is not reliable */
    TT_TILE_TURN = 8      /**< turned by 90 degrees clockwise, after the mirrors */
};

/** The design of a map; the caller places it. Look at the members up to `settings`; the rest is for
 * the library. The other calls change nothing in it. */
typedef struct tt_map_design {
    int32_t version; /**< version of the file, 3 or 4 */
    uint32_t groups; /**< groups in drawing order. Groups at the end are left out from where the
                        layers of all groups so far are more than twice `layers` */
    uint32_t layers; /**< layers in the file, also those in no group */
    uint32_t images; /**< images, at most TT_MAP_IMAGES_MAX */
    uint32_t envelopes, data; /**< envelopes and pieces of data in the file */
    int32_t game_group;       /**< the group that has the game layer; -1: there is none */
    int32_t game; /**< number of the game layer, the last one as in the game; -1: there is none */
    int32_t teles, speedups, front, switches, tunes; /**< numbers of the other layers of the game;
                                                        -1: there is none */
    int32_t settings; /**< number of the piece of data with the map's settings, lines of the console
                         with a NUL after each; -1: there are none */

    /** @cond library */
    struct tt_map_tables {
        tt_bytes file;
        int32_t version;
        uint32_t type_count, item_count, data_count;
        size_t types, item_offsets, data_offsets, data_sizes, items, data; /* offsets in the file */
        size_t item_size, data_size; /* bytes of the items and of the data */
    } tables;
    uint32_t group_first, layer_first, image_first, envelope_first; /* numbers of the first items */
    tt_bytes points, tangents; /* points and tangents of all envelopes */
    uint32_t point_count, point_size, tangent_size;
    int64_t game_tiles; /* tiles of the game layer */
    /** @endcond */
} tt_map_design;

/** Opens a map file. On failure the design is all zeros, and `error` (may be NULL) has the offset
 * in the file.
 *
 * TT_ERR_MAP_MAGIC, TT_ERR_MAP_VERSION, TT_ERR_MAP_END, TT_ERR_MAP_HEADER: no map, or not all of
 * it. TT_ERR_MAP_ITEM: its table of types says that there are groups or layers that are not there.
 * A file without a game layer is good. */
TT_API tt_status tt_map_design_open(tt_map_design *design, tt_bytes file, tt_error *error);

/** Layers that the camera moves past together. Lengths are units of the world, 32 to a tile. */
typedef struct tt_map_group {
    int32_t offset_x, offset_y;      /**< world units that are subtracted from positions in the
                                        group */
    int32_t parallax_x, parallax_y;  /**< percent of the camera's movement; any int */
    uint32_t first, count;           /**< the layers [first, first + count), which all exist */
    uint8_t clips;                   /**< 1: only what is in the clip rectangle is drawn */
    int32_t clip_x, clip_y;          /**< corner of the clip in the world of the game layer */
    int32_t clip_width, clip_height; /**< its size; not positive: nothing is drawn */
    char name[12];                   /**< name in UTF-8 with a NUL; empty when it is not valid */
} tt_map_group;

/** Decodes a group. The group of the game layer gets no offset, no clip and a parallax of 100,
 * whatever the file says. TT_ERR_MAP_ITEM, or TT_ERR_MAP_GROUP when some of its layers do not
 * exist: `group` is then all zeros. TT_ERR_ARGUMENT: no group has this number. `error` may be NULL,
 * here and in all calls below. */
TT_API tt_status tt_map_design_group(const tt_map_design *design, uint32_t index,
                                     tt_map_group *group, tt_error *error);

/** The envelope that animates a layer or quad. */
typedef struct tt_map_animation {
    int32_t envelope; /**< number of the envelope, below design->envelopes; -1 for none */
    int32_t offset;   /**< milliseconds to add to the time */
} tt_map_animation;

/** A layer. The members from `width` to `front` belong to layers of tiles, `quads` to layers of
 * quads; in other layers they are 0 or -1. `item` is for the library. */
typedef struct tt_map_layer {
    int32_t kind;      /**< kind of the layer: TT_LAYER_TILES, TT_LAYER_QUADS, or another */
    int32_t version;   /**< version of the layer's item */
    uint8_t is_detail; /**< 1: the layer may be left out on slow machines */
    char name[12];     /**< name in UTF-8 with a NUL; empty when it is not valid */
    int32_t image;     /**< number of the image, below design->images; -1: none, the layer has plain
                          colours */
    int32_t width;     /**< width in tiles */
    int32_t height;    /**< height in tiles */
    unsigned plays;    /**< the TT_MAP_GAME, ... of a layer that the game plays on; 0: only drawn */
    uint8_t color[4];  /**< red, green, blue, alpha of all tiles */
    tt_map_animation color_by; /**< envelope that changes the colour */
    uint32_t cell;             /**< bytes of a tile after tt_map_design_load */
    uint32_t quads;            /**< number of quads */
    size_t size;               /**< bytes of memory that tt_map_design_load needs; may be 0 */
    size_t kept;  /**< bytes at the start of that memory in use after tt_map_design_load */
    int32_t data; /**< number of the layer's piece of data, below design->data; -1: none. Layers
                     with equal data, kind, cell, size and kept have the same bytes, so one loaded
                     layer serves all of them */

    /** @cond library */
    uint32_t item;
    /** @endcond */
} tt_map_layer;

/** Decodes a layer. On failure the members that could be read are filled in, and `size` is 0.
 *
 * TT_ERR_MAP_ITEM: its item is not in its area, or too short. TT_ERR_MAP_LAYER: a layer of tiles
 * has no size or more than TT_MAP_TILES_MAX tiles. TT_ERR_MAP_DATA, TT_ERR_MAP_TILES,
 * TT_ERR_MAP_RATIO: its data is not there, or not as large as its size says, or larger than zlib
 * can make it; also when a layer that is played on has fewer tiles than the game layer.
 * TT_ERR_ARGUMENT: no layer has this number. */
TT_API tt_status tt_map_design_layer(const tt_map_design *design, uint32_t index,
                                     tt_map_layer *layer, tt_error *error);

/** Unpacks the tiles or quads of a layer into `memory`. The call uses layer->size bytes; after it
 * only the first layer->kept are needed. The tile in `column` and `row` is at (row * width +
 * column) * cell:
 *
 *     design, game, front   number, TT_TILE_MIRROR_X and the other flags; 2 bytes
 *     teles                 channel, number; 2 bytes
 *     speedups              force, highest speed, number, 0, degrees as 16-bit int, low byte first
 *     switches              channel, number, flags, delay in seconds; 4 bytes
 *     tunes                 zone, number; 2 bytes
 *
 * Does nothing for other kinds of layers. `user` goes to
 * `inflate`, which is not called (and may be NULL) for version 3.
 *
 * TT_ERR_SPACE when `size` is too small, TT_ERR_MAP_INFLATE when `inflate` says no,
 * TT_ERR_MAP_TILES when runs of tiles are not as many tiles as the layer has. After an error the
 * memory is undefined, and the call may be repeated. */
TT_API tt_status tt_map_design_load(const tt_map_design *design, const tt_map_layer *layer,
                                    uint8_t *memory, size_t size, tt_map_inflate_fn *inflate,
                                    void *user, tt_error *error);

/** A place in the world in TT_MAP_ONE-th units, or in an image in TT_MAP_ONE-th of it. Any int. */
typedef struct tt_map_place {
    int32_t x; /**< position to the right */
    int32_t y; /**< position down */
} tt_map_place;

/** Four corners with colours and places in an image: two triangles, of the corners 0, 1, 3 and
 * 0, 3, 2. */
typedef struct tt_map_quad {
    tt_map_place at[4];  /**< corners: at first upper left, upper right, lower left, lower right */
    tt_map_place pivot;  /**< the point that the quad turns around */
    uint8_t color[4][4]; /**< red, green, blue, alpha of each corner */
    tt_map_place texture[4]; /**< position of each corner in the image, which repeats beyond 0 to
                                TT_MAP_ONE */
    tt_map_animation position_by; /**< envelope that moves and turns the quad */
    tt_map_animation color_by; /**< envelope whose colour the corner colours are multiplied with */
} tt_map_quad;

/** An image of the map. */
typedef struct tt_map_image {
    int32_t width, height; /**< size in pixels */
    uint8_t is_external;   /**< 1: the pixels are a file in the game's folder, not in the map */
    int32_t name;          /**< number of the name for tt_map_design_string; -1: none */
    int32_t data; /**< number of the pixels for tt_map_design_data; -1: none. The first width *
                     height * 4 bytes are red, green, blue, alpha, row by row; the rest is unused */
    size_t size;  /**< bytes of the data when unpacked */
} tt_map_image;

/** Decodes an image. TT_ERR_MAP_IMAGE: an image that is not external has no size, is larger than
 * TT_MAP_IMAGE_SIDE_MAX or TT_MAP_IMAGE_PIXELS_MAX, or is not RGBA. With TT_ERR_MAP_IMAGE,
 * TT_ERR_MAP_DATA and TT_ERR_MAP_RATIO the name is still valid. With TT_ERR_MAP_ITEM and
 * TT_ERR_ARGUMENT no member is valid. */
TT_API tt_status tt_map_design_image(const tt_map_design *design, uint32_t index,
                                     tt_map_image *image, tt_error *error);

/** Gives the unpacked size of a piece of data in bytes, at most 1032 times its size in the file.
 * TT_ERR_MAP_DATA when no piece has this number, TT_ERR_MAP_RATIO when the file names a larger size
 * than zlib can make of the piece; `*size` is then 0. */
TT_API tt_status tt_map_design_data_size(const tt_map_design *design, int32_t data, size_t *size,
                                         tt_error *error);

/** Unpacks a piece of data into the first bytes of `memory`: as many as tt_map_design_data_size
 * says, or TT_ERR_SPACE. TT_ERR_MAP_INFLATE when `inflate` says no; other errors as in
 * tt_map_design_data_size. */
TT_API tt_status tt_map_design_data(const tt_map_design *design, int32_t data, uint8_t *memory,
                                    size_t size, tt_map_inflate_fn *inflate, void *user,
                                    tt_error *error);

/** Unpacks a string as tt_map_design_data: `text` is the bytes in `memory` before the first NUL,
 * UTF-8 or not. Data number -1 is an empty string. After a failure `text` is empty, too. */
TT_API tt_status tt_map_design_string(const tt_map_design *design, int32_t data, uint8_t *memory,
                                      size_t size, tt_map_inflate_fn *inflate, void *user,
                                      tt_bytes *text, tt_error *error);

#ifdef __cplusplus
}
#endif

#endif
