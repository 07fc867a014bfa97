/* SPDX-License-Identifier: MIT
 *
 * Searches in steps, each of which is quick: the recordings that are wanted, the stays of the
 * player that is wanted in them, and then what is asked for. The steps are temporary tables, so
 * that no planner has to guess.
 */
#include "host/posix.h"

#include "archive/query.h"

#include <stdlib.h>
#include <string.h>

#include "archive/database.h"
#include "archive/sql.h"
#include "archive/text.h"

/* Behind every character of Unicode. */
#define LAST "\xf4\x8f\xbf\xbf"

/* Marks for which the schema has an index. */
#define RARE                                                                                       \
    (1u << TT_MARK_FINISH | 1u << TT_MARK_TEAM_FINISH | 1u << TT_MARK_SAVE | 1u << TT_MARK_LOAD |  \
     1u << TT_MARK_RCON | 1u << TT_MARK_RCON_OUT | 1u << TT_MARK_PRACTICE)

/* Marks about a team: they belong to everybody who is in it. */
#define TEAMS                                                                                      \
    (1u << TT_MARK_TEAM_FINISH | 1u << TT_MARK_SAVE | 1u << TT_MARK_LOAD | 1u << TT_MARK_PRACTICE)

/* archive_match(pattern, text), archive_fold(text): for the statements below alone. */
static void match_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *pattern = (const char *)sqlite3_value_text(values[0]);
    const char *text = (const char *)sqlite3_value_text(values[1]);
    (void)count;
    sqlite3_result_int(context,
                       pattern != NULL && text != NULL && archive_pattern_match(pattern, text));
}

static void fold_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    char *folded = text == NULL ? NULL : archive_text_fold(text);
    (void)count;
    if (folded == NULL) {
        sqlite3_result_null(context);
    } else {
        sqlite3_result_text(context, folded, -1, free);
    }
}

static bool add_functions(struct archive *archive, struct host_error *error)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    return (sqlite3_create_function(archive->db, "archive_match", 2, flags, NULL, match_function,
                                    NULL, NULL) == SQLITE_OK &&
            sqlite3_create_function(archive->db, "archive_fold", 1, flags, NULL, fold_function,
                                    NULL, NULL) == SQLITE_OK) ||
           archive_fail(archive, error);
}

/* A column and how it is compared with what the user wrote. `folded` is a column that holds the
 * folded text already, or NULL. */
static void add_pattern(struct archive_sql *sql, const char *column, const char *folded,
                        const struct archive_query *query, const char *pattern)
{
    char *own = query->ignore_case ? archive_text_fold(pattern) : strdup(pattern);
    char *begin = own == NULL ? NULL : archive_pattern_begin(own);
    if (begin == NULL) {
        sql->no_memory = true;
        free(own);
        return;
    }
    const char *left = query->ignore_case && folded != NULL ? folded : column;
    bool folds = query->ignore_case && folded == NULL;
    const char *open = folds ? "archive_fold(" : "", *close = folds ? ")" : "";
    if (!archive_pattern_is_one(own)) {
        archive_sql_add(sql, " AND %s%s%s = ", open, left, close);
        archive_sql_text(sql, begin);
    } else {
        archive_sql_add(sql, " AND archive_match(");
        archive_sql_text(sql, own);
        archive_sql_add(sql, ", %s%s%s)", open, left, close);
        if (begin[0] != '\0' && !folds) {
            archive_sql_add(sql, " AND %s >= ", left);
            archive_sql_text(sql, begin);
            archive_sql_add(sql, " AND %s < ", left);
            archive_sql_text(sql, begin);
            archive_sql_add(sql, " || '" LAST "'");
        }
    }
    free(begin);
    free(own);
}

/* A file f that is wanted. */
static void add_roots(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql,
                    query->root_count == 0 ? "" : " AND +f.id IN (SELECT id FROM temp.want_file)");
}

