/* SPDX-License-Identifier: MIT
 *
 * Tests of the signals of cli/shell/process.h: the first signal asks the work to end, a later one
 * ends the program and leaves no temporary file.
 */
#include "host/posix.h"

#include "cli/shell/process.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"

static tt_io_stop stop;

static int begin(void **state)
{
    stop = (tt_io_stop){0};
    signals_start(&stop);
    return host_files_setup(state);
}

static void the_first_signal_raises_the_flag(void **state)
{
    (void)state;
    assert_false(tt_io_stop_wanted(&stop));
    assert_false(tt_io_stop_all_wanted());
    assert_int_equal(raise(SIGTERM), 0);
    assert_int_equal(tt_io_stop_reason(&stop), SIGTERM);
    assert_true(tt_io_stop_all_wanted()); /* and ends the waits without one */
    assert_int_equal(raise(SIGINT), 0);   /* the same one, a moment later */
    assert_int_equal(tt_io_stop_reason(&stop), SIGTERM);
}

static void pipes_send_none(void **state)
{
    struct sigaction now;
    (void)state;
    assert_int_equal(sigaction(SIGPIPE, NULL, &now), 0);
    assert_true(now.sa_handler == SIG_IGN);
}

/* As under nohup(1). */
static void an_ignored_hangup_is_left_ignored(void **state)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before, now;
    (void)state;
    assert_int_equal(sigaction(SIGHUP, NULL, &now), 0);
    assert_true(now.sa_handler != SIG_IGN);
    assert_int_equal(sigaction(SIGHUP, &ignore, &before), 0);
    signals_start(&stop);
    assert_int_equal(sigaction(SIGHUP, &before, &now), 0);
    assert_true(now.sa_handler == SIG_IGN);
    assert_int_equal(raise(SIGHUP), 0);
    assert_int_equal(tt_io_stop_reason(&stop), SIGHUP);
}

/* Which signal ended the child; 0 when none did. */
static int signal_of(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void a_later_one_ends_the_program(void **state)
{
    char *path = host_files_path(state, "temporary");
    host_files_write(path, "x", 1);
    pid_t child = fork();
    if (child == 0) {
        const struct timespec moment = {0, 400000000};
        tti_host_temporary_note(path);
        raise(SIGTERM);
        nanosleep(&moment, NULL);
        raise(SIGINT);
        _exit(1);
    }
    assert_int_equal(signal_of(child), SIGINT);
    assert_int_not_equal(access(path, F_OK), 0);
    free(path);
}

/* Not when the program itself asked the work to end, nor when nothing did. */
static void the_program_ends_as_the_signal_says(void **state)
{
    static const int reasons[] = {SIGTERM, SIGINT, -1, 0};
    (void)state;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        pid_t child = fork();
        if (child == 0) {
            tt_io_stop_want(&stop, reasons[i]);
            signals_finish(&stop);
            _exit(0);
        }
        assert_int_equal(signal_of(child), reasons[i] > 0 ? reasons[i] : 0);
    }
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, host_files_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_signal_raises_the_flag),    TEST(pipes_send_none),
        TEST(an_ignored_hangup_is_left_ignored),   TEST(a_later_one_ends_the_program),
        TEST(the_program_ends_as_the_signal_says),
    };
    return cmocka_run_group_tests_name("cli_signals", tests, NULL, NULL);
}
