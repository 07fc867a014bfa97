/* SPDX-License-Identifier: MIT
 *
 * Checks all of an index while its recording is read from front to back: goes through the
 * recording as if the index were made anew, with blocks at the same places, and compares.
 */
#ifndef ARCHIVE_INDEX_CHECK_H
#define ARCHIVE_INDEX_CHECK_H

#include "archive/index_open.h"

struct archive_check;

/* A check of an open index, which must remain valid as long as it. NULL when there is no memory. */
struct archive_check *archive_check_new(struct archive_index *index);

/* A place where decompression could begin, as host_input reports it. */
void archive_check_access_point(struct archive_check *check, const struct host_access_point *point);

/* The next bytes of the recording, from its first one on. */
void archive_check_piece(struct archive_check *check, tt_bytes piece);

/* The header of the recording, or more of its first bytes; fewer before it was read. Remains as
 * long as the check. */
tt_bytes archive_check_header(const struct archive_check *check);

/* There are no more bytes; `damaged` when the compressed data ends in a damage. True when the index
 * is what it should be. */
bool archive_check_end(struct archive_check *check, bool damaged);

/* Whether the system, not the index, is why it does not agree. */
bool archive_check_failed(const struct archive_check *check, struct host_error *error);

void archive_check_free(struct archive_check *check);

#endif
