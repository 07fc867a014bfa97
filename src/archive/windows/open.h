/* SPDX-License-Identifier: MIT
 *
 * SQLite with the paths of host/windows/posix.h; included before the first line of what opens a
 * database.
 */
#ifndef ARCHIVE_WINDOWS_OPEN_H
#define ARCHIVE_WINDOWS_OPEN_H

#include <sqlite3.h>

/* As sqlite3_open_v2, and "/c/x" is C:\x, also in the form of an address, "file:///c/x". */
int archive_windows_open(const char *path, sqlite3 **db, int flags, const char *vfs);

#define sqlite3_open_v2 archive_windows_open

#endif
