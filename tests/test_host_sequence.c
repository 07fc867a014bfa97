/* SPDX-License-Identifier: MIT
 *
 * Tests of host/sequence.h: the order with one thread and with many, limits that make jobs
 * wait, and what happens when the output fails or the work is stopped.
 */
#include "host/posix.h"

#include "teetape/io/sequence.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/room.h"
#include "teetape/io/jobs.h"

/* Collects what comes out, and fails after `limit` bytes. */
struct sink {
    uint8_t *data;
    size_t size;
    size_t limit;
};

static int collect(void *user, tt_bytes bytes)
{
    struct sink *sink = user;
    if (bytes.size > sink->limit - sink->size) {
        return EPIPE;
    }
    sink->data = room_grow(sink->data, sink->size, bytes.size);
    memcpy(sink->data + sink->size, bytes.data, bytes.size);
    sink->size += bytes.size;
    return 0;
}

/* Job `index` says so and this many bytes, in portions of an odd size with pauses. */
static size_t length_of(size_t index)
{
    return index % 7 == 0 ? 0 : index % 5 == 0 ? 150000 : index * 13;
}

static uint8_t byte_of(size_t index, size_t at)
{
    return (uint8_t)(index * 31 + at);
}

struct work {
    tt_io_sequence *sequence;
    uint64_t pause_seed;
};

static void job(void *user, size_t index, unsigned worker)
{
    const struct work *work = user;
    tt_io_output out;
    (void)worker;
    tt_io_sequence_begin(work->sequence, index, &out);
    uint64_t random = work->pause_seed + index;
    const struct timespec pause = {0, (long)(random_next(&random) % 2000000)};
    nanosleep(&pause, NULL);
    for (size_t at = 0; at < length_of(index); at++) {
        tt_io_output_byte(&out, byte_of(index, at));
        if (at % 977 == 0) {
            tt_io_output_flush(&out);
        }
    }
    tt_io_sequence_end(work->sequence, index, &out);
}

static void assert_order(const struct sink *sink, size_t count)
{
    size_t at = 0;
    for (size_t index = 0; index < count; index++) {
        for (size_t i = 0; i < length_of(index); i++, at++) {
            if (at >= sink->size || sink->data[at] != byte_of(index, i)) {
                fail_msg("byte %zu of job %zu is wrong or missing", i, index);
            }
        }
    }
    assert_int_equal(at, sink->size);
}

static void run(size_t count, unsigned threads, size_t each)
{
    struct sink sink = {NULL, 0, SIZE_MAX};
    tt_io_output out;
    assert_true(tt_io_output_open(&out, collect, &sink));
    struct work work = {tt_io_sequence_new(&out, count, each), threads + each + 1};
    assert_non_null(work.sequence);
    assert_int_equal(tt_io_jobs_run(count, threads, job, &work, NULL), count);
    assert_false(tti_io_sequence_stopped(work.sequence));
    tt_io_sequence_free(work.sequence);
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_order(&sink, count);
    free(sink.data);
}

static void test_order(void **state)
{
    (void)state;
    run(0, 4, 0);
    run(1, 4, 0);
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        run(60, threads, 0);     /* everything fits */
        run(60, threads, 20000); /* jobs have to wait */
        run(60, threads, 1);     /* nothing is kept: one after the other */
    }
}

/* Jobs that ended before their turn are written by the one that ends last. */
static void test_out_of_order(void **state)
{
    (void)state;
    struct sink sink = {NULL, 0, SIZE_MAX};
    tt_io_output out;
    tt_io_output jobs[3];
    assert_true(tt_io_output_open(&out, collect, &sink));
    tt_io_sequence *sequence = tt_io_sequence_new(&out, 3, 0);
    assert_non_null(sequence);
    for (size_t i = 0; i < 3; i++) {
        tt_io_sequence_begin(sequence, i, &jobs[i]);
    }
    tt_io_output_text(&jobs[2], "third");
    assert_true(tt_io_sequence_end(sequence, 2, &jobs[2]));
    tt_io_output_text(&jobs[1], "second ");
    assert_true(tt_io_output_flush(&jobs[1]));
    assert_int_equal(sink.size, 0);
    tt_io_output_text(&jobs[0], "first ");
    assert_true(tt_io_output_flush(&jobs[0]));
    assert_int_equal(sink.size, 6); /* through, at once */
    assert_true(tt_io_sequence_end(sequence, 0, &jobs[0]));
    tt_io_output_text(&jobs[1], "end ");
    assert_true(tt_io_output_flush(&jobs[1]));
    assert_int_equal(sink.size, 17);
    assert_true(tt_io_sequence_end(sequence, 1, &jobs[1]));
    tt_io_sequence_free(sequence);
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_int_equal(sink.size, 22);
    assert_memory_equal(sink.data, "first second end third", 22);
    free(sink.data);
}

