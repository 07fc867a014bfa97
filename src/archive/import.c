/* SPDX-License-Identifier: MIT
 *
 * Reads a list of games, which DDNet publishes with its archives of recordings:
 *
 *     game_uuid,timestamp,map_name,map_crc,map_size
 *     fac4ac54-4f32-45ff-931a-fea098399ab9,2026-11-21T08:04:43+0000,Tutorial,bb0d6ade,42311
 *
 * The file is CSV with this line first. A field may be in quotation marks, and two of them inside
 * mean one. The time may have a colon in the zone, and a fraction, which is ignored; without a zone
 * it is UTC.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/database.h"
#include "archive/inside.h"
#include "base/json_int.h"
#include "host/error.h"
#include "teehistorian/header.h"
#include "teetape/io/input.h"
#include "teetape/json.h"
#include "teetape/teehistorian_header.h"
#include "wire/uuid.h"

#define HEAD "game_uuid,timestamp,map_name,map_crc,map_size"
#define FIELDS 5
#define LINE_MOST ((size_t)64 << 10)
#define TOLD 10

struct import {
    tt_io_archive *archive;
    const char *path;
    sqlite3_stmt *put; /* stores a game; the parameters have the order of the columns */
    size_t number;
    size_t lines, bad;
    bool is_list;
    char *line;
    size_t size;
    bool too_long; /* the line is longer than LINE_MOST, and the rest was dropped */
};

/* Splits a line in place. `to` is never after `at`, because quotation marks are left out. */
static bool split(char *line, char *fields[FIELDS])
{
    char *at = line;
    for (int i = 0; i < FIELDS; i++) {
        char *to = at;
        bool quoted = *at == '"';
        fields[i] = at;
        at += quoted;
        while (*at != '\0' && (quoted || *at != ',')) {
            if (quoted && at[0] == '"' && at[1] != '"') {
                quoted = false;
                at++;
                continue;
            }
            at += quoted && at[0] == '"';
            *to++ = *at++;
        }
        bool is_last = *at == '\0';
        at += !is_last;
        *to = '\0';
        if (quoted || is_last != (i == FIELDS - 1)) {
            return false;
        }
    }
    return true;
}

static bool read_time(tt_th_time *time, const char *text)
{
    char form[32];
    size_t size = strlen(text);
    if (size < 19 || size > 40) {
        return false;
    }
    const char *zone = text + 19;
    if (*zone == '.') {
        zone += 1 + strspn(zone + 1, "0123456789");
    }
    while (*zone == ' ') {
        zone++;
    }
    memcpy(form, text, 19);
    form[10] = form[10] == ' ' ? 'T' : form[10];
    if (*zone == '\0' || strcmp(zone, "Z") == 0 || strcmp(zone, "UTC") == 0) {
        memcpy(form + 19, "+0000", 6);
    } else if (strlen(zone) == 5) {
        memcpy(form + 19, zone, 6);
    } else if (strlen(zone) == 6 && zone[3] == ':') {
        memcpy(form + 19, zone, 3);
        memcpy(form + 22, zone + 4, 3);
    } else {
        return false;
    }
    return tti_th_time_parse(time, tt_bytes_of(form)) == TT_OK;
}

/* Takes the values of a line, which replace all of the line before. Returns the reason why a line
 * is wrong, or NULL. */
static const char *take_fields(struct import *m, char *line)
{
    char *fields[FIELDS];
    tt_uuid uuid;
    tt_th_time time;
    int64_t size = 0;
    if (!split(line, fields)) {
        return "it does not have five fields";
    }
    if (tti_uuid_parse(&uuid, tt_bytes_of(fields[0])) != TT_OK) {
        return "its first field is not a UUID";
    }
    if (!read_time(&time, fields[1])) {
        return "its second field is not a date and time";
    }
    if (fields[4][0] != '\0' &&
        (tti_json_int(&size, tt_bytes_of(fields[4])) != TT_OK || size < 0)) {
        return "its fifth field, the size of the map, is not a number";
    }
    sqlite3_clear_bindings(m->put);
    tti_archive_bind_uuid(m->archive, m->put, 1, &uuid);
    sqlite3_bind_int64(m->put, 2, time.unix_time);
    sqlite3_bind_int(m->put, 3, time.zone);
    tti_archive_bind_text(m->archive, m->put, 4, tt_bytes_of(fields[2]));
    tti_archive_bind_raw(m->put, 5, tt_bytes_of(fields[2]));
    if (fields[3][0] != '\0') {
        tti_archive_bind_text(m->archive, m->put, 6, tt_bytes_of(fields[3]));
    }
    if (fields[4][0] != '\0') {
        sqlite3_bind_int64(m->put, 7, size);
    }
    return NULL;
}

