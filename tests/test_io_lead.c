/* SPDX-License-Identifier: MIT
 *
 * What comes right before a span is given with an index as without one (`lead` of
 * tt_io_reading_options), also when an access point is between.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host_files.h"
#include "support/random.h"
#include "support/th_make.h"
#include "teetape/io.h"

enum { TICKS = 1500, FROM = 1400, LEAD = 800 };

/* A message of a kilobyte in each tick: an access point lies in the middle of the lead. */
static void write_recording(const char *path)
{
    uint64_t random = 1;
    th_make file = {NULL, 0, 0}, payload = {NULL, 0, 0};
    th_make_header(&file, 2, "");
    TH_INTS(&file, TH_JOIN, 0);
    for (int tick = 0; tick < TICKS; tick++) {
        TH_INTS(&file, TH_TICK_SKIP, 0);
        for (int i = 0; i < 1000; i++) {
            TH_INTS(&payload, random_below(&random, 64));
        }
        th_make_message(&file, 0, &payload);
        th_make_free(&payload);
    }
    TH_INTS(&file, TH_FINISH);
    host_files_write(path, (const char *)file.data, file.size);
    th_make_free(&file);
}

/* How many records there are in the lead, and the tick of the first one at all. */
static size_t count(const char *path, bool no_index, int32_t lead, int32_t *first)
{
    char from[12];
    size_t records = 0;
    tt_io_reading r;
    snprintf(from, sizeof from, "%d", FROM);
    const tt_io_reading_options how = {.from = from,
                                       .wants = TT_WANT_RECORDS,
                                       .wants_before = true,
                                       .lead = lead,
                                       .no_index = no_index};
    *first = -1;
    assert_true(tt_io_reading_open(&r, path, &how));
    while (tt_io_reading_next(&r)) {
        *first = *first < 0 ? r.item.tick : *first;
        records += r.item.tick >= FROM - LEAD && r.item.tick < FROM;
    }
    tt_io_reading_close(&r);
    return records;
}

static void test_lead(void **state)
{
    char *path = host_files_path(state, "recording");
    tt_io_index_report report;
    int32_t first;
    write_recording(path);
    assert_int_equal(tt_io_index_build(&(tt_io_index_options){.recording = path}, &report),
                     TT_IO_INDEX_BUILT);
    assert_true(report.foot.blocks > 1);
    size_t wanted = count(path, true, 0, &first);
    assert_true(wanted >= LEAD && first < FROM - LEAD);
    /* without a lead it begins at the access point, which is what this test is about */
    assert_true(count(path, false, 0, &first) < wanted);
    assert_in_range(first, FROM - LEAD + 1, FROM);
    assert_int_equal(count(path, false, LEAD, &first), wanted);
    /* more than there is before the span */
    assert_true(count(path, false, INT32_MAX, &first) == wanted && first <= 1);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_FOLDER(test_lead)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
