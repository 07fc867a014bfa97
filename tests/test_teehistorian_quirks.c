/* SPDX-License-Identifier: MIT
 *
 * Tests of what the teehistorian reader takes but reports: unusual ints, extensions that are
 * unknown, too long or too short, texts that were cut, bytes after FINISH.
 */
#include <stdio.h>

#include "cm.h"
#include "support/th_check.h"

static void check_bytes(const char *bytes, size_t size, const char *strict, const char *recover)
{
    th_make m = {NULL, 0, 0};
    th_make_bytes(&m, bytes, size);
    th_check(&m, 0, strict);
    th_check(&m, TH_LOG_RECOVER, recover);
    th_make_free(&m);
}

#define BYTES(bytes, want) check_bytes(bytes, sizeof bytes - 1, want, want)

/* 42 01 00 00: PLAYER_NEW 1 at 0,0 */
static void ints_with_too_many_bytes(void **state)
{
    (void)state;
    /* in the code, in a client id of one byte and of two, in a difference */
    BYTES("\xc2\x00\x01\x00\x00", "! warning TT_WARN_OVERLONG @32 1\n1 player_new cid=1 x=0 y=0\n");
    BYTES("\x42\x01\x00\x00\x81\x00\x05\x05",
          "1 player_new cid=1 x=0 y=0\n"
          "! warning TT_WARN_OVERLONG @36 2\n2 player_diff cid=1 dx=5 dy=5 x=5 y=5\n");
    BYTES("\x42\x81\x01\x00\x00\x81\x81\x00\x05\x05",
          "1 player_new cid=65 x=0 y=0\n"
          "! warning TT_WARN_OVERLONG @37 2\n2 player_diff cid=65 dx=5 dy=5 x=5 y=5\n");
    BYTES("\x42\x01\x00\x00\x01\x85\x00\x05",
          "1 player_new cid=1 x=0 y=0\n"
          "! warning TT_WARN_OVERLONG @36 2\n2 player_diff cid=1 dx=5 dy=5 x=5 y=5\n");
    BYTES("\x42\x01\x00\x00\x01\x05\x85\x80\x80\x80\x00",
          "1 player_new cid=1 x=0 y=0\n"
          "! warning TT_WARN_OVERLONG @36 2\n2 player_diff cid=1 dx=5 dy=5 x=5 y=5\n");
    BYTES("\x41\x81\x00", "! warning TT_WARN_OVERLONG @32 2\n2 tick_skip dt=1\n");
}

static void ints_with_padding(void **state)
{
    (void)state;
    BYTES("\x42\x01\x00\x00\x01\xbf\xff\xff\xff\x1f\x00",
          "1 player_new cid=1 x=0 y=0\n"
          "! warning TT_WARN_PADDING @36 2\n"
          "2 player_diff cid=1 dx=2147483647 dy=0 x=2147483647 y=0\n");
    BYTES("\x42\x01\x00\x00\x01\x80\x80\x80\x80\x80\x00",
          "1 player_new cid=1 x=0 y=0\n"
          "! warning TT_WARN_OVERLONG @36 2\n! warning TT_WARN_PADDING @36 2\n"
          "! warning TT_WARN_TH_STILL @36 2\n2 player_diff cid=1 dx=0 dy=0 x=0 y=0\n");
}

/* Each of the ten ints in turn. */
static void odd_inputs(void **state)
{
    (void)state;
    for (int odd = 0; odd < TT_INPUT_INTS; odd++) {
        char want[512];
        int length;
        th_make m = {NULL, 0, 0};
        TH_INTS(&m, TH_INPUT_NEW, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, TH_INPUT_DIFF, 1);
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            th_make_bytes(&m, "\x83", i == odd);
            th_make_bytes(&m, i == odd ? "\x00" : "\x03", 1);
        }
        const char *diff = "(3,3,3,3,3,3,3,3,3,3)";
        length = snprintf(want, sizeof want,
                          "0 input_new cid=1 input=(0,0,0,0,0,0,0,0,0,0)\n"
                          "! warning TT_WARN_OVERLONG @44 0\n"
                          "0 input_diff cid=1 diff=%s input=%s\n",
                          diff, diff);
        assert_true(length > 0);
        th_check(&m, 0, want);
        th_make_free(&m);
    }
}

static void unknown_extension(void **state)
{
    (void)state;
    BYTES(
        "\x4a\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff\x02\x09\x08\x47\x01",
        "! note TT_NOTE_TH_EX_UNKNOWN @32 0\n"
        "0 ex uuid=00112233-4455-6677-8899-aabbccddeeff data=0908\n0 join cid=1\n");
}

/* Checks an extension of `kind` with this payload. */
static void check_ex(tt_th_kind kind, const char *payload, size_t size, const char *strict,
                     const char *recover)
{
    th_make m = {NULL, 0, 0}, inner = {NULL, 0, 0};
    th_make_bytes(&inner, payload, size);
    th_make_ex(&m, kind, &inner);
    th_check(&m, 0, strict);
    th_check(&m, TH_LOG_RECOVER, recover);
    th_make_free(&m);
    th_make_free(&inner);
}

static void long_extension(void **state)
{
    (void)state;
    const char *want = "! warning TT_WARN_TH_TRAILING @32 0\n0 player_ready cid=5\n";
    check_ex(TT_TH_PLAYER_READY, "\x05\x00", 2, want, want);
    want = "! warning TT_WARN_TH_TRAILING @32 0\n0 test\n";
    check_ex(TT_TH_TEST, "abc", 3, want, want);
    want = "! warning TT_WARN_TH_TRAILING @32 0\n0 player_name cid=5 name=\"a\"\n";
    check_ex(TT_TH_PLAYER_NAME, "\x05\x61\x00\x62", 4, want, want);
}

