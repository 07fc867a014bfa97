/* SPDX-License-Identifier: MIT
 *
 * Reads folders.
 */
#include "host/posix.h"

#include "host/windows/path.h"

#include <stdbool.h>
#include <windows.h>

/* An open folder. The system gives the first entry together with the handle, so one entry is always
 * read ahead. */
struct windows_folder {
    HANDLE search; /* INVALID_HANDLE_VALUE for a folder without any entry */
    bool has_next;
    DWORD failed; /* error that the next call reports */
    WIN32_FIND_DATAW next;
    struct windows_dirent child;
};

/* Opens a folder. For a path below a file the system would find nothing, as for a missing folder;
 * POSIX separates the two. */
windows_folder *windows_opendir(const char *path)
{
    struct windows_stat facts;
    if (windows_stat(path, &facts) != 0) {
        return NULL;
    }
    if (!S_ISDIR(facts.st_mode)) {
        errno = ENOTDIR;
        return NULL;
    }
    size_t size = strlen(path);
    char *pattern = malloc(size + 3);
    windows_folder *folder = malloc(sizeof(*folder));
    wchar_t *wide = NULL;
    if (pattern != NULL && folder != NULL) {
        snprintf(pattern, size + 3, "%s/*", path);
        wide = windows_wide(pattern);
    }
    free(pattern);
    folder = wide == NULL ? (free(folder), NULL) : folder;
    if (folder != NULL) {
        folder->failed = 0;
        folder->search = FindFirstFileW(wide, &folder->next);
        folder->has_next = folder->search != INVALID_HANDLE_VALUE;
        bool is_empty = GetLastError() == ERROR_FILE_NOT_FOUND; /* an empty drive has no entries */
        if (!folder->has_next && !is_empty) {
            windows_fail();
            free(folder);
            folder = NULL;
        }
    }
    free(wide);
    return folder;
}

/* Returns the next entry. A failure is met one call ahead, so the next call reports it. A name that
 * is no UTF-16 has letters replaced, and opening it fails. */
struct windows_dirent *windows_readdir(windows_folder *folder)
{
    if (!folder->has_next) {
        if (folder->failed != 0) {
            SetLastError(folder->failed);
            windows_fail();
        }
        return NULL;
    }
    int size = WideCharToMultiByte(CP_UTF8, 0, folder->next.cFileName, -1, folder->child.d_name,
                                   sizeof(folder->child.d_name), NULL, NULL);
    folder->child.d_name[size > 0 ? size - 1 : 0] = '\0';
    folder->has_next = FindNextFileW(folder->search, &folder->next);
    if (!folder->has_next && GetLastError() != ERROR_NO_MORE_FILES) {
        folder->failed = GetLastError();
    }
    return &folder->child;
}

int windows_closedir(windows_folder *folder)
{
    if (folder->search != INVALID_HANDLE_VALUE) {
        FindClose(folder->search);
    }
    free(folder);
    return 0;
}
