/* SPDX-License-Identifier: MIT
 *
 * The table `recordings`: one row, when all was read. A span or a stop makes counts of a part, and
 * the column `state` says what is known so far.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "demo/demo.h"
#include "reading/inside.h"
#include "table/table.h"

/* Columns of every recording; false for those of the header. Errors and warnings are those of the
 * part that was read. */
static bool put_common(tt_io_table *table, struct table_cells *cells)
{
    const tt_io_reading *r = table->r;
    struct table_rows *rows = table->rows;
    tt_format format = tt_io_reading_format(r);
    char clock[TABLE_CLOCK];
    switch (cells->id) {
    case TABLE_RECORDINGS_recording:
        tti_table_put_uuid(rows, cells, &table->about.recording);
        break;
    case TABLE_RECORDINGS_file:
        tti_table_put_text(rows, cells,
                           tt_bytes_of(r->inside->path != NULL ? r->inside->path : ""));
        break;
    case TABLE_RECORDINGS_format:
        tti_table_put_text(rows, cells, tt_bytes_of(tt_format_name(format)));
        break;
    case TABLE_RECORDINGS_state:
        tti_table_put_text(rows, cells,
                           tt_bytes_of(!tt_io_reading_is_good(r) ? "damaged"
                                       : r->is_unfinished        ? "unfinished"
                                                                 : "good"));
        break;
    case TABLE_RECORDINGS_errors:
        tti_table_put_int(rows, cells, (int64_t)r->errors);
        break;
    case TABLE_RECORDINGS_warnings:
        tti_table_put_int(rows, cells, (int64_t)r->warnings);
        break;
    case TABLE_RECORDINGS_first_tick:
        tti_table_put_known(rows, cells, tt_recording_first_tick(r->rec),
                            tt_recording_first_tick(r->rec) >= 0);
        break;
    case TABLE_RECORDINGS_last_tick:
        tti_table_put_known(rows, cells, tt_recording_last_tick(r->rec),
                            tt_recording_last_tick(r->rec) >= 0);
        break;
    case TABLE_RECORDINGS_sessions:
        tti_table_put_int(rows, cells, (int64_t)tt_recording_sessions(r->rec));
        break;
    case TABLE_RECORDINGS_most_open:
        tti_table_put_int(rows, cells, tt_recording_most_open(r->rec));
        break;
    case TABLE_RECORDINGS_game_start_text:
        tti_table_put_text_or_missing(rows, cells,
                                      tt_bytes_of(tti_table_game_start(clock, r) ? clock : ""));
        break;
    case TABLE_RECORDINGS_bytes:
        tti_table_put_int(rows, cells, (int64_t)r->bytes);
        break;
    default:
        return false;
    }
    return true;
}

/* A key that the header does not have has no value. Without memory the whole batch fails. */
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

/* A number that the column is too narrow for is left out: cut it would be another number. */
static void put_number(tt_io_table *table, struct table_cells *cells, unsigned has, int64_t value)
{
    bool fits = cells->width == 8 || (value >= INT32_MIN && value <= INT32_MAX);
    tti_table_put_known(table->rows, cells, value, has && fits);
}

static void put_th(tt_io_table *table, struct table_cells *cells)
{
    const tt_th_header *h = &table->r->th_header;
    switch (cells->id) {
    case TABLE_RECORDINGS_version:
        put_number(table, cells, 1, h->version);
        break;
    case TABLE_RECORDINGS_version_minor:
        put_number(table, cells, TT_TH_HAS(h, version_minor), h->version_minor);
        break;
    case TABLE_RECORDINGS_started:
        put_number(table, cells, table->about.has_start, table->about.start_us);
        break;
    case TABLE_RECORDINGS_start_text:
        put_key(table, cells, TT_TH_KEY_start_time);
        break;
    case TABLE_RECORDINGS_server_name:
        put_key(table, cells, TT_TH_KEY_server_name);
        break;
    case TABLE_RECORDINGS_server_version:
        put_key(table, cells, TT_TH_KEY_server_version);
        break;
    case TABLE_RECORDINGS_server_port:
        put_number(table, cells, TT_TH_HAS(h, server_port), h->server_port);
        break;
    case TABLE_RECORDINGS_game_type:
        put_key(table, cells, TT_TH_KEY_game_type);
        break;
    case TABLE_RECORDINGS_map_name:
        put_key(table, cells, TT_TH_KEY_map_name);
        break;
    case TABLE_RECORDINGS_map_size:
        put_number(table, cells, TT_TH_HAS(h, map_size), h->map_size);
        break;
    case TABLE_RECORDINGS_map_crc:
        put_key(table, cells, TT_TH_KEY_map_crc);
        break;
    case TABLE_RECORDINGS_map_sha256:
        put_key(table, cells, TT_TH_KEY_map_sha256);
        break;
    case TABLE_RECORDINGS_prev_recording:
        tti_table_put_uuid(table->rows, cells,
                           TT_TH_HAS(h, prev_game_uuid) ? &h->prev_game_uuid : NULL);
        break;
    default: /* cut_of */
        tti_table_put_uuid(table->rows, cells, TT_TH_HAS(h, cut_of) ? &h->cut_of : NULL);
        break;
    }
}

/* A demo has no server name and port, no ids of other recordings, and no time with its zone. */
static void put_demo(tt_io_table *table, struct table_cells *cells)
{
    const tt_demo_header *h = tt_recording_demo_header(table->r->rec);
    struct table_rows *rows = table->rows;
    tt_uuid cut, original;
    uint8_t crc[4];
    switch (h == NULL ? TABLE_COLUMN_IDS : cells->id) {
    case TABLE_RECORDINGS_version:
        tti_table_put_int(rows, cells, h->version);
        break;
    case TABLE_RECORDINGS_start_text:
        tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->start_time));
        break;
    case TABLE_RECORDINGS_server_version:
        tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->net_version));
        break;
    case TABLE_RECORDINGS_game_type:
        tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->type));
        break;
    case TABLE_RECORDINGS_map_name:
        tti_table_put_text_or_missing(rows, cells, tt_bytes_of(h->map_name));
        break;
    case TABLE_RECORDINGS_map_size:
        put_number(table, cells, h->map_size != 0, h->map_size);
        break;
    case TABLE_RECORDINGS_map_crc:
        tti_store_be32(crc, h->map_crc); /* big-endian, as the game and map files have the CRC */
        tti_table_put_hex(table, cells, (tt_bytes){crc, sizeof crc});
        break;
    case TABLE_RECORDINGS_map_sha256:
        tti_table_put_hex(
            table, cells,
            (tt_bytes){h->map_sha256.bytes, h->has_sha256 ? sizeof h->map_sha256.bytes : 0});
        break;
    case TABLE_RECORDINGS_cut_of:
        tti_table_put_uuid(rows, cells, tti_demo_header_cut(h, &cut, &original) ? &original : NULL);
        break;
    default:
        tti_table_put_missing(rows, cells);
        break;
    }
}

/* Facts are passed over: the reading knows all at the end. Without a header there is no row. */
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
