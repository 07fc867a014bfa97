/* SPDX-License-Identifier: MIT
 *
 * Recordings that are large enough for an index with several blocks: two tees that walk all the
 * time, and eight clients who now and then do whatever an index has to remember.
 */
#ifndef TEST_INDEX_MAKE_H
#define TEST_INDEX_MAKE_H

#include "support/th_make.h"

typedef struct index_make {
    th_make bytes;
    uint64_t seed;
    size_t every; /* approximate bytes between two records about a client's session */
    size_t noise; /* bytes that cannot be compressed, added to some of these records */
    size_t bulk;  /* bytes of the messages that are written instead of movements; 0: movements */
    int steps[8]; /* position of each client in its session */
} index_make;

/* Begins a recording with a header. `more` is further JSON that begins with a comma, or "". */
void index_make_begin(index_make *m, uint64_t seed, const char *more);

/* Adds records until the recording has `size` bytes. It ends between two records, without
 * FINISH. */
void index_make_grow(index_make *m, size_t size);

void index_make_free(index_make *m);

/* Computes all sums of a changed index again, so that its content is wrong but its sums are right.
 * `good` is the index before the change; its tables give the offsets of the parts. */
void index_make_seal(uint8_t *index, const uint8_t *good, size_t size);

#endif
