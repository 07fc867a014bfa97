/* SPDX-License-Identifier: MIT
 *
 * Makes colours from hue, saturation and lightness, in whole numbers.
 */
#include "draw/pen.h"

/* Returns a channel. It is full within a sixth of the circle from its own hue, 0 beyond two sixths,
 * and linear in between. */
static uint8_t channel(tti_fix sixths, tti_fix chroma, tti_fix light)
{
    tti_fix at = sixths % (6 * TTI_ONE);
    tti_fix way = at < 3 * TTI_ONE ? at : 6 * TTI_ONE - at;
    tti_fix part = tti_clamp(2 * TTI_ONE - way, 0, TTI_ONE);
    tti_fix value = light - chroma / 2 + tti_mul(chroma, part);
    return (uint8_t)((tti_clamp(value, 0, TTI_ONE) * 255 + TTI_ONE / 2) / TTI_ONE);
}

/* Makes a colour. The remainder is taken twice, because that of a negative hue is negative. */
tt_rgba tti_hsl(tti_fix hue, tti_fix saturation, tti_fix light)
{
    tti_fix bright = 2 * light - TTI_ONE;
    tti_fix chroma = tti_mul(TTI_ONE - (bright < 0 ? -bright : bright), saturation);
    tti_fix sixths = ((hue % TTI_ONE + TTI_ONE) % TTI_ONE) * 6;
    return (tt_rgba){channel(sixths, chroma, light), channel(sixths + 4 * TTI_ONE, chroma, light),
                     channel(sixths + 2 * TTI_ONE, chroma, light), 255};
}

static tti_fix byte_part(int32_t packed, unsigned shift)
{
    return (tti_fix)((uint32_t)packed >> shift & 255u) * TTI_ONE / 255;
}

tt_rgba tti_packed_hsl(int32_t packed, tti_fix least)
{
    tti_fix light = least + tti_mul(byte_part(packed, 0), TTI_ONE - least);
    return tti_hsl(byte_part(packed, 16), byte_part(packed, 8), light);
}

/* Returns the colour of a team; team 1 is red. The product wraps around, as hues do. */
tt_rgba tti_team_color(int32_t team, tti_fix light)
{
    return team <= 0 ? TTI_WHITE : tti_hsl((team - 1) * TTI_FIX(137.50776 / 360), TTI_ONE, light);
}

static uint8_t part_times(uint8_t value, tti_fix factor)
{
    return (uint8_t)tti_clamp(value * factor / TTI_ONE, 0, 255);
}

tt_rgba tti_rgba_times(tt_rgba c, tti_fix factor)
{
    return (tt_rgba){part_times(c.r, factor), part_times(c.g, factor), part_times(c.b, factor),
                     c.a};
}

static uint8_t mix_part(uint8_t from, uint8_t to, tti_fix part)
{
    return (uint8_t)(from + (to - from) * part / TTI_ONE);
}

tt_rgba tti_rgba_mix(tt_rgba from, tt_rgba to, tti_fix part)
{
    return (tt_rgba){mix_part(from.r, to.r, part), mix_part(from.g, to.g, part),
                     mix_part(from.b, to.b, part), mix_part(from.a, to.a, part)};
}
