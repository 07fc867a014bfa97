/* SPDX-License-Identifier: MIT
 *
 * Runs a command on one file within the test's own process, and keeps what it prints.
 */
#ifndef TEST_CLI_RUN_H
#define TEST_CLI_RUN_H

#include "cli/shell/command.h"

typedef struct cli_run {
    char *out; /* ends with a NUL */
    size_t size;
    enum exit_status status;
} cli_run;

/* `words` are those after the command's name, NULL at the end, with one file among them. What
 * goes to stderr is thrown away. To be given to cli_run_free. */
cli_run cli_run_words(const struct command *command, const char *const *words);
#define CLI_RUN(command, ...) cli_run_words(command, (const char *const[]){__VA_ARGS__, NULL})

void cli_run_free(cli_run *run);

#endif
