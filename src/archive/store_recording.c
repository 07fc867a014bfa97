/* SPDX-License-Identifier: MIT
 *
 * Writes a recording's row, its facts, and what follows from them: sessions, and their names.
 *
 * Values that a header lacks are NULL. Facts are sorted by session (rows.h) and stored first, all
 * at once.
 */
#include "host/posix.h"
#include "recording/format.h"
#include "teehistorian/header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/names.h"
#include "archive/store.h"
#include "base/ascii.h"
#include "host/pattern.h"
#include "teetape/demo_header.h"
#include "teetape/teehistorian.h"

enum column {
    SIZE = 1,
    MTIME,
    FINGERPRINT,
    CODEC,
    BYTES,
    GAME_UUID,
    PREV_GAME_UUID,
    CUT_OF,
    VERSION,
    VERSION_MINOR,
    START_TIME,
    ZONE,
    SERVER_NAME,
    SERVER_NAME_RAW,
    SERVER_VERSION,
    SERVER_PORT,
    GAME_TYPE,
    MAP_NAME,
    MAP_NAME_RAW,
    MAP_CRC,
    MAP_SIZE,
    MAP_SHA256,
    LAST_TICK,
    COMPLETE,
    ERRORS,
    DAMAGE,
    FACTS_LEFT_OUT,
    NAMES_KNOWN,
    FORMAT,
    FIRST_TICK,
    TICKS
};

struct texts {
    tt_io_archive *archive;
    sqlite3_stmt *put;
    char *free[5]; /* at most four are used: one for each call in bind_th_header */
    size_t count;
};

/* Binds a text of the header. It never grows when its escapes are decoded. `raw` is 0 for a column
 * without raw bytes. */
static void bind_header_text(struct texts *t, int column, int raw, tt_bytes escaped)
{
    char *text = malloc(escaped.size + 1);
    if (text == NULL) {
        t->archive->lost_value = true;
        return;
    }
    t->free[t->count++] = text;
    tt_bytes bytes = {(const uint8_t *)text, tt_json_unescape(text, escaped.size, escaped)};
    tti_archive_bind_text(t->archive, t->put, column, bytes);
    if (raw != 0) {
        tti_archive_bind_raw(t->put, raw, bytes);
    }
}

static void bind_numbers(sqlite3_stmt *put, const tt_th_header *header)
{
    sqlite3_bind_int64(put, VERSION, header->version);
    if (TT_TH_HAS(header, version_minor)) {
        sqlite3_bind_int64(put, VERSION_MINOR, header->version_minor);
    }
    if (TT_TH_HAS(header, start_time)) {
        sqlite3_bind_int64(put, START_TIME, header->start_time.unix_time);
        sqlite3_bind_int64(put, ZONE, header->start_time.zone);
    }
    if (TT_TH_HAS(header, server_port)) {
        sqlite3_bind_int64(put, SERVER_PORT, header->server_port);
    }
    if (TT_TH_HAS(header, map_size)) {
        sqlite3_bind_int64(put, MAP_SIZE, header->map_size);
    }
}

static void bind_crc(const struct texts *t, uint32_t crc)
{
    char hex[9];
    snprintf(hex, sizeof hex, "%08x", (unsigned)crc);
    tti_archive_bind_copy(t->archive, t->put, MAP_CRC, hex);
}

static void bind_sha256(const struct texts *t, const tt_sha256 *sha256)
{
    char hex[2 * sizeof sha256->bytes + 1];
    tti_hex_put(hex, sha256->bytes, sizeof sha256->bytes);
    hex[sizeof hex - 1] = '\0';
    tti_archive_bind_copy(t->archive, t->put, MAP_SHA256, hex);
}

static void bind_th_header(struct texts *t, const tt_th_header *header)
{
    if (TT_TH_HAS(header, game_uuid)) {
        tti_archive_bind_uuid(t->archive, t->put, GAME_UUID, &header->game_uuid);
    }
    if (TT_TH_HAS(header, prev_game_uuid)) {
        tti_archive_bind_uuid(t->archive, t->put, PREV_GAME_UUID, &header->prev_game_uuid);
    }
    if (TT_TH_HAS(header, cut_of)) {
        tti_archive_bind_uuid(t->archive, t->put, CUT_OF, &header->cut_of);
    }
    bind_numbers(t->put, header);
    if (TT_TH_HAS(header, map_crc)) {
        bind_crc(t, (uint32_t)header->map_crc);
    }
    if (TT_TH_HAS(header, map_sha256)) {
        bind_sha256(t, &header->map_sha256);
    }
    if (TT_TH_HAS(header, server_name)) {
        bind_header_text(t, SERVER_NAME, SERVER_NAME_RAW, header->server_name);
    }
    if (TT_TH_HAS(header, server_version)) {
        bind_header_text(t, SERVER_VERSION, 0, header->server_version);
    }
    if (TT_TH_HAS(header, game_type)) {
        bind_header_text(t, GAME_TYPE, 0, header->game_type);
    }
    if (TT_TH_HAS(header, map_name)) {
        bind_header_text(t, MAP_NAME, MAP_NAME_RAW, header->map_name);
    }
}

static void bind_demo_header(const struct texts *t, const tt_demo_header *header)
{
    int64_t start;
    bind_crc(t, header->map_crc);
    if (header->has_sha256) {
        bind_sha256(t, &header->map_sha256);
    }
    sqlite3_bind_int64(t->put, VERSION, header->version);
    sqlite3_bind_int64(t->put, MAP_SIZE, header->map_size);
    tti_archive_bind_text(t->archive, t->put, MAP_NAME, tt_bytes_of(header->map_name));
    tti_archive_bind_raw(t->put, MAP_NAME_RAW, tt_bytes_of(header->map_name));
    if (tt_demo_start_time(header, &start)) {
        sqlite3_bind_int64(t->put, START_TIME, start);
    }
}

