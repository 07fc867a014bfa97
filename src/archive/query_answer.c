/* SPDX-License-Identifier: MIT
 *
 * Makes answers from rows.
 *
 * A row has the numbers of names. Names are looked up only for rows that are given, so a search
 * with a limit does not look up the others.
 */
#include "host/error.h"
#include "host/posix.h"
#include "recording/format.h"
#include "wire/uuid.h"

#include "archive/query.h"

#include <string.h>

#include "archive/database.h"
#include "teetape/recording.h"

/* The columns of the views of answers.sql. */
enum column {
    KIND,
    PATH,
    PATH_RAW,
    START,
    ZONE,
    GAME,
    MAP,
    MAP_RAW,
    SERVER,
    SERVER_RAW,
    COMPLETE,
    ERRORS,
    FORMAT,
    FIRST_TICK,
    VERSION_MINOR,
    TICK,
    LAST_TICK,
    FACT,
    CID,
    TEAM,
    VALUE,
    OTHER,
    TEXT,
    TEXT_RAW,
    UUID,
    NAME,
    OTHER_NAME,
    RECORDING,
    NUMBER,
    TEAM_HAS_PLAYERS,
    REMOVED,
};

struct names {
    sqlite3_stmt *player, *other, *of_session;
    uint8_t text[TT_IO_ARCHIVE_NAMES][TT_NAME_CAP];
};

static const char name_sql[] = "SELECT name, name_raw FROM name WHERE id = ?1";
static const char session_sql[] =
    "SELECT name, name_raw FROM temp.had_name WHERE recording = ?1 AND session = ?2"
    " ORDER BY number";

/* Looks a name up by its number. The next answer reuses the statement and so invalidates the name;
 * each name of one answer has its own statement in `names`. */
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
        *name = tti_archive_column(names, 0, 1);
    }
    return step == SQLITE_ROW || step == SQLITE_DONE;
}

static int32_t number_or(sqlite3_stmt *row, int column, int32_t otherwise)
{
    bool is_null = sqlite3_column_type(row, column) == SQLITE_NULL;
    return is_null ? otherwise : sqlite3_column_int(row, column);
}

static tt_bytes text_of(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? (tt_bytes){NULL, 0} : tt_bytes_of(text);
}

static tt_format format_of(sqlite3_stmt *row)
{
    const char *text = (const char *)sqlite3_column_text(row, FORMAT);
    for (int format = 0; text != NULL && format < TT_FORMATS; format++) {
        if (strcmp(tti_format_name((tt_format)format), text) == 0) {
            return (tt_format)format;
        }
    }
    return TT_FORMAT_UNKNOWN;
}

static void take_name(tt_io_archive_answer *a, struct names *names, tt_bytes name)
{
    name.size = name.size < TT_NAME_CAP ? name.size : TT_NAME_CAP; /* no game has longer names */
    if (name.size == 0 ||
        (a->name_count > 0 && tt_bytes_equal(a->names[a->name_count - 1], name))) {
        return;
    }
    a->name_count += a->name_count < TT_IO_ARCHIVE_NAMES;
    uint8_t *text = names->text[a->name_count - 1];
    memcpy(text, name.data, name.size);
    a->names[a->name_count - 1] = (tt_bytes){text, name.size};
}

static bool take_names(tt_io_archive_answer *a, sqlite3_stmt *row, struct names *names)
{
    sqlite3_stmt *s = names->of_session;
    int step = SQLITE_DONE;
    if (a->kind != TT_IO_ARCHIVE_IS_SESSION) {
        return true;
    }
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, sqlite3_column_int64(row, RECORDING));
    sqlite3_bind_int64(s, 2, sqlite3_column_int64(row, NUMBER));
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        take_name(a, names, tti_archive_column(s, 0, 1));
    }
    return step == SQLITE_DONE;
}

/* Bounds of the values that a scan stores. Other programs can write a database, and callers
 * calculate with ticks and use kinds as indexes. Times lie in the years 1 to 9999, plus a day for
 * the zone. */
static const struct {
    int column;
    const char *name;
    int64_t least, most;
} bounds[] = {
    {START, "start time", INT64_C(-62135683200), INT64_C(253402387200)},
    {ZONE, "zone", -86400, 86400},
    {COMPLETE, "mark of an end", 0, 1},
    {ERRORS, "count of errors", 0, INT64_MAX},
    {FIRST_TICK, "first tick", 0, INT32_MAX},
    {VERSION_MINOR, "version", INT32_MIN, INT32_MAX},
    {TICK, "tick", -1, INT32_MAX},
    {LAST_TICK, "last tick", 0, INT32_MAX},
    {FACT, "kind", 0, TT_FACT_KINDS - 1},
    {CID, "client id", -1, TT_CIDS - 1},
    {TEAM, "team", INT32_MIN, INT32_MAX},
    {VALUE, "value", INT32_MIN, INT32_MAX},
    {OTHER, "second client id", -1, INT16_MAX},
    {REMOVED, "time of its removal", 1, INT64_C(253402387200)},
};

