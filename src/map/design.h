/* SPDX-License-Identifier: MIT
 *
 * Decodes the quads and evaluates the envelopes of a map, which only drawing needs.
 */
#ifndef TTI_MAP_DESIGN_H
#define TTI_MAP_DESIGN_H

#include "teetape/map_design.h"

/* Decodes quad `index`, below layer->quads, from the bytes of tt_map_design_load. */
void tti_map_design_quad(const tt_map_design *design, const uint8_t *quads, uint32_t index,
                         tt_map_quad *quad);

/* Gives the value of a position envelope at a time, in microseconds since the round began: x and y
 * in TT_MAP_ONE-th units, clockwise turn in TT_MAP_ONE-th degrees. The envelope repeats after its
 * last point. Without an envelope or points all values are 0; without a channel its value is 0.
 * Integer arithmetic gives the same result everywhere. Values below 2^20 are at most 2 / TT_MAP_ONE
 * off; on an upright curve they may be those of a microsecond before or after. */
void tti_map_design_position(const tt_map_design *design, tt_map_animation animation, int64_t time,
                             int32_t position[3]);

/* Gives the value of an envelope of a colour, like tti_map_design_position: factors of red, green,
 * blue and alpha. A factor without an envelope or channel is TT_MAP_ONE. */
void tti_map_design_color(const tt_map_design *design, tt_map_animation animation, int64_t time,
                          int32_t color[4]);

#endif
