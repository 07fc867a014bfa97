/* SPDX-License-Identifier: MIT
 *
 * Reads a file for an archive database, from front to back.
 */
#ifndef ARCHIVE_READ_H
#define ARCHIVE_READ_H

#include "archive/rows.h"
#include "teetape/io/archive.h"

/* A reader with its memory, for one thread. */
struct archive_reader;

/* NULL when there is no memory. */
struct archive_reader *tti_archive_reader_new(void);
void tti_archive_reader_free(struct archive_reader *reader);

/* Fills what the content of rows->place gives. False when it could not be read at all (*error), or
 * when `stop` was raised (then error->status is TT_OK). Damage is no failure: what can be
 * read is there, and rows->errors. */
bool tti_archive_read(struct archive_reader *reader, struct archive_rows *rows,
                      const tt_io_archive_scan_options *scan, tt_io_error *error);

/* A number that files with the same bytes share, and files with other bytes hardly: from the size,
 * the beginning, the end and samples between them, so that it costs some milliseconds at most. */
bool tti_archive_fingerprint(const char *path, uint64_t *fingerprint, tt_io_error *error);

#endif
