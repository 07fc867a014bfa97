/* SPDX-License-Identifier: MIT
 *
 * Fills temporary tables with what is wanted, each from the one before.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/query_steps.h"
#include "archive/schema.h"
#include "teetape/io/path.h"

/* What is below a folder begins with its path and a slash, so that is a range of the index on
 * paths. A file that two roots have is there once, and it is a root if one says so. The folder "/"
 * is "" here, since a slash follows. */
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

/* A scan stores paths as tt_io_real_path writes them. One that is not there now may be known all
 * the same, so it is no error. */
bool tti_archive_want_files(tt_io_archive *archive, const char *const *roots, size_t count,
                            tt_io_error *error)
{
    bool good = tti_archive_run(
        archive, "CREATE TEMP TABLE want_file(id INTEGER PRIMARY KEY, is_root)", error);
    for (size_t i = 0; good && i < count; i++) {
        char *real = tt_io_real_path(roots[i]);
        if (real == NULL) {
            tt_io_error_system(error, ENOMEM, "the folders cannot be found");
        }
        good = real != NULL && want_root(archive, real, error);
        free(real);
    }
    return good;
}

/* All restrictions of recordings are here, so that later steps compare ids only. */
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

/* Fills a table of sessions with those of a player. By name: from the names to the sessions that
 * had them, then those of the recordings that are wanted; so the cost is that of the name and not
 * of the archive. By client id: the sessions of all wanted recordings. */
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

/* The times of the teams of all facts that are answers. Only recordings with such facts are looked
 * through, since all their facts about teams and leaving are read. */
static bool want_team_times(tt_io_archive *archive, const tt_io_archive_query *query,
                            tt_io_error *error)
{
    struct archive_sql sql = {0};
    tti_archive_sql_add(&sql, "INSERT OR IGNORE INTO temp.team_recording ");
    tti_archive_select_recordings(&sql, query);
    return tti_archive_run(
               archive, "CREATE TEMP TABLE team_recording(recording INTEGER PRIMARY KEY)", error) &&
           tti_archive_sql_run(&sql, archive, error) && tti_archive_team_times(archive, error);
}

static bool want_teams(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    bool of_player =
        tt_io_archive_who_is_given(&query->player) && (query->kinds & ARCHIVE_TEAM_FACTS) != 0;
    return (!of_player || tti_archive_team_want(archive, error)) &&
           (!archive_query_asks_teams(query) || want_team_times(archive, query, error));
}

/* Columns of a table of sessions. */
#define SESSIONS                                                                                   \
    "(recording INTEGER, session INTEGER, PRIMARY KEY (recording, session)) WITHOUT ROWID;"

/* In this order, because each step restricts the next: files, recordings, sessions, teams. The
 * tables are there even when they are not filled, so the statements need not ask. */
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
