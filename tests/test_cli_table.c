/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/show/table.h: columns, alignment, cutting, colour.
 */
#include "cm.h"

#include <locale.h>

#include "cli/show/table.h"
#include "cli/text/text.h"
#include "support/cli_capture.h"

static const struct table_column columns[] = {
    {"cid", true, TABLE_WHOLE, 0, TEXT_NORMAL},
    {"name", false, TABLE_CUT, 0, TEXT_CYAN},
    {"clan", false, TABLE_CUT, 0, TEXT_NORMAL},
    {"time", true, TABLE_WHOLE, 0, TEXT_FAINT},
};

#define PLAIN ((struct table_look){0, false})

static void add(struct table *t, int64_t cid, const char *name, const char *clan, int32_t tick)
{
    table_int(t, cid);
    table_string(t, name);
    table_string(t, clan);
    table_time(t, tick);
}

static struct table *sample(void)
{
    struct table *t = table_new(columns, 4);
    assert_non_null(t);
    add(t, 0, "nameless tee", "", 50);
    add(t, 127, "x", "a clan", 180000);
    return t;
}

static const char *print(struct capture *capture, const struct table *t, struct table_look look)
{
    capture_begin(capture);
    assert_true(table_print(t, &capture->out, look));
    return capture_end(capture);
}

static void columns_are_aligned(void **state)
{
    struct capture capture;
    struct table *t = sample();
    (void)state;
    assert_int_equal(table_rows(t), 2);
    assert_string_equal(print(&capture, t, PLAIN), "cid  name          clan          time\n"
                                                   "  0  nameless tee          0:00:01.00\n"
                                                   "127  x             a clan  1:00:00.00\n");
    table_free(t);
}

static void empty_ends_leave_no_blanks(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns + 1, 2);
    (void)state;
    table_string(t, "long enough");
    table_string(t, "");
    table_string(t, "");
    table_string(t, "");
    table_string(t, "short");
    table_string(t, "clan");
    assert_string_equal(print(&capture, t, PLAIN), "name         clan\n"
                                                   "long enough\n"
                                                   "\n"
                                                   "short        clan\n");
    table_free(t);
}

/* A column in which nobody has a value goes before one with values. */
static void bare_columns_are_left_out_first(void **state)
{
    static const struct table_column some[] = {
        {"name", false, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"clan", false, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"tick", true, TABLE_WHOLE, 1, TEXT_NORMAL},
    };
    struct capture capture;
    struct table *t = table_new(some, 3);
    (void)state;
    table_string(t, "a");
    table_string(t, "-");
    table_int(t, 1);
    assert_string_equal(print(&capture, t, (struct table_look){10, false}), "name  tick\n"
                                                                            "a        1\n");
    table_free(t);
}

/* Neither a number that is missing nor a column that is left out after it. */
static void narrow_lines_end_with_a_cell(void **state)
{
    static const struct table_column some[] = {
        {"name", false, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"count", true, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"tick", true, TABLE_WHOLE, 1, TEXT_NORMAL},
    };
    struct capture capture;
    struct table *t = table_new(some, 3);
    (void)state;
    table_string(t, "a");
    table_string(t, "");
    table_int(t, 1);
    table_string(t, "b");
    table_int(t, 7);
    table_int(t, 2);
    assert_string_equal(print(&capture, t, PLAIN), "name  count  tick\n"
                                                   "a               1\n"
                                                   "b         7     2\n");
    assert_string_equal(print(&capture, t, (struct table_look){12, false}), "name  count\n"
                                                                            "a\n"
                                                                            "b         7\n");
    table_free(t);
}

static void without_rows_there_is_no_table(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns, 4);
    (void)state;
    assert_string_equal(print(&capture, t, PLAIN), "");
    table_int(t, 1); /* a row that is not complete is none */
    assert_int_equal(table_rows(t), 0);
    assert_string_equal(print(&capture, t, PLAIN), "");
    table_free(t);
}

static void widths_are_columns_and_not_bytes(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns + 1, 2);
    (void)state;
    table_string(t, "\xc3\xa4\xc3\xb6");
    table_string(t, "1");
    table_string(t, "\xe4\xb8\xad\xe6\x96\x87"); /* two characters, four columns */
    table_string(t, "2");
    assert_string_equal(print(&capture, t, PLAIN), "name  clan\n"
                                                   "\xc3\xa4\xc3\xb6    1\n"
                                                   "\xe4\xb8\xad\xe6\x96\x87  2\n");
    table_free(t);
}

