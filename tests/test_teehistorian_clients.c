/* SPDX-License-Identifier: MIT
 *
 * Tests of what the teehistorian reader makes of its events for the world: who is there, which
 * protocol they speak, what they are called.
 */
#include "cm.h"
#include "support/th_log.h"
#include "support/th_make.h"

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static void add_name(th_make *m, int32_t cid, const char *name)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, cid);
    th_make_text(&payload, name);
    th_make_ex(m, TT_TH_PLAYER_NAME, &payload);
    th_make_free(&payload);
}

/* Reads it all and frees it; the log has the world and the text. */
static th_log run(th_make *m)
{
    th_log log = th_log_of(m->data, m->size, TH_LOG_FULL, TH_ONE_PIECE, 0);
    assert_int_equal(log.status, TT_END);
    th_make_free(m);
    return log;
}

static void every_record_connects(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_TICK_SKIP, 6);
    TH_INTS(&m, TH_PLAYER_NEW, 1, 0, 0, TH_INPUT_NEW, 2, ZEROS, TH_MESSAGE, 3, 0, TH_JOIN, 4);
    TH_INTS(&m, TH_CONSOLE_COMMAND, 5, 0, 0, 0, TH_CONSOLE_COMMAND, -1, 0, 0, 0);
    TH_EX_INTS(&m, TT_TH_PLAYER_READY, 6);
    TH_EX_INTS(&m, TT_TH_DDNETVER_OLD, 7, 16040);
    TH_EX_INTS(&m, TT_TH_AUTH_LOGIN, 8, 3, 0);
    TH_EX_INTS(&m, TT_TH_AUTH_INIT, 9, 2, 0);
    TH_EX_INTS(&m, TT_TH_PLAYER_SWITCH, 10, 11);
    TH_EX_INTS(&m, TT_TH_PLAYER_FINISH, 12, 100);
    TH_EX_INTS(&m, TT_TH_PLAYER_REJOIN, 13);
    add_name(&m, 14, "name");
    /* these come before a JOIN or after a DROP */
    TH_EX_INTS(&m, TT_TH_JOINVER6, 20);
    TH_EX_INTS(&m, TT_TH_PLAYER_TEAM, 21, 0);
    TH_EX_INTS(&m, TT_TH_AUTH_LOGOUT, 22);
    TH_INTS(&m, TH_DROP, 23, 0);
    th_log log = run(&m);
    for (int cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &log.world->client[cid];
        assert_int_equal(client->connected, cid >= 1 && cid <= 14);
        assert_int_equal(client->since, cid >= 1 && cid <= 14 ? 7 : 0);
        assert_int_equal(client->joined, cid == 4);
    }
    assert_int_equal(log.world->client[7].version, 16040);
    assert_int_equal(log.world->client[8].rcon_level, 3);
    assert_int_equal(log.world->client[9].rcon_level, 2);
    assert_string_equal(log.world->client[14].name, "name");
    th_log_free(&log);
}

/* Without a JOINVER the first start info tells, and nothing else does. */
static void protocol_is_guessed(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    th_make_info(&m, 1, 20, "six", "a");
    th_make_info(&m, 2, 27, "seven", "b");
    TH_INTS(&m, TH_MESSAGE, 1, 1, 28 << 1); /* 28 is Cl_Kill in 0.7 alone */
    TH_INTS(&m, TH_MESSAGE, 2, 1, 28 << 1);
    TH_INTS(&m, TH_MESSAGE, 3, 1, 28 << 1); /* nobody knows */
    TH_INTS(&m, TH_MESSAGE, 4, 1, 22 << 1); /* a Cl_Kill of 0.6 is no proof */
    th_log log = run(&m);
    assert_int_equal(log.world->client[1].protocol, TT_PROTOCOL_6);
    assert_int_equal(log.world->client[2].protocol, TT_PROTOCOL_7);
    assert_int_equal(log.world->client[3].protocol, TT_PROTOCOL_UNKNOWN);
    assert_int_equal(log.world->client[4].protocol, TT_PROTOCOL_UNKNOWN);
    assert_string_equal(log.world->client[1].name, "six");
    assert_string_equal(log.world->client[2].name, "seven");
    assert_string_equal(log.world->client[2].clan, "b");
    assert_int_equal(log.levels[TT_LEVEL_NOTE], 2 + 1); /* and no FINISH */
    assert_non_null(strstr(log.text, "cid=2 size=1 msg=38 decoded={Cl_Kill}"));
    assert_non_null(strstr(log.text, "cid=1 size=1 msg=38 decoded=-"));
    assert_non_null(strstr(log.text, "cid=3 size=1 msg=38 decoded=-"));
    assert_non_null(strstr(log.text, "cid=4 size=1 msg=2c decoded={Cl_Kill}"));
    th_log_free(&log);
}

