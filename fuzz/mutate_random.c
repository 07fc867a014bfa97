/* SPDX-License-Identifier: MIT
 *
 * Random numbers for mutations.
 */
#include "mutate.h"

uint32_t mutate_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

size_t mutate_below(uint64_t *state, size_t end)
{
    return mutate_random(state) % end;
}

int32_t mutate_int(uint64_t *state)
{
    static const int32_t odd[] = {INT32_MIN, INT32_MIN + 1, INT32_MAX, INT32_MAX - 1, -1};
    switch (mutate_below(state, 6)) {
    case 0:
        return odd[mutate_below(state, sizeof odd / sizeof *odd)];
    case 1: /* beside a power of two */
        return (int32_t)(1u << mutate_below(state, 31)) + (int32_t)mutate_below(state, 3) - 1;
    case 2:
        return (int32_t)mutate_random(state);
    default:
        return (int32_t)mutate_below(state, 20) - 2;
    }
}
