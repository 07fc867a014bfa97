/* SPDX-License-Identifier: MIT
 *
 * Tests of host/compress.h: what comes out is what went in, whatever sizes, threads and levels; it
 * can be sought in; failures of the output come through.
 */
#include "host/posix.h"

#include "host/compress_calls.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"
#include "teetape/io/file.h"
#include "teetape/io/input.h"

/* Of the largest text, in which two threads are busy: fewer where another build takes all. */
#define BLOCKS (TT_TEST_SHARE == 1 ? 5 : 2)

static tt_io_error error;

/* An output into memory that is full after `limit` bytes. */
struct memory {
    struct blob blob;
    size_t limit;
};

static int sink(void *user, tt_bytes bytes)
{
    struct memory *memory = user;
    if (bytes.size > memory->limit - memory->blob.size) {
        return ENOSPC;
    }
    blob_add(&memory->blob, bytes.data, bytes.size);
    return 0;
}

/* Compresses in uneven parts. False when the output was full. */
static bool compress(const tt_io_compressor *kind, struct host_compress_options options,
                     tt_bytes text, struct memory *memory)
{
    struct host_compress c;
    tt_io_output to;
    uint64_t random = 17;
    assert_true(tt_io_output_open(&to, sink, memory));
    assert_true(tti_host_compress_open(&c, kind, &options, &to, &error));
    while (text.size > 0) {
        size_t part = random_next(&random) % 100000;
        part = part < text.size ? part : text.size;
        tt_io_output_bytes(&c.out, (tt_bytes){text.data, part});
        text.data += part;
        text.size -= part;
    }
    bool good = tti_host_compress_close(&c, &error);
    if (!good) {
        assert_int_equal(error.system, ENOSPC);
    }
    return tt_io_output_close(&to) == 0 && good;
}

static struct blob compress_all(const tt_io_compressor *kind, struct host_compress_options options,
                                tt_bytes text)
{
    struct memory memory = {{NULL, 0}, SIZE_MAX};
    assert_true(compress(kind, options, text, &memory));
    return memory.blob;
}

static void assert_reads(tt_io_input *in, tt_bytes text)
{
    tt_bytes piece;
    while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size <= text.size);
        assert_memory_equal(piece.data, text.data, piece.size);
        text.data += piece.size;
        text.size -= piece.size;
    }
    assert_int_equal(text.size, 0);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_END);
}

static void check_reading(const char *path, const tt_io_compressor *kind, const struct blob *text)
{
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_non_null(in);
    assert_reads(in, blob_part(text, 0, text->size));
    assert_string_equal(tti_io_input_codec(in), kind->name);
    for (size_t i = 0; i < 5; i++) {
        size_t at = text->size * i / 4;
        assert_true(tti_input_seek(in, at, NULL, 0));
        assert_reads(in, blob_part(text, at, text->size));
    }
    if (text->size > 0 && kind->block > 0) {
        size_t widest = text->size < kind->block ? text->size : kind->block;
        assert_int_equal(tti_io_input_granularity(in), widest);
    }
    tt_io_input_close(in);
}

static void test_sizes(void **state)
{
    char *path = host_files_path(state, "packed");
    for (size_t k = 0; tti_host_compressors[k] != NULL; k++) {
        const tt_io_compressor *kind = tti_host_compressors[k];
        size_t block = kind->block == 0 ? 500000 : kind->block;
        const size_t sizes[] = {0, 1, 1000, block - 1, block, block + 1, BLOCKS * block + 77};
        if (kind->calls == NULL) {
            continue;
        }
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            struct blob text = blob_text(sizes[i], i + 1);
            struct blob one = compress_all(kind, (struct host_compress_options){0, 1},
                                           blob_part(&text, 0, sizes[i]));
            struct blob two = compress_all(kind, (struct host_compress_options){0, 2},
                                           blob_part(&text, 0, sizes[i]));
            assert_int_equal(one.size, two.size); /* however many threads */
            assert_memory_equal(one.data, two.data, one.size);
            host_files_write(path, one.data, one.size);
            check_reading(path, kind, &text);
            blob_free(&one);
            blob_free(&two);
            blob_free(&text);
        }
    }
    free(path);
}

