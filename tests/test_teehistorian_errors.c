/* SPDX-License-Identifier: MIT
 *
 * Tests of the errors of the teehistorian reader: each of them where it stops, and with recovery.
 * The first record is at offset 32.
 */
#include <stdio.h>

#include "cm.h"
#include "support/th_check.h"

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static void unknown_record(void **state)
{
    (void)state;
    /* Its length is not known, so that there is no recovery. */
    const char *want = "1 player_new cid=1 x=2 y=3\n"
                       "! error TT_ERR_TH_KIND @36 1\n"
                       "= TT_ERR_TH_KIND @36\n";
    for (int64_t code = -12; code > -200; code -= 17) {
        TH_CHECK(want, want, TH_PLAYER_NEW, 1, 2, 3, code);
    }
    TH_CHECK(want, want, TH_PLAYER_NEW, 1, 2, 3, INT32_MIN);
}

static void moving_tee_that_is_not_there(void **state)
{
    (void)state;
    TH_CHECK("! error TT_ERR_TH_NOT_ALIVE @32 1\n= TT_ERR_TH_NOT_ALIVE @32\n",
             "! error TT_ERR_TH_NOT_ALIVE @32 1\n"
             "1 player_diff cid=4 dx=5 dy=-6 x=5 y=-6\n"
             "! error TT_ERR_TH_NOT_ALIVE @35 2\n"
             "2 player_diff cid=4 dx=1 dy=1 x=6 y=-5\n"
             "3 player_new cid=4 x=0 y=0\n",
             4, 5, -6, 4, 1, 1, TH_PLAYER_NEW, 4, 0, 0);
}

static void going_tee_that_is_not_there(void **state)
{
    (void)state;
    TH_CHECK("1 player_new cid=4 x=1 y=1\n"
             "2 player_old cid=4\n"
             "! error TT_ERR_TH_NOT_ALIVE @38 3\n"
             "= TT_ERR_TH_NOT_ALIVE @38\n",
             "1 player_new cid=4 x=1 y=1\n"
             "2 player_old cid=4\n"
             "! error TT_ERR_TH_NOT_ALIVE @38 3\n"
             "3 player_old cid=4\n"
             "3 join cid=9\n",
             TH_PLAYER_NEW, 4, 1, 1, TH_PLAYER_OLD, 4, TH_PLAYER_OLD, 4, TH_JOIN, 9);
}

static void new_tee_that_is_there(void **state)
{
    (void)state;
    TH_CHECK("1 player_new cid=4 x=1 y=1\n"
             "! error TT_ERR_TH_ALIVE @36 2\n"
             "= TT_ERR_TH_ALIVE @36\n",
             "1 player_new cid=4 x=1 y=1\n"
             "! error TT_ERR_TH_ALIVE @36 2\n"
             "2 player_new cid=4 x=8 y=9\n"
             "3 player_diff cid=4 dx=1 dy=1 x=9 y=10\n",
             TH_PLAYER_NEW, 4, 1, 1, TH_PLAYER_NEW, 4, 8, 9, 4, 1, 1);
}

static void difference_without_an_input(void **state)
{
    (void)state;
    TH_CHECK("! error TT_ERR_TH_NO_INPUT @32 0\n= TT_ERR_TH_NO_INPUT @32\n",
             "! error TT_ERR_TH_NO_INPUT @32 0\n"
             "0 input_diff cid=3 diff=(1,2,3,4,5,6,7,8,9,10) input=(1,2,3,4,5,6,7,8,9,10)\n"
             "0 input_diff cid=3 diff=(1,0,0,0,0,0,0,0,0,-1) input=(2,2,3,4,5,6,7,8,9,9)\n",
             TH_INPUT_DIFF, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, TH_INPUT_DIFF, 3, 1, 0, 0, 0, 0, 0, 0,
             0, 0, -1);
}

/* An error remains, whatever could be read after it. */
static void errors_stay(void **state)
{
    (void)state;
    tt_th th;
    tt_th_event event;
    static tt_world world;
    static uint8_t scratch[4096];
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    for (int i = 0; i < 20; i++) {
        TH_INTS(&m, TH_INPUT_DIFF, 3, ZEROS);
    }
    assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
    tt_th_feed(&th, m.data, m.size);
    assert_int_equal(tt_th_next(&th, &event), TT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tt_th_next(&th, &event), TT_ERR_TH_NO_INPUT);
        assert_int_equal(tt_th_advance(&th, 100), TT_ERR_TH_NO_INPUT);
        assert_true(tt_th_look(&th).error->offset == TH_FIRST &&
                    tt_th_look(&th).offset == TH_FIRST);
        tt_th_feed(&th, m.data + TH_FIRST, m.size - TH_FIRST);
    }
    th_make_free(&m);
}

/* Every record that has a client id, with each id that is wrong: it is left out, and what it would
 * have done to the tick is done. */
