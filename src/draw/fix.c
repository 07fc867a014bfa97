/* SPDX-License-Identifier: MIT
 *
 * Computes sines, lengths and hashes in whole numbers with fixed rounding, so that pictures are
 * equal on all machines.
 */
#include "draw/camera.h"

#include "base/square_root.h"

/* A 256th of a radian as a tti_angle: 2^32 / (2 pi * 256). */
#define TURN_OF_256TH INT64_C(2670177)

/* Fraction bits of x^2, where x is an angle in the first quarter of a circle, and of half of pi. */
#define SINE_BITS 30
#define FIX_HALF_PI INT64_C(1686629713)

/* Returns the sine in the first quarter, where `part` is 2^30 for a quarter. Uses the power series
 * up to x^11, whose error is below 2^-24. Each divisor is the product of the next two factors of
 * the factorial. */
static int32_t quarter_sine(uint32_t part)
{
    static const int64_t divisor[] = {110, 72, 42, 20, 6};
    int64_t x = (int64_t)part * FIX_HALF_PI >> SINE_BITS;
    int64_t square = x * x >> SINE_BITS, sum = INT64_C(1) << SINE_BITS;
    for (unsigned i = 0; i < sizeof divisor / sizeof divisor[0]; i++) {
        sum = (INT64_C(1) << SINE_BITS) - (square * sum >> SINE_BITS) / divisor[i];
    }
    return (int32_t)((x * sum + (INT64_C(1) << 43)) >> 44);
}

/* Returns the sine. The two upper bits are the quarter of the circle. In every other quarter the
 * sine falls, and in the last two it is negative. */
static int32_t sine(tti_angle angle)
{
    uint32_t part = angle & 0x3fffffffu;
    uint32_t quarter = angle >> 30;
    int32_t value = quarter_sine(quarter & 1u ? 0x40000000u - part : part);
    return quarter & 2u ? -value : value;
}

tt_turn tti_turn_of(tti_angle angle)
{
    return (tt_turn){sine(angle + 0x40000000u), sine(angle)};
}

/* Converts an angle. The conversion to 32 bits wraps around, as angles do. */
tti_angle tti_angle_of_256th(int32_t angle)
{
    return (tti_angle)(uint64_t)(angle * TURN_OF_256TH);
}

static uint64_t side(tti_vec v)
{
    uint64_t x = (uint64_t)(v.x < 0 ? -v.x : v.x), y = (uint64_t)(v.y < 0 ? -v.y : v.y);
    return x > y ? x : y;
}

/* Scales the greater side to 2^29 .. 2^30: short vectors keep their direction, and the squares of
 * long ones fit. (0, 0) is returned first, because the loop would not end. */
static tti_vec scaled_vector(tti_vec v, int *bits)
{
    uint64_t most = side(v);
    *bits = 0;
    for (; most >= UINT64_C(1) << 30; most >>= 1) {
        --*bits;
    }
    for (; most < UINT64_C(1) << 29; most <<= 1) {
        ++*bits;
    }
    return *bits < 0 ? (tti_vec){v.x / (INT64_C(1) << -*bits), v.y / (INT64_C(1) << -*bits)}
                     : (tti_vec){v.x * (INT64_C(1) << *bits), v.y * (INT64_C(1) << *bits)};
}

/* Returns the length, rounded down. A length above 2^30 is slightly less exact. */
tti_fix tti_vec_length(tti_vec v)
{
    if (v.x == 0 && v.y == 0) {
        return 0;
    }
    int bits;
    tti_vec s = scaled_vector(v, &bits);
    uint64_t length = tti_square_root((uint64_t)(s.x * s.x) + (uint64_t)(s.y * s.y), 31);
    return bits < 0 ? (tti_fix)(length << -bits) : (tti_fix)(length >> bits);
}

/* Returns the direction. cos and sin are wrong by at most one step. */
tt_turn tti_vec_turn_of(tti_vec v)
{
    if (v.x == 0 && v.y == 0) {
        return tti_turn_right();
    }
    int bits;
    tti_vec s = scaled_vector(v, &bits);
    int64_t length = (int64_t)tti_square_root((uint64_t)(s.x * s.x) + (uint64_t)(s.y * s.y), 31);
    return (tt_turn){(int32_t)(s.x * TT_SHAPE_ONE / length),
                     (int32_t)(s.y * TT_SHAPE_ONE / length)};
}

/* Returns the hash. Each argument is multiplied by an odd constant to keep them apart. Rounds of
 * shift and product spread every bit over the whole word. */
uint32_t tti_hash(int32_t tick, int32_t id, uint32_t k)
{
    uint32_t hash = (uint32_t)tick * 0x9e3779b1u ^ (uint32_t)id * 0x85ebca77u ^ k * 0xc2b2ae3du;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 12;
    hash *= 0x297a2d39u;
    return hash ^ hash >> 15;
}
