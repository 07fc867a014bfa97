/* SPDX-License-Identifier: MIT
 *
 * Tests of what a conversion says in words: who comes and goes, commands without their secrets,
 * kills, emoticons, finishes and the markers for them; on recordings that are made here.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_convert.h"
#include "teetape/demo_world.h"
#include "teetape/server_message.h"
#include "teetape/string.h"
#include "teetape/version.h"

#define HEADER                                                                                     \
    ",\"game_uuid\":\"31940c05-6b04-4f9d-ba6b-b77b7f30e2c0\",\"game_type\":\"DDraceNetwork\","     \
    "\"uuids\":[\"teehistorian-player-ready@ddnet.tw\"]"

/* What the snapshot has of a client, and where in it the team stands. */
#define PLAYER_INFO_OF(cid) tt_snap_key(10, cid)
#define PLAYER_INFO_TEAM 2

static void skip_ticks(th_make *m, int32_t ticks)
{
    TH_INTS(m, TH_TICK_SKIP, ticks - 1);
}

static void start_info(th_make *m, int32_t cid, const char *name, int code)
{
    th_make info = {0};
    th_make_int(&info, code * 2);
    th_make_text(&info, name);
    th_make_text(&info, "clan");
    th_make_int(&info, 276);
    th_make_text(&info, "bluekitty");
    TH_INTS(&info, 1, 0x123456, 0x654321);
    th_make_message(m, cid, &info);
    th_make_free(&info);
}

