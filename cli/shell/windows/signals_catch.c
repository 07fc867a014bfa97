/* SPDX-License-Identifier: MIT
 *
 * Takes the place of cli/shell/signals_catch.c: Windows has few signals. The console reports
 * Ctrl-C, which is SIGINT, and that it is being closed, which is SIGHUP. Pipes send none.
 */
#include "cli/shell/process.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <windows.h>

#define SIGHUP 1

/* The system waits this long for a program whose window was closed: 5 s by default. */
#define LEAVE_MS 4000

/* The system hands a handler no argument of its own, hence a global: what is to be called. */
static _Atomic(uintptr_t) handler;

static void call(int number)
{
    ((void (*)(int))atomic_load(&handler))(number);
}

/* A thread of its own calls it. When it comes back from the end of the console, the program ends
 * at once; until then there is time to leave in order. */
static BOOL WINAPI on_console(DWORD event)
{
    bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    call(is_key ? SIGINT : SIGHUP);
    if (!is_key) {
        Sleep(LEAVE_MS);
    }
    return TRUE;
}

/* raise(3). The C library takes its handler away before it calls it. */
static void on_raise(int number)
{
    signal(number, on_raise);
    call(number);
}

/* The handler is stored first: either way of calling it may come at once. */
void signals_catch(void (*handle)(int number))
{
    atomic_store(&handler, (uintptr_t)handle);
    signal(SIGINT, on_raise);
    signal(SIGTERM, on_raise);
    /* The last one is asked first: before that of the C library, which would come but once. */
    SetConsoleCtrlHandler(on_console, FALSE);
    SetConsoleCtrlHandler(on_console, TRUE);
}
