/* SPDX-License-Identifier: MIT
 *
 * Tests of the teehistorian reader with streams that DDNet's own recorder made
 * (tests/vectors/teehistorian.txt): what each of them says, word by word, in one piece, in two
 * pieces cut at every byte, and byte by byte.
 */
#include "cm.h"
#include "support/th_log.h"
#include "support/th_make.h"
#include "vectors.h"

#define FLAGS (TH_LOG_EVENTS | TH_LOG_DECODED | TH_LOG_ISSUES)

/* The events of each vector, after a header of 32 bytes. The recorder was not asked to close the
 * streams of single extensions. */
static const struct {
    const char *name, *events;
} expected[] = {
    {"stream.empty", "! note TT_NOTE_TH_NO_FINISH @32 0\n"
                     "= TT_END\n"},
    {"stream.finish", "0 finish\n"
                      "= TT_END\n"},
    {"tick.first_implicit", "1 player_new cid=0 x=1 y=2\n"
                            "1 finish\n"
                            "= TT_END\n"},
    {"tick.two_implicit", "1 player_new cid=0 x=1 y=2\n"
                          "2 player_diff cid=0 dx=1 dy=-1 x=2 y=1\n"
                          "2 finish\n"
                          "= TT_END\n"},
    {"tick.descending_cid", "1 player_new cid=1 x=2 y=3\n"
                            "2 player_new cid=0 x=4 y=5\n"
                            "2 finish\n"
                            "= TT_END\n"},
    {"tick.ascending_cid", "1 player_new cid=0 x=4 y=5\n"
                           "2 tick_skip dt=0\n"
                           "2 player_new cid=1 x=2 y=3\n"
                           "2 finish\n"
                           "= TT_END\n"},
    {"tick.equal_cid", "1 player_new cid=3 x=4 y=5\n"
                       "2 player_diff cid=3 dx=1 dy=0 x=5 y=5\n"
                       "3 player_diff cid=3 dx=1 dy=0 x=6 y=5\n"
                       "3 finish\n"
                       "= TT_END\n"},
    {"tick.start_500", "500 tick_skip dt=499\n"
                       "500 player_new cid=0 x=-1 y=-1\n"
                       "500 finish\n"
                       "= TT_END\n"},
    {"tick.skip_then_player", "1 tick_skip dt=0\n"
                              "1 test\n"
                              "2 tick_skip dt=0\n"
                              "2 player_new cid=0 x=1 y=1\n"
                              "2 finish\n"
                              "= TT_END\n"},
    {"tick.gap", "1 player_new cid=0 x=1 y=1\n"
                 "1 player_new cid=5 x=1 y=1\n"
                 "3 tick_skip dt=1\n"
                 "3 player_diff cid=0 dx=1 dy=1 x=2 y=2\n"
                 "3 finish\n"
                 "= TT_END\n"},
    {"tick.ex_between", "1 player_new cid=2 x=1 y=1\n"
                        "1 player_ready cid=2\n"
                        "2 player_diff cid=2 dx=2 dy=2 x=3 y=3\n"
                        "2 finish\n"
                        "= TT_END\n"},
    {"tick.before_first", "0 joinver6 cid=4\n"
                          "0 join cid=4\n"
                          "1 player_new cid=0 x=7 y=7\n"
                          "1 finish\n"
                          "= TT_END\n"},
    {"tick.cid100", "1 player_new cid=100 x=7 y=-7\n"
                    "2 player_diff cid=100 dx=0 dy=1 x=7 y=-6\n"
                    "2 finish\n"
                    "= TT_END\n"},
    {"player.old", "1 player_new cid=0 x=1 y=2\n"
                   "2 player_old cid=0\n"
                   "2 finish\n"
                   "= TT_END\n"},
    {"player.extreme", "1 player_new cid=0 x=2147483647 y=-2147483648\n"
                       "1 finish\n"
                       "= TT_END\n"},
    {"input.new_diff_same_newplayer",
     "1 tick_skip dt=0\n"
     "1 input_new cid=0 input=(-1,100,-200,1,3,1,1,2,0,0)\n"
     "1 input_diff cid=0 diff=(1,1,0,0,0,0,0,0,0,0) input=(0,101,-200,1,3,1,1,2,0,0)\n"
     "1 input_new cid=0 input=(0,101,-200,1,4,1,1,2,0,0)\n"
     "1 finish\n"
     "= TT_END\n"},
    {"message", "1 tick_skip dt=0\n"
                "! note TT_NOTE_TH_MSG_MALFORMED @34 1\n"
                "1 message cid=63 size=2 msg=2200 decoded=-\n"
                "1 finish\n"
                "= TT_END\n"},
    {"join_drop", "1 tick_skip dt=0\n"
                  "1 joinver6 cid=6\n"
                  "1 join cid=6\n"
                  "1 joinver7 cid=7\n"
                  "1 join cid=7\n"
                  "1 drop cid=6 reason=\"bye\"\n"
                  "1 drop cid=7 reason=\"\"\n"
                  "1 finish\n"
                  "= TT_END\n"},
    {"console_command", "1 tick_skip dt=0\n"
                        "1 console_command cid=-1 flags=4 cmd=\"say\" args=3[\"a\",\"b c\",\"\"]\n"
                        "1 console_command cid=3 flags=128 cmd=\"me\" args=0[]\n"
                        "1 finish\n"
                        "= TT_END\n"},
    {"ex.test", "0 test\n"
                "! note TT_NOTE_TH_NO_FINISH @50 0\n"
                "= TT_END\n"},
    {"ex.ddnetver_old", "0 ddnetver_old cid=1 version=13010\n"
                        "! note TT_NOTE_TH_NO_FINISH @54 0\n"
                        "= TT_END\n"},
    {"ex.ddnetver", "0 ddnetver cid=0 connection_id=1e2f920f-14cf-32d0-8dbd-d73030ac7dad "
                    "version=13010 version_str=\"DDNet 13.1 (3623f5e4cd184556)\"\n"
                    "! note TT_NOTE_TH_NO_FINISH @100 0\n"
                    "= TT_END\n"},
    {"ex.auth_init", "0 auth_init cid=0 level=3 auth_name=\"default_admin\"\n"
                     "! note TT_NOTE_TH_NO_FINISH @66 0\n"
                     "= TT_END\n"},
    {"ex.auth_login", "0 auth_login cid=1 level=2 auth_name=\"default_mod\"\n"
                      "! note TT_NOTE_TH_NO_FINISH @64 0\n"
                      "= TT_END\n"},
    {"ex.auth_logout", "0 auth_logout cid=1\n"
                       "! note TT_NOTE_TH_NO_FINISH @51 0\n"
                       "= TT_END\n"},
    {"ex.player_rejoin", "0 player_rejoin cid=5\n"
                         "! note TT_NOTE_TH_NO_FINISH @51 0\n"
                         "= TT_END\n"},
    {"ex.player_ready", "0 player_ready cid=63\n"
                        "! note TT_NOTE_TH_NO_FINISH @51 0\n"
                        "= TT_END\n"},
    {"ex.player_swap", "0 player_switch cid1=1 cid2=64\n"
                       "! note TT_NOTE_TH_NO_FINISH @53 0\n"
                       "= TT_END\n"},
    {"ex.save_success", "0 save_success team=21 save_id=1e2f920f-14cf-32d0-8dbd-d73030ac7dad "
                        "save=\"2\\x09H.\\x0all0\"\n"
                        "! note TT_NOTE_TH_NO_FINISH @76 0\n"
                        "= TT_END\n"},
    {"ex.save_failure", "0 save_failure team=12\n"
                        "! note TT_NOTE_TH_NO_FINISH @51 0\n"
                        "= TT_END\n"},
    {"ex.load_success", "0 load_success team=21 save_id=1e2f920f-14cf-32d0-8dbd-d73030ac7dad "
                        "save=\"2\\x09H.\\x0all0\"\n"
                        "! note TT_NOTE_TH_NO_FINISH @76 0\n"
                        "= TT_END\n"},
    {"ex.load_failure", "0 load_failure team=12\n"
                        "! note TT_NOTE_TH_NO_FINISH @51 0\n"
                        "= TT_END\n"},
    {"ex.player_team", "0 player_team cid=3 team=12\n"
                       "0 player_team cid=3 team=0\n"
                       "! note TT_NOTE_TH_NO_FINISH @72 0\n"
                       "= TT_END\n"},
    {"ex.team_practice", "0 team_practice team=23 practice=1\n"
                         "0 team_practice team=23 practice=0\n"
                         "! note TT_NOTE_TH_NO_FINISH @72 0\n"
                         "= TT_END\n"},
    {"ex.antibot", "0 antibot data=0001ff\n"
                   "! note TT_NOTE_TH_NO_FINISH @53 0\n"
                   "= TT_END\n"},
    {"ex.player_name", "0 player_name cid=21 name=\"nameless tee\"\n"
                       "! note TT_NOTE_TH_NO_FINISH @64 0\n"
                       "= TT_END\n"},
    {"ex.player_finish", "0 player_finish cid=1 ticks=1000\n"
                         "! note TT_NOTE_TH_NO_FINISH @53 0\n"
                         "= TT_END\n"},
    {"ex.team_finish", "0 team_finish team=63 ticks=100000\n"
                       "! note TT_NOTE_TH_NO_FINISH @54 0\n"
                       "= TT_END\n"},
};

