/* SPDX-License-Identifier: MIT
 *
 * Stores the rows of files in the database.
 *
 * One transaction of the writer calls tti_archive_store_rows for each file. Statements are prepared
 * once for a scan: preparing costs more than running most of them.
 */
#ifndef ARCHIVE_STORE_H
#define ARCHIVE_STORE_H

#include "archive/database.h"
#include "archive/rows.h"

/* Values for the one statement that stores all facts. The store sets `recording` and `rows` before
 * each run. */
struct archive_fact_table {
    int64_t recording;
    const struct archive_rows *rows;
    struct archive_columns columns[TT_FACT_KINDS];
};

void tti_archive_fact_table_init(struct archive_fact_table *table);

bool tti_archive_fact_table_add(tt_io_archive *archive, tt_io_error *error);

void tti_archive_fact_table_bind(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                                 struct archive_fact_table *table);

enum archive_store_statement {
    STORE_FIND_FILE,
    STORE_FIND_RECORDING,
    STORE_HAS_RECORDING,
    STORE_PUT_FILE,
    STORE_FILES_OF,
    STORE_PUT_RECORDING,
    STORE_LOSE_NAMES_AFTER,
    STORE_PASS_LOSS_ON,
    STORE_PUT_SESSION,
    STORE_PUT_SESSION_NAME,
    STORE_FIND_NAME,
    STORE_PUT_NAME,
    STORE_PUT_FACTS,
    STORE_DELETE_FACTS,
    STORE_DELETE_SESSION_NAMES,
    STORE_DELETE_SESSIONS,
    STORE_DELETE_RECORDING,
    STORE_DELETE_FILE,
    STORE_SET_DEVICE,
    STORE_RETURNED,
    STORE_STATEMENTS
};

struct archive_store {
    tt_io_archive *archive;
    sqlite3_stmt *statement[STORE_STATEMENTS];
    struct archive_fact_table facts;
};

bool tti_archive_store_open(struct archive_store *store, tt_io_archive *archive,
                            tt_io_error *error);
void tti_archive_store_close(struct archive_store *store);

/* Stores the rows of a file in place of those that its path had. Drops the old recording if no file
 * has it any more. */
bool tti_archive_store_rows(struct archive_store *store, const struct archive_rows *rows,
                            tt_io_error *error);

/* Deletes the row of a file. Does nothing when the row differs from `place`: another program has
 * read the file again, or reused the number. */
bool tti_archive_store_delete(struct archive_store *store, int64_t file,
                              const struct archive_place *place, tt_io_error *error);

bool tti_archive_store_device(struct archive_store *store, int64_t file, uint64_t device,
                              tt_io_error *error);

/* Drops the note that a file was removed from the disk. */
bool tti_archive_store_returned(struct archive_store *store, int64_t file, tt_io_error *error);

bool tti_archive_store_header(struct archive_store *store, const struct archive_rows *rows,
                              int64_t *id, tt_io_error *error);
bool tti_archive_store_facts(struct archive_store *store, const struct archive_rows *rows,
                             int64_t id, tt_io_error *error);

#endif
