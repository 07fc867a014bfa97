/* SPDX-License-Identifier: MIT
 *
 * Tests of host/stop.h: the first reason is kept, from whatever thread, and waits without a flag
 * end in a program that handles no signal.
 */
#include "host/posix.h"

#include "teetape/io/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host/fd.h"
#include "host_files.h"

static void the_first_reason_is_kept(void **state)
{
    tt_io_stop stop = {0};
    (void)state;
    assert_false(tt_io_stop_wanted(NULL));
    assert_int_equal(tt_io_stop_reason(NULL), 0);
    assert_false(tt_io_stop_wanted(&stop));
    assert_int_equal(tt_io_stop_reason(&stop), 0);
    tt_io_stop_want(&stop, -1);
    tt_io_stop_want(&stop, 15);
    assert_true(tt_io_stop_wanted(&stop));
    assert_int_equal(tt_io_stop_reason(&stop), -1);
}

enum { THREADS = 8 };

struct racer {
    pthread_t thread;
    tt_io_stop *stop;
    int own, seen;
};

static void *race(void *user)
{
    struct racer *racer = user;
    tt_io_stop_want(racer->stop, racer->own);
    racer->seen = tt_io_stop_reason(racer->stop);
    return NULL;
}

static void threads_agree_on_it(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        tt_io_stop stop = {0};
        struct racer racers[THREADS];
        for (int i = 0; i < THREADS; i++) {
            racers[i] = (struct racer){.stop = &stop, .own = i + 1};
            assert_int_equal(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(racers[i].thread, NULL);
        }
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(racers[i].seen, tt_io_stop_reason(&stop));
        }
    }
}

static void *open_fifo(void *user)
{
    static int failed;
    int fd = tti_host_fd_open(user, O_RDONLY, 0);
    failed = fd < 0 ? errno : 0;
    if (fd >= 0) {
        close(fd);
    }
    return &failed;
}

static void all_waits_end(void **state)
{
    char *fifo = host_files_path(state, "fifo");
    pthread_t thread;
    void *failed;
    assert_int_equal(mkfifo(fifo, 0600), 0);
    tt_io_stop_all(0);
    assert_false(tt_io_stop_all_wanted());
    assert_int_equal(pthread_create(&thread, NULL, open_fifo, fifo), 0);
    poll(NULL, 0, 100);
    tt_io_stop_all(-1);
    assert_true(tt_io_stop_all_wanted());
    pthread_join(thread, &failed);
    assert_int_equal(*(int *)failed, EINTR);
    assert_int_equal(tti_host_fd_open(fifo, O_WRONLY, 0), -1); /* nor does a later one wait */
    assert_int_equal(errno, EINTR);

    tt_io_stop_all(0);
    assert_false(tt_io_stop_all_wanted());
    assert_int_equal(pthread_create(&thread, NULL, open_fifo, fifo), 0);
    int fd = tti_host_fd_open(fifo, O_WRONLY, 0);
    assert_true(fd >= 0);
    close(fd);
    pthread_join(thread, &failed);
    assert_int_equal(*(int *)failed, 0);
    free(fifo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_reason_is_kept),
        cmocka_unit_test(threads_agree_on_it),
        cmocka_unit_test_setup_teardown(all_waits_end, host_files_setup, host_files_teardown),
    };
    return cmocka_run_group_tests_name("tt_io_stop", tests, NULL, NULL);
}
