/* SPDX-License-Identifier: MIT
 *
 * Tests of the teehistorian reader with records that just fit into the scratch, and with ones that
 * do not: the same must come out whether they lie in one piece or in many.
 */
#include <stdio.h>

#include "cm.h"
#include "support/th_check.h"

#define ROOM TT_TH_SCRATCH_MIN

static void free_both(th_make *a, th_make *b)
{
    th_make_free(a);
    th_make_free(b);
}

/* A DROP with a reason that makes the record `size` bytes long. */
static void add_drop(th_make *m, size_t size)
{
    TH_INTS(m, TH_DROP, 1);
    th_make_fill(m, 'x', size - 3);
    th_make_int(m, 0);
}

static void check_end(const th_make *m, const char *status, size_t offset)
{
    char want[256];
    (void)snprintf(want, sizeof want, "0 header\n! error %s @%zu 0\n= %s @%zu\n", status, offset,
                   status, offset);
    th_check_file(m, 0, ROOM, want);
    th_check_file(m, TH_LOG_RECOVER, ROOM, want);
}

/* Only how it ends and how many events there were: the text of a long record is long too. */
static void check_good(const th_make *m, int events)
{
    const size_t sizes[] = {SIZE_MAX, 1, 7, 100, ROOM - 1, ROOM, ROOM + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        th_log log = th_log_of(m->data, m->size, 0, TH_PIECES(sizes[i]), ROOM);
        assert_string_equal(log.text, "= TT_END\n");
        assert_int_equal(log.events, events);
        th_log_free(&log);
    }
}

static void strings(void **state)
{
    (void)state;
    for (size_t size = ROOM - 2; size < ROOM + 3; size++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        add_drop(&m, size);
        if (size > ROOM) {
            check_end(&m, "TT_ERR_TH_STRING", TH_FIRST);
        } else {
            add_drop(&m, size);
            check_good(&m, 3);
        }
        th_make_free(&m);
    }
}

static void string_without_an_end(void **state)
{
    (void)state;
    for (size_t size = ROOM - 2; size < ROOM + 3; size++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_DROP, 1);
        th_make_fill(&m, 'x', size - 2);
        check_end(&m, size < ROOM ? "TT_ERR_TH_TRUNCATED" : "TT_ERR_TH_STRING", TH_FIRST);
        th_make_free(&m);
    }
}

/* A command that is too long remains that when its count is wrong too. */
static void commands(void **state)
{
    (void)state;
    for (size_t text = ROOM - 10; text < ROOM + 4; text++) {
        for (int count = -1; count < 3; count++) {
            th_make m = {NULL, 0, 0};
            th_make_header(&m, 2, "");
            TH_INTS(&m, TH_CONSOLE_COMMAND, 1, 4);
            th_make_fill(&m, 'x', text);
            TH_INTS(&m, 0, count);
            th_make_fill(&m, 0, count > 0 ? (size_t)count : 0);
            size_t before = 3 + text + 1 + 1; /* up to and with the count */
            if (before > ROOM) {
                check_end(&m, "TT_ERR_TH_STRING", TH_FIRST);
            } else if (count < 0) {
                check_end(&m, "TT_ERR_TH_COUNT", TH_FIRST);
            } else if (before + (size_t)count > ROOM) {
                check_end(&m, "TT_ERR_TH_STRING", TH_FIRST);
            } else {
                check_good(&m, 2);
            }
            th_make_free(&m);
        }
    }
}

static void many_arguments(void **state)
{
    (void)state;
    for (int32_t count = (int32_t)ROOM - 8; count < (int32_t)ROOM + 3; count++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_CONSOLE_COMMAND, 1, 4, 0, count);
        th_make_fill(&m, 0, (size_t)count);
        size_t size = m.size - TH_FIRST;
        if (count > (int32_t)ROOM) {
            check_end(&m, "TT_ERR_TH_COUNT", TH_FIRST);
        } else if (size > ROOM) {
            check_end(&m, "TT_ERR_TH_STRING", TH_FIRST);
        } else {
            check_good(&m, 2);
        }
        th_make_free(&m);
    }
}

