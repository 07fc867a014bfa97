/* SPDX-License-Identifier: MIT
 *
 * The fastest run of a recording, tick by tick, for a comparison with other runs over the same map.
 */
#ifndef READING_GHOST_H
#define READING_GHOST_H

#include "draw/run.h"
#include "teetape/demo_header.h"
#include "teetape/io/reading.h"

/* The fastest finish among facts. */
struct tti_fastest {
    int32_t tick;  /* of the finish */
    int32_t ticks; /* time of the run; -1: nobody has finished so far */
    int32_t cid;
    uint32_t unnamed; /* finishes without a client, which no run can have */
};

/* Takes a fact. Returns true when it is a finish that is faster than all before it. */
bool tti_fastest_take(struct tti_fastest *fastest, const tt_fact *fact);

/* Reads the fastest run that finishes in a file: that of `options->player`, or of anybody. Of the
 * other options index, data and stop are used. `*map` becomes the map, as the header of a demo
 * names it. Returns false with *error: TT_ERR_PLACE when nobody finishes, or the error of the
 * reading. The caller frees ghost->place. */
bool tti_ghost_read(struct tti_ghost *ghost, tt_demo_header *map, const char *path,
                    const tt_io_reading_options *options, tt_io_error *error);

#endif
