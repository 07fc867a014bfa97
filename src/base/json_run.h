/* SPDX-License-Identifier: MIT
 *
 * The inner loop of the JSON scanner and writer: finds how many bytes of a string need no change.
 */
#ifndef TTI_BASE_JSON_RUN_H
#define TTI_BASE_JSON_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

/* The two values of the parameter `high`: bytes of 0x7f and above end a run, or belong to it. */
#define TTI_JSON_STOP_AT_HIGH UINT64_C(0x8080808080808080)
#define TTI_JSON_PASS_HIGH UINT64_C(0)

static inline bool tti_json_special(uint8_t byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

/* Returns nonzero when one of eight bytes is special, or with TTI_JSON_STOP_AT_HIGH is above 0x7e.
 * Subtracting sets the top bit of each byte that was below the subtrahend. Masking with the inverse
 * removes bytes whose top bit was set before. A borrow or carry comes only from a byte that is a
 * hit itself, so the answer for all eight together is exact in either byte order. */
static inline uint64_t tti_json_special8(uint64_t eight, uint64_t high)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t tops = UINT64_C(0x8080808080808080);
    uint64_t quote = eight ^ ones * '"';
    uint64_t slash = eight ^ ones * '\\';
    uint64_t hits = (eight - ones * 0x20) & ~eight;
    hits |= (quote - ones) & ~quote;
    hits |= (slash - ones) & ~slash;
    return (hits & tops) | ((eight | (eight + ones)) & high);
}

/* Returns the number of bytes at `at` before the first one that is special or stopped by `high`. */
static inline size_t tti_json_run(const uint8_t *at, size_t size, uint64_t high)
{
    size_t run = 0;
    while (size - run >= 8) {
        if (tti_json_special8(tti_load_le64(at + run), high)) {
            break;
        }
        run += 8;
    }
    while (run < size && !tti_json_special(at[run]) && (high == 0 || at[run] < 0x7f)) {
        run++;
    }
    return run;
}

#endif
