/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/io/table_write.h with batches that are made here: numbers as printf writes them,
 * texts that formats stumble over, parts in any order, and failures.
 */
#include "cm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random.h"
#include "teetape/io/table_write.h"

/* What was written. */
struct sheet {
    char *text;
    size_t size;
    size_t limit; /* bytes that fit, 0: all */
};

static int put(void *user, tt_bytes bytes)
{
    struct sheet *s = user;
    if (s->limit != 0 && s->size + bytes.size > s->limit) {
        return ENOSPC;
    }
    s->text = realloc(s->text, s->size + bytes.size + 1);
    assert_non_null(s->text);
    memcpy(s->text + s->size, bytes.data, bytes.size);
    s->size += bytes.size;
    s->text[s->size] = '\0';
    return 0;
}

static tt_io_table_plan plan_of(tt_io_table_kind kind, const char *columns)
{
    const tt_io_table_options options = {.kind = kind, .columns = columns};
    tt_io_table_plan plan;
    tt_io_error error;
    assert_true(tt_io_table_plan_init(&plan, &options, &error));
    return plan;
}

/* A file of one part with one batch; false when the writer says that it failed. */
static bool write_one(struct sheet *s, const tt_io_table_plan *plan, const char *format,
                      bool spreadsheet, const tt_io_batch *batch)
{
    const tt_io_table_write_options how = {.format = tt_io_table_format_find(format),
                                           .spreadsheet = spreadsheet};
    tt_io_error error;
    tt_io_output out;
    assert_true(tt_io_output_open(&out, put, s));
    tt_io_table_writer *writer = tt_io_table_writer_open(plan, &how, 1, &error);
    assert_non_null(writer);
    tt_io_table_writer_begin(writer, &out);
    tt_io_table_part *part = tt_io_table_part_open(writer, 0, &out);
    bool good = tt_io_table_part_add(part, batch);
    tt_io_table_part_close(part);
    assert_int_equal(tt_io_table_writer_end(writer, &out), batch->rows);
    assert_true(tt_io_table_writer_close(writer, &error));
    return (tt_io_output_close(&out) == 0) && good;
}

enum { ROWS = 40000 };

/* Of all sizes, and the ends of their range. */
static int64_t any_number(uint64_t *seed, int bits)
{
    int64_t value =
        (int64_t)((uint64_t)random_next(seed) << 32 | random_next(seed)) >> random_below(seed, 64);
    int64_t least = -(INT64_C(1) << (bits - 2)) * 2, most = -(least + 1);
    switch (random_next(seed) % 8) {
    case 0:
        return least;
    case 1:
        return most;
    case 2:
        return 0;
    default:
        return bits == 64 ? value : value < least || value > most ? value % most : value;
    }
}

static const char *next_line(const char **text, char line[256])
{
    size_t size = strcspn(*text, "\r\n");
    assert_true(size < 256);
    memcpy(line, *text, size);
    line[size] = '\0';
    *text += size + strspn(*text + size, "\r\n");
    return line;
}

static void numbers_are_as_printf_has_them(void **state)
{
    (void)state;
    static int8_t cid[ROWS];
    static int16_t aim[ROWS];
    static int32_t x[ROWS];
    static int64_t bytes[ROWS];
    uint64_t seed = 1;
    for (int i = 0; i < ROWS; i++) {
        cid[i] = (int8_t)any_number(&seed, 8);
        aim[i] = (int16_t)any_number(&seed, 16);
        x[i] = (int32_t)any_number(&seed, 32);
        bytes[i] = any_number(&seed, 64);
    }
    const tt_io_table_plan ticks = plan_of(TT_TABLE_TICKS, "cid,aim,x");
    const tt_io_table_plan recordings = plan_of(TT_TABLE_RECORDINGS, "bytes");
    const tt_io_column_data data[] = {
        {.column = ticks.column[0], .values = cid},
        {.column = ticks.column[1], .values = aim},
        {.column = ticks.column[2], .values = x},
        {.column = recordings.column[0], .values = bytes},
    };
    const tt_io_batch three = {ROWS, 3, data}, one = {ROWS, 1, data + 3};
    struct sheet s = {.size = 0}, t = {.size = 0};
    char line[256], expected[256];
    assert_true(write_one(&s, &ticks, "csv", false, &three));
    assert_true(write_one(&t, &recordings, "jsonl", false, &one));
    const char *at = s.text, *other = t.text;
    assert_string_equal(next_line(&at, line), "cid,aim,x");
    for (int i = 0; i < ROWS; i++) {
        snprintf(expected, sizeof expected, "%d,%d,%" PRId32, cid[i], aim[i], x[i]);
        assert_string_equal(next_line(&at, line), expected);
        snprintf(expected, sizeof expected, "{\"bytes\":%" PRId64 "}", bytes[i]);
        assert_string_equal(next_line(&other, line), expected);
    }
    assert_true(*at == '\0' && *other == '\0');
    free(s.text);
    free(t.text);
}

