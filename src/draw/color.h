/* SPDX-License-Identifier: MIT
 *
 * Colours of players and teams. The game packs a colour into one int, a byte each for hue,
 * saturation and lightness, and lifts the lightness: docs/format/snap-objects.md.
 */
#ifndef TTI_DRAW_COLOR_H
#define TTI_DRAW_COLOR_H

#include "draw/pen.h"

/* The least lightness of a skin: 0.6 and DDNet; 0.7. */
#define TTI_LIGHT_SIX TTI_FIX(0.5)
#define TTI_LIGHT_SEVEN TTI_FIX(61.0 / 255)

/* TTI_ONE each; only the fraction of the hue counts. */
tt_rgba tti_hsl(tti_fix hue, tti_fix saturation, tti_fix light);

/* 0xHHSSLL; the byte of lightness goes from `least` to white. */
tt_rgba tti_packed_hsl(int32_t packed, tti_fix least);

/* The colour of a DDRace team; white for none. Neighbours are a golden angle apart on the circle of
 * hues. */
tt_rgba tti_team_color(int32_t team, tti_fix light);

tt_rgba tti_rgba_times(tt_rgba color, tti_fix factor);

/* `part` of TTI_ONE of the way to another colour, alpha too. */
tt_rgba tti_rgba_mix(tt_rgba from, tt_rgba to, tti_fix part);

#endif
