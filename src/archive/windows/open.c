/* SPDX-License-Identifier: MIT
 *
 * Puts the drive into the path of a database, and turns errors of Windows into those of POSIX.
 */
#include "host/posix.h"

#include "archive/windows/open.h"

#include <stdbool.h>
#include <windows.h>

#include "host/windows/path.h"

/* the functions of SQLite itself */
#undef sqlite3_open_v2
#undef sqlite3_system_errno

int tti_archive_windows_errno(sqlite3 *db)
{
    int system = sqlite3_system_errno(db);
    if (system != 0) {
        SetLastError((DWORD)system);
        windows_fail();
    }
    return system == 0 ? 0 : errno;
}

/* Opens a database. host/windows writes paths as "/c/x", SQLite as "c:/x". The result has at most
 * one byte more. */
int tti_archive_windows_open(const char *path, sqlite3 **db, int flags, const char *vfs)
{
    static const char scheme[] = "file://";
    bool is_address = strncmp(path, scheme, sizeof scheme - 1) == 0;
    size_t start = is_address ? sizeof scheme - 1 : 0, size = strlen(path) + 1;
    const char *name = path + start;
    if (name[0] != '/' || !windows_is_drive(name[1]) || name[2] != '/') {
        return sqlite3_open_v2(path, db, flags, vfs);
    }
    char *native = malloc(size + 1);
    if (native == NULL) {
        *db = NULL;
        return SQLITE_NOMEM;
    }
    size_t kept = start + (is_address ? 1 : 0);
    memcpy(native, path, kept);
    native[kept] = name[1];
    native[kept + 1] = ':';
    memcpy(native + kept + 2, name + 2, size - start - 2);
    int result = sqlite3_open_v2(native, db, flags, vfs);
    free(native);
    return result;
}
