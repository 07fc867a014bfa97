/* SPDX-License-Identifier: MIT
 *
 * Tests of the check of whole indexes: whatever an index says is compared with the recording. Every
 * byte is changed in turn, and the sums set right, so that nothing else could notice.
 */
#include <stdlib.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"
#include "index/file.h"
#include "reading/index_check.h"
#include "reading/inside.h"
#include "support/demo_make.h"
#include "support/host_pack.h"
#include "support/index_make.h"
#include "teetape/io/index_build.h"
#include "teetape/io/index_check.h"

/* Two blocks. */
#define SIZE ((size_t)1100000)

struct subject {
    char *recording, *index;
    unsigned char *good, *lie;
    size_t size;
    uint32_t blocks, points;
    uint64_t tables;
};

static struct subject subject_of(void *const *state, tt_bytes stored)
{
    struct subject s = {.recording = host_files_path(state, "file"),
                        .index = host_files_path(state, "file.ttidx")};
    tt_io_index_options how = {.recording = s.recording, .index = s.index, .force = true};
    tt_io_index_report report;
    host_files_write(s.recording, stored.data, stored.size);
    assert_int_equal(tt_io_index_build(&how, &report), TT_IO_INDEX_BUILT);
    s.good = host_files_read(s.index, &s.size);
    s.lie = malloc(s.size);
    assert_non_null(s.lie);
    s.blocks = report.foot.blocks;
    s.points = report.foot.access_points;
    s.tables = report.foot.tables;
    assert_int_equal(s.blocks, 2);
    return s;
}

static void subject_free(struct subject *s)
{
    free(s->recording);
    free(s->index);
    free(s->good);
    free(s->lie);
}

/* Whether the index passes all checks. */
static bool passes(const struct subject *s)
{
    tt_io_error error;
    tt_io_index_status status;
    tt_io_index *index = tti_index_open(s->index, &status, &error);
    if (index == NULL) {
        return false;
    }
    tt_io_reading r;
    tt_io_index_check *check = tti_index_check_new(index, &error);
    assert_non_null(check);
    const tt_io_reading_options how = {.no_index = true, .scan = tti_index_check_scan(check)};
    assert_true(tt_io_reading_open(&r, s->recording, &how));
    assert_false(tt_io_reading_next(&r));
    const tt_io_input *input = r.inside->input;
    const tt_index_foot *foot = tti_index_foot(index);
    const char *codec = foot->codec == TT_INDEX_GZIP    ? "gzip"
                        : foot->codec == TT_INDEX_PLAIN ? "plain"
                                                        : "another one";
    bool result = tti_index_check_end(check, &r, &error) == TT_IO_INDEX_GOOD &&
                  foot->stored == tt_io_input_count(input).size &&
                  strcmp(tti_io_input_codec(input), codec) == 0;
    tt_io_reading_close(&r);
    tti_index_check_free(check);
    tti_index_close(index);
    return result;
}

/* Bytes that nobody looks at: zeros that a later version may use. */
static bool is_reserved(const struct subject *s, size_t at)
{
    size_t foot = s->size - TT_INDEX_FOOT_SIZE,
           points = (size_t)s->tables + s->blocks * TT_INDEX_BLOCK_SIZE;
    if (at >= foot) {
        return at - foot == 79;
    }
    return at >= points && (at - points) % TT_INDEX_ACCESS_POINT_SIZE == 39;
}

/* Changes every `step`th byte from `from` on. */
static void lie(struct subject *s, size_t from, size_t to, size_t step)
{
    size_t noticed = 0;
    for (size_t at = from; at < to; at += step * TT_TEST_SHARE) {
        memcpy(s->lie, s->good, s->size);
        s->lie[at] ^= (uint8_t)(1u << at % 8);
        index_make_seal(s->lie, s->good, s->size);
        if (memcmp(s->lie, s->good, s->size) == 0) {
            continue; /* it was a sum */
        }
        host_files_write(s->index, s->lie, s->size);
        if (passes(s) != is_reserved(s, at)) {
            fail_msg("byte %zu of %zu, the tables begin at %zu", at, s->size, (size_t)s->tables);
        }
        noticed++;
    }
    assert_true(noticed >= (to - from) / step / TT_TEST_SHARE / 2);
}

static void every_lie(void **state)
{
    index_make m;
    index_make_begin(&m, 11, "");
    m.every = 60000;
    index_make_grow(&m, SIZE);
    struct subject s = subject_of(state, (tt_bytes){m.bytes.data, m.bytes.size});
    host_files_write(s.index, s.good, s.size);
    assert_true(passes(&s));
    lie(&s, 0, (size_t)s.tables, 3);
    lie(&s, (size_t)s.tables, s.size, 1);
    subject_free(&s);
    index_make_free(&m);
}

/* Some of the states and facts of a demo, and its tables. */
static void lies_about_a_demo(void **state)
{
    demo_bytes bytes = {0};
    demo_make(&bytes, 13, 6, 1000, 1000);
    struct subject s = subject_of(state, (tt_bytes){bytes.data, bytes.size});
    assert_true(passes(&s));
    lie(&s, 16, (size_t)s.tables, (size_t)s.tables / 60);
    lie(&s, (size_t)s.tables, s.size, 2);
    subject_free(&s);
    demo_bytes_free(&bytes);
}

#ifdef TT_HAVE_ZLIB
/* The windows of gzip, and the table of access points. */
static void every_lie_about_access_points(void **state)
{
    index_make m;
    struct blob packed = {NULL, 0};
    index_make_begin(&m, 12, "");
    m.every = 20000;
    m.noise = 8000;
    index_make_grow(&m, SIZE + 700000);
    pack_add_gz(&packed, (tt_bytes){m.bytes.data, m.bytes.size}, 1);
    struct subject s = subject_of(state, blob_part(&packed, 0, packed.size));
    assert_in_range(s.points, 1, 2);
    assert_true(passes(&s));
    lie(&s, 16, (size_t)s.tables, (size_t)s.tables / 60);
    lie(&s, (size_t)s.tables + s.blocks * TT_INDEX_BLOCK_SIZE, s.size - TT_INDEX_FOOT_SIZE, 1);
    subject_free(&s);
    blob_free(&packed);
    index_make_free(&m);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_lie),
        IN_FOLDER(lies_about_a_demo),
#ifdef TT_HAVE_ZLIB
        IN_FOLDER(every_lie_about_access_points),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