static const char *expected_of(const char *name)
{
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (strcmp(expected[i].name, name) == 0) {
            return expected[i].events;
        }
    }
    fail_msg("nothing is expected of %s", name);
    return "";
}

static void streams_say_what_was_recorded(void **state)
{
    (void)state;
    size_t count = 0;
    vectors v;
    vectors_open(&v, "teehistorian.txt");
    while (vectors_next(&v)) {
        uint8_t bytes[4096];
        char want[4096] = "0 header\n";
        if (vectors_is(&v, "header.")) {
            continue;
        }
        count++;
        size_t size = vectors_hex(bytes, sizeof bytes, v.field[2]);
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        th_make_bytes(&m, bytes, size);
        assert_true(strlen(expected_of(v.field[0])) + strlen(want) < sizeof want);
        strcat(want, expected_of(v.field[0]));
        th_log log = th_log_of(m.data, m.size, FLAGS, TH_ONE_PIECE, 0);
        th_log_compare(log.text, want, v.field[0]);
        th_log_free(&log);
        th_make_free(&m);
    }
    assert_int_equal(count, sizeof expected / sizeof expected[0]);
}

static void pieces_say_the_same(void **state)
{
    (void)state;
    vectors v;
    vectors_open(&v, "teehistorian.txt");
    while (vectors_next(&v)) {
        uint8_t bytes[8192];
        size_t size = vectors_hex(bytes, sizeof bytes, v.field[2]);
        th_make m = {NULL, 0, 0};
        if (!vectors_is(&v, "header.")) {
            th_make_header(&m, 2, "");
        }
        th_make_bytes(&m, bytes, size);
        th_log whole = th_log_of(m.data, m.size, TH_LOG_FULL, TH_ONE_PIECE, 0);
        for (size_t cut = 0; cut <= m.size; cut++) {
            th_log log = th_log_of(m.data, m.size, TH_LOG_FULL, (th_split){cut, 0, 0}, 0);
            th_log_compare(log.text, whole.text, v.field[0]);
            th_log_free(&log);
        }
        th_log log = th_log_of(m.data, m.size, TH_LOG_FULL, TH_PIECES(1), 0);
        th_log_compare(log.text, whole.text, v.field[0]);
        th_log_free(&log);
        th_log_free(&whole);
        th_make_free(&m);
    }
}

