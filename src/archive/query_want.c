/* SPDX-License-Identifier: MIT
 *
 * Fills temporary tables with what is wanted, each from the one before.
 *
 * Facts of a team have no client: whom they are about follows from the facts `team` (12) and
 * `leave` (4) of the players. Each step over them goes through the facts once.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/database.h"
#include "archive/query_steps.h"
#include "archive/schema.h"
#include "host/inside.h"
#include "teetape/io/path.h"

_Static_assert(TT_FACT_LEAVE == 4 && TT_FACT_TEAM == 12, "a new fact goes to the end");

/* The tick and one more than the number of a fact, in one integer for window functions. A session
 * begins before all facts of its first tick (FIRST) and ends after those of its last one (LAST). */
#define PLACE(tick, number) "(" tick " << 32 | " number " + 1)"
#define FIRST "-1"
#define LAST "4294967294"
#define NEVER "9223372036854775807"

#define SPANS                                                                                      \
    "SELECT recording, team, place,"                                                               \
    " lead(place, 1, last) OVER (PARTITION BY recording, session ORDER BY place) AS until"         \
    " FROM (SELECT s.recording, s.session, 0 AS team, " PLACE(                                     \
        "s.joined_tick",                                                                           \
        FIRST) " AS place,"                                                                        \
               "  " PLACE(                                                                         \
                   "s.left_tick",                                                                  \
                   LAST) " AS last FROM temp.want_session AS w"                                    \
                         "  CROSS JOIN session AS s ON s.recording = w.recording AND s.session = " \
                         "w.session"                                                               \
                         "  UNION ALL SELECT m.recording, m.session, m.team, " PLACE(              \
                             "m.tick",                                                             \
                             "m.number") ","                                                       \
                                         "  " PLACE(                                               \
                                             "s.left_tick",                                        \
                                             LAST) " FROM temp.want_session AS w"                  \
                                                   "  CROSS JOIN session AS s ON s.recording "     \
                                                   "= w.recording AND s.session = w.session"       \
                                                   "  CROSS JOIN fact AS m ON m.recording "        \
                                                   "= w.recording AND m.session = w.session AND "  \
                                                   "m.kind = 12)"

/* Spans of players who are in a team at the same time become one: a new one begins where all before
 * it have ended. */
static bool team_want(tt_io_archive *archive, tt_io_error *error)
{
    return tti_archive_run(
        archive,
        "CREATE TEMP TABLE want_team"
        "(recording INTEGER, team INTEGER, place INTEGER, until INTEGER);"
        "INSERT INTO temp.want_team SELECT recording, team, min(place), max(until) FROM"
        " (SELECT recording, team, place, until, sum(place > reached) OVER"
        "   (PARTITION BY recording, team ORDER BY place ROWS UNBOUNDED PRECEDING) AS nth FROM"
        "  (SELECT recording, team, place, until, ifnull(max(until) OVER (PARTITION BY recording,"
        "    team ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -1) AS reached"
        "   FROM (" SPANS ")))"
        " GROUP BY recording, team, nth",
        error);
}

/* Of all who came before a moment, the last to leave decides whether anybody is in the team. */
static bool team_times(tt_io_archive *archive, tt_io_error *error)
{
    return tti_archive_run(
        archive,
        "CREATE TEMP TABLE team_time(recording INTEGER, team INTEGER, tick INTEGER, until INTEGER,"
        " PRIMARY KEY (recording, team, tick)) WITHOUT ROWID;"
        "INSERT OR IGNORE INTO temp.team_time SELECT recording, team, tick,"
        " max(until) OVER (PARTITION BY recording, team ORDER BY tick) FROM"
        " (SELECT m.recording, m.kind, m.team, m.tick, lead(m.tick, 1, " NEVER ") OVER"
        "   (PARTITION BY m.recording, m.session ORDER BY m.number) AS until"
        "  FROM temp.team_recording AS w CROSS JOIN fact AS m"
        "  ON m.recording = w.recording AND m.kind IN (4, 12)) WHERE kind = 12 AND team IS NOT "
        "NULL",
        error);
}

/* A range of the index on paths: the folder's path and a slash. "/" is "" here, since a slash
 * follows. */
static bool want_root(tt_io_archive *archive, const char *path, tt_io_error *error)
{
    const char *root = strcmp(path, "/") == 0 ? "" : path;
    struct archive_sql sql = {0};
    tti_archive_sql_add(&sql, "INSERT INTO temp.want_file"
                              " SELECT * FROM (SELECT id, 1 AS is_root FROM file WHERE path = ");
    tti_archive_sql_text(&sql, root);
    tti_archive_sql_add(&sql, " UNION ALL SELECT id, 0 FROM file WHERE path >= ");
    tti_archive_sql_text(&sql, root);
    tti_archive_sql_add(&sql, " || '/' AND path < ");
    tti_archive_sql_text(&sql, root);
    tti_archive_sql_add(&sql, " || '0')" /* which follows the slash */
                              " WHERE 1 ON CONFLICT (id) DO UPDATE"
                              " SET is_root = max(is_root, excluded.is_root)");
    return tti_archive_sql_run(&sql, archive, error);
}

