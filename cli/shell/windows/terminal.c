/* SPDX-License-Identifier: MIT
 *
 * Replaces cli/shell/terminal.c. A console has a mode and a size of its own, and few users set
 * TERM.
 */
#include "cli/shell/terminal.h"

#include <locale.h>
#include <windows.h>

#define WIDEST 10000

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* Makes the console accept escape sequences. The mode belongs to the console and remains after the
 * program ends. */
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
    DWORD mode; /* isatty is true for NUL, too */
    return GetConsoleMode(handle_of(fd), &mode);
}

/* Returns the width of the window, because the screen buffer may be wider. */
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

/* Returns true for a console: since Windows 10, terminal_start can turn escape sequences on. */
bool terminal_smart(int fd)
{
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool terminal_colour(int fd)
{
    wchar_t no[2];
    /* GetEnvironmentVariable gives 0 for unset or empty. */
    return terminal_smart(fd) && GetEnvironmentVariableW(L"NO_COLOR", no, 2) == 0;
}
