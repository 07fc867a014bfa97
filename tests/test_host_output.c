/* SPDX-License-Identifier: MIT
 *
 * Tests of host/output.h: what is written, and every way in which writing fails.
 */
#include "host/posix.h"

#include "teetape/io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"

static int open_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    return fd;
}

static void test_appends(void **state)
{
    char *path = host_files_path(state, "out");
    tt_io_output out;
    const uint8_t raw[] = {0x00, 0x7f, 0x80, 0xff};
    const tt_bytes bytes = {raw, sizeof(raw)};
    const tt_bytes empty = {NULL, 0};
    assert_true(tt_io_output_open_fd(&out, open_file(path), true));
    tt_io_output_text(&out, "a ");
    tt_io_output_byte(&out, 'b');
    host_files_repeat(&out, '.', 3);
    host_files_repeat(&out, '.', 0);
    tt_io_output_hex(&out, bytes);
    tt_io_output_hex(&out, empty);
    tt_io_output_bytes(&out, empty);
    tt_io_output_byte(&out, ' ');
    tt_io_output_uint(&out, UINT64_MAX);
    tt_io_output_byte(&out, ' ');
    tt_io_output_int(&out, INT64_MIN);
    tt_io_output_byte(&out, ' ');
    tt_io_output_int(&out, 0);
    tt_io_output_int(&out, -1);
    tt_io_output_int(&out, INT64_MAX);
    uint8_t *room = tt_io_output_reserve(&out, 10);
    assert_non_null(room);
    memcpy(room, "!?", 2);
    tt_io_output_advance(&out, 2);
    assert_int_equal(out.flushed, 0);
    uint64_t count = tt_io_output_count(&out);
    assert_true(count > 0);
    assert_true(tt_io_output_flush(&out));
    assert_int_equal(tt_io_output_count(&out), count);
    assert_int_equal(out.flushed, count);
    assert_int_equal(tt_io_output_close(&out), 0);
    host_files_assert(path, "a b...007f80ff 18446744073709551615 -9223372036854775808 "
                            "0-19223372036854775807!?");
    free(path);
}

/* Numbers against printf, at every power of ten and around it. */
static void test_numbers(void **state)
{
    char *path = host_files_path(state, "out");
    char expected[4096] = "";
    tt_io_output out;
    assert_true(tt_io_output_open_fd(&out, open_file(path), true));
    int64_t power = 1;
    for (int i = 0; i < 19; i++, power *= i < 19 ? 10 : 1) {
        for (int64_t d = -1; d <= 1; d++) {
            size_t at = strlen(expected);
            snprintf(expected + at, sizeof(expected) - at, "%" PRId64 ",%" PRId64 ",", power + d,
                     -power - d);
            tt_io_output_int(&out, power + d);
            tt_io_output_byte(&out, ',');
            tt_io_output_int(&out, -power - d);
            tt_io_output_byte(&out, ',');
        }
    }
    assert_int_equal(tt_io_output_close(&out), 0);
    host_files_assert(path, expected);
    free(path);
}

/* Much more than the buffer, in pieces of every kind of size. */
static void test_large(void **state)
{
    char *path = host_files_path(state, "out");
    size_t total = 1000000;
    uint8_t *data = malloc(total);
    uint64_t random = 5;
    assert_non_null(data);
    for (size_t i = 0; i < total; i++) {
        data[i] = (uint8_t)random_next(&random);
    }
    tt_io_output out;
    assert_true(tt_io_output_open_fd(&out, open_file(path), true));
    for (size_t at = 0; at < total;) {
        size_t part = random_next(&random) % (random_next(&random) % 8 == 0 ? 200000 : 300);
        part = part < total - at ? part : total - at;
        uint8_t *room = part <= TT_IO_OUTPUT_BUFFER ? tt_io_output_reserve(&out, part) : NULL;
        if (room != NULL && part % 2 == 0) {
            memcpy(room, data + at, part);
            tt_io_output_advance(&out, part);
        } else {
            const tt_bytes bytes = {data + at, part};
            tt_io_output_bytes(&out, bytes);
        }
        at += part;
    }
    assert_null(tt_io_output_reserve(&out, TT_IO_OUTPUT_BUFFER + 1));
    assert_int_equal(tt_io_output_error(&out), 0);
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_int_equal(out.flushed, total);
    size_t size;
    unsigned char *written = host_files_read(path, &size);
    assert_int_equal(size, total);
    assert_memory_equal(written, data, total);
    free(written);
    free(data);
    free(path);
}

