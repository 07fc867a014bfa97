/* SPDX-License-Identifier: MIT
 *
 * Counts of intervals.
 *
 * A table of counts in place of a list: adding is constant, and medians cost a walk over the table.
 */
#include "cli/inputs/intervals.h"

/* What is longer than the table counts as its last entry. */
void intervals_add(struct intervals *s, int64_t ticks)
{
    s->of[ticks < INTERVAL_MOST ? ticks : INTERVAL_MOST]++;
    s->count++;
}

/* Walks up the counts until `index` is passed: at most INTERVAL_MOST steps, whatever the number of
 * intervals. */
int32_t intervals_at(const struct intervals *s, unsigned quarters)
{
    if (s->count == 0) {
        return -1;
    }
    uint64_t before = s->of[0], last = s->count - 1;
    uint64_t index =
        last / 4 * quarters + last % 4 * quarters / 4; /* the product may be too large */
    int32_t ticks = 0;
    while (before <= index) {
        before += s->of[++ticks];
    }
    return ticks;
}
