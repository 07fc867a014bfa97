/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/world.h: sessions, tees, and what a server makes of names.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"

#include "teetape/world.h"
#include "world/world.h"

static tt_world world;

static int start(void **state)
{
    (void)state;
    memset(&world, 0x5a, sizeof world);
    tti_world_init(&world);
    return 0;
}

static void request(int32_t cid, const char *name)
{
    tti_world_mention(&world, cid);
    tti_world_request_info(&world, cid, tt_bytes_of(name), tt_bytes_of(""), 0);
}

static void assert_name(int32_t cid, const char *want)
{
    assert_string_equal(world.client[cid].name, want);
}

static void at_the_start(void **state)
{
    (void)state;
    assert_int_equal(sizeof(tt_tee), 64);
    assert_int_equal(world.tick, 0);
    assert_int_equal(world.info_delay, 250);
    assert_int_equal(world.names_recorded, 0);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &world.client[cid];
        const tt_tee *tee = &world.tee[cid];
        assert_int_equal(client->connected | client->joined | client->protocol, 0);
        assert_int_equal(client->name_source, TT_NAME_NONE);
        assert_int_equal(client->team | client->rcon_level | client->version | client->since, 0);
        assert_int_equal(client->info_tick, -1);
        assert_int_equal(client->name[0] | client->clan[0], 0);
        assert_int_equal(tee->x | tee->y | tee->alive | tee->has_input | tee->settled, 0);
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            assert_int_equal(tee->input[i], 0);
        }
    }
    for (int team = 0; team < TT_TEAMS; team++) {
        assert_int_equal(world.practice[team], 0);
    }
}

/* Records and items hold any number. */
static void out_of_range(void **state)
{
    (void)state;
    static const int32_t none[] = {-1, INT32_MIN, INT32_MAX, TT_TEAMS};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        tti_world_set_team(&world, 5, TT_TEAMS - 1);
        tti_world_set_rcon_level(&world, 5, TTI_RCON_LEVEL_MAX);
        assert_int_equal(world.client[5].team, TT_TEAMS - 1);
        assert_int_equal(world.client[5].rcon_level, TTI_RCON_LEVEL_MAX);
        tti_world_set_team(&world, 5, none[i]);
        tti_world_set_rcon_level(&world, 5, none[i]);
        assert_int_equal(world.client[5].team, 0);
        assert_int_equal(world.client[5].rcon_level, 0);
    }
    tti_world_set_rcon_level(&world, 5, TTI_RCON_LEVEL_MAX + 1);
    assert_int_equal(world.client[5].rcon_level, 0);
}

