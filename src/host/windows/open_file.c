/* SPDX-License-Identifier: MIT
 *
 * Opens, reads and writes files. Descriptors are those of the C library, but bytes do not go
 * through it: the C library would change line ends, and count only 31 bits.
 */
#include "host/posix.h"

#include "host/windows/path.h"

#include <stdarg.h>
#include <stdbool.h>
#include <windows.h>

/* Bytes that one call reads or writes: the system's counts have 32 bits, and some drivers allocate
 * memory for all of them. */
#define MOST ((size_t)64 * 1024 * 1024)

/* Guards the position of a handle, which every call moves, even one with an offset. No other thread
 * may use it before it is restored. */
static SRWLOCK place_lock = SRWLOCK_INIT;

/* Returns INVALID_HANDLE_VALUE for a number that is not open; the call that gets it fails then. */
static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* Fails with EBADF for a handle without the needed right, as POSIX does. */
static ssize_t fail_open(void)
{
    windows_fail();
    errno = errno == EACCES ? EBADF : errno;
    return -1;
}

/* Sets errno for a path that cannot be opened. POSIX returns ENOTDIR when a folder on the way is a
 * file. The longest part of the path that exists decides. */
static void set_errno_of_path(const wchar_t *wide)
{
    if (GetLastError() == ERROR_PATH_NOT_FOUND && errno == ENOENT) {
        wchar_t *above = _wcsdup(wide);
        for (wchar_t *at = above == NULL ? NULL : above + wcslen(above); at > above; at--) {
            if (*at != L'/' && *at != L'\\') {
                continue;
            }
            *at = L'\0';
            DWORD kind = GetFileAttributesW(above);
            if (kind != INVALID_FILE_ATTRIBUTES) {
                errno = (kind & FILE_ATTRIBUTE_DIRECTORY) == 0 ? ENOTDIR : ENOENT;
                break;
            }
        }
        free(above);
    }
}

/* Opens a path. Everything is shared, so that others can write, rename and remove a file that is
 * being read. With the right to append alone the system puts each write at the end. POSIX returns
 * EISDIR for a folder that is opened for writing. */
static HANDLE open_wide(const wchar_t *wide, int flags, DWORD attributes)
{
    DWORD access = (flags & _O_WRONLY) != 0 ? GENERIC_WRITE
                   : (flags & _O_RDWR) != 0 ? GENERIC_READ | GENERIC_WRITE
                                            : GENERIC_READ;
    bool creates = (flags & _O_CREAT) != 0, truncates = (flags & _O_TRUNC) != 0;
    DWORD how = creates && (flags & _O_EXCL) != 0 ? CREATE_NEW
                : creates && truncates            ? CREATE_ALWAYS
                : creates                         ? OPEN_ALWAYS
                : truncates                       ? TRUNCATE_EXISTING
                                                  : OPEN_EXISTING;
    if ((flags & _O_APPEND) != 0) {
        access = FILE_APPEND_DATA | SYNCHRONIZE | FILE_WRITE_ATTRIBUTES;
    }
    /* Backup semantics open folders as well. */
    attributes |= FILE_FLAG_BACKUP_SEMANTICS;
    attributes |= (flags & O_NOFOLLOW) != 0 ? FILE_FLAG_OPEN_REPARSE_POINT : 0;
    HANDLE handle =
        CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                    attributes, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_fail();
        set_errno_of_path(wide);
        DWORD kind = errno == EACCES && access != GENERIC_READ ? GetFileAttributesW(wide) : 0;
        if (kind != INVALID_FILE_ATTRIBUTES && (kind & FILE_ATTRIBUTE_DIRECTORY) != 0) {
            errno = EISDIR;
        }
    }
    return handle;
}

/* Gives a handle the number of a descriptor, in binary mode, so that the C library changes no byte.
 */
static int give_number(HANDLE handle, int flags)
{
    if (handle == INVALID_HANDLE_VALUE) {
        return -1;
    }
    int fd = _open_osfhandle((intptr_t)handle, (flags & (_O_APPEND | _O_NOINHERIT)) | _O_BINARY);
    if (fd < 0) {
        int failed = errno;
        CloseHandle(handle);
        errno = failed;
    }
    return fd;
}

/* Opens a file like open(2). O_NOFOLLOW opens the link itself, which is then refused. Rights of a
 * new file come from the folder. */
int windows_open(const char *path, int flags, ...)
{
    wchar_t *wide = windows_wide(path);
    if (wide == NULL) {
        return -1;
    }
    int fd = give_number(open_wide(wide, flags, FILE_ATTRIBUTE_NORMAL), flags);
    free(wide);
    struct windows_stat facts;
    if (fd >= 0 && (flags & O_NOFOLLOW) != 0 && windows_fstat(fd, &facts) == 0 &&
        S_ISLNK(facts.st_mode)) {
        _close(fd);
        errno = ELOOP;
        return -1;
    }
    return fd;
}