static void sized_records(void **state)
{
    (void)state;
    for (int ex = 0; ex < 2; ex++) {
        size_t head = ex ? 19 : 4; /* what is before the payload */
        for (size_t size = ROOM - 2; size < ROOM + 3; size++) {
            th_make m = {NULL, 0, 0}, payload = {NULL, 0, 0};
            th_make_header(&m, 2, "");
            th_make_fill(&payload, 1, size - head);
            if (ex) {
                th_make_ex(&m, TT_TH_ANTIBOT, &payload);
            } else {
                th_make_message(&m, 1, &payload);
            }
            assert_int_equal(m.size - TH_FIRST, size);
            if (size > ROOM) {
                check_end(&m, "TT_ERR_TH_SIZE", TH_FIRST);
                m.size -= 4000; /* it is seen before the payload is there */
                check_end(&m, "TT_ERR_TH_SIZE", TH_FIRST);
            } else {
                check_good(&m, 2);
                m.size--;
                check_end(&m, "TT_ERR_TH_TRUNCATED", TH_FIRST);
            }
            free_both(&m, &payload);
        }
    }
}

static void headers(void **state)
{
    (void)state;
    for (size_t size = ROOM - 2; size < ROOM + 3; size++) { /* with the NUL */
        for (int ends = 0; ends < 2; ends++) {
            th_make m = {NULL, 0, 0};
            char want[128];
            th_make_bytes(&m, tt_th_magic.bytes, 16);
            th_make_text(&m, "{\"version\":\"2\"}");
            m.size--;
            th_make_fill(&m, ' ', size - 16);
            th_make_fill(&m, ends ? 0 : ' ', 1);
            assert_int_equal(m.size - 16, size);
            if (ends && size <= ROOM) {
                check_good(&m, 1);
            } else {
                /* a header that could still end is cut, a longer one is too long */
                size_t at = size < ROOM ? m.size : 16;
                (void)snprintf(want, sizeof want,
                               "! error TT_ERR_TH_HEADER_END @%zu 0\n= TT_ERR_TH_HEADER_END @%zu\n",
                               at, at);
                th_check_file(&m, 0, ROOM, want);
            }
            th_make_free(&m);
        }
    }
}

/* The largest message that is taken, and one byte more. */
static void largest_message(void **state)
{
    (void)state;
    for (size_t size = 65536; size <= 65537; size++) {
        th_make m = {NULL, 0, 0}, payload = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        th_make_fill(&payload, 1, size);
        th_make_message(&m, 1, &payload);
        th_log one = th_log_of(m.data, m.size, 0, TH_ONE_PIECE, 0);
        th_log many = th_log_of(m.data, m.size, 0, TH_PIECES(1000), 0);
        assert_int_equal(one.status, size == 65536 ? TT_END : TT_ERR_TH_SIZE);
        assert_string_equal(one.text, many.text);
        th_log_free(&one);
        th_log_free(&many);
        free_both(&m, &payload);
    }
}

/* Byte by byte, no record may be looked at from its start again for every byte: a reader that did
 * it would sit here for minutes. */
static void long_records_in_linear_time(void **state)
{
    (void)state;
    const int32_t count = 150000;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_CONSOLE_COMMAND, 1, 4, 0, count);
    th_make_fill(&m, 0, (size_t)count);
    th_log log = th_log_of(m.data, m.size, 0, TH_PIECES(1), 0);
    assert_string_equal(log.text, "= TT_END\n");
    assert_int_equal(log.events, 2);
    th_log_free(&log);
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings),         cmocka_unit_test(string_without_an_end),
        cmocka_unit_test(commands),        cmocka_unit_test(many_arguments),
        cmocka_unit_test(sized_records),   cmocka_unit_test(headers),
        cmocka_unit_test(largest_message), cmocka_unit_test(long_records_in_linear_time),
    };
    return cmocka_run_group_tests_name("teehistorian_sizes", tests, NULL, NULL);
}
