/* SPDX-License-Identifier: MIT
 *
 * Tests of spans of a demo whose map is larger than a piece of the input: packed, the first tick is
 * known only when it is read; plain, the map is left out. And of what an open that is false says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host/compress_calls.h"
#include "host_files.h"
#include "msg/inside.h"
#include "reading/inside.h"
#include "support/demo_make.h"
#include "teetape/io.h"

enum { TICKS = 3000, SPANS = 5 };

/* Ticks of a demo, and the first one. */
static int32_t ticks[TICKS + 1];
static size_t tick_count;

static void write_as(const char *path, const demo_bytes *demo, const char *format)
{
    tt_io_error error;
    /* The usual level of xz takes longer than all that is read here. */
    const tt_io_file_options options = {.replace = true, .format = format, .level = 1};
    tt_io_file *file = tt_io_file_open(path, &options, &error);
    assert_non_null(file);
    tt_io_output_bytes(tt_io_file_out(file), (tt_bytes){demo->data, demo->size});
    assert_true(tt_io_file_commit(file, &error));
}

static bool is_known(const char *format)
{
    const tt_io_compressor *compressor = tti_host_compressor_named(format);
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
        for (size_t k = i % TT_TEST_SHARE; k < SPANS; k += TT_TEST_SHARE) {
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

/* A tick with a client, and where `death` is set with the Death item of its tee. */
static void put_tick(tt_demo_writer *writer, int32_t tick, const struct tt_obj_death *death)
{
    static tt_snap_builder builder;
    static tt_snap_space space;
    static tt_snap_types types;
    const struct tt_obj_client_info info = {.country = -1};
    tt_snap_builder_init(&builder, &space, &types);
    tt_snap_builder_add(&builder, 11, 0, (const int32_t *)&info, 17);
    if (death != NULL) {
        tt_snap_builder_add(&builder, 17, 3, (const int32_t *)death, 3);
    }
    tt_snap snap = tt_snap_builder_finish(&builder);
    assert_int_equal(tt_demo_write_snapshot(writer, tick, &snap), TT_OK);
}

/* Kill messages in ticks 100 and 110; the Death item of the first one comes two ticks later, the
 * other one has none. */
static void make_deaths(demo_bytes *demo)
{
    static tt_demo_writer writer;
    static tt_demo_write_memory memory;
    const struct tt_obj_death death = {.x = -40, .y = 70, .client_id = 0};
    tt_demo_header header = demo_make_header(6, 0);
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, demo);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    for (int32_t tick = 0; tick < 200; tick += 2) {
        put_tick(&writer, tick, tick == 102 ? &death : NULL);
        if (tick == 100 || tick == 110) {
            uint8_t message[32];
            tt_packer p = tt_packer_of(message, sizeof message);
            tti_sv_pack_id(&p, TT_SV_KILL_MSG);
            for (int i = 0; i < 4; i++) {
                tt_pack_int(&p, 0);
            }
            assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&p)), TT_OK);
        }
    }
}

/* A span has the deaths of its ticks with their places, wherever it ends, and nothing of later
 * ticks. */
static void deaths_at_the_ends_of_spans(void **state)
{
    demo_bytes demo = {NULL, 0, 0};
    char *path = host_files_path(state, "demo");
    make_deaths(&demo);
    write_as(path, &demo, "plain");
    for (int from = 96; from <= 114; from += 2) {
        for (int to = from + 2; to <= 116; to += 2) {
            char begin[32], end[32];
            int deaths = 0, last = -1;
            tt_io_reading r;
            const tt_io_reading_options how = {.from = begin,
                                               .to = end,
                                               .wants = TT_WANT_FACTS | TT_WANT_TICKS,
                                               .facts = TT_FACT_BIT(TT_FACT_DEATH)};
            snprintf(begin, sizeof begin, "0:%02d.%02d", from / 50, from % 50 * 2);
            snprintf(end, sizeof end, "0:%02d.%02d", to / 50, to % 50 * 2);
            assert_true(tt_io_reading_open(&r, path, &how));
            while (tt_io_reading_next(&r)) {
                const tt_fact *fact = r.item.fact;
                assert_true(r.in_span && r.item.tick >= from && r.item.tick < to);
                last = fact == NULL ? r.item.tick : last;
                if (fact != NULL) {
                    assert_int_equal(fact->u.death.x, fact->tick == 100 ? -40 : TT_NO_PLACE);
                    assert_int_equal(fact->u.death.y, fact->tick == 100 ? 70 : TT_NO_PLACE);
                    deaths++;
                }
            }
            assert_true(tt_io_reading_is_good(&r) && r.is_later);
            tt_io_reading_close(&r);
            assert_int_equal(deaths, (from <= 100 && 100 < to) + (from <= 110 && 110 < to));
            assert_int_equal(last, to - 2);
        }
    }
    free(path);
    demo_bytes_free(&demo);
}

