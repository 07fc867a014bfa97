/* SPDX-License-Identifier: MIT
 *
 * How much work searches in an archive database are, counted in steps of SQLite: of twice as many
 * rows not much more than twice as much, for every search and every shape of
 * bench/archive_growth.sql.
 */
#include "host/posix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "archive/names.h"
#include "archive/rows.h"
#include "support/archive_db.h"
#include "teetape/io/query.h"

/* Rows of each kind, and the factor that n log n has at most here. */
#define ROWS 500
#define FACTOR 2.5

static const char *const shapes[] = {"names", "teams", "sessions", "names_many", "recordings",
                                     "chain", "ring",  "rings",    "copies"};
#define SHAPES (sizeof shapes / sizeof shapes[0])

static int on_step(void *user)
{
    ++*(uint64_t *)user;
    return 0;
}

static void fill(tt_io_archive *archive, const char *shape, int rows)
{
    size_t size;
    char sql[100];
    unsigned char *made = host_files_read(TT_SOURCE_DIR "/bench/archive_growth.sql", &size);
    char *text = calloc(1, size + 1);
    assert_non_null(text);
    memcpy(text, made, size);
    snprintf(sql, sizeof sql,
             "CREATE TEMP TABLE size(shape, n); INSERT INTO size VALUES ('%s', %d)", shape, rows);
    db_run(archive, "BEGIN");
    db_run(archive, sql);
    db_run(archive, text);
    db_run(archive, "COMMIT");
    free(made);
    free(text);
}

static tt_io_archive *filled(void **state, const char *shape, int rows)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d", shape, rows);
    tt_io_archive *archive = db_open(state, name);
    fill(archive, shape, rows);
    return archive;
}

static bool count_answer(void *user, const tt_io_archive_answer *answer)
{
    (void)answer;
    ++*(uint64_t *)user;
    return true;
}

/* The steps of a search. */
static uint64_t steps_of_search(tt_io_archive *archive, const tt_io_archive_query *query,
                                uint64_t *answers)
{
    tt_io_error error;
    uint64_t steps = 0;
    *answers = 0;
    sqlite3_progress_handler(archive->db, 1, on_step, &steps);
    assert_true(tt_io_archive_search(archive, query, count_answer, answers, &error));
    sqlite3_progress_handler(archive->db, 0, NULL, NULL);
    return steps;
}

static uint64_t steps_of_names(tt_io_archive *archive)
{
    tt_io_error error;
    uint64_t steps = 0;
    sqlite3_progress_handler(archive->db, 1, on_step, &steps);
    assert_true(tti_archive_names_update(archive, &error));
    sqlite3_progress_handler(archive->db, 0, NULL, NULL);
    return steps;
}

static void assert_grows_slowly(const char *what, const char *shape, uint64_t few, uint64_t many)
{
    if ((double)many > FACTOR * (double)few + 2000) {
        fail_msg("%s of %s: %llu steps for %d rows, %llu for twice as many", what, shape,
                 (unsigned long long)few, ROWS, (unsigned long long)many);
    }
}

/* What is asked for, in all combinations with whom it is about. */
static const struct {
    const char *what;
    uint64_t kinds;
    bool with_teams;
    const char *save, *account;
} asked[] = {
    {.what = "recordings or sessions"},
    {.what = "names", .kinds = TT_FACT_BIT(TT_FACT_NAME)},
    {.what = "finishes", .kinds = TT_FACT_BIT(TT_FACT_FINISH)},
    {.what = "all facts", .kinds = ARCHIVE_FACTS},
    {.what = "team facts", .kinds = ARCHIVE_TEAM_FACTS},
    {.what = "team facts as commands", .kinds = ARCHIVE_TEAM_FACTS, .with_teams = true},
    {.what = "a save",
     .kinds = TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD),
     .with_teams = true,
     .save = "00000000-0000-4000-8001-000000000007"},
    {.what = "logins", .kinds = TT_FACT_BIT(TT_FACT_LOGIN), .account = "account*"},
    {.what = "a login", .kinds = TT_FACT_BIT(TT_FACT_LOGIN), .account = "account 20"},
};
#define ASKED (sizeof asked / sizeof asked[0])

