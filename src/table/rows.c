/* SPDX-License-Identifier: MIT
 *
 * Memory of a batch. Texts grow, and a batch ends before they are large.
 */
#include "table/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8_put.h"

/* Returns the bytes of a value: as many as in Arrow, except for booleans, which have a byte. */
size_t tti_table_width(tt_io_column_type type)
{
    static const uint8_t widths[TT_COLUMN_TYPES] = {
        [TT_COLUMN_BOOL] = 1,  [TT_COLUMN_INT8] = 1,  [TT_COLUMN_INT16] = 2,
        [TT_COLUMN_INT32] = 4, [TT_COLUMN_INT64] = 8, [TT_COLUMN_FLOAT] = 4,
        [TT_COLUMN_TIME] = 8,  [TT_COLUMN_UUID] = 16, [TT_COLUMN_TEXT] = 0,
    };
    return widths[type];
}

/* Allocates one column, with a byte more than needed so that the size is not 0. On failure
 * tti_table_rows_free frees `cells`. */
static bool open_cells(struct table_cells *cells, const tt_io_column *column, size_t room)
{
    cells->column = column;
    cells->id = table_id(column);
    cells->width = tti_table_width(column->type);
    if (cells->width == 0) {
        cells->text_room = 4096;
        cells->ends = malloc((room + 1) * sizeof *cells->ends); /* rows set their own */
        cells->values = malloc(cells->text_room);
    } else {
        cells->values = malloc(room * cells->width);
    }
    if (column->is_nullable) {
        cells->has_size = room / 8 + 1;
        cells->has = malloc(cells->has_size);
    }
    if (cells->ends != NULL) {
        cells->ends[0] = 0;
    }
    return cells->values != NULL && (cells->width != 0 || cells->ends != NULL) &&
           (!column->is_nullable || cells->has != NULL);
}

/* Makes empty rows. A batch has at least TT_CIDS rows, because `ticks` puts all tees of a tick into
 * an empty batch. A small file gets a small batch: its memory would cost more than reading it. */
struct table_rows *tti_table_rows_new(const tt_io_table_plan *plan, uint64_t bytes)
{
    struct table_rows *rows = calloc(1, sizeof *rows);
    uint32_t most = plan->options.rows;
    uint64_t few = bytes > 0 ? bytes / 4 + TT_CIDS : TT_IO_TABLE_ROWS;
    uint32_t room = few < TT_IO_TABLE_ROWS ? (uint32_t)few : TT_IO_TABLE_ROWS;
    room = most != 0 && most < room ? most : room;
    bool good = rows != NULL;
    if (rows != NULL) {
        rows->room = room < TT_CIDS ? TT_CIDS : room;
        rows->columns = plan->count;
    }
    for (size_t i = 0; good && i < plan->count; i++) {
        good = open_cells(&rows->cells[i], plan->column[i], rows->room);
    }
    if (!good) {
        tti_table_rows_free(rows);
        return NULL;
    }
    return rows;
}

void tti_table_rows_free(struct table_rows *rows)
{
    for (size_t i = 0; rows != NULL && i < rows->columns; i++) {
        free(rows->cells[i].values);
        free(rows->cells[i].ends);
        free(rows->cells[i].has);
    }
    free(rows);
}

/* Empties the batch. Values and bits remain, because each row writes its own. */
void tti_table_rows_clear(struct table_rows *rows)
{
    rows->count = 0;
    rows->is_full_of_text = false;
    for (size_t i = 0; i < rows->columns; i++) {
        rows->cells[i].missing = 0;
        rows->cells[i].text_size = 0;
    }
}

/* Gives the columns to a batch. A column without missing rows has no bits, which is faster for
 * formats. */
void tti_table_rows_show(struct table_rows *rows, tt_io_batch *batch)
{
    for (size_t i = 0; i < rows->columns; i++) {
        const struct table_cells *cells = &rows->cells[i];
        rows->view[i] = (tt_io_column_data){
            .column = cells->column,
            .values = cells->values,
            .ends = cells->ends != NULL ? cells->ends + 1 : NULL,
            .has = cells->missing != 0 ? cells->has : NULL,
            .missing = cells->missing,
        };
    }
    *batch = (tt_io_batch){rows->count, rows->columns, rows->view};
}

/* Marks rows as missing. The bits of earlier rows come first: they were left unset while `missing`
 * was 0. */
