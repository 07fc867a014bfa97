/* SPDX-License-Identifier: MIT
 *
 * Writes the facts of a recording, and what follows from them: sessions, and their names.
 *
 * The rows come sorted by session (rows.h). The facts go in first, all at once; what a session and
 * its names are follows from the same array.
 */
#include "host/posix.h"

#include <stdlib.h>

#include "archive/schema.h"
#include "archive/store.h"
#include "archive/text.h"
#include "teetape/teehistorian.h"

/* The indexes of the schema have the kinds of these sets in them. */
_Static_assert(ARCHIVE_FACTS_ALONE == ARCHIVE_ALONE && TT_FACT_LOGIN == 10 && TT_FACT_KILL == 15 &&
                   TT_FACT_FINISH == 17 && TT_FACT_SAVE == 19 && TT_FACT_LOAD == 21,
               "a new fact goes to the end");

/* From this version_minor on recordings have every change of a name. Then a name that was asked for
 * and not confirmed was not given, so it is trusted less. */
#define NAMES_RECORDED_SINCE 8

/* What is being written. */
struct facts {
    struct archive_store *store;
    const struct archive_rows *rows;
    int64_t recording;   /* its id */
    bool names_recorded; /* by the header, see NAMES_RECORDED_SINCE */
};

/* The id of a name, which is new perhaps. Names are in a table of their own: a player has one row
 * there for thousands of sessions. */
static bool name_id(const struct facts *m, tt_bytes name, int64_t *id, tt_io_error *error)
{
    sqlite3_stmt *find = m->store->statement[STORE_FIND_NAME];
    sqlite3_stmt *put = m->store->statement[STORE_PUT_NAME];
    tti_archive_bind_text(m->store->archive, find, 1, name);
    tti_archive_bind_raw(find, 2, name);
    int step = sqlite3_step(find);
    *id = step == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    /* Found, or failed; SQLITE_DONE is a name that is not there yet. */
    if (step != SQLITE_DONE) {
        return step == SQLITE_ROW || tti_archive_fail(m->store->archive, error);
    }
    char *valid = tti_archive_text_valid(name);
    char *folded = valid == NULL ? NULL : tti_archive_text_fold(valid);
    tti_archive_bind_text(m->store->archive, put, 1, name);
    tti_archive_bind_raw(put, 2, name);
    m->store->archive->lost_value = m->store->archive->lost_value || folded == NULL;
    sqlite3_bind_text(put, 3, folded, -1, SQLITE_STATIC);
    bool good = tti_archive_do(m->store->archive, put, error);
    *id = sqlite3_last_insert_rowid(m->store->archive->db);
    free(folded);
    free(valid);
    return good;
}

/* The trust: 2 the server said it; 0 the client asked for it, where the server would have said it;
 * 1 the client asked for it, and nothing else can be known. */
static bool put_name(const struct facts *m, const struct archive_fact *fact, tt_io_error *error)
{
    sqlite3_stmt *put = m->store->statement[STORE_PUT_SESSION_NAME];
    const struct archive_columns *columns = &m->store->facts.columns[fact->kind];
    tt_bytes name = archive_fact_text(m->rows, fact, columns);
    int64_t id;
    if (name.size == 0) {
        return true;
    }
    if (!name_id(m, name, &id, error)) {
        return false;
    }
    sqlite3_bind_int64(put, 1, m->recording);
    sqlite3_bind_int64(put, 2, archive_fact_session(fact));
    sqlite3_bind_int64(put, 3, fact->number);
    sqlite3_bind_int(put, 4, fact->tick);
    sqlite3_bind_int64(put, 5, id);
    sqlite3_bind_int(put, 6, fact->value);
    sqlite3_bind_int(put, 7, fact->value == TT_NAME_RECORDED ? 2 : m->names_recorded ? 0 : 1);
    return tti_archive_do(m->store->archive, put, error);
}

/* The session whose facts are [first, last). A session that is open at the end leaves with the last
 * tick, and `left` says that it did not. Only the first JOIN and the last LEAVE count: a session
 * has one of each, unless a made-up index says something else. */
static bool put_session(const struct facts *m, size_t first, size_t last, tt_io_error *error)
{
    sqlite3_stmt *put = m->store->statement[STORE_PUT_SESSION];
    const struct archive_fact *join = NULL, *leave = NULL;
    for (size_t i = first; i < last; i++) {
        const struct archive_fact *fact = &m->rows->facts[i];
        if (fact->kind == TT_FACT_JOIN && join == NULL) {
            join = fact;
        } else if (fact->kind == TT_FACT_LEAVE) {
            leave = fact;
        } else if (fact->kind == TT_FACT_NAME && !put_name(m, fact, error)) {
            return false;
        }
    }
    if (join == NULL) {
        return true; /* the facts of a player who is not listed any more were left out */
    }
    const char *left = leave == NULL                      ? "no"
                       : leave->value == TT_LEFT_REPLACED ? "replaced"
                                                          : "drop";
    sqlite3_bind_int64(put, 1, m->recording);
    sqlite3_bind_int64(put, 2, archive_fact_session(join));
    sqlite3_bind_int(put, 3, join->cid);
    sqlite3_bind_int(put, 4, join->tick);
    sqlite3_bind_int(put, 5, join->value);
    sqlite3_bind_int(put, 6, leave != NULL ? leave->tick : m->rows->last_tick);
    sqlite3_bind_text(put, 7, left, -1, SQLITE_STATIC);
    return tti_archive_do(m->store->archive, put, error);
}

/* Of a demo every name is the server's word (TT_NAME_RECORDED), so the answer does not count. */
static bool names_are_recorded(const struct archive_rows *rows)
{
    tt_th_header header = {0};
    if (rows->header != NULL && rows->format == TT_FORMAT_TEEHISTORIAN) {
        tt_th_header_parse(&header, (tt_bytes){rows->header, rows->header_size}, NULL);
    }
    return TT_TH_HAS(&header, version_minor) && header.version_minor >= NAMES_RECORDED_SINCE;
}

/* All facts by one statement, then a row for each session and name. The facts are sorted, so a
 * session is a range of them. */
bool tti_archive_store_facts(struct archive_store *store, const struct archive_rows *rows,
                             int64_t id, tt_io_error *error)
{
    const struct facts m = {store, rows, id, names_are_recorded(rows)};
    sqlite3_stmt *put = store->statement[STORE_PUT_FACTS];
    store->facts.recording = id;
    store->facts.rows = rows;
    tti_archive_fact_table_bind(store->archive, put, 1, &store->facts);
    bool good = tti_archive_do(store->archive, put, error);
    size_t count;
    for (size_t first = 0; good && first < rows->fact_count; first += count) {
        count = tti_archive_rows_session(rows, first);
        good = rows->facts[first].session == ARCHIVE_SESSION_NONE ||
               put_session(&m, first, first + count, error);
    }
    return good;
}
