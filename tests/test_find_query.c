/* SPDX-License-Identifier: MIT
 *
 * Tests of jobs/find.h: what the words of a command line ask for.
 */
#include "jobs/find.h"

#include "cli/find/find.h"

#include "cli/shell/command.h"
#include "cli/shell/options.h"
#include "cm.h"

/* The options of some words, which have to be good ones as far as the options go. */
static tt_io_find_options find_options_of(const char *const *words)
{
    static const char *files[16];
    struct find_options own;
    struct options options = {.files = files, .own = &own};
    size_t count = 0;
    while (words[count] != NULL) {
        count++;
    }
    if (!options_read(&options, &cmd_find, words, count)) {
        fail_msg("%s", options.problem);
    }
    own.find.lists_all = own.commands != NULL;
    return own.find;
}
#define OPTIONS(...) find_options_of((const char *const[]){__VA_ARGS__, NULL})

static struct find_query query_of(tt_io_find_options options)
{
    struct find_query query;
    const char *problem = tti_find_check(&options);
    if (problem != NULL) {
        fail_msg("%s", problem);
    }
    tti_find_query(&query, &options);
    return query;
}
#define QUERY(...) query_of(OPTIONS(__VA_ARGS__)).query

static void nothing_asks_for_everything(void **state)
{
    (void)state;
    tt_io_find_options none = OPTIONS("x");
    assert_false(tti_find_asks(&none));
    tt_io_archive_query query = QUERY("x");
    assert_null(query.player.name);
    assert_int_equal(query.player.cid, -1);
    assert_int_equal(query.kinds, 0);
    assert_int_equal(query.min_ticks, 0);
    assert_int_equal(query.max_ticks, INT64_MAX);
    assert_int_equal(query.min_value, INT64_MIN);
    assert_int_equal(query.max_value, INT64_MAX);
    assert_false(query.from.is_given || query.to.is_given);
    static const char *const words[] = {
        "--player=x", "--map=x",  "--server=x",  "--from=2026-01-01", "--finish",
        "--load",     "--rcon=x", "--kind=join", "--limit=1",         "--commands"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        tt_io_find_options some = OPTIONS(words[i]);
        assert_true(tti_find_asks(&some));
    }
}

static void players(void **state)
{
    (void)state;
    /* Digits are a name, until a database has nobody of it (cli/digits.sh). */
    assert_int_equal(QUERY("-p", "127").player.cid, -1);
    assert_string_equal(QUERY("-p", "127").player.name, "127");
    assert_string_equal(QUERY("-p", "007").player.name, "007");
    assert_string_equal(QUERY("-p", "name:7").player.name, "7");
    assert_int_equal(QUERY("-p", "name:7").player.cid, -1);
    assert_string_equal(QUERY("-p", "7*").player.name, "7*");
    assert_string_equal(QUERY("-p", "name:name:x").player.name, "name:x");
}

static void lengths(void **state)
{
    (void)state;
    /* Less than 60.5 s is at most 3024 ticks; what lies between two ticks counts for both sides. */
    static const struct {
        const char *text;
        int64_t max_faster, min_slower;
    } rows[] = {
        {"60.5", 3024, 3026},
        {"60", 2999, 3001},
        {"0.02", 0, 2},
        {"0.01", 0, 1},
        {"0", -1, 1},
        {"1:00.5", 3024, 3026},
        {"1:00:00", 179999, 180001},
        {"60.", 0, 0},
        {"1000000001", 0, 0},
        {".5", 24, 26},
        {"1:60", 0, 0},
        {"", 0, 0},
        {"-1", 0, 0},
        {"1e3", 0, 0},
        {"60.50000", 3024, 3026},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_io_find_options s = {.faster = rows[i].text, .slower = rows[i].text};
        bool is_bad = rows[i].max_faster == 0 && rows[i].min_slower == 0;
        assert_int_equal(tti_find_check(&s) != NULL, is_bad);
        if (!is_bad) {
            tt_io_archive_query query = query_of(s).query;
            assert_int_equal(query.max_value, rows[i].max_faster);
            assert_int_equal(query.min_value, rows[i].min_slower);
            assert_int_equal(query.kinds, TT_FACT_BIT(TT_FACT_FINISH));
        }
    }
    tt_io_archive_query query = QUERY("--min-duration", "0.03", "--max-duration", "0.05");
    assert_int_equal(query.min_ticks, 2);
    assert_int_equal(query.max_ticks, 2);
}

static void moments(void **state)
{
    (void)state;
    tt_io_archive_query query = QUERY("--from", "2026-11-21", "--to", "2026-11-21T20:14:00.5+0100");
    assert_true(query.from.is_given && !query.from.has_zone);
    assert_int_equal(query.from.ms, INT64_C(1795219200000));
    assert_true(query.to.is_given && query.to.has_zone);
    assert_int_equal(query.to.ms, INT64_C(1795288440500));
    static const char *const bad[] = {
        "1500",       "24:30",    "2026-1",
        "2026-02-30", "20261121", "2026-11-21T",
        "yesterdays", "",         "2026-11-21T20:14:00.0000000000000000000000000000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tt_io_find_options s = {.from = bad[i]};
        assert_non_null(tti_find_check(&s));
        s = (tt_io_find_options){.to = bad[i]};
        assert_non_null(tti_find_check(&s));
    }
}

static void facts(void **state)
{
    (void)state;
    assert_int_equal(QUERY("--finish").kinds, TT_FACT_BIT(TT_FACT_FINISH));
    assert_int_equal(QUERY("--load").kinds, TT_FACT_BIT(TT_FACT_LOAD));
    assert_int_equal(QUERY("--rcon", "x").kinds, TT_FACT_BIT(TT_FACT_LOGIN));
    assert_int_equal(QUERY("-k", "join,practice,team,team_finish").kinds,
                     TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_PRACTICE) |
                         TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_TEAM_FINISH));
    struct find_query query = query_of(OPTIONS("--save", "AAAAAAAA-0000-4000-8000-00000000000B"));
    assert_int_equal(query.query.kinds, TT_FACT_BIT(TT_FACT_LOAD) | TT_FACT_BIT(TT_FACT_SAVE));
    assert_string_equal(query.save, "aaaaaaaa-0000-4000-8000-00000000000b");
    query = query_of(OPTIONS("--save", "aaaaaaaa-0000-4000-8000-00000000000b", "--load"));
    assert_int_equal(query.query.kinds, TT_FACT_BIT(TT_FACT_LOAD));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_asks_for_everything),
        cmocka_unit_test(players),
        cmocka_unit_test(lengths),
        cmocka_unit_test(moments),
        cmocka_unit_test(facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
