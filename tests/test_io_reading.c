/* SPDX-License-Identifier: MIT
 *
 * Reading a file through libteetape-io gives the items that a plain loop over its bytes gives: for
 * every recording of the tree, plain and in every compressed form, with and without an index, whole
 * and over spans, of everybody and of one player.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host/compress_calls.h"
#include "host_files.h"
#include "recording/recording.h"
#include "recording/selection.h"
#include "support/rec_log.h"
#include "teetape/io.h"

#define WANTS (TT_WANT_RECORDS | TT_WANT_FACTS | TT_WANT_TICKS)

/* A text that grows. */
struct log {
    char *text;
    size_t size, cap;
};

static void log_add(struct log *log, const char *line, size_t size)
{
    if (log->cap - log->size <= size) {
        log->cap = 2 * (log->cap + size) + 4096;
        log->text = realloc(log->text, log->cap);
        assert_non_null(log->text);
    }
    memcpy(log->text + log->size, line, size);
    log->size += size;
    log->text[log->size] = '\0';
}

/* The items of the path, in the words of rec_log.h. To be freed. */
static char *log_of(const char *path, tt_io_reading_options how)
{
    static char line[1 << 20];
    struct log log = {NULL, 0, 0};
    tt_io_reading r;
    how.wants = WANTS;
    how.facts = TT_FACTS_ALL;
    log_add(&log, "", 0);
    assert_true(tt_io_reading_open(&r, path, &how));
    while (tt_io_reading_next(&r)) {
        assert_true(r.in_span);
        log_add(&log, line, rec_log_item(line, sizeof line, r.rec, &r.item, 0));
    }
    assert_int_equal(r.error.status, TT_OK);
    tt_io_reading_close(&r);
    return log.text;
}

/* Those lines of a log whose tick is in the span. To be freed. */
static char *log_within(const char *all, int64_t from, int64_t to)
{
    struct log log = {NULL, 0, 0};
    log_add(&log, "", 0);
    for (size_t size; *all != '\0'; all += size) {
        size = strcspn(all, "\n") + 1;
        int64_t tick = strtoll(all + 1, NULL, 10);
        if (strchr("RFT", *all) != NULL && tick >= from && tick < to) {
            log_add(&log, all, size);
        }
    }
    return log.text;
}

/* Every session of who had the name, found by a pass over the bytes. */
static tt_selection select_name(tt_bytes bytes, const char *name, uint8_t *bits, size_t size)
{
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    tt_selection selection;
    tt_item item;
    tt_status status;
    assert_int_equal(tt_selection_name(&selection, bits, size, name), TT_OK);
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_NAME));
    tt_recording_recover(&rec, 1);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, bytes.data, bytes.size);
            bytes.size = 0;
        } else if (item.kind == TT_ITEM_FACT) {
            assert_int_equal(tt_selection_learn(&selection, item.fact), TT_OK);
        }
    }
    return selection;
}

struct recording {
    const char *name;
    tt_bytes bytes;
};

/* Where game times count from: the first tick of a demo, which is at the end of the log. */
static int64_t start_of(const struct recording *recording, const char *log)
{
    const char *last = strstr(log, "\nS ");
    assert_non_null(last);
    return tti_format_told(recording->bytes) == TT_FORMAT_DEMO
               ? strtoll(strrchr(last, ' '), NULL, 10)
               : 0;
}

/* One span, with and without the index; `wanted` are its items. */
static void check_span(const char *name, const char *path, tt_io_reading_options how,
                       const char *wanted)
{
    for (int i = 0; i < 2; i++) {
        char what[1200];
        how.no_index = i != 0;
        char *got = log_of(path, how);
        snprintf(what, sizeof what, "items of %s, player %s, from %s to %s%s", name,
                 how.player == NULL ? "-" : how.player, how.from == NULL ? "-" : how.from,
                 how.to == NULL ? "-" : how.to, i != 0 ? "" : ", with an index");
        rec_log_same(what, wanted, got);
        free(got);
    }
}

