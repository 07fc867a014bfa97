/* SPDX-License-Identifier: MIT
 *
 * Tests of host/plain.c and host/temporary.c: every byte is in reach, of a file as of what has to
 * be copied; what cannot be copied or read is reported with the system's reason, and nothing
 * remains open.
 */
#include "host/posix.h"

#include "teetape/io/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host/compress_calls.h"
#include "host/input_state.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"
#include "teetape/io/compress.h"
#include "teetape/io/file.h"
#include "teetape/io/output.h"

#define SIZE 900000

static tt_io_error error;

static void on_progress(void *user, uint64_t read_so_far)
{
    uint64_t *last = user;
    assert_true(read_so_far >= *last);
    *last = read_so_far;
}

static void assert_holds(tt_io_plain *plain, const struct blob *text)
{
    static const size_t places[] = {0, 1, 4095, SIZE / 2, SIZE - 1, SIZE};
    uint8_t bytes[300];
    assert_int_equal(plain->size, text->size);
    for (size_t i = sizeof places / sizeof places[0]; i-- > 0;) {
        size_t left = text->size - places[i];
        size_t wanted = left < sizeof bytes ? left : sizeof bytes;
        assert_int_equal(tt_io_plain_read(plain, places[i], bytes, sizeof bytes), wanted);
        assert_memory_equal(bytes, text->data + places[i], wanted);
    }
    assert_int_equal(plain->error.status, TT_OK);
}

/* The same bytes, stored in this file in whatever way. */
static void check_form(const char *path, const struct blob *text)
{
    tt_io_plain plain;
    uint64_t progress = 0;
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_non_null(in);
    assert_true(tt_io_plain_open(&plain, in, on_progress, &progress, &error));
    tt_io_input_close(in);
    assert_int_equal(plain.damage.status, TT_OK);
    assert_holds(&plain, text);
    tt_io_plain_close(&plain);
    tt_io_plain_close(&plain); /* as often as one likes */
    uint8_t byte;
    assert_int_equal(tt_io_plain_read(&plain, 0, &byte, 1), 0);
}

static void every_form_is_in_reach(void **state)
{
    struct blob text = blob_text(SIZE, 5);
    char *path = host_files_path(state, "file");
    host_files_write(path, text.data, text.size);
    check_form(path, &text);
    for (size_t k = 0; tti_host_compressors[k] != NULL; k++) {
        const tt_io_compressor *kind = tti_host_compressors[k];
        char *packed = host_files_path(state, kind->ending);
        tt_io_file *f = tt_io_file_open(packed, NULL, &error);
        if (f != NULL) {
            tt_io_output_bytes(tt_io_file_out(f), blob_part(&text, 0, text.size));
            assert_true(tt_io_file_commit(f, &error));
            check_form(packed, &text);
        }
        free(packed);
    }
    blob_free(&text);
    free(path);
}

/* A pipe has to be copied: there is no going back in it. */
static void a_pipe_is_copied(void **state)
{
    struct blob text = blob_text(SIZE, 6);
    char *path = host_files_path(state, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        int fd = open(path, O_WRONLY);
        _exit(tt_io_fd_write(fd, blob_part(&text, 0, text.size)) == 0 ? 0 : 1);
    }
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    tt_io_plain plain;
    uint64_t progress = 0;
    assert_non_null(in);
    assert_true(tt_io_plain_open(&plain, in, on_progress, &progress, &error));
    assert_holds(&plain, &text);
    assert_int_equal(progress, text.size);
    tt_io_plain_close(&plain);
    tt_io_input_close(in);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    blob_free(&text);
    free(path);
}

