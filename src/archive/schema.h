/* SPDX-License-Identifier: MIT
 *
 * The SQL of archive databases, which is in files of its own: a statement each, and NULL at the
 * end (cmake/Sql.cmake).
 */
#ifndef ARCHIVE_SCHEMA_H
#define ARCHIVE_SCHEMA_H

#define ARCHIVE_APPLICATION 0x54546172

/* PRAGMA user_version. It grows with each change of a table, index or view. */
#define ARCHIVE_VERSION 3

/* schema.sql. It is compared with what a database says of itself (database_check.c), so no letter
 * of a version that was released may change. */
extern const char *const tti_archive_schema_sql[];

/* answers.sql, search.sql */
extern const char *const tti_archive_answers_sql[];
extern const char *const tti_archive_search_sql[];

/* Sources of a name beside tt_name_source: the game before knew the name; or a client had only
 * asked for it in the game before. */
#define ARCHIVE_NAME_PREVIOUS 3
#define ARCHIVE_NAME_PREVIOUS_GUESS 4

#endif
