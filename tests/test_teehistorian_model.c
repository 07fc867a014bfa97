/* SPDX-License-Identifier: MIT
 *
 * Tests of the teehistorian reader against a second, slow one: over real recordings, over
 * random records in their order, over wild ones, and over damaged files.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/slow_teehistorian.h"
#include "support/th_log.h"
#include "support/th_random.h"

#define FLAGS (TH_LOG_EVENTS | TH_LOG_PLACES | TH_LOG_ERRORS)

static void compare(const th_make *m, int recover, th_split split, const char *what)
{
    char *want = slow_teehistorian(m->data, m->size, recover, TT_TH_SCRATCH);
    th_log log = th_log_of(m->data, m->size, recover ? FLAGS | TH_LOG_RECOVER : FLAGS, split, 0);
    th_log_compare(log.text, want, what);
    th_log_free(&log);
    free(want);
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        compare(&m, 0, TH_ONE_PIECE, th_recordings[i]);
        compare(&m, 1, TH_PIECES(1000), th_recordings[i]);
        th_make_free(&m);
    }
}

static void random_records(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 150; round += TT_TEST_SHARE == 1 ? 1 : 7) {
        th_make m = {NULL, 0, 0};
        int wild = round % 3 != 0;
        th_make_header(&m, round % 10 == 1 ? 1 : 2, "");
        th_random_records(&m, &seed, 400, wild);
        if (random_next(&seed) % 2) {
            th_make_int(&m, TH_FINISH);
        }
        th_split split = {0, 1 + random_next(&seed) % 200, seed};
        compare(&m, 0, TH_ONE_PIECE, "random");
        compare(&m, 1, TH_ONE_PIECE, "random");
        compare(&m, 1, split, "random in pieces");
        if (!wild && round % 10 != 1) {
            th_log log = th_log_of(m.data, m.size, TH_LOG_EVENTS, split, 0);
            assert_int_equal(log.status, TT_END);
            assert_int_equal(log.levels[TT_LEVEL_ERROR], 0);
            th_log_free(&log);
        }
        th_make_free(&m);
    }
}

/* Bytes of the records, not of the header, are changed, left out and doubled. */
static void damaged_files(void **state)
{
    (void)state;
    uint64_t seed = 12;
    th_make whole = {NULL, 0, 0};
    th_make_recording(&whole, "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0");
    size_t start = 16 + strlen((const char *)whole.data + 16) + 1;
    for (int round = 0; round < 400 / TT_TEST_SHARE; round++) {
        size_t from = start + random_next(&seed) % (whole.size - start);
        size_t size = random_next(&seed) % 3000;
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        size_t first = m.size;
        th_make_bytes(&m, whole.data + from, size < whole.size - from ? size : whole.size - from);
        for (int i = 0; i < 4 && m.size != first; i++) {
            m.data[first + random_next(&seed) % (m.size - first)] = (uint8_t)random_next(&seed);
        }
        compare(&m, 0, TH_ONE_PIECE, "damaged");
        compare(&m, 1, TH_ONE_PIECE, "damaged");
        compare(&m, 1, TH_PIECES(1 + random_next(&seed) % 100), "damaged in pieces");
        th_make_free(&m);
    }
    th_make_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),
        cmocka_unit_test(random_records),
        cmocka_unit_test(damaged_files),
    };
    return cmocka_run_group_tests_name("teehistorian_model", tests, NULL, NULL);
}
