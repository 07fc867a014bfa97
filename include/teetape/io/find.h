/* SPDX-License-Identifier: MIT
 *
 * Finds recordings and facts in folders. First a database (archive.h) is brought up to date,
 * then it is searched: see docs/archive.md.
 *
 *     const char *const folder = "archive";
 *     const tt_io_find_options options = {.paths = &folder,
 *                                         .count = 1,
 *                                         .player = "nameless",
 *                                         .finish = true,
 *                                         .on_answer = print};
 *     if (!tt_io_find(&options, &result, &error))
 *         fprintf(stderr, "%s: %s\n", error.path, error.text);
 *
 * Error sentences name options in backquotes: `player`, `no_scan`.
 */
#ifndef TEETAPE_IO_FIND_H
#define TEETAPE_IO_FIND_H

#include "teetape/io/place.h"
#include "teetape/io/query.h"
#include "teetape/io/spans.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The keys of an answer: TT_IO_FIND_file, TT_IO_FIND_tick, ... */
typedef enum tt_io_find_key {
#define TT_ANSWER(name, type, meaning) TT_IO_FIND_##name,
#include "teetape/schema/answer.def"
    TT_IO_FIND_KEYS /**< number of keys */
} tt_io_find_key;

/** Types of the values of an answer. */
typedef enum tt_io_find_kind {
    TT_IO_FIND_ABSENT, /**< the answer does not have this key */
    TT_IO_FIND_NULL,   /**< the value is unknown */
    TT_IO_FIND_NUMBER, /**< the value is `number` */
    TT_IO_FIND_BOOL,   /**< the value is `number`: 0 for false, 1 for true */
    TT_IO_FIND_TEXT,   /**< the value is `text`, not escaped */
    TT_IO_FIND_TEXTS   /**< the value is `number` texts from `*texts` on, not escaped */
} tt_io_find_kind;

/** The value of one key of an answer. */
typedef struct tt_io_find_value {
    tt_io_find_kind kind;  /**< says which of the other members is set */
    int64_t number;        /**< number, boolean or count of texts, by `kind` */
    tt_bytes text;         /**< text of TT_IO_FIND_TEXT; else NULL */
    const tt_bytes *texts; /**< array of TT_IO_FIND_TEXTS */
} tt_io_find_value;

/** An answer, valid during the call of on_answer only. */
typedef struct tt_io_find_answer {
    const tt_io_archive_answer *found; /**< the answer of the database, with its secrets */
    const tt_io_archive_query *query;  /**< the query that was asked */
    /** The values to show, by key. Secrets are TT_SECRET_TEXT. A path begins as the folder was
     * given. */
    tt_io_find_value value[TT_IO_FIND_KEYS];
} tt_io_find_answer;

/** Options of tt_io_find. With only the paths set, the database is brought up to date. Texts must
 * remain valid. */
