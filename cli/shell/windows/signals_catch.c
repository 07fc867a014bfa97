/* SPDX-License-Identifier: MIT
 *
 * Replaces cli/shell/signals_catch.c. Windows has few signals. The console reports Ctrl-C as
 * SIGINT, and its own closing as SIGHUP. Pipes send none.
 */
#include "cli/shell/process.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <windows.h>

#define SIGHUP 1

/* Milliseconds. After a window is closed, Windows ends its program in 5 s by default. */
#define LEAVE_MS 4000

/* Console handlers have no user argument, so the function to call is a global. */
static _Atomic(uintptr_t) handler;

static void call(int number)
{
    ((void (*)(int))atomic_load(&handler))(number);
}

/* Runs in a thread of its own. When it returns after a close of the console, Windows ends the
 * program at once, so it waits for the program to leave in order. */
static BOOL WINAPI on_console(DWORD event)
{
    bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    call(is_key ? SIGINT : SIGHUP);
    if (!is_key) {
        Sleep(LEAVE_MS);
    }
    return TRUE;
}

/* For raise(3): the C library resets its handler before each call. */
static void on_raise(int number)
{
    signal(number, on_raise);
    call(number);
}

/* The handler is stored first, because both kinds of events may come at once. */
void signals_catch(void (*handle)(int number))
{
    atomic_store(&handler, (uintptr_t)handle);
    signal(SIGINT, on_raise);
    signal(SIGTERM, on_raise);
    /* Windows calls the newest handler first, so this one precedes that of the C library, which
     * would run only once. */
    SetConsoleCtrlHandler(on_console, FALSE);
    SetConsoleCtrlHandler(on_console, TRUE);
}