static void cells_are_safe(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns + 1, 2);
    (void)state;
    table_text(t, (tt_bytes){(const uint8_t *)"a\0b", 3});
    table_string(t, "\033]0;x\a");
    assert_string_equal(print(&capture, t, PLAIN), "name    clan\n"
                                                   "a\\x00b  \\x1b]0;x\\x07\n");
    table_free(t);
}

static void numbers_of_all_sizes(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns, 2);
    (void)state;
    table_int(t, INT64_MIN);
    table_number(t, 45051);
    table_int(t, INT64_MAX);
    table_number(t, 0);
    assert_string_equal(print(&capture, t, PLAIN), "                 cid  name\n"
                                                   "-9223372036854775808  45,051\n"
                                                   " 9223372036854775807  0\n");
    table_free(t);
}

/* The widest line of a printed table. */
static size_t widest(const char *text)
{
    size_t most = 0;
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        size_t width = text_width((tt_bytes){(const uint8_t *)text, size});
        most = width > most ? width : most;
        text += size + (text[size] == '\n');
    }
    return most;
}

/* Every number of a printed table is one that was put into it. */
static void check_numbers(const char *text)
{
    static const char *const numbers[] = {"103", "45,051", "777", "1,234,567", "888999"};
    while (*(text += strcspn(text, "0123456789")) != 0) {
        size_t size = strspn(text, "0123456789,");
        bool is_one = false;
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            is_one = is_one || (size == strlen(numbers[i]) && memcmp(text, numbers[i], size) == 0);
        }
        assert_true(is_one);
        text += size;
    }
}

static void only_flexible_columns_are_cut(void **state)
{
    struct capture capture;
    struct table *t = sample();
    (void)state;
    assert_string_equal(print(&capture, t, (struct table_look){33, false}),
                        "cid  name      clan          time\n"
                        "  0  nameles\xe2\x80\xa6          0:00:01.00\n"
                        "127  x         a clan  1:00:00.00\n");
    /* wide enough: nothing happens */
    assert_int_equal(widest(print(&capture, t, (struct table_look){37, false})), 37);
    assert_null(strstr(capture.text, "\xe2\x80\xa6"));
    table_free(t);
}

/* Those that are missed least go first, and only as many as it takes; then the flexible ones are
 * cut. */
static void spare_columns_are_left_out_first(void **state)
{
    static const struct table_column spare[] = {
        {"cid", true, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"name", false, TABLE_CUT, 0, TEXT_NORMAL},
        {"clan", false, TABLE_CUT, 2, TEXT_NORMAL},
        {"time", true, TABLE_WHOLE, 1, TEXT_NORMAL},
    };
    struct capture capture;
    struct table *t = table_new(spare, 4);
    (void)state;
    add(t, 7, "nameless tee", "a clan", 50);
    assert_string_equal(print(&capture, t, (struct table_look){37, false}),
                        "cid  name          clan          time\n"
                        "  7  nameless tee  a clan  0:00:01.00\n");
    assert_string_equal(print(&capture, t, (struct table_look){36, false}),
                        "cid  name                time\n"
                        "  7  nameless tee  0:00:01.00\n");
    assert_string_equal(print(&capture, t, (struct table_look){28, false}), "cid  name\n"
                                                                            "  7  nameless tee\n");
    assert_string_equal(print(&capture, t, (struct table_look){16, false}),
                        "cid  name\n"
                        "  7  nameless t\xe2\x80\xa6\n");
    table_free(t);
}

/* Whatever the terminal, no line is wider, unless the first column alone is. Numbers are there
 * whole or not at all, and where something of a text was cut there is a sign of it. */
