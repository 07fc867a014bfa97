/* SPDX-License-Identifier: MIT
 *
 * Random teehistorian records.
 */
#ifndef TEST_TH_RANDOM_H
#define TEST_TH_RANDOM_H

#include "th_make.h"

/* Appends `count` records. `wild` 0: such as a server could write them, in their order and with
 * their states; else with ids out of range, tees that are not there, odd ints and payloads that
 * are wrong. The framing is always good. */
void th_random_records(th_make *m, uint64_t *seed, int count, int wild);

/* A recording of them, of version 2, for th_make_free. */
th_make th_random_recording(uint64_t seed, int count, int wild);

#endif
