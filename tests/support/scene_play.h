/* SPDX-License-Identifier: MIT
 *
 * Plays a recording to a tick and draws what is to be seen then.
 */
#ifndef SUPPORT_SCENE_PLAY_H
#define SUPPORT_SCENE_PLAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "draw/scene.h"
#include "teetape/draw.h"

/* A recording with its scene and a list of shapes. */
typedef struct scene_play {
    tt_recording *rec;
    tt_scene *scene;
    tti_scene *in; /* the inside of `scene` */
    uint8_t *bytes, *scratch;
    size_t size;
    tt_map map;     /* the map in the demo, if has_map is set */
    uint8_t *tiles; /* memory of the map */
    int has_map;
    void *physics; /* memory for the game of a teehistorian file */
    tt_shapes list;
} scene_play;

/* Opens a file. Returns 0 when it cannot be read. */
int scene_play_open(scene_play *p, const char *path);

/* Opens a recording from bytes, which are copied. */
void scene_play_bytes(scene_play *p, const void *bytes, size_t size);

/* Unpacks the map of a demo with `inflate`, and gives it to the scene. Returns 1 when the demo has
 * a map. */
int scene_play_map(scene_play *p, tt_map_inflate_fn *inflate);

/* Advances to the snapshot of this tick, or to the first one after it. Returns 0 at the end. */
int scene_play_to(scene_play *p, int32_t tick);

/* Draws, and repeats the call with more room as long as it does not suffice. */
tt_status scene_play_draw(scene_play *p, int64_t time, const tt_camera *camera,
                          const tt_draw_options *options);

void scene_play_close(scene_play *p);

/* Print one shape, or all shapes, a line each. */
void scene_shape_print(FILE *file, const tt_shape *shape);
void scene_play_print(FILE *file, const scene_play *p);

#endif