static void test_full_disk(void **state)
{
    (void)state;
    int fd = open("/dev/full", O_WRONLY);
    if (fd < 0) {
        skip();
    }
    tt_io_output out;
    assert_true(tt_io_output_open_fd(&out, fd, true));
    tt_io_output_text(&out, "lost");
    assert_int_equal(tt_io_output_error(&out), 0); /* only buffered */
    assert_false(tt_io_output_flush(&out));
    assert_int_equal(tt_io_output_error(&out), ENOSPC);
    tt_io_output_text(&out, "ignored");
    host_files_repeat(&out, 'x', 3 * TT_IO_OUTPUT_BUFFER);
    assert_null(tt_io_output_reserve(&out, 1));
    assert_int_equal(out.flushed, 0);
    assert_int_equal(tt_io_output_close(&out), ENOSPC);
    assert_int_equal(tt_io_output_close(&out), ENOSPC);
}

static void test_error_only_at_close(void **state)
{
    (void)state;
    int fd = open("/dev/full", O_WRONLY);
    if (fd < 0) {
        skip();
    }
    tt_io_output out;
    assert_true(tt_io_output_open_fd(&out, fd, true));
    tt_io_output_text(&out, "lost");
    assert_int_equal(tt_io_output_close(&out), ENOSPC);
}

static void test_closed_pipe(void **state)
{
    (void)state;
    int ends[2];
    tt_io_output out;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    assert_true(tt_io_output_open_fd(&out, ends[1], true));
    close(ends[0]);
    tt_io_output_text(&out, "nobody reads this");
    assert_false(tt_io_output_flush(&out));
    assert_int_equal(tt_io_output_close(&out), EPIPE);
}

static void test_closed_descriptor(void **state)
{
    (void)state;
    tt_io_output out;
    int fd = dup(STDERR_FILENO);
    assert_true(fd >= 0);
    close(fd);
    assert_true(tt_io_output_open_fd(&out, fd, false));
    tt_io_output_text(&out, "x");
    assert_int_equal(tt_io_output_close(&out), EBADF);
}

static void test_borrowed_stays_open(void **state)
{
    char *path = host_files_path(state, "out");
    tt_io_output out;
    int fd = open_file(path);
    assert_true(tt_io_output_open_fd(&out, fd, false));
    tt_io_output_text(&out, "one");
    assert_int_equal(tt_io_output_close(&out), 0);
    tt_io_output_text(&out, "after the end");
    tt_io_output_byte(&out, '!');
    assert_null(tt_io_output_reserve(&out, 1));
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_int_equal(write(fd, "two", 3), 3);
    close(fd);
    host_files_assert(path, "onetwo");
    free(path);
}

static void *drain_pipe(void *opaque)
{
    const int *fd = opaque;
    static char buffer[4096];
    size_t total = 0;
    ssize_t count;
    const struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL); /* lets the pipe fill up first */
    while ((count = read(*fd, buffer, sizeof(buffer))) > 0) {
        total += (size_t)count;
    }
    return (void *)(uintptr_t)total;
}

/* A pipe that the other side made non-blocking: writing waits and loses nothing. */
static void test_nonblocking_pipe(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, drain_pipe, &ends[0]), 0);
    tt_io_output out;
    assert_true(tt_io_output_open_fd(&out, ends[1], true));
    host_files_repeat(&out, 'x', 500000);
    assert_int_equal(tt_io_output_close(&out), 0);
    void *total;
    assert_int_equal(pthread_join(thread, &total), 0);
    assert_int_equal((uintptr_t)total, 500000);
    close(ends[0]);
}

static int refuse_second(void *user, tt_bytes bytes)
{
    size_t *calls = user;
    assert_true(bytes.size > 0);
    return ++*calls == 2 ? EIO : 0;
}

static void test_sink(void **state)
{
    (void)state;
    size_t calls = 0;
    tt_io_output out;
    assert_true(tt_io_output_open(&out, refuse_second, &calls));
    assert_true(tt_io_output_flush(&out)); /* nothing to write: no call */
    assert_int_equal(calls, 0);
    tt_io_output_text(&out, "one");
    assert_true(tt_io_output_flush(&out));
    tt_io_output_text(&out, "two");
    assert_false(tt_io_output_flush(&out));
    tt_io_output_text(&out, "three");
    assert_false(tt_io_output_flush(&out));
    assert_int_equal(calls, 2);
    assert_int_equal(out.flushed, 3);
    assert_int_equal(tt_io_output_count(&out), 3);
    assert_int_equal(tt_io_output_close(&out), EIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_appends),
        IN_FOLDER(test_numbers),
        IN_FOLDER(test_large),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_error_only_at_close),
        cmocka_unit_test(test_closed_pipe),
        cmocka_unit_test(test_closed_descriptor),
        IN_FOLDER(test_borrowed_stays_open),
        cmocka_unit_test(test_nonblocking_pipe),
        cmocka_unit_test(test_sink),
    };
    return cmocka_run_group_tests_name("tt_io_output", tests, NULL, NULL);
}
