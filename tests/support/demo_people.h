/* SPDX-License-Identifier: MIT
 *
 * Small demos of protocol 0.6 without a map for tests, in which people come, go, move, are renamed
 * and talk, all random.
 */
#ifndef TEST_DEMO_PEOPLE_H
#define TEST_DEMO_PEOPLE_H

#include "support/demo_make.h"

/* Ways in which a made demo differs from those of games. */
enum {
    DEMO_PEOPLE_STRANGE = 1 /* two local players, rcon levels of absent clients, types that are
                               declared late or twice */
};

/* Makes a demo of `ticks` snapshots. Ten snapshots take about a kilobyte. */
void demo_people_make(demo_bytes *dst, uint64_t seed, int ticks, unsigned how);

#endif
