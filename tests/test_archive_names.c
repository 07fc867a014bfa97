/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/names.h: whatever games come and go, copies, rings and all, the names are those
 * that a walk back through the games finds for each session anew.
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
#include "archive/names.h"
#include "archive/schema.h"
#include "archive/store.h"
#include "support/archive_db.h"

#define GAMES 6
#define RECORDINGS 12
#define CIDS 3
#define TEXT 8000

#define UUID "'00000000-0000-4000-8000-%012d'"

/* Names of a session; none, or what the server gave, what was asked for, or both. */
static void add_names(tt_io_archive *archive, uint64_t *seed, int id, int session)
{
    int names = random_below(seed, 3);
    for (int number = 1; number <= names; number++) {
        int trust = random_below(seed, 3);
        db_run_format(archive, "INSERT INTO session_name VALUES (%d, %d, %d, 1, %d, %d, %d)", id,
                      session, number, 1 + random_below(seed, 5), trust == 2 ? 2 : 1, trust);
    }
}

static void add_recording(tt_io_archive *archive, uint64_t *seed, int id)
{
    int game = random_below(seed, GAMES), previous = random_below(seed, GAMES + 1), session = 0;
    db_run_format(
        archive,
        "INSERT INTO recording(id, size, mtime_ns, fingerprint, codec, bytes, game_uuid, version,"
        " last_tick, complete, errors, facts_left_out, names_known)"
        " VALUES (%d, %d, 1, %d, 'plain', %d, " UUID ", 2, 100, %d, 0, 0, 0)",
        id, id, id, random_below(seed, 3), game, random_below(seed, 2));
    if (previous < GAMES) {
        db_run_format(archive, "UPDATE recording SET prev_game_uuid = " UUID " WHERE id = %d",
                      previous, id);
    }
    db_run_format(archive,
                  "INSERT INTO file(id, path, size, mtime_ns, device, recording)"
                  " VALUES (%d, '/%d', %d, 1, 1, %d)",
                  id, id, id, id);
    for (int cid = 0; cid < CIDS; cid++) {
        for (int sessions = 1 + random_below(seed, 2); sessions > 0; sessions--) {
            db_run_format(archive, "INSERT INTO session VALUES (%d, %d, %d, %d, %d, 100, '%s')", id,
                          session, cid, random_below(seed, 4) == 0 ? 10 : 0, random_below(seed, 2),
                          random_below(seed, 4) == 0 ? "drop" : "no");
            add_names(archive, seed, id, session++);
        }
    }
}

static void drop_recording(tt_io_archive *archive, int id)
{
    tt_io_error error;
    struct archive_store store;
    const struct archive_place place = {.size = (uint64_t)id, .mtime_ns = 1};
    assert_true(tti_archive_store_open(&store, archive, &error));
    assert_true(tti_archive_begin(archive, &error));
    assert_true(tti_archive_store_delete(&store, id, &place, &error));
    assert_true(tti_archive_commit(archive, &error));
    tti_archive_store_close(&store);
}

/* The name of a slot at the end of the game before a recording, by a walk of as many games as may
 * have something to say. */
static int64_t walk(tt_io_archive *archive, int64_t recording, int cid)
{
    int64_t nearest = 0;
    for (int games = 0; games <= 2 * RECORDINGS; games++) {
        char sql[700];
        snprintf(sql, sizeof sql,
                 "SELECT p.id FROM recording AS p WHERE p.game_uuid = (SELECT prev_game_uuid FROM"
                 " recording WHERE id = %d) ORDER BY p.complete DESC, p.bytes DESC, p.fingerprint"
                 " LIMIT 1",
                 (int)recording);
        recording = db_number(archive, sql);
        snprintf(sql, sizeof sql,
                 "SELECT session + 1 FROM session WHERE recording = %d AND cid = %d AND left = 'no'"
                 " ORDER BY session DESC LIMIT 1",
                 (int)recording, cid);
        int session = (int)db_number(archive, sql) - 1;
        snprintf(
            sql, sizeof sql,
            "SELECT name FROM session_name WHERE recording = %d AND session = %d AND number >= 0"
            " ORDER BY number DESC LIMIT 1",
            (int)recording, session);
        int64_t name = session < 0 ? 0 : db_number(archive, sql);
        snprintf(sql, sizeof sql,
                 "SELECT max(trust) FROM session_name WHERE recording = %d AND session = %d"
                 " AND number >= 0",
                 (int)recording, session);
        bool is_asked = db_number(archive, sql) == 0;
        snprintf(
            sql, sizeof sql,
            "SELECT count(*) FROM session AS s WHERE recording = %d AND session = %d"
            " AND (joined_tick = 0 OR join_recorded = 0) AND NOT EXISTS (SELECT 1 FROM session"
            " AS o WHERE o.recording = s.recording AND o.cid = s.cid AND o.session < s.session)",
            (int)recording, session);
        bool is_carried = db_number(archive, sql) != 0;
        nearest = nearest == 0 ? name : nearest;
        if (name != 0 && !(is_asked && is_carried)) {
            return name;
        }
        if (recording == 0 || !is_carried) {
            return nearest;
        }
    }
    return nearest;
}

