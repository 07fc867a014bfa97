/* SPDX-License-Identifier: MIT
 *
 * The shapes of a picture in painting order. tt_draw makes a list of them, and a painter turns
 * it into pixels, SVG or WebGL calls.
 *
 * A painter knows nothing of the game: camera, interpolation and rules have been applied.
 * Positions and lengths are whole numbers in 1 / TT_SHAPE_PIXEL of a pixel, so that the same
 * moment gives the same list on every machine. (0, 0) is the upper left corner, and y points
 * down. Colours are sRGB, not premultiplied, and blended without conversion: src * a + dst * (1
 * - a).
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

/** Number of parts in a pixel: the unit of positions and lengths. */
#define TT_SHAPE_PIXEL 256

/** The number that stands for 1 in turns (`cos`, `sin`), in positions in images and in sides of
 * tiles. */
#define TT_SHAPE_ONE 65536

/** Greatest absolute coordinate, in parts of a pixel: 2^29, two million pixels. A coordinate beyond
 * it is moved to it, which distorts shapes of such a size. */
#define TT_SHAPE_FAR ((int32_t)1 << 29)

/** Kinds of shapes that a painter draws. */
typedef enum tt_shape_kind {
    TT_SHAPE_GRADIENT, /**< fills the clip: `color` at the top of the picture, u.gradient.bottom at
                            its lower edge, linear between them */
    TT_SHAPE_CLIP,     /**< from here on, only what lies in the rectangle is painted */
    TT_SHAPE_SPRITE,   /**< a part of an image, stretched, then turned around its middle */
    TT_SHAPE_TRIANGLE, /**< a triangle, with colours and places in an image at its corners */
    TT_SHAPE_ELLIPSE,  /**< a filled ellipse, turned around its middle */
    TT_SHAPE_POLYGON,  /**< a filled polygon of one colour, by the even-odd rule */
    TT_SHAPE_LINE,     /**< lines through points, with round joins and ends */
    TT_SHAPE_TEXT,     /**< one line of text */
    TT_SHAPE_TILES,    /**< a layer of tiles of the map with its image */
    TT_SHAPE_RULES,    /**< the layers that the game plays on, drawn by what their tiles mean */
    TT_SHAPE_KINDS     /**< number of kinds */
} tt_shape_kind;

/** The source of the pixels of a SPRITE, TRIANGLE or TILES, which are multiplied with the colour of
 * the shape. A painter that lacks the image leaves the shape out. */
typedef enum tt_image_kind {
    TT_IMAGE_NONE,      /**< no image: the colour alone */
    TT_IMAGE_MAP,       /**< image `index` of the map (map_design.h) */
    TT_IMAGE_GAME,      /**< game.png of the game's data folder */
    TT_IMAGE_PARTICLES, /**< particles.png */
    TT_IMAGE_EXTRAS,    /**< extras.png */
    TT_IMAGE_EMOTICONS, /**< emoticons.png */
    TT_IMAGE_HUD,       /**< hud.png */
    TT_IMAGE_SKIN,      /**< the sheet of skin `index` of tt_draw_options.skins: 0.6 and DDNet */
    TT_IMAGE_SKIN_PART, /**< part `index` of tt_draw_options.parts, a part of a 0.7 skin */
    TT_IMAGE_ENTITIES,  /**< editor/entities_clear/ddnet.png: a picture of each tile number of the
                           game layer */
    TT_IMAGE_KINDS      /**< number of kinds */
} tt_image_kind;

/** Flags of a shape; a sum. */
enum {
    TT_SHAPE_MIRROR_X = 1, /**< SPRITE: mirrored left to right, before the turn */
    TT_SHAPE_MIRROR_Y = 2, /**< SPRITE: mirrored top to bottom, before the turn */
    TT_SHAPE_GREY = 4, /**< SPRITE: the grey form of a skin, which takes the colour of the shape */
    TT_SHAPE_REPEAT =
        8, /**< the image repeats outside of 0 to 1; without this flag its border pixels extend */
    TT_SHAPE_DERIVED = 16, /**< the shape shows something that was derived, not recorded */
    TT_SHAPE_NAME = 32     /**< TEXT: a player chose or said it, so it is personal data */
};

/** The point of a TEXT that lies at its position. */
typedef enum tt_shape_align {
    TT_ALIGN_LEFT,   /**< the left end of the text */
    TT_ALIGN_CENTER, /**< the middle of the text */
    TT_ALIGN_RIGHT   /**< the right end of the text */
} tt_shape_align;

