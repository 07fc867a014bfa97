/* SPDX-License-Identifier: MIT
 *
 * Paths and errors between POSIX and Windows.
 */
#ifndef HOST_WINDOWS_PATH_H
#define HOST_WINDOWS_PATH_H

#include <stdbool.h>
#include <wchar.h>

/* Returns the path for Windows: "/c/x" is C:\x, and a path beyond the old limit is made absolute.
 * The caller frees it. NULL with errno ENOMEM, or EILSEQ when it is not UTF-8. */
wchar_t *windows_wide(const char *path);

static inline bool windows_is_drive(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Converts UTF-16 to UTF-8; the caller frees it. NULL without memory. */
char *windows_narrow(const wchar_t *text);

/* Converts "C:\x" and "C:/x" to "/c/x", and every '\' to '/', in place. The path never grows. */
void windows_slashes(char *path);

/* Sets errno from the system's last error, and returns -1. */
int windows_fail(void);

#endif
