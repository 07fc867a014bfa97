/* SPDX-License-Identifier: MIT
 *
 * Makes spans of time out of the facts that say who changes a team. Each step goes through the
 * facts once, however many of them are about teams.
 *
 * Facts of a team have no client. Whom they are about is who was in the team then, which follows
 * from the facts `team` (12) and `leave` (4) of the players.
 */
#include "host/posix.h"

#include "archive/query_steps.h"

#include "archive/database.h"

/* The statements have these numbers in them. */
_Static_assert(TT_FACT_LEAVE == 4 && TT_FACT_TEAM == 12, "a new fact goes to the end");

/* A place in a recording: the tick, and one more than the number of a fact, which grow together, in
 * one integer, so that window functions can compare them. A session begins before all facts of its
 * first tick and ends after those of its last one: FIRST and LAST are numbers for that. */
#define PLACE(tick, number) "(" tick " << 32 | " number " + 1)"
#define FIRST "-1"
#define LAST "4294967294"
#define NEVER "9223372036854775807"

/* When wanted sessions are in which team: a session begins in team 0, and is in a team until its
 * next change or its end. */
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

/* Spans of players who are in a team at the same time become one, so that no fact is found for each
 * of them: a new one begins where all before it have ended. */
bool tti_archive_team_want(tt_io_archive *archive, tt_io_error *error)
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

/* Of all who came to a team before a moment, the one who leaves it last decides whether anybody is
 * in it then. */
bool tti_archive_team_times(tt_io_archive *archive, tt_io_error *error)
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