/* Takes a line. A wrong line is skipped. A wrong first line means that the file is no list of
 * games. */
static bool take_line(struct import *m, tt_io_error *error)
{
    char *line = m->line;
    m->number++;
    line[m->size] = '\0';
    if (m->size > 0 && line[m->size - 1] == '\r') {
        line[m->size - 1] = '\0';
    }
    if (m->number == 1) {
        m->is_list = strcmp(line, HEAD) == 0;
        if (!m->is_list) {
            tti_error_say(error, TT_ERR_SYNTAX, "not a list of games: the first line must be %s",
                          HEAD);
            tti_error_of(error, m->path);
        }
        return m->is_list;
    }
    if (line[0] == '\0' && !m->too_long) {
        return true;
    }
    const char *problem = m->too_long ? "too long" : take_fields(m, line);
    if (problem != NULL) {
        if (m->bad++ < TOLD) {
            tti_archive_notice(m->archive, TT_IO_ARCHIVE_BAD_LINE, m->path,
                               "line %zu: %s; left out", m->number, problem);
        }
        return true;
    }
    m->lines++;
    return tti_archive_do(m->archive, m->put, error);
}

static bool take_piece(struct import *m, tt_bytes piece, tt_io_error *error)
{
    for (size_t i = 0; i < piece.size; i++) {
        if (piece.data[i] == '\n') {
            if (!take_line(m, error)) {
                return false;
            }
            m->size = 0;
            m->too_long = false;
        } else if (m->size < LINE_MOST) {
            m->line[m->size++] = (char)piece.data[i];
        } else {
            m->too_long = true;
        }
    }
    return true;
}

static bool read_list(struct import *m, tt_io_input *in, tt_io_error *error)
{
    tt_bytes piece;
    for (;;) {
        switch (tt_io_input_next(in, &piece)) {
        case TT_IO_INPUT_PIECE:
            if (!take_piece(m, piece, error)) {
                return false;
            }
            break;
        case TT_IO_INPUT_END:
            return (m->size == 0 && m->number > 0) || take_line(m, error);
        case TT_IO_INPUT_IDLE:
        case TT_IO_INPUT_STOPPED:
            tti_error_say(error, TT_ERR_STOPPED, "stopped");
            return tti_error_of(error, m->path);
        case TT_IO_INPUT_FAILED:
            *error = *tt_io_input_error(in);
            return false;
        }
    }
}

bool tti_archive_import(tt_io_archive *archive, const char *path, const tt_io_stop *stop,
                        size_t *lines, size_t *bad, tt_io_error *error)
{
    tt_io_input_options options = {.stop = stop != NULL ? stop : archive->stop};
    struct import m = {.archive = archive, .path = path};
    tt_io_input *in = tt_io_input_open(path, &options, error);
    m.line = malloc(LINE_MOST + 1);
    if (in != NULL && m.line == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be read");
    } else if (in != NULL) {
        m.put =
            tti_archive_prepare(archive,
                                "INSERT OR REPLACE INTO game(game_uuid, start_time, zone, map_name,"
                                " map_name_raw, map_crc, map_size) VALUES (?, ?, ?, ?, ?, ?, ?)",
                                error);
    }
    bool good = m.put != NULL && tti_archive_begin(archive, error) && read_list(&m, in, error) &&
                tti_archive_commit(archive, error);
    tti_archive_rollback(archive);
    sqlite3_finalize(m.put);
    free(m.line);
    tt_io_input_close(in);
    *lines = good ? m.lines : 0;
    *bad = m.bad;
    return good || tti_error_of(error, archive->path);
}
