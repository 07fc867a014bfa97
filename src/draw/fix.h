/* SPDX-License-Identifier: MIT
 *
 * Numbers of the room: world units, seconds and factors as whole numbers, TT_SCENE_ONE to 1.
 * Compilers may join operations of floats (FMA) or keep more digits (x87), and other machines would
 * draw other shapes.
 */
#ifndef TTI_DRAW_FIX_H
#define TTI_DRAW_FIX_H

#include "teetape/draw.h"

typedef int64_t tti_fix;

/* Compilers compute constants, so no float is left in the code. Only for constants. */
#define TTI_FIX(value) ((tti_fix)((value)*65536.0))

#define TTI_ONE ((tti_fix)TT_SCENE_ONE)

/* Bound of places, in units: 40 bits with those after the point leave room for sums and factors. */
#define TTI_FIX_FAR ((tti_fix)1 << 24)

typedef struct tti_vec {
    tti_fix x, y;
} tti_vec;

/* The whole circle is 2^32, clockwise on the screen, 0 is right. Sums wrap around as angles do. */
typedef uint32_t tti_angle;

#define TTI_TURNS(value) ((tti_angle)(int64_t)((value)*4294967296.0))

static inline tti_fix tti_clamp(tti_fix value, tti_fix low, tti_fix high)
{
    return value < low ? low : value > high ? high : value;
}

/* Multiplies two numbers whose product is below 2^62, for example a place and a factor. Rounds
 * towards 0. */
static inline tti_fix tti_mul(tti_fix a, tti_fix b)
{
    return a * b / TTI_ONE;
}

static inline tti_fix tti_lerp(tti_fix from, tti_fix to, tti_fix part)
{
    return from + tti_mul(to - from, part);
}

/* Items may name any int32. */
static inline tti_fix tti_place(int32_t units)
{
    return tti_clamp(units, -TTI_FIX_FAR, TTI_FIX_FAR) * TTI_ONE;
}

static inline tti_vec tti_vec_of(int32_t x, int32_t y)
{
    return (tti_vec){tti_place(x), tti_place(y)};
}

static inline tti_vec tti_vec_add(tti_vec a, tti_vec b)
{
    return (tti_vec){a.x + b.x, a.y + b.y};
}

static inline tti_vec tti_vec_sub(tti_vec a, tti_vec b)
{
    return (tti_vec){a.x - b.x, a.y - b.y};
}

static inline tti_vec tti_vec_lerp(tti_vec a, tti_vec b, tti_fix part)
{
    return (tti_vec){tti_lerp(a.x, b.x, part), tti_lerp(a.y, b.y, part)};
}

static inline tti_vec tti_vec_along(tt_turn turn, tti_fix length)
{
    return (tti_vec){tti_mul(length, turn.cos), tti_mul(length, turn.sin)};
}

/* The y axis points down, so this turns clockwise on the screen. */
static inline tti_vec tti_vec_turn(tti_vec v, tt_turn turn)
{
    return (tti_vec){tti_mul(v.x, turn.cos) - tti_mul(v.y, turn.sin),
                     tti_mul(v.x, turn.sin) + tti_mul(v.y, turn.cos)};
}

static inline tt_turn tti_turn_right(void)
{
    return (tt_turn){TT_SHAPE_ONE, 0};
}

/* cos and sin to 2^-16. */
tt_turn tti_turn_of(tti_angle angle);

/* A Character has its angle in 256ths of a radian. */
tti_angle tti_angle_of_256th(int32_t angle);

/* `v` is below 2^26 units. */
tti_fix tti_vec_length(tti_vec v);

/* The direction of a way; right for (0, 0). */
tt_turn tti_vec_turn_of(tti_vec v);

/* Looks random, and is the same for the same arguments: a film has no flicker. `k` counts the
 * numbers that one thing needs. */
uint32_t tti_hash(int32_t tick, int32_t id, uint32_t k);

#endif
