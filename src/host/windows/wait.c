/* SPDX-License-Identifier: MIT
 *
 * Waits for a descriptor. Windows cannot wait for a pipe that others also read, so it is polled.
 */
#include "host/posix.h"

#include <poll.h>
#include <stdbool.h>
#include <windows.h>

/* Milliseconds between two looks at a pipe: short for the waiting caller, and long enough that
 * polling takes next to no time of a core. */
#define AGAIN_MS 5

/* Returns true when a read would not wait. A pipe that cannot be queried counts as ready: its other
 * end may be closed, and reading reports that. Files are always ready. */
static bool is_ready(HANDLE handle, DWORD kind)
{
    DWORD waiting = 0;
    if (kind == FILE_TYPE_PIPE) {
        return !PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) || waiting > 0;
    }
    if (kind == FILE_TYPE_CHAR) {
        return WaitForSingleObject(handle, 0) != WAIT_TIMEOUT;
    }
    return true;
}

/* Waits for one descriptor, or only sleeps without one (input.c). POLLOUT alone never waits,
 * because a write waits by itself. Any event of a console makes it ready, so a read of it may
 * wait. */
int windows_poll(struct pollfd *fds, unsigned count, int ms)
{
    if (count == 0) {
        Sleep((DWORD)ms);
        return 0;
    }
    HANDLE handle = (HANDLE)_get_osfhandle(fds->fd);
    DWORD kind = GetFileType(handle);
    ULONGLONG began = GetTickCount64();
    fds->revents = fds->events;
    while ((fds->events & POLLIN) != 0 && !is_ready(handle, kind)) {
        if (ms >= 0 && GetTickCount64() - began >= (ULONGLONG)ms) {
            fds->revents = 0;
            return 0;
        }
        Sleep(AGAIN_MS);
    }
    return 1;
}
