/* SPDX-License-Identifier: MIT
 *
 * Asks Windows if a program is writing a file.
 */
#include "host/posix.h"

#include "host/in_use.h"

#include <windows.h>

#include "host/windows/path.h"

/* Opens the file without sharing it for writing, which fails while a program has it open for
 * writing. A program that shares nothing counts as a writer, too. The handle is closed at once,
 * because it would refuse new writers. */
enum host_use tti_host_use_of(const char *path)
{
    wchar_t *wide = windows_wide(path);
    if (wide == NULL) {
        return HOST_USE_UNKNOWN;
    }
    HANDLE handle = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    DWORD why = handle == INVALID_HANDLE_VALUE ? GetLastError() : ERROR_SUCCESS;
    free(wide);
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
        return HOST_USE_NONE;
    }
    return why == ERROR_SHARING_VIOLATION ? HOST_USE_WRITTEN : HOST_USE_UNKNOWN;
}

enum host_use tti_host_use_by_lease(const char *path)
{
    return tti_host_use_of(path);
}