void tti_table_set_missing(struct table_cells *cells, size_t at, size_t count)
{
    if (cells->missing == 0) {
        memset(cells->has, 0xff, cells->has_size);
    }
    cells->missing += count;
    for (size_t row = at; row < at + count; row++) {
        cells->has[row >> 3] &= (uint8_t) ~(1u << (row & 7));
    }
}

/* Puts no value: 0 or an empty text and a bit, so that the bytes of a file do not depend on earlier
 * batches. */
void tti_table_put_missing(struct table_rows *rows, struct table_cells *cells)
{
    tti_table_set_missing(cells, rows->count, 1);
    if (cells->width == 0) {
        cells->ends[rows->count + 1] = (uint32_t)cells->text_size;
    } else {
        memset(cells->values + rows->count * cells->width, 0, cells->width);
    }
}

void tti_table_put_int(struct table_rows *rows, struct table_cells *cells, int64_t value)
{
    uint8_t *at = cells->values + rows->count * cells->width;
    int32_t word = (int32_t)value;
    int16_t half = (int16_t)value;
    float real = (float)value;
    switch (cells->column->type) {
    case TT_COLUMN_BOOL:
        *at = value != 0;
        break;
    case TT_COLUMN_INT8:
        *at = (uint8_t)value;
        break;
    case TT_COLUMN_INT16:
        memcpy(at, &half, sizeof half);
        break;
    case TT_COLUMN_INT32:
        memcpy(at, &word, sizeof word);
        break;
    case TT_COLUMN_FLOAT:
        memcpy(at, &real, sizeof real);
        break;
    default:
        memcpy(at, &value, sizeof value);
        break;
    }
}

void tti_table_put_uuid(struct table_rows *rows, struct table_cells *cells, const tt_uuid *value)
{
    if (value == NULL) {
        tti_table_put_missing(rows, cells);
    } else {
        memcpy(cells->values + rows->count * sizeof *value, value, sizeof *value);
    }
}

void tti_table_put_known(struct table_rows *rows, struct table_cells *cells, int64_t value,
                         bool is_known)
{
    if (is_known) {
        tti_table_put_int(rows, cells, value);
    } else {
        tti_table_put_missing(rows, cells);
    }
}

void tti_table_put_session(struct table_rows *rows, struct table_cells *cells, uint64_t session)
{
    tti_table_put_known(rows, cells, (int64_t)session, session <= INT32_MAX);
}

/* Makes room for a text. The room doubles, so texts cost time linear in their bytes. The batch ends
 * at TT_IO_TABLE_TEXT, so only the text of the last row can go far beyond that. */
static bool grow(struct table_rows *rows, struct table_cells *cells, size_t more)
{
    size_t room = cells->text_room;
    while (room - cells->text_size < more) {
        room *= 2;
    }
    uint8_t *grown = room == cells->text_room ? cells->values : realloc(cells->values, room);
    if (grown == NULL) {
        rows->no_memory = true;
        return false;
    }
    cells->values = grown;
    cells->text_room = room;
    return true;
}

/* Puts a client id. Ids out of range, in a damaged recording, have no value: the column is an
 * int8. */
void tti_table_put_cid(struct table_rows *rows, struct table_cells *cells, int32_t cid)
{
    tti_table_put_known(rows, cells, cid, cid >= 0 && cid < TT_CIDS);
}

/* Appends to the text of a row. Three times the bytes are enough room: an invalid byte becomes the
 * three of U+FFFD. */
void tti_table_add_text(struct table_rows *rows, struct table_cells *cells, tt_bytes text)
{
    bool is_valid = tt_utf8_valid(text);
    if (text.size != 0 && grow(rows, cells, is_valid ? text.size : 3 * text.size)) {
        uint8_t *dst = cells->values + cells->text_size;
        if (is_valid) {
            memcpy(dst, text.data, text.size);
        }
        cells->text_size += is_valid ? text.size : tti_utf8_put_valid(dst, text);
    }
}

void tti_table_end_text(struct table_rows *rows, struct table_cells *cells)
{
    cells->ends[rows->count + 1] = (uint32_t)cells->text_size;
    rows->is_full_of_text = rows->is_full_of_text || cells->text_size >= TT_IO_TABLE_TEXT;
}

void tti_table_put_text(struct table_rows *rows, struct table_cells *cells, tt_bytes text)
{
    tti_table_add_text(rows, cells, text);
    tti_table_end_text(rows, cells);
}

void tti_table_put_text_or_missing(struct table_rows *rows, struct table_cells *cells,
                                   tt_bytes text)
{
    if (text.size == 0) {
        tti_table_put_missing(rows, cells);
    } else {
        tti_table_put_text(rows, cells, text);
    }
}