static void lines_fit_every_width(void **state)
{
    static const enum table_fit fits[] = {TABLE_CUT, TABLE_KEY_CUT};
    struct capture capture;
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct table_column some[] = {
            {"cid", true, i % 2 != 0 ? TABLE_KEY : TABLE_WHOLE, 0, TEXT_NORMAL},
            {"name", false, fits[i / 2], 0, TEXT_CYAN},
            {"clan", false, TABLE_CUT, 0, TEXT_NORMAL},
            {"number", true, i % 2 != 0 ? TABLE_KEY : TABLE_WHOLE, 0, TEXT_FAINT},
            {"other", true, i == 3 ? TABLE_KEY : TABLE_WHOLE, i == 0, TEXT_FAINT},
        };
        struct table *t = table_new(some, 5);
        table_int(t, 103);
        table_string(t, "a name that is by far too long for 45,051 things");
        table_string(t, "a clan 777 that is quite long");
        table_number(t, 1234567);
        table_int(t, 888999);
        size_t whole = widest(print(&capture, t, PLAIN));
        for (unsigned width = 1; width <= whole + 3; width++) {
            const char *text = print(&capture, t, (struct table_look){width, false});
            size_t line = widest(text);
            assert_true(line <= width || line == 3);
            assert_true(width < whole || line == whole);
            check_numbers(text);
        }
        table_free(t);
    }
}

/* What says which row it is is cut after all else, and left out after all else. */
static void keys_come_last(void **state)
{
    static const struct table_column some[] = {
        {"file", false, TABLE_KEY_CUT, 0, TEXT_NORMAL},
        {"joined", true, TABLE_WHOLE, 2, TEXT_NORMAL},
        {"tick", true, TABLE_KEY, 0, TEXT_NORMAL},
        {"left", true, TABLE_WHOLE, 2, TEXT_NORMAL},
        {"tick", true, TABLE_KEY, 0, TEXT_NORMAL},
        {"bytes", true, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"what", false, TABLE_CUT, 0, TEXT_NORMAL},
    };
    struct capture capture;
    struct table *t = table_new(some, 7);
    (void)state;
    table_string(t, "some/folder/of/files");
    table_time(t, 50);
    table_int(t, 50);
    table_time(t, 100);
    table_int(t, 100);
    table_int(t, 45051);
    table_string(t, "what happened there");
    assert_string_equal(print(&capture, t, (struct table_look){70, false}),
                        "file                  tick  tick  bytes  what\n"
                        "some/folder/of/files    50   100  45051  what happened there\n");
    assert_string_equal(print(&capture, t, (struct table_look){50, false}),
                        "file                  tick  tick  bytes  what\n"
                        "some/folder/of/files    50   100  45051  what hap\xe2\x80\xa6\n");
    assert_string_equal(print(&capture, t, (struct table_look){34, false}),
                        "file            tick  tick  what\n"
                        "some/folder/o\xe2\x80\xa6    50   100  what \xe2\x80\xa6\n");
    table_free(t);
}

/* The room of a column that is left out goes to those that were cut before. */
static void room_is_given_back(void **state)
{
    static const struct table_column some[] = {
        {"file", false, TABLE_KEY_CUT, 0, TEXT_NORMAL},
        {"time", true, TABLE_WHOLE, 1, TEXT_NORMAL},
        {"bytes", true, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"what", false, TABLE_CUT, 0, TEXT_NORMAL},
    };
    struct capture capture;
    struct table *t = table_new(some, 4);
    (void)state;
    table_string(t, "a file");
    table_string(t, "2026-11-01T20:01:40.00+0100");
    table_int(t, 45051);
    table_string(t, "what happened there and then");
    assert_string_equal(
        print(&capture, t, (struct table_look){64, false}),
        "file                           time  bytes  what\n"
        "a file  2026-11-01T20:01:40.00+0100  45051  what happened there\xe2\x80\xa6\n");
    assert_string_equal(print(&capture, t, (struct table_look){61, false}),
                        "file    bytes  what\n"
                        "a file  45051  what happened there and then\n");
    assert_string_equal(print(&capture, t, (struct table_look){20, false}),
                        "file    what\n"
                        "a file  what happen\xe2\x80\xa6\n");
    table_free(t);
}

