/* SPDX-License-Identifier: MIT
 *
 * Tests of spans of a demo whose map is larger than a piece of the input: packed, the first tick is
 * known only when it is read; plain, the map is left out. And of what an open that is false says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host_files.h"
#include "support/demo_make.h"
#include "teetape/io.h"

enum { TICKS = 3000, SPANS = 5 };

/* Ticks of a demo, and the first one. */
static int32_t ticks[TICKS + 1];
static size_t tick_count;

static void write_as(const char *path, const demo_bytes *demo, const char *format)
{
    tt_io_error error;
    const tt_io_file_options options = {.replace = true, .format = format};
    tt_io_file *file = tt_io_file_open(path, &options, &error);
    assert_non_null(file);
    tt_io_output_bytes(tt_io_file_out(file), (tt_bytes){demo->data, demo->size});
    assert_true(tt_io_file_commit(file, &error));
}

static bool is_known(const char *format)
{
    const tt_io_compressor *compressor = tt_io_compressor_named(format);
    return compressor == NULL || compressor->calls != NULL;
}

static void read_all(const char *path)
{
    tt_io_reading r;
    const tt_io_reading_options how = {.wants = TT_WANT_TICKS};
    assert_true(tt_io_reading_open(&r, path, &how));
    tick_count = 0;
    while (tt_io_reading_next(&r)) {
        assert_true(tick_count < TICKS);
        ticks[tick_count++] = r.item.tick;
    }
    assert_true(tt_io_reading_is_good(&r) && tick_count > 2000);
    tt_io_reading_close(&r);
}

/* Game times count from the first tick. */
static void check_span(const char *path, int64_t from, int64_t to)
{
    char begin[32], end[32];
    tt_io_reading r;
    size_t at = 0;
    const tt_io_reading_options how = {.from = begin, .to = end, .wants = TT_WANT_TICKS};
    snprintf(begin, sizeof begin, "%d:%02d", (int)(from / 3000), (int)(from / 50 % 60));
    snprintf(end, sizeof end, "%d:%02d", (int)(to / 3000), (int)(to / 50 % 60));
    assert_true(tt_io_reading_open(&r, path, &how));
    while (at < tick_count && ticks[at] < ticks[0] + from) {
        at++;
    }
    while (tt_io_reading_next(&r)) {
        assert_true(at < tick_count && r.in_span);
        assert_int_equal(r.item.tick, ticks[at++]);
    }
    assert_true(at == tick_count || ticks[at] >= ticks[0] + to);
    assert_true(tt_io_reading_is_good(&r));
    tt_io_reading_close(&r);
}

static void spans_of_a_demo_with_a_large_map(void **state)
{
    static const char *const formats[] = {"plain", "xz", "zstd", "gzip"};
    static const int64_t spans[SPANS][2] = {
        {0, 100}, {50, 1000}, {1500, 1550}, {100, 100000}, {100000, 200000}};
    demo_bytes demo = {NULL, 0, 0};
    char *path = host_files_path(state, "demo");
    demo_make(&demo, 40, 6, 300000, TICKS - 10);
    for (size_t i = 0; i < 4; i++) {
        if (!is_known(formats[i])) {
            continue;
        }
        write_as(path, &demo, formats[i]);
        read_all(path);
        for (size_t k = 0; k < SPANS; k++) {
            check_span(path, spans[k][0], spans[k][1]);
        }
    }
    free(path);
    demo_bytes_free(&demo);
}

/* A place that the demo does not have ends reading, when it is known that it has not. */
static void places_that_are_not_there(void **state)
{
    demo_bytes demo = {NULL, 0, 0};
    char *path = host_files_path(state, "demo");
    demo_make(&demo, 41, 6, 300000, 100);
    for (int packed = 0; packed < 2; packed++) {
        tt_io_reading r;
        const tt_io_reading_options how = {.from = "marker:60", .wants = TT_WANT_TICKS};
        if (packed && !is_known("gzip")) {
            continue;
        }
        write_as(path, &demo, packed ? "gzip" : "plain");
        (void)tt_io_reading_open(&r, path, &how);
        assert_false(tt_io_reading_next(&r));
        assert_int_equal(r.error.status, TT_ERR_PLACE);
        tt_io_reading_close(&r);
    }
    free(path);
    demo_bytes_free(&demo);
}

