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
    tt_io_index_report report; /* report of the last build */
} index_pair;

/* Makes the paths of a recording and its index in the folder of the test. */
index_pair index_pair_of(void *const *state);
void index_pair_free(index_pair *p);

tt_io_index_outcome index_pair_build(index_pair *p, bool force);
tt_io_index *index_pair_open(const index_pair *p);

/* Fails unless every block has the state of a reader of the whole recording at that offset, and a
 * reader that resumes there gives the same items up to the next block. */
void index_pair_check_states(tt_io_index *index, tt_bytes raw);

/* Fails unless every block leads to its interval of the recording. */
void index_pair_check_places(const index_pair *p, tt_io_index *index, tt_bytes raw);

/* Compares the index with size and header of the recording. */
tt_io_index_status index_pair_fits(tt_io_index *index, const char *recording);

/* Returns true when verify finds nothing wrong with the index. */
bool index_pair_is_right(tt_io_index *index, const char *recording);

/* Builds the index of a recording of 3 to 6 blocks, plain and in every compression of this build,
 * and checks each index. */
void index_pair_check_forms(void **state, tt_bytes raw);

/* Fails unless the index has the same bytes as an index that is built in one call. */
void index_pair_check_made_at_once(index_pair *p);

/* Fails unless the index is built anew because its state was `old`, and is right afterwards. */
void index_pair_expect_anew(index_pair *p, tt_io_index_status old);

#endif