/* Where another build takes all levels: the first, the usual and the last one. */
static bool is_taken(const tt_io_compressor *kind, int level)
{
    return TT_TEST_SHARE == 1 || level == kind->least || level == kind->usual ||
           level == kind->most;
}

static void test_levels(void **state)
{
    char *path = host_files_path(state, "packed");
    struct blob text = blob_text(600000, 3);
    tt_bytes all = blob_part(&text, 0, text.size);
    for (size_t k = 0; tti_host_compressors[k] != NULL; k++) {
        const tt_io_compressor *kind = tti_host_compressors[k];
        if (kind->calls == NULL) {
            continue;
        }
        assert_in_range(kind->usual, kind->least, kind->most);
        struct blob usual = compress_all(kind, (struct host_compress_options){0, 1}, all);
        for (int level = kind->least; level <= kind->most; level++) {
            if (!is_taken(kind, level)) {
                continue;
            }
            struct blob packed = compress_all(kind, (struct host_compress_options){level, 1}, all);
            host_files_write(path, packed.data, packed.size);
            check_reading(path, kind, &text);
            if (level == kind->usual) {
                assert_int_equal(packed.size, usual.size);
            }
            blob_free(&packed);
        }
        /* What does not exist is the usual one. */
        struct blob odd =
            compress_all(kind, (struct host_compress_options){kind->most + 1, 0}, all);
        assert_int_equal(odd.size, usual.size);
        blob_free(&odd);
        blob_free(&usual);
    }
    blob_free(&text);
    free(path);
}

/* The output is full anywhere: in the first bytes, in the middle, in the last byte. */
static void test_full_output(void **state)
{
    struct blob text = blob_text(1300000, 3);
    (void)state;
    for (size_t k = 0; tti_host_compressors[k] != NULL; k++) {
        const tt_io_compressor *kind = tti_host_compressors[k];
        if (kind->calls == NULL) {
            continue;
        }
        struct host_compress_options options = {kind->least, 2};
        struct blob whole = compress_all(kind, options, blob_part(&text, 0, text.size));
        const size_t limits[] = {0, 1, 100000, whole.size / 2, whole.size - 1};
        for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
            struct memory memory = {{NULL, 0}, limits[i]};
            assert_false(compress(kind, options, blob_part(&text, 0, text.size), &memory));
            blob_free(&memory.blob);
        }
        blob_free(&whole);
    }
    blob_free(&text);
}

static void test_discard(void **state)
{
    (void)state;
    struct blob text = blob_text(1300000, 3);
    for (size_t k = 0; tti_host_compressors[k] != NULL; k++) {
        struct memory memory = {{NULL, 0}, SIZE_MAX};
        struct host_compress c;
        tt_io_output to;
        if (tti_host_compressors[k]->calls != NULL) {
            const struct host_compress_options options = {0, 3};
            tt_io_output_open(&to, sink, &memory);
            assert_true(tti_host_compress_open(&c, tti_host_compressors[k], &options, &to, &error));
            tt_io_output_bytes(&c.out, blob_part(&text, 0, text.size));
            tti_host_compress_discard(&c);
            tt_io_output_close(&to);
            blob_free(&memory.blob);
        }
    }
    blob_free(&text);
}

static void *open_nothing(const struct host_compress_options *options, tt_io_output *to)
{
    (void)options;
    (void)to;
    return NULL;
}

