/* SPDX-License-Identifier: MIT
 *
 * Small demos of protocol 0.6 without a map for tests, in which people come, go, move, are renamed
 * and talk, all random.
 */
#ifndef TEST_DEMO_PEOPLE_H
#define TEST_DEMO_PEOPLE_H

#include "support/demo_make.h"

/* How far away from what games write a made demo is. */
enum {
    DEMO_PEOPLE_STRANGE = 1 /* two local players, levels of nobody, types declared late or twice */
};

/* A demo of `ticks` snapshots; ten of them take about a kilobyte. */
void demo_people_make(demo_bytes *dst, uint64_t seed, int ticks, unsigned how);

#endif
