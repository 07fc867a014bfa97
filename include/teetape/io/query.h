/* SPDX-License-Identifier: MIT
 *
 * Searches an archive database: which recordings, which players in them, which facts.
 *
 *     tt_io_archive_query query;
 *     tt_io_archive_query_init(&query);
 *     query.player.name = "nameless*";
 *     query.kinds = TT_FACT_BIT(TT_FACT_FINISH);
 *     good = tt_io_archive_search(archive, &query, on_answer, user, &error);
 *
 * A pattern is a text with wildcards: `*` is any characters, `?` is one character, and a backslash
 * before one of these three makes it an ordinary character.
 */
#ifndef TEETAPE_IO_QUERY_H
#define TEETAPE_IO_QUERY_H

#include "teetape/io/archive.h"
#include "teetape/io/export.h"
#include "teetape/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An end of a span of time. */
typedef struct tt_io_archive_moment {
    bool is_given; /**< false: the span has no end on this side */
    bool has_zone; /**< true: `ms` is in UTC; false: in the time zone of each recording */
    int64_t ms;    /**< milliseconds since 1970-01-01 */
} tt_io_archive_moment;

/** A player, by name or by client id; or any player. */
typedef struct tt_io_archive_who {
    const char *name; /**< a pattern, or NULL */
    int32_t cid;      /**< a client id, 0 to 127; -1 for none. Only without `name` */
} tt_io_archive_who;

/** A query. An answer satisfies all members. tt_io_archive_query_init makes the query that every
 * recording answers; the caller sets members after it. Texts remain the caller's. */
typedef struct tt_io_archive_query {
    const char *const *roots;  /**< paths: only these files, and the files below these folders */
    size_t root_count;         /**< number of `roots`; 0: no restriction */
    const char *map;           /**< a pattern for the map's name, or NULL */
    const char *server;        /**< a pattern for the server's name, or NULL */
    const char *account;       /**< a pattern for the account of an rcon login, or NULL */
    tt_io_archive_who player;  /**< sessions and facts of this player */
    bool same_client;          /**< with `player`: also sessions and facts of the same clients under
                                    other names, by the digits of what they send */
    tt_io_archive_who killer;  /**< deaths of others that this player caused */
    const char *chat;          /**< a part of the text of a fact (no pattern), or NULL: of a chat
                                    line, or with `kinds` of a command or vote */
    const char *format;        /**< the name of a tt_format_info, or NULL */
    bool ignore_case;          /**< patterns and `chat` do not distinguish upper and lower case */
    tt_io_archive_moment from; /**< least time: an answer ends at it or later */
    tt_io_archive_moment to;   /**< end of the time: an answer begins before it */
    int64_t min_ticks;         /**< least length of a recording, in ticks */
    int64_t max_ticks;         /**< greatest length of a recording, in ticks */
    uint64_t kinds; /**< kinds of facts, a sum of TT_FACT_BIT; 0: the kinds that other members need:
                       `chat` TT_FACT_CHAT, `account` TT_FACT_LOGIN, `save` TT_FACT_SAVE and
                       TT_FACT_LOAD, `killer` TT_FACT_KILL. An archive does not have all kinds
                       (tt_io_archive_keeps) */
    int64_t min_value; /**< least value of a fact, such as the ticks of a finish; needs
                          a kind of facts */
    int64_t max_value; /**< greatest value of a fact; needs a kind of facts */
    const char *save;  /**< UUID of a save as text, or NULL */
    int64_t limit;     /**< most answers; 0: no limit */
    uint64_t *total;   /**< if not NULL: gets how many answers there are without `limit` */
    bool with_teams;   /**< fills `team_has_players` of the answers, which costs time */
    bool damaged; /**< only damaged recordings; also files that are recordings by name only, and
                     files in `roots` that are no recordings */
} tt_io_archive_query;

/** Makes the query that every recording answers: nothing is restricted. */
TT_IO_API void tt_io_archive_query_init(tt_io_archive_query *query);

/** Returns true when `who` has a name or a client id, and false when it is any player. */
static inline bool tt_io_archive_who_is_given(const tt_io_archive_who *who)
{
    return who->name != NULL || who->cid >= 0;
}

/** The kinds of answers. A query finds facts when it has kinds of facts, else with `player`
 * sessions of the player, else recordings and imported games. */
