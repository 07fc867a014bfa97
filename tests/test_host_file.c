/* SPDX-License-Identifier: MIT
 *
 * Tests of host/file.h: a file is there when it is whole and not before, and whatever goes
 * wrong leaves the folder as it was.
 */
#include "host/posix.h"

#include "host/file_inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"

static tt_io_error error;

static tt_io_file *open_it(const char *path, bool replace)
{
    const tt_io_file_options how = {.replace = replace};
    return tt_io_file_open(path, &how, &error);
}

static void assert_refused(const char *path, bool replace, int number)
{
    assert_null(open_it(path, replace));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_int_equal(error.system, number);
    assert_non_null(strstr(error.text, strerror(number)));
    assert_string_equal(error.path, path);
}

/* Opens and writes; the commit is the caller's. */
static tt_io_file *begin(const char *path, bool replace, const char *text)
{
    tt_io_file *f = open_it(path, replace);
    assert_non_null(f);
    assert_int_equal(error.status, TT_OK);
    tt_io_output_text(tt_io_file_out(f), text);
    return f;
}

static void write_whole(const char *path, bool replace, const char *text)
{
    tt_io_file *f = begin(path, replace, text);
    assert_true(tt_io_file_commit(f, &error));
    assert_int_equal(error.status, TT_OK);
}

static mode_t mode_of(const char *path)
{
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    return facts.st_mode & 07777;
}

static void test_new(void **state)
{
    static const mode_t masks[] = {022, 077, 0};
    char *path = host_files_path(state, "new");
    for (size_t i = 0; i < 3; i++) {
        tt_io_file *f;
        mode_t before = umask(masks[i]);
        f = begin(path, i % 2 == 1, "hello");
        assert_true(tt_io_output_flush(tt_io_file_out(f)));
        assert_int_equal(access(path, F_OK), -1); /* not before it is whole */
        assert_int_equal(host_files_count(*state), 1);
        assert_true(tt_io_file_commit(f, &error));
        host_files_assert(path, "hello");
        assert_int_equal(mode_of(path), 0666 & ~masks[i]);
        assert_int_equal(host_files_count(*state), 1);
        umask(before);
        unlink(path);
    }
    write_whole(path, false, "");
    host_files_assert(path, "");
    free(path);
}

static void test_discard(void **state)
{
    char *path = host_files_path(state, "never");
    tt_io_file *f = begin(path, false, "hello");
    tt_io_output_flush(tt_io_file_out(f));
    tt_io_file_discard(f);
    assert_int_equal(host_files_count(*state), 0);
    write_whole(path, false, "old");
    f = begin(path, true, "new");
    tt_io_file_discard(f);
    host_files_assert(path, "old");
    assert_int_equal(host_files_count(*state), 1);
    free(path);
}

static void test_exists(void **state)
{
    char *path = host_files_path(state, "there");
    tt_io_file *f;
    host_files_write(path, "old", 3);
    assert_refused(path, false, EEXIST);
    host_files_assert(path, "old");
    unlink(path);
    /* It comes while ours is being written. */
    f = begin(path, false, "new");
    host_files_write(path, "theirs", 6);
    assert_false(tt_io_file_commit(f, &error));
    assert_int_equal(error.system, EEXIST);
    assert_string_equal(error.path, path);
    host_files_assert(path, "theirs");
    assert_int_equal(host_files_count(*state), 1);
    free(path);
}

static void test_replace(void **state)
{
    static const mode_t modes[] = {0640, 0600, 0444, 0755};
    char *path = host_files_path(state, "there");
    for (size_t i = 0; i < 4; i++) {
        unlink(path);
        host_files_write(path, "old", 3);
        assert_int_equal(chmod(path, modes[i]), 0);
        int reader = open(path, O_RDONLY);
        write_whole(path, true, "newer");
        host_files_assert(path, "newer");
        assert_int_equal(mode_of(path), modes[i]);
        char old[8];
        if (reader >= 0) { /* who has it open still sees the old one */
            assert_int_equal(read(reader, old, sizeof(old)), 3);
            close(reader);
        }
    }
    assert_int_equal(host_files_count(*state), 1);
    free(path);
}