/* One file against the plain loop. */
static void check(const struct recording *recording, const char *path, const char *player,
                  const tt_selection *selection)
{
    static size_t turn;
    static const struct {
        const char *from, *to;
        int64_t first, end;
        bool is_time;
    } spans[] = {
        {NULL, NULL, INT64_MIN, INT64_MAX, false}, {"1000", "3000", 1000, 3000, false},
        {"0:20", "0:30.5", 1000, 1525, true},      {"2500", NULL, 2500, INT64_MAX, false},
        {NULL, "1200", INT64_MIN, 1200, false},    {"90000000", NULL, 90000000, INT64_MAX, false},
    };
    char *all = rec_log(recording->bytes, (rec_log_how){.wants = WANTS,
                                                        .facts = TT_FACTS_ALL,
                                                        .recover = 1,
                                                        .skip_map = 1,
                                                        .selection = selection});
    /* Where another build takes all spans of each file, every other one in turn. */
    turn++;
    for (size_t i = TT_TEST_SHARE == 1 ? 0 : turn % 2; i < sizeof spans / sizeof spans[0];
         i += TT_TEST_SHARE == 1 ? 1 : 2) {
        int64_t start = spans[i].is_time ? start_of(recording, all) : 0;
        char *wanted = spans[i].is_time
                           ? log_within(all, start + spans[i].first, start + spans[i].end)
                           : log_within(all, spans[i].first, spans[i].end);
        check_span(
            recording->name, path,
            (tt_io_reading_options){.from = spans[i].from, .to = spans[i].to, .player = player},
            wanted);
        free(wanted);
    }
    free(all);
}

/* Moves, inputs and skips of the whole, or of the span. */
struct frequent {
    uint64_t moves[TT_CIDS], inputs[TT_CIDS], skips;
};

static struct frequent count_frequent(const char *path, tt_io_reading_options how)
{
    static struct frequent f;
    tt_io_reading r;
    memset(&f, 0, sizeof f);
    assert_true(tt_io_reading_open(&r, path, &how));
    while (tt_io_reading_next(&r)) {
        const tt_th_event *event = r.item.th;
        if (event != NULL && event->tick >= r.from) {
            f.skips += event->kind == TT_TH_TICK_SKIP;
            f.moves[event->kind == TT_TH_PLAYER_DIFF ? event->cid : 0] +=
                event->kind == TT_TH_PLAYER_DIFF;
            f.inputs[event->kind == TT_TH_INPUT_DIFF ? event->cid : 0] +=
                event->kind == TT_TH_INPUT_DIFF;
        }
    }
    tt_io_reading_close(&r);
    for (int32_t cid = 0; how.tally != NULL && cid < TT_CIDS; cid++) {
        f.moves[cid] += how.tally->moves[cid];
        f.inputs[cid] += how.tally->inputs[cid];
    }
    f.skips += how.tally != NULL ? how.tally->tick_skips : 0;
    return f;
}

/* Who wants nothing gets no item, the header neither, and is at the end. */
static void check_nothing_wanted(const char *path)
{
    tt_io_reading r;
    assert_true(tt_io_reading_open(&r, path, NULL));
    assert_false(tt_io_reading_next(&r));
    assert_true(r.is_at_end && r.error.status == TT_OK);
    tt_io_reading_close(&r);
}

/* The facts of a kind are the same, whatever else is wanted. States add positions to some. */
static void check_more_wanted(const char *path)
{
    size_t facts[3][TT_FACT_KINDS] = {{0}};
    for (int i = 0; i < 3; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {
            .wants = WANTS, .facts = TT_FACTS_ALL, .wants_states = i == 1, .wants_id = i == 2};
        assert_true(tt_io_reading_open(&r, path, &how));
        while (tt_io_reading_next(&r)) {
            facts[i][r.item.fact != NULL ? r.item.fact->kind : 0] += r.item.fact != NULL;
        }
        tt_io_reading_close(&r);
    }
    assert_memory_equal(facts[0], facts[1], sizeof facts[0]);
    assert_memory_equal(facts[0], facts[2], sizeof facts[0]);
}

/* With wants_all all items are given, and those of the span are marked, with an index as without
 * one. */
