/* SPDX-License-Identifier: MIT
 *
 * Which SQLite this build has, for `teetape --version`.
 */
#include "archive/sqlite_version.h"

#include <stddef.h>

#ifdef TT_HAVE_SQLITE
#include <sqlite3.h>

const char *archive_sqlite_version(void)
{
    return sqlite3_libversion();
}
#else
const char *archive_sqlite_version(void)
{
    return NULL;
}
#endif