/* The files that are a root or lie below one. */
static bool want_files(struct archive *archive, const struct archive_query *query,
                       struct host_error *error)
{
    for (size_t i = 0; i < query->root_count; i++) {
        const char *root = strcmp(query->roots[i], "/") == 0 ? "" : query->roots[i];
        struct archive_sql sql = {0};
        archive_sql_add(&sql, "INSERT OR IGNORE INTO temp.want_file"
                              " SELECT id FROM file WHERE path = ");
        archive_sql_text(&sql, root);
        archive_sql_add(&sql, " UNION ALL SELECT id FROM file WHERE path >= ");
        archive_sql_text(&sql, root);
        archive_sql_add(&sql, " || '/' AND path < ");
        archive_sql_text(&sql, root);
        archive_sql_add(&sql, " || '0'"); /* which follows the slash */
        if (!archive_sql_run(&sql, archive, error)) {
            return false;
        }
    }
    return true;
}

/* A moment of recording r against a border: ">= " or "< ". */
static void add_moment(struct archive_sql *sql, const struct archive_moment *moment,
                       const char *ticks, const char *compare)
{
    if (moment->is_given) {
        archive_sql_add(sql, " AND (r.start_time%s) * 1000 + (%s) * 20 %s ",
                        moment->has_zone ? "" : " + r.zone", ticks, compare);
        archive_sql_int(sql, moment->ms);
    }
}

/* The span, and what begins and ends at these ticks. */
static void add_span(struct archive_sql *sql, const struct archive_query *query, const char *first,
                     const char *last)
{
    add_moment(sql, &query->from, last, ">=");
    add_moment(sql, &query->to, first, "<");
}

static bool want_recordings(struct archive *archive, const struct archive_query *query,
                            struct host_error *error)
{
    struct archive_sql sql = {0};
    archive_sql_add(&sql, "INSERT INTO temp.want_recording SELECT r.id FROM recording AS r"
                          " WHERE r.last_tick >= ");
    archive_sql_int(&sql, query->min_ticks);
    archive_sql_add(&sql, " AND r.last_tick <= ");
    archive_sql_int(&sql, query->max_ticks);
    if (query->map != NULL) {
        add_pattern(&sql, "r.map_name", NULL, query, query->map);
    }
    if (query->server != NULL) {
        add_pattern(&sql, "r.server_name", NULL, query, query->server);
    }
    add_span(&sql, query, "0", "r.last_tick");
    if (query->root_count != 0) {
        archive_sql_add(&sql, " AND r.id IN (SELECT f.recording FROM temp.want_file AS w"
                              " CROSS JOIN file AS f ON f.id = w.id)");
    }
    return archive_sql_run(&sql, archive, error);
}

/* A name that was asked for, in a recording that would hold it if it had been given, counts when no
 * other is known: the server had another name for him. */
#define IS_BORNE                                                                                   \
    "(b.trust > 0 OR NOT EXISTS (SELECT 1 FROM stay_name AS c WHERE c.recording = b.recording"     \
    " AND c.stay = b.stay AND c.trust > 0))"

static bool want_stays(struct archive *archive, const struct archive_query *query,
                       struct host_error *error)
{
    struct archive_sql sql = {0};
    archive_sql_add(&sql, "INSERT OR IGNORE INTO temp.want_stay");
    if (query->player != NULL) {
        archive_sql_add(&sql, " SELECT b.recording, b.stay FROM name AS n"
                              " CROSS JOIN stay_name AS b ON b.name = n.id WHERE b.recording IN"
                              " (SELECT id FROM temp.want_recording) AND " IS_BORNE);
        add_pattern(&sql, "n.name", "n.folded", query, query->player);
    } else {
        archive_sql_add(&sql, " SELECT s.recording, s.stay FROM stay AS s WHERE s.recording IN"
                              " (SELECT id FROM temp.want_recording) AND s.cid = ");
        archive_sql_int(&sql, query->cid);
    }
    return archive_sql_run(&sql, archive, error);
}

/* Columns of an answer; see take_answer. */
#define COLUMNS_OF_RECORDING                                                                       \
    "f.path, f.path_raw, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw,"           \
    " r.server_name, r.server_name_raw, r.complete, r.errors"

/* The name borne when mark `number` of stay `stay` is told; before the first one, that one. */
#define NAME_AT(stay, number)                                                                      \
    "ifnull((SELECT b.name FROM stay_name AS b WHERE b.recording = r.id AND b.stay = " stay        \
    " AND b.number <= " number " ORDER BY b.trust DESC, b.number DESC LIMIT 1),"                   \
    " (SELECT b.name FROM stay_name AS b WHERE b.recording = r.id AND b.stay = " stay              \
    " ORDER BY b.number LIMIT 1))"

