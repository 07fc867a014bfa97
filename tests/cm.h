/* SPDX-License-Identifier: MIT
 *
 * cmocka with the headers that it wants before it, and a small random generator whose
 * numbers are the same on every machine.
 */
#ifndef TEST_CM_H
#define TEST_CM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* xorshift64*; the state must not be 0. */
static inline uint32_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

#endif
