/* SPDX-License-Identifier: MIT
 *
 * The SQL of archive databases from schema.sql, answers.sql and search.sql: one string per
 * statement, and NULL at the end (cmake/Sql.cmake).
 */
#ifndef ARCHIVE_SCHEMA_H
#define ARCHIVE_SCHEMA_H

#define ARCHIVE_APPLICATION 0x54546172

/* PRAGMA user_version, which grows with each change of a table, index or view. */
#define ARCHIVE_VERSION 4

/* The statements of schema.sql. database_check.c compares a database with them, so no letter of a
 * released version may change. */
extern const char *const tti_archive_schema_sql[];

extern const char *const tti_archive_answers_sql[];
extern const char *const tti_archive_search_sql[];

/* Sources of a name that tt_name_source does not have: the game before knew the name, or a client
 * had only asked for it in the game before. */
#define ARCHIVE_NAME_PREVIOUS 3
#define ARCHIVE_NAME_PREVIOUS_GUESS 4

#endif