static void test_links(void **state)
{
    char *target = host_files_path(state, "target");
    char *link = host_files_path(state, "link");
    char *dangling = host_files_path(state, "dangling");
    char *folder = host_files_path(state, "folder");
    struct stat facts;
    host_files_write(target, "old", 3);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(symlink("target", link), 0);
    assert_int_equal(symlink("nothing", dangling), 0);
    assert_refused(link, false, EEXIST);
    write_whole(link, true, "new");
    host_files_assert(target, "new");
    assert_int_equal(lstat(link, &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    assert_refused(dangling, false, EEXIST);
    assert_refused(dangling, true, ENOENT);
    assert_refused(folder, true, EISDIR);
    assert_refused(folder, false, EISDIR);
    assert_int_equal(host_files_count(*state), 4);
    free(target);
    free(link);
    free(dangling);
    free(folder);
}

static void test_nowhere(void **state)
{
    char *path = host_files_path(state, "no/such/folder");
    char *file = host_files_path(state, "file");
    char *below = host_files_path(state, "file/below");
    assert_refused(path, false, ENOENT);
    assert_refused("", false, ENOENT);
    assert_refused("nothing/", true, ENOENT);
    host_files_write(file, "x", 1);
    assert_refused(below, true, ENOTDIR);
    if (geteuid() != 0) { /* root may write everywhere */
        assert_int_equal(chmod(*state, 0500), 0);
        assert_refused(file, true, EACCES);
        assert_int_equal(chmod(*state, 0700), 0);
    }
    free(path);
    free(file);
    free(below);
}

/* The longest name that there may be. */
static void test_long_name(void **state)
{
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    char *path = host_files_path(state, name);
    write_whole(path, false, "long");
    write_whole(path, true, "longer");
    host_files_assert(path, "longer");
    free(path);
}

/* A name without a folder is one in the current folder. */
static void test_here(void **state)
{
    char *before = realpath(".", NULL);
    assert_int_equal(chdir(*state), 0);
    write_whole("here", false, "x");
    host_files_assert("here", "x");
    assert_int_equal(host_files_count("."), 1);
    assert_int_equal(chdir(before), 0);
    free(before);
}

static void test_devices(void **state)
{
    char *fifo = host_files_path(state, "fifo");
    struct stat facts;
    char text[8];
    write_whole("/dev/null", false, "gone");
    assert_int_equal(stat("/dev/null", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode));
    assert_int_equal(mkfifo(fifo, 0600), 0);
    int reader = open(fifo, O_RDONLY | O_NONBLOCK);
    write_whole(fifo, false, "through");
    assert_int_equal(read(reader, text, sizeof(text)), 7);
    assert_memory_equal(text, "through", 7);
    close(reader);
    assert_int_equal(stat(fifo, &facts), 0);
    assert_true(S_ISFIFO(facts.st_mode));
    free(fifo);
    tt_io_file *f;
    f = open_it("/dev/full", false);
    if (f != NULL) {
        tt_io_output_text(tt_io_file_out(f), "x");
        assert_false(tt_io_file_commit(f, &error));
        assert_int_equal(error.system, ENOSPC);
        assert_string_equal(error.path, "/dev/full");
        assert_non_null(strstr(error.text, "No space left"));
    }
}

/* A file beside one of the user's is made, or replaces a file. Whatever else has its name is not
 * touched, and not waited for. */
static void test_own(void **state)
{
    const tt_io_file_options own = {.own = true};
    tt_io_file *f;
    char *path = host_files_path(state, "own"), *theirs = host_files_path(state, "theirs");
    char *names[5];
    for (int i = 0; i < 2; i++) {
        f = tt_io_file_open(path, &own, &error);
        assert_non_null(f);
        tt_io_output_text(tt_io_file_out(f), i == 0 ? "first" : "second");
        assert_true(tt_io_file_commit(f, &error));
        host_files_assert(path, i == 0 ? "first" : "second");
    }
    host_files_write(theirs, "theirs", 6);
    names[0] = host_files_path(state, "link");
    names[1] = host_files_path(state, "to-nothing");
    names[2] = host_files_path(state, "to-device");
    names[3] = host_files_path(state, "fifo");
    names[4] = host_files_path(state, "folder");
    assert_int_equal(symlink("theirs", names[0]), 0);
    assert_int_equal(symlink("missing", names[1]), 0);
    assert_int_equal(symlink("/dev/null", names[2]), 0);
    assert_int_equal(mkfifo(names[3], 0600), 0);
    assert_int_equal(mkdir(names[4], 0700), 0);
    size_t count = host_files_count(*state);
    for (int i = 0; i < 5; i++) {
        assert_null(tt_io_file_open(names[i], &own, &error));
        assert_int_equal(error.status, TT_ERR_SYSTEM);
        assert_string_equal(error.path, names[i]);
        assert_int_equal(error.system, i == 4 ? EISDIR : EEXIST);
        free(names[i]);
    }
    host_files_assert(theirs, "theirs");
    assert_int_equal(host_files_count(*state), count);
    free(path);
    free(theirs);
}

#ifdef __linux__
/* What somebody writes is not replaced, whether it is seen at once or at the end. */
static void test_in_use(void **state)
{
    tt_io_file *f;
    char *path = host_files_path(state, "used");
    host_files_write(path, "theirs", 6);
    int writer = open(path, O_WRONLY | O_APPEND);
    assert_null(open_it(path, true));
    assert_int_equal(error.system, ETXTBSY);
    assert_non_null(strstr(error.text, "open for writing"));
    close(writer);
    f = begin(path, true, "ours");
    writer = open(path, O_WRONLY | O_APPEND);
    assert_false(tt_io_file_commit(f, &error));
    assert_int_equal(error.system, ETXTBSY);
    assert_int_equal(write(writer, "!", 1), 1);
    close(writer);
    host_files_assert(path, "theirs!");
    assert_int_equal(host_files_count(*state), 1);
    write_whole(path, true, "ours");
    host_files_assert(path, "ours");
    free(path);
}
#endif

static void test_stdout(void **state)
{
    char *path = host_files_path(state, "stdout");
    int saved = dup(STDOUT_FILENO);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fflush(NULL);
    dup2(fd, STDOUT_FILENO);
    close(fd);
    write_whole("-", false, "printed");
    tt_io_file *f = begin("-", false, "not printed");
    tt_io_file_discard(f);
    assert_true(fcntl(STDOUT_FILENO, F_GETFD) >= 0); /* still open */
    dup2(saved, STDOUT_FILENO);
    close(saved);
    host_files_assert(path, "printed");
    assert_int_equal(access("-", F_OK), -1);
    free(path);
}

/* A disk that is full after 100 kB, whether the file is new or not. Another process, because a
 * limit that was lowered remains. */
static int write_too_much(const char *path, bool replace)
{
    const struct rlimit limit = {100000, 100000};
    tt_io_file *f;
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || (f = open_it(path, replace)) == NULL) {
        return 2;
    }
    host_files_repeat(tt_io_file_out(f), 'x', 200000);
    return tt_io_file_commit(f, &error) ? 3 : error.system == EFBIG ? 0 : 4;
}

static void test_full(void **state)
{
    char *path = host_files_path(state, "large");
    for (int replace = 0; replace < 2; replace++) {
        pid_t child = fork();
        if (child == 0) {
            int result = write_too_much(path, replace == 1);
            free(path);
            _exit(result);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        assert_int_equal(host_files_count(*state), replace);
        if (replace == 1) {
            host_files_assert(path, "old");
        }
        host_files_write(path, "old", 3);
    }
    free(path);
}

/* The reader of a pipe leaves: told once, whatever is between the writer and the pipe. */
static void test_broken_pipe(void **state)
{
    static const tt_io_file_options hows[] = {
        {.format = "plain"}, {.patches = true}, {.format = "gzip"}, {.format = "xz"}};
    char *fifo = host_files_path(state, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < 4; i++) {
        int reader = open(fifo, O_RDONLY | O_NONBLOCK);
        tt_io_file *f = tt_io_file_open(fifo, &hows[i], &error);
        if (f == NULL) { /* a build without the library */
            assert_int_equal(error.status, TT_ERR_UNSUPPORTED);
            close(reader);
            continue;
        }
        assert_int_equal(tt_io_file_put(f, (tt_bytes){(const uint8_t *)"some", 4}), 0);
        close(reader);
        assert_false(tt_io_file_commit(f, &error));
        assert_int_equal(error.system, EPIPE);
        assert_string_equal(error.path, fifo);
    }
    signal(SIGPIPE, SIG_DFL);
    free(fifo);
}

/* A writer of the core hears of a failure at once. */
static void test_put(void **state)
{
    static uint8_t bytes[2 * TT_IO_OUTPUT_BUFFER];
    (void)state;
    tt_io_file *f = open_it("/dev/full", false);
    if (f != NULL) {
        assert_int_equal(tt_io_file_put(f, (tt_bytes){bytes, sizeof bytes}), ENOSPC);
        assert_int_equal(tt_io_file_put(f, (tt_bytes){bytes, 1}), ENOSPC);
        tt_io_file_discard(f);
    }
    tt_io_file_discard(NULL);
}

/* The form is that of the options, not of the name; what is finished can be looked at. */
static void test_format(void **state)
{
    static const tt_io_file_options plain = {.format = "plain"}, other = {.format = "zip"};
    struct stat facts;
    char *path = host_files_path(state, "a.xz");
    assert_null(tt_io_file_open(path, &other, &error));
    assert_int_equal(error.status, TT_ERR_UNSUPPORTED);
    assert_string_equal(error.path, path);
    assert_int_equal(host_files_count(*state), 0);
    tt_io_file *f = tt_io_file_open(path, &plain, &error);
    assert_non_null(f);
    tt_io_output_text(tt_io_file_out(f), "hello");
    assert_true(tti_host_file_finish(f, &error));
    assert_int_equal(tti_host_file_stored(f), 5);
    host_files_assert(tti_host_file_temporary(f), "hello");
    tti_host_file_sync(f);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(tt_io_file_commit(f, &error));
    host_files_assert(path, "hello");
    assert_int_equal(tti_host_file_settle(path), 0);
    assert_int_equal(unlink(path), 0);
    f = tt_io_file_open(path, NULL, &error);
    if (f != NULL) { /* now the name asks */
        tt_io_output_text(tt_io_file_out(f), "hello");
        assert_true(tt_io_file_commit(f, &error));
        assert_true(stat(path, &facts) == 0 && facts.st_size > 5);
    }
    free(path);
}

static void test_keep(void **state)
{
    char *path = host_files_path(state, "copy");
    char *original = host_files_path(state, "original");
    const struct timespec times[2] = {{1000000000, 5}, {1234567890, 123456789}};
    tt_io_file *f;
    struct stat facts, copy;
    host_files_write(original, "old", 3);
    assert_int_equal(chmod(original, 0604), 0);
    assert_int_equal(utimensat(AT_FDCWD, original, times, 0), 0);
    assert_int_equal(stat(original, &facts), 0);
    f = begin(path, false, "new");
    tti_host_file_keep(f, original, &facts);
    tt_io_output_text(tt_io_file_out(f), "er");
    assert_true(tt_io_file_commit(f, &error));
    assert_int_equal(stat(path, &copy), 0);
    assert_int_equal(copy.st_mode & 07777, 0604);
    assert_int_equal(copy.st_mtim.tv_sec, 1234567890);
    assert_int_equal(copy.st_mtim.tv_nsec, facts.st_mtim.tv_nsec);
    host_files_assert(path, "newer");
    free(path);
    free(original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_new),     IN_FOLDER(test_discard),     IN_FOLDER(test_exists),
        IN_FOLDER(test_replace), IN_FOLDER(test_links),       IN_FOLDER(test_nowhere),
        IN_FOLDER(test_here),    IN_FOLDER(test_long_name),   IN_FOLDER(test_devices),
        IN_FOLDER(test_stdout),  IN_FOLDER(test_full),        IN_FOLDER(test_keep),
        IN_FOLDER(test_own),     IN_FOLDER(test_broken_pipe), IN_FOLDER(test_put),
        IN_FOLDER(test_format),
#ifdef __linux__
        IN_FOLDER(test_in_use),
#endif
    };
    return cmocka_run_group_tests_name("tt_io_file", tests, NULL, NULL);
}