/* After an open that was false these calls are allowed, and give nothing. */
static void check_refused(tt_io_reading *r)
{
    int32_t tick = 7;
    assert_false(tt_io_reading_next(r));
    assert_false(tt_io_reading_next_tick(r, &tick));
    assert_false(tt_io_reading_is_outside(r, &tick));
    assert_int_equal(tick, 0);
    assert_int_equal(tt_io_reading_last_tick(r), 0);
    assert_false(tt_io_reading_is_good(r));
    (void)tt_io_reading_format(r);
    (void)tt_io_reading_kind(r);
    (void)tt_io_reading_is_foreign(r);
    tt_io_reading_stop(r);
    assert_false(tt_io_reading_next(r));
}

/* A text that is no place of any recording is refused at the open, with the forms of places. */
static void texts_that_are_no_places(void **state)
{
    demo_bytes demo = {NULL, 0, 0};
    char *path = host_files_path(state, "demo");
    demo_make(&demo, 42, 6, 300000, 100);
    write_as(path, &demo, is_known("gzip") ? "gzip" : "plain");
    for (int i = 0; i < 2; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {.from = i == 0 ? "abc" : NULL,
                                           .to = i != 0 ? "abc" : NULL};
        assert_false(tt_io_reading_open(&r, path, &how));
        assert_int_equal(r.error.status, TT_ERR_PLACE);
        assert_string_equal(r.error.text, "'abc' is no place; a place is " TT_IO_PLACE_FORMS);
        check_refused(&r);
        tt_io_reading_close(&r);
    }
    free(path);
    demo_bytes_free(&demo);
}

static void check_reason(const char *path, tt_status status, const char *text)
{
    tt_io_reading r;
    assert_false(tt_io_reading_open(&r, path, NULL));
    assert_int_equal(r.error.status, status);
    assert_string_equal(r.error.path, path);
    if (text != NULL) {
        assert_string_equal(r.error.text, text);
    }
    check_refused(&r);
    tt_io_reading_close(&r);
}

/* Who takes no issues hears why, too. */
static void an_open_that_is_false_says_why(void **state)
{
    uint8_t bytes[200] = {0};
    char *path = host_files_path(state, "file");
    check_reason(path, TT_ERR_SYSTEM, NULL);
    host_files_write(path, bytes, 0);
    check_reason(path, TT_ERR_FORMAT, "offset 0: the file is empty");
    host_files_write(path, bytes, sizeof bytes);
    check_reason(path, TT_ERR_FORMAT, "offset 0: zeros instead of a recording");
    host_files_write(path, (const uint8_t *)"a text", 6);
    check_reason(path, TT_ERR_FORMAT, "neither a teehistorian file nor a demo");
    memcpy(bytes, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    host_files_write(path, bytes, 9);
    check_reason(path, TT_ERR_FORMAT, "offset 0: the first bytes of a recording are cut off");
    memcpy(bytes + sizeof tt_th_magic.bytes, "{}", 3);
    host_files_write(path, bytes, sizeof tt_th_magic.bytes + 3);
    check_reason(path, TT_ERR_FORMAT, "offset 16: the header has no version");
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(spans_of_a_demo_with_a_large_map),
        IN_FOLDER(places_that_are_not_there),
        IN_FOLDER(texts_that_are_no_places),
        IN_FOLDER(an_open_that_is_false_says_why),
    };
    return cmocka_run_group_tests_name("io_span", tests, NULL, NULL);
}
