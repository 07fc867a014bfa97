/* SPDX-License-Identifier: MIT
 *
 * Paths and errors between POSIX and Windows.
 */
#ifndef HOST_WINDOWS_PATH_H
#define HOST_WINDOWS_PATH_H

#include <stdbool.h>
#include <wchar.h>

/* The path as Windows wants it: "/c/x" is C:\x, and a path beyond the old limit is made whole.
 * Freed by the caller. NULL with errno ENOMEM, or EILSEQ when it is not UTF-8. */
wchar_t *windows_wide(const char *path);

static inline bool windows_is_drive(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* UTF-16 as UTF-8, freed by the caller; NULL without memory. */
char *windows_narrow(const wchar_t *text);

/* Makes "C:\x" and "C:/x" to "/c/x", and every '\' to '/', in place. Nothing becomes longer. */
void windows_slashes(char *path);

/* Sets errno to what the system's last error means, and gives -1. */
int windows_fail(void);

#endif