/* Multiples of 1/256 exactly, other numbers so that they are read as the same. */
static void floats_are_read_as_they_were(void **state)
{
    (void)state;
    static float vx[ROWS];
    uint64_t seed = 2;
    for (int i = 0; i < ROWS; i++) {
        int32_t number = (int32_t)any_number(&seed, 32);
        vx[i] = i % 3 == 0 ? (float)(number % 100000) : (float)number / (i % 3 == 1 ? 256 : 1000);
    }
    vx[0] = 3.0e38f;
    vx[1] = 1.0e-30f;
    vx[2] = -0.00390625f;
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, "vx");
    const tt_io_column_data data = {.column = plan.column[0], .values = vx};
    const tt_io_batch batch = {ROWS, 1, &data};
    struct sheet s = {.size = 0};
    char line[256], *end;
    assert_true(write_one(&s, &plan, "csv", false, &batch));
    const char *at = s.text;
    next_line(&at, line);
    for (int i = 0; i < ROWS; i++) {
        next_line(&at, line);
        assert_true(strtof(line, &end) == vx[i] && *end == '\0' && end != line);
        assert_true(i != 2 || strcmp(line, "-0.00390625") == 0);
    }
    free(s.text);
}

static void times_are_in_utc(void **state)
{
    (void)state;
    static const struct {
        int64_t us;
        const char *text;
    } times[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {-1000, "1969-12-31T23:59:59.999Z"},
        {INT64_C(1795255200020000), "2026-11-21T10:00:00.020Z"},
        {INT64_C(951782399980000), "2000-02-28T23:59:59.980Z"},
        {INT64_C(951868799999000), "2000-02-29T23:59:59.999Z"},
        {INT64_C(253402300799000000), "9999-12-31T23:59:59.000Z"},
        {INT64_C(-62135596800000000), "0001-01-01T00:00:00.000Z"},
    };
    enum { TIMES = sizeof times / sizeof times[0] };
    int64_t values[TIMES];
    char line[256];
    for (int i = 0; i < TIMES; i++) {
        values[i] = times[i].us;
    }
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, "ts");
    const tt_io_column_data data = {.column = plan.column[0], .values = values};
    const tt_io_batch batch = {TIMES, 1, &data};
    struct sheet s = {.size = 0};
    assert_true(write_one(&s, &plan, "csv", false, &batch));
    const char *at = s.text;
    next_line(&at, line);
    for (int i = 0; i < TIMES; i++) {
        assert_string_equal(next_line(&at, line), times[i].text);
    }
    free(s.text);
}

#define TEXT(literal)                                                                              \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

/* What a spreadsheet takes for a formula, by its first letter, and nothing else: see CWE-1236. */
static void formulas_are_guarded(void **state)
{
    (void)state;
    static const char *const begins[] = {
        "=",      "+",      "-",      "@",        "\t", "\r", "\n", "\uff0b", "\uff0d", "\uff1d",
        "\uff20", "\uff0a", "\uff21", "\xef\xbc", "'",  "a",  "\"", ",",      "\v"};
    enum { TEXTS = sizeof begins / sizeof begins[0], GUARDED = 11 };
    for (int i = 0; i < TEXTS; i++) {
        char text[16], wanted[64];
        uint32_t ends[2] = {0, (uint32_t)snprintf(text, sizeof text, "%s1", begins[i])};
        const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, "name");
        const tt_io_column_data data = {.column = plan.column[0], .values = text, .ends = ends + 1};
        const tt_io_batch batch = {1, 1, &data};
        struct sheet s = {.size = 0};
        assert_true(write_one(&s, &plan, "csv", true, &batch));
        snprintf(wanted, sizeof wanted, "name\r\n\"'%s\"\r\n", text);
        assert_int_equal(strcmp(s.text, wanted) == 0, i < GUARDED);
        free(s.text);
    }
}

