/* SPDX-License-Identifier: MIT
 *
 * The same tests over the plain version of paint/lanes.h, which CPUs without SSE2 run.
 */
#define TTI_LANES_PLAIN 1

#include "test_raster_lanes.c"
