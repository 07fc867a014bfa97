/* SPDX-License-Identifier: MIT
 *
 * Links, removes and renames files, and makes them durable. As in POSIX a name changes in one step,
 * even that of an open file.
 */
#include "host/posix.h"

#include "host/file_output.h"
#include "host/windows/path.h"

#include <stdbool.h>
#include <windows.h>

/* Gives a file a second name. Fails when the name exists, as link(2) does; file_output.c relies on
 * that. */
static bool link_wide(const wchar_t *from, const wchar_t *to)
{
    return CreateHardLinkW(to, from, NULL);
}

/* Returns a free name in the folder of `path`, because only a move within a volume changes the name
 * alone; walk.c ignores it. The 40 units are for the prefix, 24 digits and the ending. The caller
 * frees it. */
static wchar_t *name_aside(const wchar_t *path)
{
    size_t size = wcslen(path);
    wchar_t *aside = malloc((size + 40) * sizeof(*aside));
    LARGE_INTEGER now;
    if (aside == NULL) {
        return NULL;
    }
    while (size > 0 && wcschr(L"/\\:", path[size - 1]) == NULL) {
        size--;
    }
    QueryPerformanceCounter(&now);
    memcpy(aside, path, size * sizeof(*aside));
    _snwprintf(aside + size, 40, L"" HOST_FILE_OUTPUT_PREFIX "%08lx%016llx.tmp",
               GetCurrentThreadId(), (unsigned long long)now.QuadPart);
    return aside;
}

/* Renames an open file. Windows cannot replace it, and after its removal its name would exist until
 * it is closed. Returns the new name; NULL when that failed. */
static wchar_t *move_aside(const wchar_t *path)
{
    wchar_t *aside = name_aside(path);
    DWORD kind = GetFileAttributesW(path);
    bool is_file = kind != INVALID_FILE_ATTRIBUTES && (kind & FILE_ATTRIBUTE_DIRECTORY) == 0;
    if (aside != NULL && (!is_file || !MoveFileExW(path, aside, 0))) {
        free(aside);
        aside = NULL;
    }
    return aside;
}

/* Replaces an existing file, as rename(2) does, and writes through to the disk, because a folder
 * cannot be synced. After a failure the old file gets its name back, and the error is that of the
 * move. */
static bool move_wide(const wchar_t *from, const wchar_t *to)
{
    const DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    bool good = MoveFileExW(from, to, how);
    if (!good && GetLastError() == ERROR_ACCESS_DENIED) {
        wchar_t *aside = move_aside(to);
        good = aside != NULL && MoveFileExW(from, to, how);
        if (good) {
            SetFileAttributesW(aside,
                               FILE_ATTRIBUTE_NORMAL); /* DeleteFile refuses read-only files */
            DeleteFileW(aside);
        } else if (aside != NULL) {
            DWORD why = GetLastError();
            MoveFileExW(aside, to, 0);
            SetLastError(why);
        } else {
            SetLastError(ERROR_ACCESS_DENIED);
        }
        free(aside);
    }
    return good;
}

/* Removes a file so that its name is free at once, even if the file is still open. */
static bool remove_wide(const wchar_t *path)
{
    wchar_t *aside = move_aside(path);
    if (aside == NULL) {
        return DeleteFileW(path);
    }
    bool good = DeleteFileW(aside);
    if (!good) { /* a file that cannot be removed gets its name back */
        DWORD why = GetLastError();
        MoveFileExW(aside, path, 0);
        SetLastError(why);
    }
    free(aside);
    return good;
}

/* Calls a function with two paths. Freeing the paths may change errno, so it is restored. */
static int with_two(bool (*what)(const wchar_t *, const wchar_t *), const char *from,
                    const char *to)
{
    wchar_t *old = windows_wide(from), *new = windows_wide(to);
    int result = old == NULL || new == NULL ? -1 : what(old, new) ? 0 : windows_fail();
    int failed = errno;
    free(old);
    free(new);
    errno = failed;
    return result;
}

int windows_link(const char *from, const char *to)
{
    return with_two(link_wide, from, to);
}

int windows_rename(const char *from, const char *to)
{
    return with_two(move_wide, from, to);
}

int windows_unlink(const char *path)
{
    wchar_t *wide = windows_wide(path);
    int result = wide == NULL ? -1 : remove_wide(wide) ? 0 : windows_fail();
    free(wide);
    return result;
}

/* Makes a folder. Windows takes its rights from the folder above. */
int windows_mkdir(const char *path, windows_mode_t mode)
{
    (void)mode;
    wchar_t *wide = windows_wide(path);
    int result = wide == NULL ? -1 : CreateDirectoryW(wide, NULL) ? 0 : windows_fail();
    free(wide);
    return result;
}

static char *name_of(HANDLE handle)
{
    DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *wide = size == 0 ? NULL : malloc((size + 1) * sizeof(*wide));
    if (wide == NULL) {
        windows_fail();
        return NULL;
    }
    GetFinalPathNameByHandleW(handle, wide, size + 1, FILE_NAME_NORMALIZED);
    bool is_far = wcsncmp(wide, L"\\\\?\\UNC\\", 8) == 0;
    bool has_prefix = wcsncmp(wide, L"\\\\?\\", 4) == 0;
    char *name = windows_narrow(wide + (is_far ? 6 : has_prefix ? 4 : 0));
    free(wide);
    if (name != NULL) {
        name[0] = is_far ? '\\' : name[0];
        windows_slashes(name);
    }
    return name;
}

/* Returns the path without links. Windows gives that only for an open file.
 * FILE_FLAG_BACKUP_SEMANTICS opens folders, too. Only the root of a drive ("/c/") keeps the slash
 * at its end. */
char *windows_realpath(const char *path, char *room)
{
    (void)room;
    wchar_t *wide = windows_wide(path);
    if (wide == NULL) {
        return NULL;
    }
    HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_fail();
        return NULL;
    }
    char *name = name_of(handle);
    CloseHandle(handle);
    size_t size = name == NULL ? 0 : strlen(name);
    if (size > 3 && name[size - 1] == '/') {
        name[size - 1] = '\0';
    }
    return name;
}
