/* SPDX-License-Identifier: MIT
 *
 * The last step of a search: the statement that gives the answers, from the tables of
 * archive/query_want.h.
 */
#ifndef ARCHIVE_QUERY_SELECT_H
#define ARCHIVE_QUERY_SELECT_H

#include "archive/sql.h"
#include "teetape/io/query.h"

/* The columns of an answer. In the order of every SELECT, from 0. The names are those of
 * tt_io_archive_answer; what ends in _RAW is NULL where the text says it all. */
enum archive_select_column {
    SELECT_KIND, /* a tt_io_archive_answer_kind */
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
    SELECT_NAME, /* its id */
    SELECT_OTHER_NAME,
    SELECT_AT,                                  /* seconds since 1970, to sort by */
    SELECT_NUMBER,                              /* of the fact or the session, to sort by */
    SELECT_TEAM_HAS_PLAYERS,                    /* of facts alone */
    SELECT_RECORDING = SELECT_TEAM_HAS_PLAYERS, /* of sessions alone */
};

/* Adds all of the statement. */
void tti_archive_select(struct archive_sql *sql, const tt_io_archive_query *query);

/* The recordings of all facts that are asked for, some of them several times. */
void tti_archive_select_recordings(struct archive_sql *sql, const tt_io_archive_query *query);

#endif
