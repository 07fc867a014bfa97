/* SPDX-License-Identifier: MIT
 *
 * Compares all of an index with its recording while the program reads the recording from front to
 * back: the index is built anew in memory, with blocks at the same places.
 *
 *     check = tt_io_index_check_new(index, &error);
 *     tt_io_index_check_piece(check, piece);          // for each piece of a tt_io_input, and
 *     tt_io_index_check_access_point(check, point);   // for each of its access points
 *     status = tt_io_index_check_end(check, recording, false, &error);
 *     tt_io_index_check_free(check);
 *
 * One thread at a time may use a check and its index.
 */
#ifndef TEETAPE_IO_INDEX_CHECK_H
#define TEETAPE_IO_INDEX_CHECK_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"
#include "teetape/io/input.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A check that is under way. */
typedef struct tt_io_index_check tt_io_index_check;

/** A check of an open index, which must remain valid as long as it. NULL, with *error filled, when
 * there is no memory. */
TT_IO_API tt_io_index_check *tt_io_index_check_new(tt_io_index *index, tt_io_error *error);

/** A place where decompression could begin, as tt_io_input reports it. */
TT_IO_API void tt_io_index_check_access_point(tt_io_index_check *check,
                                              const tt_io_access_point *point);

/** The next bytes of the recording, from its first one on. */
TT_IO_API void tt_io_index_check_piece(tt_io_index_check *check, tt_bytes piece);

/** There are no more bytes; `damaged` when the compressed data ends in a damage. GOOD when the
 * index is that of the recording at this path and what it should be; else DIFFERS, OTHER, GREW or
 * SYSTEM, with *error filled. May be called once. */
TT_IO_API tt_io_index_status tt_io_index_check_end(tt_io_index_check *check, const char *recording,
                                                   bool damaged, tt_io_error *error);

/** Frees it. NULL is fine. */
TT_IO_API void tt_io_index_check_free(tt_io_index_check *check);

#ifdef __cplusplus
}
#endif

#endif
