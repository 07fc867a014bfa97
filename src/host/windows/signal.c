/* SPDX-License-Identifier: MIT
 *
 * Signals, of which Windows has few: the console reports Ctrl-C, and that it is being closed.
 */
#include "host/posix.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

/* So long the system waits for a program whose window was closed: 5 s by default. */
#define LEAVE_MS 4000

/* Numbers of signals are below it; those that never come can be asked for, too. */
#define SIGNALS 32

/* A handler gets no argument of its own, hence a global: what is to be called, or SIG_DFL. */
static _Atomic(uintptr_t) actions[SIGNALS];

static bool call(int number)
{
    uintptr_t action = atomic_load(&actions[number]);
    if (action > (uintptr_t)SIG_IGN) {
        ((void (*)(int))action)(number);
    }
    return action != (uintptr_t)SIG_DFL;
}

/* A thread of its own calls it. When it comes back from the end of the console, the program ends
 * at once; until then there is time to leave in order. */
static BOOL WINAPI on_console(DWORD event)
{
    bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    bool is_done = call(is_key ? SIGINT : SIGHUP);
    if (is_done && !is_key) {
        Sleep(LEAVE_MS);
    }
    return is_done;
}

/* raise(3). The C library takes its handler away before it calls it. */
static void on_raise(int number)
{
    signal(number, on_raise);
    call(number);
}

int windows_sigaction(int number, const struct windows_sigaction *action,
                      struct windows_sigaction *before)
{
    if (number <= 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (before != NULL) {
        memset(before, 0, sizeof(*before));
        before->sa_handler = (void (*)(int))atomic_load(&actions[number]);
    }
    if (action == NULL) {
        return 0;
    }
    atomic_store(&actions[number], (uintptr_t)action->sa_handler);
    if ((number == SIGINT || number == SIGTERM) && signal(number, on_raise) == SIG_ERR) {
        return -1;
    }
    /* The last one is asked first: before that of the C library, which would come but once. */
    SetConsoleCtrlHandler(on_console, FALSE);
    return SetConsoleCtrlHandler(on_console, TRUE) ? 0 : -1;
}