static void add_recordings(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, "SELECT 0, " COLUMNS_OF_RECORDING
                         ", 0 AS tick, r.last_tick, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                         " r.start_time AS at, 0 AS number"
                         " FROM temp.want_recording AS w CROSS JOIN recording AS r ON r.id = w.id"
                         " JOIN file AS f ON f.recording = r.id WHERE 1");
    add_roots(sql, query);
}

/* Of a game that is not there only the beginning is known. */
static void add_games(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, " UNION ALL SELECT 1, NULL, NULL, r.start_time, r.zone, r.game_uuid,"
                         " r.map_name, r.map_name_raw, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL,"
                         " NULL, NULL, NULL, NULL, NULL, r.start_time, 0 FROM game AS r"
                         " WHERE NOT EXISTS (SELECT 1 FROM recording AS o"
                         "  WHERE o.game_uuid = r.game_uuid)");
    if (query->map != NULL) {
        add_pattern(sql, "r.map_name", NULL, query, query->map);
    }
    add_span(sql, query, "0", "0");
}

static void add_stays(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, "SELECT 2, " COLUMNS_OF_RECORDING ", s.joined_tick AS tick, s.left_tick,"
                         " NULL, s.cid, NULL, NULL, NULL, NULL, NULL, " NAME_AT(
                             "s.stay", "9223372036854775807") //
                    ", r.start_time + s.joined_tick / 50.0 AS at, s.stay AS number"
                    " FROM temp.want_stay AS w CROSS JOIN stay AS s"
                    " ON s.recording = w.recording AND s.stay = w.stay"
                    " JOIN recording AS r ON r.id = s.recording"
                    " JOIN file AS f ON f.recording = r.id WHERE 1");
    add_roots(sql, query);
    add_span(sql, query, "s.joined_tick", "s.left_tick");
}

static void add_kinds(struct archive_sql *sql, uint32_t kinds)
{
    archive_sql_add(sql, "(-1");
    for (int kind = 0; kind < TT_MARK_KINDS; kind++) {
        if ((kinds >> kind & 1u) != 0) {
            archive_sql_add(sql, ", %d", kind);
        }
    }
    archive_sql_add(sql, ")");
}

/* Behind the WHERE of a query about marks m. */
static void add_marks_where(struct archive_sql *sql, const struct archive_query *query)
{
    add_roots(sql, query);
    add_span(sql, query, "m.tick", "m.tick");
    if (query->min_value != INT64_MIN) {
        archive_sql_add(sql, " AND m.value >= ");
        archive_sql_int(sql, query->min_value);
    }
    if (query->max_value != INT64_MAX) {
        archive_sql_add(sql, " AND m.value <= ");
        archive_sql_int(sql, query->max_value);
    }
    if (query->save != NULL) {
        archive_sql_add(sql, " AND m.uuid = ");
        archive_sql_text(sql, query->save);
    }
    if (query->account != NULL) {
        add_pattern(sql, "m.text", NULL, query, query->account);
    }
}

/* Whether the team of a mark about a team has anybody around it, as far as recordings tell: old
 * ones do not, and in a cut of an empty team there would be nobody. */
#define TEAM_HAS_PLAYERS                                                                           \
    "m.stay = -1 AND EXISTS (SELECT 1 FROM mark AS t WHERE t.recording = m.recording"              \
    " AND t.kind = 5 AND t.team = m.team AND t.tick < m.tick + 500 AND NOT EXISTS"                 \
    " (SELECT 1 FROM mark AS u WHERE u.recording = t.recording AND u.stay = t.stay"                \
    "  AND u.number > t.number AND u.kind IN (1, 5) AND u.tick <= m.tick - 500))"

#define COLUMNS_OF_MARK                                                                            \
    "SELECT 3, " COLUMNS_OF_RECORDING ", m.tick AS tick, r.last_tick, m.kind, m.cid, m.team,"      \
    " m.value, m.text, m.text_raw, m.uuid, " NAME_AT(                                              \
        "m.stay", "m.number") ", r.start_time + m.tick / 50.0 AS at, m.number AS number"
#define JOIN_FILE                                                                                  \
    " CROSS JOIN recording AS r ON r.id = m.recording"                                             \
    " CROSS JOIN file AS f ON f.recording = r.id WHERE 1"

static void add_mark_columns(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, COLUMNS_OF_MARK ", %s", query->with_teams ? TEAM_HAS_PLAYERS : "0");
}

