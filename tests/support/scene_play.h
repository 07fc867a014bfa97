/* SPDX-License-Identifier: MIT
 *
 * Plays a recording to a tick and draws what is to be seen then.
 */
#ifndef SUPPORT_SCENE_PLAY_H
#define SUPPORT_SCENE_PLAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "teetape/draw.h"

/* A recording with its scene and a list of shapes. */
typedef struct scene_play {
    tt_recording *rec;
    tt_scene *scene;
    uint8_t *bytes, *scratch;
    size_t size;
    tt_map map;     /* the one in the demo, if has_map */
    uint8_t *tiles; /* its memory */
    int has_map;
    void *physics; /* memory of the game of a teehistorian file */
    tt_shapes list;
} scene_play;

/* Begins with the file; 0 when it cannot be read. */
int scene_play_open(scene_play *p, const char *path);

/* The same with bytes that are copied. */
void scene_play_bytes(scene_play *p, const void *bytes, size_t size);

/* The map of a demo, unpacked by `inflate`: 1 when it has one. It is the scene's, too. */
int scene_play_map(scene_play *p, tt_map_inflate_fn *inflate);

/* Goes on to the snapshot of this tick, or of the first one after it: 1; 0 at the end. */
int scene_play_to(scene_play *p, int32_t tick);

/* Draws, with as much room as it takes. */
tt_status scene_play_draw(scene_play *p, int64_t time, const tt_camera *camera,
                          const tt_draw_options *options);

void scene_play_close(scene_play *p);

/* One shape, or all, a line each. */
void scene_shape_print(FILE *file, const tt_shape *shape);
void scene_play_print(FILE *file, const scene_play *p);

#endif