/* After an open that was false these calls are allowed, and give nothing. */
static void check_refused(tt_io_reading *r)
{
    int32_t tick = 7;
    assert_false(tt_io_reading_next(r));
    assert_false(tti_io_reading_next_tick(r, &tick));
    assert_false(tti_io_reading_is_outside(r, &tick));
    assert_int_equal(tick, 0);
    assert_int_equal(tt_io_reading_last_tick(r), 0);
    assert_false(tt_io_reading_is_good(r));
    (void)tt_io_reading_format(r);
    (void)tt_io_reading_kind(r);
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
    check_reason(path, TT_ERR_FORMAT, "offset 0: the file begins with zeros, not with a recording");
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

/* A map that is not the recording's is refused whatever is wanted of it. */
static void a_map_of_another_recording(void **state)
{
    (void)state;
    static const char *const paths[] = {
        TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo",
        TT_SOURCE_DIR "/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian"};
    static const char *const maps[] = {TT_SOURCE_DIR "/tests/data/physics/feat24.map", "missing"};
    for (unsigned i = 0; i < 2 * 2 * 2 * 2; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {.wants = i & 4 ? TT_WANT_TICKS : TT_WANT_FACTS,
                                           .facts = TT_FACTS_ALL,
                                           .wants_states = true,
                                           .wants_replay = (i & 8) != 0,
                                           .map = maps[i >> 1 & 1]};
        assert_false(tt_io_reading_open(&r, paths[i & 1], &how));
        assert_int_equal(r.error.status, i & 2 ? TT_ERR_SYSTEM : TT_ERR_ARGUMENT);
        assert_string_equal(r.error.path, how.map);
        check_refused(&r);
        tt_io_reading_close(&r);
    }
}

static void on_piece(void *user, const tt_io_cut_piece *piece)
{
    *(tt_io_cut_piece *)user = *piece;
}

/* The report of a piece of a demo has its span and size. */
static void a_piece_of_a_demo(void **state)
{
    demo_bytes demo = {NULL, 0, 0};
    char *path = host_files_path(state, "demo"), *output = host_files_path(state, "piece");
    tt_io_cut_piece piece = {0};
    tt_io_cut_options how = {.output = output, .on_made = on_piece, .user = &piece};
    tt_io_error error;
    size_t size;
    make_deaths(&demo);
    write_as(path, &demo, "plain");
    how.reading.from = "50";
    how.reading.to = "100";
    tt_io_reading r = {0};
    assert_true(tt_io_cut(&r, path, &how, &error));
    tt_io_reading_close(&r);
    free(host_files_read(output, &size));
    assert_true(piece.from == 50 && piece.to == 99 && piece.has_end && piece.bytes == size);
    assert_true(piece.demo != NULL && piece.cut == NULL && piece.players == 0);
    demo_bytes_free(&demo);
    free(output);
    free(path);
}

static void check_job(tt_io_reading *r, bool is_made, const tt_io_error *error, tt_status status)
{
    assert_false(is_made);
    assert_int_equal(error->status, status);
    assert_int_equal(error->status, r->error.status);
    assert_string_equal(error->text, r->error.text);
    assert_true(error->path[0] != 0 && error->text[0] != 0);
    tt_io_reading_close(r);
    memset(r, 0, sizeof *r);
}

/* The error of a job says what that of its reading says. */
static void a_job_that_fails_says_why(void **state)
{
    char *path = host_files_path(state, "file"), *output = host_files_path(state, "output");
    const tt_io_cut_options cut = {.output = output};
    const tt_io_demo_options demo = {.output = output};
    tt_io_cut_options nowhere = cut;
    tt_io_reading r = {0};
    tt_io_error error;
    demo_bytes made = {NULL, 0, 0};
    check_job(&r, tt_io_cut(&r, path, &cut, &error), &error, TT_ERR_SYSTEM);
    check_job(&r, tt_io_demo_make(&r, path, &demo, &error), &error, TT_ERR_SYSTEM);
    host_files_write(path, "", 0);
    check_job(&r, tt_io_cut(&r, path, &cut, &error), &error, TT_ERR_FORMAT);
    check_job(&r, tt_io_demo_make(&r, path, &demo, &error), &error, TT_ERR_FORMAT);
    demo_make(&made, 42, 6, 300, 100);
    write_as(path, &made, "plain");
    nowhere.reading.from = "marker:60";
    check_job(&r, tt_io_cut(&r, path, &nowhere, &error), &error, TT_ERR_PLACE);
    demo_bytes_free(&made);
    free(output);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(spans_of_a_demo_with_a_large_map), IN_FOLDER(places_that_are_not_there),
        IN_FOLDER(deaths_at_the_ends_of_spans),      IN_FOLDER(texts_that_are_no_places),
        IN_FOLDER(an_open_that_is_false_says_why),   IN_FOLDER(a_map_of_another_recording),
        IN_FOLDER(a_job_that_fails_says_why),        IN_FOLDER(a_piece_of_a_demo),
    };
    return cmocka_run_group_tests_name("io_span", tests, NULL, NULL);
}