/* A build without the library, and no memory for it. */
static void test_cannot_begin(void **state)
{
    (void)state;
    tt_io_compressor kind = {.name = "squash", .library = "libsquash"};
    struct memory memory = {{NULL, 0}, SIZE_MAX};
    struct host_compress c;
    tt_io_output to;
    assert_true(tt_io_output_open(&to, sink, &memory));
    assert_false(tti_host_compress_open(&c, &kind, NULL, &to, &error));
    assert_int_equal(error.status, TT_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "squash"));
    assert_non_null(strstr(error.text, "libsquash"));
    static const struct tt_io_compressor_calls nothing = {.open = open_nothing};
    kind.calls = &nothing;
    assert_false(tti_host_compress_open(&c, &kind, NULL, &to, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_int_equal(error.system, ENOMEM);
    assert_int_equal(tt_io_output_close(&to), 0);
    assert_int_equal(memory.blob.size, 0);
}

static const char *name_of(const char *path)
{
    const tt_io_compressor *kind = tt_io_compressor_of(path);
    return kind == NULL ? "" : kind->name;
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(name_of("a.xz"), "xz");
    assert_string_equal(name_of("folder/a.teehistorian.zst"), "zstd");
    assert_string_equal(name_of("a.gz"), "gzip");
    assert_string_equal(name_of("A.DEMO.XZ"), "xz");
    assert_string_equal(name_of("A.Zst"), "zstd");
    assert_string_equal(name_of("a.xz.teehistorian"), "");
    assert_string_equal(name_of(".xz"), "");
    assert_string_equal(name_of("axz"), "");
    assert_string_equal(name_of("-"), "");
    assert_string_equal(name_of(""), "");
}

static void test_files(void **state)
{
    static const char *const names[] = {"plain", "a.xz", "a.zst", "a.gz"};
    struct blob text = blob_text(700000, 3);
    size_t files = 0;
    for (size_t i = 0; i < 4; i++) {
        const tt_io_compressor *kind = tt_io_compressor_of(names[i]);
        char *path = host_files_path(state, names[i]);
        tt_io_file *f;
        if (kind != NULL && kind->calls == NULL) {
            assert_null(tt_io_file_open(path, NULL, &error));
            assert_int_equal(error.status, TT_ERR_UNSUPPORTED);
            assert_int_equal(host_files_count(*state), files);
            free(path);
            continue;
        }
        for (int good = 0; good < 2; good++) {
            f = tt_io_file_open(path, NULL, &error);
            assert_non_null(f);
            tt_io_output_bytes(tt_io_file_out(f), blob_part(&text, 0, text.size));
            if (good == 0) {
                tt_io_file_discard(f);
                assert_int_equal(host_files_count(*state), files);
            } else {
                assert_true(tt_io_file_commit(f, &error));
            }
        }
        assert_int_equal(host_files_count(*state), ++files);
        assert_null(tt_io_file_open(path, NULL, &error));
        assert_int_equal(error.system, EEXIST);
        tt_io_input *in = tt_io_input_open(path, NULL, &error);
        assert_reads(in, blob_part(&text, 0, text.size));
        assert_string_equal(tti_io_input_codec(in), kind == NULL ? "plain" : kind->name);
        tt_io_input_close(in);
        free(path);
    }
    blob_free(&text);
}

/* The disk is full after 20 kB: another process, because a limit that was lowered remains. */
static int write_too_much(const char *path, const struct blob *text)
{
    const struct rlimit limit = {20000, 20000};
    tt_io_file *f;
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || (f = tt_io_file_open(path, NULL, &error)) == NULL) {
        return 2;
    }
    tt_io_output_bytes(tt_io_file_out(f), blob_part(text, 0, text->size));
    return tt_io_file_commit(f, &error) ? 3 : error.system == EFBIG ? 0 : 4;
}

static void test_full_disk(void **state)
{
    static const char *const names[] = {"plain", "a.xz", "a.zst", "a.gz"};
    struct blob text = blob_text(1500000, 3);
    for (size_t i = 0; i < 4; i++) {
        const tt_io_compressor *kind = tt_io_compressor_of(names[i]);
        char *path = host_files_path(state, names[i]);
        pid_t child = kind != NULL && kind->calls == NULL ? -1 : fork();
        if (child == 0) {
            _exit(write_too_much(path, &text));
        }
        if (child > 0) {
            int status;
            assert_int_equal(waitpid(child, &status, 0), child);
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), 0);
            assert_int_equal(host_files_count(*state), 0);
        }
        free(path);
    }
    blob_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_sizes),
        IN_FOLDER(test_levels),
        cmocka_unit_test(test_full_output),
        cmocka_unit_test(test_discard),
        cmocka_unit_test(test_cannot_begin),
        cmocka_unit_test(test_names),
        IN_FOLDER(test_files),
        IN_FOLDER(test_full_disk),
    };
    return cmocka_run_group_tests_name("host_compress", tests, NULL, NULL);
}
