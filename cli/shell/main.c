/* SPDX-License-Identifier: MIT
 *
 * The command teetape.
 */
#include <unistd.h>

#include "cli/shell/dispatch.h"
#include "cli/shell/message.h"
#include "cli/shell/process.h"
#include "cli/shell/terminal.h"

/* A signal handler has no argument, so this flag is global. Other code gets it as an argument. */
static tt_io_stop stop;

int main(int argc, char **argv)
{
    /* The standard streams must be open before any other file is. */
    streams_guard();
    terminal_start();
    message_start("teetape", STDERR_FILENO);
    signals_start(&stop);

    /* Without any argument argc is 0, and argv[0] is the NULL at the end. */
    const char *const *words = (const char *const *)argv;
    int status = dispatch(argc > 0 ? words + 1 : words, &stop);
    /* Results are written and temporary files are removed by now, so the program may die of the
     * signal. */
    signals_finish(&stop);
    return status;
}