static void wrong_client_ids(void **state)
{
    (void)state;
    const int64_t wrong[] = {TT_CIDS, -1, -64, 8192, INT32_MAX, INT32_MIN};
    const char *strict = "! error TT_ERR_TH_CID @32 0\n= TT_ERR_TH_CID @32\n";
    const char *recover = "! error TT_ERR_TH_CID @32 0\n0 join cid=1\n";
    const char *strict1 = "! error TT_ERR_TH_CID @32 1\n= TT_ERR_TH_CID @32\n";
    const char *recover1 = "! error TT_ERR_TH_CID @32 1\n1 join cid=1\n";
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        TH_CHECK(strict1, recover1, TH_PLAYER_NEW, wrong[i], 0, 0, TH_JOIN, 1);
        TH_CHECK(strict1, recover1, TH_PLAYER_OLD, wrong[i], TH_JOIN, 1);
        TH_CHECK(strict, recover, TH_INPUT_NEW, wrong[i], ZEROS, TH_JOIN, 1);
        TH_CHECK(strict, recover, TH_INPUT_DIFF, wrong[i], ZEROS, TH_JOIN, 1);
        TH_CHECK(strict, recover, TH_MESSAGE, wrong[i], 0, TH_JOIN, 1);
        TH_CHECK(strict, recover, TH_JOIN, wrong[i], TH_JOIN, 1);
        TH_CHECK(strict, recover, TH_DROP, wrong[i], 0, TH_JOIN, 1);
        if (wrong[i] > 0) {
            TH_CHECK(strict1, recover1, wrong[i], 0, 0, TH_JOIN, 1);
            TH_CHECK(strict, recover, TH_CONSOLE_COMMAND, wrong[i], 0, 0, 0, TH_JOIN, 1);
        }
    }
    /* A command may be nobody's. */
    TH_CHECK("0 console_command cid=-3 flags=4 cmd=\"\" args=0[]\n",
             "0 console_command cid=-3 flags=4 cmd=\"\" args=0[]\n", TH_CONSOLE_COMMAND, -3, 4, 0,
             0);
}

/* 63 is the last id of one byte, 127 the last one at all. */
static void client_ids_at_the_borders(void **state)
{
    (void)state;
    for (int cid = 60; cid < TT_CIDS; cid++) {
        char want[512];
        (void)snprintf(want, sizeof want,
                       "1 player_new cid=%d x=1 y=2\n"
                       "1 input_new cid=%d input=(0,0,0,0,0,0,0,0,0,0)\n"
                       "1 input_diff cid=%d diff=(0,1,0,0,0,0,0,0,0,0) "
                       "input=(0,1,0,0,0,0,0,0,0,0)\n"
                       "2 player_diff cid=%d dx=1 dy=1000 x=2 y=1002\n"
                       "3 player_old cid=%d\n",
                       cid, cid, cid, cid, cid);
        TH_CHECK(want, want, TH_PLAYER_NEW, cid, 1, 2, TH_INPUT_NEW, cid, ZEROS, TH_INPUT_DIFF, cid,
                 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, cid, 1, 1000, TH_PLAYER_OLD, cid);
    }
}

static void wrong_sizes_and_counts(void **state)
{
    (void)state;
    const char *size = "! error TT_ERR_TH_SIZE @32 0\n= TT_ERR_TH_SIZE @32\n";
    const char *count = "! error TT_ERR_TH_COUNT @32 0\n= TT_ERR_TH_COUNT @32\n";
    const int64_t wrong[] = {-1, INT32_MIN, 65537, INT32_MAX};
    for (size_t i = 0; i < 4; i++) {
        TH_CHECK(size, size, TH_MESSAGE, 0, wrong[i]);
        TH_CHECK(count, count, TH_CONSOLE_COMMAND, 0, 0, 0, wrong[i] == 65537 ? 200000 : wrong[i]);
        if (wrong[i] != 65537) {
            TH_CHECK(size, size, TH_EX, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, wrong[i]);
        }
    }
}

static void extension_in_version_1(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0}, payload = {NULL, 0, 0};
    th_make_header(&m, 1, "");
    TH_INTS(&payload, 5);
    th_make_ex(&m, TT_TH_PLAYER_READY, &payload);
    TH_INTS(&m, TH_JOIN, 1, TH_FINISH);
    th_check_file(&m, 0, 0,
                  "0 header\n! error TT_ERR_TH_EX_VERSION @32 0\n= TT_ERR_TH_EX_VERSION @32\n");
    th_check_file(&m, TH_LOG_RECOVER, 0,
                  "0 header\n! error TT_ERR_TH_EX_VERSION @32 0\n0 player_ready cid=5\n"
                  "0 join cid=1\n0 finish\n= TT_END\n");
    th_make_free(&m);
    th_make_free(&payload);
}

static void header_errors(void **state)
{
    (void)state;
    const struct {
        const char *json, *want;
    } cases[] = {
        {"{}", "! error TT_ERR_TH_NO_VERSION @16 0\n= TT_ERR_TH_NO_VERSION @16\n"},
        {"{\"version\":\"3\"}", "! error TT_ERR_TH_VERSION @27 0\n= TT_ERR_TH_VERSION @27\n"},
        {"{\"version\":2,}", "! error TT_ERR_JSON_SYNTAX @29 0\n= TT_ERR_JSON_SYNTAX @29\n"},
        {"{\"version\":2,\"map_size\":\"x\",\"version\":1}",
         "! warning TT_WARN_TH_HEADER_TWICE @27 0\n! warning TT_WARN_TH_HEADER_VALUE @41 0\n"
         "0 header\n! note TT_NOTE_TH_NO_FINISH @57 0\n= TT_END\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        th_make m = {NULL, 0, 0};
        th_make_bytes(&m, tt_th_magic.bytes, 16);
        th_make_text(&m, cases[i].json);
        th_check_file(&m, 0, 0, cases[i].want);
        th_check_file(&m, TH_LOG_RECOVER, 0, cases[i].want);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_record),
        cmocka_unit_test(moving_tee_that_is_not_there),
        cmocka_unit_test(going_tee_that_is_not_there),
        cmocka_unit_test(new_tee_that_is_there),
        cmocka_unit_test(difference_without_an_input),
        cmocka_unit_test(errors_stay),
        cmocka_unit_test(wrong_client_ids),
        cmocka_unit_test(client_ids_at_the_borders),
        cmocka_unit_test(wrong_sizes_and_counts),
        cmocka_unit_test(extension_in_version_1),
        cmocka_unit_test(header_errors),
    };
    return cmocka_run_group_tests_name("teehistorian_errors", tests, NULL, NULL);
}