/* A fifo under its name, whose writer is gone when we come: nobody would ever open it again. */
static void a_fifo_is_not_waited_for(void **state)
{
    struct blob text = blob_text(3000, 7);
    char *path = host_files_path(state, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    int own = open(path, O_RDONLY | O_NONBLOCK);
    int writer = open(path, O_WRONLY);
    assert_int_equal(tt_io_fd_write(writer, blob_part(&text, 0, text.size)), 0);
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    tt_io_plain plain;
    uint64_t progress = 0;
    assert_non_null(in);
    close(writer);
    close(own);
    alarm(10); /* ends us if it is waited for */
    assert_true(tt_io_plain_open(&plain, in, on_progress, &progress, &error));
    alarm(0);
    assert_int_equal(plain.size, text.size);
    tt_io_plain_close(&plain);
    tt_io_input_close(in);
    blob_free(&text);
    free(path);
}

static void nothing_and_damage(void **state)
{
    char *path = host_files_path(state, "empty");
    tt_io_plain plain;
    uint64_t progress = 0;
    uint8_t byte;
    host_files_write(path, "", 0);
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_true(tt_io_plain_open(&plain, in, on_progress, &progress, &error));
    assert_int_equal(plain.size, 0);
    assert_int_equal(plain.damage.status, TT_OK);
    assert_int_equal(tt_io_plain_read(&plain, 0, &byte, 1), 0);
    tt_io_plain_close(&plain);
    tt_io_input_close(in);
    free(path);
    if (tti_host_compressor_gz.calls != NULL) {
        /* The header of a gzip file with a method that does not exist. */
        path = host_files_path(state, "damaged.gz");
        host_files_write(path, "\x1f\x8b\x07\0\0\0\0\0\0\0\0\0", 12);
        in = tt_io_input_open(path, NULL, &error);
        assert_true(tt_io_plain_open(&plain, in, on_progress, &progress, &error));
        assert_int_equal(plain.size, 0);
        assert_int_equal(plain.damage.status, TT_ERR_COMPRESSED_DATA);
        tt_io_plain_close(&plain);
        tt_io_input_close(in);
        free(path);
    }
}

/* What was read before the damage is in reach, and the damage is reported. */
static void half_of_it(void **state)
{
    if (tti_host_compressor_gz.calls == NULL) {
        return;
    }
    struct blob text = blob_text(SIZE, 7);
    char *path = host_files_path(state, "a.gz");
    tt_io_plain plain;
    uint64_t progress = 0;
    uint8_t bytes[100];
    tt_io_file *f = tt_io_file_open(path, NULL, &error);
    assert_non_null(f);
    tt_io_output_bytes(tt_io_file_out(f), blob_part(&text, 0, text.size));
    assert_true(tt_io_file_commit(f, &error));
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(truncate(path, facts.st_size / 2), 0);
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_true(tt_io_plain_open(&plain, in, on_progress, &progress, &error));
    assert_int_equal(plain.damage.status, TT_ERR_COMPRESSED_DATA);
    assert_in_range(plain.size, 1000, text.size - 1);
    assert_int_equal(tt_io_plain_read(&plain, plain.size - 100, bytes, 100), 100);
    assert_memory_equal(bytes, text.data + plain.size - 100, 100);
    tt_io_plain_close(&plain);
    tt_io_input_close(in);
    blob_free(&text);
    free(path);
}

static bool open_plain(tt_io_plain *plain, tt_io_input *in)
{
    uint64_t progress = 0;
    return tt_io_plain_open(plain, in, on_progress, &progress, &error);
}

/* Between its first bytes and its being read at any place, a file goes; or it is exchanged for
 * something else. What was opened is what is read. */
static void a_file_that_goes(void **state)
{
    char *path = host_files_path(state, "file");
    tt_io_plain plain;
    uint8_t bytes[10];
    for (int is_exchanged = 0; is_exchanged < 2; is_exchanged++) {
        host_files_write(path, "some bytes", 10);
        tt_io_input *in = tt_io_input_open(path, NULL, &error);
        assert_int_equal(unlink(path), 0);
        assert_true(!is_exchanged || mkdir(path, 0700) == 0);
        assert_true(open_plain(&plain, in));
        tt_io_input_close(in);
        assert_int_equal(plain.size, 10);
        assert_int_equal(tt_io_plain_read(&plain, 0, bytes, 10), 10);
        assert_memory_equal(bytes, "some bytes", 10);
        tt_io_plain_close(&plain);
    }
    free(path);
}

/* Without a copy: no folder for one is there. */
static void bytes_in_memory(void **state)
{
    struct blob text = blob_text(SIZE, 8);
    tt_io_plain plain;
    char before[] = "TMPDIR=/nowhere";
    const char *tmpdir = getenv("TMPDIR");
    (void)state;
    assert_int_equal(putenv(before), 0);
    tt_io_input *in =
        tti_host_input_reopen(NULL, NULL, (tt_bytes){text.data, text.size}, NULL, &error);
    assert_true(open_plain(&plain, in));
    tt_io_input_close(in);
    assert_holds(&plain, &text);
    tt_io_plain_close(&plain);
    unsetenv("TMPDIR");
    assert_true(tmpdir == NULL || setenv("TMPDIR", tmpdir, 1) == 0);
    in = tti_host_input_reopen(NULL, NULL, tt_bytes_of(""), NULL, &error);
    assert_true(open_plain(&plain, in));
    tt_io_input_close(in);
    assert_int_equal(plain.size, 0);
    tt_io_plain_close(&plain);
    blob_free(&text);
}

/* An open file, from its place on; the place is not that of the one who opened it. */
static void the_rest_of_an_open_file(void **state)
{
    struct blob text = blob_text(SIZE, 9);
    char *path = host_files_path(state, "file");
    tt_io_plain plain;
    uint8_t byte;
    struct blob all = blob_copy((tt_bytes){(const uint8_t *)"before", 6});
    blob_add(&all, text.data, text.size);
    host_files_write(path, all.data, all.size);
    blob_free(&all);
    int fd = open(path, O_RDONLY);
    assert_int_equal(lseek(fd, 6, SEEK_SET), 6);
    tt_io_input *in = tti_host_input_open_fd(NULL, fd, "a name", NULL, &error);
    assert_true(open_plain(&plain, in));
    tt_io_input_close(in);
    close(fd);
    assert_holds(&plain, &text);
    close(plain.fd);
    plain.fd = open(path, O_WRONLY);
    assert_int_equal(tt_io_plain_read(&plain, 0, &byte, 1), 0);
    assert_string_equal(plain.error.path, "a name");
    tt_io_plain_close(&plain);
    blob_free(&text);
    free(path);
}

static void reading_fails(void **state)
{
    char *path = host_files_path(state, "file");
    tt_io_plain plain;
    uint8_t bytes[10];
    host_files_write(path, "some bytes", 10);
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_true(open_plain(&plain, in));
    tt_io_input_close(in);
    close(plain.fd);
    plain.fd = open(path, O_WRONLY);
    assert_int_equal(tt_io_plain_read(&plain, 0, bytes, 10), 0);
    assert_int_equal(plain.error.status, TT_ERR_SYSTEM);
    assert_int_equal(plain.error.system, EBADF);
    tt_io_plain_close(&plain);
    free(path);
}

static void someone_leaves(void **state)
{
    char *path = host_files_path(state, "file");
    tt_io_stop stop = {0};
    const tt_io_input_options options = {.stop = &stop};
    tt_io_plain plain;
    host_files_write(path, "some bytes", 10);
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    tt_io_stop_want(&stop, SIGINT);
    assert_false(open_plain(&plain, in));
    assert_int_equal(error.status, TT_OK);
    tt_io_input_close(in);
    free(path);
}

static int pipe_fd;

/* An input that has to be copied, of more bytes than are handed out at once. */
static tt_io_input *open_pipe(void)
{
    struct blob text = blob_text(60000, 8);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(tt_io_fd_write(ends[1], blob_part(&text, 0, text.size)), 0);
    close(ends[1]);
    blob_free(&text);
    pipe_fd = ends[0];
    tt_io_input *in = tti_host_input_open_fd(NULL, pipe_fd, "a pipe", NULL, &error);
    assert_non_null(in);
    return in;
}

/* A copy where TMPDIR says: nowhere, by too long a name, or on a disk that is full. */
static void no_room_for_a_copy(void **state)
{
    static char name[5000];
    tt_io_plain plain;
    (void)state;
    tt_io_input *in = open_pipe();
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_int_equal(tti_host_nameless_open(), -1);
    assert_int_equal(errno, ENOENT);
    assert_false(open_plain(&plain, in));
    assert_int_equal(error.system, ENOENT);
    assert_non_null(strstr(error.text, "TMPDIR"));
    assert_string_equal(error.path, "a pipe");
    tt_io_input_close(in);
    close(pipe_fd);
    memset(name, 'x', sizeof name - 1);
    setenv("TMPDIR", name, 1);
    assert_int_equal(tti_host_nameless_open(), -1);
    assert_int_equal(errno, ENAMETOOLONG);
    unsetenv("TMPDIR");

    /* The limit holds for as long as it is set: a soft one goes up again. */
    struct rlimit limit, before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 20000;
    signal(SIGXFSZ, SIG_IGN);
    in = open_pipe();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool is_open = open_plain(&plain, in);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(is_open);
    assert_int_equal(error.system, EFBIG);
    assert_non_null(strstr(error.text, "TMPDIR"));
    tt_io_input_close(in);
    close(pipe_fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_form_is_in_reach),
        IN_FOLDER(a_pipe_is_copied),
        IN_FOLDER(a_fifo_is_not_waited_for),
        IN_FOLDER(nothing_and_damage),
        IN_FOLDER(half_of_it),
        IN_FOLDER(a_file_that_goes),
        IN_FOLDER(bytes_in_memory),
        IN_FOLDER(the_rest_of_an_open_file),
        IN_FOLDER(reading_fails),
        IN_FOLDER(someone_leaves),
        IN_FOLDER(no_room_for_a_copy),
    };
    return cmocka_run_group_tests_name("tt_io_plain", tests, NULL, NULL);
}
