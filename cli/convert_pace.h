/* SPDX-License-Identifier: MIT
 *
 * Which ticks a demo made of a recording has.
 */
#ifndef CLI_CONVERT_PACE_H
#define CLI_CONVERT_PACE_H

#include <stdbool.h>

#include "teetape/convert.h"

/* A demo with fewer ticks does not play. */
#define CONVERT_FEWEST 2

/* `tick` was written, and nothing happens before `end`: how many ticks to go on. Long
 * silence has a tick a second, as in the demos of servers that wait for players; its last one is
 * there, so that tees begin to move from where they are. What is left out, with `skip_idle` gaps in
 * which nobody plays, is added to c->shift. */
int32_t convert_pace(tt_convert *c, const tt_world *world, int32_t tick, int64_t end,
                     bool skip_idle);

#endif
