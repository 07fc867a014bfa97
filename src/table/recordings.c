/* SPDX-License-Identifier: MIT
 *
 * The table `recordings`: one row, at the end of the reading. If only a part was read, its counts
 * are those of the part, and the column `state` says so.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "demo/demo.h"
#include "reading/inside.h"
#include "recording/format.h"
#include "table/table.h"

#define CELL(name, put) TABLE_CELL(RECORDINGS, name, put)

/* Writes columns of every recording; returns false for those of the header. Errors and warnings are
 * those of the part that was read. */
static bool put_common(tt_io_table *table, struct table_cells *cells)
{
    const tt_io_reading *r = table->r;
    struct table_rows *rows = table->rows;
    tt_format format = tt_io_reading_format(r);
    char clock[TABLE_CLOCK];
    tt_session_counts sessions = tt_recording_sessions(r->rec);
    switch (cells->id) {
        CELL(recording, tti_table_put_uuid(rows, cells, &table->about.recording));
        CELL(file, tti_table_put_text(rows, cells,
                                      tt_bytes_of(r->inside->path != NULL ? r->inside->path : "")));
        CELL(format, tti_table_put_text(rows, cells, tt_bytes_of(tti_format_name(format))));
        CELL(state, tti_table_put_text(rows, cells,
                                       tt_bytes_of(!tt_io_reading_is_good(r) ? "damaged"
                                                   : r->is_unfinished        ? "unfinished"
                                                                             : "good")));
        CELL(errors, tti_table_put_int(rows, cells, (int64_t)r->errors));
        CELL(warnings, tti_table_put_int(rows, cells, (int64_t)r->warnings));
        CELL(first_tick, tti_table_put_known(rows, cells, tt_recording_look(r->rec).first_tick,
                                             tt_recording_look(r->rec).first_tick >= 0));
        CELL(last_tick, tti_table_put_known(rows, cells, tt_recording_look(r->rec).last_tick,
                                            tt_recording_look(r->rec).last_tick >= 0));
        CELL(sessions, tti_table_put_int(rows, cells, (int64_t)sessions.count));
        CELL(most_open, tti_table_put_int(rows, cells, sessions.most_open));
        CELL(game_start_text,
             tti_table_put_text_or_missing(
                 rows, cells, tt_bytes_of(tti_table_game_start(clock, r) ? clock : "")));
        CELL(bytes, tti_table_put_int(rows, cells, (int64_t)r->bytes));
    default:
        return false;
    }
    return true;
}

/* Puts a value of the header. A key that the header lacks has no value. Without memory the whole
 * batch fails. */
static void put_key(tt_io_table *table, struct table_cells *cells, tt_th_key key)
{
    tt_bytes text;
    char *memory;
    bool good = tti_table_header_text(table->r, key, &text, &memory);
    table->rows->no_memory = table->rows->no_memory || !good;
    if (memory != NULL) {
        tti_table_put_text(table->rows, cells, text);
    } else {
        tti_table_put_missing(table->rows, cells);
    }
    free(memory);
}

/* Puts a number of the header. One that does not fit into the column is left out: cut, it would be
 * another number. */
static void put_number(tt_io_table *table, struct table_cells *cells, unsigned has, int64_t value)
{
    bool fits = cells->width == 8 || (value >= INT32_MIN && value <= INT32_MAX);
    tti_table_put_known(table->rows, cells, value, has && fits);
}

static void put_th(tt_io_table *table, struct table_cells *cells)
{
    const tt_th_header *h = &table->r->th_header;
    switch (cells->id) {
        CELL(version, put_number(table, cells, 1, h->version));
        CELL(version_minor,
             put_number(table, cells, TT_TH_HAS(h, version_minor), h->version_minor));
        CELL(started, put_number(table, cells, table->about.has_start, table->about.start_us));
        CELL(start_text, put_key(table, cells, TT_TH_KEY_start_time));
        CELL(server_name, put_key(table, cells, TT_TH_KEY_server_name));
        CELL(server_version, put_key(table, cells, TT_TH_KEY_server_version));
        CELL(server_port, put_number(table, cells, TT_TH_HAS(h, server_port), h->server_port));
        CELL(game_type, put_key(table, cells, TT_TH_KEY_game_type));
        CELL(map_name, put_key(table, cells, TT_TH_KEY_map_name));
        CELL(map_size, put_number(table, cells, TT_TH_HAS(h, map_size), h->map_size));
        CELL(map_crc, put_key(table, cells, TT_TH_KEY_map_crc));
        CELL(map_sha256, put_key(table, cells, TT_TH_KEY_map_sha256));
        CELL(prev_recording,
             tti_table_put_uuid(table->rows, cells,
                                TT_TH_HAS(h, prev_game_uuid) ? &h->prev_game_uuid : NULL));
    default: /* cut_of, the last of these columns */
        tti_table_put_uuid(table->rows, cells, TT_TH_HAS(h, cut_of) ? &h->cut_of : NULL);
        break;
    }
}

/* Puts a column of a demo, which has no server name and port, no ids of other recordings, and no
 * time with its zone. */
static void put_demo(tt_io_table *table, struct table_cells *cells)
{
    const tt_demo_header *h = tt_recording_demo_header(table->r->rec);
    struct table_rows *rows = table->rows;
    tt_uuid cut, original;
    uint8_t crc[4];
    switch (h == NULL ? TABLE_COLUMN_IDS : cells->id) {
        CELL(version, tti_table_put_int(rows, cells, h->version));
        CELL(start_text, tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->start_time)));
        CELL(server_version,
             tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->net_version)));
        CELL(game_type, tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->type)));
        CELL(map_name, tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->map_name)));
        CELL(map_size, put_number(table, cells, h->map_size != 0, h->map_size));
    case TABLE_RECORDINGS_map_crc:
        tti_store_be32(crc, h->map_crc); /* big-endian, like the CRC in the game and in map files */
        tti_table_put_hex(table, cells, (tt_bytes){crc, sizeof crc});
        break;
        CELL(map_sha256,
             tti_table_put_hex(
                 table, cells,
                 (tt_bytes){h->map_sha256.bytes, h->has_sha256 ? sizeof h->map_sha256.bytes : 0}));
        CELL(cut_of, tti_table_put_uuid(
                         rows, cells, tti_demo_header_cut(h, &cut, &original) ? &original : NULL));
    default:
        tti_table_put_missing(rows, cells);
        break;
    }
}

/* Puts the row at the end of the reading, which then has all counts. Without a header there is no
 * row. */
static bool fill(tt_io_table *table)
{
    while (tt_io_reading_next(table->r)) {
    }
    if (!table->about.is_known) {
        return false;
    }
    bool is_demo = tt_io_reading_format(table->r) == TT_FORMAT_DEMO;
    for (size_t i = 0; i < table->rows->columns; i++) {
        struct table_cells *cells = &table->rows->cells[i];
        if (put_common(table, cells)) {
            continue;
        }
        if (is_demo) {
            put_demo(table, cells);
        } else {
            put_th(table, cells);
        }
    }
    table->rows->count++;
    return false;
}

const struct table_maker tti_table_recordings = {0, fill};
