/* SPDX-License-Identifier: MIT
 *
 * Tests of host/in_use.h: a file that is open for writing is seen, whichever process has it open
 * and by whatever name; one that is only read is not.
 */
#include "host/posix.h"

#include "host/in_use.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"

#define NOBODY 65534

#ifdef __linux__
/* Another process that has the file open until it is ended. */
struct holder {
    pid_t child;
    int is_ready; /* it closes its end then */
};

static struct holder hold(const char *path, int flags)
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    struct holder holder = {fork(), ends[0]};
    if (holder.child == 0) {
        close(ends[0]);
        if (open(path, flags) < 0) {
            _exit(1);
        }
        (void)!write(ends[1], "x", 1);
        for (;;) {
            pause();
        }
    }
    close(ends[1]);
    assert_int_equal(read(holder.is_ready, &byte, 1), 1);
    return holder;
}

static void let_go(struct holder *holder)
{
    kill(holder->child, SIGKILL);
    waitpid(holder->child, NULL, 0);
    close(holder->is_ready);
}

static void writers_are_seen(void **state)
{
    static const int writing[] = {O_WRONLY, O_RDWR, O_WRONLY | O_APPEND};
    char *path = host_files_path(state, "file"), *other = host_files_path(state, "other");
    host_files_write(path, "x", 1);
    assert_int_equal(link(path, other), 0);
    assert_int_equal(tti_host_use_of(path), HOST_USE_NONE);
    for (size_t i = 0; i < 3; i++) {
        struct holder holder = hold(other, writing[i]);
        assert_int_equal(tti_host_use_of(path), HOST_USE_WRITTEN);
        let_go(&holder);
        assert_int_equal(tti_host_use_of(path), HOST_USE_NONE);
    }
    struct holder reader = hold(path, O_RDONLY);
    assert_int_equal(tti_host_use_of(path), HOST_USE_NONE);
    let_go(&reader);
    int fd = open(path, O_WRONLY); /* we ourselves */
    assert_int_equal(tti_host_use_of(path), HOST_USE_WRITTEN);
    close(fd);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(symlink("file", other), 0);
    struct holder by_link = hold(path, O_WRONLY);
    assert_int_equal(tti_host_use_of(other), HOST_USE_WRITTEN);
    let_go(&by_link);
    host_files_assert(path, "x");
    free(path);
    free(other);
}

/* Who opens it while it is looked at waits a moment; nobody is ended by the kernel's signal. */
static void looking_disturbs_nobody(void **state)
{
    char *path = host_files_path(state, "file");
    host_files_write(path, "", 0);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 2000; i++) {
            int fd = open(path, O_WRONLY);
            if (fd < 0 || close(fd) != 0) {
                _exit(1);
            }
        }
        _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        (void)tti_host_use_of(path);
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    free(path);
}

/* Runs in a process of a user who gets no lease on the file: 0 when all is right. */
static int look_as_nobody(const char *path, bool we_write)
{
    if (setgid(NOBODY) != 0 || setuid(NOBODY) != 0) {
        return 1;
    }
    if (we_write && open(path, O_WRONLY) < 0) {
        return 2;
    }
    enum host_use use = tti_host_use_of(path);
    return use == (we_write ? HOST_USE_WRITTEN : HOST_USE_UNKNOWN) ? 0 : 3;
}

/* Without a lease our own processes are asked. */
static void processes_are_asked(void **state)
{
    static char *path; /* valgrind finds it in a child that ends here, too */
    path = host_files_path(state, "file");
    if (geteuid() != 0) {
        free(path);
        skip();
    }
    host_files_write(path, "x", 1);
    assert_int_equal(chmod(*state, 0755), 0);
    assert_int_equal(chmod(path, 0666), 0);
    for (int we_write = 0; we_write < 2; we_write++) {
        int status;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            exit(look_as_nobody(path, we_write != 0)); /* so that its lines count as run */
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    free(path);
}
#else
static void writers_are_seen(void **state)
{
    (void)state;
    skip();
}
#endif

/* What is no file, or not there, cannot be looked at; and is not waited for. */
static void other_things_are_unknown(void **state)
{
    char *fifo = host_files_path(state, "fifo"), *none = host_files_path(state, "none");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_int_equal(tti_host_use_of(fifo), HOST_USE_UNKNOWN);
    assert_int_equal(tti_host_use_of(none), HOST_USE_UNKNOWN);
    assert_int_equal(tti_host_use_of(*state), HOST_USE_UNKNOWN);
    free(fifo);
    free(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(writers_are_seen),
#ifdef __linux__
        IN_FOLDER(looking_disturbs_nobody),
        IN_FOLDER(processes_are_asked),
#endif
        IN_FOLDER(other_things_are_unknown),
    };
    return cmocka_run_group_tests_name("host_in_use", tests, NULL, NULL);
}
