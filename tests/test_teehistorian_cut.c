/* SPDX-License-Identifier: MIT
 *
 * Tests of the teehistorian reader with files that are cut, and with files in which bits are
 * wrong: every place of a small real recording.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_log.h"
#include "support/th_make.h"

#define KILLED "map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10"
#define SMALL "map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d"

/* Where the records of a recording begin and end, from the last two columns of its log. */
typedef struct borders {
    size_t count;
    size_t end[128];  /* of event i; the header is event 0 */
    size_t line[128]; /* where the log has its line */
} borders;

static borders borders_of(const th_log *log)
{
    borders b = {0, {0}, {0}};
    for (const char *at = log->text; *at != 0; at = strchr(at, '\n') + 1) {
        const char *place = strstr(at, " @");
        const char *end = strchr(at, '\n');
        if (*at == '!' || *at == '=') {
            continue;
        }
        for (const char *other = place; other != NULL && other < end;) {
            place = other;
            other = strstr(other + 1, " @");
        }
        unsigned long long offset;
        char *plus;
        offset = strtoull(place + 2, &plus, 10);
        assert_int_equal(*plus, '+');
        assert_true(b.count < 128);
        b.end[b.count] = (size_t)(offset + strtoull(plus + 1, NULL, 10));
        b.line[b.count++] = (size_t)(end + 1 - log->text);
    }
    return b;
}

static void check_cut(const th_make *m, const th_log *whole, const borders *b, size_t size)
{
    char want[128];
    size_t events = 0;
    while (events < b->count && b->end[events] <= size) {
        events++;
    }
    size_t text = events == 0 ? 0 : b->line[events - 1];
    size_t start = events == 0 ? 16 : b->end[events - 1];
    if (size < 16) {
        snprintf(want, sizeof want, "= TT_ERR_TH_MAGIC @0\n");
    } else if (events == 0) {
        snprintf(want, sizeof want, "= TT_ERR_TH_HEADER_END @%zu\n", size);
    } else if (start != size) {
        snprintf(want, sizeof want, "= TT_ERR_TH_TRUNCATED @%zu\n", start);
    } else {
        snprintf(want, sizeof want, "= TT_END\n");
    }
    const th_split splits[] = {TH_ONE_PIECE, TH_PIECES(1), TH_PIECES(100)};
    for (int i = 0; i < 3; i++) {
        unsigned flags = TH_LOG_EVENTS | TH_LOG_PLACES | TH_LOG_DECODED;
        th_log log = th_log_of(m->data, size, flags, splits[i], 0);
        assert_true(log.size == text + strlen(want));
        assert_memory_equal(log.text, whole->text, text);
        assert_string_equal(log.text + text, want);
        assert_int_equal(log.levels[TT_LEVEL_NOTE], events != 0 && start == size && size < m->size);
        assert_int_equal(log.levels[TT_LEVEL_ERROR], log.status < 0);
        assert_int_equal(log.events, events);
        th_log_free(&log);
    }
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, SMALL);
    unsigned flags = TH_LOG_EVENTS | TH_LOG_PLACES | TH_LOG_DECODED;
    th_log whole = th_log_of(m.data, m.size, flags, TH_ONE_PIECE, 0);
    borders b = borders_of(&whole);
    assert_int_equal(b.count, 22);
    assert_int_equal(b.end[21], m.size);
    for (size_t size = 0; size <= m.size; size += TT_TEST_SHARE) {
        check_cut(&m, &whole, &b, size);
    }
    th_log_free(&whole);
    th_make_free(&m);
}

/* The reader ends, says no more than there are bytes, and says the same however it is fed. */
static void every_bit_wrong(void **state)
{
    (void)state;
    const size_t step = 2 * TT_TEST_SHARE - 1; /* odd, so that it comes to each bit of a byte */
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, KILLED);
    for (size_t bit = 0; bit < 8 * m.size; bit += step) {
        uint8_t mask = (uint8_t)(1u << bit % 8);
        m.data[bit / 8] ^= mask;
        unsigned flags = TH_LOG_FULL | TH_LOG_RECOVER;
        th_log log = th_log_of(m.data, m.size, flags, TH_ONE_PIECE, 0);
        assert_true((size_t)log.events < m.size);
        assert_true((size_t)log.levels[TT_LEVEL_ERROR] < m.size);
        assert_true(tt_th_look(&log.th).offset <= m.size);
        th_log other = th_log_of(m.data, m.size, flags, TH_PIECES(1 + bit % 50), 0);
        th_log_compare(other.text, log.text, "bit");
        th_log_free(&other);
        th_log_free(&log);
        m.data[bit / 8] ^= mask;
    }
    th_make_free(&m);
}

static void magic_is_compared_at_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < 16; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        m.data[i] ^= 0x20;
        /* The wrong byte is the last one that is there. */
        th_log log = th_log_of(m.data, i + 1, 0, TH_PIECES(1), 0);
        assert_string_equal(log.text, "= TT_ERR_TH_MAGIC @0\n");
        th_log_free(&log);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(every_bit_wrong),
        cmocka_unit_test(magic_is_compared_at_once),
    };
    return cmocka_run_group_tests_name("teehistorian_cut", tests, NULL, NULL);
}
