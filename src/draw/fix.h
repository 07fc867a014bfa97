/* SPDX-License-Identifier: MIT
 *
 * Numbers of the room: world units, seconds and factors as whole numbers, TT_SCENE_ONE to 1.
 *
 * A float would do, but compilers may join operations (FMA) or keep more digits (x87), and then the
 * same moment would give other shapes on other machines.
 */
#ifndef TTI_DRAW_FIX_H
#define TTI_DRAW_FIX_H

#include "teetape/draw.h"

typedef int64_t tti_fix;

/* A constant; compilers compute it, so no float is left in the code. Only for constants. */
#define TTI_FIX(value) ((tti_fix)((value)*65536.0))

#define TTI_ONE ((tti_fix)TT_SCENE_ONE)

/* Places are brought into this many units from the origin: 40 bits with those after the point, so
 * there is room for sums and for a factor. No map is as wide. */
#define TTI_FIX_FAR ((tti_fix)1 << 24)

/* A place or a way in the world. */
typedef struct tti_vec {
    tti_fix x, y;
} tti_vec;

/* An angle: the whole circle is 2^32, clockwise on the screen, 0 is right. So sums wrap around as
 * angles do. */
typedef uint32_t tti_angle;

/* A constant angle, in turns. */
#define TTI_TURNS(value) ((tti_angle)(int64_t)((value)*4294967296.0))

static inline tti_fix tti_clamp(tti_fix value, tti_fix low, tti_fix high)
{
    return value < low ? low : value > high ? high : value;
}

/* Products of two numbers below 2^31 in all, as a place with a factor: a product below 2^62 fits.
 * Rounded towards 0. */
static inline tti_fix tti_mul(tti_fix a, tti_fix b)
{
    return a * b / TTI_ONE;
}

static inline tti_fix tti_lerp(tti_fix from, tti_fix to, tti_fix part)
{
    return from + tti_mul(to - from, part);
}

/* A place that an item names. Items may name any int32. */
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

/* A factor times a direction. */
static inline tti_vec tti_vec_along(tt_turn turn, tti_fix length)
{
    return (tti_vec){tti_mul(length, turn.cos), tti_mul(length, turn.sin)};
}

/* A way, turned. The y axis points down, so it turns clockwise as one sees it. */
static inline tti_vec tti_vec_turn(tti_vec v, tt_turn turn)
{
    return (tti_vec){tti_mul(v.x, turn.cos) - tti_mul(v.y, turn.sin),
                     tti_mul(v.x, turn.sin) + tti_mul(v.y, turn.cos)};
}

static inline tt_turn tti_turn_right(void)
{
    return (tt_turn){TT_SHAPE_ONE, 0};
}

/* Both turns, one after the other. */
static inline tt_turn tti_turn_add(tt_turn a, tt_turn b)
{
    tti_vec v = tti_vec_turn((tti_vec){a.cos, a.sin}, b);
    return (tt_turn){(int32_t)v.x, (int32_t)v.y};
}

/* cos and sin of an angle, to 2^-16. */
tt_turn tti_turn_of(tti_angle angle);

/* An angle in 256ths of a radian, as a Character has it. */
tti_angle tti_angle_of_256th(int32_t angle);

/* The length of a way below 2^26 units. */
tti_fix tti_vec_length(tti_vec v);

/* The direction of a way; right for none. */
tt_turn tti_vec_turn_of(tti_vec v);

/* A number that looks random, the same for the same three: so a frame that is drawn twice is the
 * same, and a film has no flicker. `k` counts the numbers that one thing needs. */
uint32_t tti_hash(int32_t tick, int32_t id, uint32_t k);

#endif