typedef struct tt_io_find_options {
    const char *const *paths; /**< folders with everything below them, and files */
    size_t count;       /**< number of paths; 0 with `no_scan` or `import`: all known recordings */
    const char *player; /**< pattern of a player's name. Digits are a client id unless somebody in
                           the paths has them as a name */
    const char
        *same_client;   /**< pattern of a player's name, or the digits of a client in an answer:
                           asks for the sessions of the same clients, under all their names */
    const char *map;    /**< pattern of the map's name */
    const char *server; /**< pattern of the server's name; without a wildcard a part of the name */
    bool ignore_case;   /**< patterns and `chat` do not distinguish upper and lower case */
    const char *from;   /**< least date, or date and time */
    const char *to;     /**< date, or date and time, before which answers lie; or a length of time
                           after `from`: +60, +1:00 */
    const char *at; /**< date and time in place of `from` and `to`; answers lie in its minute, with
                       seconds in its second, and of a date alone in its day */
    const char *min_duration; /**< least length of a recording: seconds (60.5) or a time (1:00.5) */
    const char *max_duration; /**< greatest length of a recording, in the same form */
    bool finish;              /**< asks for finishes */
    /** With finishes: computes the game of each recording from its start to the finish, with its
     * map, and compares the result with the recorded finish (teetape/io/physics.h). The search then
     * takes as long as these computations. */
    bool physics;
    const char *faster;  /**< asks for finishes in less than this time */
    const char *slower;  /**< asks for finishes in more than this time */
    const char *save;    /**< UUID of a save: asks where it was made and loaded; or a player, in
                            the form of `player`: asks for all saves of this player's teams */
    bool load;           /**< asks where saves were loaded */
    const char *rcon;    /**< pattern of the account: asks for logins */
    const char *kind;    /**< kinds of facts, with commas between them */
    const char *chat;    /**< part of a text: asks for chat lines with it */
    const char *console; /**< part of a text: asks for commands of the consoles, and called votes */
    const char *killer;  /**< asks for kills by this player, in the form of `player` */
    const char *format;  /**< name of a format: only recordings in it */
    bool damaged;        /**< only damaged recordings, which are then not reported in addition */
    int64_t limit;       /**< most answers; 0: no limit */
    bool lists_all;      /**< makes every recording an answer when nothing is asked for */
    bool with_teams;     /**< fills `team_has_players` of the answers, which costs time */
    tt_io_zone zone; /**< zone of the times in answers, and of `from`, `to` and `at` without one; a
                        demo has none: its times do not change */
    bool show_secrets;    /**< leaves secrets in values as they are */
    const char *db;       /**< path of the database; NULL: that of the environment variable
                             TEETAPE_DB, else teetape/archive.db in the user's cache */
    bool no_scan;         /**< does not bring the database up to date */
    bool only_new_damage; /**< reports the damage that this scan found, and no other */
    const tt_io_archive_expiry *expiry; /**< recordings to remove after the scan; NULL: none */
    bool rescan;                        /**< reads files again that did not change */
    bool forget;            /**< forgets missing recordings even when their folder cannot be
                               read */
    const char *import;     /**< path of a list of games (docs/archive.md), "-" for stdin, which is
                               imported first */
    int64_t jobs;           /**< threads that read; 0: one for each core */
    const tt_io_stop *stop; /**< ends the work early; may be NULL */
    tt_io_archive_progress progress; /**< callbacks for the progress of the scan */
    tt_io_say_fn *on_say; /**< receives every error, warning and note, one at a time, also from
                             threads of the scan; may be NULL */
    /** Receives an answer, in the calling thread; false ends the search. */
    bool (*on_answer)(void *user, const tt_io_find_answer *answer);
    void *user; /**< handed to on_say and on_answer */
} tt_io_find_options;

/** The result of tt_io_find: its exit status and its counts. */
typedef struct tt_io_find_result {
    int rank; /**< rank of the worst problem, as in tt_io_error_rank: 1 for damage (in an answer,
                 found by this scan, or wrong lines of a list); 3 when something could not be read
               */
    bool has_scanned;              /**< true when `counts` is set */
    tt_io_archive_counts counts;   /**< counts of the scan */
    tt_io_archive_expired expired; /**< what `expiry` removed */
    bool has_searched;             /**< the members below are set */
    uint64_t known;                /**< recordings in the paths, as counts.files */
    uint64_t answers;              /**< number of answers that were given */
    uint64_t all;                  /**< number of answers that there are without `limit` */
    const char *lacks;             /**< why there may be no answers: a sentence, or NULL */
    char near_name[TT_NAME_CAP];   /**< no answers: the name that is most like `player` or
                                      `killer`, or "" */
    uint64_t left_out; /**< demos that were not searched because their times have no zone */
} tt_io_find_result;

/** Brings the database up to date and searches it. With `result` NULL only checks the options.
 * Returns false when something failed: *error and on_say say what. TT_ERR_ARGUMENT for wrong
 * options, other statuses as in archive.h. *error is empty when `stop` was raised. Answers that
 * were given before a failure are right. */
TT_IO_API bool tt_io_find(const tt_io_find_options *options, tt_io_find_result *result,
                          tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