/* What RFC 4180 and JSON make of them; the last row has no value. */
static void texts_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
    } texts[] = {TEXT("nameless"),
                 TEXT("a,b"),
                 TEXT("say \"hi\""),
                 TEXT("two\r\nlines"),
                 TEXT("n\0l"),
                 TEXT("=1+1"),
                 TEXT("@cmd"),
                 TEXT(""),
                 TEXT(" blank"),
                 TEXT("tab\t"),
                 TEXT("\xf0\x9f\x98\x80"),
                 TEXT("-5"),
                 TEXT("")};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    uint8_t bytes[256];
    uint32_t ends[TEXTS + 1] = {0};
    const uint8_t has[2] = {0xff, 0x0f};
    for (int i = 0; i < TEXTS; i++) {
        memcpy(bytes + ends[i], texts[i].text, texts[i].size);
        ends[i + 1] = ends[i] + (uint32_t)texts[i].size;
    }
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, "name");
    const tt_io_column_data data = {
        .column = plan.column[0], .values = bytes, .ends = ends + 1, .has = has, .missing = 1};
    const tt_io_batch batch = {TEXTS, 1, &data};
    struct sheet csv = {.size = 0}, safe = {.size = 0}, json = {.size = 0};
    assert_true(write_one(&csv, &plan, "csv", false, &batch));
    assert_string_equal(csv.text, "name\r\nnameless\r\n\"a,b\"\r\n\"say \"\"hi\"\"\"\r\n"
                                  "\"two\r\nlines\"\r\n\"n\xef\xbf\xbdl\"\r\n=1+1\r\n@cmd\r\n"
                                  "\"\"\r\n\" blank\"\r\ntab\t\r\n\xf0\x9f\x98\x80\r\n-5\r\n\r\n");
    assert_true(write_one(&safe, &plan, "csv", true, &batch));
    assert_non_null(strstr(safe.text, "\"'=1+1\"\r\n\"'@cmd\"\r\n"));
    assert_non_null(strstr(safe.text, "\"'-5\"\r\n"));
    assert_true(write_one(&json, &plan, "jsonl", false, &batch));
    assert_string_equal(json.text,
                        "{\"name\":\"nameless\"}\n{\"name\":\"a,b\"}\n"
                        "{\"name\":\"say \\\"hi\\\"\"}\n{\"name\":\"two\\r\\nlines\"}\n"
                        "{\"name\":\"n\\u0000l\"}\n{\"name\":\"=1+1\"}\n{\"name\":\"@cmd\"}\n"
                        "{\"name\":\"\"}\n{\"name\":\" blank\"}\n{\"name\":\"tab\\t\"}\n"
                        "{\"name\":\"\xf0\x9f\x98\x80\"}\n{\"name\":\"-5\"}\n{\"name\":null}\n");
    free(csv.text);
    free(safe.text);
    free(json.text);
}

/* A text is longer than an output's buffer. */
static void long_texts_are_written_in_pieces(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    uint8_t *bytes = malloc(SIZE);
    const uint32_t ends[2] = {0, SIZE};
    assert_non_null(bytes);
    for (int i = 0; i < SIZE; i++) {
        bytes[i] = (uint8_t)(i % 7 == 0 ? '"' : i % 11 == 0 ? '\n' : 'a' + i % 26);
    }
    const tt_io_table_plan plan = plan_of(TT_TABLE_CHAT, "text");
    const tt_io_column_data data = {.column = plan.column[0], .values = bytes, .ends = ends + 1};
    const tt_io_batch batch = {1, 1, &data};
    struct sheet csv = {.size = 0}, json = {.size = 0};
    assert_true(write_one(&csv, &plan, "csv", false, &batch));
    assert_true(write_one(&json, &plan, "jsonl", false, &batch));
    const char *a = csv.text + strlen("text\r\n\""), *b = json.text + strlen("{\"text\":\"");
    for (int i = 0; i < SIZE; i++) {
        a += bytes[i] == '"';
        b += bytes[i] == '"' || bytes[i] == '\n';
        assert_true(*a == bytes[i] && (*b == bytes[i] || (*b == 'n' && bytes[i] == '\n')));
        a++;
        b++;
    }
    assert_string_equal(a, "\"\r\n");
    assert_string_equal(b, "\"}\n");
    free(bytes);
    free(csv.text);
    free(json.text);
}

