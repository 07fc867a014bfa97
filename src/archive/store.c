/* SPDX-License-Identifier: MIT
 *
 * Writes the rows of files, and adds or removes their recordings.
 *
 * The rows of a file replace those that its path had before. The row of the file points to its
 * recording, and a recording exists as long as a file points to it. Sessions and facts of a
 * recording never change, because other bytes are another recording.
 */
#include "host/posix.h"

#include "archive/store.h"

#include <string.h>

/* The statements. `path_raw` is compared with ifnull like in the unique index: NULL equals nothing
 * in SQL. */
static const char *const texts[STORE_STATEMENTS] = {
    [STORE_FIND_FILE] =
        "SELECT id, recording FROM file WHERE path = ?1 AND ifnull(path_raw, x'') = ifnull(?2, "
        "x'')",
    [STORE_FIND_RECORDING] =
        "SELECT id FROM recording WHERE size = ?1 AND fingerprint = ?2 AND mtime_ns = ?3",
    /* size and fingerprint are compared too, because another program may have given the id to
     * another recording */
    [STORE_HAS_RECORDING] =
        "SELECT id FROM recording WHERE id = ?1 AND size = ?2 AND fingerprint = ?3",
    [STORE_PUT_FILE] = "INSERT INTO file(id, path, path_raw, size, mtime_ns, device, recording,"
                       " damage) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                       " ON CONFLICT (id) DO UPDATE SET"
                       " size = ?4, mtime_ns = ?5, device = ?6, recording = ?7, damage = ?8",
    [STORE_FILES_OF] = "SELECT id FROM file WHERE recording = ?1 LIMIT 1",
    [STORE_PUT_RECORDING] =
        "INSERT INTO recording(size, mtime_ns, fingerprint, codec, bytes, game_uuid,"
        " prev_game_uuid, cut_of, version, version_minor, start_time, zone, server_name,"
        " server_name_raw, server_version, server_port, game_type, map_name, map_name_raw,"
        " map_crc, map_size, map_sha256, last_tick, complete, errors, damage, facts_left_out,"
        " names_known, format, first_tick, ticks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [STORE_LOSE_NAMES_AFTER] =
        "UPDATE recording SET names_known = 2 WHERE id = (SELECT id FROM recording"
        " WHERE prev_game_uuid = (SELECT game_uuid FROM recording WHERE id = ?1) AND id <> ?1"
        " LIMIT 1)",
    [STORE_PASS_LOSS_ON] =
        "UPDATE recording SET names_known = 2 WHERE id = (SELECT o.id FROM recording AS r"
        " CROSS JOIN recording AS o ON o.prev_game_uuid = r.prev_game_uuid AND o.id <> r.id"
        " WHERE r.id = ?1 AND r.names_known = 2 LIMIT 1)",
    [STORE_PUT_SESSION] = "INSERT INTO session(recording, session, cid, joined_tick, join_recorded,"
                          " left_tick, left) VALUES (?, ?, ?, ?, ?, ?, ?)",
    [STORE_PUT_SESSION_NAME] =
        "INSERT INTO session_name(recording, session, number, tick, name, source,"
        " trust) VALUES (?, ?, ?, ?, ?, ?, ?)",
    [STORE_FIND_NAME] =
        "SELECT id FROM name WHERE name = ?1 AND ifnull(name_raw, x'') = ifnull(?2, x'')",
    [STORE_PUT_NAME] = "INSERT INTO name(name, name_raw, folded) VALUES (?, ?, ?)",
    [STORE_PUT_FACTS] = "INSERT INTO fact(recording, session, number, kind, tick, cid, team, value,"
                        " other, other_session, text, text_raw, uuid)"
                        " SELECT recording, session, number, kind, tick, cid, team, value, other,"
                        " other_session, text, text_raw, uuid FROM teetape_facts(?1)",
    [STORE_DELETE_FACTS] = "DELETE FROM fact WHERE recording = ?1",
    [STORE_DELETE_SESSION_NAMES] = "DELETE FROM session_name WHERE recording = ?1",
    [STORE_DELETE_SESSIONS] = "DELETE FROM session WHERE recording = ?1",
    [STORE_DELETE_RECORDING] = "DELETE FROM recording WHERE id = ?1",
    [STORE_DELETE_FILE] =
        "DELETE FROM file WHERE id = ?1 AND size = ?2 AND mtime_ns = ?3 RETURNING recording",
    [STORE_SET_DEVICE] = "UPDATE file SET device = ?2 WHERE id = ?1",
    [STORE_RETURNED] = "DELETE FROM removed WHERE file = ?1",
};

