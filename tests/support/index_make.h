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
    size_t every; /* bytes between two deeds, about */
    size_t noise; /* bytes with some of the deeds that cannot be compressed */
    size_t
        bulk; /* in place of walking, messages of this many bytes, which are read at once; or 0 */
    int steps[8]; /* how far each client is in its session */
} index_make;

/* Begins with a header; `more` is further JSON that begins with a comma, or "". */
void index_make_begin(index_make *m, uint64_t seed, const char *more);

/* Goes on until the recording has `size` bytes. It ends between two records, without FINISH. */
void index_make_grow(index_make *m, size_t size);

void index_make_free(index_make *m);

/* Sets all sums right in a changed index: what is left is a lie and no damage. `good` is the index
 * before it was changed; its tables say where everything stands. */
void index_make_seal(uint8_t *index, const uint8_t *good, size_t size);

#endif
