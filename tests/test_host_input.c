/* SPDX-License-Identifier: MIT
 *
 * Tests of host/input.h without compression: files, pipes, what cannot be opened, following
 * a file that grows, stopping. Compressed data: test_host_codec.c.
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cm.h"
#include "host/fd.h"
#include "host/input_state.h"
#include "host/inside.h"
#include "host_files.h"

#define BIG ((size_t)700 * 1000) /* more than two buffers */

static uint8_t *make_bytes(size_t size)
{
    uint8_t *data = malloc(size + 1);
    uint64_t random = 7;
    assert_non_null(data);
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)random_next(&random);
    }
    return data;
}

/* Reads to the end and compares with what is expected. */
static void assert_gives(tt_io_input *in, const uint8_t *expected, size_t size)
{
    size_t at = 0;
    tt_bytes piece;
    tt_io_input_status status;
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size > 0 && piece.size <= size - at);
        assert_memory_equal(piece.data, expected + at, piece.size);
        at += piece.size;
    }
    assert_int_equal(status, TT_IO_INPUT_END);
    assert_int_equal(at, size);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_END);
    assert_int_equal(piece.size, 0);
    assert_int_equal(tt_io_input_error(in)->status, TT_OK);
}

static void test_sizes(void **state)
{
    static const size_t sizes[] = {0, 1, 2, 5, 6, 7, 262143, 262144, 262145, BIG};
    char *path = host_files_path(state, "plain");
    uint8_t *data = make_bytes(BIG);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        tt_io_error error;
        host_files_write(path, data, sizes[i]);
        tt_io_input *in = tt_io_input_open(path, NULL, &error);
        assert_non_null(in);
        assert_string_equal(tti_io_input_codec(in), "");
        assert_gives(in, data, sizes[i]);
        assert_string_equal(tti_io_input_codec(in), "plain");
        tt_io_input_counts counts = tt_io_input_count(in);
        assert_int_equal(counts.size, sizes[i]);
        assert_int_equal(counts.read, sizes[i]);
        assert_int_equal(counts.given, sizes[i]);
        tt_io_input_close(in);
    }
    free(data);
    free(path);
}

/* Bytes that begin like those of every compressor, or are the begin of such a file, come as they
 * are. */
static void test_as_stored(void **state)
{
    static const char *const firsts[] = {"\3757zXZ", "\x28\xb5\x2f\xfd", "\x1f\x8b\x08", "",
                                         "plain"};
    const tt_io_input_options options = {.as_stored = true};
    char *path = host_files_path(state, "stored");
    uint8_t *data = make_bytes(BIG);
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
        size_t size = strlen(firsts[i]), sizes[] = {size, size + 1, BIG};
        memcpy(data, firsts[i], size);
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            tt_io_error error;
            host_files_write(path, data, sizes[k]);
            tt_io_input *in = tt_io_input_open(path, &options, &error);
            assert_non_null(in);
            assert_gives(in, data, sizes[k]);
            assert_string_equal(tti_io_input_codec(in), "plain");
            if (sizes[k] > 0) {
                assert_true(tti_input_seek(in, 1, NULL, 0));
                assert_gives(in, data + 1, sizes[k] - 1);
            }
            tt_io_input_close(in);
            in = tti_host_input_reopen(NULL, NULL, (tt_bytes){data, sizes[k]}, &options, &error);
            assert_non_null(in);
            if (sizes[k] > 0) { /* a seek before anything was read */
                assert_true(tti_input_seek(in, 1, NULL, 0));
                assert_gives(in, data + 1, sizes[k] - 1);
            }
            tt_io_input_close(in);
        }
    }
    free(data);
    free(path);
}

/* A caller that looks at the first piece leaves everything as it was. */
static void test_again(void **state)
{
    char *path = host_files_path(state, "plain");
    uint8_t *data = make_bytes(BIG);
    tt_io_error error;
    tt_bytes piece, same;
    host_files_write(path, data, BIG);
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_non_null(in);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
        tt_io_input_again(in);
    }
    assert_int_equal(tt_io_input_count(in).given, 0);
    assert_int_equal(tt_io_input_next(in, &same), TT_IO_INPUT_PIECE);
    assert_ptr_equal(same.data, piece.data);
    assert_int_equal(same.size, piece.size);
    tt_io_input_again(in);
    assert_gives(in, data, BIG);
    assert_int_equal(tt_io_input_count(in).given, BIG);
    tt_io_input_close(in);
    free(data);
    free(path);
}

/* The same of the part that a seek left of a piece. */
static void test_again_after_seek(void **state)
{
    char *path = host_files_path(state, "plain");
    uint8_t *data = make_bytes(BIG);
    tt_io_error error;
    tt_bytes piece;
    host_files_write(path, data, BIG);
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    assert_true(tti_input_seek(in, 1000, NULL, 0));
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    tt_io_input_again(in);
    assert_gives(in, data + 1000, BIG - 1000);
    tt_io_input_close(in);
    free(data);
    free(path);
}

