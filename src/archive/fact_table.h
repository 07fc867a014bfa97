/* SPDX-License-Identifier: MIT
 *
 * The facts of a recording as a table that SQLite reads, with the columns of the table `fact` in
 * their order. So one statement stores all of them:
 *
 *     INSERT INTO fact SELECT * FROM teetape_facts(?1)
 *
 * What a statement costs beside its rows (cursors of six b-trees, the conditions of partial
 * indexes) is most of what a row alone costs.
 */
#ifndef ARCHIVE_FACT_TABLE_H
#define ARCHIVE_FACT_TABLE_H

#include "archive/database.h"
#include "archive/rows.h"

/* What the table has. One for a store: `recording` and `rows` are set before each statement. */
struct archive_fact_table {
    int64_t recording;                             /* its id in the database */
    const struct archive_rows *rows;               /* sorted */
    struct archive_columns columns[TT_FACT_KINDS]; /* of each kind */
};

/* Without rows. */
void tti_archive_fact_table_init(struct archive_fact_table *table);

/* Lets statements of a database name the table. */
bool tti_archive_fact_table_add(tt_io_archive *archive, tt_io_error *error);

/* Binds what teetape_facts(?column) has. It has to remain until the statement was run. */
void tti_archive_fact_table_bind(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                                 struct archive_fact_table *table);

#endif