/* Prepares the statements. The virtual table is registered first: the statement that names it could
 * not be prepared without it. */
bool tti_archive_store_open(struct archive_store *store, tt_io_archive *archive, tt_io_error *error)
{
    memset(store, 0, sizeof *store);
    store->archive = archive;
    tti_archive_fact_table_init(&store->facts);
    if (!tti_archive_fact_table_add(archive, error)) {
        return false;
    }
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        store->statement[i] = tti_archive_prepare(archive, texts[i], error);
        if (store->statement[i] == NULL) {
            tti_archive_store_close(store);
            return false;
        }
    }
    return true;
}

void tti_archive_store_close(struct archive_store *store)
{
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        sqlite3_finalize(store->statement[i]);
        store->statement[i] = NULL;
    }
}

static bool ask(struct archive_store *store, enum archive_store_statement which, int64_t *numbers,
                int count, tt_io_error *error)
{
    sqlite3_stmt *s = store->statement[which];
    int step = sqlite3_step(s);
    for (int i = 0; i < count; i++) {
        numbers[i] = step == SQLITE_ROW ? sqlite3_column_int64(s, i) : 0;
    }
    bool good =
        step == SQLITE_ROW || step == SQLITE_DONE || tti_archive_fail(store->archive, error);
    sqlite3_reset(s);
    return good;
}

static bool ask_of(struct archive_store *store, enum archive_store_statement which, int64_t id,
                   int64_t *number, tt_io_error *error)
{
    sqlite3_bind_int64(store->statement[which], 1, id);
    return ask(store, which, number, 1, error);
}

static bool do_with(struct archive_store *store, enum archive_store_statement which, int64_t id,
                    tt_io_error *error)
{
    sqlite3_bind_int64(store->statement[which], 1, id);
    return tti_archive_do(store->archive, store->statement[which], error);
}

/* Drops a recording that no file has any more. Rows that refer to others are deleted first. The
 * names in the games that follow the recording have to be found anew. Id 0 is no recording. */
static bool drop_recording(struct archive_store *store, int64_t id, tt_io_error *error)
{
    int64_t file;
    if (id == 0) {
        return true;
    }
    if (!ask_of(store, STORE_FILES_OF, id, &file, error)) {
        return false;
    }
    return file != 0 || (do_with(store, STORE_LOSE_NAMES_AFTER, id, error) &&
                         do_with(store, STORE_PASS_LOSS_ON, id, error) &&
                         do_with(store, STORE_DELETE_FACTS, id, error) &&
                         do_with(store, STORE_DELETE_SESSION_NAMES, id, error) &&
                         do_with(store, STORE_DELETE_SESSIONS, id, error) &&
                         do_with(store, STORE_DELETE_RECORDING, id, error));
}

/* Finds or makes the recording of a file; id 0 for a file that is no recording. The fingerprint
 * covers only samples, so files that differ only in the time stamp are two recordings. The scan's
 * list may be old, so known content is looked up by its id. */
