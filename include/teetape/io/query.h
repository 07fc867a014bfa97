/* SPDX-License-Identifier: MIT
 *
 * Asks an archive database: which recordings, which players in them, which facts.
 */
#ifndef TEETAPE_IO_QUERY_H
#define TEETAPE_IO_QUERY_H

#include "teetape/io/archive.h"
#include "teetape/io/export.h"
#include "teetape/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A moment; without a zone each recording's own counts. */
typedef struct tt_io_archive_moment {
    bool is_given;
    bool has_zone;
    int64_t ms; /**< since 1970 */
} tt_io_archive_moment;

/** A player: a pattern of archive/text.h or NULL, or a client id, else -1. */
typedef struct tt_io_archive_who {
    const char *name;
    int32_t cid;
} tt_io_archive_who;

/** All members restrict together; all zero (with TT_IO_ARCHIVE_QUERY_ALL) is every recording. */
typedef struct tt_io_archive_query {
    const char *const
        *roots;        /**< below these files and folders alone, without links in their paths */
    size_t root_count; /**< 0: everywhere */
    /** Patterns of archive/text.h, or NULL. */
    const char *map, *server, *account;
    tt_io_archive_who player, killer; /**< facts: of this player; kills of others: by this player */
    const char *chat;                 /**< a part of what was said, or NULL; no pattern */
    const char *format;               /**< the name of a tt_format, or NULL */
    bool ignore_case;
    tt_io_archive_moment from, to;
    int64_t min_ticks, max_ticks; /**< of a recording's length */
    uint64_t kinds;               /**< a sum of TT_FACT_BIT: facts of these kinds */
    int64_t min_value, max_value; /**< of a fact */
    const char *save;             /**< UUID of a save, or NULL */
    int64_t limit;                /**< of answers, 0 for none */
    bool with_teams;              /**< asks for team_has_players */
    bool damaged; /**< of damaged recordings alone; also files that are recordings by name alone, or
                     that are roots themselves */
} tt_io_archive_query;

#define TT_IO_ARCHIVE_QUERY_ALL                                                                    \
    {                                                                                              \
        .player = {NULL, -1}, .killer = {NULL, -1}, .min_ticks = 0, .max_ticks = INT64_MAX,        \
        .min_value = INT64_MIN, .max_value = INT64_MAX                                             \
    }

static inline bool tt_io_archive_who_is_given(const tt_io_archive_who *who)
{
    return who->name != NULL || who->cid >= 0;
}

/** Without kinds and player recordings are found, and games that were imported; without kinds the
 * sessions of the player; with kinds facts. */
typedef enum tt_io_archive_answer_kind {
    TT_IO_ARCHIVE_IS_RECORDING,
    TT_IO_ARCHIVE_IS_GAME,
    TT_IO_ARCHIVE_IS_SESSION,
    TT_IO_ARCHIVE_IS_FACT,
    TT_IO_ARCHIVE_IS_WRECK /**< a file that should be a recording, and is none: see `damaged` */
} tt_io_archive_answer_kind;

/** All views are valid during the call alone. A text that is not known has data NULL. */
typedef struct tt_io_archive_answer {
    tt_io_archive_answer_kind kind;
    tt_bytes file; /**< path; NULL for a game */
    tt_bytes game_uuid, map, server;
    tt_format format; /**< of the recording; TT_FORMAT_UNKNOWN when there is none */
    bool has_time, has_zone;
    tt_th_time start;       /**< of the first tick, where there is a time */
    int32_t first_tick;     /**< from which time counts: 0 but in a demo */
    int32_t tick;           /**< of the fact, or where the session begins */
    int32_t last_tick;      /**< where the session or the recording ends */
    bool complete, damaged; /**< of the recording */
    tt_fact_kind fact;
    int32_t cid;           /**< -1 for nobody */
    int32_t team;          /**< -1 when it is about none */
    bool team_has_players; /**< with_teams: somebody is known to be in it, 10 s around the fact */
    bool has_value;
    int64_t value;
    int32_t other;                             /**< a second client: who killed; -1 for none */
    tt_bytes player, other_player, text, uuid; /**< the text of a recording: its damage */
} tt_io_archive_answer;

/** Takes an answer; false ends the search. */
typedef bool tt_io_archive_answer_fn(void *user, const tt_io_archive_answer *answer);

/** Finds in the order of time, then of paths. The answers are given by the thread that called,
 * which may not call the archive meanwhile. False when the database failed, or the archive's stop
 * was raised (TT_ERR_STOPPED). */
TT_IO_API bool tt_io_archive_search(tt_io_archive *archive, const tt_io_archive_query *query,
                                    tt_io_archive_answer_fn *on_answer, void *user,
                                    tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
