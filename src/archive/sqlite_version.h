/* SPDX-License-Identifier: MIT
 *
 * Which SQLite this build has.
 */
#ifndef ARCHIVE_SQLITE_VERSION_H
#define ARCHIVE_SQLITE_VERSION_H

/* The version of the library that is linked, NULL when this build goes without it. */
const char *archive_sqlite_version(void);

#endif
