/* SPDX-License-Identifier: MIT
 *
 * Runs a command on one file within the test's own process, and keeps what it prints.
 */
#ifndef TEST_CLI_RUN_H
#define TEST_CLI_RUN_H

#include "cli/shell/command.h"

typedef struct cli_run {
    char *out; /* the output, with a NUL at the end */
    size_t size;
    enum exit_status status;
} cli_run;

/* Runs a command. `words` are the words after its name, one of them a file, with NULL at the end.
 * stderr is discarded. The caller frees the result with cli_run_free. */
cli_run cli_run_words(const struct command *command, const char *const *words);
#define CLI_RUN(command, ...) cli_run_words(command, (const char *const[]){__VA_ARGS__, NULL})

void cli_run_free(cli_run *run);

#endif
