/* SPDX-License-Identifier: MIT
 *
 * Where a tee aims, and lengths of ways, in whole numbers.
 */
#include "base/square_root.h"
#include "convert/body.h"
#include "convert/parts.h"

/* (x, y) made `length` long. Its members are below 2^31, and the root is taken of as large a
 * multiple as there is room for. */
void tti_set_length(int64_t *x, int64_t *y, int64_t length)
{
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
