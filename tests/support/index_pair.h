/* SPDX-License-Identifier: MIT
 *
 * A recording beside its index, for tests of index files: built, and compared with what a reader
 * finds who comes from the start. Failures end the test.
 */
#ifndef TEST_INDEX_PAIR_H
#define TEST_INDEX_PAIR_H

#include "index/file.h"
#include "teetape/io/index_build.h"

typedef struct index_pair {
    char *recording, *index;
    tt_io_index_report report; /* of the last build */
} index_pair;

/* In the folder of the test. */
index_pair index_pair_of(void *const *state);
void index_pair_free(index_pair *p);

tt_io_index_outcome index_pair_build(index_pair *p, bool force);
tt_io_index *index_pair_open(const index_pair *p);

/* Every block has the state that a reader of the whole recording has there, and gives a reader that
 * goes on as that one does, up to the next block. */
void index_pair_check_states(tt_io_index *index, tt_bytes raw);

/* Every block leads to its interval. */
void index_pair_check_places(const index_pair *p, tt_io_index *index, tt_bytes raw);

/* Compares the index with size and header of the recording. */
tt_io_index_status index_pair_fits(tt_io_index *index, const char *recording);

/* What verify finds. */
bool index_pair_is_right(tt_io_index *index, const char *recording);

/* Builds the index of a recording of 3 to 6 blocks, plain and compressed in every way that this
 * build has, and checks all of each. */
void index_pair_check_forms(void **state, tt_bytes raw);

/* The index is, byte for byte, the one that is made at once. */
void index_pair_check_made_at_once(index_pair *p);

/* The index is made anew, because it was `old`, and then it is right. */
void index_pair_expect_anew(index_pair *p, tt_io_index_status old);

#endif
