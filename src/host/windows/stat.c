/* SPDX-License-Identifier: MIT
 *
 * Reads the properties of a file (identity, kind, size, times), and sets its times.
 */
#include "host/posix.h"

#include "host/windows/path.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

/* Seconds from 1601 to 1970: Windows counts from 1601 in 100 ns. */
#define SINCE_1601 INT64_C(11644473600)
#define A_SECOND INT64_C(10000000)

static struct timespec time_of(FILETIME time)
{
    int64_t ticks = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
    struct timespec result = {.tv_sec = ticks / A_SECOND - SINCE_1601,
                              .tv_nsec = (long)(ticks % A_SECOND) * 100};
    return result;
}

static FILETIME time_to(struct timespec time)
{
    uint64_t ticks = (uint64_t)((time.tv_sec + SINCE_1601) * A_SECOND + time.tv_nsec / 100);
    FILETIME result = {.dwLowDateTime = (DWORD)ticks, .dwHighDateTime = (DWORD)(ticks >> 32)};
    return result;
}

/* Returns true for a link. Junctions count as links: walking down them could lead round in a
 * circle. */
static bool is_link(HANDLE handle, DWORD attributes)
{
    FILE_ATTRIBUTE_TAG_INFO tag;
    return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof(tag)) &&
           (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

/* Reads the properties of a file or folder. wine and some network drives give no number for a file
 * that another process opened, such as stdin. Such a file gets a number that nothing else has, so
 * that it never equals another file. */
static int look_at_size(HANDLE handle, struct windows_stat *facts)
{
    static atomic_uint_fast64_t last;
    LARGE_INTEGER size;
    FILETIME made, read, written;
    if (!GetFileSizeEx(handle, &size)) {
        return windows_fail();
    }
    facts->st_mode = S_IFREG | 0666;
    facts->st_nlink = 1;
    facts->st_dev = UINT64_MAX;
    facts->st_ino = atomic_fetch_add(&last, 1);
    facts->st_size = size.QuadPart;
    if (GetFileTime(handle, &made, &read, &written)) {
        facts->st_ctim = time_of(made);
        facts->st_atim = time_of(read);
        facts->st_mtim = time_of(written);
    }
    return 0;
}

/* Reads the properties of a handle. Pipes and consoles have only a kind. Returns 0, or -1 with
 * errno. */
static int look(HANDLE handle, struct windows_stat *facts)
{
    BY_HANDLE_FILE_INFORMATION file;
    memset(facts, 0, sizeof(*facts));
    DWORD kind = GetFileType(handle);
    if (kind == FILE_TYPE_CHAR || kind == FILE_TYPE_PIPE) {
        facts->st_mode = (kind == FILE_TYPE_CHAR ? S_IFCHR : S_IFIFO) | 0666;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &file)) {
        return look_at_size(handle, facts);
    }
    bool is_folder = (file.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    facts->st_mode = is_link(handle, file.dwFileAttributes) ? S_IFLNK
                     : is_folder                            ? S_IFDIR
                                                            : S_IFREG;
    facts->st_mode |= (file.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666;
    facts->st_nlink = file.nNumberOfLinks;
    facts->st_dev = file.dwVolumeSerialNumber;
    facts->st_ino = (uint64_t)file.nFileIndexHigh << 32 | file.nFileIndexLow;
    facts->st_size = (int64_t)((uint64_t)file.nFileSizeHigh << 32 | file.nFileSizeLow);
    facts->st_atim = time_of(file.ftLastAccessTime);
    facts->st_mtim = time_of(file.ftLastWriteTime);
    FILE_BASIC_INFO times; /* with the time of the last change to anything, which POSIX means */
    if (GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof(times))) {
        facts->st_ctim =
            time_of((FILETIME){(DWORD)times.ChangeTime.LowPart, (DWORD)times.ChangeTime.HighPart});
    } else {
        facts->st_ctim = time_of(file.ftCreationTime);
    }
    return 0;
}

/* Reads the properties of a path. POSIX rejects a slash after the name of a file, Windows accepts
 * it. Returns -1 with errno on failure. */
static int look_at_path(const char *path, struct windows_stat *facts, DWORD flags)
{
    /* the file is opened without any right, which is enough to query it */
    wchar_t *wide = windows_wide(path);
    HANDLE handle = wide == NULL
                        ? INVALID_HANDLE_VALUE
                        : CreateFileW(wide, FILE_READ_ATTRIBUTES,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                      OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    int result = wide == NULL ? -1 : windows_fail();
    free(wide);
    if (handle != INVALID_HANDLE_VALUE) {
        result = look(handle, facts);
        CloseHandle(handle);
        size_t size = strlen(path);
        if (result == 0 && path[size - 1] == '/' && S_ISREG(facts->st_mode)) {
            errno = ENOTDIR;
            result = -1;
        }
    }
    return result;
}

int windows_stat(const char *path, struct windows_stat *facts)
{
    return look_at_path(path, facts, 0);
}

int windows_lstat(const char *path, struct windows_stat *facts)
{
    return look_at_path(path, facts, FILE_FLAG_OPEN_REPARSE_POINT);
}

int windows_fstat(int fd, struct windows_stat *facts)
{
    return look((HANDLE)_get_osfhandle(fd), facts);
}

int windows_futimens(int fd, const struct timespec times[2])
{
    FILETIME read = time_to(times[0]), written = time_to(times[1]);
    return SetFileTime((HANDLE)_get_osfhandle(fd), NULL, &read, &written) ? 0 : windows_fail();
}
