/* SPDX-License-Identifier: MIT
 *
 * Tests of host/fd.h: nothing is opened that a signal could not end the wait for.
 */
#include "host/posix.h"

#include "host/fd.h"
#include "teetape/io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "teetape/io/stop.h"

#define PATIENCE_MS 5000u

struct opening {
    const char *path;
    int flags, failed;
};

static void *open_it(void *user)
{
    struct opening *o = user;
    int fd = tti_host_fd_open(o->path, o->flags, 0);
    o->failed = fd < 0 ? errno : 0;
    if (fd >= 0) {
        close(fd);
    }
    return NULL;
}

static void on_signal(int number)
{
    tt_io_stop_all(number);
}

/* Opens in this thread or in another one that no signal reaches. The errno value is the status. */
static void be_child(const char *path, int flags, bool in_thread)
{
    struct opening o = {path, flags, 0};
    sigset_t all, none;
    pthread_t thread;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    if (!in_thread) {
        open_it(&o);
        _exit(o.failed);
    }
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &none);
    pthread_create(&thread, NULL, open_it, &o);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    pthread_join(thread, NULL);
    _exit(o.failed);
}

/* How the child ended; -1 when it had to be killed. */
static int await(pid_t child)
{
    int status;
    uint64_t until = tti_host_clock_ms() + PATIENCE_MS;
    while (tti_host_clock_ms() < until) {
        if (waitpid(child, &status, WNOHANG) == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
        }
        poll(NULL, 0, 5);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* The other end never comes: one signal is enough. */
static void a_signal_ends_the_wait(void **state)
{
    static const int flags[] = {O_RDONLY, O_WRONLY};
    char *fifo = host_files_path(state, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    for (int i = 0; i < 4; i++) {
        pid_t child = fork();
        if (child == 0) {
            be_child(fifo, flags[i % 2], i / 2 != 0);
        }
        poll(NULL, 0, 200);
        assert_int_equal(waitpid(child, NULL, WNOHANG), 0); /* it waits */
        assert_int_equal(kill(child, SIGTERM), 0);
        assert_int_equal(await(child), EINTR);
    }
    free(fifo);
}

/* The other end comes late, as a writer and as a reader. */
static void the_other_end_is_waited_for(void **state)
{
    char *fifo = host_files_path(state, "fifo");
    char text[8] = "";
    size_t got = 0;
    assert_int_equal(mkfifo(fifo, 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        poll(NULL, 0, 200);
        int fd = open(fifo, O_WRONLY);
        poll(NULL, 0, 200);
        (void)!write(fd, "hello", 5);
        close(fd);
        fd = open(fifo, O_RDONLY);
        (void)!read(fd, text, 5);
        _exit(memcmp(text, "world", 5) == 0 ? 0 : 1);
    }
    int fd = tti_host_fd_open(fifo, O_RDONLY, 0);
    assert_true(fd >= 0);
    assert_int_equal(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
    assert_int_equal(tti_host_fd_read(fd, text, sizeof text, &got), 0);
    assert_int_equal(got, 5);
    assert_memory_equal(text, "hello", 5);
    close(fd);
    fd = tti_host_fd_open(fifo, O_WRONLY, 0);
    assert_true(fd >= 0);
    assert_int_equal(tt_io_fd_write(fd, (tt_bytes){(const uint8_t *)"world", 5}), 0);
    close(fd);
    assert_int_equal(await(child), 0);
    free(fifo);
}

/* Who does not want to wait does not. */
static void it_may_be_asked_at_once(void **state)
{
    char *fifo = host_files_path(state, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_int_equal(tti_host_fd_open(fifo, O_WRONLY | O_NONBLOCK, 0), -1);
    assert_int_equal(errno, ENXIO);
    int fd = tti_host_fd_open(fifo, O_RDONLY | O_NONBLOCK, 0);
    assert_true(fd >= 0);
    close(fd);
    free(fifo);
}

/* What is no FIFO fails at once as it always did. */
static void errors_are_told_at_once(void **state)
{
    char *none = host_files_path(state, "none"), *file = host_files_path(state, "file");
    host_files_write(file, "x", 1);
    assert_int_equal(tti_host_fd_open(none, O_RDONLY, 0), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(tti_host_fd_open(*state, O_WRONLY, 0), -1);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(tti_host_fd_open(file, O_WRONLY | O_CREAT | O_EXCL, 0600), -1);
    assert_int_equal(errno, EEXIST);
    free(none);
    free(file);
}

#ifdef __linux__
/* A lease is a peer, too: its holder is reported, and gives it back in its own time. */
static void a_lease_is_waited_for(void **state)
{
    enum { SET_LEASE = 1024 }; /* F_SETLEASE, which POSIX has not */
    char *path = host_files_path(state, "file");
    int ready[2];
    char byte;
    host_files_write(path, "x", 1);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGIO, SIG_IGN);
        int fd = open(path, O_RDONLY);
        char said = fcntl(fd, SET_LEASE, F_RDLCK) == 0 ? 'y' : 'n';
        (void)!write(ready[1], &said, 1);
        poll(NULL, 0, 300);
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    if (byte == 'y') {
        int fd = tti_host_fd_open(path, O_WRONLY, 0);
        assert_true(fd >= 0);
        close(fd);
    }
    waitpid(child, NULL, 0);
    close(ready[0]);
    close(ready[1]);
    free(path);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_signal_ends_the_wait),  IN_FOLDER(the_other_end_is_waited_for),
        IN_FOLDER(it_may_be_asked_at_once), IN_FOLDER(errors_are_told_at_once),
#ifdef __linux__
        IN_FOLDER(a_lease_is_waited_for),
#endif
    };
    return cmocka_run_group_tests_name("host_fd", tests, NULL, NULL);
}
