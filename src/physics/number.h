/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of the game: binary32, each operation rounded by itself.
 *
 * The game's results depend on every last bit, so these rules hold in src/physics:
 * - An operation is the whole right side of an assignment or of a return. A compiler then cannot
 *   fuse two of them, and what x87 computes with more bits is rounded to what binary32 gives.
 * - Nothing of libm is called: libraries differ in the last bit, and the core has none.
 * - A float becomes an int by tti_whole or tti_nearest, which are defined for every value.
 */
#ifndef TTI_PHYSICS_NUMBER_H
#define TTI_PHYSICS_NUMBER_H

#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* A place, a velocity or a direction. */
typedef struct tti_pair {
    float x, y;
} tti_pair;

/* The square root, rounded to nearest even; 0 for what is not above 0. */
float tti_root(float square);

/* `base` to the power of `exponent`, for a normal base above 0. It is what the game's powf gives in
 * all but two of ten thousand cases, and differs in the last bit there. */
float tti_power(float base, float exponent);

/* Towards zero. What does not fit is the nearest int, and what is no number is 0. */
static inline int32_t tti_whole(float x)
{
    if (x >= 2147483648.0f) {
        return INT32_MAX;
    }
    if (x < -2147483648.0f) {
        return INT32_MIN;
    }
    return x == x ? (int32_t)x : 0;
}

/* To the nearest; halves go away from zero. */
static inline int32_t tti_nearest(float x)
{
    float moved;
    if (x > 0) {
        moved = x + 0.5f;
    } else {
        moved = x - 0.5f;
    }
    return tti_whole(moved);
}

static inline tti_pair tti_pair_add(tti_pair a, tti_pair b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}

static inline tti_pair tti_pair_sub(tti_pair a, tti_pair b)
{
    a.x -= b.x;
    a.y -= b.y;
    return a;
}

static inline tti_pair tti_pair_times(tti_pair a, float factor)
{
    a.x *= factor;
    a.y *= factor;
    return a;
}

static inline float tti_dot(tti_pair a, tti_pair b)
{
    float x = a.x * b.x;
    float y = a.y * b.y;
    return x + y;
}

static inline float tti_length(tti_pair a)
{
    return tti_root(tti_dot(a, a));
}

static inline float tti_distance(tti_pair a, tti_pair b)
{
    return tti_length(tti_pair_sub(a, b));
}

/* The direction of a pair, with the length 1; (0, 0) has none and is returned. */
static inline tti_pair tti_direction(tti_pair a)
{
    float length = tti_length(a);
    if (length == 0) {
        return (tti_pair){0, 0};
    }
    float factor = 1.0f / length;
    return tti_pair_times(a, factor);
}

/* The point between `from` (part 0) and `to` (part 1). */
static inline tti_pair tti_mix(tti_pair from, tti_pair to, float part)
{
    return tti_pair_add(from, tti_pair_times(tti_pair_sub(to, from), part));
}

#endif
