/* SPDX-License-Identifier: MIT
 *
 * What is to be painted, in order: the list of shapes that tt_draw makes of a moment, and that a
 * painter turns into pixels, SVG or WebGL calls.
 *
 * A painter knows nothing of the game: camera, interpolation and rules have been applied. Places
 * and lengths are in parts of a pixel of the picture, TT_SHAPE_PIXEL to a pixel, (0, 0) the upper
 * left corner, y down. They are whole numbers, so that the same moment gives the same list on every
 * machine. Colours are sRGB, not premultiplied, and blended as they are: src * a + dst * (1 - a).
 *
 * Later shapes cover earlier ones. A painter leaves out kinds that it does not know. Pointers point
 * into memory of the list or of the scene (draw.h says how long they last).
 */
#ifndef TEETAPE_SHAPE_H
#define TEETAPE_SHAPE_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Parts of a pixel: the unit of places and lengths. */
#define TT_SHAPE_PIXEL 256

/** Unit of turns (`cos`, `sin`), of places in images and of sides of tiles: this many to 1. */
#define TT_SHAPE_ONE 65536

/** No place is beyond this, in parts of a pixel: 2^29, two million pixels. What would be is moved
 * to it, so shapes of such a size are distorted. */
#define TT_SHAPE_FAR ((int32_t)1 << 29)

/** What a shape is. */
typedef enum tt_shape_kind {
    TT_SHAPE_GRADIENT, /**< fills the clip: `color` at the top of the picture, u.gradient.bottom at
                            its lower edge, linear between them */
    TT_SHAPE_CLIP,     /**< from here on only what lies in the rectangle is painted */
    TT_SHAPE_SPRITE,   /**< a part of an image, stretched, then turned around its middle */
    TT_SHAPE_TRIANGLE, /**< a triangle, with colours and places in an image at its corners */
    TT_SHAPE_ELLIPSE,  /**< a filled ellipse, turned around its middle */
    TT_SHAPE_POLYGON,  /**< a filled polygon of one colour; even-odd */
    TT_SHAPE_LINE,     /**< lines through points, with round joins and ends */
    TT_SHAPE_TEXT,     /**< one line of text */
    TT_SHAPE_TILES,    /**< a layer of tiles of the map with its image */
    TT_SHAPE_RULES,    /**< the layers that the game plays on, drawn by what their tiles mean */
    TT_SHAPE_KINDS     /**< how many there are */
} tt_shape_kind;

/** Where the pixels of a SPRITE, TRIANGLE or TILES come from. What is multiplied with them is the
 * colour of the shape. A painter that lacks the image leaves the shape out. */
typedef enum tt_image_kind {
    TT_IMAGE_NONE,      /**< none: the colour alone */
    TT_IMAGE_MAP,       /**< image `index` of the map (map_design.h) */
    TT_IMAGE_GAME,      /**< game.png of the game's data folder */
    TT_IMAGE_PARTICLES, /**< particles.png */
    TT_IMAGE_EXTRAS,    /**< extras.png */
    TT_IMAGE_EMOTICONS, /**< emoticons.png */
    TT_IMAGE_HUD,       /**< hud.png */
    TT_IMAGE_SKIN,      /**< the sheet of skin `index` of tt_draw_options.skins: 0.6 and DDNet */
    TT_IMAGE_SKIN_PART, /**< of 0.7: part `index` of tt_draw_options.parts */
    TT_IMAGE_ENTITIES,  /**< editor/entities_clear/ddnet.png: what tiles mean, by their number */
    TT_IMAGE_KINDS      /**< how many there are */
} tt_image_kind;

/** Flags of a shape; a sum. */
enum {
    TT_SHAPE_MIRROR_X = 1, /**< of a SPRITE: left to right, before it is turned */
    TT_SHAPE_MIRROR_Y = 2, /**< of a SPRITE: top to bottom, before it is turned */
    TT_SHAPE_GREY = 4,     /**< of a SPRITE: the grey form of a skin, to be coloured */
    TT_SHAPE_REPEAT = 8,   /**< the image repeats outside of 0 to 1; else its border goes on */
    TT_SHAPE_DERIVED = 16, /**< what it shows is not in the recording but was derived from it */
    TT_SHAPE_NAME = 32     /**< of a TEXT: it was said or chosen by a player, so it is a name or a
                                word of a person */
};

