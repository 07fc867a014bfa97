/* SPDX-License-Identifier: MIT
 *
 * The stop flag, and the only signal handler of the program.
 */
#include "host/posix.h"

#include "host/stop.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "host/clock.h"
#include "host/temporary.h"

/* So long a signal is the same one: timeout(1), for example, sends it to the program and again to
 * its group, and the work has to be left in order all the same. */
#define SAME_MS 300

/* A handler gets no argument of its own, hence the globals. */
static _Atomic(struct host_stop *) signal_target;
static atomic_uint_least64_t signal_ms; /* when the first came; 0 before */

static void handle(int number)
{
    struct host_stop *stop = atomic_load(&signal_target);
    uint64_t now = host_clock_ms(), none = 0;
    if (!atomic_compare_exchange_strong(&signal_ms, &none, now) && now - none >= SAME_MS) {
        /* The user means it. It is delivered when this handler returns. */
        host_temporary_remove_all();
        signal(number, SIG_DFL);
        raise(number);
    } else if (stop != NULL) {
        host_stop_want(stop, number);
    }
}

void host_stop_want(struct host_stop *stop, int reason)
{
    int none = 0;
    atomic_compare_exchange_strong(&stop->wanted, &none, reason);
}

bool host_stop_wanted(const struct host_stop *stop)
{
    return host_stop_reason(stop) != 0;
}

int host_stop_reason(const struct host_stop *stop)
{
    /* C11 as first written has no load from a const atomic; nothing is stored here. */
    return stop == NULL ? 0 : atomic_load(&((struct host_stop *)(uintptr_t)stop)->wanted);
}

bool host_stop_came(void)
{
    return atomic_load(&signal_ms) != 0;
}

void host_stop_on_signals(struct host_stop *stop)
{
    atomic_store(&signal_target, stop);
    atomic_store(&signal_ms, 0);
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    sigemptyset(&action.sa_mask);
    /* No SA_RESTART: a read that waits for a pipe has to come back. */
    action.sa_flags = 0;
    action.sa_handler = handle;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* The terminal was closed. Under nohup(1) it is ignored, and the work goes on. */
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, NULL);
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}