/* Marks of everybody: of each recording by the index of rare kinds, or all of a recording. */
static void add_marks(struct archive_sql *sql, const struct archive_query *query)
{
    bool is_rare = (query->kinds & ~(uint32_t)RARE) == 0;
    bool is_account =
        query->account != NULL && !query->ignore_case && !archive_pattern_is_one(query->account);
    add_mark_columns(sql, query);
    if (query->save != NULL || is_account) {
        archive_sql_add(sql,
                        " FROM mark AS m INDEXED BY %s" JOIN_FILE " AND m.recording IN"
                        " (SELECT id FROM temp.want_recording) AND %s",
                        is_account ? "mark_account" : "mark_save",
                        is_account ? "m.kind = 10" : "m.kind IN (8, 9)");
    } else {
        archive_sql_add(sql,
                        " FROM temp.want_recording AS w"
                        " CROSS JOIN mark AS m %s ON m.recording = w.id",
                        is_rare ? "INDEXED BY mark_rare" : "");
        archive_sql_add(sql, JOIN_FILE);
        archive_sql_add(sql, is_rare ? " AND m.kind IN (6, 7, 8, 9, 10, 11, 15)" : "");
    }
    archive_sql_add(sql, " AND m.kind IN ");
    add_kinds(sql, query->kinds);
    add_marks_where(sql, query);
}

/* Marks of a player's stays, and those of the team that he was in. */
static void add_marks_of_player(struct archive_sql *sql, const struct archive_query *query)
{
    add_mark_columns(sql, query);
    archive_sql_add(sql, " FROM temp.want_stay AS w CROSS JOIN mark AS m"
                         " ON m.recording = w.recording AND m.stay = w.stay");
    archive_sql_add(sql, JOIN_FILE " AND m.kind IN ");
    add_kinds(sql, query->kinds);
    add_marks_where(sql, query);
    if ((query->kinds & (uint32_t)TEAMS) == 0) {
        return;
    }
    archive_sql_add(sql, " UNION ");
    add_mark_columns(sql, query);
    archive_sql_add(sql, " FROM temp.want_stay AS w CROSS JOIN stay AS s"
                         " ON s.recording = w.recording AND s.stay = w.stay"
                         " CROSS JOIN mark AS m ON m.recording = w.recording AND m.stay = -1"
                         " AND m.tick BETWEEN s.joined_tick AND s.left_tick" JOIN_FILE
                         " AND m.team = ifnull((SELECT t.team FROM mark AS t WHERE t.recording ="
                         "  w.recording AND t.stay = w.stay AND t.kind = 5 AND t.number < m.number"
                         "  ORDER BY t.number DESC LIMIT 1), 0) AND m.kind IN ");
    add_kinds(sql, query->kinds & (uint32_t)TEAMS);
    add_marks_where(sql, query);
}

/* Fills the name from its number. The statement gives the next answer's, too. False on failure. */
static bool name_of(sqlite3_stmt *names, sqlite3_stmt *row, int column, tt_bytes *name)
{
    *name = (tt_bytes){NULL, 0};
    if (sqlite3_column_type(row, column) == SQLITE_NULL) {
        return true;
    }
    sqlite3_reset(names);
    sqlite3_bind_int64(names, 1, sqlite3_column_int64(row, column));
    int step = sqlite3_step(names);
    if (step == SQLITE_ROW) {
        *name = archive_column(names, 0, 1);
    }
    return step == SQLITE_ROW || step == SQLITE_DONE;
}

static int32_t number_or(sqlite3_stmt *row, int column, int32_t otherwise)
{
    bool is_null = sqlite3_column_type(row, column) == SQLITE_NULL;
    return is_null ? otherwise : sqlite3_column_int(row, column);
}