static void check_all(const char *path, const char *to, unsigned wants, uint64_t facts)
{
    static char line[1 << 20];
    struct log log[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    for (int i = 0; i < 2; i++) {
        tt_io_reading r;
        const tt_io_reading_options how = {.wants = wants,
                                           .facts = facts,
                                           .from = to == NULL ? "0:20" : "0:00",
                                           .to = to,
                                           .wants_all = true,
                                           .no_index = i != 0};
        log_add(&log[i], "", 0);
        assert_true(tt_io_reading_open(&r, path, &how));
        while (tt_io_reading_next(&r)) {
            log_add(&log[i], r.in_span ? "in " : "out ", r.in_span ? 3 : 4);
            size_t size = r.item.fact != NULL ? rec_log_fact(line, sizeof line, r.item.fact, 0)
                                              : rec_log_item(line, sizeof line, r.rec, &r.item, 0);
            log_add(&log[i], line, size);
        }
        tt_io_reading_close(&r);
    }
    rec_log_same("wants_all", log[0].text, log[1].text);
    free(log[0].text);
    free(log[1].text);
}

/* A tally counts from the start of the span on, whatever else is given. */
static void check_tally(const char *name, const char *path)
{
    static const char *const froms[] = {NULL, "0", "1000", "1001", "90000000"};
    static const char *const tos[] = {NULL, "1000", "3000", "1002"};
    for (unsigned i = 0; i < 5 * 4 * 4; i += TT_TEST_SHARE == 1 ? 1 : 7) {
        tt_th_tally tally;
        memset(&tally, 0, sizeof tally);
        tt_io_reading_options how = {.wants = TT_WANT_RECORDS,
                                     .from = froms[i % 5],
                                     .to = tos[i / 5 % 4],
                                     .wants_before = (i / 20 & 1) != 0,
                                     .no_index = (i / 20 & 2) != 0};
        struct frequent records = count_frequent(path, how);
        how.tally = &tally;
        struct frequent tallied = count_frequent(path, how);
        if (memcmp(&records, &tallied, sizeof tallied) != 0) {
            fail_msg("%s: the tally of span %u is not that of its records", name, i);
        }
    }
}

static void check_players(const struct recording *recording, const char *path)
{
    static uint8_t bits[1 << 16];
    static const char *const names[] = {"renamed0", "nameless tee"};
    tt_selection selection;
    check(recording, path, NULL, NULL);
    tti_selection_cid(&selection, 1);
    check(recording, path, "1", &selection);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        selection = select_name(recording->bytes, names[i], bits, sizeof bits);
        check(recording, path, names[i], &selection);
    }
}

/* The recording as a file of this format: "plain", "xz", "zstd", "gzip" or "tape", with an index.
 */
static void write_as(const struct recording *recording, const char *path, const char *format)
{
    tt_io_error error;
    const tt_io_file_options options = {.replace = true, .format = format};
    tt_io_file *file = tt_io_file_open(path, &options, &error);
    assert_non_null(file);
    tt_io_output_bytes(tt_io_file_out(file), recording->bytes);
    assert_true(tt_io_file_commit(file, &error));

    tt_io_index_report report;
    char *index = tt_io_index_path(path, NULL, &error);
    assert_non_null(index);
    tt_io_index_outcome outcome =
        tt_io_index_build(&(tt_io_index_options){.recording = path, .index = index}, &report);
    assert_true(outcome == TT_IO_INDEX_BUILT);
    free(index);
}

static bool is_known(const char *format)
{
    const tt_io_compressor *compressor = tti_host_compressor_named(format);
    return compressor == NULL || compressor->calls != NULL;
}

static void check_format(void **state, const char *format)
{
    struct recording recording;
    uint8_t *bytes;
    size_t size;
    char *path = host_files_path(state, "recording");
    if (!is_known(format)) {
        free(path);
        skip();
    }
    for (int i = 0; (bytes = rec_log_each(i, &size, &recording.name)) != NULL; i++) {
        recording.bytes = (tt_bytes){bytes, size};
        write_as(&recording, path, format);
        if (size < 60000) {
            check_players(&recording, path);
        } else {
            check(&recording, path, NULL, NULL);
        }
        check_nothing_wanted(path);
        check_tally(recording.name, path);
        if (strcmp(format, "plain") == 0) {
            check_more_wanted(path);
            check_all(path, "+10", TT_WANT_FACTS, TT_INDEX_HOLDS);
            check_all(path, NULL, TT_WANT_FACTS, TT_FACTS_ALL);
            check_all(path, NULL, WANTS, TT_INDEX_HOLDS);
        }
        free(bytes);
        /* its index goes with it: the next one is of another recording */
        tt_io_error error;
        char *index = tt_io_index_path(path, NULL, &error);
        assert_non_null(index);
        remove(index);
        free(index);
    }
    free(path);
}

static void test_plain(void **state)
{
    check_format(state, "plain");
}

static void test_xz(void **state)
{
    check_format(state, "xz");
}

static void test_zstd(void **state)
{
    check_format(state, "zstd");
}

static void test_tape(void **state)
{
    check_format(state, "tape");
}

static void test_gzip(void **state)
{
    check_format(state, "gzip");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_plain), IN_FOLDER(test_xz),   IN_FOLDER(test_zstd),
        IN_FOLDER(test_gzip),  IN_FOLDER(test_tape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
