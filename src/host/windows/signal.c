/* SPDX-License-Identifier: MIT
 *
 * Signals, of which Windows has few: the console tells of Ctrl-C, and that it is being closed.
 */
#include "host/posix.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

/* So long the system waits for a program whose window was closed: 5 s by default. */
#define LEAVE_MS 4000

/* A handler gets no argument of its own, hence the globals. */
static _Atomic(uintptr_t) on_interrupt, on_hangup;

/* A thread of its own calls it. When it comes back from the end of the console, the program ends
 * at once; until then there is time to leave in order. */
static BOOL WINAPI on_console(DWORD event)
{
    bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    uintptr_t action = atomic_load(is_key ? &on_interrupt : &on_hangup);
    if (action <= (uintptr_t)SIG_IGN) {
        return action == (uintptr_t)SIG_IGN;
    }
    ((void (*)(int))action)(is_key ? SIGINT : SIGHUP);
    if (!is_key) {
        Sleep(LEAVE_MS);
    }
    return TRUE;
}

int windows_sigaction(int number, const struct windows_sigaction *action,
                      struct windows_sigaction *before)
{
    if (before != NULL) {
        memset(before, 0, sizeof(*before)); /* nohup(1) is not there */
    }
    if (action == NULL || number == SIGPIPE) {
        return 0;
    }
    if (number == SIGTERM) {
        return signal(number, action->sa_handler) == SIG_ERR ? -1 : 0;
    }
    atomic_store(number == SIGINT ? &on_interrupt : &on_hangup, (uintptr_t)action->sa_handler);
    return SetConsoleCtrlHandler(on_console, TRUE) ? 0 : -1;
}