/* The names from the games before, as they should be. */
static void walk_all(tt_io_archive *archive, char text[TEXT])
{
    tt_io_error error;
    size_t at = 0;
    sqlite3_stmt *s = tti_archive_prepare(
        archive,
        "SELECT recording, session, cid FROM session AS s WHERE (joined_tick = 0 OR join_recorded "
        "= 0)"
        " AND NOT EXISTS (SELECT 1 FROM session AS o WHERE o.recording = s.recording"
        "  AND o.cid = s.cid AND o.session < s.session) ORDER BY 1, 2",
        &error);
    text[0] = 0;
    while (sqlite3_step(s) == SQLITE_ROW) {
        int64_t name = walk(archive, sqlite3_column_int64(s, 0), sqlite3_column_int(s, 2));
        if (name != 0) {
            at += (size_t)snprintf(text + at, TEXT - at, "%d %d %d\n", sqlite3_column_int(s, 0),
                                   sqlite3_column_int(s, 1), (int)name);
        }
    }
    sqlite3_finalize(s);
}

static void names_text(tt_io_archive *archive, char text[TEXT])
{
    tt_io_error error;
    size_t at = 0;
    sqlite3_stmt *s = tti_archive_prepare(
        archive,
        "SELECT recording, session, name FROM session_name WHERE number < 0"
        " AND tick = (SELECT joined_tick FROM session WHERE"
        " recording = session_name.recording AND session = session_name.session)"
        " AND trust = 1 ORDER BY 1, 2",
        &error);
    text[0] = 0;
    while (sqlite3_step(s) == SQLITE_ROW) {
        at += (size_t)snprintf(text + at, TEXT - at, "%d %d %d\n", sqlite3_column_int(s, 0),
                               sqlite3_column_int(s, 1), sqlite3_column_int(s, 2));
    }
    sqlite3_finalize(s);
}

/* Recordings come and go; now and then several at once, as scans end before the names are found. */
static void names_are_those_of_a_walk(void **state)
{
    uint64_t seed = 7;
    for (int world = 0; world < 20 / TT_TEST_SHARE; world++) {
        char name[16], have[TEXT], want[TEXT];
        bool there[RECORDINGS] = {false};
        snprintf(name, sizeof name, "db%d", world);
        tt_io_archive *archive = db_open(state, name);
        db_run(archive, "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
        for (int round = 0; round < 40; round++) {
            tt_io_error error;
            for (int changes = 1 + random_below(&seed, 4); changes > 0; changes--) {
                int i = random_below(&seed, RECORDINGS);
                if (there[i]) {
                    drop_recording(archive, i + 1);
                } else {
                    add_recording(archive, &seed, i + 1);
                }
                there[i] = !there[i];
            }
            db_run(archive, "INSERT OR IGNORE INTO name(id, name, folded) VALUES (1, 'a', 'a'),"
                            " (2, 'b', 'b'), (3, 'c', 'c'), (4, 'd', 'd'), (5, 'e', 'e')");
            assert_true(tti_archive_names_update(archive, &error));
            names_text(archive, have);
            walk_all(archive, want);
            assert_string_equal(have, want);
        }
        tt_io_archive_close(archive);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(names_are_those_of_a_walk),
    };
    return cmocka_run_group_tests_name("archive names", tests, NULL, NULL);
}
#endif
