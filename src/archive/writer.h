/* SPDX-License-Identifier: MIT
 *
 * The way of many threads into one database. A thread that has read a file hands over what it gave;
 * what has gathered is written in one transaction by the thread that happens to find it is time,
 * while the others read on.
 *
 * So there is no thread that only writes, and no queue that grows when the disk is slower than the
 * readers: then those who read write, or wait.
 */
#ifndef ARCHIVE_WRITER_H
#define ARCHIVE_WRITER_H

#include "archive/store.h"

struct archive_writer;

/* NULL on failure. */
struct archive_writer *tti_archive_writer_new(tt_io_archive *archive, tt_io_error *error);

/* Hands rows over, which belong to the writer then. False when the database failed, now or before.
 * May wait when there is too much to be written. Any thread. */
bool tti_archive_writer_put(struct archive_writer *writer, struct archive_rows *rows);

/* Writes what has waited for long; cheap. Any thread, now and then. */
void tti_archive_writer_tend(struct archive_writer *writer);

/* Writes what is left. False when anything failed: then *error says why. No other thread may be at
 * work. */
bool tti_archive_writer_finish(struct archive_writer *writer, tt_io_error *error);

/* For the same thread, after that: the statements. It belongs to the writer. */
struct archive_store *tti_archive_writer_store(struct archive_writer *writer);

/* Frees it and what was not written. NULL is fine. */
void tti_archive_writer_free(struct archive_writer *writer);

#endif
