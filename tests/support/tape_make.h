/* SPDX-License-Identifier: MIT
 *
 * Tapes for tests of the core, made and read with a coder that copies: the bytes of the columns are
 * in the tape as they are. Columns that are larger than their records are packed as runs.
 */
#ifndef TEST_TAPE_MAKE_H
#define TEST_TAPE_MAKE_H

#include "tape/model.h"
#include "th_make.h"

extern const tti_tape_coder tape_copier;

/* Makes a tape without a footer, of blocks with at most `most` bytes. `counts` (may be NULL) gets
 * the number of blocks by type, 0 to 3. The caller frees it with th_make_free. */
th_make tape_make(tt_bytes raw, size_t most, int counts[4]);

/* What a decoder gives for a tape. */
typedef struct tape_read {
    th_make raw;
    tt_status status; /* TT_END or an error */
    tt_error error;
    tti_tape_place place;
    uint64_t blocks;
} tape_read;

/* Reads a tape in pieces of `piece` bytes. The caller frees raw. */
tape_read tape_read_of(tt_bytes tape, size_t piece);

/* Returns a decoder of the test program, which all calls share. */
tti_tape_decoder *tape_decoder(void);

/* Encodes one block at `offset` of a recording, with its head. */
th_make tape_block(tt_bytes raw, uint64_t offset);

/* Checks that a tape of `raw` gives it back, and returns its size. */
size_t tape_check(tt_bytes raw, size_t most, int counts[4]);

#endif
