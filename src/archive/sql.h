/* SPDX-License-Identifier: MIT
 *
 * A statement that is put together from pieces. What strangers or users wrote goes in as a value,
 * never as a piece.
 *
 * A search is such a statement: which parts it has depends on what is asked for. A failure is kept
 * until it is prepared, so that the parts can be added without a check each.
 */
#ifndef ARCHIVE_SQL_H
#define ARCHIVE_SQL_H

#include "archive/database.h"

#define ARCHIVE_SQL_VALUES 40 /* most values of a statement: a search has fewer */

/* All zero is empty. */
struct archive_sql {
    char *text;       /* so far; ends with a NUL once anything was added */
    size_t size, cap; /* without the NUL; bytes of memory */
    struct {
        char *text; /* own copy; NULL for a number */
        int64_t number;
    } value[ARCHIVE_SQL_VALUES];
    int count;      /* of `value` */
    bool no_memory; /* or too many values */
};

/* Appends a piece. What comes of the format has less than 4096 bytes. */
void tti_archive_sql_add(struct archive_sql *sql, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a value. */
void tti_archive_sql_text(struct archive_sql *sql, const char *text);
void tti_archive_sql_int(struct archive_sql *sql, int64_t number);

/* The statement with its values; they have to remain valid. NULL on failure. */
sqlite3_stmt *tti_archive_sql_prepare(const struct archive_sql *sql, tt_io_archive *archive,
                                      tt_io_error *error);

/* Runs a statement without rows, and frees everything. */
bool tti_archive_sql_run(struct archive_sql *sql, tt_io_archive *archive, tt_io_error *error);

void tti_archive_sql_free(struct archive_sql *sql);

#endif
