/* SPDX-License-Identifier: MIT
 *
 * Compares all of an index with its recording while the program reads the recording from front to
 * back: the index is built anew in memory, with blocks at the same places.
 *
 *     check = tt_io_index_check_new(index, &error);
 *     tt_io_reading_options how = {.scan = tt_io_index_check_scan(check)};
 *     tt_io_reading_open(&r, recording, &how);
 *     tt_io_reading_next(&r);                              // to the end: it gives no items
 *     status = tt_io_index_check_end(check, &r, &error);
 *     tt_io_reading_close(&r);
 *     tt_io_index_check_free(check);
 *
 * One thread at a time may use a check and its index.
 */
#ifndef TEETAPE_IO_INDEX_CHECK_H
#define TEETAPE_IO_INDEX_CHECK_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"
#include "teetape/io/reading.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A check that is under way. */
typedef struct tt_io_index_check tt_io_index_check;

/** Begins a check of an open index, which must remain valid as long as the check. NULL, with *error
 * filled, when there is no memory. */
TT_IO_API tt_io_index_check *tt_io_index_check_new(tt_io_index *index, tt_io_error *error);

/** Returns the value for the option `scan` of the reading, which reads the whole recording. Valid
 * as long as the check. */
TT_IO_API struct tti_index_scan *tt_io_index_check_scan(tt_io_index_check *check);

/** Ends a check, once the reading has come to its end and before it is closed. GOOD when the index
 * belongs to its recording and has the right content; else DIFFERS, OTHER, GREW or SYSTEM, with
 * *error filled. May be called once. */
TT_IO_API tt_io_index_status tt_io_index_check_end(tt_io_index_check *check, const tt_io_reading *r,
                                                   tt_io_error *error);

/** Frees a check. NULL is fine. */
TT_IO_API void tt_io_index_check_free(tt_io_index_check *check);

#ifdef __cplusplus
}
#endif

#endif
