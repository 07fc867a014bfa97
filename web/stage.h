/* SPDX-License-Identifier: MIT
 *
 * Shared by stage*.c, which turn the shapes of a moment into vertices and commands for WebGL.
 */
#ifndef WEB_STAGE_H
#define WEB_STAGE_H

#include "paint/rules.h"
#include "teetape/draw.h"
#include "web/core.h"

/* Ways to compute the coverage of a fragment. painter_shaders.js has the same values. */
enum stage_mode {
    STAGE_PLAIN,   /* triangles in the colour of their corners */
    STAGE_ELLIPSE, /* a, b: distance from the centre; f: half axes */
    STAGE_LINE,    /* a, b: distance from the first end; f: the other end, half the width */
    STAGE_IMAGE,   /* a, b: place in the image; f: the part of it that is used */
    STAGE_REPEAT,  /* values as in STAGE_IMAGE; the image is repeated */
    STAGE_TEXT     /* a, b: texel in the sheet of texts; `more`: colours of outline and head */
};

struct stage_vertex {
    float x, y, a, b; /* x, y: pixels of the picture; a, b: see the modes */
    union {
        float f[4];
        tt_rgba more[4];
    } u;
    tt_rgba color;
    uint8_t mode, rest[3];
};

/* A step of drawing. All members are doubles, so that JavaScript reads one array. */
struct stage_command {
    double is_tiles;                     /* 1 for tiles, 0 for triangles */
    double image, index, grey;           /* a tt_image_kind, ...; 0 for none */
    double first, count;                 /* index of the first vertex, and number of vertices */
    double clip[4];                      /* edges in pixels: left, top, right, bottom */
    double layer, x, y, origin[2], side; /* a tile layer: number, column and row of the first tile,
                                            its corner and its side in pixels */
    double color[4];
};

struct stage_list {
    struct stage_vertex *vertices;
    size_t vertex_count, vertex_cap;
    struct stage_command *commands;
    size_t command_count, command_cap;
    struct tti_rect clip;
    int32_t width, height;
    uint32_t number;  /* index of the shape that is being added */
    size_t seen_from; /* commands before this one are hidden */
    bool failed;      /* true after memory was missing */
};
extern struct stage_list stage_list;

/* Turns shapes into commands. Returns false when the sheet of texts is full. The sheet is then
 * empty, and the list has to be made again. */
bool stage_list_make(const tt_shape *shapes, size_t count, int32_t width, int32_t height,
                     const tt_io_source *source);

/* Adds a command with the clip of the list. Returns NULL without memory. */
struct stage_command *stage_command_new(void);
struct stage_vertex *stage_more(size_t count);

/* Adds room for `count` vertices to a command that uses this image. Returns NULL without memory. */
struct stage_vertex *stage_room(size_t count, unsigned image, uint32_t index, unsigned grey);

/* Adds the parts of a triangle that no later layer of tiles hides. */
void stage_triangle(const struct stage_vertex corner[3], unsigned image, uint32_t index,
                    unsigned grey);

/* Adds two triangles for corners 0, 1, 2, 3, which differ only in x, y, a and b. */
void stage_quad(const struct stage_vertex corner[4], unsigned image, uint32_t index, unsigned grey);

/* Adds triangles for a polygon whose outline does not cross itself. */
void stage_polygon(tt_rgba color, const tt_point *points, size_t count);

/* Adds a rectangle of one colour. */
void stage_rect(tt_rgba color, struct tti_rect rect);

/* Adds a command for the tiles of a layer in the picture, if there are any. */
void stage_tiles(const tt_shape *shape, const tt_io_layer *layer);

/* Adds a line of text. Returns false when the sheet is full. */
bool stage_text(const tt_shape *shape);
void stage_text_forget(void);

/* Appends the paths. `by` is a tt_paths_by. `only` is the number of a single path, or negative for
 * all. */
tt_status stage_paths_draw(tt_shapes *list, const tt_camera *camera, int by, int32_t only);

/* Moves the ghosts of the page to their places at a time, in TT_SCENE_ONE-ths of a tick. */
const tt_draw_ghost *ghosts_at(int64_t time, size_t *count);

/* Returns the loaded parts of the map. */
const tt_draw_map *stage_map(void);
tt_io_source stage_source(void);
/* What is known of the pixels of a tile. map.js has the same values. */
enum { STAGE_MIXED, STAGE_OPAQUE, STAGE_EMPTY, STAGE_ONE_COLOR };

struct stage_cell {
    uint8_t kind;  /* STAGE_ONE_COLOR is opaque, too */
    tt_rgba color; /* with the colour of the layer; only for STAGE_ONE_COLOR */
};

/* Returns what is known of a tile in a layer. Tile 0 is empty. */
struct stage_cell stage_map_cell(const tt_shape *shape, uint8_t tile);

/* Returns how many of 1000 design tiles have an image that is missing. */
unsigned stage_map_lacks(void);
uint32_t stage_map_image_count(void);

#endif
