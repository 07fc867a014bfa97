/* SPDX-License-Identifier: MIT
 *
 * The command teetape.
 */
#include <unistd.h>

#include "cli/shell/dispatch.h"
#include "cli/shell/message.h"
#include "cli/shell/process.h"
#include "cli/shell/terminal.h"

/* A signal handler has no argument, so the flag is global. All other code gets it as an argument.
 */
static tt_io_stop stop;

int main(int argc, char **argv)
{
    /* This comes first: no file may be opened before the three standard streams are. */
    streams_guard();
    terminal_start();
    message_start("teetape", STDERR_FILENO);
    signals_start(&stop);

    /* argc is 0 when the caller passes not even a name. argv[0] is the NULL at the end then. */
    const char *const *words = (const char *const *)argv;
    int status = dispatch(argc > 0 ? words + 1 : words, &stop);
    /* Results are written and temporary files are gone by now, so dying of the signal loses
     * nothing. */
    signals_finish(&stop);
    return status;
}
