/* SPDX-License-Identifier: MIT
 *
 * The command teetape.
 */
#include <unistd.h>

#include "cli/shell/dispatch.h"
#include "cli/shell/message.h"
#include "cli/shell/process.h"
#include "cli/shell/terminal.h"

/* A signal handler has no argument, so the flag is global. Other files get it as an argument. */
static tt_io_stop stop;

int main(int argc, char **argv)
{
    /* The order counts: nothing may open a file before the three streams are occupied. */
    streams_guard();
    terminal_start();
    message_start("teetape", STDERR_FILENO);
    signals_start(&stop);

    /* argc is 0 when the caller gives not even a name: then argv[0] is the NULL at the end. */
    const char *const *words = (const char *const *)argv;
    int status = dispatch(argc > 0 ? words + 1 : words, &stop);
    /* Results are written and temporary files are gone, so dying by the signal loses nothing. */
    signals_finish(&stop);
    return status;
}
