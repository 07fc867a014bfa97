/* SPDX-License-Identifier: MIT
 *
 * Angles of aims and directions, computed with whole numbers: every machine gets the same result.
 */
#ifndef TTI_BASE_ANGLE_H
#define TTI_BASE_ANGLE_H

#include <stdint.h>

#include "base/private_api.h"

/* Least result of tti_angle_of: -pi/2. */
#define TTI_ANGLE_MIN (-402)

/* Greatest result of tti_angle_of: 3 pi/2. */
#define TTI_ANGLE_MAX 1206
/* Returns the angle from the x axis to (x, y), y pointing down: 0 is right, 402 down, 804 left,
 * 1206 or -402 up, 256 to a radian. Left of the y axis the angle is above pi/2 and continues from
 * below; straight up is -402. The fraction is cut off towards zero, as the game does. (0, 0) counts
 * as straight up, as in the server.
 *
 * The angle is computed to 2^-54 radian. Below 2^20 no angle is closer than 2^-49 to the next whole
 * number, so the result is that of an exact arctangent; above, one in about 10^12 may be off by
 * one. The game computes in floats, and may be off by one where the true angle is within a
 * millionth of a whole number. Cost: below a tenth of a microsecond. */
TT_PRIVATE_API int32_t tti_angle_of(int32_t x, int32_t y);

/* Returns the same angle in hundredths of a degree, rounded, 0 to 35999: 0 is right, 9000 down,
 * 18000 left, 27000 up. (0, 0) counts as straight up. Within a millionth of a degree of the middle
 * between two hundredths the result may be either of them. */
int32_t tti_angle_degrees(int32_t x, int32_t y);

/* Returns the shorter turn from one angle of tti_angle_degrees to another one, -17999 to 18000
 * hundredths of a degree; positive is clockwise on the screen, where y points down. */
int32_t tti_angle_turn(int32_t from, int32_t to);

#endif