static const struct {
    tt_io_archive_who player;
    const char *map, *server;
    bool ignore_case;
} whose[] = {
    {.player = {NULL, -1}},
    {.player = {NULL, 5}},
    {.player = {"*", -1}},
    {.player = {"name 3", -1}},
    {.player = {"NAME*", -1}, .ignore_case = true},
    {.player = {NULL, -1}, .map = "map*", .server = "*1"},
};
#define WHOSE (sizeof whose / sizeof whose[0])

static void search_all(tt_io_archive *few, tt_io_archive *many, const char *shape)
{
    for (size_t i = 0; i < ASKED * WHOSE; i += TT_TEST_SHARE == 1 ? 1 : 5) {
        tt_io_archive_query query;
        uint64_t answers, more;
        tt_io_archive_query_init(&query);
        query.kinds = asked[i / WHOSE].kinds;
        query.with_teams = asked[i / WHOSE].with_teams;
        query.save = asked[i / WHOSE].save;
        query.account = asked[i / WHOSE].account;
        query.player = whose[i % WHOSE].player;
        query.map = whose[i % WHOSE].map;
        query.server = whose[i % WHOSE].server;
        query.ignore_case = whose[i % WHOSE].ignore_case;
        uint64_t steps = steps_of_search(few, &query, &answers);
        assert_grows_slowly(asked[i / WHOSE].what, shape, steps,
                            steps_of_search(many, &query, &more));
        assert_int_equal(answers != 0, more != 0);
    }
}

static void searches_grow_slowly(void **state)
{
    for (size_t i = 0; i < SHAPES; i++) {
        tt_io_archive *few = filled(state, shapes[i], ROWS);
        tt_io_archive *many = filled(state, shapes[i], 2 * ROWS);
        steps_of_names(few);
        steps_of_names(many);
        search_all(few, many, shapes[i]);
        tt_io_archive_close(few);
        tt_io_archive_close(many);
    }
}

/* There is something to be found in each shape. */
static void shapes_have_answers(void **state)
{
    for (size_t i = 0; i < SHAPES; i++) {
        tt_io_archive *archive = filled(state, shapes[i], 100);
        tt_io_archive_query query;
        uint64_t answers;
        tt_io_archive_query_init(&query);
        steps_of_names(archive);
        query.player.name = "*";
        query.kinds = strcmp(shapes[i], "teams") == 0 ? ARCHIVE_TEAM_FACTS : 0;
        steps_of_search(archive, &query, &answers);
        if (answers < (strcmp(shapes[i], "names") == 0 ? 1 : 20)) {
            fail_msg("%s has %d answers", shapes[i], (int)answers);
        }
        tt_io_archive_close(archive);
    }
}

/* The names of games that follow each other: all of them, and then only what is new. */
static void names_grow_slowly(void **state)
{
    static const char *const games[] = {"chain", "ring", "rings", "copies"};
    for (size_t i = 0; i < 4; i++) {
        tt_io_archive *few = filled(state, games[i], ROWS);
        tt_io_archive *many = filled(state, games[i], 2 * ROWS);
        uint64_t steps = steps_of_names(few), all = steps_of_names(many);
        assert_grows_slowly("names", games[i], steps, all);
        assert_true(steps_of_names(many) < 100);
        /* what follows the best copy of a game is looked at again, and a ring as a whole */
        bool is_chained = i == 0 || i == 2;
        for (int at = is_chained ? 0 : 2 * ROWS; at < 2 * ROWS; at += ROWS - 1) {
            char sql[200];
            snprintf(sql, sizeof sql,
                     "UPDATE recording SET names_known = 0 WHERE id = (SELECT min(id) + %d FROM"
                     " recording)",
                     at);
            db_run(many, sql);
            uint64_t again = steps_of_names(many);
            if (again * 4 > all) {
                fail_msg("%s: %llu steps for one more game, %llu for all", games[i],
                         (unsigned long long)again, (unsigned long long)all);
            }
        }
        tt_io_archive_close(few);
        tt_io_archive_close(many);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(shapes_have_answers),
        IN_FOLDER(searches_grow_slowly),
        IN_FOLDER(names_grow_slowly),
    };
    return cmocka_run_group_tests_name("archive growth", tests, NULL, NULL);
}
#endif