static void bind_rows(sqlite3_stmt *put, const struct archive_rows *rows)
{
    sqlite3_bind_int64(put, SIZE, (int64_t)rows->place.size);
    sqlite3_bind_int64(put, MTIME, rows->place.mtime_ns);
    sqlite3_bind_int64(put, FINGERPRINT, (int64_t)rows->fingerprint);
    sqlite3_bind_text(put, CODEC, rows->codec, -1, SQLITE_STATIC);
    sqlite3_bind_int64(put, BYTES, (int64_t)rows->bytes);
    sqlite3_bind_int64(put, VERSION, 0);
    sqlite3_bind_text(put, FORMAT, tti_format_name(rows->format), -1, SQLITE_STATIC);
    sqlite3_bind_int64(put, FIRST_TICK, rows->first_tick);
    sqlite3_bind_int64(put, LAST_TICK, rows->last_tick);
    sqlite3_bind_int64(put, TICKS, rows->length);
    sqlite3_bind_int64(put, COMPLETE, rows->finished && rows->errors == 0);
    sqlite3_bind_int64(put, ERRORS, (int64_t)rows->errors);
    if (rows->errors != 0) {
        sqlite3_bind_text(put, DAMAGE, rows->damage, -1, SQLITE_STATIC);
    }
    sqlite3_bind_int64(put, FACTS_LEFT_OUT, (int64_t)rows->facts_left_out);
}

/* Binds texts of a demo's header without a copy: `demo` must remain valid until the statement was
 * run. */
static void bind_header(struct texts *t, const struct archive_rows *rows, tt_demo_header *demo)
{
    tt_bytes bytes = {rows->header, rows->header_size};
    tt_th_header th = {0};
    if (bytes.data == NULL) {
        return;
    }
    if (rows->format == TT_FORMAT_DEMO) {
        memcpy(demo, bytes.data, sizeof *demo);
        bind_demo_header(t, demo);
    } else {
        tti_th_header_parse(&th, bytes, NULL);
        bind_th_header(t, &th);
    }
}

/* Stores a recording's row. A statement keeps its values from one run to the next, so a column that
 * this header lacks would get the value of the recording before. */
bool tti_archive_store_header(struct archive_store *store, const struct archive_rows *rows,
                              int64_t *id, tt_io_error *error)
{
    sqlite3_stmt *put = store->statement[STORE_PUT_RECORDING];
    struct texts t = {.archive = store->archive, .put = put};
    tt_demo_header demo;
    sqlite3_clear_bindings(put);
    bind_rows(put, rows);
    bind_header(&t, rows, &demo);
    sqlite3_bind_int(put, NAMES_KNOWN, ARCHIVE_NAMES_NEW);
    bool good = tti_archive_do(store->archive, put, error);
    *id = sqlite3_last_insert_rowid(store->archive->db);
    for (size_t i = 0; i < t.count; i++) {
        free(t.free[i]);
    }
    return good;
}

/* The SQL files have these two sets as numbers. */
_Static_assert(ARCHIVE_FACTS_ALONE == 380537856 && ARCHIVE_TEAM_FACTS == 11272192 &&
                   TT_FACT_LEAVE == 4 && TT_FACT_LOGIN == 10 && TT_FACT_TEAM == 12 &&
                   TT_FACT_KILL == 15 && TT_FACT_FINISH == 17 && TT_FACT_TEAM_FINISH == 18 &&
                   TT_FACT_SAVE == 19 && TT_FACT_LOAD == 21 && TT_FACT_PRACTICE == 23,
               "a new fact goes to the end");

/* Recordings from this version_minor on have every change of a name: a name that was requested and
 * not confirmed was not given. */
#define NAMES_RECORDED_SINCE 8

struct facts {
    struct archive_store *store;
    const struct archive_rows *rows;
    int64_t recording;
    bool names_recorded;
};

static bool name_id(const struct facts *m, tt_bytes name, int64_t *id, tt_io_error *error)
{
    sqlite3_stmt *find = m->store->statement[STORE_FIND_NAME];
    sqlite3_stmt *put = m->store->statement[STORE_PUT_NAME];
    tti_archive_bind_text(m->store->archive, find, 1, name);
    tti_archive_bind_raw(find, 2, name);
    int step = sqlite3_step(find);
    *id = step == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    if (step != SQLITE_DONE) {
        return step == SQLITE_ROW || tti_archive_fail(m->store->archive, error);
    }
    char *valid = tti_text_valid(name);
    char *folded = valid == NULL ? NULL : tti_text_fold(valid);
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

/* Stores a name with its trust: 2 when the server confirmed it, 0 when the client asked and a
 * server of this version would have confirmed it, 1 when the recording shows neither. */
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

/* Stores a session. One that is open at the end leaves with the last tick. A hostile index may have
 * more than one JOIN: only the first JOIN and the last LEAVE count. */
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
        return true; /* facts of a player beyond the limits were left out */
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

bool tti_archive_store_facts(struct archive_store *store, const struct archive_rows *rows,
                             int64_t id, tt_io_error *error)
{
    tt_th_header header = {0};
    if (rows->header != NULL && rows->format == TT_FORMAT_TEEHISTORIAN) {
        tti_th_header_parse(&header, (tt_bytes){rows->header, rows->header_size}, NULL);
    }
    const struct facts m = {store, rows, id,
                            TT_TH_HAS(&header, version_minor) &&
                                header.version_minor >= NAMES_RECORDED_SINCE};
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
