/* SPDX-License-Identifier: MIT
 *
 * The numbers that drawing uses, and the conversion from world to picture.
 *
 * World units, seconds and factors are whole numbers, with TT_SCENE_ONE for 1. With floats
 * compilers may join operations (FMA) or keep more digits (x87), and the shapes would differ
 * between machines.
 *
 * A position in units becomes one in parts of a pixel (TT_SHAPE_PIXEL to a pixel). The world, each
 * group of the map, and each screen of the HUD have a view of their own.
 */
#ifndef TTI_DRAW_CAMERA_H
#define TTI_DRAW_CAMERA_H

#include "teetape/draw.h"

typedef int64_t tti_fix;

/* Converts a constant to fixed point. The argument must be a constant, so that the compiler
 * computes it and no float is left in the code. */
#define TTI_FIX(value) ((tti_fix)((value)*65536.0))

#define TTI_ONE ((tti_fix)TT_SCENE_ONE)

/* The largest coordinate, in units. With their fractions coordinates have 40 bits, which leaves
 * room for sums and factors. */
#define TTI_FIX_FAR ((tti_fix)1 << 24)

typedef struct tti_vec {
    tti_fix x, y;
} tti_vec;

/* An angle: a full circle is 2^32, clockwise on the screen, and 0 points right. Sums wrap
 * around. */
typedef uint32_t tti_angle;

#define TTI_TURNS(value) ((tti_angle)(int64_t)((value)*4294967296.0))

static inline tti_fix tti_clamp(tti_fix value, tti_fix low, tti_fix high)
{
    return value < low ? low : value > high ? high : value;
}

/* Multiplies two numbers whose product is below 2^62, for example a coordinate and a factor. Rounds
 * towards 0. */
static inline tti_fix tti_mul(tti_fix a, tti_fix b)
{
    return a * b / TTI_ONE;
}

static inline tti_fix tti_lerp(tti_fix from, tti_fix to, tti_fix part)
{
    return from + tti_mul(to - from, part);
}

/* Converts whole units, limited to TTI_FIX_FAR. `units` may be any int32, because it comes from an
 * item. */
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

/* Turns a vector, clockwise on the screen, because the y axis points down. */
static inline tti_vec tti_vec_turn(tti_vec v, tt_turn turn)
{
    return (tti_vec){tti_mul(v.x, turn.cos) - tti_mul(v.y, turn.sin),
                     tti_mul(v.x, turn.sin) + tti_mul(v.y, turn.cos)};
}

static inline tt_turn tti_turn_right(void)
{
    return (tt_turn){TT_SHAPE_ONE, 0};
}

/* Returns cos and sin to 2^-16. */
tt_turn tti_turn_of(tti_angle angle);

/* Converts an angle in 256ths of a radian, as a Character has it. */
tti_angle tti_angle_of_256th(int32_t angle);

/* The longest way of a tee in a tick, in world units. A tee that moves further nearly always took a
 * teleporter or respawned. */
#define TTI_LEAP 300

/* Returns the length of a vector. `v` must be below 2^26 units. */
tti_fix tti_vec_length(tti_vec v);

/* Returns the direction of a vector; right for (0, 0). */
tt_turn tti_vec_turn_of(tti_vec v);

/* Returns a number that looks random and depends only on the arguments, so that a film does not
 * flicker. `k` distinguishes the numbers that one object needs. */
uint32_t tti_hash(int32_t tick, int32_t id, uint32_t k);

/* The part of a plane that the picture shows, in units of the plane. */
typedef struct tti_view {
    tti_fix left, top;
    tti_fix width, height;
    int64_t scale; /* parts of a pixel in a unit, times 2^20 */
} tti_view;

/* The motion of a map group against the world. The world has {0, 0, 100, 100}. */
typedef struct tti_parallax {
    int32_t offset_x, offset_y; /* distance from the origin of the world, in units */
    int32_t x, y;               /* percent of the camera's motion */
} tti_parallax;

/* Returns the camera with every member limited to its range. All functions below rely on that. */
tt_camera tti_camera_of(const tt_camera *camera);

tti_view tti_view_of(const tt_camera *camera, const tti_parallax *parallax);

/* Returns the view of a HUD over the whole picture, `height` units high. The view is higher if it
 * must be `width` units wide, so that a narrow picture cuts nothing off. */
tti_view tti_view_screen(const tt_camera *camera, int32_t height, int32_t width);

/* Returns a length in parts of a pixel, rounded and at most TT_SHAPE_FAR, so that painters may add
 * and double it. */
int32_t tti_view_length(const tti_view *view, tti_fix units);

tt_point tti_view_place(const tti_view *view, tti_vec v);

/* Returns the side of a tile in 1 / TT_SHAPE_ONE of a pixel. `*x` and `*y` become the tile in the
 * upper left corner of the picture, `*origin` the position of its corner. */
int64_t tti_view_tiles(const tti_view *view, int32_t *x, int32_t *y, tt_point *origin);

/* Returns true when a disc may be seen. The bounding box is tested, so the result may be true for a
 * disc near a corner. */
bool tti_view_has(const tti_view *view, tti_vec middle, tti_fix radius);

#endif