/* The two headers of the recorder, with one of its streams after them. */
static void headers_are_read(void **state)
{
    (void)state;
    int count = 0;
    vectors v;
    vectors_open(&v, "teehistorian.txt");
    while (vectors_next(&v)) {
        uint8_t bytes[8192];
        if (!vectors_is(&v, "header.")) {
            continue;
        }
        size_t size = vectors_hex(bytes, sizeof bytes, v.field[2]);
        th_make m = {NULL, 0, 0};
        th_make_bytes(&m, bytes, size);
        TH_INTS(&m, TH_PLAYER_NEW, 1, 2, 3, TH_FINISH);
        th_log log = th_log_of(m.data, m.size, FLAGS, TH_ONE_PIECE, 0);
        th_log_compare(log.text, "0 header\n1 player_new cid=1 x=2 y=3\n1 finish\n= TT_END\n",
                       v.field[0]);
        assert_int_equal(log.world->names_recorded, 1);
        assert_int_equal(tt_th_look(&log.th).finished, 1);
        count++;
        th_log_free(&log);
        th_make_free(&m);
    }
    assert_int_equal(count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_say_what_was_recorded),
        cmocka_unit_test(pieces_say_the_same),
        cmocka_unit_test(headers_are_read),
    };
    return cmocka_run_group_tests_name("teehistorian_vectors", tests, NULL, NULL);
}
