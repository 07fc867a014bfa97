/* SPDX-License-Identifier: MIT
 *
 * Runs a command on one file within the test's own process.
 */
#include "host/posix.h"

#include "cli_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/shell/message.h"
#include "cli/shell/options.h"
#include "cli/shell/run.h"
#include "cm.h"

/* stdout, which is redirected to a temporary file. `before` is a copy of the original
 * descriptor. */
struct taken {
    FILE *file;
    int before;
};

static struct taken take_stdout(void)
{
    struct taken t = {tmpfile(), dup(1)};
    assert_non_null(t.file);
    assert_true(t.before >= 0);
    fflush(stdout);
    assert_true(dup2(fileno(t.file), 1) >= 0); /* Windows returns 0 */
    return t;
}

static void give_stdout_back(struct taken *t, cli_run *run)
{
    assert_true(dup2(t->before, 1) >= 0);
    close(t->before);
    assert_int_equal(fseek(t->file, 0, SEEK_END), 0);
    run->size = (size_t)ftell(t->file);
    rewind(t->file);
    run->out = calloc(1, run->size + 1);
    assert_non_null(run->out);
    assert_int_equal(fread(run->out, 1, run->size, t->file), run->size);
    fclose(t->file);
}

cli_run cli_run_words(const struct command *command, const char *const *words)
{
    const char *files[8];
    struct options options = {.files = files};
    options.own = calloc(1, command->options.size + 1);
    assert_non_null(options.own);
    size_t count = 0;
    cli_run run = {NULL, 0, EXIT_GOOD};
    while (words[count] != NULL) {
        count++;
    }
    assert_true(count <= sizeof files / sizeof files[0]);
    message_least(MESSAGE_NONE);
    if (!options_read(&options, command, words, count)) {
        fail_msg("%s", options.problem);
    }
    assert_int_equal(options.file_count, 1);
    struct shell sh = {.command = command,
                       .settings = &options.settings,
                       .options = options.own,
                       .files = files,
                       .count = 1};
    struct taken t = take_stdout();
    run.status = run_command(&sh);
    give_stdout_back(&t, &run);
    free(options.own);
    return run;
}

void cli_run_free(cli_run *run)
{
    free(run->out);
    *run = (cli_run){NULL, 0, EXIT_GOOD};
}
