/* SPDX-License-Identifier: MIT
 *
 * Handles signals, the standard streams and the clock. The only signal handler of the program is
 * here.
 */
#include "cli/shell/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "teetape/io/file.h"

/* timeout(1) signals both the program and its process group. A second signal within this time is
 * taken for the same one. */
#define SAME_MS 300

static _Atomic(tt_io_stop *) target;
static atomic_uint_least64_t first_ms; /* time of the first signal; 0 before it */

/* Handles a signal. Only async-signal-safe calls are allowed here: atomics, clock_gettime, and
 * calls of libteetape-io that promise it. When the exchange fails, `none` holds the time of the
 * first signal. */
static void handle(int number)
{
    tt_io_stop *stop = atomic_load(&target);
    uint64_t now = clock_ms(), none = 0;
    if (!atomic_compare_exchange_strong(&first_ms, &none, now) && now - none >= SAME_MS) {
        /* The signal is delivered when this handler returns. */
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

/* Installs the handler. The flag is set first, because the handler may run as soon as it is
 * installed. */
void signals_start(tt_io_stop *stop)
{
    atomic_store(&target, stop);
    signals_catch(handle);
}

/* Ends the program by the signal that stopped it. A shell ends its loop only when the program dies
 * of the signal. -1 means that the program stopped itself. */
void signals_finish(const tt_io_stop *stop)
{
    int reason = tt_io_stop_reason(stop);
    if (reason > 0) {
        signal(reason, SIG_DFL);
        raise(reason);
    }
}

/* Opens the standard streams that are closed. With stdout closed at the start, the first file that
 * the program opens, such as a recording, would get number 1. The results would then be written
 * into it. */
void streams_guard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            /* open() returns the lowest free number, which is `fd`. The file is opened in the
             * wrong direction, so that using the stream remains an error. */
            int opened = open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
            (void)opened;
        }
    }
}

/* Returns milliseconds since a fixed moment. A signal handler may call clock_gettime. After a
 * failure this returns 0: no progress is drawn then, and a second signal counts as the first. */
uint64_t clock_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}
