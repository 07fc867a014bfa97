/* SPDX-License-Identifier: MIT
 *
 * Compares an open index with its whole recording: the steps of teetape/io/index_check.h.
 */
#ifndef TTI_READING_INDEX_CHECK_H
#define TTI_READING_INDEX_CHECK_H

#include "index/file.h"
#include "teetape/io/index_check.h"

/* Begins a check of an open index, which must remain valid as long as the check. Returns NULL with
 * *error without memory. */
tt_io_index_check *tti_index_check_new(tt_io_index *index, tt_io_error *error);

/* Returns the value for the option `scan` of the reading, which reads the whole recording. Valid as
 * long as the check. */
struct tti_index_scan *tti_index_check_scan(tt_io_index_check *check);

/* Ends a check, after the end of the reading and before it is closed. GOOD when the index belongs
 * to its recording and has the right content; otherwise DIFFERS, OTHER, GREW or SYSTEM, with *error
 * filled. May be called once. */
tt_io_index_status tti_index_check_end(tt_io_index_check *check, const tt_io_reading *r,
                                       tt_io_error *error);

/* Frees a check, which may be NULL. */
void tti_index_check_free(tt_io_index_check *check);

#endif
