/* SPDX-License-Identifier: MIT
 *
 * Follows clients back through the games of a server.
 *
 *     game 1          game 2            game 3
 *     JOIN, "moo"     carried over      carried over, asks for "moo"     -> "moo" in all three
 *     no DROP         no DROP
 *
 * A client was carried over when it is there in tick 0, or without a JOIN (DDNet 19.6 to 19.8 wrote
 * none), and the same client id was connected when the game before ended. A server that records
 * names (version_minor 8) records no name for it, since nothing changed; what the client asks for
 * is then only a guess (trust 0), and the name of the game before the better word (trust 1).
 */
#include "host/posix.h"

#include "archive/names.h"

#include "archive/schema.h"

/* Games that are followed back, so that a ring of them comes to an end. */
#define GAMES_MOST 10000

enum statement {
    NEXT_RECORDING, /* whose names are not known */
    CARRIED_STAYS,
    NAME_BEFORE, /* of the stay that was open in a slot at the end of a recording */
    RECORDING_BEFORE,
    PUT_NAME,
    DROP_NAMES,
    SET_KNOWN,
    STATEMENTS
};

static const char *const texts[STATEMENTS] = {
    [NEXT_RECORDING] =
        "SELECT id, prev_game_uuid FROM recording WHERE names_known = 0 ORDER BY id LIMIT 1",
    [CARRIED_STAYS] = "SELECT s.stay, s.cid, s.joined_tick FROM stay AS s WHERE s.recording = ?1"
                      " AND (s.join_recorded = 0 OR s.joined_tick = 0)"
                      " AND NOT EXISTS (SELECT 1 FROM stay AS o WHERE o.recording = s.recording"
                      "  AND o.cid = s.cid AND o.stay < s.stay)",
    /* Its best name, and whether it came from the game before it itself. */
    [NAME_BEFORE] =
        "SELECT (SELECT b.name FROM stay_name AS b WHERE b.recording = s.recording"
        "  AND b.stay = s.stay AND b.source <> 3 ORDER BY b.number DESC LIMIT 1),"
        " (SELECT max(b.trust) FROM stay_name AS b WHERE b.recording = s.recording"
        "  AND b.stay = s.stay AND b.source <> 3),"
        " (s.join_recorded = 0 OR s.joined_tick = 0) AND NOT EXISTS (SELECT 1 FROM stay AS o"
        "  WHERE o.recording = s.recording AND o.cid = s.cid AND o.stay < s.stay)"
        " FROM stay AS s WHERE s.recording = ?1 AND s.cid = ?2 AND s.left = 'no'"
        " ORDER BY s.stay DESC LIMIT 1",
    /* Of several copies the most complete one. */
    [RECORDING_BEFORE] =
        "SELECT p.id FROM recording AS p WHERE p.game_uuid ="
        " (SELECT r.prev_game_uuid FROM recording AS r WHERE r.id = ?1)"
        " ORDER BY p.complete DESC, p.bytes DESC, p.fingerprint, p.mtime_ns LIMIT 1",
    [PUT_NAME] = ("INSERT INTO stay_name(recording, stay, number, tick, name, source, trust)"
                  " VALUES (?1, ?2, -1, ?3, ?4, 3, 1)"),
    [DROP_NAMES] = "DELETE FROM stay_name WHERE recording = ?1 AND source = 3",
    [SET_KNOWN] = "UPDATE recording SET names_known = 1 WHERE id = ?1",
};

_Static_assert(ARCHIVE_NAME_PREVIOUS == 3, "the statements have it in them");

struct names {
    struct archive *archive;
    sqlite3_stmt *statement[STATEMENTS];
    struct host_error *error;
};

/* The next row: 1, 0 for none, -1 for a failure. */
static int step(struct names *n, enum statement which)
{
    int result = sqlite3_step(n->statement[which]);
    if (result == SQLITE_ROW) {
        return 1;
    }
    if (result != SQLITE_DONE) {
        archive_fail(n->archive, n->error);
        return -1;
    }
    return 0;
}

/* Recordings behind one whose names change may change too. */
static bool spread(struct names *n)
{
    return archive_run(n->archive,
                       "WITH RECURSIVE later(id, game_uuid) AS ("
                       " SELECT id, game_uuid FROM recording WHERE names_known = 0"
                       " UNION SELECT r.id, r.game_uuid FROM later"
                       "  JOIN recording AS r ON r.prev_game_uuid = later.game_uuid)"
                       "UPDATE recording SET names_known = 0"
                       " WHERE names_known <> 0 AND id IN (SELECT id FROM later)",
                       n->error);
}

