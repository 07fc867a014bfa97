/* SPDX-License-Identifier: MIT
 *
 * Converts paths and errors. Windows has UTF-16, drives, two separators, and a limit of 260 units
 * that only absolute paths with a prefix may exceed.
 */
#include "host/posix.h"

#include "host/windows/path.h"

#include <stdbool.h>
#include <windows.h>

/* Units of a path from which on the prefix is added. The limit of folders is 248: 260 less 12 for a
 * short file name. */
#define SHORT_PATH 240

/* Converts UTF-8 to UTF-16. Bytes that are not UTF-8 are refused: two names must not become one. */
static wchar_t *decode(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = size <= 0 ? NULL : malloc((size_t)size * sizeof(*wide));
    if (wide == NULL) {
        errno = size <= 0 ? EILSEQ : ENOMEM;
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    return wide;
}

/* Adds the prefix \\?\, with which a path may have 32767 units. ".", ".." and '/' mean nothing
 * after it, so the path is resolved first. Owns `wide`. */
static wchar_t *make_whole(wchar_t *wide)
{
    static const wchar_t prefix[] = L"\\\\?\\";
    DWORD size = GetFullPathNameW(wide, 0, NULL, NULL); /* size with the NUL */
    wchar_t *whole = size == 0 ? NULL : malloc(sizeof(prefix) + size * sizeof(*whole));
    if (whole != NULL) {
        const size_t prefix_size = sizeof(prefix) / sizeof(prefix[0]) - 1;
        GetFullPathNameW(wide, size, whole + prefix_size, NULL);
        if (whole[prefix_size] == L'\\') { /* a path on another machine has another prefix */
            free(whole);
            return wide;
        }
        memcpy(whole, prefix, prefix_size * sizeof(*whole));
    }
    free(wide);
    errno = ENOMEM;
    return whole;
}

bool windows_is_whole(const char *path)
{
    return path[0] == '/' && windows_is_drive(path[1]) && path[2] == '/';
}

/* Converts a path. /dev/null works as in POSIX. /c/x is a path on a drive; /cc/x is one on the
 * current drive. */
wchar_t *windows_wide(const char *path)
{
    if (strcmp(path, "/dev/null") == 0) {
        path = "NUL";
    }
    wchar_t *wide = decode(path);
    if (wide == NULL) {
        return NULL;
    }
    if (path[0] == '/' && windows_is_drive(path[1]) && (path[2] == '/' || path[2] == '\0')) {
        wide[0] = wide[1];
        wide[1] = L':';
        if (wide[2] == L'\0') { /* "C:" alone is the current folder of the drive */
            free(wide);
            const char root[] = {path[1], ':', '\\', '\0'};
            wide = decode(root);
        }
    }
    return wide != NULL && wcslen(wide) >= SHORT_PATH && wide[0] != L'\\' ? make_whole(wide) : wide;
}

/* Converts UTF-16 to UTF-8. Half of a surrogate pair becomes U+FFFD. */
char *windows_narrow(const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = size <= 0 ? NULL : malloc((size_t)size);
    if (narrow != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, size, NULL, NULL);
    } else {
        errno = ENOMEM;
    }
    return narrow;
}

/* Makes the letter of the drive small, so that one file has one path. */
void windows_slashes(char *path)
{
    if (windows_is_drive(path[0]) && path[1] == ':' && (path[2] == '\\' || path[2] == '/')) {
        path[1] = (char)(path[0] | 0x20);
        path[0] = '/';
    }
    for (; *path != '\0'; path++) {
        *path = *path == '\\' ? '/' : *path;
    }
}

/* Sets errno from the system's error. Errors that are not in the table are EIO. Only Windows has
 * sharing; its errors become EACCES. */
int windows_fail(void)
{
    static const struct {
        DWORD system;
        int number;
    } table[] = {{ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
                 {ERROR_INVALID_NAME, ENOENT},        {ERROR_BAD_PATHNAME, ENOENT},
                 {ERROR_INVALID_DRIVE, ENOENT},       {ERROR_BAD_NETPATH, ENOENT},
                 {ERROR_BAD_NET_NAME, ENOENT},        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                 {ERROR_ACCESS_DENIED, EACCES},       {ERROR_SHARING_VIOLATION, EACCES},
                 {ERROR_LOCK_VIOLATION, EACCES},      {ERROR_WRITE_PROTECT, EROFS},
                 {ERROR_DELETE_PENDING, EACCES},      {ERROR_CURRENT_DIRECTORY, EACCES},
                 {ERROR_INVALID_HANDLE, EBADF},       {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                 {ERROR_OUTOFMEMORY, ENOMEM},         {ERROR_COMMITMENT_LIMIT, ENOMEM},
                 {ERROR_FILE_EXISTS, EEXIST},         {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},    {ERROR_DIRECTORY, ENOTDIR},
                 {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
                 {ERROR_NOT_SAME_DEVICE, EXDEV},      {ERROR_TOO_MANY_LINKS, EMLINK},
                 {ERROR_BROKEN_PIPE, EPIPE},          {ERROR_NO_DATA, EPIPE},
                 {ERROR_PIPE_NOT_CONNECTED, EPIPE},   {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                 {ERROR_INVALID_FUNCTION, ENOSYS},    {ERROR_NOT_SUPPORTED, ENOSYS},
                 {ERROR_INVALID_PARAMETER, EINVAL},   {ERROR_SEEK, ESPIPE},
                 {ERROR_CANT_RESOLVE_FILENAME, ELOOP}};
    DWORD system = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        if (table[i].system == system) {
            errno = table[i].number;
            break;
        }
    }
    return -1;
}
