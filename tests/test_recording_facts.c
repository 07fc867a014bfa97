/* SPDX-License-Identifier: MIT
 *
 * Tests of the facts of teehistorian files against a slow model (support/slow_facts.h). Those of
 * demos are in test_recording_demo.c.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "recording/recording.h"
#include "support/rec_log.h"
#include "support/slow_facts.h"
#include "support/th_make.h"
#include "support/th_random.h"

static uint64_t seen; /* kinds */

static char *facts_of(tt_bytes bytes, unsigned wants)
{
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(TT_RECORDING_SCRATCH);
    char *text = calloc(1, 1);
    size_t size = 0;
    tt_item item;
    tt_status status;
    tt_recording_init(rec, scratch, TT_RECORDING_SCRATCH);
    tt_recording_recover(rec, 1);
    tt_recording_want(rec, wants, TT_FACTS_ALL & ~SLOW_FACTS_NOT);
    tt_recording_feed(rec, bytes.data, bytes.size);
    while ((status = tt_recording_next(rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(rec, NULL, 0);
        } else if (item.kind == TT_ITEM_FACT) {
            text = realloc(text, size + 8192);
            assert_non_null(text);
            seen |= TT_FACT_BIT(item.fact->kind);
            size += rec_log_fact(text + size, 8192, item.fact, 0);
        }
    }
    free(rec);
    free(scratch);
    return text;
}

static void check(const char *name, tt_bytes bytes)
{
    char *want = slow_facts(bytes);
    char *alone = facts_of(bytes, TT_WANT_FACTS);
    char *beside = facts_of(bytes, TT_WANT_FACTS | TT_WANT_RECORDS);
    rec_log_same(name, want, alone);
    rec_log_same(name, want, beside);
    free(want);
    free(alone);
    free(beside);
}

static void recordings_have_the_facts_of_the_model(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        if (tti_format_told((tt_bytes){data, size}) == TT_FORMAT_TEEHISTORIAN) {
            check(name, (tt_bytes){data, size});
        }
        free(data);
    }
}

static void put_message(th_make *m, th_make *payload)
{
    TH_INTS(m, TH_MESSAGE, 1, (int64_t)payload->size);
    th_make_bytes(m, payload->data, payload->size);
    th_make_free(payload);
}

/* The messages that random records have not. */
static void put_votes(th_make *m)
{
    enum { VOTE = 24 << 1, CALL_VOTE = 25 << 1 };
    th_make vote = {0}, call = {0};
    TH_INTS(&vote, VOTE, -1);
    put_message(m, &vote);
    TH_INTS(&call, CALL_VOTE);
    th_make_text(&call, "kick");
    th_make_text(&call, "3");
    th_make_text(&call, "why not");
    put_message(m, &call);
}

static const uint8_t formats_of[TT_FACT_KINDS] = {
#define TT_FACT(NAME, name, formats, doc) formats,
#define TT_FACT_BARE(NAME, name, formats, doc) formats,
#include "teetape/schema/facts.def"
};

static void random_records_have_the_facts_of_the_model(void **state)
{
    (void)state;
    static const char *const headers[] = {"", ",\"version_minor\":\"8\"", ",\"cut_of\":\"x\""};
    for (uint64_t seed = 1; seed < 3000 / TT_TEST_SHARE; seed++) {
        th_make m = {0};
        uint64_t random = seed;
        th_make_header(&m, 2, headers[seed % 3]);
        th_random_records(&m, &random, 400, seed % 2 == 0);
        put_votes(&m);
        check("random", (tt_bytes){m.data, m.size});
        th_make_free(&m);
    }
    for (unsigned kind = 0; kind < TT_FACT_KINDS; kind++) {
        int is_known = (formats_of[kind] & TT_IN_TH) != 0 && (SLOW_FACTS_NOT >> kind & 1) == 0;
        assert_int_equal(seen >> kind & 1, is_known);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_have_the_facts_of_the_model),
        cmocka_unit_test(random_records_have_the_facts_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
