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

/* Signals can reach nothing else. */
static tt_io_stop stop;

int main(int argc, char **argv)
{
    streams_guard();
    terminal_start();
    message_start("teetape", STDERR_FILENO);
    signals_start(&stop);

    const char *const *words = (const char *const *)argv;
    int status = dispatch(argc > 0 ? words + 1 : words, &stop);
    signals_finish(&stop);
    return status;
}
