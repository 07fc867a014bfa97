/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of the game in binary32, in which each operation is rounded by itself.
 *
 * The game's results depend on every last bit, so these rules hold in src/physics:
 *
 * - An operation is the whole right side of an assignment or of a return. A compiler then cannot
 * fuse two operations, and what x87 computes with more bits is rounded to what binary32 gives.
 *
 * - Nothing of libm is called: libraries differ in the last bit, and the core has none.
 *
 * - A float becomes an int by tti_whole or tti_nearest, which are defined for every value.
 */
#ifndef TTI_PHYSICS_NUMBER_H
#define TTI_PHYSICS_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* Pi as the game has it in binary32. */
#define TTI_PI 3.1415927f

/* A place, a velocity or a direction. */
typedef struct tti_pair {
    float x, y;
} tti_pair;

/* Returns the square root, rounded to nearest even, or 0 for numbers that are not above 0. IEEE 754
 * defines every bit of it, so the machine instruction and the plain code give the same result.
 * Compilers use the instruction only where they may leave errno unset; this folder is compiled so.
 * Elsewhere there is an intrinsic with SSE2. */
float tti_root_plain(float square);

#if defined(__NO_MATH_ERRNO__) &&                                                                  \
    (defined(__SSE2_MATH__) || defined(__aarch64__) || defined(__wasm__))
static inline float tti_root(float square)
{
    return square > 0 ? __builtin_sqrtf(square) : square != square ? square : 0;
}
#elif defined(__SSE2_MATH__) && !defined(TTI_NO_SSE2)
#define tti_root tti_root_sse2
#else
#define tti_root tti_root_plain
#endif

/* Returns `base` to the power of `exponent`, for a normal base above 0. In two of ten thousand
 * cases the last bit differs from the game's powf. */
float tti_power(float base, float exponent);

/* Returns sqrt(x * x + y * y), computed in binary64 and then rounded, as the game does. */
float tti_diagonal(float x, float y);

/* Sines, arc tangents and logarithms, rounded to nearest. The libm of the game's servers sometimes
 * rounds the last bit differently: glibc 2.36 in one of 80 values of sinf, cosf and atanf, one of
 * 1800 of logf, and one of 7 of atan2f. Angles are in radians, at most 1000000. Logarithms are for
 * normal numbers above 0. tti_atan2 heeds the signs of zeros. */
float tti_sine(float x);
float tti_cosine(float x);
float tti_atan(float x);
float tti_atan2(float y, float x);
float tti_log(float x);

/* Reads a number from text: digits with an optional sign and, for a decimal, a point. Sets *value
 * to the number at the start of the text, or to 0 when there is none. Returns false when the text
 * has anything else, or too many digits. */
bool tti_read_whole(const uint8_t *text, size_t size, int32_t *value);
bool tti_read_decimal(const uint8_t *text, size_t size, float *value);

/* tti_whole truncates towards zero. A float that does not fit into an int, or is NaN, gives
 * INT32_MIN, as on x86 servers. */
static inline int32_t tti_whole_plain(float x)
{
    return x > -2147483648.0f && x < 2147483648.0f ? (int32_t)x : INT32_MIN;
}

/* tti_nearest rounds to nearest; halves are rounded away from zero. */
static inline int32_t tti_nearest_plain(float x)
{
    float moved;
    if (x > 0) {
        moved = x + 0.5f;
    } else {
        moved = x - 0.5f;
    }
    return tti_whole_plain(moved);
}

typedef struct tti_four {
    int32_t a, b, c, d;
} tti_four;

/* tti_nearest_four is tti_nearest of four floats. */
static inline tti_four tti_nearest_four_plain(float a, float b, float c, float d)
{
    return (tti_four){tti_nearest_plain(a), tti_nearest_plain(b), tti_nearest_plain(c),
                      tti_nearest_plain(d)};
}

#if defined(__SSE2_MATH__) && !defined(TTI_NO_SSE2)
#include "physics/number_sse2.h"
#define tti_whole tti_whole_sse2
#define tti_nearest tti_nearest_sse2
#define tti_nearest_four tti_nearest_four_sse2
#else
#define tti_whole tti_whole_plain
#define tti_nearest tti_nearest_plain
#define tti_nearest_four tti_nearest_four_plain
#endif

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

/* Returns true when two places are nearer than `distance`. When one axis alone is too far, the
 * square root is skipped; the answer is the same. */
static inline bool tti_is_within(tti_pair a, tti_pair b, float distance)
{
    tti_pair off = tti_pair_sub(a, b);
    float x = off.x < 0 ? -off.x : off.x, y = off.y < 0 ? -off.y : off.y;
    return x < distance && y < distance && tti_length(off) < distance;
}

/* Returns the pair scaled to the length 1; (0, 0) is returned unchanged. */
static inline tti_pair tti_direction(tti_pair a)
{
    float length = tti_length(a);
    if (length == 0) {
        return (tti_pair){0, 0};
    }
    float factor = 1.0f / length;
    return tti_pair_times(a, factor);
}

/* Finds the point nearest to `at` on the line from `from` to `to`. Returns false when both ends are
 * equal. */
static inline bool tti_nearest_on_line(tti_pair from, tti_pair to, tti_pair at, tti_pair *nearest)
{
    tti_pair line = tti_pair_sub(to, from);
    float square = tti_dot(line, line);
    if (!(square > 0)) {
        return false;
    }
    float along = tti_dot(tti_pair_sub(at, from), line);
    float part = along / square;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    *nearest = tti_pair_add(from, tti_pair_times(line, part));
    return true;
}

/* Returns the point between `from` (part 0) and `to` (part 1). */
static inline tti_pair tti_mix(tti_pair from, tti_pair to, float part)
{
    return tti_pair_add(from, tti_pair_times(tti_pair_sub(to, from), part));
}

#endif
