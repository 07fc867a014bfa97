/* SPDX-License-Identifier: MIT
 *
 * Tests of host/file_lock.h: one process at a time, threads of ours one after the other, and never
 * a file that is not the one of this name any more.
 */
#include "host/posix.h"

#include "host/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"

#define THREADS 4
#define ROUNDS 50

/* What another process gets, which then ends and gives it back. */
static enum host_lock_status in_another_process(const char *path)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct tti_host_file_lock lock;
        _exit((int)tti_host_file_lock(&lock, path, NULL));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (enum host_lock_status)WEXITSTATUS(status);
}

static void one_process_has_it(void **state)
{
    static char *path, *other; /* valgrind finds them in a child that ends here, too */
    path = host_files_path(state, "file");
    other = host_files_path(state, "other");
    struct tti_host_file_lock lock;
    host_files_write(path, "x", 1);
    assert_int_equal(link(path, other), 0);
    assert_int_equal(in_another_process(path), HOST_LOCK_HELD);
    assert_int_equal(tti_host_file_lock(&lock, path, NULL), HOST_LOCK_HELD);
    int fd = open(path, O_RDWR); /* keeps nobody from the file */
    assert_true(fd >= 0);
    close(fd);
    tti_host_file_unlock(&lock);
    host_files_assert(path, "x");
    free(path);
    free(other);
}

/* The child inherits the lock with the descriptor, so the other process comes first. */
static void others_are_told(void **state)
{
    static char *path, *other;
    path = host_files_path(state, "file");
    other = host_files_path(state, "other");
    int ends[2], ready[2];
    char byte;
    host_files_write(path, "x", 1);
    assert_int_equal(link(path, other), 0);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct tti_host_file_lock lock;
        close(ends[1]);
        enum host_lock_status status = tti_host_file_lock(&lock, path, NULL);
        (void)!write(ready[1], "x", 1);
        (void)!read(ends[0], &byte, 1); /* until we close it */
        _exit((int)status);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    struct tti_host_file_lock lock;
    assert_int_equal(tti_host_file_lock(&lock, path, NULL), HOST_LOCK_OTHERS);
    assert_int_equal(tti_host_file_lock(&lock, other, NULL), HOST_LOCK_OTHERS);
    close(ends[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(tti_host_file_lock(&lock, other, NULL), HOST_LOCK_HELD);
    tti_host_file_unlock(&lock);
    close(ends[0]);
    close(ready[0]);
    close(ready[1]);
    free(path);
    free(other);
}

struct shared {
    const char *path, *other;
    int inside; /* without a lock of its own: that is the test */
    int most;
};

static void *take_turns(void *user)
{
    struct shared *shared = user;
    for (int i = 0; i < ROUNDS; i++) {
        struct tti_host_file_lock lock;
        const char *path = i % 2 == 0 ? shared->path : shared->other;
        if (tti_host_file_lock(&lock, path, NULL) != HOST_LOCK_HELD) {
            return shared;
        }
        shared->inside++;
        shared->most = shared->inside > shared->most ? shared->inside : shared->most;
        shared->inside--;
        tti_host_file_unlock(&lock);
    }
    return NULL;
}

static void threads_wait(void **state)
{
    char *path = host_files_path(state, "file"), *other = host_files_path(state, "other");
    struct shared shared = {path, other, 0, 0};
    pthread_t threads[THREADS];
    host_files_write(path, "x", 1);
    assert_int_equal(link(path, other), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, take_turns, &shared), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(shared.most, 1);
    struct tti_host_file_lock lock, again;
    tt_io_stop stop = {1};
    assert_int_equal(tti_host_file_lock(&lock, path, NULL), HOST_LOCK_HELD);
    assert_int_equal(tti_host_file_lock(&again, other, &stop), HOST_LOCK_STOPPED);
    tti_host_file_unlock(&lock);
    free(path);
    free(other);
}

struct replacing {
    const char *path, *with;
    struct tti_host_file_lock *held;
};

static void *replace(void *user)
{
    const struct replacing *r = user;
    const struct timespec moment = {.tv_nsec = 50000000};
    nanosleep(&moment, NULL); /* the other thread waits by now, with the old file open */
    if (r->with != NULL) {
        (void)!rename(r->with, r->path);
    } else {
        unlink(r->path);
    }
    tti_host_file_unlock(r->held);
    return NULL;
}

/* What was replaced while it was waited for is not what is locked then. */
static void replaced_files_are_noticed(void **state)
{
    char *path = host_files_path(state, "file"), *with = host_files_path(state, "with");
    for (int i = 0; i < 2; i++) {
        struct tti_host_file_lock held, lock;
        pthread_t thread;
        struct replacing r = {path, i == 0 ? with : NULL, &held};
        host_files_write(path, "old", 3);
        host_files_write(with, "new", 3);
        assert_int_equal(tti_host_file_lock(&held, path, NULL), HOST_LOCK_HELD);
        assert_int_equal(pthread_create(&thread, NULL, replace, &r), 0);
        enum host_lock_status status = tti_host_file_lock(&lock, path, NULL);
        int failed = errno;
        pthread_join(thread, NULL);
        if (i == 0) {
            char text[4] = "";
            assert_int_equal(status, HOST_LOCK_HELD);
            assert_int_equal(read(lock.fd, text, 3), 3);
            assert_string_equal(text, "new");
            tti_host_file_unlock(&lock);
        } else {
            assert_int_equal(status, HOST_LOCK_FAILED);
            assert_int_equal(failed, ENOENT);
        }
    }
    free(path);
    free(with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(one_process_has_it),
        IN_FOLDER(others_are_told),
        IN_FOLDER(threads_wait),
        IN_FOLDER(replaced_files_are_noticed),
    };
    return cmocka_run_group_tests_name("tti_host_file_lock", tests, NULL, NULL);
}