bool tti_archive_want_files(tt_io_archive *archive, const char *const *roots, size_t count,
                            tt_io_error *error)
{
    bool good = tti_archive_run(
        archive, "CREATE TEMP TABLE want_file(id INTEGER PRIMARY KEY, is_root)", error);
    for (size_t i = 0; good && i < count; i++) {
        char *real = tti_io_real_path(roots[i]);
        if (real == NULL) {
            tt_io_error_system(error, ENOMEM, "the folders cannot be found");
        }
        good = real != NULL && want_root(archive, real, error);
        free(real);
    }
    return good;
}

static bool want_recordings(tt_io_archive *archive, const tt_io_archive_query *query,
                            tt_io_error *error)
{
    struct archive_sql sql = {0};
    tti_archive_sql_add(&sql, "INSERT INTO temp.want_recording SELECT r.id FROM recording AS r"
                              " WHERE r.last_tick - r.first_tick >= ");
    tti_archive_sql_int(&sql, query->min_ticks);
    tti_archive_sql_add(&sql, " AND r.last_tick - r.first_tick <= ");
    tti_archive_sql_int(&sql, query->max_ticks);
    if (query->map != NULL) {
        tti_archive_clause_pattern(&sql, "r.map_name", NULL, query, query->map);
    }
    if (query->server != NULL) {
        tti_archive_clause_pattern(&sql, "r.server_name", NULL, query, query->server);
    }
    tti_archive_clause_span(&sql, query, "0", "r.last_tick - r.first_tick");
    if (query->format != NULL) {
        tti_archive_sql_add(&sql, " AND r.format = ");
        tti_archive_sql_text(&sql, query->format);
    }
    tti_archive_sql_add(&sql, query->damaged ? " AND r.errors <> 0" : "");
    if (query->root_count != 0) {
        tti_archive_sql_add(&sql, " AND r.id IN (SELECT f.recording FROM temp.want_file AS w"
                                  " CROSS JOIN file AS f ON f.id = w.id)");
    }
    return tti_archive_sql_run(&sql, archive, error);
}

/* By name: from the names to their sessions, so the cost is that of the name. By client id: the
 * sessions of all wanted recordings. */
static bool want_sessions(tt_io_archive *archive, const tt_io_archive_query *query,
                          const tt_io_archive_who *who, const char *table, tt_io_error *error)
{
    struct archive_sql sql = {0};
    if (!tt_io_archive_who_is_given(who)) {
        return true;
    }
    tti_archive_sql_add(&sql, "INSERT OR IGNORE INTO temp.%s", table);
    if (who->name != NULL) {
        tti_archive_sql_add(&sql, " SELECT b.recording, b.session FROM name AS n"
                                  " CROSS JOIN session_name AS b INDEXED BY session_name_name"
                                  " ON b.name = n.id WHERE +b.recording IN (SELECT id FROM "
                                  "temp.want_recording) AND " ARCHIVE_NAME_IS_HAD);
        tti_archive_clause_pattern(&sql, "n.name", "n.folded", query, who->name);
    } else {
        tti_archive_sql_add(&sql,
                            " SELECT s.recording, s.session FROM session AS s WHERE s.recording"
                            " IN (SELECT id FROM temp.want_recording) AND s.cid = ");
        tti_archive_sql_int(&sql, who->cid);
    }
    return tti_archive_sql_run(&sql, archive, error);
}

static bool want_team_times(tt_io_archive *archive, const tt_io_archive_query *query,
                            tt_io_error *error)
{
    struct archive_sql sql = {0};
    tti_archive_sql_add(&sql, "INSERT OR IGNORE INTO temp.team_recording ");
    tti_archive_select_recordings(&sql, query);
    return tti_archive_run(
               archive, "CREATE TEMP TABLE team_recording(recording INTEGER PRIMARY KEY)", error) &&
           tti_archive_sql_run(&sql, archive, error) && team_times(archive, error);
}

static bool want_teams(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    bool of_player =
        tt_io_archive_who_is_given(&query->player) && (query->kinds & ARCHIVE_TEAM_FACTS) != 0;
    return (!of_player || team_want(archive, error)) &&
           (!archive_query_asks_teams(query) || want_team_times(archive, query, error));
}

#define SESSIONS                                                                                   \
    "(recording INTEGER, session INTEGER, PRIMARY KEY (recording, session)) WITHOUT ROWID;"

/* Each step restricts the next. The tables are there even when they are not filled. */
bool tti_archive_want(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    return tti_archive_run(archive,
                           "CREATE TEMP TABLE want_recording(id INTEGER PRIMARY KEY);"
                           "CREATE TEMP TABLE want_session" SESSIONS
                           "CREATE TEMP TABLE want_killer" SESSIONS,
                           error) &&
           tti_archive_want_files(archive, query->roots, query->root_count, error) &&
           want_recordings(archive, query, error) &&
           want_sessions(archive, query, &query->player, "want_session", error) &&
           want_sessions(archive, query, &query->killer, "want_killer", error) &&
           want_teams(archive, query, error);
}
