/* SPDX-License-Identifier: MIT
 *
 * Colours of players and teams.
 *
 * The game packs colours into one int, a byte each for hue, saturation and lightness, and lifts the
 * lightness: see docs/format/snap-objects.md for the members that have them.
 */
#ifndef TTI_DRAW_COLOR_H
#define TTI_DRAW_COLOR_H

#include "draw/pen.h"

/* The least lightness of a skin, of 255, so that nobody is black: 0.6 and DDNet; 0.7. */
#define TTI_LIGHT_SIX TTI_FIX(0.5)
#define TTI_LIGHT_SEVEN TTI_FIX(61.0 / 255)

/* Hue, saturation and lightness, TTI_ONE each; of the hue only the fraction counts. */
tt_rgba tti_hsl(tti_fix hue, tti_fix saturation, tti_fix light);

/* A packed colour, 0xHHSSLL, that is at least so light. */
tt_rgba tti_packed_hsl(int32_t packed, tti_fix least);

/* The colour of a DDRace team; white for none. Neighbours are a golden angle apart on the circle of
 * hues, so that they do not look alike. */
tt_rgba tti_team_color(int32_t team, tti_fix light);

/* Times `factor` of TTI_ONE, at most white. */
tt_rgba tti_rgba_times(tt_rgba color, tti_fix factor);

/* `part` of TTI_ONE of the way to another colour, alpha too. */
tt_rgba tti_rgba_mix(tt_rgba from, tt_rgba to, tti_fix part);

#endif