static void assert_open_fails(const char *path, int number)
{
    tt_io_error error;
    assert_null(tt_io_input_open(path, NULL, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_int_equal(error.system, number);
    assert_non_null(strstr(error.text, strerror(number)));
    size_t size = strlen(path);
    assert_string_equal(error.path + (size < TT_IO_PATH_CAP ? 0 : 3),
                        path + (size < TT_IO_PATH_CAP ? 0 : size + 4 - TT_IO_PATH_CAP));
    assert_true(size < TT_IO_PATH_CAP || memcmp(error.path, "...", 3) == 0);
}

static void test_cannot_open(void **state)
{
    char *path = host_files_path(state, "nothing");
    assert_open_fails(path, ENOENT);
    assert_open_fails("", ENOENT);
    assert_open_fails(*state, EISDIR);
    host_files_write(path, "x", 1);
    assert_int_equal(chmod(path, 0), 0);
    if (geteuid() != 0) { /* root may read everything */
        assert_open_fails(path, EACCES);
    }
    static char longer[3000];
    memset(longer, 'x', sizeof longer - 1);
    assert_open_fails(longer, ENAMETOOLONG);
    free(path);
    tt_io_input_close(NULL);
}

/* What is left of a longer path has no half of a character at its begin. */
static void test_cut_path(void **state)
{
    char path[3 * TT_IO_PATH_CAP], cut[TT_IO_PATH_CAP];
    (void)state;
    for (size_t size = TT_IO_PATH_CAP - 8; size < TT_IO_PATH_CAP + 8; size++) {
        for (size_t i = 0; i < size; i++) {
            path[i] = "\xe2\x82\xac"[i % 3];
        }
        path[size] = '\0';
        tti_path_copy(cut, path);
        if (size < TT_IO_PATH_CAP) {
            assert_string_equal(cut, path);
            continue;
        }
        assert_memory_equal(cut, "...\xe2", 4);
        assert_in_range(strlen(cut), TT_IO_PATH_CAP - 3, TT_IO_PATH_CAP - 1);
        assert_string_equal(cut + 3, path + size - (strlen(cut) - 3));
    }
}

/* Puts the reading end of a pipe in the place of stdin. */
static int replace_stdin(int *saved)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    *saved = dup(STDIN_FILENO);
    assert_true(*saved >= 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    return ends[1];
}

static void restore_stdin(int saved)
{
    assert_int_equal(dup2(saved, STDIN_FILENO), STDIN_FILENO);
    close(saved);
}

struct slow_writer {
    int fd;
    const uint8_t *data;
    size_t size;
};

/* One byte at a time at first, so that the reader sees parts of the magic. */
static void *write_slowly(void *opaque)
{
    const struct slow_writer *writer = opaque;
    size_t at = 0;
    const struct timespec pause = {0, 2000000};
    while (at < writer->size) {
        size_t part = at < 8 ? 1 : 40000;
        part = part < writer->size - at ? part : writer->size - at;
        ssize_t count = write(writer->fd, writer->data + at, part);
        if (count <= 0) {
            break;
        }
        at += (size_t)count;
        nanosleep(&pause, NULL);
    }
    close(writer->fd);
    return NULL;
}

static void test_stdin_pipe(void **state)
{
    (void)state;
    uint8_t *data = make_bytes(BIG);
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        int saved;
        struct slow_writer writer = {replace_stdin(&saved), data, BIG};
        if (nonblocking) {
            assert_int_equal(fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK), 0);
        }
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, write_slowly, &writer), 0);
        /* Following a pipe changes nothing: its end is the end. */
        const tt_io_input_options options = {.follow = true};
        tt_io_error error;
        tt_io_input *in = tt_io_input_open("-", &options, &error);
        assert_non_null(in);
        assert_int_equal(tt_io_input_count(in).size, 0);
        assert_gives(in, data, BIG);
        tt_io_input_close(in);
        assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* not closed */
        pthread_join(thread, NULL);
        restore_stdin(saved);
    }
    free(data);
}

static void test_stop_while_waiting(void **state)
{
    (void)state;
    int saved;
    int writer = replace_stdin(&saved);
    tt_io_stop stop = {0};
    const tt_io_input_options options = {.wait_ms = 10, .stop = &stop};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open("-", &options, &error);
    tt_bytes piece;
    assert_non_null(in);
    assert_int_equal(write(writer, "seven b", 7), 7);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    tt_io_stop_want(&stop, -1);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_STOPPED);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_STOPPED);
    tt_io_input_close(in);
    close(writer);
    restore_stdin(saved);
}

