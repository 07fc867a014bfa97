/* SPDX-License-Identifier: MIT
 *
 * The command teetape.
 */
#include "host/posix.h"

#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "cli/shell/dispatch.h"
#include "host/fd.h"
#include "host/message.h"

/* Signals can reach nothing else. */
static struct host_stop stop;

int main(int argc, char **argv)
{
    host_fd_guard();
    /* How wide characters are, and nothing else: numbers look the same everywhere. */
    setlocale(LC_CTYPE, "");
    host_message_start("teetape", STDERR_FILENO);
    host_stop_on_signals(&stop);

    const char *const *words = (const char *const *)argv;
    int status = dispatch(argc > 0 ? words + 1 : words, &stop);

    int reason = host_stop_reason(&stop);
    if (reason > 0) {
        /* Ends as the signal would have ended it, so that a shell loop ends too. */
        signal(reason, SIG_DFL);
        raise(reason);
    }
    return status;
}
