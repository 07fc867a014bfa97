/* SPDX-License-Identifier: MIT
 *
 * Which ticks a demo made of a recording has.
 */
#ifndef CLI_CONVERT_PACE_H
#define CLI_CONVERT_PACE_H

#include "cli/demo/demo_options.h"
#include "teetape/convert.h"

/* A demo with fewer ticks does not play. */
#define CONVERT_FEWEST 2

/* What becomes of silence. */
enum convert_gaps {
    CONVERT_HOURS_GO,  /* what is longer than an hour is left out */
    CONVERT_IDLE_GOES, /* so is what is longer than a second and has nobody in it who plays */
    CONVERT_WHOLE      /* everything is there */
};
enum convert_gaps convert_gaps(const struct demo_options *options);

/* `tick` was written, and nothing happens before `end`: how many ticks to go on. Long silence has
 * a tick a second, as in the demos of servers that wait for players; its last one is there, so that
 * tees begin to move from where they are. What is left out is added to c->shift. While nothing is
 * seen there is no tick but the last one. */
int32_t convert_pace(tt_convert *c, const tt_world *world, int32_t tick, int64_t end,
                     enum convert_gaps gaps);

#endif