static void *read_one(void *user)
{
    static tt_io_input_status status;
    tt_bytes piece;
    status = tt_io_input_next(user, &piece);
    return &status;
}

/* An input without a flag waits until all of the program is asked to stop; one with a flag waits
 * for that alone. */
static void test_stop_all(void **state)
{
    int ends[2];
    (void)state;
    tt_io_error error;
    tt_io_stop stop = {0};
    const tt_io_input_options flagged = {.stop = &stop, .wait_ms = 20};
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        void *status;
        assert_int_equal(pipe(ends), 0);
        tt_io_input *in =
            tti_host_input_open_fd(NULL, ends[0], NULL, i == 1 ? &flagged : NULL, &error);
        assert_non_null(in);
        assert_int_equal(pthread_create(&thread, NULL, read_one, in), 0);
        tt_io_stop_all(-1);
        if (i == 1) {
            assert_int_equal(write(ends[1], "plain bytes", 11), 11);
        }
        pthread_join(thread, &status);
        tt_io_stop_all(0);
        assert_int_equal(*(tt_io_input_status *)status,
                         i == 1 ? TT_IO_INPUT_PIECE : TT_IO_INPUT_STOPPED);
        tt_io_input_close(in);
        close(ends[0]);
        close(ends[1]);
    }
}

static void test_follow(void **state)
{
    char *path = host_files_path(state, "growing");
    host_files_write(path, "abc", 3);
    const tt_io_input_options options = {.follow = true, .wait_ms = 20};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    tt_bytes piece;
    assert_non_null(in);
    /* Three bytes do not tell the format yet. */
    uint64_t before = tti_host_clock_ms();
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_IDLE);
    assert_true(tti_host_clock_ms() - before >= 19);
    host_files_append(path, "defgh", 5);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    assert_int_equal(piece.size, 8);
    assert_memory_equal(piece.data, "abcdefgh", 8);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_IDLE);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_IDLE);
    host_files_append(path, "i", 1);
    tti_io_input_follow(in, false);
    assert_gives(in, (const uint8_t *)"i", 1);
    assert_int_equal(tt_io_input_count(in).given, 9);
    tt_io_input_close(in);
    free(path);
}

static void test_follow_ends_early(void **state)
{
    char *path = host_files_path(state, "short");
    host_files_write(path, "ab", 2);
    tt_io_stop stop = {0};
    const tt_io_input_options options = {.follow = true, .wait_ms = 10, .stop = &stop};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    tt_bytes piece;
    assert_non_null(in);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_IDLE);
    tt_io_stop_want(&stop, SIGINT);
    assert_int_equal(tt_io_stop_reason(&stop), SIGINT);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_STOPPED);
    tt_io_input_close(in);
    free(path);
}

static void test_follow_shrunk(void **state)
{
    char *path = host_files_path(state, "shrunk");
    host_files_write(path, "0123456789", 10);
    const tt_io_input_options options = {.follow = true, .wait_ms = 10};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    tt_bytes piece;
    assert_non_null(in);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    assert_int_equal(truncate(path, 4), 0);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_FAILED);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_FAILED);
    assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
    assert_string_equal(tt_io_input_error(in)->path, path);
    assert_int_equal(tt_io_input_error(in)->offset, 10);
    tt_io_input_close(in);
    free(path);
}

/* Without following, a file that shrinks or grows meanwhile just ends where it ends. */
static void test_changes_while_read(void **state)
{
    char *path = host_files_path(state, "changing");
    uint8_t *data = make_bytes(BIG);
    host_files_write(path, data, BIG);
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    tt_bytes piece;
    assert_non_null(in);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    size_t first = piece.size;
    assert_int_equal(truncate(path, 300000), 0);
    /* What is there comes, and then the loss is reported: an end would say that this was all. */
    size_t at = first;
    tt_io_input_status status;
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size <= 300000 - at);
        assert_memory_equal(piece.data, data + at, piece.size);
        at += piece.size;
    }
    assert_int_equal(status, TT_IO_INPUT_FAILED);
    assert_int_equal(at, 300000);
    assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
    assert_int_equal(tt_io_input_error(in)->offset, 300000);
    tt_io_input_close(in);
    free(data);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_sizes),
        IN_FOLDER(test_as_stored),
        IN_FOLDER(test_again),
        cmocka_unit_test(test_stop_all),
        IN_FOLDER(test_again_after_seek),
        IN_FOLDER(test_cannot_open),
        cmocka_unit_test(test_cut_path),
        cmocka_unit_test(test_stdin_pipe),
        cmocka_unit_test(test_stop_while_waiting),
        IN_FOLDER(test_follow),
        IN_FOLDER(test_follow_ends_early),
        IN_FOLDER(test_follow_shrunk),
        IN_FOLDER(test_changes_while_read),
    };
    return cmocka_run_group_tests_name("tt_io_input", tests, NULL, NULL);
}
