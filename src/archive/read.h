/* SPDX-License-Identifier: MIT
 *
 * Reads a file for an archive database, from front to back.
 */
#ifndef ARCHIVE_READ_H
#define ARCHIVE_READ_H

#include "archive/archive.h"
#include "archive/rows.h"

/* A reader with its memory, for one thread. */
struct archive_reader;

/* NULL when there is no memory. */
struct archive_reader *archive_reader_new(void);
void archive_reader_free(struct archive_reader *reader);

/* Fills what the content of rows->place gives. False when it could not be read at all (*error), or
 * when `stop` was raised (then error->status is TT_OK). Damage is no failure: what can be
 * read is there, and rows->errors. */
bool archive_read(struct archive_reader *reader, struct archive_rows *rows,
                  const struct archive_scan *scan, struct host_error *error);

/* A number that files with the same bytes share, and files with other bytes hardly: from the size,
 * the beginning, the end and samples between them, so that it costs some milliseconds at most. */
bool archive_fingerprint(const char *path, uint64_t *fingerprint, struct host_error *error);

#endif
