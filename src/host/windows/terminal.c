/* SPDX-License-Identifier: MIT
 *
 * Replaces host/terminal.c: a console has a mode and a size of its own, and TERM is set by
 * few.
 */
#include "host/posix.h"

#include "host/terminal.h"

#include <windows.h>

/* As in host/terminal.c. */
#define WIDEST 10000

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

bool host_terminal_is(int fd)
{
    DWORD mode; /* isatty says yes to NUL, too */
    return GetConsoleMode(handle_of(fd), &mode);
}

unsigned host_terminal_width(int fd)
{
    CONSOLE_SCREEN_BUFFER_INFO screen;
    if (!host_terminal_is(fd)) {
        return 0;
    }
    int width = 0;
    if (GetConsoleScreenBufferInfo(handle_of(fd), &screen)) {
        width = screen.srWindow.Right - screen.srWindow.Left + 1;
    }
    return width <= 0 || width > WIDEST ? 80u : (unsigned)width;
}

/* Since Windows 10 it may be told to; main does so. */
bool host_terminal_smart(int fd)
{
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool host_terminal_colour(int fd)
{
    wchar_t no[2];
    /* 0 when it is unset or empty */
    return host_terminal_smart(fd) && GetEnvironmentVariableW(L"NO_COLOR", no, 2) == 0;
}
