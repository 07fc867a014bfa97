/* SPDX-License-Identifier: MIT
 *
 * What the library does on several threads at the same time; ./check --threads runs this under the
 * thread sanitizer: readings of one file, many files with one output, a scan, packing, and a stop
 * that another thread raises.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host/compress_calls.h"
#include "host_files.h"
#include "teetape/io.h"

#define RECORDINGS TT_SOURCE_DIR "/tests/recordings"
#define SHORT RECORDINGS "/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian"
#define LONG RECORDINGS "/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian"
#define THREADS 4

static uint64_t count_facts(tt_io_reading *r)
{
    uint64_t count = 0;
    while (tt_io_reading_next(r)) {
        count++;
    }
    return count;
}

struct reader {
    const char *path, *player;
    uint64_t count;
    bool is_good;
};

static void *read_one(void *opaque)
{
    struct reader *reader = opaque;
    tt_io_reading r;
    const tt_io_reading_options how = {
        .from = "500", .player = reader->player, .wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL};
    tt_io_reading_open(&r, reader->path, &how);
    reader->count = count_facts(&r);
    reader->is_good = tt_io_reading_is_good(&r);
    tt_io_reading_close(&r);
    return NULL;
}

static void write_copy(const char *from, const char *to)
{
    size_t size;
    unsigned char *bytes = host_files_read(from, &size);
    host_files_write(to, bytes, size);
    free(bytes);
}

static void build_index(const char *path)
{
    tt_io_index_report report;
    tt_io_error error;
    char *index = tt_io_index_path(path, NULL, &error);
    const tt_io_index_options how = {.recording = path, .index = index};
    assert_int_equal(tt_io_index_build(&how, &report), TT_IO_INDEX_BUILT);
    free(index);
}

/* Several readings of one file, with its index, at the same time. */
static void test_readings(void **state)
{
    char *path = host_files_path(state, "a.teehistorian");
    pthread_t threads[THREADS];
    struct reader readers[THREADS], alone = {.path = path, .player = "player1"};
    write_copy(SHORT, path);
    build_index(path);
    read_one(&alone);
    assert_true(alone.count > 0 && alone.is_good);
    for (int i = 0; i < THREADS; i++) {
        readers[i] = (struct reader){.path = path, .player = "player1"};
        assert_int_equal(pthread_create(&threads[i], NULL, read_one, &readers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(readers[i].count, alone.count);
        assert_true(readers[i].is_good);
    }
    free(path);
}

static void print_count(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
{
    atomic_uint *calls = user;
    atomic_fetch_add(calls, 1);
    tt_io_output_uint(out, count_facts(r));
    tt_io_output_text(out, tt_io_reading_is_good(r) ? " good " : " bad ");
    tt_io_output_text(out, path);
    tt_io_output_byte(out, '\n');
}

struct collected {
    char *text;
    size_t size;
};

static int collect(void *user, tt_bytes bytes)
{
    struct collected *all = user;
    all->text = realloc(all->text, all->size + bytes.size + 1);
    assert_non_null(all->text);
    memcpy(all->text + all->size, bytes.data, bytes.size);
    all->size += bytes.size;
    all->text[all->size] = '\0';
    return 0;
}

static char *lines_of(const char *path, unsigned threads, unsigned *calls)
{
    struct collected all = {NULL, 0};
    atomic_uint counted = 0;
    tt_io_output out;
    tt_io_error error;
    const tt_io_each_options how = {.reading = {.wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL},
                                    .threads = threads,
                                    .out = &out};
    assert_true(tt_io_output_open(&out, collect, &all));
    assert_true(tt_io_each(&path, 1, &how, print_count, &counted, &error));
    assert_int_equal(tt_io_output_close(&out), 0);
    *calls = counted;
    return all.text;
}

/* The same lines with one thread and with many; what is no recording is passed over, and what only
 * claims to be one is not. */
static void test_each(void **state)
{
    const char *folder = *state;
    unsigned calls;
    for (int i = 0; i < 30; i++) {
        char name[32];
        snprintf(name, sizeof name, "%02d.teehistorian", i);
        char *path = host_files_path(state, name);
        write_copy(SHORT, path);
        free(path);
    }
    char *notes = host_files_path(state, "notes.txt"), *empty = host_files_path(state, "x.demo");
    host_files_write(notes, "no recording", 12);
    host_files_write(empty, "", 0);
    char *one = lines_of(folder, 1, &calls);
    assert_int_equal(calls, 31);
    assert_non_null(strstr(one, "bad "));
    assert_null(strstr(one, "notes.txt"));
    char *many = lines_of(folder, THREADS, &calls);
    assert_string_equal(one, many);
    free(one);
    free(many);
    free(notes);
    free(empty);
}

/* A scan of many recordings on many threads, and the same again. */
static void test_scan(void **state)
{
    tt_io_error error;
    tt_io_archive_counts counts;
    const char *const paths[] = {RECORDINGS};
    char *database = host_files_path(state, "x.db");
    const tt_io_archive_options how = {.use = TT_IO_ARCHIVE_WRITE};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = THREADS};
    tt_io_archive *archive = tt_io_archive_open(database, &how, &error);
    if (archive == NULL && error.status == TT_ERR_UNSUPPORTED) {
        free(database);
        skip();
    }
    assert_non_null(archive);
    assert_true(tt_io_archive_scan(archive, &scan, &counts, &error));
    assert_int_equal(counts.read, 7);
    assert_true(tt_io_archive_scan(archive, &scan, &counts, &error));
    assert_int_equal(counts.read, 0);
    tt_io_archive_close(archive);
    free(database);
}

static void test_pack(void **state)
{
    static const char *const formats[] = {"xz", "zstd", "tape"};
    char *path = host_files_path(state, "packed"), *plain = host_files_path(state, "plain");
    for (size_t i = 0; i < 3; i++) {
        const tt_io_compressor *format = tti_host_compressor_named(formats[i]);
        tt_io_pack_options how = {
            .format = format, .level = 1, .threads = THREADS, .output = path, .force = true};
        tt_io_pack_report report;
        if (format->calls == NULL) {
            continue;
        }
        assert_int_equal(tt_io_pack(LONG, &how, &report), TT_IO_PACK_DONE);
        free(report.output);
        how = (tt_io_pack_options){.threads = THREADS, .output = plain, .force = true};
        assert_int_equal(tt_io_pack(path, &how, &report), TT_IO_PACK_DONE);
        free(report.output);
        size_t size, same_size;
        unsigned char *a = host_files_read(LONG, &size), *b = host_files_read(plain, &same_size);
        assert_int_equal(size, same_size);
        assert_memory_equal(a, b, size);
        free(a);
        free(b);
    }
    free(path);
    free(plain);
}

static void *raise_stop(void *stop)
{
    tt_io_stop_want(stop, -1);
    return NULL;
}

struct stopped {
    tt_io_stop stop;
    atomic_uint calls;
    pthread_t thread;
};

/* The first recording of all lets another thread raise the flag; no reading goes on for long. */
static void stop_in(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
{
    struct stopped *s = user;
    (void)path;
    if (atomic_fetch_add(&s->calls, 1) == 0) {
        assert_int_equal(pthread_create(&s->thread, NULL, raise_stop, &s->stop), 0);
        while (!tt_io_stop_wanted(&s->stop)) {
            tt_io_output_byte(out, 'x');
        }
    }
    count_facts(r);
}

static void test_stop(void **state)
{
    struct stopped s = {.calls = 0};
    tt_io_error error;
    const char *paths[200];
    tt_io_each_options how = {.reading = {.wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL},
                              .threads = THREADS};
    (void)state;
    for (size_t i = 0; i < 200; i++) {
        paths[i] = LONG;
    }
    how.reading.stop = &s.stop;
    assert_true(tt_io_each(paths, 200, &how, stop_in, &s, &error));
    pthread_join(s.thread, NULL);
    assert_true(s.calls < 200);
    assert_int_equal(tt_io_stop_reason(&s.stop), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_readings), IN_FOLDER(test_each),        IN_FOLDER(test_scan),
        IN_FOLDER(test_pack),     cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