/** A colour with alpha; a = 255 is opaque. */
typedef struct tt_rgba {
    uint8_t r, g, b, a; /**< red, green, blue; alpha 255 is opaque */
} tt_rgba;

/** A position or a size. */
typedef struct tt_point {
    int32_t x, y; /**< a pixel has TT_SHAPE_PIXEL of these units */
} tt_point;

/** A turn, clockwise on the screen: (x, y) goes to (x cos - y sin, x sin + y cos). */
typedef struct tt_turn {
    int32_t cos, sin; /**< cosine and sine of the turn, in 1 / TT_SHAPE_ONE */
} tt_turn;

/** One shape: `kind` says which member of `u` is set. */
typedef struct tt_shape {
    uint8_t kind; /**< kind of the shape, a tt_shape_kind */
    uint8_t
        image; /**< a tt_image_kind for SPRITE, TRIANGLE and TILES; TT_IMAGE_NONE for other kinds */
    uint16_t flags; /**< flags, a sum of TT_SHAPE_MIRROR_X, ... */
    uint32_t index; /**< number of the image within its kind */
    tt_rgba color;  /**< colour of the shape; unused by TRIANGLE, whose corners have colours */
    union {
        /** Members of a GRADIENT. */
        struct {
            tt_rgba bottom; /**< colour at the lower edge of the picture */
        } gradient;
        /** CLIP: the columns [from.x, to.x) and rows [from.y, to.y), whole pixels of the picture;
         * empty when `to` is not above `from` */
        struct {
            tt_point from, to;
        } clip;
        /** SPRITE: the rectangle (u0, v0) to (u1, v1) of the image, 0 to TT_SHAPE_ONE for all of
         * it; pixels of other parts of the image must not bleed in */
        struct {
            tt_point at, size; /**< centre; width and height */
            tt_turn turn;
            int32_t u0, v0, u1, v1;
        } sprite;
        /** TRIANGLE: colours and places are interpolated linearly */
        struct {
            tt_point at[3];
            tt_rgba color[3];
            int32_t u[3], v[3];
        } triangle;
        /** Members of an ELLIPSE. */
        struct {
            tt_point at, radius; /**< centre; half axes before the turn */
            tt_turn turn;
        } ellipse;
        /** POLYGON: closed, from the last point to the first */
        struct {
            const tt_point *points;
            uint32_t count;
        } polygon;
        /** LINE: a single point is drawn as a dot */
        struct {
            const tt_point *points;
            uint32_t count;
            int32_t width;
        } line;
        /** TEXT: valid UTF-8 without control characters; not empty */
        struct {
            tt_point at;     /**< position on the upper edge of the line; `align` says which
                                  point of the text is there */
            int32_t height;  /**< height of the line, which is the size of the font */
            tt_bytes utf8;   /**< the text to draw */
            tt_rgba outline; /**< colour of the outline of the letters; a = 0 for none */
            int32_t width;   /**< greatest width: a longer text ends in an ellipsis; 0: no limit */
            uint32_t head;   /**< number of bytes at the beginning that have `head_color` */
            tt_rgba
                head_color; /**< colour of the first bytes, such as the name before a chat line */
            uint8_t align;  /**< alignment of the text, a tt_shape_align */
        } text;
        /** TILES: beyond the layer its border tiles repeat */
        struct {
            uint32_t layer;  /**< number of the layer in the map, as in map_design.h */
            int32_t x, y;    /**< the tile (column, row of the layer, may be outside of it) in which
                                  the upper left corner of the picture lies */
            tt_point origin; /**< the upper left corner of tile (x, y) in the picture */
            int64_t tile;    /**< side of a tile, in 1 / TT_SHAPE_ONE of a pixel */
        } tiles;
        /** RULES: the game, front, tele, speedup, switch and tune layers, placed as TILES are.
         * Beyond the game layer its border tiles repeat. `color.a` is the opacity */
        struct {
            int32_t x, y;
            tt_point origin;
            int64_t tile;
            uint8_t items;   /**< 1: the pickups of the map are drawn as well */
            uint8_t overlay; /**< 1: the game and front layers are left out, because TILES shapes
                                show them */
        } rules;
    } u; /**< members of the shape, by its kind */
} tt_shape;

/** Returns the name of a kind, such as "sprite"; NULL when out of range. */
TT_API const char *tt_shape_kind_name(tt_shape_kind kind);

#ifdef __cplusplus
}
#endif

#endif
