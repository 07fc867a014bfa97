/* SPDX-License-Identifier: MIT
 *
 * Installs the signal handler.
 */
#include "cli/shell/process.h"

#include <signal.h>
#include <string.h>

void signals_catch(void (*handle)(int number))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    /* Leaves out SA_RESTART, so that a signal ends a read that waits for a pipe. */
    action.sa_flags = 0;
    action.sa_handler = handle;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* Under nohup(1) SIGHUP is ignored, and remains so. */
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, NULL);
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}
