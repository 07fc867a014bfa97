/* SPDX-License-Identifier: MIT
 *
 * Writes the marks of a recording, and what follows from them: stays, and their names.
 */
#include "host/posix.h"

#include <stdlib.h>

#include "archive/schema.h"
#include "archive/store.h"
#include "archive/text.h"
#include "teetape/teehistorian.h"

/* The indexes of the schema have these numbers in them. */
_Static_assert(ARCHIVE_MARK_FINISH == 6 && ARCHIVE_MARK_TEAM_FINISH == 7 &&
                   ARCHIVE_MARK_SAVE == 8 && ARCHIVE_MARK_LOAD == 9 && ARCHIVE_MARK_RCON == 10 &&
                   ARCHIVE_MARK_RCON_OUT == 11 && ARCHIVE_MARK_PRACTICE == 15,
               "a new mark goes to the end");

/* From this version_minor on recordings tell every change of a name. */
#define NAMES_RECORDED_SINCE 8

/* What is being written. */
struct marks {
    struct archive_store *store;
    const struct archive_rows *rows;
    int64_t recording;
    bool names_recorded;
};

static tt_bytes text_of(const struct archive_rows *rows, const struct archive_mark *mark)
{
    size_t uuid = archive_mark_has_uuid((enum archive_mark_kind)mark->kind) ? sizeof(tt_uuid) : 0;
    return (tt_bytes){rows->text + mark->text + uuid, mark->text_size};
}

/* Digits; -1 for anything else. */
static int64_t number_of(tt_bytes text)
{
    int64_t number = text.size > 0 && text.size < 10 ? 0 : -1;
    for (size_t i = 0; number >= 0 && i < text.size; i++) {
        bool is_digit = text.data[i] >= '0' && text.data[i] <= '9';
        number = is_digit ? number * 10 + (text.data[i] - '0') : -1;
    }
    return number;
}

static void bind_optional(sqlite3_stmt *put, int column, int64_t value, bool is_there)
{
    if (is_there) {
        sqlite3_bind_int64(put, column, value);
    } else {
        sqlite3_bind_null(put, column);
    }
}

/* The columns whose meaning depends on the kind. */
static void bind_by_kind(const struct marks *m, sqlite3_stmt *put, const struct archive_mark *mark)
{
    struct archive *archive = m->store->archive;
    tt_bytes text = text_of(m->rows, mark);
    bool team_in_text =
        mark->kind == ARCHIVE_MARK_TEAM_FINISH || mark->kind == ARCHIVE_MARK_PRACTICE;
    bool team_in_value = mark->kind == ARCHIVE_MARK_SAVE || mark->kind == ARCHIVE_MARK_LOAD ||
                         mark->kind == ARCHIVE_MARK_TEAM;
    bool no_value = team_in_value || mark->kind == ARCHIVE_MARK_CLAN ||
                    mark->kind == ARCHIVE_MARK_RCON_OUT || mark->kind == ARCHIVE_MARK_KILL ||
                    mark->kind == ARCHIVE_MARK_DEATH;
    bind_optional(put, 6, mark->cid, mark->cid >= 0);
    bind_optional(put, 7, team_in_text ? number_of(text) : mark->value,
                  team_in_text || team_in_value);
    bind_optional(put, 8, mark->value, !no_value);
    if (text.size == 0 || team_in_text) {
        sqlite3_bind_null(put, 9);
        sqlite3_bind_null(put, 10);
    } else {
        archive_bind_text(archive, put, 9, text);
        archive_bind_raw(put, 10, text);
    }
    if (archive_mark_has_uuid((enum archive_mark_kind)mark->kind)) {
        tt_unpacker u = tt_unpacker_of(m->rows->text + mark->text, sizeof(tt_uuid));
        tt_uuid uuid = tt_unpack_uuid(&u);
        archive_bind_uuid(archive, put, 11, &uuid);
    } else {
        sqlite3_bind_null(put, 11);
    }
}

static int64_t session_of(const struct archive_mark *mark)
{
    return mark->session == ARCHIVE_SESSION_NONE ? -1 : (int64_t)mark->session;
}

static bool put_mark(const struct marks *m, const struct archive_mark *mark,
                     struct host_error *error)
{
    sqlite3_stmt *put = m->store->statement[STORE_PUT_MARK];
    sqlite3_bind_int64(put, 1, m->recording);
    sqlite3_bind_int64(put, 2, session_of(mark));
    sqlite3_bind_int64(put, 3, mark->number);
    sqlite3_bind_int(put, 4, mark->kind);
    sqlite3_bind_int(put, 5, mark->tick);
    bind_by_kind(m, put, mark);
    return archive_do(m->store->archive, put, error);
}

