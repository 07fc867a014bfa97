/* SPDX-License-Identifier: MIT
 *
 * SQLite with the paths and errors of host/windows/posix.h. Sources that open a database or report
 * its errors include this file first.
 */
#ifndef ARCHIVE_WINDOWS_OPEN_H
#define ARCHIVE_WINDOWS_OPEN_H

#include <sqlite3.h>

/* Opens a database like sqlite3_open_v2, and also accepts "/c/x" for C:\x, or its URI
 * "file:///c/x". */
int tti_archive_windows_open(const char *path, sqlite3 **db, int flags, const char *vfs);

/* Returns the errno value of the last failure; 0 if it was not the system that failed. */
int tti_archive_windows_errno(sqlite3 *db);

#define sqlite3_open_v2 tti_archive_windows_open
#define sqlite3_system_errno tti_archive_windows_errno

#endif
