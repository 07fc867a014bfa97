/* SPDX-License-Identifier: MIT
 *
 * Where a tee aims, and lengths of ways, in whole numbers.
 *
 * Whole numbers, so that a conversion gives the same demo on every machine. Servers use floats; the
 * difference is below a pixel.
 */
#include "base/square_root.h"
#include "convert/body.h"
#include "convert/parts.h"

/* (x, y) made `length` long. Its members are below 2^31 in size, and the root is taken of as large
 * a multiple as there is room for: of a short way it would be too coarse. (0, 0) has no direction
 * and remains. */
void tti_set_length(int64_t *x, int64_t *y, int64_t length)
{
    /* after it a short way has 2^22 to 2^23, so its root has at least 22 bits */
    while (*x > -(1 << 22) && *x < 1 << 22 && *y > -(1 << 22) && *y < 1 << 22 &&
           (*x != 0 || *y != 0)) {
        *x *= 2;
        *y *= 2;
    }
    int64_t now = (int64_t)tti_square_root((uint64_t)(*x * *x) + (uint64_t)(*y * *y), 32);
    if (now != 0) {
        *x = *x * length / now;
        *y = *y * length / now;
    }
}

/* Who aims at himself aims up, as servers take it. */
void tti_aim(int64_t *x, int64_t *y, const int32_t *input, int64_t length)
{
    *x = input[TTI_INPUT_TARGET_X];
    *y = input[TTI_INPUT_TARGET_Y];
    if (*x == 0 && *y == 0) {
        *y = -1;
    }
    tti_set_length(x, y, length);
}