/* What a JOINVER says stands, and ends with the DROP. */
static void protocol_is_told(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_EX_INTS(&m, TT_TH_JOINVER7, 1);
    TH_INTS(&m, TH_JOIN, 1);
    th_make_info(&m, 1, 20, "six", "");
    TH_EX_INTS(&m, TT_TH_JOINVER6, 2);
    TH_INTS(&m, TH_JOIN, 2);
    th_make_info(&m, 2, 27, "seven", "");
    TH_EX_INTS(&m, TT_TH_JOINVER6, 3);
    TH_INTS(&m, TH_JOIN, 3, TH_DROP, 3, 0);
    th_make_info(&m, 3, 27, "seven", "");
    th_log log = run(&m);
    assert_int_equal(log.world->client[1].protocol, TT_PROTOCOL_7);
    assert_int_equal(log.world->client[2].protocol, TT_PROTOCOL_6);
    assert_int_equal(log.world->client[3].protocol, TT_PROTOCOL_7);
    assert_string_equal(log.world->client[1].name, "");
    assert_string_equal(log.world->client[2].name, "");
    assert_string_equal(log.world->client[3].name, "seven");
    th_log_free(&log);
}

static void messages_that_do_not_parse(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_MESSAGE, 1, 0, TH_MESSAGE, 1, 1, 19 << 1, TH_MESSAGE, 1, 2, 23 << 1, 16,
            TH_MESSAGE, 1, 1, 1, TH_MESSAGE, 1, 2, 23 << 1, 15, TH_FINISH);
    th_log log = run(&m);
    const char *want = "0 header @16+16 -1\n"
                       "! note TT_NOTE_TH_MSG_MALFORMED @32 0\n"
                       "0 message cid=1 size=0 msg= decoded=- @32+3 1\n"
                       "! note TT_NOTE_TH_MSG_MALFORMED @35 0\n"
                       "0 message cid=1 size=1 msg=26 decoded=- @35+4 1\n"
                       "! note TT_NOTE_TH_MSG_MALFORMED @39 0\n"
                       "0 message cid=1 size=2 msg=2e10 decoded=- @39+5 1\n"
                       "! note TT_NOTE_TH_MSG_UNKNOWN @44 0\n"
                       "0 message cid=1 size=1 msg=01 decoded=- @44+4 1\n"
                       "0 message cid=1 size=2 msg=2e0f decoded={Cl_Emoticon emoticon=15} @48+5 1\n"
                       "0 finish @53+1 -1\n= TT_END\n";
    th_log_compare(log.text, want, "messages");
    th_log_free(&log);
}