/* The path gives way, and nothing of the rest is lost. */
static void the_first_column_goes_above(void **state)
{
    static const struct table_column some[] = {
        {"file", false, TABLE_ABOVE, 0, TEXT_NORMAL},
        {"tick", true, TABLE_KEY, 0, TEXT_FAINT},
        {"time", false, TABLE_WHOLE, 1, TEXT_NORMAL},
        {"what", false, TABLE_CUT, 0, TEXT_NORMAL},
    };
    struct capture capture;
    struct table *t = table_new(some, 4);
    (void)state;
    for (int i = 0; i < 3; i++) {
        table_string(t, i < 2 ? "a/path/without/an/end" : "b");
        table_int(t, 45 + i);
        table_string(t, "20:01:40.00+0100");
        table_string(t, i == 0 ? "nameless tee finishes in 0:01:00.50 on Kobra" : "moo leaves");
    }
    table_string(t, "b");
    table_int(t, 99);
    table_string(t, "");
    table_string(t, "");
    const char *whole = print(&capture, t, (struct table_look){91, false});
    assert_int_equal(widest(whole), 91);
    assert_string_equal(print(&capture, t, (struct table_look){50, false}),
                        "file\n"
                        "  tick  time              what\n"
                        "a/path/without/an/end\n"
                        "    45  20:01:40.00+0100  nameless tee finishes in\n"
                        "                          0:01:00.50 on Kobra\n"
                        "    46  20:01:40.00+0100  moo leaves\n"
                        "b\n"
                        "    47  20:01:40.00+0100  moo leaves\n"
                        "    99\n");
    assert_string_equal(print(&capture, t, (struct table_look){20, true}),
                        "\033[1mfile\n"
                        "  tick  what\033[0m\n"
                        "a/path/without/an/end\n"
                        "  \033[2m  45\033[0m  nameless tee\n"
                        "        finishes in\n"
                        "        0:01:00.50\n"
                        "        on Kobra\n"
                        "  \033[2m  46\033[0m  moo leaves\n"
                        "b\n"
                        "  \033[2m  47\033[0m  moo leaves\n"
                        "  \033[2m  99\033[0m\n");
    table_free(t);
}

static void colour_goes_back_to_normal(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns, 4);
    (void)state;
    table_int(t, 1);
    table_string(t, "x");
    table_string(t, "y");
    table_time(t, 0);
    assert_string_equal(print(&capture, t, (struct table_look){80, true}),
                        "\033[1mcid  name  clan        time\033[0m\n"
                        "  1  \033[36mx   \033[0m  y     \033[2m0:00:00.00\033[0m\n");
    table_free(t);
}

static void many_rows(void **state)
{
    struct capture capture;
    struct table *t = table_new(columns, 1);
    (void)state;
    for (int i = 0; i < 10000; i++) {
        table_int(t, i);
    }
    assert_int_equal(table_rows(t), 10000);
    const char *text = print(&capture, t, PLAIN);
    assert_int_equal(strlen(text), 5 * 10001);
    assert_string_equal(text + 5 * 10000, "9999\n");
    table_free(t);
}

static void no_table_does_nothing(void **state)
{
    struct capture capture;
    (void)state;
    assert_null(table_new(columns, 1000));
    table_string(NULL, "x");
    assert_int_equal(table_rows(NULL), 0);
    capture_begin(&capture);
    assert_false(table_print(NULL, &capture.out, PLAIN));
    assert_string_equal(capture_end(&capture), "");
    table_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_aligned),
        cmocka_unit_test(empty_ends_leave_no_blanks),
        cmocka_unit_test(bare_columns_are_left_out_first),
        cmocka_unit_test(narrow_lines_end_with_a_cell),
        cmocka_unit_test(without_rows_there_is_no_table),
        cmocka_unit_test(widths_are_columns_and_not_bytes),
        cmocka_unit_test(cells_are_safe),
        cmocka_unit_test(numbers_of_all_sizes),
        cmocka_unit_test(only_flexible_columns_are_cut),
        cmocka_unit_test(spare_columns_are_left_out_first),
        cmocka_unit_test(lines_fit_every_width),
        cmocka_unit_test(keys_come_last),
        cmocka_unit_test(room_is_given_back),
        cmocka_unit_test(the_first_column_goes_above),
        cmocka_unit_test(colour_goes_back_to_normal),
        cmocka_unit_test(many_rows),
        cmocka_unit_test(no_table_does_nothing),
    };
    /* widths of characters are known in a UTF-8 locale only; every Debian has this one */
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
