/* SPDX-License-Identifier: MIT
 *
 * Finds in folders which recordings have what is asked for, and where. A database (archive.h) is
 * brought up to date first, and answers: see docs/archive.md.
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
 * Sentences have names of options in backquotes: `player`, `no_scan`.
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
    TT_IO_FIND_KEYS /**< how many there are */
} tt_io_find_key;

/** The type of a value. */
typedef enum tt_io_find_kind {
    TT_IO_FIND_ABSENT, /**< the answer does not have this key */
    TT_IO_FIND_NULL,   /**< not known */
    TT_IO_FIND_NUMBER, /**< `number` */
    TT_IO_FIND_BOOL,   /**< `number`, 0 or 1 */
    TT_IO_FIND_TEXT,   /**< `text`, raw */
    TT_IO_FIND_TEXTS   /**< `number` texts from `*texts` on, raw */
} tt_io_find_kind;

/** A value of an answer. */
typedef struct tt_io_find_value {
    tt_io_find_kind kind;  /**< which of the others counts */
    int64_t number;        /**< see tt_io_find_kind */
    tt_bytes text;         /**< of another kind NULL */
    const tt_bytes *texts; /**< of TEXTS */
} tt_io_find_value;

/** An answer, valid during the call only. */
typedef struct tt_io_find_answer {
    const tt_io_archive_answer *found; /**< as the database has it, secrets too */
    const tt_io_archive_query *query;  /**< that of the options */
    /** The values that are shown, by key. Secrets are TT_SECRET_TEXT. The path begins as the folder
     * was given. */
    tt_io_find_value value[TT_IO_FIND_KEYS];
} tt_io_find_answer;

/** Options of the job. All zero but the paths only brings the database up to date. Texts must
 * remain valid. */
typedef struct tt_io_find_options {
    const char *const *paths; /**< folders with everything below them, and files */
    size_t count;             /**< of them; 0 with `no_scan` or `import`: all that is known */
    const char *player;       /**< a pattern of a name; of digits a client id where nobody in the
                                 paths has them as a name */
    const char *map;          /**< a pattern */
    const char *server;       /**< a pattern */
    bool ignore_case;         /**< see tt_io_archive_query */
    const char *from;         /**< a date, or a date and time */
    const char *to;           /**< the same; before it */
    const char *min_duration; /**< of recordings: seconds (60.5) or a time (1:00.5) */
    const char *max_duration; /**< the same */
    bool finish;              /**< finishes of players */
    const char *faster;       /**< finishes in less than this time */
    const char *slower;       /**< finishes in more than this time */
    const char *save;         /**< where the save with this id was made and loaded */
    bool load;                /**< where saves were loaded */
    const char *rcon;         /**< a pattern of the account of logins */
    const char *kind;         /**< kinds of facts, with commas between them */
    const char *chat;         /**< chat lines with this text in them */
    const char *killer;       /**< kills by this player, as `player` */
    const char *format;       /**< the name of a format: only recordings of it */
    bool damaged;             /**< only damaged recordings, which are not reported then */
    int64_t limit;            /**< most answers; 0: all */
    bool lists_all;           /**< without a question every recording is an answer */
    bool with_teams;          /**< see tt_io_archive_query */
    bool show_secrets;        /**< values have secrets as they are */
    const char *db;           /**< path of the database; NULL: teetape/archive.db in the user's
                                 cache */
    bool no_scan;             /**< the database is not brought up to date */
    bool forget;              /**< see tt_io_archive_scan */
    const char *import;       /**< path of a list of games (docs/archive.md), "-" for
                                   stdin, which is taken first */
    int64_t jobs;             /**< threads that read; 0: one for each core */
    const tt_io_stop *stop;   /**< may be NULL */
    tt_io_archive_progress progress; /**< of the scan */
    tt_io_say_fn *on_say; /**< takes every error, warning and note, one at a time, also from threads
                             of the scan; may be NULL */
    /** Takes an answer, in the thread of the caller; false ends the search. */
    bool (*on_answer)(void *user, const tt_io_find_answer *answer);
    void *user; /**< handed to these two */
} tt_io_find_options;

/** The outcome of a search. */
typedef struct tt_io_find_result {
    int rank; /**< as tt_io_error_rank: 1 for an answer of a damaged recording, for damage that the
                 scan was the first to find, and for wrong lines of a list; 3 when something could
                 not be read */
    bool has_scanned;            /**< `counts` is known */
    tt_io_archive_counts counts; /**< of the scan */
    bool has_searched;           /**< what follows is known */
    uint64_t known;              /**< recordings in the paths */
    uint64_t answers;            /**< that were given */
    uint64_t all;                /**< answers without `limit` */
    const char *lacks;           /**< why there may be none: a sentence, or NULL */
    uint64_t left_out;           /**< demos that were not searched: their times have no zone */
} tt_io_find_result;

/** Checks the options before a file is opened: a sentence about what is wrong, or NULL. */
TT_IO_API const char *tt_io_find_check(const tt_io_find_options *options);

/** True when the options search for something. Otherwise tt_io_find only brings the database up to
 * date. */
TT_IO_API bool tt_io_find_asks(const tt_io_find_options *options);

/** Brings the database up to date and searches it. False when something failed, which *error and
 * on_say have: TT_ERR_ARGUMENT for wrong options, otherwise as archive.h says. *error is empty when
 * `stop` was raised. Answers that were given before count. */
TT_IO_API bool tt_io_find(const tt_io_find_options *options, tt_io_find_result *result,
                          tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
