/* SPDX-License-Identifier: MIT
 *
 * Tests of streams_guard: what the caller closed is occupied, and using it is an error.
 */
#include "host/posix.h"

#include "cli/shell/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "teetape/io/output.h"

/* A program started with stdout closed must not write results into the next file it opens. */
static void no_file_is_taken_for_stdout(void **state)
{
    char *path = host_files_path(state, "victim");
    int saved = dup(STDOUT_FILENO);
    assert_true(saved >= 0);
    close(STDOUT_FILENO);
    streams_guard();
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    tt_io_output out;
    tt_io_output_open_fd(&out, STDOUT_FILENO, true);
    tt_io_output_text(&out, "results");
    int result = tt_io_output_close(&out);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_true(fd > STDERR_FILENO);
    close(fd);
    assert_int_equal(result, EBADF);
    host_files_assert(path, "");
    streams_guard(); /* nothing to do */
    free(path);
}

/* Nor may it read from one. */
static void no_file_is_taken_for_stdin(void **state)
{
    char byte;
    (void)state;
    int saved = dup(STDIN_FILENO);
    assert_true(saved >= 0);
    close(STDIN_FILENO);
    streams_guard();
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    int failed = errno;
    dup2(saved, STDIN_FILENO);
    close(saved);
    assert_int_equal(count, -1);
    assert_int_equal(failed, EBADF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(no_file_is_taken_for_stdout),
        cmocka_unit_test(no_file_is_taken_for_stdin),
    };
    return cmocka_run_group_tests_name("cli_streams", tests, NULL, NULL);
}
