/* SPDX-License-Identifier: MIT
 *
 * Locks files. Windows also refuses access to locked bytes, so the locked byte is beyond the end of
 * any file.
 */
#include "host/posix.h"

#include <sys/file.h>
#include <windows.h>

#include "host/windows/path.h"

/* The upper half of the offset of the locked byte, 2^63 - 2^32. */
#define FAR_HIGH 0x7fffffffu

/* Locks a file. Callers ask only for LOCK_EX | LOCK_NB. Windows reports a lock of others in two
 * ways, by the kind of handle. */
int windows_flock(int fd, int how)
{
    OVERLAPPED place = {.Offset = 0, .OffsetHigh = FAR_HIGH};
    (void)how;
    if (LockFileEx((HANDLE)_get_osfhandle(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY,
                   0, 1, 0, &place)) {
        return 0;
    }
    if (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING) {
        errno = EWOULDBLOCK;
        return -1;
    }
    return windows_fail();
}
