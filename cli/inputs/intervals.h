/* SPDX-License-Identifier: MIT
 *
 * How many ticks lie between things: the least, the median, and the quarters, out of a count of
 * each number of ticks. That takes the same memory however many there are, and all numbers below
 * INTERVAL_MOST are exact.
 */
#ifndef CLI_INPUTS_INTERVALS_H
#define CLI_INPUTS_INTERVALS_H

#include <stdint.h>

/* Ten seconds; longer intervals count as this. */
#define INTERVAL_MOST 500

/* Filled by adding only; all zeros is empty. */
struct intervals {
    uint64_t count;                 /* of all */
    uint64_t of[INTERVAL_MOST + 1]; /* of each length */
};

/* Adds one of at least 0 ticks. */
void intervals_add(struct intervals *s, int64_t ticks);

/* What is at a place, 0 to 4 quarters of the way, when they are sorted: at index (count - 1) *
 * quarters / 4, rounded down. -1 when there are none. */
int32_t intervals_at(const struct intervals *s, unsigned quarters);

#endif
