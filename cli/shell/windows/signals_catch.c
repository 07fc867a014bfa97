/* SPDX-License-Identifier: MIT
 *
 * Replaces cli/shell/signals_catch.c. Windows has few signals: the console reports Ctrl-C, which
 * becomes SIGINT, and its closing, which becomes SIGHUP.
 */
#include "cli/shell/process.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <windows.h>

#define SIGHUP 1

/* Milliseconds. Windows ends a program 5 s after its window is closed. */
#define LEAVE_MS 4000

/* Console handlers have no user argument, so the function to call is a global. */
static _Atomic(uintptr_t) handler;

static void call(int number)
{
    ((void (*)(int))atomic_load(&handler))(number);
}

/* Gets an event of the console. Windows runs this in a thread of its own. When the thread returns
 * after a close of the console, Windows ends the program at once, so it waits for the program to
 * end by itself. */
static BOOL WINAPI on_console(DWORD event)
{
    bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    call(is_key ? SIGINT : SIGHUP);
    if (!is_key) {
        Sleep(LEAVE_MS);
    }
    return TRUE;
}

/* Gets a signal of raise(3). The C library resets its handler before each call. */
static void on_raise(int number)
{
    signal(number, on_raise);
    call(number);
}

/* Installs the handler. It is stored first, because both kinds of events may come at once. */
void signals_catch(void (*handle)(int number))
{
    atomic_store(&handler, (uintptr_t)handle);
    signal(SIGINT, on_raise);
    signal(SIGTERM, on_raise);
    /* Windows calls the newest handler first. This one must precede that of the C library, which
     * would run only once. */
    SetConsoleCtrlHandler(on_console, FALSE);
    SetConsoleCtrlHandler(on_console, TRUE);
}
