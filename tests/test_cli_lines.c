/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/codec/lines.h: lines through a pipe, in pieces of any size.
 */
#include "host/posix.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/codec/lines.h"
#include "cm.h"

static tt_io_stop *signal_stop;

/* A pipe that has `text` in it and nothing more. */
static int pipe_with(const char *text, size_t size)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, size), (ssize_t)size);
    close(ends[1]);
    return ends[0];
}

static void assert_line(struct lines *lines, const char *wanted)
{
    tt_bytes line;
    assert_int_equal(lines_next(lines, &line), LINES_GOOD);
    assert_int_equal(line.size, strlen(wanted));
    assert_memory_equal(line.data, wanted, line.size);
}

static void lines_come_one_by_one(void **state)
{
    static const char *const texts[] = {"one\n\nthree\n", "one\n\nthree"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct lines lines;
        tt_bytes line;
        int fd = pipe_with(texts[i], strlen(texts[i]));
        lines_open(&lines, fd, NULL);
        assert_line(&lines, "one");
        assert_line(&lines, "");
        assert_line(&lines, "three");
        assert_int_equal(lines_next(&lines, &line), LINES_END);
        assert_int_equal(lines_next(&lines, &line), LINES_END);
        lines_close(&lines);
        close(fd);
    }
}

static void nothing_is_no_line(void **state)
{
    struct lines lines;
    tt_bytes line;
    int fd = pipe_with("", 0);
    (void)state;
    lines_open(&lines, fd, NULL);
    assert_int_equal(lines_next(&lines, &line), LINES_END);
    lines_close(&lines);
    close(fd);
}

/* Each line is there as soon as its end was written, and not before. */
static void lines_are_not_waited_for(void **state)
{
    struct lines lines;
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    lines_open(&lines, ends[0], NULL);
    assert_false(lines_ready(&lines));
    assert_int_equal(write(ends[1], "a\nb\nc", 5), 5);
    assert_line(&lines, "a");
    assert_true(lines_ready(&lines));
    assert_line(&lines, "b");
    assert_false(lines_ready(&lines));
    assert_int_equal(write(ends[1], "d\n", 2), 2);
    assert_line(&lines, "cd");
    assert_false(lines_ready(&lines));
    close(ends[1]);
    tt_bytes line;
    assert_int_equal(lines_next(&lines, &line), LINES_END);
    assert_true(lines_ready(&lines));
    lines_close(&lines);
    close(ends[0]);
}

/* Lines of 0, 1, 2, ... letters, which end at every place of the buffer. */
static void lines_may_have_any_length(void **state)
{
    enum { LINES = 3000 };
    struct lines lines;
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    for (int i = 0; i < LINES; i++) {
        for (int j = 0; j < i * 100 / 7; j++) {
            fputc('a' + i % 26, file);
        }
        fputc('\n', file);
    }
    rewind(file);
    lines_open(&lines, fileno(file), NULL);
    for (int i = 0; i < LINES; i++) {
        tt_bytes line;
        assert_int_equal(lines_next(&lines, &line), LINES_GOOD);
        assert_int_equal(line.size, i * 100 / 7);
        for (size_t j = 0; j < line.size; j += 97) {
            assert_int_equal(line.data[j], 'a' + i % 26);
        }
    }
    tt_bytes line;
    assert_int_equal(lines_next(&lines, &line), LINES_END);
    lines_close(&lines);
    fclose(file);
}

static void everything_at_once(void **state)
{
    static const char text[] = "a\nb\0c\n\nd";
    struct lines lines;
    tt_bytes all;
    int fd = pipe_with(text, sizeof text);
    (void)state;
    lines_open(&lines, fd, NULL);
    assert_int_equal(lines_all(&lines, &all), LINES_GOOD);
    assert_int_equal(all.size, sizeof text);
    assert_memory_equal(all.data, text, sizeof text);
    lines_close(&lines);
    close(fd);
}

/* A shell may share its end of a pipe with a program that makes it non-blocking. */
static void what_does_not_block_is_waited_for(void **state)
{
    struct lines lines;
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    pid_t child = fork();
    if (child == 0) {
        poll(NULL, 0, 50);
        _exit(write(ends[1], "late\n", 5) == 5 ? 0 : 1);
    }
    close(ends[1]);
    lines_open(&lines, ends[0], NULL);
    assert_line(&lines, "late");
    lines_close(&lines);
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void raise_flag(int number)
{
    (void)number;
    tt_io_stop_want(signal_stop, -1);
}

/* The flag alone ends a wait, without a signal that ends read(2). */
static void a_wait_ends_when_it_shall(void **state)
{
    tt_io_stop stop;
    struct lines lines;
    struct sigaction action = {.sa_handler = raise_flag, .sa_flags = SA_RESTART};
    tt_bytes line;
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    stop = (tt_io_stop){0};
    signal_stop = &stop;
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    lines_open(&lines, ends[0], &stop);
    alarm(1);
    assert_int_equal(lines_next(&lines, &line), LINES_STOPPED);
    lines_close(&lines);
    close(ends[0]);
    close(ends[1]);
}

static void failures_and_stops_are_told(void **state)
{
    tt_io_stop stop;
    struct lines lines;
    tt_bytes line;
    (void)state;
    lines_open(&lines, -1, NULL);
    assert_int_equal(lines_next(&lines, &line), LINES_FAILED);
    assert_int_equal(lines.error.status, TT_ERR_SYSTEM);
    assert_non_null(strstr(lines.error.text, "cannot be read: "));
    lines_close(&lines);

    int fd = pipe_with("a\n", 2);
    stop = (tt_io_stop){0};
    tt_io_stop_want(&stop, -1);
    lines_open(&lines, fd, &stop);
    assert_int_equal(lines_next(&lines, &line), LINES_STOPPED);
    lines_close(&lines);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_one_by_one),
        cmocka_unit_test(nothing_is_no_line),
        cmocka_unit_test(lines_are_not_waited_for),
        cmocka_unit_test(lines_may_have_any_length),
        cmocka_unit_test(everything_at_once),
        cmocka_unit_test(failures_and_stops_are_told),
        cmocka_unit_test(what_does_not_block_is_waited_for),
        cmocka_unit_test(a_wait_ends_when_it_shall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
