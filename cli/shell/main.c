/* SPDX-License-Identifier: MIT
 *
 * The command teetape.
 */
#include <unistd.h>

#include "cli/shell/dispatch.h"
#include "cli/shell/message.h"
#include "cli/shell/signals.h"
#include "cli/shell/streams.h"
#include "cli/shell/terminal.h"

/* Signals can reach nothing else: a handler has no argument, and the flag has to outlive everything
 * that asks it. It goes down from here as an argument, so that no other file has a global for it.
 */
static tt_io_stop stop;

int main(int argc, char **argv)
{
    /* The order counts: nothing may open a file before the three streams are occupied, and messages
     * are wanted by whatever fails afterwards. */
    streams_guard();
    terminal_start();
    message_start("teetape", STDERR_FILENO);
    signals_start(&stop);

    /* A caller may start a program without even its name (argc is 0): then argv[0] is the NULL at
     * the end. */
    const char *const *words = (const char *const *)argv;
    int status = dispatch(argc > 0 ? words + 1 : words, &stop);
    /* Only now: results are written and temporary files are gone, so that dying by the signal loses
     * nothing. */
    signals_finish(&stop);
    return status;
}
