/* SPDX-License-Identifier: MIT
 *
 * Checks all of an index while its recording is read from front to back: goes through the
 * recording as if the index were made anew, with blocks at the same places, and compares.
 */
#ifndef TEETAPE_IO_INDEX_CHECK_H
#define TEETAPE_IO_INDEX_CHECK_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_index_check tt_io_index_check;

/** A check of an open index, which must remain valid as long as it. NULL when there is no memory.
 */
TT_IO_API tt_io_index_check *tt_io_index_check_new(tt_io_index *index);

/** A place where decompression could begin, as tt_io_input reports it. */
TT_IO_API void tt_io_index_check_access_point(tt_io_index_check *check,
                                              const tt_io_access_point *point);

/** The next bytes of the recording, from its first one on. */
TT_IO_API void tt_io_index_check_piece(tt_io_index_check *check, tt_bytes piece);

/** The header of the recording, or more of its first bytes; fewer before it was read. Remains as
 * long as the check. */
TT_IO_API tt_bytes tt_io_index_check_header(const tt_io_index_check *check);

/** There are no more bytes; `damaged` when the compressed data ends in a damage. True when the
 * index is what it should be. */
TT_IO_API bool tt_io_index_check_end(tt_io_index_check *check, bool damaged);

/** Whether the system, not the index, is why it does not agree. */
TT_IO_API bool tt_io_index_check_failed(const tt_io_index_check *check, tt_io_error *error);

TT_IO_API void tt_io_index_check_free(tt_io_index_check *check);

#ifdef __cplusplus
}
#endif

#endif
