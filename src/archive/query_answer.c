/* SPDX-License-Identifier: MIT
 *
 * Takes answers out of rows, by the numbers of their columns in archive/query_select.c.
 */
#include "host/posix.h"

#include "archive/query_answer.h"

#include "archive/database.h"

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
        .mark = (enum archive_mark_kind)sqlite3_column_int(row, 14),
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

bool archive_answers(struct archive *archive, sqlite3_stmt *rows, archive_answer_fn *on_answer,
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