typedef enum tt_io_archive_answer_kind {
    TT_IO_ARCHIVE_IS_RECORDING, /**< a recording */
    TT_IO_ARCHIVE_IS_GAME,      /**< a game of an imported list whose recording is not there */
    TT_IO_ARCHIVE_IS_SESSION,   /**< a session of the player */
    TT_IO_ARCHIVE_IS_FACT,      /**< a fact */
    TT_IO_ARCHIVE_IS_WRECK /**< a file that should be a recording and is none; `damaged` only */
} tt_io_archive_answer_kind;

/** Most names of a session in an answer. */
#define TT_IO_ARCHIVE_NAMES 8

/** An answer. All views are valid during the call only. The data of an unknown text is NULL. What
 * some members are depends on the kind of the answer:
 *
 *     kind        tick                       last_tick          player          text
 *     recording   its first tick             its last tick      NULL            its first error
 *     game        0                          0                  NULL            NULL
 *     session     its first tick             its last tick      last name       digits of its
 * client fact        tick of the fact           the recording's    name at `tick`  its text wreck
 * 0                          0                  NULL            reason
 */
typedef struct tt_io_archive_answer {
    tt_io_archive_answer_kind kind; /**< what the answer is about */
    tt_bytes file;                  /**< path of the recording; NULL for a game */
    tt_bytes game_uuid;             /**< UUID of the game, as text */
    tt_bytes map;                   /**< name of the map */
    tt_bytes server;                /**< name of the server */
    tt_format format;               /**< format of the recording; TT_FORMAT_UNKNOWN for none */
    bool has_time;                  /**< true when `start` is known */
    bool has_zone;                  /**< the zone of `start` is known */
    tt_th_time start;               /**< the time at which the recording begins */
    int32_t first_tick;             /**< tick of game time 0: 0, except in a demo */
    int64_t version_minor;          /**< version_minor of a teehistorian file; else 0 */
    int32_t tick;          /**< a tick, whose meaning depends on `kind` (see the table above) */
    int32_t last_tick;     /**< a tick, whose meaning depends on `kind` (see the table above) */
    bool complete;         /**< the recording has its end */
    bool damaged;          /**< the recording has errors */
    tt_fact_kind fact;     /**< kind of the fact; TT_FACT_KINDS for other answers */
    int32_t cid;           /**< client id, 0 to 127; -1 for none */
    int32_t team;          /**< team, 0 to 127; -1 for none */
    bool team_has_players; /**< `with_teams`: a player is known to be in the team within 10
                              seconds of the fact */
    bool has_value;        /**< true: the fact has a `value` */
    int64_t value;         /**< value of the fact: for a finish its time in ticks; of a
                              recording its length in ticks */
    int32_t other;         /**< second client id, such as the killer's; -1 for none */
    tt_bytes player;       /**< name of `cid`; which one depends on `kind` (see the table above) */
    tt_bytes other_player; /**< name of `other` at the tick */
    tt_bytes text;         /**< a text, whose meaning depends on `kind` (see the table above) */
    tt_bytes uuid;         /**< UUID of the fact as text, such as that of a save */
    tt_bytes names[TT_IO_ARCHIVE_NAMES]; /**< names of a session in their order; of more than eight
                                            the first seven and the last */
    size_t name_count;                   /**< number of `names` */
    int64_t removed_at; /**< the recording was removed from the disk (tt_io_find_options.expiry):
                           when, in seconds since 1970; 0: it was not */
} tt_io_archive_answer;

/** Receives an answer; false ends the search. The searching thread makes the call. The callback
 * must not call the same archive. */
typedef bool tt_io_archive_answer_fn(void *user, const tt_io_archive_answer *answer);

/** Searches, and gives the answers in the order of time, then of paths. The calling thread calls
 * `on_answer`, which may not call the archive. Returns false when the database failed, the
 * archive's stop was raised (TT_ERR_STOPPED), or no archive can have an answer (TT_ERR_ARGUMENT):
 * `min_value` or `max_value` without a kind of facts, two members that no fact has together, only
 * kinds that no archive keeps, or an invalid client id. */
TT_IO_API bool tt_io_archive_search(tt_io_archive *archive, const tt_io_archive_query *query,
                                    tt_io_archive_answer_fn *on_answer, void *user,
                                    tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
