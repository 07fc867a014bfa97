/* SPDX-License-Identifier: MIT
 *
 * Tests of tti_file_patch: bytes written over at the end arrive in plain files, in compressed
 * ones and in pipes, and nothing else is left.
 */
#include "host/posix.h"

#include "host/file_inside.h"
#include "teetape/io/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host/compress_calls.h"
#include "host_files.h"
#include "teetape/io/compress.h"
#include "teetape/io/input.h"

/* More than a buffer, so that the beginning has left when it is written over. */
#define SIZE ((size_t)3 * TT_IO_OUTPUT_BUFFER + 17)

static tt_io_error error;

static uint8_t byte_at(size_t i)
{
    return (uint8_t)(i * 31 + i / 251);
}

static const tt_io_file_options how = {.replace = true, .patches = true};

static tt_io_file *write_bytes(const char *path)
{
    static const uint8_t patch[] = {1, 2, 3, 4};
    tt_io_file *f = tt_io_file_open(path, &how, &error);
    assert_non_null(f);
    for (size_t i = 0; i < SIZE; i++) {
        tt_io_output_byte(tt_io_file_out(f), byte_at(i));
    }
    tti_file_patch(f, 5, (tt_bytes){patch, sizeof patch});
    tt_io_output_byte(tt_io_file_out(f), 99); /* goes on where it was */
    return f;
}

static void assert_bytes(const char *path)
{
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    size_t at = 0;
    tt_bytes piece;
    assert_non_null(in);
    while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        for (size_t i = 0; i < piece.size; i++, at++) {
            uint8_t expected = at < SIZE ? byte_at(at) : 99;
            expected = at >= 5 && at < 9 ? (uint8_t)(at - 4) : expected;
            assert_int_equal(piece.data[i], expected);
        }
    }
    assert_int_equal(tt_io_input_error(in)->status, TT_OK);
    assert_int_equal(at, SIZE + 1);
    tt_io_input_close(in);
}

static void write_and_read(void **state, const char *name)
{
    char *path = host_files_path(state, name);
    tt_io_file *f = write_bytes(path);
    assert_true(tt_io_file_commit(f, &error));
    assert_bytes(path);
    free(path);
}

static void test_plain(void **state)
{
    write_and_read(state, "plain");
}

static void test_compressed(void **state)
{
    for (size_t i = 0; tti_host_compressors[i] != NULL; i++) {
        char name[16] = "file";
        if (tti_host_compressors[i]->calls != NULL) {
            write_and_read(state, strcat(name, tti_host_compressors[i]->ending));
        }
    }
}

static void test_pipe(void **state)
{
    char *path = host_files_path(state, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        tt_io_file *f = write_bytes(path);
        _exit(tt_io_file_commit(f, &error) ? 0 : 1);
    }
    int status;
    assert_bytes(path);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    free(path);
}

static void test_discard(void **state)
{
    static const char *const names[] = {"plain", "packed.gz"};
    for (size_t i = 0; i < 2; i++) {
        char *path = host_files_path(state, names[i]);
        if (i == 0 || tti_host_compressor_gz.calls != NULL) {
            tt_io_file_discard(write_bytes(path));
            assert_int_not_equal(access(path, F_OK), 0);
        }
        free(path);
    }
    DIR *dir = opendir(*state);
    size_t count = 0;
    assert_non_null(dir);
    while (readdir(dir) != NULL) {
        count++;
    }
    closedir(dir);
    assert_int_equal(count, 2); /* "." and ".." */
}

/* No folder for what waits: said before anything is written. */
static void test_no_temporary(void **state)
{
    char *path = host_files_path(state, "packed.gz");
    const char *before = getenv("TMPDIR");
    char *kept = before != NULL ? strdup(before) : NULL;
    if (tti_host_compressor_gz.calls != NULL) {
        assert_int_equal(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
        assert_null(tt_io_file_open(path, &how, &error));
        assert_int_equal(error.system, ENOENT);
        assert_int_not_equal(access(path, F_OK), 0);
    }
    assert_int_equal(kept != NULL ? setenv("TMPDIR", kept, 1) : unsetenv("TMPDIR"), 0);
    free(kept);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_plain),   IN_FOLDER(test_compressed),   IN_FOLDER(test_pipe),
        IN_FOLDER(test_discard), IN_FOLDER(test_no_temporary),
    };
    return cmocka_run_group_tests_name("tti_file_patch", tests, NULL, NULL);
}