/* A client with everything set. */
static void fill(int32_t cid)
{
    world.client[cid].protocol = TT_PROTOCOL_7;
    tti_world_join(&world, cid);
    tti_world_request_info(&world, cid, tt_bytes_of("name"), tt_bytes_of("clan"), 0);
    world.client[cid].team = 7;
    world.client[cid].rcon_level = 3;
    world.client[cid].version = 16040;
    tti_world_set_position(&world, cid, 10, 20);
    tti_world_set_input(&world, cid, (const int32_t[TT_INPUT_INTS]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

static void assert_forgotten(const tt_client *client)
{
    assert_string_equal(client->name, "");
    assert_string_equal(client->clan, "");
    assert_int_equal(client->name_source, TT_NAME_NONE);
    assert_int_equal(client->version, 0);
    assert_int_equal(client->info_tick, -1);
}

static void assert_stayed(int32_t cid)
{
    const tt_tee *tee = &world.tee[cid];
    assert_int_equal(world.client[cid].team, 7);
    assert_true(tee->x == 10 && tee->y == 20 && tee->alive && tee->has_input);
    assert_true(tee->input[0] == 1 && tee->input[9] == 10);
}

static void join(void **state)
{
    (void)state;
    fill(127);
    const tt_client *client = &world.client[127];
    assert_string_equal(client->name, "name");
    assert_string_equal(client->clan, "clan");
    assert_int_equal(client->name_source, TT_NAME_REQUESTED);
    world.tick = 50;
    tti_world_join(&world, 127);
    assert_forgotten(client);
    assert_int_equal(client->connected & client->joined, 1);
    assert_int_equal(client->since, 50);
    assert_int_equal(client->rcon_level, 0);
    assert_int_equal(client->protocol, TT_PROTOCOL_7);
    assert_stayed(127);
    assert_int_equal(world.tee[127].settled, 0); /* the input is that of who was here before */
    tti_world_set_input(&world, 127, (const int32_t[TT_INPUT_INTS]){0});
    assert_int_equal(world.tee[127].settled, 1);
}

static void drop(void **state)
{
    (void)state;
    fill(5);
    const tt_client *client = &world.client[5];
    world.tick = 50;
    tti_world_drop(&world, 5);
    assert_forgotten(client);
    assert_int_equal(client->connected | client->joined, 0);
    assert_int_equal(client->rcon_level, 0);
    assert_int_equal(client->protocol, TT_PROTOCOL_UNKNOWN);
    assert_stayed(5);
    assert_int_equal(world.tee[5].settled, 0);
    /* the one who is mentioned next in this slot did not join */
    assert_int_equal(tti_world_mention(&world, 5), 1);
    assert_int_equal(client->connected, 1);
    assert_int_equal(client->joined, 0);
    assert_int_equal(client->since, 50);
    assert_int_equal(world.tee[5].settled, 0);
    tti_world_set_input(&world, 5, (const int32_t[TT_INPUT_INTS]){0});
    assert_int_equal(world.tee[5].settled, 1);
    /* a JOIN of a client who was mentioned already begins no other session */
    tti_world_join(&world, 5);
    assert_int_equal(world.tee[5].settled, 1);
    tti_world_join(&world, 5);
    assert_int_equal(world.tee[5].settled, 0);
}

static void rejoin(void **state)
{
    (void)state;
    fill(5);
    world.tick = 50;
    tti_world_rejoin(&world, 5);
    assert_forgotten(&world.client[5]);
    assert_int_equal(world.client[5].connected & world.client[5].joined, 1);
    assert_int_equal(world.client[5].since, 0);
    assert_int_equal(world.client[5].rcon_level, 3);
    assert_int_equal(world.client[5].protocol, TT_PROTOCOL_7);
    assert_stayed(5);
}

static void mention(void **state)
{
    (void)state;
    world.tick = 9;
    assert_int_equal(tti_world_mention(&world, 0), 1);
    world.tick = 10;
    assert_int_equal(tti_world_mention(&world, 0), 0);
    assert_int_equal(world.client[0].since, 9);
    tti_world_join(&world, 1);
    assert_int_equal(tti_world_mention(&world, 1), 0);
    assert_int_equal(world.client[1].joined, 1);
}

static void tees(void **state)
{
    (void)state;
    tti_world_set_position(&world, 3, INT32_MIN, INT32_MAX);
    assert_true(world.tee[3].alive && world.tee[3].x == INT32_MIN && world.tee[3].y == INT32_MAX);
    tti_world_remove_tee(&world, 3);
    assert_true(!world.tee[3].alive && world.tee[3].x == INT32_MIN);
    assert_int_equal(world.client[3].connected, 0); /* that is tti_world_mention's */
    /* settled: connected and with an input of its own */
    tti_world_set_input(&world, 3, (const int32_t[TT_INPUT_INTS]){0});
    assert_int_equal(world.tee[3].has_input, 1);
    assert_int_equal(world.tee[3].settled, 0);
    tti_world_mention(&world, 3);
    assert_int_equal(world.tee[3].settled, 0);
    tti_world_set_input(&world, 3, (const int32_t[TT_INPUT_INTS]){0});
    assert_int_equal(world.tee[3].settled, 1);
}

static void practice(void **state)
{
    (void)state;
    const int32_t outside[] = {-1, TT_TEAMS, 1000, INT32_MIN, INT32_MAX};
    tt_world copy;
    tti_world_set_practice(&world, 0, 1);
    tti_world_set_practice(&world, TT_TEAMS - 1, 7);
    assert_int_equal(world.practice[0], 1);
    assert_int_equal(world.practice[TT_TEAMS - 1], 1);
    copy = world;
    for (int i = 0; i < 5; i++) {
        tti_world_set_practice(&world, outside[i], 1);
    }
    assert_memory_equal(&copy, &world, sizeof world);
    tti_world_set_practice(&world, 0, 0);
    assert_int_equal(world.practice[0], 0);
}

static void names_are_cleaned(void **state)
{
    (void)state;
    const struct {
        const char *asked, *name;
    } cases[] = {
        {"name", "name"},
        {"  name  ", "name"},
        {"\x01 na\x01me\x1f", "na me"},
        {"two words", "two words"},
        {"123456789012345", "123456789012345"},
        {"1234567890123456", "123456789012345"},
        /* leading blanks go before it is cut, those at the end after it */
        {"   1234567890123456", "123456789012345"},
        {"12345678901234 x", "12345678901234"},
        {"12345678901     xyz", "12345678901"},
        /* between code points: 14 + 2, 13 + 3, 12 + 4, and what just fits */
        {"12345678901234\xc3\xa4", "12345678901234"},
        {"1234567890123\xc3\xa4", "1234567890123\xc3\xa4"},
        {"1234567890123\xe2\x82\xac", "1234567890123"},
        {"123456789012\xe2\x82\xac", "123456789012\xe2\x82\xac"},
        {"123456789012\xf0\x9f\x90\x94", "123456789012"},
        {"12345678901\xf0\x9f\x90\x94", "12345678901\xf0\x9f\x90\x94"},
        /* what shows as nothing is a blank too: no-break space, fillers, marks */
        {"\xc2\xa0name\xc2\xa0", "name"},
        {"\xe2\x80\x8b\xe3\x85\xa4name\xe3\x80\x80 \xef\xbb\xbf", "name"},
        {"na\xe3\x80\x80me", "na\xe3\x80\x80me"},
        /* old recordings have invalid UTF-8 */
        {"\xff\xfename\xc3", "\xff\xfename\xc3"},
        {"\xff \xff ", "\xff \xff"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tti_world_init(&world);
        request(1, cases[i].asked);
        assert_name(1, cases[i].name);
        assert_int_equal(world.client[1].name_source, TT_NAME_REQUESTED);
    }
}

static void clans_are_cut_too(void **state)
{
    (void)state;
    const tt_bytes name = tt_bytes_of("name");
    assert_int_equal(tti_world_request_info(&world, 1, name, tt_bytes_of(" 123456789012 "), 0), 1);
    assert_string_equal(world.client[1].clan, "12345678901");
    assert_int_equal(tti_world_request_info(&world, 1, name, tt_bytes_of("1234567890\xc3\xa4"), 0),
                     1);
    assert_string_equal(world.client[1].clan, "1234567890");
    /* two may have the same clan, and none */
    tti_world_request_info(&world, 2, tt_bytes_of("other"), tt_bytes_of("1234567890"), 0);
    assert_string_equal(world.client[2].clan, "1234567890");
    assert_int_equal(tti_world_request_info(&world, 1, name, (tt_bytes){NULL, 0}, 0), 1);
    assert_string_equal(world.client[1].clan, "");
    assert_int_equal(tti_world_request_info(&world, 1, name, (tt_bytes){NULL, 0}, 0), 0);
}

static void names_that_are_refused(void **state)
{
    (void)state;
    request(1, "");
    assert_name(1, "(1)");
    request(2, " \xc2\xa0 ");
    assert_name(2, "(2)");
    request(3, "/kill");
    assert_name(3, "(1)/kill");
    request(4, " /kill");
    assert_name(4, "(2)/kill");
    request(5, "a/b");
    assert_name(5, "a/b");
}

static void names_that_are_taken(void **state)
{
    (void)state;
    request(1, "nameless tee");
    request(2, "nameless tee");
    request(3, " nameless tee ");
    assert_name(1, "nameless tee");
    assert_name(2, "(1)nameless tee");
    assert_name(3, "(2)nameless tee");
    /* its own name is free for a client */
    request(1, "nameless tee");
    assert_name(1, "nameless tee");
    /* the number is put before the name asked for, and the end is cut off */
    request(4, "123456789012345");
    request(5, "123456789012345");
    assert_name(5, "(1)123456789012");
    request(6, "12345678901\xf0\x9f\x90\x94");
    request(7, "12345678901\xf0\x9f\x90\x94");
    assert_name(7, "(1)12345678901");
    /* who went has no name any more */
    tti_world_drop(&world, 1);
    request(8, "nameless tee");
    assert_name(8, "nameless tee");
    request(9, "(1)nameless tee");
    assert_name(9, "(1)(1)nameless ");
}

/* All 128 want the same: 127 numbers suffice. */
static void everybody_wants_the_same(void **state)
{
    (void)state;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        char want[32];
        (void)snprintf(want, sizeof want, cid == 0 ? "abc" : "(%d)abc", (int)cid);
        request(cid, "abc");
        assert_name(cid, want);
    }
    /* nobody may have none */
    tti_world_init(&world);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        char want[32];
        (void)snprintf(want, sizeof want, "(%d)", (int)cid + 1);
        request(cid, "");
        assert_name(cid, want);
    }
}

static int change(int32_t tick, const char *name)
{
    world.tick = tick;
    return tti_world_request_info(&world, 1, tt_bytes_of(name), tt_bytes_of(""), 1);
}

static void changes_need_time(void **state)
{
    (void)state;
    world.tick = 100;
    request(1, "a");
    assert_int_equal(change(100, "b"), 0);
    assert_int_equal(change(349, "b"), 0);
    assert_int_equal(world.client[1].info_tick, 100);
    assert_int_equal(change(350, "b"), 1);
    assert_int_equal(world.client[1].info_tick, 350);
    assert_int_equal(change(599, "c"), 0);
    /* one that changes nothing counts too */
    assert_int_equal(change(600, "b"), 0);
    assert_int_equal(world.client[1].info_tick, 600);
    assert_int_equal(change(849, "c"), 0);
    assert_int_equal(change(850, "c"), 1);
    assert_name(1, "c");
    /* a start info always counts */
    request(1, "d");
    assert_name(1, "d");
    tti_world_set_name_rules(&world, 0, 0);
    assert_int_equal(change(850, "e"), 1);
    assert_int_equal(change(850, "f"), 1);
    assert_name(1, "f");
    /* no overflow at the end of time */
    tti_world_set_name_rules(&world, 0, INT32_MAX);
    assert_int_equal(change(INT32_MAX, "g"), 0);
}

static void a_first_change_is_taken(void **state)
{
    (void)state;
    assert_int_equal(change(0, "a"), 1); /* carried over: it has no start info */
    assert_name(1, "a");
}

static void recorded_names(void **state)
{
    (void)state;
    tti_world_set_name_rules(&world, 1, 250);
    request(1, "asked");
    assert_int_equal(world.client[1].name_source, TT_NAME_REQUESTED);
    tti_world_set_name(&world, 1, tt_bytes_of("told"));
    assert_name(1, "told");
    assert_int_equal(world.client[1].name_source, TT_NAME_RECORDED);
    /* a request alone says nothing then, but its clan counts */
    world.tick = 1000;
    assert_int_equal(tti_world_request_info(&world, 1, tt_bytes_of("x"), tt_bytes_of("clan"), 1),
                     1);
    assert_name(1, "told");
    assert_string_equal(world.client[1].clan, "clan");
    assert_int_equal(tti_world_request_info(&world, 1, tt_bytes_of("y"), tt_bytes_of("clan"), 0),
                     0);
    assert_name(1, "told");
    /* the next session begins without a name */
    tti_world_join(&world, 1);
    request(1, "asked");
    assert_name(1, "asked");
}

/* The server's word is kept as it is, up to the room. */
static void recorded_names_are_raw(void **state)
{
    (void)state;
    tti_world_set_name(&world, 1, tt_bytes_of(" /a\x01 "));
    assert_name(1, " /a\x01 ");
    tti_world_set_name(&world, 1, tt_bytes_of("123456789012345678901234567890\xc3\xa4z"));
    assert_name(1, "123456789012345678901234567890");
    tti_world_set_name(&world, 1, tt_bytes_of("1234567890123456789012345678901z"));
    assert_name(1, "1234567890123456789012345678901");
    tti_world_set_name(&world, 1, (tt_bytes){NULL, 0});
    assert_name(1, "");
    /* and it is taken for the others */
    tti_world_mention(&world, 1);
    tti_world_set_name(&world, 1, tt_bytes_of("told"));
    request(2, "told");
    assert_name(2, "(1)told");
}

static void ways_that_no_tee_goes_by_itself(void **state)
{
    (void)state;
    assert_false(tti_tee_jumped(320, 0, 1, 0) || tti_tee_jumped(0, -48, 1, 1));
    assert_true(tti_tee_jumped(321, 0, 1, 0) && tti_tee_jumped(-250, 250, 1, 0));
    assert_true(tti_tee_jumped(0, 49, 1, 1) && tti_tee_jumped(40, 40, 1, 1));
    assert_false(tti_tee_jumped(640, 0, 2, 0) || tti_tee_jumped(368, 0, 2, 1));
    assert_true(tti_tee_jumped(641, 0, 2, 0) && tti_tee_jumped(369, 0, 2, 1));
    assert_false(tti_tee_jumped(INT32_MAX / 2, 0, INT32_MAX, 0));
    assert_true(tti_tee_jumped(INT64_MIN, INT64_MAX, INT32_MAX, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(at_the_start, start),
        cmocka_unit_test_setup(out_of_range, start),
        cmocka_unit_test_setup(join, start),
        cmocka_unit_test_setup(drop, start),
        cmocka_unit_test_setup(rejoin, start),
        cmocka_unit_test_setup(mention, start),
        cmocka_unit_test_setup(tees, start),
        cmocka_unit_test_setup(practice, start),
        cmocka_unit_test_setup(names_are_cleaned, start),
        cmocka_unit_test_setup(clans_are_cut_too, start),
        cmocka_unit_test_setup(names_that_are_refused, start),
        cmocka_unit_test_setup(names_that_are_taken, start),
        cmocka_unit_test_setup(everybody_wants_the_same, start),
        cmocka_unit_test_setup(changes_need_time, start),
        cmocka_unit_test_setup(a_first_change_is_taken, start),
        cmocka_unit_test_setup(recorded_names, start),
        cmocka_unit_test_setup(recorded_names_are_raw, start),
        cmocka_unit_test(ways_that_no_tee_goes_by_itself),
    };
    return cmocka_run_group_tests_name("world", tests, NULL, NULL);
}