/* False on failure: a text that there is no memory for would look like none. */
static bool take_answer(struct archive_answer *a, sqlite3_stmt *row, sqlite3_stmt *names)
{
    const char *uuid = (const char *)sqlite3_column_text(row, 20);
    const char *game = (const char *)sqlite3_column_text(row, 5);
    *a = (struct archive_answer){
        .kind = (enum archive_answer_kind)sqlite3_column_int(row, 0),
        .file = archive_column(row, 1, 2),
        .has_time = sqlite3_column_type(row, 3) != SQLITE_NULL,
        .start = {sqlite3_column_int64(row, 3), sqlite3_column_int(row, 4)},
        .game_uuid = game == NULL ? (tt_bytes){NULL, 0} : tt_bytes_of(game),
        .map = archive_column(row, 6, 7),
        .server = archive_column(row, 8, 9),
        .complete = sqlite3_column_int(row, 10) != 0,
        .damaged = sqlite3_column_int64(row, 11) != 0,
        .tick = sqlite3_column_int(row, 12),
        .last_tick = sqlite3_column_int(row, 13),
        .mark = (tt_mark_kind)sqlite3_column_int(row, 14),
        .cid = number_or(row, 15, -1),
        .team = number_or(row, 16, -1),
        .has_value = sqlite3_column_type(row, 17) != SQLITE_NULL,
        .value = sqlite3_column_int64(row, 17),
        .text = archive_column(row, 18, 19),
        .uuid = uuid == NULL ? (tt_bytes){NULL, 0} : tt_bytes_of(uuid),
    };
    a->team_has_players = a->kind == ARCHIVE_IS_MARK && sqlite3_column_int(row, 24) != 0;
    return name_of(names, row, 21, &a->player) &&
           sqlite3_errcode(sqlite3_db_handle(row)) != SQLITE_NOMEM;
}

static bool give_answers(struct archive *archive, sqlite3_stmt *rows, archive_answer_fn *on_answer,
                         void *user, struct host_error *error)
{
    int step = SQLITE_DONE;
    bool goes_on = true, is_taken = true;
    sqlite3_stmt *names =
        archive_prepare(archive, "SELECT name, name_raw FROM name WHERE id = ?1", error);
    if (names == NULL) {
        return false;
    }
    while (goes_on && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        struct archive_answer answer;
        is_taken = take_answer(&answer, rows, names);
        goes_on = is_taken && on_answer(user, &answer);
    }
    bool good = (is_taken && !goes_on) || step == SQLITE_DONE || archive_fail(archive, error);
    sqlite3_finalize(names);
    return good;
}

static bool answer(struct archive *archive, const struct archive_query *query,
                   archive_answer_fn *on_answer, void *user, struct host_error *error)
{
    struct archive_sql sql = {0};
    bool has_player = query->player != NULL || query->cid >= 0;
    if (query->kinds != 0 && has_player) {
        add_marks_of_player(&sql, query);
    } else if (query->kinds != 0) {
        add_marks(&sql, query);
    } else if (has_player) {
        add_stays(&sql, query);
    } else {
        add_recordings(&sql, query);
        bool only_files =
            query->server != NULL || query->min_ticks > 0 || query->max_ticks != INT64_MAX;
        if (!only_files) {
            add_games(&sql, query);
        }
    }
    archive_sql_add(&sql, " ORDER BY at, 2, tick, number");
    if (query->limit > 0) {
        archive_sql_add(&sql, " LIMIT ");
        archive_sql_int(&sql, query->limit);
    }
    sqlite3_stmt *rows = archive_sql_prepare(&sql, archive, error);
    bool good = rows != NULL && give_answers(archive, rows, on_answer, user, error);
    sqlite3_finalize(rows);
    archive_sql_free(&sql);
    return good;
}

bool archive_search(struct archive *archive, const struct archive_query *query,
                    archive_answer_fn *on_answer, void *user, struct host_error *error)
{
    /* One transaction: what another program writes meanwhile is not seen in parts. */
    bool good = add_functions(archive, error) &&
                archive_run(archive,
                            "CREATE TEMP TABLE IF NOT EXISTS want_file(id INTEGER PRIMARY KEY);"
                            "CREATE TEMP TABLE IF NOT EXISTS want_recording"
                            "(id INTEGER PRIMARY KEY);"
                            "CREATE TEMP TABLE IF NOT EXISTS want_stay"
                            "(recording, stay, PRIMARY KEY (recording, stay)) WITHOUT ROWID;"
                            "BEGIN; DELETE FROM want_file; DELETE FROM want_recording;"
                            "DELETE FROM want_stay",
                            error) &&
                want_files(archive, query, error) && want_recordings(archive, query, error) &&
                ((query->player == NULL && query->cid < 0) || want_stays(archive, query, error)) &&
                answer(archive, query, on_answer, user, error);
    archive_rollback(archive);
    return good;
}
