/* SPDX-License-Identifier: MIT
 *
 * Tests of host/jobs.h: every item once, in order, on as many threads as asked; stopping.
 */
#include "host/posix.h"

#include "teetape/io/jobs.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "cm.h"

#define ITEMS 500

struct record {
    atomic_uint times[ITEMS];
    atomic_uint workers[64];
    atomic_size_t calls;
    size_t stop_after;
    tt_io_stop stop;
    pthread_t caller;
};

static void note(void *user, size_t index, unsigned worker)
{
    struct record *record = user;
    atomic_fetch_add(&record->times[index], 1);
    atomic_fetch_add(&record->workers[worker], 1);
    if (worker == 0) {
        /* Asserts of cmocka must not fail in another thread than the test's. */
        assert_true(pthread_equal(pthread_self(), record->caller));
    }
    if (atomic_fetch_add(&record->calls, 1) + 1 == record->stop_after) {
        tt_io_stop_want(&record->stop, -1);
    }
}

static void clear(struct record *record)
{
    memset((void *)record, 0, sizeof(*record));
    record->caller = pthread_self();
}

static void test_every_item_once(void **state)
{
    (void)state;
    static struct record record;
    static const size_t counts[] = {0, 1, 2, 3, ITEMS};
    for (unsigned threads = 0; threads <= 9; threads++) {
        for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
            clear(&record);
            size_t count = counts[c];
            assert_int_equal(tt_io_jobs_run(count, threads, note, &record, NULL), count);
            for (size_t i = 0; i < ITEMS; i++) {
                assert_int_equal(atomic_load(&record.times[i]), i < count ? 1 : 0);
            }
            for (unsigned w = threads == 0 ? 1 : threads; w < 64; w++) {
                assert_int_equal(atomic_load(&record.workers[w]), 0);
            }
        }
    }
}

static void in_order(void *user, size_t index, unsigned worker)
{
    size_t *next = user;
    assert_int_equal(index, *next);
    assert_int_equal(worker, 0);
    ++*next;
}

static void test_one_thread_in_order(void **state)
{
    (void)state;
    size_t next = 0;
    assert_int_equal(tt_io_jobs_run(ITEMS, 1, in_order, &next, NULL), ITEMS);
    assert_int_equal(next, ITEMS);
}

/* Two items that only end together: there really are two threads. */
static void meet(void *user, size_t index, unsigned worker)
{
    (void)index;
    (void)worker;
    pthread_barrier_wait(user);
}

static void test_really_parallel(void **state)
{
    (void)state;
    pthread_barrier_t barrier;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 2), 0);
    assert_int_equal(tt_io_jobs_run(2, 2, meet, &barrier, NULL), 2);
    pthread_barrier_destroy(&barrier);
}

static void test_stop(void **state)
{
    (void)state;
    static struct record record;
    for (unsigned threads = 1; threads <= 4; threads++) {
        clear(&record);
        record.stop_after = 10;
        size_t begun = tt_io_jobs_run(ITEMS, threads, note, &record, &record.stop);
        /* Those that were begun meanwhile are finished. */
        assert_in_range(begun, 10, 10 + threads);
        assert_int_equal(begun, atomic_load(&record.calls));
        assert_int_equal(tt_io_jobs_run(ITEMS, threads, note, &record, &record.stop), 0);
    }
}

static void count_signal_mask(void *user, size_t index, unsigned worker)
{
    atomic_uint *wrong = user;
    sigset_t mask;
    (void)index;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (sigismember(&mask, SIGINT) != (worker == 0 ? 0 : 1)) {
        atomic_fetch_add(wrong, 1);
    }
}

/* Signals have to reach the caller's thread, whose mask is as before. */
static void test_signals(void **state)
{
    (void)state;
    atomic_uint wrong = 0;
    tt_io_jobs_run(100, 4, count_signal_mask, &wrong, NULL);
    assert_int_equal(atomic_load(&wrong), 0);
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    assert_int_equal(sigismember(&mask, SIGINT), 0);
}

static void test_cores(void **state)
{
    (void)state;
    assert_in_range(tt_io_jobs_cores(), 1, 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_item_once), cmocka_unit_test(test_one_thread_in_order),
        cmocka_unit_test(test_really_parallel), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_signals),         cmocka_unit_test(test_cores),
    };
    return cmocka_run_group_tests_name("host_jobs", tests, NULL, NULL);
}