static void ex_ints(th_make *m, tt_th_kind kind, int32_t a, int32_t b, int has_b)
{
    th_make payload = {0};
    th_make_int(&payload, a);
    if (has_b) {
        th_make_int(&payload, b);
    }
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

static void message_ints(th_make *m, int32_t cid, int id, int64_t value)
{
    th_make payload = {0};
    th_make_int(&payload, id * 2);
    if (value != TH_STOP) {
        th_make_int(&payload, (int32_t)value);
    }
    th_make_message(m, cid, &payload);
    th_make_free(&payload);
}

static void command(th_make *m, int32_t cid, int flags, const char *cmd, const char *arg)
{
    TH_INTS(m, TH_CONSOLE_COMMAND, cid, flags);
    th_make_text(m, cmd);
    th_make_int(m, arg != NULL);
    if (arg != NULL) {
        th_make_text(m, arg);
    }
}

/* Somebody enters the game, and has a tee a tick later. */
static void come(th_make *m, int32_t cid, const char *name, int32_t x, int32_t y)
{
    TH_INTS(m, TH_JOIN, cid);
    start_info(m, cid, name, 20);
    ex_ints(m, TT_TH_PLAYER_READY, cid, 0, 0);
    skip_ticks(m, 1);
    TH_INTS(m, TH_PLAYER_NEW, cid, x, y);
}

static void begin(th_make *m, const char *more)
{
    memset(m, 0, sizeof *m);
    th_make_header(m, 2, more);
}

static void convert(th_convert *t, th_make *m)
{
    th_make_int(m, TH_FINISH);
    th_convert_run(t, (tt_bytes){m->data, m->size});
}

static void end(th_convert *t, th_make *m)
{
    th_convert_free(t);
    th_make_free(m);
}

#define FIRST_LINES                                                                                \
    "-1: Reconstructed by teetape " TT_VERSION_STRING " from the teehistorian file "               \
    "31940c05-6b04-4f9d-ba6b-b77b7f30e2c0\n"                                                       \
    "-1: Positions are exact; aim, weapons and eyes are derived; hooks and shots are not shown\n"

static void assert_chat(const th_convert *t, const char *lines)
{
    char *chat = th_convert_chat((tt_bytes){t->demo.data, t->demo.size});
    size_t first = strlen(FIRST_LINES);
    assert_int_equal(strncmp(chat, FIRST_LINES, first), 0);
    assert_string_equal(chat + first, lines);
    free(chat);
}

static void people_come_and_go(void **state)
{
    (void)state;
    th_make m;
    th_convert t = {0};
    begin(&m, HEADER);
    skip_ticks(&m, 10);
    TH_INTS(&m, TH_JOIN, 3);
    skip_ticks(&m, 1);
    start_info(&m, 3, "alpha", 20);
    ex_ints(&m, TT_TH_PLAYER_READY, 3, 0, 0);
    skip_ticks(&m, 1);
    TH_INTS(&m, TH_PLAYER_NEW, 3, 100, 200);
    skip_ticks(&m, 400);
    start_info(&m, 3, "beta", 21);
    ex_ints(&m, TT_TH_PLAYER_TEAM, 3, 7, 1);
    skip_ticks(&m, 1);
    ex_ints(&m, TT_TH_PLAYER_TEAM, 3, 0, 1);
    skip_ticks(&m, 1);
    TH_INTS(&m, TH_PLAYER_OLD, 3);
    TH_INTS(&m, TH_DROP, 3);
    th_make_text(&m, "Timeout\nsecond line");
    skip_ticks(&m, 1);
    convert(&t, &m);
    assert_chat(&t, "-1: 'alpha' joined the game\n"
                    "-1: 'alpha' is now called 'beta'\n"
                    "-1: 'beta' is in team 7 now\n"
                    "-1: 'beta' is in no team now\n"
                    "-1: 'beta' left the game (Timeout second line)\n");
    assert_int_equal(t.c->left_out, 0);
    end(&t, &m);
}

static void commands_are_not_chat(void **state)
{
    (void)state;
    th_make m;
    th_convert t = {0};
    begin(&m, HEADER);
    skip_ticks(&m, 10);
    come(&m, 0, "alpha", 0, 0);
    skip_ticks(&m, 1);
    command(&m, 0, 128, "timeout", "hidden");
    command(&m, 0, 128, "load", "hidden");
    command(&m, 0, 128, "team", "3");
    command(&m, 0, 4, "sv_password", "hidden");
    command(&m, -1, 4, "say", "hidden");
    command(&m, 0, 128, "rank", NULL);
    skip_ticks(&m, 1);
    convert(&t, &m);
    assert_chat(&t, "-1: 'alpha' joined the game\n");
    end(&t, &m);
}

/* The first message of this kind; NULL when there is none. What it holds is a view into the demo's
 * reader. */
static long count(const th_convert *t, tt_sv_kind kind, int32_t *tick)
{
    tt_demo *demo = malloc(sizeof *demo);
    tt_demo_memory *memory = malloc(sizeof *memory);
    tt_demo_event event;
    tt_sv_msg msg;
    long found = 0;
    assert_true(demo != NULL && memory != NULL);
    tt_demo_init(demo, memory);
    tt_demo_feed(demo, t->demo.data, t->demo.size);
    tt_demo_feed(demo, NULL, 0);
    while (tt_demo_next(demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_MESSAGE &&
            tt_sv_decode(&msg, event.data, TT_PROTOCOL_6) == TT_OK && msg.kind == kind) {
            *tick = found++ == 0 ? event.tick : *tick;
        }
    }
    free(demo);
    free(memory);
    return found;
}

/* A kill is one when the tee is somewhere else right after it, or gone. */
static void kills_show_by_what_follows(void **state)
{
    (void)state;
    static const struct {
        int32_t dx;
        int is_kill;
    } cases[] = {{1, 0}, {3, 0}, {32, 0}, {33, 1}, {-500, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        th_make m;
        th_convert t = {.focus = 1};
        int32_t tick = -1;
        begin(&m, HEADER);
        come(&m, 0, "alpha", 1000, 1000); /* tick 1 */
        skip_ticks(&m, 99);
        message_ints(&m, 0, 22, TH_STOP);
        skip_ticks(&m, 1);
        TH_INTS(&m, 0, cases[i].dx, 0);
        skip_ticks(&m, 5);
        convert(&t, &m);
        assert_int_equal(count(&t, TT_SV_KILL_MSG, &tick), cases[i].is_kill);
        assert_int_equal(tick, cases[i].is_kill ? 101 : -1);
        assert_int_equal(t.c->markers, cases[i].is_kill + 1); /* and the join */
        end(&t, &m);
    }
}

static void emoticons_may_come_too_soon(void **state)
{
    (void)state;
    for (int protects = 0; protects < 2; protects++) {
        th_make m;
        th_convert t = {0};
        int32_t tick = -1;
        begin(&m, protects ? HEADER : HEADER ",\"config\":{\"sv_spamprotection\":\"0\"}");
        come(&m, 0, "alpha", 0, 0);
        skip_ticks(&m, 10);
        message_ints(&m, 0, 23, 5);
        skip_ticks(&m, 149);
        message_ints(&m, 0, 23, 6);
        skip_ticks(&m, 1);
        message_ints(&m, 0, 23, 7);
        skip_ticks(&m, 1);
        convert(&t, &m);
        assert_int_equal(count(&t, TT_SV_EMOTICON, &tick), protects ? 2 : 3);
        assert_int_equal(tick, 11);
        end(&t, &m);
    }
}

static void finishes_are_told_and_marked(void **state)
{
    (void)state;
    for (int who = 0; who <= 2; who++) { /* of everybody, of 0, of 1 */
        th_make m;
        th_convert t = {.focus = who};
        int32_t tick = -1;
        begin(&m, HEADER);
        come(&m, 0, "alpha", 0, 0);
        skip_ticks(&m, 100);
        ex_ints(&m, TT_TH_PLAYER_FINISH, 0, 3117, 1);
        ex_ints(&m, TT_TH_TEAM_FINISH, 4, 50, 1);
        skip_ticks(&m, 1);
        convert(&t, &m);
        assert_chat(&t, "-1: 'alpha' joined the game\n"
                        "-1: 'alpha' finished the map after 1:02.34\n"
                        "-1: Team 4 finished the map after 0:01.00\n");
        assert_int_equal(t.c->markers, who == 0 ? 1 : who == 1 ? 2 : 0);
        assert_int_equal(count(&t, TT_SV_RACE_FINISH, &tick), 1);
        assert_int_equal(tick, 101);
        end(&t, &m);
    }
}

static void tunings_are_told_once(void **state)
{
    (void)state;
    for (int has = 0; has < 2; has++) {
        th_make m;
        th_convert t = {0};
        int32_t tick = -1;
        begin(&m, has ? HEADER ",\"tuning\":{\"gravity\":\"25\",\"gun_fire_delay\":\"100000\"}"
                      : HEADER);
        come(&m, 0, "alpha", 0, 0);
        skip_ticks(&m, 600);
        convert(&t, &m);
        assert_int_equal(count(&t, TT_SV_TUNE_PARAMS, &tick), has);
        assert_int_equal(t.c->tunings[12], has ? 25 : 50);
        assert_int_equal(count(&t, TT_SV_TEAMS_STATE, &tick), 3); /* a keyframe each */
        end(&t, &m);
    }
}

/* A client that floods a tick loses messages, and nothing else. */
static void floods_are_left_out(void **state)
{
    (void)state;
    th_make m;
    th_convert t = {0};
    begin(&m, HEADER);
    come(&m, 0, "alpha", 0, 0);
    skip_ticks(&m, 1);
    for (int i = 0; i < 3000; i++) {
        ex_ints(&m, TT_TH_PLAYER_TEAM, 0, 1 + i % 2, 1);
    }
    skip_ticks(&m, 1);
    convert(&t, &m);
    assert_true(t.c->left_out > 2000 && t.c->left_out < 3000);
    end(&t, &m);
}

/* With `only`, nothing of anybody else is in it. */
static void only_one(void **state)
{
    (void)state;
    th_make m;
    th_convert t = {.only = 2};
    tt_snap_item item;
    begin(&m, HEADER);
    come(&m, 0, "alpha", 0, 0);
    skip_ticks(&m, 1);
    come(&m, 1, "beta", 0, 0);
    skip_ticks(&m, 1);
    ex_ints(&m, TT_TH_PLAYER_TEAM, 0, 7, 1);
    ex_ints(&m, TT_TH_PLAYER_TEAM, 1, 8, 1);
    skip_ticks(&m, 1);
    convert(&t, &m);
    assert_chat(&t, "-1: 'beta' joined the game\n-1: 'beta' is in team 8 now\n");
    assert_false(tt_snap_find(&t.c->snap, tt_snap_key(9, 0), &item));
    assert_true(tt_snap_find(&t.c->snap, tt_snap_key(9, 1), &item));
    assert_false(tt_snap_find(&t.c->snap, tt_snap_key(11, 0), &item));
    end(&t, &m);
}

/* The info message of 0.7, whose id also says that the client speaks it. */
static void start_info_7(th_make *m, int32_t cid, const char *name)
{
    th_make info = {0};
    th_make_int(&info, 27 * 2);
    th_make_text(&info, name);
    th_make_text(&info, "clan");
    th_make_int(&info, 276);
    for (int part = 0; part < 6; part++) {
        th_make_text(&info, "standard");
    }
    for (int number = 0; number < 12; number++) {
        th_make_int(&info, 0);
    }
    th_make_message(m, cid, &info);
    th_make_free(&info);
}

/* The same words under the ids of 0.7: an emoticon with its delay, a death, and who watches. */
static void clients_of_seven_do_the_same(void **state)
{
    (void)state;
    th_make m;
    th_convert t = {.focus = 1};
    tt_snap_item item;
    int32_t emoticon = -1, kill = -1;
    begin(&m, HEADER);
    TH_INTS(&m, TH_JOIN, 0);
    start_info_7(&m, 0, "alpha");
    ex_ints(&m, TT_TH_PLAYER_READY, 0, 0, 0);
    skip_ticks(&m, 1);
    TH_INTS(&m, TH_PLAYER_NEW, 0, 1000, 1000);
    skip_ticks(&m, 10);
    message_ints(&m, 0, 30, 2);
    skip_ticks(&m, 1);
    message_ints(&m, 0, 30, 2); /* too soon */
    skip_ticks(&m, 88);
    message_ints(&m, 0, 28, TH_STOP);
    skip_ticks(&m, 1);
    TH_INTS(&m, 0, -500, 0);
    skip_ticks(&m, 1);
    message_ints(&m, 0, 25, -1);
    TH_INTS(&m, TH_PLAYER_OLD, 0);
    skip_ticks(&m, 1);
    convert(&t, &m);
    assert_chat(&t, "-1: 'alpha' joined the game\n");
    assert_int_equal(count(&t, TT_SV_EMOTICON, &emoticon), 1);
    assert_int_equal(emoticon, 11);
    assert_int_equal(count(&t, TT_SV_KILL_MSG, &kill), 1);
    assert_int_equal(kill, 101);
    assert_true(tt_snap_find(&t.c->snap, PLAYER_INFO_OF(0), &item));
    assert_int_equal(item.data[PLAYER_INFO_TEAM], -1);
    end(&t, &m);
}

/* Who asks to watch and has no tee is a spectator, until he asks to play. */
static void spectators_ask_to_watch(void **state)
{
    (void)state;
    for (int plays = 0; plays < 2; plays++) {
        th_make m;
        th_convert t = {0};
        tt_snap_item item;
        begin(&m, HEADER);
        come(&m, 0, "alpha", 0, 0);
        skip_ticks(&m, 10);
        message_ints(&m, 0, 18, -1);
        TH_INTS(&m, TH_PLAYER_OLD, 0);
        skip_ticks(&m, 10);
        if (plays) {
            message_ints(&m, 0, 18, 0);
        }
        skip_ticks(&m, 1);
        convert(&t, &m);
        assert_true(tt_snap_find(&t.c->snap, PLAYER_INFO_OF(0), &item));
        assert_int_equal(item.data[PLAYER_INFO_TEAM], plays ? 0 : -1);
        end(&t, &m);
    }
}

/* Recordings that do not say who is ready: a client is there with its first words about itself. A
 * message that nobody can read does nothing, though it is kept in the recording. */
static void info_enters_where_nothing_else_tells(void **state)
{
    (void)state;
    th_make m, odd = {0};
    th_convert t = {0};
    int32_t tick = -1;
    begin(&m, "");
    TH_INTS(&m, TH_JOIN, 0);
    skip_ticks(&m, 5);
    TH_INTS(&odd, 23 * 2); /* an emoticon, and not which */
    th_make_message(&m, 0, &odd);
    start_info(&m, 0, "alpha", 20);
    skip_ticks(&m, 5);
    start_info(&m, 0, "beta", 20);
    skip_ticks(&m, 1);
    convert(&t, &m);
    char *chat = th_convert_chat((tt_bytes){t.demo.data, t.demo.size});
    assert_non_null(strstr(chat, "-1: 'alpha' joined the game\n"));
    assert_null(strstr(chat, "'beta' joined"));
    assert_int_equal(count(&t, TT_SV_EMOTICON, &tick), 0);
    free(chat);
    th_make_free(&odd);
    end(&t, &m);
}

/* A tee that is taken away right after the wish died where it was; later, it went for another
 * reason. */
static void tees_that_go_died_when_asked(void **state)
{
    (void)state;
    for (int later = 0; later < 2; later++) {
        th_make m;
        th_convert t = {.focus = 1};
        int32_t tick = -1;
        begin(&m, HEADER);
        come(&m, 0, "alpha", 1000, 1000); /* tick 1 */
        skip_ticks(&m, 99);
        message_ints(&m, 0, 22, TH_STOP);
        skip_ticks(&m, later ? 3 : 2);
        TH_INTS(&m, TH_PLAYER_OLD, 0);
        skip_ticks(&m, 5);
        convert(&t, &m);
        assert_int_equal(count(&t, TT_SV_KILL_MSG, &tick), !later);
        assert_int_equal(tick, later ? -1 : 102);
        assert_int_equal(t.c->client[0].dead, later ? -1 : 102);
        assert_int_equal(t.c->client[0].dead_x, later ? 0 : 1000);
        end(&t, &m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_come_and_go),
        cmocka_unit_test(commands_are_not_chat),
        cmocka_unit_test(kills_show_by_what_follows),
        cmocka_unit_test(emoticons_may_come_too_soon),
        cmocka_unit_test(finishes_are_told_and_marked),
        cmocka_unit_test(tunings_are_told_once),
        cmocka_unit_test(floods_are_left_out),
        cmocka_unit_test(only_one),
        cmocka_unit_test(clients_of_seven_do_the_same),
        cmocka_unit_test(spectators_ask_to_watch),
        cmocka_unit_test(info_enters_where_nothing_else_tells),
        cmocka_unit_test(tees_that_go_died_when_asked),
    };
    return cmocka_run_group_tests_name("convert_messages", tests, NULL, NULL);
}