/* Reads like read(2). The C library would change line ends and stop at Ctrl-Z. */
ssize_t windows_read(int fd, void *dst, size_t size)
{
    DWORD got = 0;
    if (!ReadFile(handle_of(fd), dst, (DWORD)(size < MOST ? size : MOST), &got, NULL)) {
        /* ERROR_BROKEN_PIPE: all writers of the pipe have closed it, which is its end */
        DWORD why = GetLastError();
        bool is_end = why == ERROR_BROKEN_PIPE || why == ERROR_HANDLE_EOF;
        struct windows_stat facts;
        if (is_end) {
            return 0;
        }
        fail_open();
        int failed = errno;
        errno = windows_fstat(fd, &facts) == 0 && S_ISDIR(facts.st_mode) ? EISDIR : failed;
        return -1;
    }
    return (ssize_t)got;
}

ssize_t windows_write(int fd, const void *bytes, size_t size)
{
    DWORD done = 0;
    if (!WriteFile(handle_of(fd), bytes, (DWORD)(size < MOST ? size : MOST), &done, NULL)) {
        return fail_open();
    }
    return (ssize_t)done;
}

/* Reads into `dst`, or writes `bytes` when `dst` is NULL, at an offset. The system moves the
 * position of the handle all the same. Reading at the end is an error in Windows, and 0 bytes
 * here. */
static ssize_t do_at(int fd, void *dst, const void *bytes, size_t size, off_t offset)
{
    HANDLE handle = handle_of(fd);
    const LARGE_INTEGER none = {.QuadPart = 0};
    LARGE_INTEGER before;
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)((uint64_t)offset >> 32)};
    DWORD part = (DWORD)(size < MOST ? size : MOST), done = 0;
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        errno = handle == INVALID_HANDLE_VALUE ? EBADF : ESPIPE;
        return -1;
    }
    AcquireSRWLockExclusive(&place_lock);
    bool good = SetFilePointerEx(handle, none, &before, FILE_CURRENT);
    if (good) {
        good = dst != NULL ? ReadFile(handle, dst, part, &done, &place)
                           : WriteFile(handle, bytes, part, &done, &place);
        DWORD why = good ? ERROR_SUCCESS : GetLastError();
        good = good || (dst != NULL && why == ERROR_HANDLE_EOF);
        SetFilePointerEx(handle, before, NULL, FILE_BEGIN);
        SetLastError(why);
    }
    ssize_t result = good ? (ssize_t)done : fail_open();
    ReleaseSRWLockExclusive(&place_lock);
    return result;
}

ssize_t windows_pread(int fd, void *dst, size_t size, off_t offset)
{
    return do_at(fd, dst, NULL, size, offset);
}

ssize_t windows_pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    return do_at(fd, NULL, bytes, size, offset);
}

/* Makes a file durable. A handle for reading has no right to flush, so the file is opened
 * again for writing. */
int windows_fsync(int fd)
{
    if (FlushFileBuffers(handle_of(fd))) {
        return 0;
    }
    int result = windows_fail();
    HANDLE again = ReOpenFile(handle_of(fd), GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
    if (again != INVALID_HANDLE_VALUE) {
        result = FlushFileBuffers(again) ? 0 : windows_fail();
        CloseHandle(again);
    }
    return result;
}

/* Answers fcntl(2). Handles are not inherited by other programs, and O_NONBLOCK is not used, so
 * F_SETFD and F_SETFL have nothing to do. */
int windows_fcntl(int fd, int command, ...)
{
    (void)command;
    intptr_t handle = _get_osfhandle(fd);
    if (handle == (intptr_t)INVALID_HANDLE_VALUE || handle == 0) {
        errno = EBADF;
        return -1;
    }
    return 0;
}

/* Makes a file with a new name, whose last six letters are replaced. Names need not be secret: the
 * open fails for an existing file, and the next attempt has another number. */
int windows_mkstemp(char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t size = strlen(path);
    for (int attempt = 0; attempt < 100; attempt++) {
        LARGE_INTEGER now;
        QueryPerformanceCounter(&now);
        uint64_t number = (uint64_t)now.QuadPart * 0x9e3779b97f4a7c15u + GetCurrentThreadId();
        for (size_t i = size - 6; i < size; i++) {
            path[i] = letters[number >> 32 & 31];
            number = number * 0x9e3779b97f4a7c15u + 1;
        }
        int fd = windows_open(path, _O_RDWR | _O_CREAT | _O_EXCL | _O_NOINHERIT, 0600);
        if (fd >= 0 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}
