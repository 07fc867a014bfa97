/* SPDX-License-Identifier: MIT
 *
 * Facts in memory as a virtual table of SQLite (sqlite.org/vtab.html): it is never created, only
 * named as a function of a pointer, and is read from its first row to its last. Texts are views
 * into the rows, which remain until the statement has run. One statement stores all facts:
 *
 *     INSERT INTO fact SELECT * FROM teetape_facts(?1)
 *
 * Most of the cost of storing a row alone is the statement: cursors of six b-trees, and the
 * conditions of partial indexes.
 */
#include "host/posix.h"

#include "archive/store.h"

#define NAME "teetape_facts"

/* The name of the pointer's type. SQLite gives a pointer only to a caller with the same type
 * (sqlite.org/bindptr.html), and no statement of a user can make one. */
#define POINTER "teetape_fact_table"

static const char declaration[] =
    "CREATE TABLE x(recording, session, number, kind, tick, cid, team, value, other, other_session,"
    " text, text_raw, uuid, facts HIDDEN)";

enum column {
    RECORDING,
    SESSION,
    NUMBER,
    KIND,
    TICK,
    CID,
    TEAM,
    VALUE,
    OTHER,
    OTHER_SESSION,
    TEXT,
    TEXT_RAW,
    UUID,
    FACTS
};

struct cursor {
    sqlite3_vtab_cursor base;
    const struct archive_fact_table *table;
    size_t at;
};

/* Connects the virtual table. DIRECTONLY keeps views and triggers of a database from reading it.
 * xConnect without xCreate makes it a table that needs no CREATE. */
static int on_connect(sqlite3 *db, void *user, int count, const char *const *words,
                      sqlite3_vtab **table, char **error)
{
    (void)user, (void)count, (void)words, (void)error;
    *table = sqlite3_malloc(sizeof **table);
    if (*table == NULL) {
        return SQLITE_NOMEM;
    }
    **table = (sqlite3_vtab){.pModule = NULL};
    int result = sqlite3_declare_vtab(db, declaration);
    if (result != SQLITE_OK) {
        sqlite3_free(*table);
        *table = NULL;
        return result;
    }
    sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    return SQLITE_OK;
}

static int on_disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Plans a query, which must give the pointer. `omit` tells SQLite not to compare the parameter with
 * the column, which is NULL. */
static int on_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
        if (constraint->iColumn == FACTS && constraint->op == SQLITE_INDEX_CONSTRAINT_EQ &&
            constraint->usable) {
            info->aConstraintUsage[i].argvIndex = 1;
            info->aConstraintUsage[i].omit = 1;
            return SQLITE_OK;
        }
    }
    return SQLITE_CONSTRAINT;
}

static int on_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor)
{
    (void)table;
    struct cursor *made = sqlite3_malloc(sizeof *made);
    if (made == NULL) {
        return SQLITE_NOMEM;
    }
    *made = (struct cursor){.table = NULL};
    *cursor = &made->base;
    return SQLITE_OK;
}

static int on_close(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int on_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                     sqlite3_value **values)
{
    struct cursor *cursor = (struct cursor *)base;
    (void)plan, (void)plan_text;
    cursor->table = count == 1 ? sqlite3_value_pointer(values[0], POINTER) : NULL;
    cursor->at = 0;
    return SQLITE_OK;
}

static int on_next(sqlite3_vtab_cursor *base)
{
    ((struct cursor *)base)->at++;
    return SQLITE_OK;
}

static int on_eof(sqlite3_vtab_cursor *base)
{
    const struct cursor *cursor = (const struct cursor *)base;
    return cursor->table == NULL || cursor->at >= cursor->table->rows->fact_count;
}

static int on_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)((const struct cursor *)base)->at;
    return SQLITE_OK;
}

static void give_optional(sqlite3_context *to, int64_t value, bool is_there)
{
    if (is_there) {
        sqlite3_result_int64(to, value);
    }
}

/* Gives a column that depends on the kind. It is NULL where the kind has no such field: a search
 * for the value 0 must not find it. */
static void give_by_kind(sqlite3_context *to, const struct archive_fact_table *table,
                         const struct archive_fact *fact, int column)
{
    const struct archive_columns *columns = &table->columns[fact->kind];
    bool has_other = columns->other != NULL && fact->other >= 0;
    tt_bytes text = archive_fact_text(table->rows, fact, columns);
    switch (column) {
    case TEAM:
        give_optional(to, fact->team, columns->team != NULL);
        break;
    case VALUE:
        give_optional(to, fact->value, columns->value != NULL);
        break;
    case OTHER:
        give_optional(to, fact->other, has_other);
        break;
    case OTHER_SESSION:
        give_optional(to, fact->other_session,
                      has_other && fact->other_session != ARCHIVE_SESSION_NONE);
        break;
    case TEXT:
        if (text.size != 0) {
            tti_archive_give_text(to, text);
        }
        break;
    case TEXT_RAW:
        tti_archive_give_raw(to, text);
        break;
    default:
        break;
    }
}

static void give_uuid(sqlite3_context *to, const struct archive_fact_table *table,
                      const struct archive_fact *fact)
{
    char text[TT_UUID_TEXT];
    if (table->columns[fact->kind].uuid != NULL) {
        tt_unpacker u = tt_unpacker_of(table->rows->text + fact->text, sizeof(tt_uuid));
        tt_uuid uuid = tt_unpack_uuid(&u);
        tt_uuid_format(text, &uuid);
        sqlite3_result_text(to, text, -1, SQLITE_TRANSIENT);
    }
}

static int on_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int column)
{
    const struct cursor *cursor = (const struct cursor *)base;
    const struct archive_fact *fact = &cursor->table->rows->facts[cursor->at];
    switch (column) {
    case RECORDING:
        sqlite3_result_int64(to, cursor->table->recording);
        break;
    case SESSION:
        sqlite3_result_int64(to, archive_fact_session(fact));
        break;
    case NUMBER:
        sqlite3_result_int64(to, fact->number);
        break;
    case KIND:
        sqlite3_result_int(to, fact->kind);
        break;
    case TICK:
        sqlite3_result_int(to, fact->tick);
        break;
    case CID:
        give_optional(to, fact->cid, fact->cid >= 0);
        break;
    case UUID:
        give_uuid(to, cursor->table, fact);
        break;
    default:
        give_by_kind(to, cursor->table, fact, column);
        break;
    }
    return SQLITE_OK;
}

static const sqlite3_module module = {
    .iVersion = 1,
    .xConnect = on_connect,
    .xBestIndex = on_best_index,
    .xDisconnect = on_disconnect,
    .xOpen = on_open,
    .xClose = on_close,
    .xFilter = on_filter,
    .xNext = on_next,
    .xEof = on_eof,
    .xColumn = on_column,
    .xRowid = on_rowid,
};

void tti_archive_fact_table_init(struct archive_fact_table *table)
{
    table->recording = 0;
    table->rows = NULL;
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        table->columns[kind] = tti_archive_columns_of((tt_fact_kind)kind);
    }
}

bool tti_archive_fact_table_add(tt_io_archive *archive, tt_io_error *error)
{
    return sqlite3_create_module_v2(archive->db, NAME, &module, NULL, NULL) == SQLITE_OK ||
           tti_archive_fail(archive, error);
}

void tti_archive_fact_table_bind(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                                 struct archive_fact_table *table)
{
    int result = sqlite3_bind_pointer(statement, column, table, POINTER, NULL);
    archive->lost_value = archive->lost_value || result != SQLITE_OK;
}
