/* SPDX-License-Identifier: MIT
 *
 * The list of shapes of a moment as vertices and commands for WebGL: what stage*.c share.
 */
#ifndef WEB_STAGE_H
#define WEB_STAGE_H

#include "paint/rules.h"
#include "teetape/draw.h"
#include "web/core.h"

/* How the fragments of a vertex get their coverage; the same in painter_shaders.js. */
enum stage_mode {
    STAGE_PLAIN,   /* the colour; triangles alone */
    STAGE_ELLIPSE, /* a, b: from the middle; f: half axes */
    STAGE_LINE,    /* a, b: from the first end; f: the other end, half the width */
    STAGE_IMAGE,   /* a, b: place in the image; f: the part of it */
    STAGE_REPEAT,  /* the same, and the image repeats */
    STAGE_TEXT     /* a, b: texel of the sheet of texts; its outline and head in `more` */
};

struct stage_vertex {
    float x, y, a, b; /* pixels of the picture; see the modes */
    union {
        float f[4];
        tt_rgba more[4];
    } u;
    tt_rgba color;
    uint8_t mode, rest[3];
};

/* What is to be drawn after each other. All are doubles, so that JavaScript reads one array. */
struct stage_command {
    double is_tiles;                     /* 0: triangles */
    double image, index, grey;           /* a tt_image_kind, ...; 0 for none */
    double first, count;                 /* vertices */
    double clip[4];                      /* pixels: from, to */
    double layer, x, y, origin[2], side; /* of tiles, in pixels */
    double color[4];
};

struct stage_list {
    struct stage_vertex *vertices;
    size_t vertex_count, vertex_cap;
    struct stage_command *commands;
    size_t command_count, command_cap;
    struct tti_rect clip;
    int32_t width, height;
    size_t seen_from; /* commands before this one are hidden */
    int failed;       /* no memory */
};
extern struct stage_list stage_list;

/* Makes the list of shapes. 0 when the sheet of texts is full: it is empty then, and to be made
 * again. */
int stage_list_make(const tt_shape *shapes, size_t count, int32_t width, int32_t height,
                    const tt_io_source *source);

/* Another command, with the clip of the list; and room for vertices of the last command. NULL
 * without memory. */
struct stage_command *stage_command_new(void);
struct stage_vertex *stage_more(size_t count);

/* Room for `count` vertices of a command that takes this image; NULL without memory. */
struct stage_vertex *stage_room(size_t count, unsigned image, uint32_t index, unsigned grey);

/* Two triangles around corners 0, 1, 2, 3; of them x, y, a, b alone differ. */
void stage_quad(const struct stage_vertex corner[4], unsigned image, uint32_t index, unsigned grey);

/* Triangles of a polygon whose outline does not cross itself. */
void stage_polygon(tt_rgba color, const tt_point *points, size_t count);

/* The parts of a layer of tiles that have tiles in the picture; no command when there are none. */
void stage_tiles(const tt_shape *shape, const tt_io_layer *layer);

/* A line of text; 0 when the sheet is full. */
int stage_text(const tt_shape *shape);
void stage_text_forget(void);

/* Appends the paths; `by` is a tt_paths_by. Of them path number `only` alone, unless it is below 0.
 */
tt_status stage_paths_draw(tt_shapes *list, const tt_camera *camera, int by, int32_t only);

/* What of the map is there. */
const tt_draw_map *stage_map(void);
tt_io_source stage_source(void);
/* Of 1000 tiles of the design those whose image is missing. */
unsigned stage_map_lacks(void);
uint32_t stage_map_image_count(void);

#endif
