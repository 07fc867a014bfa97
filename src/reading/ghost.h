/* SPDX-License-Identifier: MIT
 *
 * The fastest run of a recording, tick by tick, for a comparison with other runs over the same map.
 */
#ifndef READING_GHOST_H
#define READING_GHOST_H

#include "teetape/io/reading.h"
#include "teetape/scene.h"

struct tti_ghost_place {
    int32_t x, y; /* position in world units */
};

struct tti_ghost {
    char name[TT_NAME_CAP];
    tt_demo_header map;            /* the map, as the header of a demo names it */
    int32_t start;                 /* tick in which the run began */
    int32_t ticks;                 /* time of the run */
    struct tti_ghost_place *place; /* places of the tee in each tick from the start to the finish */
    int32_t count;                 /* ticks + 1, or fewer where the recording ends early */
};

/* Reads the fastest run that finishes in a file: that of `options->player`, or of anybody. Of the
 * other options index, data and stop are used. Returns false with *error: TT_ERR_PLACE when nobody
 * finishes, or the error of the reading. The caller frees ghost->place. */
bool tti_ghost_read(struct tti_ghost *ghost, const char *path, const tt_io_reading_options *options,
                    tt_io_error *error);

/* Sets x and y to the place of a ghost at a time since its start, in TT_SCENE_ONE-ths. Before the
 * start and after the finish this is the first and the last place. */
void tti_ghost_at(const struct tti_ghost *ghost, int64_t time, int64_t *x, int64_t *y);

/* Gives the time at which the ghost was nearest to a place, in ticks since its start. `*time` is
 * the result of the last call, at first 0. The search covers a second before it and ten after it,
 * because the run may come to the same place several times. Returns false when the ghost was never
 * nearer than three tiles: *time then remains. */
bool tti_ghost_nearest(const struct tti_ghost *ghost, int64_t x, int64_t y, int32_t *time);

#endif
