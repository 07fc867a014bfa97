/* SPDX-License-Identifier: MIT
 *
 * Compares all of an index with its recording while the program reads the recording from front to
 * back: the index is built anew in memory, with blocks at the same places.
 *
 *     tt_io_index_check *check = tt_io_index_check_new(index);
 *     while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE)
 *         tt_io_index_check_piece(check, piece);
 *     good = tt_io_index_check_end(check, false);
 *     tt_io_index_check_free(check);
 *
 * The access points come from the input: its option on_access_point calls
 * tt_io_index_check_access_point. One check belongs to one thread at a time.
 */
#ifndef TEETAPE_IO_INDEX_CHECK_H
#define TEETAPE_IO_INDEX_CHECK_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A check that is under way. */
typedef struct tt_io_index_check tt_io_index_check;

/** Begins to check `index`, which must remain open until tt_io_index_check_free and be used by
 * nobody else. NULL when there is no memory. */
TT_IO_API tt_io_index_check *tt_io_index_check_new(tt_io_index *index);

/** Compares an access point that the input reports. */
TT_IO_API void tt_io_index_check_access_point(tt_io_index_check *check,
                                              const tt_io_access_point *point);

/** Compares the next bytes of the recording, after decompression, from its first one on. */
TT_IO_API void tt_io_index_check_piece(tt_io_index_check *check, tt_bytes piece);

/** The first bytes of the recording, with its header once it was read; for tt_io_index_fits. Valid
 * until tt_io_index_check_free. */
TT_IO_API tt_bytes tt_io_index_check_header(const tt_io_index_check *check);

/** Ends the comparison. `damaged`: the compressed data ends in a damage. True when the index is
 * what would be built now. */
TT_IO_API bool tt_io_index_check_end(tt_io_index_check *check, bool damaged);

/** True when the system, not the index, is the reason why tt_io_index_check_end was false; then
 * *error is filled. */
TT_IO_API bool tt_io_index_check_failed(const tt_io_index_check *check, tt_io_error *error);

/** Frees it. NULL is fine. */
TT_IO_API void tt_io_index_check_free(tt_io_index_check *check);

#ifdef __cplusplus
}
#endif

#endif
