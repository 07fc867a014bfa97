/* SPDX-License-Identifier: MIT
 *
 * Writes a recording's row: what its header says, and how it was read.
 */
#include "host/posix.h"

#include <stdio.h>
#include <stdlib.h>

#include "archive/names.h"
#include "archive/store.h"
#include "teetape/teehistorian_header.h"

/* The columns of STORE_PUT_RECORDING. */
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
    NAMES_KNOWN
};

/* The texts of a header, without their escapes; each is kept until the statement was run. */
struct texts {
    struct archive *archive;
    sqlite3_stmt *put;
    char *free[5];
    size_t count;
};

static void bind_header_text(struct texts *t, int column, int raw, tt_bytes escaped)
{
    char *text = malloc(escaped.size + 1);
    if (text == NULL) {
        t->archive->lost_value = true;
        return;
    }
    t->free[t->count++] = text;
    tt_bytes bytes = {(const uint8_t *)text, tt_json_unescape(text, escaped.size, escaped)};
    archive_bind_text(t->archive, t->put, column, bytes);
    if (raw != 0) {
        archive_bind_raw(t->put, raw, bytes);
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

static void bind_hashes(const struct texts *t, const tt_th_header *header)
{
    char hex[2 * sizeof header->map_sha256.bytes + 1];
    if (TT_TH_HAS(header, map_crc)) {
        snprintf(hex, sizeof hex, "%08x", (unsigned)header->map_crc);
        archive_bind_copy(t->archive, t->put, MAP_CRC, hex);
    }
    if (TT_TH_HAS(header, map_sha256)) {
        for (size_t i = 0; i < sizeof header->map_sha256.bytes; i++) {
            snprintf(hex + 2 * i, 3, "%02x", header->map_sha256.bytes[i]);
        }
        archive_bind_copy(t->archive, t->put, MAP_SHA256, hex);
    }
}

/* Only cuts have the key, so it is in no row of the header. */
static void bind_cut_of(const struct texts *t, const tt_th_header *header)
{
    tt_th_iter iter = tt_th_iter_of(header, TT_TH_OTHERS);
    tt_th_member member;
    tt_uuid uuid;
    while (tt_th_iter_next(&iter, &member)) {
        if (tt_json_equal(member.key, "cut_of") && tt_uuid_parse(&uuid, member.value) == TT_OK) {
            archive_bind_uuid(t->archive, t->put, CUT_OF, &uuid);
        }
    }
}

static void bind_header(struct texts *t, const tt_th_header *header)
{
    if (TT_TH_HAS(header, game_uuid)) {
        archive_bind_uuid(t->archive, t->put, GAME_UUID, &header->game_uuid);
    }
    if (TT_TH_HAS(header, prev_game_uuid)) {
        archive_bind_uuid(t->archive, t->put, PREV_GAME_UUID, &header->prev_game_uuid);
    }
    bind_cut_of(t, header);
    bind_numbers(t->put, header);
    bind_hashes(t, header);
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

static void bind_rows(sqlite3_stmt *put, const struct archive_rows *rows)
{
    sqlite3_bind_int64(put, SIZE, (int64_t)rows->place.size);
    sqlite3_bind_int64(put, MTIME, rows->place.mtime_ns);
    sqlite3_bind_int64(put, FINGERPRINT, (int64_t)rows->fingerprint);
    sqlite3_bind_text(put, CODEC, rows->codec, -1, SQLITE_STATIC);
    sqlite3_bind_int64(put, BYTES, (int64_t)rows->bytes);
    sqlite3_bind_int64(put, VERSION, 0);
    sqlite3_bind_int64(put, LAST_TICK, rows->last_tick);
    sqlite3_bind_int64(put, COMPLETE, rows->finished && rows->errors == 0);
    sqlite3_bind_int64(put, ERRORS, (int64_t)rows->errors);
    if (rows->errors != 0) {
        sqlite3_bind_text(put, DAMAGE, rows->damage, -1, SQLITE_STATIC);
    }
    sqlite3_bind_int64(put, FACTS_LEFT_OUT, (int64_t)rows->facts_left_out);
}

bool archive_store_header(struct archive_store *store, const struct archive_rows *rows, int64_t *id,
                          struct host_error *error)
{
    sqlite3_stmt *put = store->statement[STORE_PUT_RECORDING];
    struct texts t = {.archive = store->archive, .put = put};
    tt_th_header header = {0};
    sqlite3_clear_bindings(put);
    bind_rows(put, rows);
    if (rows->header != NULL) {
        tt_th_header_parse(&header, (tt_bytes){rows->header, rows->header_size}, NULL);
        bind_header(&t, &header);
    }
    sqlite3_bind_int(put, NAMES_KNOWN, ARCHIVE_NAMES_NEW);
    bool good = archive_do(store->archive, put, error);
    *id = sqlite3_last_insert_rowid(store->archive->db);
    for (size_t i = 0; i < t.count; i++) {
        free(t.free[i]);
    }
    return good;
}