/* The recording before `*id`, 0 when it is not there. */
static bool go_back(struct names *n, int64_t *id)
{
    sqlite3_stmt *s = n->statement[RECORDING_BEFORE];
    sqlite3_bind_int64(s, 1, *id);
    int result = step(n, RECORDING_BEFORE);
    *id = result == 1 ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_reset(s);
    return result >= 0;
}

/* The name that a client id bore at the end of the game before `recording`, 0 when none is known.
 * A name that was recorded, or asked for by somebody who came in that game, is certain; a guess in
 * a game into which he was carried is taken when nothing better is found further back. */
static bool find_name(struct names *n, int64_t recording, int64_t cid, int64_t *name)
{
    sqlite3_stmt *s = n->statement[NAME_BEFORE];
    *name = 0;
    for (int games = 0; games < GAMES_MOST; games++) {
        if (!go_back(n, &recording)) {
            return false;
        }
        sqlite3_bind_int64(s, 1, recording);
        sqlite3_bind_int64(s, 2, cid);
        int result = recording == 0 ? 0 : step(n, NAME_BEFORE);
        int64_t found = result == 1 ? sqlite3_column_int64(s, 0) : 0;
        bool is_guess = found != 0 && sqlite3_column_int(s, 1) == 0;
        bool is_carried = result == 1 && sqlite3_column_int(s, 2) != 0;
        sqlite3_reset(s);
        *name = *name == 0 ? found : *name;
        if (found != 0 && !(is_guess && is_carried)) {
            *name = found;
            return true;
        }
        if (result != 1 || !is_carried) {
            return result >= 0;
        }
    }
    return true;
}

static bool put_name(struct names *n, int64_t recording, const int64_t stay[3], int64_t name)
{
    sqlite3_stmt *put = n->statement[PUT_NAME];
    sqlite3_bind_int64(put, 1, recording);
    sqlite3_bind_int64(put, 2, stay[0]);
    sqlite3_bind_int64(put, 3, stay[2]);
    sqlite3_bind_int64(put, 4, name);
    return archive_do(n->archive, put, n->error);
}

static bool do_with(struct names *n, enum statement which, int64_t id)
{
    sqlite3_bind_int64(n->statement[which], 1, id);
    return archive_do(n->archive, n->statement[which], n->error);
}

/* The names of all who were carried into a recording. */
static bool name_recording(struct names *n, int64_t recording)
{
    sqlite3_stmt *stays = n->statement[CARRIED_STAYS];
    bool good = do_with(n, DROP_NAMES, recording);
    int result = 0;
    sqlite3_bind_int64(stays, 1, recording);
    while (good && (result = step(n, CARRIED_STAYS)) == 1) {
        const int64_t stay[3] = {sqlite3_column_int64(stays, 0), sqlite3_column_int64(stays, 1),
                                 sqlite3_column_int64(stays, 2)};
        int64_t name;
        good = find_name(n, recording, stay[1], &name) &&
               (name == 0 || put_name(n, recording, stay, name));
    }
    sqlite3_reset(stays);
    return good && result >= 0 && do_with(n, SET_KNOWN, recording);
}

static bool name_all(struct names *n)
{
    int result;
    while ((result = step(n, NEXT_RECORDING)) == 1) {
        int64_t recording = sqlite3_column_int64(n->statement[NEXT_RECORDING], 0);
        sqlite3_reset(n->statement[NEXT_RECORDING]);
        if (!name_recording(n, recording)) {
            return false;
        }
    }
    sqlite3_reset(n->statement[NEXT_RECORDING]);
    return result == 0;
}

bool archive_names_drop(struct archive *archive, struct host_error *error)
{
    return archive_run(archive,
                       "DELETE FROM name WHERE NOT EXISTS"
                       " (SELECT 1 FROM stay_name WHERE stay_name.name = name.id)",
                       error);
}

static bool update(struct names *n)
{
    bool good = true;
    for (int i = 0; good && i < STATEMENTS; i++) {
        n->statement[i] = archive_prepare(n->archive, texts[i], n->error);
        good = n->statement[i] != NULL;
    }
    good = good && archive_begin(n->archive, n->error) && spread(n) && name_all(n) &&
           archive_names_drop(n->archive, n->error) && archive_commit(n->archive, n->error);
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(n->statement[i]);
    }
    if (!good) {
        archive_rollback(n->archive);
    }
    return good;
}

bool archive_names_update(struct archive *archive, struct host_error *error)
{
    struct names n = {.archive = archive, .error = error};
    int64_t open;
    if (!archive_number(archive, "SELECT count(*) FROM recording WHERE names_known = 0", &open,
                        error)) {
        return false;
    }
    return open == 0 || update(&n);
}
