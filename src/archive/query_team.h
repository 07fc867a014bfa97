/* SPDX-License-Identifier: MIT
 *
 * Who is in a DDRace team when: steps of a search about facts of teams.
 */
#ifndef ARCHIVE_QUERY_TEAM_H
#define ARCHIVE_QUERY_TEAM_H

#include "archive/fact_row.h"
#include "archive/sql.h"
#include "teetape/io/query.h"

/* Whether answers have team_has_players. */
static inline bool archive_query_asks_teams(const tt_io_archive_query *query)
{
    return query->with_teams && (query->kinds & ARCHIVE_TEAM_FACTS) != 0;
}

/* Fills temp.want_team: from where up to where in a recording any session of temp.want_session is
 * in a team. */
bool tti_archive_team_want(tt_io_archive *archive, tt_io_error *error);

/* A condition that holds for facts m about a team that somebody was in. The place is taken apart
 * again, so that an index on tick and number answers it. */
#define ARCHIVE_TEAM_IS_WANTED                                                                     \
    "m.recording = w.recording AND m.team = w.team AND m.session = -1"                             \
    " AND (m.tick, m.number) > (w.place >> 32, (w.place & 4294967295) - 1)"                        \
    " AND (m.tick, m.number) < (w.until >> 32, (w.until & 4294967295) - 1)"

/* Fills temp.team_time for the recordings of temp.team_recording: in ascending ticks, until when at
 * most those go on who came to the team up to then. */
bool tti_archive_team_times(tt_io_archive *archive, tt_io_error *error);

/* Whether the team of a fact m about a team has anybody around it, as far as recordings say: old
 * ones do not, and in a cut of an empty team there would be nobody. 500 ticks are the 10 seconds of
 * tt_io_archive_answer, before the fact and after it. */
#define ARCHIVE_TEAM_HAS_PLAYERS                                                                   \
    "m.session = -1 AND ifnull((SELECT t.until FROM temp.team_time AS t"                           \
    " WHERE t.recording = m.recording AND t.team = m.team AND t.tick < m.tick + 500"               \
    " ORDER BY t.tick DESC LIMIT 1) > m.tick - 500, 0)"

#endif
