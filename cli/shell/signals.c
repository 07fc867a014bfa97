/* SPDX-License-Identifier: MIT
 *
 * The only signal handler of the program.
 */
#include "cli/shell/signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/shell/clock.h"
#include "teetape/io/file.h"

/* For this long a signal is the same one: timeout(1), for example, sends it to the program and
 * again to its group, and the work has to be left in order all the same. */
#define SAME_MS 300

/* A handler gets no argument of its own, hence the globals. */
static _Atomic(tt_io_stop *) target;
static atomic_uint_least64_t first_ms; /* when the first came; 0 before */

/* Async-signal-safe throughout: atomics, clock_gettime, and calls of libteetape-io that promise it.
 * The exchange stores the time of the first signal; when it fails, `none` has become that time. The
 * first signal only raises flags, and the work ends in order; the default action of a later one
 * ends the program. */
static void handle(int number)
{
    tt_io_stop *stop = atomic_load(&target);
    uint64_t now = clock_ms(), none = 0;
    if (!atomic_compare_exchange_strong(&first_ms, &none, now) && now - none >= SAME_MS) {
        /* The user means it. It is delivered when this handler returns. */
        tt_io_file_remove_temporary();
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    tt_io_stop_all(number);
    if (stop != NULL) {
        tt_io_stop_want(stop, number);
    }
}

/* The handler may run as soon as it is set, so what it reads is set before. */
void signals_start(tt_io_stop *stop)
{
    atomic_store(&target, stop);
    atomic_store(&first_ms, 0);
    tt_io_stop_all(0);
    signals_catch(handle);
}

/* A shell stops a loop only when the program dies by the signal; an exit status of 130 would let it
 * go on. -1 is a stop of our own, and ends nothing. */
void signals_finish(const tt_io_stop *stop)
{
    int reason = tt_io_stop_reason(stop);
    if (reason > 0) {
        signal(reason, SIG_DFL);
        raise(reason);
    }
}
