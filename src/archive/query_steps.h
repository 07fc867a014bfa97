/* SPDX-License-Identifier: MIT
 *
 * The steps of a search, each in a file of its own: restrictions that several statements share
 * (query_clause.c), the statement that gives the answers (query_select.c), who is in a DDRace team
 * when, which files, recordings and sessions are wanted (query_want.c), and the rows
 * as answers (query_answer.c).
 */
#ifndef ARCHIVE_QUERY_STEPS_H
#define ARCHIVE_QUERY_STEPS_H

#include "archive/database.h"
#include "archive/rows.h"
#include "teetape/io/query.h"

/* Has to be called before a statement with a pattern is prepared. */
bool tti_archive_clause_functions(tt_io_archive *archive, tt_io_error *error);

/* A column and how it is compared with what the user wrote. `folded` is a column that holds the
 * folded text already, or NULL. */
void tti_archive_clause_pattern(struct archive_sql *sql, const char *column, const char *folded,
                                const tt_io_archive_query *query, const char *pattern);

void tti_archive_clause_part(struct archive_sql *sql, const char *column,
                             const tt_io_archive_query *query, const char *part);

void tti_archive_clause_span(struct archive_sql *sql, const tt_io_archive_query *query,
                             const char *first, const char *last);

/* The columns of every SELECT, from 0. A column that ends in _RAW is NULL where the text says it
 * all. */
enum archive_select_column {
    SELECT_KIND,
    SELECT_PATH,
    SELECT_PATH_RAW,
    SELECT_START,
    SELECT_ZONE,
    SELECT_GAME,
    SELECT_MAP,
    SELECT_MAP_RAW,
    SELECT_SERVER,
    SELECT_SERVER_RAW,
    SELECT_COMPLETE,
    SELECT_ERRORS,
    SELECT_FORMAT,
    SELECT_FIRST_TICK,
    SELECT_VERSION_MINOR,
    SELECT_TICK,
    SELECT_LAST_TICK,
    SELECT_FACT,
    SELECT_CID,
    SELECT_TEAM,
    SELECT_VALUE,
    SELECT_OTHER,
    SELECT_TEXT,
    SELECT_TEXT_RAW,
    SELECT_UUID,
    SELECT_NAME,
    SELECT_OTHER_NAME,
    SELECT_AT,                                  /* seconds since 1970, to sort by */
    SELECT_NUMBER,                              /* of the fact or the session, to sort by */
    SELECT_TEAM_HAS_PLAYERS,                    /* of facts alone */
    SELECT_RECORDING = SELECT_TEAM_HAS_PLAYERS, /* of sessions alone */
};

void tti_archive_select(struct archive_sql *sql, const tt_io_archive_query *query);

void tti_archive_select_recordings(struct archive_sql *sql, const tt_io_archive_query *query);

static inline bool archive_query_asks_teams(const tt_io_archive_query *query)
{
    return query->with_teams && (query->kinds & ARCHIVE_TEAM_FACTS) != 0;
}

/* Holds for facts m about a team that somebody was in. The place is taken apart, so that an index
 * on tick and number answers it. */
#define ARCHIVE_TEAM_IS_WANTED                                                                     \
    "m.recording = w.recording AND m.team = w.team AND m.session = -1"                             \
    " AND (m.tick, m.number) > (w.place >> 32, (w.place & 4294967295) - 1)"                        \
    " AND (m.tick, m.number) < (w.until >> 32, (w.until & 4294967295) - 1)"

/* The team of a fact m has anybody around it. Old recordings do not say, and in a cut of an empty
 * team there would be nobody. 500 ticks are the 10 seconds of tt_io_archive_answer. */
#define ARCHIVE_TEAM_HAS_PLAYERS                                                                   \
    "m.session = -1 AND ifnull((SELECT t.until FROM temp.team_time AS t"                           \
    " WHERE t.recording = m.recording AND t.team = m.team AND t.tick < m.tick + 500"               \
    " ORDER BY t.tick DESC LIMIT 1) > m.tick - 500, 0)"

bool tti_archive_want_files(tt_io_archive *archive, const char *const *roots, size_t count,
                            tt_io_error *error);

/* Fills want_file, want_recording(id) if a player is asked for, want_session(recording, session),
 * want_killer, and want_team. A rollback removes them. */
bool tti_archive_want(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error);

bool tti_archive_answers(tt_io_archive *archive, sqlite3_stmt *rows,
                         tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error);

#endif
