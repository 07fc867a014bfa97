/* SPDX-License-Identifier: MIT
 *
 * A small random generator whose numbers are the same on every machine.
 */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdint.h>

/* xorshift64*; the state must not be 0. */
static inline uint32_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

static inline int random_below(uint64_t *state, int n)
{
    return (int)(random_next(state) % (uint32_t)n);
}

#endif
