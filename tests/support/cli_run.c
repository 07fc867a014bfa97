/* SPDX-License-Identifier: MIT
 *
 * Runs a command on one file within the test's own process.
 */
#include "cli_run.h"

#include <stdlib.h>

#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cm.h"

static int keep(void *user, tt_bytes bytes)
{
    cli_run *run = user;
    run->out = realloc(run->out, run->size + bytes.size + 1);
    assert_non_null(run->out);
    memcpy(run->out + run->size, bytes.data, bytes.size);
    run->size += bytes.size;
    run->out[run->size] = 0;
    return 0;
}

cli_run cli_run_words(const struct command *command, const char *const *words)
{
    const char *files[8];
    struct options options = {.files = files};
    options.own = calloc(1, command->options.size + 1);
    assert_non_null(options.own);
    tt_io_output out;
    size_t count = 0;
    cli_run run = {NULL, 0, EXIT_GOOD};
    while (words[count] != NULL) {
        count++;
    }
    assert_true(count <= sizeof files / sizeof files[0]);
    message_least(MESSAGE_NONE);
    keep(&run, (tt_bytes){(const uint8_t *)"", 0});
    if (!options_read(&options, command, words, count)) {
        fail_msg("%s", options.problem);
    }
    assert_int_equal(options.file_count, 1);
    assert_true(tt_io_output_open(&out, keep, &run));
    struct job job = {.command = command,
                      .settings = &options.settings,
                      .options = options.own,
                      .path = files[0],
                      .out = &out};
    run.status = run_job(&job);
    free(options.own);
    assert_int_equal(tt_io_output_close(&out), 0);
    return run;
}

void cli_run_free(cli_run *run)
{
    free(run->out);
    *run = (cli_run){NULL, 0, EXIT_GOOD};
}