/* A full output ends the part, and is reported by the output. */
static void a_full_output_ends_a_part(void **state)
{
    (void)state;
    static int32_t x[ROWS];
    const tt_io_table_plan plan = plan_of(TT_TABLE_TICKS, "x");
    const tt_io_column_data data = {.column = plan.column[0], .values = x};
    const tt_io_batch batch = {ROWS, 1, &data};
    static const char *const formats[] = {"csv", "jsonl"};
    for (int i = 0; i < 2; i++) {
        struct sheet s = {.limit = 70000};
        assert_false(write_one(&s, &plan, formats[i], false, &batch));
        free(s.text);
    }
}

/* Two rows of a UUID, a number that may be missing, a float and a text, byte by byte. */
static void native_is_as_clickhouse_has_it(void **state)
{
    (void)state;
    tt_io_table_plan plan = plan_of(TT_TABLE_SESSIONS, "recording,version,name,cid");
    static const uint8_t ids[32] = {1,  2,  3,  4,  5,  6,    7,    8,    9,    10,  11,
                                    12, 13, 14, 15, 16, 0xf0, 0xf1, 0xf2, 0xf3, 0,   0,
                                    0,  0,  0,  0,  0,  0,    0,    0,    0,    0xff};
    const int32_t versions[] = {0, -2};
    static const char names[] = "a\0b";
    const uint32_t ends[] = {0, 0, 3};
    const int8_t cids[] = {-1, 127};
    const uint8_t second = 2, both = 3;
    const tt_io_column_data data[] = {
        {.column = plan.column[0], .values = ids},
        {.column = plan.column[1], .values = versions, .has = &second, .missing = 1},
        {.column = plan.column[2], .values = names, .ends = ends + 1, .has = &both},
        {.column = plan.column[3], .values = cids},
    };
    const tt_io_batch batch = {2, 4, data};
    static const char expected[] = "\4\2"
                                   "\11recording\4UUID"
                                   "\10\7\6\5\4\3\2\1\20\17\16\15\14\13\12\11"
                                   "\0\0\0\0\xf3\xf2\xf1\xf0\xff\0\0\0\0\0\0\0"
                                   "\7version\17Nullable(Int32)\1\0\0\0\0\0\xfe\xff\xff\xff"
                                   "\4name\20Nullable(String)\0\0\0\3a\0b"
                                   "\3cid\4Int8\xff\177";
    struct sheet s = {NULL, 0, 0};
    assert_true(write_one(&s, &plan, "native", false, &batch));
    assert_int_equal(s.size, sizeof expected - 1);
    assert_memory_equal(s.text, expected, sizeof expected - 1);
    free(s.text);
    struct sheet full = {.limit = 8};
    assert_false(write_one(&full, &plan, "native", false, &batch));
    free(full.text);
}

static void formats_have_names(void **state)
{
    (void)state;
    const tt_io_table_format *format;
    size_t count = 0;
    while ((format = tt_io_table_format_at(count)) != NULL) {
        assert_ptr_equal(tt_io_table_format_find(format->name), format);
        assert_true(format->ending[0] == '.' && format->doc[0] != '\0');
        count++;
    }
    assert_true(count >= 2);
    assert_null(tt_io_table_format_find("xls"));
    assert_false(tt_io_table_part_add(NULL, NULL));
    tt_io_table_part_close(NULL);
    assert_true(tt_io_table_writer_close(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_printf_has_them),
        cmocka_unit_test(floats_are_read_as_they_were),
        cmocka_unit_test(times_are_in_utc),
        cmocka_unit_test(formulas_are_guarded),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(long_texts_are_written_in_pieces),
        cmocka_unit_test(a_full_output_ends_a_part),
        cmocka_unit_test(native_is_as_clickhouse_has_it),
        cmocka_unit_test(formats_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