/* The reader leaves in the middle: every job ends soon, also those that wait. */
static void test_output_fails(void **state)
{
    (void)state;
    for (size_t limit = 0; limit < 400000; limit += 70001) {
        struct sink sink = {NULL, 0, limit};
        tt_io_output out;
        assert_true(tt_io_output_open(&out, collect, &sink));
        struct work work = {tt_io_sequence_new(&out, 60, 1000), 3};
        assert_non_null(work.sequence);
        assert_int_equal(tt_io_jobs_run(60, 4, job, &work, NULL), 60);
        assert_true(tti_io_sequence_stopped(work.sequence));
        tt_io_sequence_free(work.sequence);
        assert_int_equal(tt_io_output_close(&out), EPIPE);
        free(sink.data);
    }
}

struct waiting {
    tt_io_sequence *sequence;
    int error;
};

static void *wait_for_turn(void *opaque)
{
    struct waiting *waiting = opaque;
    tt_io_output out;
    tt_io_sequence_begin(waiting->sequence, 1, &out);
    tt_io_output_text(&out, "more than the limit");
    tt_io_output_flush(&out);
    waiting->error = tt_io_output_error(&out);
    tt_io_sequence_end(waiting->sequence, 1, &out);
    return NULL;
}

static void test_stop_wakes(void **state)
{
    (void)state;
    struct sink sink = {NULL, 0, SIZE_MAX};
    tt_io_output out;
    tt_io_output first;
    assert_true(tt_io_output_open(&out, collect, &sink));
    struct waiting waiting = {tt_io_sequence_new(&out, 2, 4), 0};
    tt_io_sequence_begin(waiting.sequence, 0, &first);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, wait_for_turn, &waiting), 0);
    const struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
    tti_io_sequence_stop(waiting.sequence);
    pthread_join(thread, NULL);
    assert_int_equal(waiting.error, ECANCELED);
    tt_io_output_text(&first, "too late");
    assert_false(tt_io_sequence_end(waiting.sequence, 0, &first));
    tt_io_sequence_free(waiting.sequence);
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_int_equal(sink.size, 0);
    free(sink.data);
}

/* The jobs before the last one count, and those after it do not, whatever they have written. */
static void test_cut(void **state)
{
    (void)state;
    struct sink sink = {NULL, 0, SIZE_MAX};
    tt_io_output out, jobs[4];
    assert_true(tt_io_output_open(&out, collect, &sink));
    tt_io_sequence *sequence = tt_io_sequence_new(&out, 5, 0);
    assert_non_null(sequence);
    for (size_t i = 0; i < 4; i++) {
        tt_io_sequence_begin(sequence, i, &jobs[i]);
        tt_io_output_byte(&jobs[i], (uint8_t)('0' + i));
        host_files_repeat(&jobs[i], '.', 100000);
    }
    assert_true(tt_io_sequence_end(sequence, 3, &jobs[3]));
    tti_io_sequence_cut(sequence, 1);
    tti_io_sequence_cut(sequence, 2); /* is none any more */
    assert_true(tt_io_sequence_end(sequence, 1, &jobs[1]));
    assert_false(tt_io_output_flush(&jobs[2]));
    assert_int_equal(tt_io_output_error(&jobs[2]), ECANCELED);
    tt_io_sequence_end(sequence, 2, &jobs[2]);
    assert_false(tti_io_sequence_stopped(sequence));
    assert_true(tt_io_sequence_end(sequence, 0, &jobs[0]));
    assert_int_equal(tt_io_sequence_free(sequence), 0);
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_int_equal(sink.size, 200002);
    assert_int_equal(sink.data[0], '0');
    assert_int_equal(sink.data[100001], '1');
    free(sink.data);
}

/* One that waits for its turn is woken. */
static void test_cut_wakes(void **state)
{
    (void)state;
    struct sink sink = {NULL, 0, SIZE_MAX};
    tt_io_output out, first;
    assert_true(tt_io_output_open(&out, collect, &sink));
    struct waiting waiting = {tt_io_sequence_new(&out, 2, 4), 0};
    tt_io_sequence_begin(waiting.sequence, 0, &first);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, wait_for_turn, &waiting), 0);
    const struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
    tti_io_sequence_cut(waiting.sequence, 0);
    pthread_join(thread, NULL);
    assert_int_equal(waiting.error, ECANCELED);
    tt_io_output_text(&first, "in time");
    assert_true(tt_io_sequence_end(waiting.sequence, 0, &first));
    tt_io_sequence_free(waiting.sequence);
    assert_int_equal(tt_io_output_close(&out), 0);
    assert_int_equal(sink.size, 7);
    free(sink.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),        cmocka_unit_test(test_out_of_order),
        cmocka_unit_test(test_output_fails), cmocka_unit_test(test_stop_wakes),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_cut_wakes),
    };
    return cmocka_run_group_tests_name("tt_io_sequence", tests, NULL, NULL);
}
