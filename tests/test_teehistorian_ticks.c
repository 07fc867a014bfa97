/* SPDX-License-Identifier: MIT
 *
 * Tests of the tick rule of the teehistorian reader, and of sums that wrap around.
 */
#include "cm.h"
#include "support/th_check.h"
#include "teehistorian/tick.h"

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define BOTH(want, ...) TH_CHECK(want, want, __VA_ARGS__)

/* The rule itself, which reader, fast paths, repair and writer share. */
static void rule(void **state)
{
    static const struct {
        tt_th_kind kind;
        int32_t cid, dt, last_cid;
        int64_t ticks;
        int32_t last_cid_then;
    } rows[] = {
        {TT_TH_PLAYER_DIFF, 4, 0, 3, 0, 4},
        {TT_TH_PLAYER_DIFF, 3, 0, 3, 1, 3},
        {TT_TH_PLAYER_NEW, 0, 0, 3, 1, 0},
        {TT_TH_PLAYER_OLD, 127, 0, 126, 0, 127},
        {TT_TH_PLAYER_NEW, 127, 0, TTI_TH_NO_CID, 1, 127},
        {TT_TH_PLAYER_NEW, 0, 0, -1, 0, 0},
        {TT_TH_TICK_SKIP, -1, 0, 3, 1, -1},
        {TT_TH_TICK_SKIP, -1, INT32_MAX, 3, (int64_t)INT32_MAX + 1, -1},
        {TT_TH_TICK_SKIP, -1, -1, 3, 0, 3},
        {TT_TH_TICK_SKIP, -1, -2, 3, -1, 3},
        {TT_TH_INPUT_DIFF, 1, 0, 3, 0, 3},
        {TT_TH_JOIN, 1, 0, 3, 0, 3},
        {TT_TH_FINISH, -1, 0, 3, 0, 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tti_th_step_on on = tti_th_rule(rows[i].kind, rows[i].cid, rows[i].dt, rows[i].last_cid);
        assert_int_equal(on.ticks, rows[i].ticks);
        assert_int_equal(on.last_cid, rows[i].last_cid_then);
    }
    assert_true(tti_th_skip_can_be(0, 7) && tti_th_skip_can_be(-1, 0));
    assert_false(tti_th_skip_can_be(-1, 7) || tti_th_skip_can_be(-2, 0));
}

/* The highest id does not matter: the first player record opens tick 1, whatever its id. */
static void first_player_record(void **state)
{
    (void)state;
    BOTH("1 player_new cid=127 x=0 y=0\n", TH_PLAYER_NEW, 127, 0, 0);
    BOTH("0 join cid=127\n1 player_new cid=0 x=0 y=0\n", TH_JOIN, 127, TH_PLAYER_NEW, 0, 0, 0);
    BOTH("1 tick_skip dt=0\n1 player_new cid=0 x=0 y=0\n", TH_TICK_SKIP, 0, TH_PLAYER_NEW, 0, 0, 0);
}

static void skips(void **state)
{
    (void)state;
    BOTH("1 tick_skip dt=0\n64 tick_skip dt=62\n128 tick_skip dt=63\n193 tick_skip dt=64\n"
         "193 join cid=1\n",
         TH_TICK_SKIP, 0, TH_TICK_SKIP, 62, TH_TICK_SKIP, 63, TH_TICK_SKIP, 64, TH_JOIN, 1);
    /* A skip forgets the last id; other records do not. */
    BOTH("1 player_new cid=5 x=0 y=0\n1 player_new cid=6 x=0 y=0\n"
         "2 player_diff cid=5 dx=1 dy=1 x=1 y=1\n"
         "3 tick_skip dt=0\n3 player_diff cid=5 dx=1 dy=1 x=2 y=2\n"
         "3 join cid=7\n3 player_diff cid=6 dx=1 dy=1 x=1 y=1\n",
         TH_PLAYER_NEW, 5, 0, 0, TH_PLAYER_NEW, 6, 0, 0, 5, 1, 1, TH_TICK_SKIP, 0, 5, 1, 1, TH_JOIN,
         7, 6, 1, 1);
}

/* The three player records count alike. */
static void player_records(void **state)
{
    (void)state;
    BOTH("1 player_new cid=1 x=0 y=0\n1 player_new cid=2 x=0 y=0\n"
         "2 player_old cid=2\n3 player_diff cid=1 dx=0 dy=9 x=0 y=9\n"
         "3 player_new cid=2 x=0 y=0\n4 player_old cid=2\n5 player_old cid=1\n",
         TH_PLAYER_NEW, 1, 0, 0, TH_PLAYER_NEW, 2, 0, 0, TH_PLAYER_OLD, 2, 1, 0, 9, TH_PLAYER_NEW,
         2, 0, 0, TH_PLAYER_OLD, 2, TH_PLAYER_OLD, 1);
}

/* DDNet 11.0 could write it before the first tick: no skip, and the last id remains. */
static void skip_of_minus_one(void **state)
{
    (void)state;
    BOTH("! warning TT_WARN_TH_SKIP_BACK @32 0\n0 tick_skip dt=-1\n1 player_new cid=3 x=0 y=0\n",
         TH_TICK_SKIP, -1, TH_PLAYER_NEW, 3, 0, 0);
    TH_CHECK("1 player_new cid=3 x=0 y=0\n"
             "! error TT_ERR_TH_TICK @36 1\n= TT_ERR_TH_TICK @36\n",
             "1 player_new cid=3 x=0 y=0\n! error TT_ERR_TH_TICK @36 1\n1 tick_skip dt=-1\n"
             "2 player_diff cid=3 dx=0 dy=9 x=0 y=9\n",
             TH_PLAYER_NEW, 3, 0, 0, TH_TICK_SKIP, -1, 3, 0, 9);
    TH_CHECK("! error TT_ERR_TH_TICK @32 0\n= TT_ERR_TH_TICK @32\n",
             "! error TT_ERR_TH_TICK @32 0\n0 tick_skip dt=-2\n"
             "! error TT_ERR_TH_TICK @34 0\n0 tick_skip dt=-2147483648\n",
             TH_TICK_SKIP, -2, TH_TICK_SKIP, INT32_MIN);
}

static void too_late(void **state)
{
    (void)state;
    /* Exactly the last tick is fine; there is none after it. */
    BOTH("2147483647 tick_skip dt=2147483646\n2147483647 player_new cid=3 x=0 y=0\n", TH_TICK_SKIP,
         INT32_MAX - 1, TH_PLAYER_NEW, 3, 0, 0);
    TH_CHECK("! error TT_ERR_TH_TICK @32 0\n= TT_ERR_TH_TICK @32\n",
             "! error TT_ERR_TH_TICK @32 0\n2147483647 tick_skip dt=2147483647\n", TH_TICK_SKIP,
             INT32_MAX);
    TH_CHECK("2147483647 tick_skip dt=2147483646\n2147483647 player_new cid=3 x=0 y=0\n"
             "! error TT_ERR_TH_TICK @42 2147483647\n= TT_ERR_TH_TICK @42\n",
             "2147483647 tick_skip dt=2147483646\n2147483647 player_new cid=3 x=0 y=0\n"
             "! error TT_ERR_TH_TICK @42 2147483647\n"
             "2147483647 player_diff cid=3 dx=1 dy=1 x=1 y=1\n"
             "2147483647 join cid=1\n"
             "! error TT_ERR_TH_TICK @47 2147483647\n2147483647 tick_skip dt=0\n",
             TH_TICK_SKIP, INT32_MAX - 1, TH_PLAYER_NEW, 3, 0, 0, 3, 1, 1, TH_JOIN, 1, TH_TICK_SKIP,
             0);
}

static void positions_wrap(void **state)
{
    (void)state;
    BOTH("1 player_new cid=3 x=2147483647 y=-2147483648\n"
         "2 player_diff cid=3 dx=1 dy=-1 x=-2147483648 y=2147483647\n"
         "3 player_diff cid=3 dx=-2147483648 dy=2147483647 x=0 y=-2\n",
         TH_PLAYER_NEW, 3, INT32_MAX, INT32_MIN, 3, 1, -1, 3, INT32_MIN, INT32_MAX);
}

static void inputs_wrap(void **state)
{
    (void)state;
    BOTH("0 input_new cid=3 input=(2147483647,-2147483648,0,0,0,0,0,0,2147483647,-2147483648)\n"
         "0 input_diff cid=3 diff=(1,-1,0,0,0,0,0,0,1,-1) "
         "input=(-2147483648,2147483647,0,0,0,0,0,0,-2147483648,2147483647)\n"
         "0 input_diff cid=3 diff=(0,0,1000,0,0,0,0,0,-2147483648,2147483647) "
         "input=(-2147483648,2147483647,1000,0,0,0,0,0,0,-2)\n"
         "0 input_new cid=3 input=(0,0,0,0,0,0,0,0,0,0)\n",
         TH_INPUT_NEW, 3, INT32_MAX, INT32_MIN, 0, 0, 0, 0, 0, 0, INT32_MAX, INT32_MIN,
         TH_INPUT_DIFF, 3, 1, -1, 0, 0, 0, 0, 0, 0, 1, -1, TH_INPUT_DIFF, 3, 0, 0, 1000, 0, 0, 0, 0,
         0, INT32_MIN, INT32_MAX, TH_INPUT_NEW, 3, ZEROS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule),
        cmocka_unit_test(first_player_record),
        cmocka_unit_test(skips),
        cmocka_unit_test(player_records),
        cmocka_unit_test(skip_of_minus_one),
        cmocka_unit_test(too_late),
        cmocka_unit_test(positions_wrap),
        cmocka_unit_test(inputs_wrap),
    };
    return cmocka_run_group_tests_name("teehistorian_ticks", tests, NULL, NULL);
}