static void teams_and_practice(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_EX_INTS(&m, TT_TH_PLAYER_TEAM, 1, 5);
    TH_EX_INTS(&m, TT_TH_PLAYER_TEAM, 2, 5);
    TH_EX_INTS(&m, TT_TH_PLAYER_TEAM, 1, 0);
    TH_EX_INTS(&m, TT_TH_TEAM_PRACTICE, 5, 1);
    TH_EX_INTS(&m, TT_TH_TEAM_PRACTICE, 128, 1);
    TH_EX_INTS(&m, TT_TH_TEAM_PRACTICE, 129, 1);
    TH_EX_INTS(&m, TT_TH_TEAM_PRACTICE, -1, 1);
    TH_EX_INTS(&m, TT_TH_AUTH_LOGIN, 1, 3, 0);
    TH_EX_INTS(&m, TT_TH_AUTH_LOGOUT, 1);
    th_log log = run(&m);
    assert_int_equal(log.world->client[1].team, 0);
    assert_int_equal(log.world->client[2].team, 5);
    assert_int_equal(log.world->client[1].rcon_level, 0);
    for (int team = 0; team < TT_TEAMS; team++) {
        assert_int_equal(log.world->practice[team], team == 5 || team == 128);
    }
    th_log_free(&log);
}

/* Changes of the name 1, 250 and 251 ticks after the start info, by what the header says. */
static void change_delay_of_the_header(void **state)
{
    (void)state;
    const struct {
        const char *header;
        int32_t delay;
    } cases[] = {
        {"", 250},
        {",\"config\":{}", 250},
        {",\"config\":{\"sv_info_change_delay\":\"8\"}", 400},
        {",\"config\":{\"sv_info_change_delay\":\"0\"}", 0},
        {",\"config\":{\"sv_info_change_delay\":\"-1\"}", 0},
        {",\"config\":{\"sv_info_change_delay\":\"x\"}", 250},
        {",\"config\":{\"sv_info_change_delay\":\"99999999999\"}", 499950},
        {",\"config\":{\"sv_spamprotection\":\"0\"}", 0},
        {",\"config\":{\"sv_spamprotection\":\"1\"}", 250},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, cases[i].header);
        th_make_info(&m, 1, 20, "a", "");
        TH_INTS(&m, TH_TICK_SKIP, 0);
        th_make_info(&m, 1, 21, "b", "");
        TH_INTS(&m, TH_TICK_SKIP, 248);
        th_make_info(&m, 1, 21, "c", "");
        TH_INTS(&m, TH_TICK_SKIP, 0);
        th_make_info(&m, 1, 21, "d", "");
        th_log log = run(&m);
        assert_int_equal(log.world->info_delay, cases[i].delay);
        const tt_client *client = &log.world->client[1];
        int32_t delay = cases[i].delay;
        assert_string_equal(client->name, delay > 250 ? "a" : delay == 250 ? "c" : "d");
        assert_int_equal(client->info_tick, delay > 250 ? 0 : delay == 250 ? 250 : 251);
        th_log_free(&log);
    }
}

static void names_are_recorded_since_minor_8(void **state)
{
    (void)state;
    const char *const minors[] = {",\"version_minor\":\"7\"", ",\"version_minor\":\"8\""};
    for (int i = 0; i < 2; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, minors[i]);
        th_make_info(&m, 1, 20, "asked", "clan");
        add_name(&m, 1, "told");
        TH_INTS(&m, TH_TICK_SKIP, 1000);
        th_make_info(&m, 1, 21, "other", "new clan");
        th_log log = run(&m);
        assert_string_equal(log.world->client[1].name, i == 0 ? "other" : "told");
        assert_int_equal(log.world->client[1].name_source,
                         i == 0 ? TT_NAME_REQUESTED : TT_NAME_RECORDED);
        assert_string_equal(log.world->client[1].clan, "new clan");
        th_log_free(&log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_connects),
        cmocka_unit_test(protocol_is_guessed),
        cmocka_unit_test(protocol_is_told),
        cmocka_unit_test(messages_that_do_not_parse),
        cmocka_unit_test(teams_and_practice),
        cmocka_unit_test(change_delay_of_the_header),
        cmocka_unit_test(names_are_recorded_since_minor_8),
    };
    return cmocka_run_group_tests_name("teehistorian_clients", tests, NULL, NULL);
}
