/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/search.sql: who is in a team when, against statements that look at each fact
 * and each session by themselves.
 */
#include "host/posix.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "archive/rows.h"
#include "support/archive_db.h"
#include "teetape/io/query.h"

#define CIDS 4
#define MARKS 60
#define TEXT 8000
/* A recording as a server could make it: sessions in slots, changes of teams in them, and facts
 * about teams, often several in a tick. */
static void add_recording(tt_io_archive *archive, uint64_t *seed, int id)
{
    static const int kinds[] = {TT_FACT_TEAM_FINISH, TT_FACT_SAVE, TT_FACT_LOAD, TT_FACT_PRACTICE};
    int session[CIDS], sessions = 0, tick = 0;
    for (int cid = 0; cid < CIDS; cid++) {
        session[cid] = -1;
    }
    db_run_format(
        archive,
        "INSERT INTO recording(id, size, mtime_ns, fingerprint, codec, bytes, version, start_time,"
        " zone, last_tick, complete, errors, facts_left_out, names_known)"
        " VALUES (%d, 1, 1, %d, 'plain', 1, 2, 0, 0, 100000, 1, 0, 0, 1);"
        "INSERT INTO file(id, path, size, mtime_ns, device, recording) VALUES (%d, '/%d', 1, 1, 1, "
        "%d)",
        id, id, id, id, id);
    for (int number = 0; number < MARKS; number++) {
        int cid = random_below(seed, CIDS), team = random_below(seed, 3);
        tick += random_below(seed, 3) * random_below(seed, 400);
        if (random_below(seed, 3) == 0) {
            db_run_format(archive,
                          "INSERT INTO fact(recording, session, number, kind, tick, team)"
                          " VALUES (%d, -1, %d, %d, %d, %d)",
                          id, number, kinds[random_below(seed, 4)], tick, team);
            continue;
        }
        int kind = session[cid] < 0             ? TT_FACT_JOIN
                   : random_below(seed, 4) == 0 ? TT_FACT_LEAVE
                                                : TT_FACT_TEAM;
        if (kind == TT_FACT_JOIN) {
            session[cid] = sessions++;
            db_run_format(archive,
                          "INSERT INTO session VALUES (%d, %d, %d, %d, 1, 100000, 'no');"
                          "INSERT INTO session_name VALUES (%d, %d, %d, %d, 1, 2, 2)",
                          id, session[cid], cid, tick, id, session[cid], number, tick);
        }
        db_run_format(archive,
                      "INSERT INTO fact(recording, session, number, kind, tick, cid, team)"
                      " VALUES (%d, %d, %d, %d, %d, %d, nullif(%d, -1))",
                      id, session[cid], number, kind, tick, cid, kind == TT_FACT_TEAM ? team : -1);
        if (kind == TT_FACT_LEAVE) {
            db_run_format(
                archive,
                "UPDATE session SET left_tick = %d, left = 'drop' WHERE recording = %d AND session "
                "= %d",
                tick, id, session[cid]);
            session[cid] = -1;
        }
    }
}

struct lines {
    char text[TEXT];
    size_t size;
};

static bool on_answer(void *user, const tt_io_archive_answer *a)
{
    struct lines *lines = user;
    lines->size += (size_t)snprintf(lines->text + lines->size, TEXT - lines->size,
                                    "%.*s %d %d %d %d\n", (int)a->file.size, (char *)a->file.data,
                                    (int)a->tick, (int)a->fact, (int)a->team, a->team_has_players);
    assert_true(lines->size < TEXT);
    return true;
}

/* Somebody has come to the team 10 seconds after the fact at most, and has not left it 10 seconds
 * before it. */
#define HAS_PLAYERS                                                                                \
    "EXISTS (SELECT 1 FROM fact AS t WHERE t.recording = m.recording AND t.kind = 12"              \
    " AND t.team = m.team AND t.tick < m.tick + 500 AND NOT EXISTS (SELECT 1 FROM fact AS u"       \
    " WHERE u.recording = t.recording AND u.session = t.session AND u.number > t.number"           \
    " AND u.kind IN (4, 12) AND u.tick <= m.tick - 500))"

/* A session of the client id, or of any, is there, and its last change before the fact was to the
 * team. */
#define IS_HIS                                                                                     \
    "EXISTS (SELECT 1 FROM session AS s WHERE s.recording = m.recording AND %d IN (s.cid, 9) AND"  \
    " m.tick BETWEEN s.joined_tick AND s.left_tick AND m.team = ifnull((SELECT t.team FROM fact "  \
    "AS t"                                                                                         \
    " WHERE t.recording = m.recording AND t.session = s.session AND t.kind = 12 AND t.number < "   \
    "m.number"                                                                                     \
    " ORDER BY t.number DESC LIMIT 1), 0))"

static void want_lines(tt_io_archive *archive, int cid, struct lines *lines)
{
    char sql[1500], his[700] = "1";
    tt_io_error error;
    if (cid >= 0) {
        snprintf(his, sizeof his, IS_HIS, cid);
    }
    snprintf(sql, sizeof sql,
             "SELECT '/' || m.recording, m.tick, m.kind, m.team, " HAS_PLAYERS " FROM fact AS m"
             " WHERE m.session = -1 AND %s ORDER BY m.tick, 1, m.number",
             his);
    sqlite3_stmt *s = tti_archive_prepare(archive, sql, &error);
    while (sqlite3_step(s) == SQLITE_ROW) {
        lines->size += (size_t)snprintf(lines->text + lines->size, TEXT - lines->size,
                                        "%s %d %d %d %d\n", sqlite3_column_text(s, 0),
                                        sqlite3_column_int(s, 1), sqlite3_column_int(s, 2),
                                        sqlite3_column_int(s, 3), sqlite3_column_int(s, 4));
    }
    sqlite3_finalize(s);
}

static void facts_of_teams_are_found(void **state)
{
    uint64_t seed = 11;
    for (int world = 0; world < 40; world++) {
        char name[16];
        snprintf(name, sizeof name, "db%d", world);
        tt_io_archive *archive = db_open(state, name);
        db_run(archive, "PRAGMA synchronous = OFF; BEGIN;"
                        "INSERT INTO name(id, name, folded) VALUES (1, 'p', 'p')");
        for (int id = 1; id <= 3; id++) {
            add_recording(archive, &seed, id);
        }
        db_run(archive, "COMMIT");
        for (int cid = -1; cid <= CIDS; cid++) {
            tt_io_archive_query query;
            struct lines have = {.size = 0}, want = {.size = 0};
            tt_io_error error;
            tt_io_archive_query_init(&query);
            query.kinds = ARCHIVE_TEAM_FACTS;
            query.with_teams = true;
            query.player.cid = cid < CIDS ? cid : -1;
            query.player.name = cid < CIDS ? NULL : "p*";
            assert_true(tt_io_archive_search(archive, &query, on_answer, &have, &error));
            want_lines(archive, cid < CIDS ? cid : 9, &want);
            assert_string_equal(have.text, want.text);
            assert_true(cid >= 0 || have.size > 0);
        }
        tt_io_archive_close(archive);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_FOLDER(facts_of_teams_are_found)};
    return cmocka_run_group_tests_name("archive teams", tests, NULL, NULL);
}
#endif
