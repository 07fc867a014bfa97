/* SPDX-License-Identifier: MIT
 *
 * Arctangent in fixed point by rotation (CORDIC). The vector turns towards the x axis by angles
 * whose tangents are powers of two, unless it would pass the axis; the angles are summed. After 31
 * turns less than 2^-30 radian is left. Such an angle differs from its tangent by less than 2^-91,
 * a third of the cube, so a division of y by x gives the rest of the angle.
 *
 * Eight turns nearly always suffice: less than 2^-7 is left, and a third of its cube is below
 * 2^-22.5. The result has eight bits after the point.
 */
#include "base/angle.h"

/* Angles are radians times 2^60. */
#define ONE_BITS 60
#define ANGLE_HALF_PI UINT64_C(1811004864519280711)
#define ANGLE_PI (2 * ANGLE_HALF_PI)
#define ANGLE_BITS (ONE_BITS - 8) /* a right shift by ANGLE_BITS gives 256ths of a radian */

/* CIRCLE is a full circle in hundredths of a degree. RADIAN_DEGREES is a radian in hundredths of a
 * degree, times 2^16. */
#define CIRCLE 36000
#define RADIAN_DEGREES UINT64_C(375493621)
#define DEGREES_BITS 16

/* FEW_ERROR is an upper bound of the error after FEW_TURNS turns: the error is a third of 2^-21,
 * which is below 2^-22. */
#define TURNS 31
#define FEW_TURNS 8
#define FEW_ERROR (UINT64_C(1) << (ONE_BITS - 22))

/* Arctangents of 2^-i; from i = 20 on they are 2^-i - 2^-3i / 3, rounded. */
static const uint64_t angle_turns[TURNS] = {
    UINT64_C(905502432259640355), UINT64_C(534549298976576474), UINT64_C(282441168888798124),
    UINT64_C(143371547418228444), UINT64_C(71963988336308046),  UINT64_C(36017075762092179),
    UINT64_C(18012932708689205),  UINT64_C(9007016009513623),   UINT64_C(4503576721087964),
    UINT64_C(2251796950380271),   UINT64_C(1125899548928887),   UINT64_C(562949908682076),
    UINT64_C(281474971118251),    UINT64_C(140737487656277),    UINT64_C(70368744090283),
    UINT64_C(35184372077909),     UINT64_C(17592186043051),     UINT64_C(8796093022037),
    UINT64_C(4398046511083),      UINT64_C(2199023255549),      UINT64_C(1099511627776),
    UINT64_C(549755813888),       UINT64_C(274877906944),       UINT64_C(137438953472),
    UINT64_C(68719476736),        UINT64_C(34359738368),        UINT64_C(17179869184),
    UINT64_C(8589934592),         UINT64_C(4294967296),         UINT64_C(2147483648),
    UINT64_C(1073741824),
};

/* Returns the arctangent of down / right, for 0 <= down <= right and right > 0. */
static inline uint64_t first_octant(uint32_t right, uint32_t down, unsigned turns)
{
    uint64_t x = (uint64_t)right << 30, y = (uint64_t)down << 30, angle = 0;
    for (unsigned bits = 16; bits > 0; bits /= 2) {
        /* shifts x to 2^61 and above: the turns lengthen a vector by a factor of at most 2.33, so x
         * remains below 2^64 */
        unsigned shift = x < UINT64_C(1) << (62 - bits) ? bits : 0;
        x <<= shift;
        y <<= shift;
    }
    for (unsigned i = 0; i < turns; i++) {
        /* Masks replace a branch, which the CPU would mispredict every other time. */
        uint64_t part = x >> i, does_turn = 0 - (uint64_t)(y >= part);
        x += (y >> i) & does_turn;
        y -= part & does_turn;
        angle += angle_turns[i] & does_turn;
    }
    /* Adds the rest of the angle, y / x. y is below x / 2^(turns - 1), so below 2^(65 - turns), and
     * can be shifted by `room`. */
    unsigned room = turns - 2;
    return angle + ((y << room) / ((x >> 31) + 1) << (ONE_BITS - 31 - room));
}

/* Returns the magnitude of a number. INT32_MIN has no positive counterpart, so the result is
 * unsigned. */
static uint32_t magnitude(int32_t value)
{
    return value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
}

/* Returns the unsigned angle from the positive x axis to (x, y). For x <= 0 the angle is measured
 * clockwise on the screen, so it is above pi when y < 0. */
static inline uint64_t way_around(int32_t x, int32_t y, unsigned turns)
{
    uint32_t right = magnitude(x), down = magnitude(y);
    uint64_t angle = down <= right ? first_octant(right, down, turns)
                                   : ANGLE_HALF_PI - first_octant(down, right, turns);
    return x > 0 ? angle : y < 0 ? ANGLE_PI + angle : ANGLE_PI - angle;
}

/* Uses all turns if the result of a few turns is near the step between two whole numbers. A
 * negative angle is cut towards 0, because the game casts a float. */
int32_t tti_angle_of(int32_t x, int32_t y)
{
    if (x == 0) { /* (0, 0) counts as straight up, too */
        uint64_t quarter = ANGLE_HALF_PI >> ANGLE_BITS;
        return y > 0 ? (int32_t)quarter : -(int32_t)quarter;
    }
    uint64_t angle = way_around(x, y, FEW_TURNS);
    if ((angle - FEW_ERROR) >> ANGLE_BITS != (angle + FEW_ERROR) >> ANGLE_BITS) {
        angle = way_around(x, y, TURNS);
    }
    int32_t whole = (int32_t)(angle >> ANGLE_BITS);
    return x > 0 && y < 0 ? -whole : whole;
}

/* Returns the angle in hundredths of a degree. The product is below 2^33 * 2^29. Half a unit is
 * added before the fraction is cut off, so the result may be 36000, which becomes 0. */
int32_t tti_angle_degrees(int32_t x, int32_t y)
{
    if (x == 0) {
        return y > 0 ? CIRCLE / 4 : CIRCLE / 4 * 3;
    }
    uint64_t angle = way_around(x, y, TURNS) >> (ONE_BITS / 2); /* the result is below 2^33 */
    const unsigned bits = ONE_BITS / 2 + DEGREES_BITS;
    int32_t whole = (int32_t)((angle * RADIAN_DEGREES + (UINT64_C(1) << (bits - 1))) >> bits);
    return (x > 0 && y < 0 ? CIRCLE - whole : whole) % CIRCLE;
}

/* Returns the shorter turn. The remainder in C has the sign of the difference, so it is moved into
 * the half circle from both sides. */
int32_t tti_angle_turn(int32_t from, int32_t to)
{
    int32_t way = (to - from) % CIRCLE;
    way += way <= -CIRCLE / 2 ? CIRCLE : 0;
    return way > CIRCLE / 2 ? way - CIRCLE : way;
}
