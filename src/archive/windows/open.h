/* SPDX-License-Identifier: MIT
 *
 * SQLite with the paths and errors of host/windows/posix.h; included before the first line of
 * what opens a database and of what says why it failed.
 */
#ifndef ARCHIVE_WINDOWS_OPEN_H
#define ARCHIVE_WINDOWS_OPEN_H

#include <sqlite3.h>

/* Does what sqlite3_open_v2 does, and takes "/c/x" for C:\x, also in the form of an address,
 * "file:///c/x". */
int tti_archive_windows_open(const char *path, sqlite3 **db, int flags, const char *vfs);

/* Returns the system's error of sqlite3_system_errno as an errno value; 0 for none. */
int tti_archive_windows_errno(sqlite3 *db);

#define sqlite3_open_v2 tti_archive_windows_open
#define sqlite3_system_errno tti_archive_windows_errno

#endif
