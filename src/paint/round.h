/* SPDX-License-Identifier: MIT
 *
 * Ellipses as outlines of many corners.
 */
#ifndef PAINT_ROUND_H
#define PAINT_ROUND_H

#include "paint/fill.h"

/* Adds the outline of an ellipse; half axes that are negative count as positive. */
void tti_round_add(struct tti_fill *fill, tt_point at, tt_point radius, tt_turn turn);

/* The turn by whole degrees, any, to the nearest 256th of a whole turn. Enough for arrows on tiles,
 * where a map has degrees. */
tt_turn tti_round_turn(int32_t degrees);

#endif