/** Where a TEXT is, seen from its place. */
typedef enum tt_shape_align {
    TT_ALIGN_LEFT,   /**< it begins there */
    TT_ALIGN_CENTER, /**< its middle is there */
    TT_ALIGN_RIGHT   /**< it ends there */
} tt_shape_align;

/** A colour. */
typedef struct tt_rgba {
    uint8_t r, g, b, a; /**< a = 255: nothing shines through */
} tt_rgba;

/** A place, or a size. */
typedef struct tt_point {
    int32_t x, y; /**< in parts of a pixel */
} tt_point;

/** A turn, clockwise on the screen: (x, y) goes to (x cos - y sin, x sin + y cos). */
typedef struct tt_turn {
    int32_t cos, sin; /**< in TT_SHAPE_ONE */
} tt_turn;

/** One shape: `kind` says which member of `u` is set. */
typedef struct tt_shape {
    uint8_t kind;   /**< a tt_shape_kind */
    uint8_t image;  /**< a tt_image_kind, of SPRITE, TRIANGLE and TILES; else NONE */
    uint16_t flags; /**< a sum of TT_SHAPE_MIRROR_X, ... */
    uint32_t index; /**< which image of its kind */
    tt_rgba color;  /**< of the shape; TRIANGLE has those of its corners instead */
    union {
        /** GRADIENT */
        struct {
            tt_rgba bottom; /**< at the lower edge of the picture */
        } gradient;
        /** CLIP: the columns [from.x, to.x) and rows [from.y, to.y), whole pixels of the picture;
         * empty when `to` is not above `from` */
        struct {
            tt_point from, to;
        } clip;
        /** SPRITE: the rectangle (u0, v0) to (u1, v1) of the image, 0 to TT_SHAPE_ONE for all of
         * it; pixels of other parts of the image must not bleed in */
        struct {
            tt_point at, size; /**< its middle; width and height */
            tt_turn turn;
            int32_t u0, v0, u1, v1;
        } sprite;
        /** TRIANGLE: colours and places are interpolated linearly */
        struct {
            tt_point at[3];
            tt_rgba color[3];
            int32_t u[3], v[3];
        } triangle;
        /** ELLIPSE */
        struct {
            tt_point at, radius; /**< its middle; half axes before the turn */
            tt_turn turn;
        } ellipse;
        /** POLYGON: closed, from the last point to the first */
        struct {
            const tt_point *points;
            uint32_t count;
        } polygon;
        /** LINE: one point is a dot */
        struct {
            const tt_point *points;
            uint32_t count;
            int32_t width;
        } line;
        /** TEXT: valid UTF-8 without control characters; not empty */
        struct {
            tt_point at;        /**< of the upper edge of the line, see tt_shape_align */
            int32_t height;     /**< of the line: the size of the font */
            tt_bytes utf8;      /**< the text */
            tt_rgba outline;    /**< around the letters; a = 0 for none */
            int32_t width;      /**< at most as wide: what is longer ends in an ellipsis; 0: any */
            uint32_t head;      /**< that many bytes at its beginning are in `head_color` */
            tt_rgba head_color; /**< such as that of a name before what it says */
            uint8_t align;      /**< a tt_shape_align */
        } text;
        /** TILES: outside of the layer its tiles at the border go on */
        struct {
            uint32_t layer;  /**< of the map, as in map_design.h */
            int32_t x, y;    /**< the tile (column, row of the layer, may be outside of it) in which
                                  the upper left corner of the picture lies */
            tt_point origin; /**< the upper left corner of this tile */
            int64_t tile;    /**< sides of a tile, in 1 / TT_SHAPE_ONE of a pixel */
        } tiles;
        /** RULES: as TILES, with the game layer, whose border tiles go on, and the front, tele,
         * speedup, switch and tune layers; `color.a` is how much of them is to be seen */
        struct {
            int32_t x, y;
            tt_point origin;
            int64_t tile;
            uint8_t items;   /**< 1: pickups of the map are to be drawn, too */
            uint8_t overlay; /**< 1: without the game and the front layer, which came as TILES */
        } rules;
    } u; /**< the rest, by kind */
} tt_shape;

/** The name of a kind, such as "sprite"; NULL when out of range. */
TT_API const char *tt_shape_kind_name(tt_shape_kind kind);

#ifdef __cplusplus
}
#endif

#endif