/* The id of a name, which is new perhaps. */
static bool name_id(const struct marks *m, tt_bytes name, int64_t *id, struct host_error *error)
{
    sqlite3_stmt *find = m->store->statement[STORE_FIND_NAME];
    sqlite3_stmt *put = m->store->statement[STORE_PUT_NAME];
    archive_bind_text(m->store->archive, find, 1, name);
    archive_bind_raw(find, 2, name);
    int step = sqlite3_step(find);
    *id = step == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    if (step != SQLITE_DONE) {
        return step == SQLITE_ROW || archive_fail(m->store->archive, error);
    }
    char *valid = archive_text_valid(name);
    char *folded = valid == NULL ? NULL : archive_text_fold(valid);
    archive_bind_text(m->store->archive, put, 1, name);
    archive_bind_raw(put, 2, name);
    m->store->archive->lost_value = m->store->archive->lost_value || folded == NULL;
    sqlite3_bind_text(put, 3, folded, -1, SQLITE_STATIC);
    bool good = archive_do(m->store->archive, put, error);
    *id = sqlite3_last_insert_rowid(m->store->archive->db);
    free(folded);
    free(valid);
    return good;
}

static bool put_name(const struct marks *m, const struct archive_mark *mark,
                     struct host_error *error)
{
    sqlite3_stmt *put = m->store->statement[STORE_PUT_SESSION_NAME];
    tt_bytes name = text_of(m->rows, mark);
    int64_t id;
    if (name.size == 0) {
        return true;
    }
    if (!name_id(m, name, &id, error)) {
        return false;
    }
    sqlite3_bind_int64(put, 1, m->recording);
    sqlite3_bind_int64(put, 2, session_of(mark));
    sqlite3_bind_int64(put, 3, mark->number);
    sqlite3_bind_int(put, 4, mark->tick);
    sqlite3_bind_int64(put, 5, id);
    sqlite3_bind_int(put, 6, mark->value);
    sqlite3_bind_int(put, 7, mark->value == TT_NAME_RECORDED ? 2 : m->names_recorded ? 0 : 1);
    return archive_do(m->store->archive, put, error);
}

/* The first mark behind those of the stay that begins with mark `first`. */
static size_t end_of(const struct archive_rows *rows, size_t first)
{
    size_t last = first + 1;
    while (last < rows->mark_count && rows->marks[last].session == rows->marks[first].session) {
        last++;
    }
    return last;
}

/* Nobody was there, see tt_th_change. */
static bool is_remnant(const struct archive_rows *rows, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        const struct archive_mark *mark = &rows->marks[i];
        if (mark->kind == ARCHIVE_MARK_LEAVE && mark->value == TT_LEFT_NOBODY) {
            return true;
        }
    }
    return false;
}

/* The stay whose marks are [first, last). */
static bool put_session(const struct marks *m, size_t first, size_t last, struct host_error *error)
{
    sqlite3_stmt *put = m->store->statement[STORE_PUT_SESSION];
    const struct archive_mark *join = NULL, *leave = NULL;
    for (size_t i = first; i < last; i++) {
        const struct archive_mark *mark = &m->rows->marks[i];
        if (mark->kind == ARCHIVE_MARK_JOIN && join == NULL) {
            join = mark;
        } else if (mark->kind == ARCHIVE_MARK_LEAVE) {
            leave = mark;
        } else if (mark->kind == ARCHIVE_MARK_NAME && !put_name(m, mark, error)) {
            return false;
        }
    }
    if (join == NULL) {
        return true; /* the marks of a player who is not listed any more were left out */
    }
    const char *left = leave == NULL                      ? "no"
                       : leave->value == TT_LEFT_REPLACED ? "replaced"
                                                          : "drop";
    sqlite3_bind_int64(put, 1, m->recording);
    sqlite3_bind_int64(put, 2, session_of(join));
    sqlite3_bind_int(put, 3, join->cid);
    sqlite3_bind_int(put, 4, join->tick);
    sqlite3_bind_int(put, 5, join->value);
    sqlite3_bind_int(put, 6, leave != NULL ? leave->tick : m->rows->last_tick);
    sqlite3_bind_text(put, 7, left, -1, SQLITE_STATIC);
    return archive_do(m->store->archive, put, error);
}

static bool names_are_recorded(const struct archive_rows *rows)
{
    tt_th_header header = {0};
    if (rows->header != NULL) {
        tt_th_header_parse(&header, (tt_bytes){rows->header, rows->header_size}, NULL);
    }
    return TT_TH_HAS(&header, version_minor) && header.version_minor >= NAMES_RECORDED_SINCE;
}

bool archive_store_marks(struct archive_store *store, const struct archive_rows *rows, int64_t id,
                         struct host_error *error)
{
    const struct marks m = {store, rows, id, names_are_recorded(rows)};
    bool good = true;
    size_t last;
    for (size_t first = 0; good && first < rows->mark_count; first = last) {
        last = end_of(rows, first);
        if (is_remnant(rows, first, last)) {
            continue;
        }
        for (size_t i = first; good && i < last; i++) {
            good = put_mark(&m, &rows->marks[i], error);
        }
        good = good && (rows->marks[first].session == ARCHIVE_SESSION_NONE ||
                        put_session(&m, first, last, error));
    }
    return good;
}
