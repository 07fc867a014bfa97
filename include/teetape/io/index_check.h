/* SPDX-License-Identifier: MIT
 *
 * Compares a whole index with its recording while the program reads the recording from front to
 * back. For this the index is built again in memory, with blocks at the same offsets.
 *
 *     tt_io_reading_options how = {.no_index = true};
 *     check = tt_io_index_check_open(path, &how, &status, &error);
 *     tt_io_reading_open(&r, recording, &how);
 *     tt_io_reading_next(&r);                              // to the end: it gives no items
 *     status = tt_io_index_check_close(check, &r, &error);
 *     tt_io_reading_close(&r);
 *
 * One thread at a time may use a check.
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

/** Opens the index at `path` and begins a check of it. A path that does not end in .ttidx is that
 * of a tape with an index inside; NONE when it has none, and for another file. Prepares `*how`, the
 * options for the reading of its recording. NULL when the index is not good or there is no memory:
 * `*status` and
 * `*error` then say why. */
TT_IO_API tt_io_index_check *tt_io_index_check_open(const char *path, tt_io_reading_options *how,
                                                    tt_io_index_status *status, tt_io_error *error);

/** Ends a check, once the reading has come to its end and before it is closed, and frees it. GOOD
 * when the index belongs to its recording and has the right content; else DIFFERS, OTHER, GREW or
 * SYSTEM, with *error filled. `r` NULL drops the check: NONE. `check` NULL is fine: NONE. */
TT_IO_API tt_io_index_status tt_io_index_check_close(tt_io_index_check *check,
                                                     const tt_io_reading *r, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
