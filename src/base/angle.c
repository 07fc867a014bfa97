/* SPDX-License-Identifier: MIT
 *
 * Arctangent in fixed point, exact by rotation (CORDIC). The vector turns towards the x axis by
 * angles whose tangents are powers of two, unless it would pass the axis; the angles are summed.
 * After 31 turns less than 2^-30 radian is left. Such an angle differs from its tangent by less
 * than 2^-91, a third of the cube, so a division of y by x gives the rest of the angle.
 *
 * Results are whole numbers, so an angle to 2^-26 nearly always suffices. It comes from a table of
 * 16 parts of the octant, and two terms of the series for the rest.
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

#define TURNS 31

/* An upper bound of the error of octant_nearly: 2^-28 of the quotient, and a fifth of 2^-25 of the
 * series. */
#define NEARLY_ERROR (UINT64_C(1) << (ONE_BITS - 26))

/* Arctangents of 0 to 16 sixteenths. */
static const uint64_t angle_sixteenths[] = {
    UINT64_C(0),
    UINT64_C(71963988336308046),
    UINT64_C(143371547418228444),
    UINT64_C(213691637384831045),
    UINT64_C(282441168888798124),
    UINT64_C(349202478169518835),
    UINT64_C(413634420977155108),
    UINT64_C(475476866842033966),
    UINT64_C(534549298976576474),
    UINT64_C(590744827526146019),
    UINT64_C(644021163118254586),
    UINT64_C(694390033311587746),
    UINT64_C(741906266566127762),
    UINT64_C(786657429064354824),
    UINT64_C(828754564720302567),
    UINT64_C(868324308043507300),
    UINT64_C(905502432259640355),
};

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
static uint64_t octant_exactly(uint32_t right, uint32_t down)
{
    uint64_t x = (uint64_t)right << 30, y = (uint64_t)down << 30, angle = 0;
    for (unsigned bits = 16; bits > 0; bits /= 2) {
        /* shifts x to 2^61 and above: the turns lengthen a vector by a factor of at most 2.33, so x
         * remains below 2^64 */
        unsigned shift = x < UINT64_C(1) << (62 - bits) ? bits : 0;
        x <<= shift;
        y <<= shift;
    }
    for (unsigned i = 0; i < TURNS; i++) {
        /* Masks replace a branch, which the CPU would mispredict every other time. */
        uint64_t part = x >> i, does_turn = 0 - (uint64_t)(y >= part);
        x += (y >> i) & does_turn;
        y -= part & does_turn;
        angle += angle_turns[i] & does_turn;
    }
    /* Adds the rest of the angle, y / x. y is below x / 2^(TURNS - 1), so below 2^(65 - TURNS), and
     * can be shifted by `room`. */
    const unsigned room = TURNS - 2;
    return angle + ((y << room) / ((x >> 31) + 1) << (ONE_BITS - 31 - room));
}

/* Returns the arctangent of down / right to NEARLY_ERROR. The angle between the vector and the
 * nearest sixteenth has a tangent below 1/32, and its arctangent lacks a third of the cube. */
static uint64_t octant_nearly(uint32_t right, uint32_t down)
{
    const int bits = 28;
    uint64_t nearest = ((uint64_t)down * 16 + right / 2) / right;
    int64_t across = (int64_t)((uint64_t)down * 16) - (int64_t)(nearest * right);
    int64_t along = (int64_t)((uint64_t)right * 16 + nearest * down);
    int64_t rest = across * (INT64_C(1) << bits) / along;
    rest -= rest * rest / (INT64_C(1) << bits) * rest / (INT64_C(3) << bits);
    return angle_sixteenths[nearest] + (uint64_t)(rest * (INT64_C(1) << (ONE_BITS - bits)));
}

/* Returns the magnitude of a number. INT32_MIN has no positive counterpart, so the result is
 * unsigned. */
static uint32_t magnitude(int32_t value)
{
    return value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
}

/* Returns the unsigned angle from the positive x axis to (x, y). For x <= 0 the angle is measured
 * clockwise on the screen, so it is above pi when y < 0. */
static inline uint64_t way_around(int32_t x, int32_t y, uint64_t (*octant)(uint32_t, uint32_t))
{
    uint32_t right = magnitude(x), down = magnitude(y);
    uint64_t angle = down <= right ? octant(right, down) : ANGLE_HALF_PI - octant(down, right);
    return x > 0 ? angle : y < 0 ? ANGLE_PI + angle : ANGLE_PI - angle;
}

/* Turns exactly if the result is near the step between two whole numbers. A
 * negative angle is cut towards 0, because the game casts a float. */
int32_t tti_angle_of(int32_t x, int32_t y)
{
    if (x == 0) { /* (0, 0) counts as straight up, too */
        uint64_t quarter = ANGLE_HALF_PI >> ANGLE_BITS;
        return y > 0 ? (int32_t)quarter : -(int32_t)quarter;
    }
    uint64_t angle = way_around(x, y, octant_nearly);
    if ((angle - NEARLY_ERROR) >> ANGLE_BITS != (angle + NEARLY_ERROR) >> ANGLE_BITS) {
        angle = way_around(x, y, octant_exactly);
    }
    int32_t whole = (int32_t)(angle >> ANGLE_BITS);
    return x > 0 && y < 0 ? -whole : whole;
}

/* Rounds an angle to hundredths of a degree. The product is below 2^33 * 2^29. Half a unit is added
 * before the fraction is cut off, so the result may be 36000. */
static uint64_t rounded_degrees(uint64_t angle)
{
    const unsigned bits = ONE_BITS / 2 + DEGREES_BITS;
    uint64_t coarse = angle >> (ONE_BITS / 2); /* below 2^33 */
    return (coarse * RADIAN_DEGREES + (UINT64_C(1) << (bits - 1))) >> bits;
}

/* Turns exactly if the result is near the middle between two whole numbers. */
int32_t tti_angle_degrees(int32_t x, int32_t y)
{
    if (x == 0) {
        return y > 0 ? CIRCLE / 4 : CIRCLE / 4 * 3;
    }
    uint64_t angle = way_around(x, y, octant_nearly);
    uint64_t rounded = rounded_degrees(angle + NEARLY_ERROR);
    if (rounded_degrees(angle - NEARLY_ERROR) != rounded) {
        rounded = rounded_degrees(way_around(x, y, octant_exactly));
    }
    int32_t whole = (int32_t)rounded;
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
