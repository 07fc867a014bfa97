/* SPDX-License-Identifier: MIT
 *
 * Names: given, taken away, exchanged, made whole.
 */
#include "host/posix.h"

#include "host/windows/path.h"

#include <stdbool.h>
#include <windows.h>

static bool link_wide(const wchar_t *from, const wchar_t *to)
{
    return CreateHardLinkW(to, from, NULL);
}

/* Over an existing file, too, as rename(2) does; through to the disk, as nobody can sync a folder.
 */
static bool move_wide(const wchar_t *from, const wchar_t *to)
{
    return MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

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
    int result = wide == NULL ? -1 : DeleteFileW(wide) ? 0 : windows_fail();
    free(wide);
    return result;
}

int windows_mkdir(const char *path, windows_mode_t mode)
{
    (void)mode;
    wchar_t *wide = windows_wide(path);
    int result = wide == NULL ? -1 : CreateDirectoryW(wide, NULL) ? 0 : windows_fail();
    free(wide);
    return result;
}

/* What the system calls an open file, without the prefix for long names. */
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