static void odd_extension(void **state)
{
    (void)state;
    const char *want = "! warning TT_WARN_OVERLONG @32 0\n0 player_ready cid=5\n";
    check_ex(TT_TH_PLAYER_READY, "\x85\x00", 2, want, want);
    want = "! warning TT_WARN_PADDING @32 0\n0 save_failure team=134217728\n";
    check_ex(TT_TH_SAVE_FAILURE, "\x80\x80\x80\x80\xf1", 5, want, want);
}

/* Every cut of a payload that has all types of fields. */
static void short_extension(void **state)
{
    (void)state;
    const char strict[] = "! error TT_ERR_TH_EX @32 0\n= TT_ERR_TH_EX @32\n";
    const char payload[] = "\x05"
                           "0123456789abcdef"
                           "\x9e\x01"
                           "text";
    for (size_t size = 0; size < sizeof payload; size++) {
        char recover[512];
        int at = snprintf(recover, sizeof recover,
                          "! error TT_ERR_TH_EX @32 0\n"
                          "0 ex uuid=1397b63e-ee4e-3919-b86a-b058887fcaf5 data=");
        for (size_t i = 0; i < size; i++) {
            at += snprintf(recover + at, sizeof recover - (size_t)at, "%02x", (uint8_t)payload[i]);
        }
        (void)snprintf(recover + at, sizeof recover - (size_t)at, "\n");
        const char *good = "0 ddnetver cid=5 connection_id=30313233-3435-3637-3839-616263646566 "
                           "version=94 version_str=\"text\"\n";
        check_ex(TT_TH_DDNETVER, payload, size, strict, recover);
        check_ex(TT_TH_DDNETVER, payload, sizeof payload, good, good);
    }
}

static void extension_of_a_wrong_client(void **state)
{
    (void)state;
    const char *strict = "! error TT_ERR_TH_CID @32 0\n= TT_ERR_TH_CID @32\n";
    check_ex(TT_TH_PLAYER_READY, "\x80\x02", 2, strict,
             "! error TT_ERR_TH_CID @32 0\n"
             "0 ex uuid=638587c9-3f75-3887-918e-a3c2614ffaa0 data=8002\n");
    check_ex(TT_TH_PLAYER_SWITCH, "\x01\x40", 2, strict,
             "! error TT_ERR_TH_CID @32 0\n"
             "0 ex uuid=5de9b633-49cf-3e99-9a25-d4a78e9717d7 data=0140\n");
    check_ex(TT_TH_PLAYER_SWITCH, "\x01\xbf\x01", 3, "0 player_switch cid1=1 cid2=127\n",
             "0 player_switch cid1=1 cid2=127\n");
}

/* Payloads of 2047 bytes and more of versions before minor 9 may have been cut. */
static void save_texts(void **state)
{
    (void)state;
    const char *const minors[] = {"", ",\"version_minor\":\"8\"", ",\"version_minor\":\"9\""};
    for (size_t text = 2020; text < 2035; text++) {
        for (int i = 0; i < 3; i++) {
            th_make m = {NULL, 0, 0}, payload = {NULL, 0, 0};
            th_make_header(&m, 2, minors[i]);
            th_make_int(&payload, 5);
            th_make_fill(&payload, 7, 16);
            th_make_fill(&payload, 'x', text);
            th_make_fill(&payload, 0, 1);
            th_make_ex(&m, text % 2 ? TT_TH_SAVE_SUCCESS : TT_TH_LOAD_SUCCESS, &payload);
            th_make_int(&m, TH_FINISH);
            th_log log = th_log_of(m.data, m.size, TH_LOG_ISSUES, TH_ONE_PIECE, 0);
            int is_cut = i < 2 && payload.size >= 2047;
            assert_int_equal(log.levels[TT_LEVEL_NOTE], is_cut);
            assert_true(!is_cut || strstr(log.text, "TT_NOTE_TH_SAVE_CUT") != NULL);
            th_log_free(&log);
            th_make_free(&m);
            th_make_free(&payload);
        }
    }
}

static void bytes_after_finish(void **state)
{
    (void)state;
    for (size_t more = 0; more < 200; more += 7) {
        char strict[256], recovered[256];
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_PLAYER_NEW, 1, 2, 3, TH_FINISH);
        th_make_fill(&m, 1, more);
        const char *records = "0 header\n1 player_new cid=1 x=2 y=3\n1 finish\n";
        const char *issue = more != 0 ? "! error TT_ERR_TH_AFTER_FINISH @37 1\n" : "";
        (void)snprintf(recovered, sizeof recovered, "%s%s= TT_END\n", records, issue);
        (void)snprintf(strict, sizeof strict, "%s%s= %s\n", records, issue,
                       more != 0 ? "TT_ERR_TH_AFTER_FINISH @37" : "TT_END");
        th_check_file(&m, 0, 0, strict);
        th_check_file(&m, TH_LOG_RECOVER, 0, recovered);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ints_with_too_many_bytes),
        cmocka_unit_test(ints_with_padding),
        cmocka_unit_test(odd_inputs),
        cmocka_unit_test(unknown_extension),
        cmocka_unit_test(long_extension),
        cmocka_unit_test(odd_extension),
        cmocka_unit_test(short_extension),
        cmocka_unit_test(extension_of_a_wrong_client),
        cmocka_unit_test(save_texts),
        cmocka_unit_test(bytes_after_finish),
    };
    return cmocka_run_group_tests_name("teehistorian_quirks", tests, NULL, NULL);
}
