/* SPDX-License-Identifier: MIT
 *
 * Random teehistorian records.
 */
#ifndef TEST_TH_RANDOM_H
#define TEST_TH_RANDOM_H

#include "th_make.h"

/* Appends `count` random records with good framing. With `wild` 0 a server could have written them:
 * order and states are right. Otherwise there are ids out of range, tees that do not exist, odd
 * ints and wrong payloads. */
void th_random_records(th_make *m, uint64_t *seed, int count, int wild);

/* Makes a recording of version 2 with such records. The caller frees it with th_make_free. */
th_make th_random_recording(uint64_t seed, int count, int wild);

#endif
