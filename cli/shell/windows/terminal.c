/* SPDX-License-Identifier: MIT
 *
 * Takes the place of cli/shell/terminal.c: a console has a mode and a size of its own, and TERM is
 * set by few.
 */
#include "cli/shell/terminal.h"

#include <locale.h>
#include <windows.h>

/* As in cli/shell/terminal.c. */
#define WIDEST 10000

/* The C library has the descriptors, the console its handles. A descriptor that is closed gives a
 * handle that every call refuses. */
static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* The mode belongs to the console, not to the program. */
void terminal_start(void)
{
    HANDLE handle = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode;
    setlocale(LC_CTYPE, "");
    SetConsoleOutputCP(CP_UTF8);
    if (GetConsoleMode(handle, &mode)) {
        SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

bool terminal_is(int fd)
{
    DWORD mode; /* isatty says yes to NUL, too */
    return GetConsoleMode(handle_of(fd), &mode);
}

/* Of the window, not of the buffer below it, which may be wider than what is seen. */
unsigned terminal_width(int fd)
{
    CONSOLE_SCREEN_BUFFER_INFO screen;
    if (!terminal_is(fd)) {
        return 0;
    }
    int width = 0;
    if (GetConsoleScreenBufferInfo(handle_of(fd), &screen)) {
        width = screen.srWindow.Right - screen.srWindow.Left + 1;
    }
    return width <= 0 || width > WIDEST ? 80u : (unsigned)width;
}

/* Since Windows 10 it may be asked to; terminal_start does so. */
bool terminal_smart(int fd)
{
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool terminal_colour(int fd)
{
    wchar_t no[2];
    /* 0 when it is unset or empty */
    return terminal_smart(fd) && GetEnvironmentVariableW(L"NO_COLOR", no, 2) == 0;
}
