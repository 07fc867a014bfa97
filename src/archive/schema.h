/* SPDX-License-Identifier: MIT
 *
 * The tables of an archive database.
 */
#ifndef ARCHIVE_SCHEMA_H
#define ARCHIVE_SCHEMA_H

/* PRAGMA application_id: "TTar". */
#define ARCHIVE_APPLICATION 0x54546172

/* PRAGMA user_version: how many of the steps a database has. */
#define ARCHIVE_VERSION 2

/* The statements of step i, which lead from version i to version i + 1, ended by NULL. */
extern const char *const *const archive_schema[ARCHIVE_VERSION];

/* Where a name comes from: tt_name_source, and one more. */
#define ARCHIVE_NAME_PREVIOUS 3 /* from the recording of the game before */

#endif