static bool find_recording(struct archive_store *store, const struct archive_rows *rows,
                           int64_t *id, tt_io_error *error)
{
    sqlite3_stmt *has = store->statement[STORE_HAS_RECORDING];
    sqlite3_stmt *find = store->statement[STORE_FIND_RECORDING];
    *id = 0;
    switch (rows->content) {
    case ARCHIVE_FOREIGN:
        return true;
    case ARCHIVE_KNOWN:
        sqlite3_bind_int64(has, 2, (int64_t)rows->place.size);
        sqlite3_bind_int64(has, 3, (int64_t)rows->fingerprint);
        return ask_of(store, STORE_HAS_RECORDING, rows->known, id, error);
    case ARCHIVE_RECORDING:
        break;
    }
    sqlite3_bind_int64(find, 1, (int64_t)rows->place.size);
    sqlite3_bind_int64(find, 2, (int64_t)rows->fingerprint);
    sqlite3_bind_int64(find, 3, rows->place.mtime_ns);
    if (!ask(store, STORE_FIND_RECORDING, id, 1, error)) {
        return false;
    }
    return *id != 0 || (tti_archive_store_header(store, rows, id, error) &&
                        tti_archive_store_facts(store, rows, *id, error));
}

static bool put_file(struct archive_store *store, const struct archive_rows *rows,
                     const int64_t ids[2], tt_io_error *error)
{
    const struct archive_place *place = &rows->place;
    sqlite3_stmt *put = store->statement[STORE_PUT_FILE];
    tt_bytes path = tt_bytes_of(place->path);
    sqlite3_clear_bindings(put);
    if (ids[0] != 0) {
        sqlite3_bind_int64(put, 1, ids[0]);
    }
    tti_archive_bind_text(store->archive, put, 2, path);
    tti_archive_bind_raw(put, 3, path);
    sqlite3_bind_int64(put, 4, (int64_t)place->size);
    sqlite3_bind_int64(put, 5, place->mtime_ns);
    sqlite3_bind_int64(put, 6, (int64_t)place->device);
    if (ids[1] != 0) {
        sqlite3_bind_int64(put, 7, ids[1]);
    }
    if (rows->content == ARCHIVE_FOREIGN && rows->damage[0] != '\0') {
        sqlite3_bind_text(put, 8, rows->damage, -1, SQLITE_STATIC);
    }
    return tti_archive_do(store->archive, put, error);
}

/* Stores the rows of a file. The new recording is stored before the old one is dropped, so that one
 * with the same content is not deleted and made again. */
bool tti_archive_store_rows(struct archive_store *store, const struct archive_rows *rows,
                            tt_io_error *error)
{
    sqlite3_stmt *find = store->statement[STORE_FIND_FILE];
    tt_bytes path = tt_bytes_of(rows->place.path);
    int64_t old[2], id;
    tti_archive_bind_text(store->archive, find, 1, path);
    tti_archive_bind_raw(find, 2, path);
    if (!ask(store, STORE_FIND_FILE, old, 2, error) || !find_recording(store, rows, &id, error)) {
        return false;
    }
    if (rows->content == ARCHIVE_KNOWN && id == 0) {
        /* another program forgot the recording in between: the next scan reads the file */
        return true;
    }
    return put_file(store, rows, (const int64_t[]){old[0], id}, error) &&
           (old[1] == id || drop_recording(store, old[1], error));
}

bool tti_archive_store_device(struct archive_store *store, int64_t file, uint64_t device,
                              tt_io_error *error)
{
    sqlite3_bind_int64(store->statement[STORE_SET_DEVICE], 2, (int64_t)device);
    return do_with(store, STORE_SET_DEVICE, file, error);
}

bool tti_archive_store_returned(struct archive_store *store, int64_t file, tt_io_error *error)
{
    return do_with(store, STORE_RETURNED, file, error);
}

bool tti_archive_store_delete(struct archive_store *store, int64_t file,
                              const struct archive_place *place, tt_io_error *error)
{
    int64_t recording;
    sqlite3_bind_int64(store->statement[STORE_DELETE_FILE], 2, (int64_t)place->size);
    sqlite3_bind_int64(store->statement[STORE_DELETE_FILE], 3, place->mtime_ns);
    return ask_of(store, STORE_DELETE_FILE, file, &recording, error) &&
           drop_recording(store, recording, error);
}