static bool is_uuid_or_none(tt_bytes text)
{
    tt_uuid uuid;
    return text.data == NULL || tti_uuid_parse(&uuid, text) == TT_OK;
}

static bool is_sound(sqlite3_stmt *row, tt_io_error *error)
{
    const char *wrong = NULL;
    for (size_t i = 0; wrong == NULL && i < sizeof bounds / sizeof bounds[0]; i++) {
        int64_t number = sqlite3_column_int64(row, bounds[i].column);
        int type = sqlite3_column_type(row, bounds[i].column);
        bool is_good =
            type == SQLITE_NULL ||
            (type == SQLITE_INTEGER && number >= bounds[i].least && number <= bounds[i].most);
        wrong = is_good ? NULL : bounds[i].name;
    }
    bool is_game = sqlite3_column_int(row, KIND) == TT_IO_ARCHIVE_IS_GAME;
    if (!is_uuid_or_none(text_of(row, GAME)) || !is_uuid_or_none(text_of(row, UUID))) {
        wrong = "UUID";
    } else if (text_of(row, FORMAT).data != NULL && format_of(row) == TT_FORMAT_UNKNOWN) {
        wrong = "format";
    } else if (!is_game && tti_archive_column(row, PATH, PATH_RAW).size == 0) {
        wrong = "path";
    }
    return wrong == NULL ||
           tti_error_say(
               error, TT_ERR_ARCHIVE,
               "is damaged: no recording has the %s of a row in it. Move it to make a new "
               "one",
               wrong);
}

/* Makes an answer of a row. Returns false without memory: a missing text would otherwise look like
 * an empty one. */
static bool take_answer(tt_io_archive_answer *a, sqlite3_stmt *row, struct names *names)
{
    *a = (tt_io_archive_answer){
        .kind = (tt_io_archive_answer_kind)sqlite3_column_int(row, KIND),
        .file = tti_archive_column(row, PATH, PATH_RAW),
        .format = format_of(row),
        .has_time = sqlite3_column_type(row, START) != SQLITE_NULL,
        .has_zone = sqlite3_column_type(row, ZONE) != SQLITE_NULL,
        .start = {sqlite3_column_int64(row, START), sqlite3_column_int(row, ZONE)},
        .game_uuid = text_of(row, GAME),
        .map = tti_archive_column(row, MAP, MAP_RAW),
        .server = tti_archive_column(row, SERVER, SERVER_RAW),
        .complete = sqlite3_column_int(row, COMPLETE) != 0,
        .damaged = sqlite3_column_int64(row, ERRORS) != 0,
        .first_tick = sqlite3_column_int(row, FIRST_TICK),
        .version_minor = sqlite3_column_int64(row, VERSION_MINOR),
        .tick = sqlite3_column_int(row, TICK),
        .last_tick = sqlite3_column_int(row, LAST_TICK),
        .fact = (tt_fact_kind)number_or(row, FACT, TT_FACT_KINDS),
        .cid = number_or(row, CID, -1),
        .team = number_or(row, TEAM, -1),
        .has_value = sqlite3_column_type(row, VALUE) != SQLITE_NULL,
        .value = sqlite3_column_int64(row, VALUE),
        .other = number_or(row, OTHER, -1),
        .text = tti_archive_column(row, TEXT, TEXT_RAW),
        .uuid = text_of(row, UUID),
        .team_has_players = sqlite3_column_int(row, TEAM_HAS_PLAYERS) != 0,
        .removed_at = sqlite3_column_int64(row, REMOVED),
    };
    return name_of(names->player, row, NAME, &a->player) &&
           name_of(names->other, row, OTHER_NAME, &a->other_player) && take_names(a, row, names) &&
           sqlite3_errcode(sqlite3_db_handle(row)) != SQLITE_NOMEM;
}

bool tti_archive_answers(tt_io_archive *archive, sqlite3_stmt *rows,
                         tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error)
{
    int step = SQLITE_DONE;
    bool is_taken = true, is_row_good = true;
    struct names names = {.player = tti_archive_prepare(archive, name_sql, error)};
    names.other = names.player == NULL ? NULL : tti_archive_prepare(archive, name_sql, error);
    names.of_session =
        names.other == NULL ? NULL : tti_archive_prepare(archive, session_sql, error);
    bool has_names = names.of_session != NULL, goes_on = has_names;
    while (goes_on && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        tt_io_archive_answer answer;
        is_row_good = is_sound(rows, error);
        is_taken = is_row_good && take_answer(&answer, rows, &names);
        goes_on = is_taken && on_answer(user, &answer);
    }
    bool good = has_names && is_row_good &&
                ((is_taken && !goes_on) || step == SQLITE_DONE || tti_archive_fail(archive, error));
    sqlite3_finalize(names.player);
    sqlite3_finalize(names.other);
    sqlite3_finalize(names.of_session);
    return good;
}
