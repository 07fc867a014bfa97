/* SPDX-License-Identifier: MIT
 *
 * ClickHouse's Native: blocks one after the other, nothing before, between or after them. A block
 * is a batch:
 *
 *     varuint columns, varuint rows
 *     for each column: name and type (varuint size, bytes), then
 *         of Nullable a byte a row, 1 for no value; then a value for each row, also for these
 *
 * Numbers are little-endian. A text has its size before it, as a varuint. Each half of a UUID has
 * its last byte first.
 *
 * For a server a block of no columns and no rows ends the stream. None is written: a batch has
 * both.
 */
#include "table/native.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/buffer.h"
#include "table/rows.h"
#include "teetape/uuid.h"

/* Names are those of ClickHouse 18.16, which has no Bool and no DateTime64. A server compares them
 * as text with the types of its table, and converts nothing. */
void tti_native_type(char dst[NATIVE_TYPE], const tt_io_column *column)
{
    static const char *const names[TT_COLUMN_TYPES] = {
        [TT_COLUMN_BOOL] = "UInt8",  [TT_COLUMN_INT8] = "Int8",   [TT_COLUMN_INT16] = "Int16",
        [TT_COLUMN_INT32] = "Int32", [TT_COLUMN_INT64] = "Int64", [TT_COLUMN_FLOAT] = "Float32",
        [TT_COLUMN_TIME] = "Int64",  [TT_COLUMN_UUID] = "UUID",   [TT_COLUMN_TEXT] = "String"};
    snprintf(dst, NATIVE_TYPE, column->is_nullable ? "Nullable(%s)" : "%s", names[column->type]);
}

/* A name, a type or a value: all have the same form. */
static void put_text(struct table_buffer *b, const void *text, size_t size)
{
    tti_table_buffer_varuint(b, size);
    tti_table_buffer_put(b, text, size);
}

static void put_texts(struct table_buffer *b, const tt_io_column_data *data, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        tt_bytes text = table_text(data, i);
        put_text(b, text.data, text.size);
    }
}

/* Read with the highest byte first and written with the lowest first: each half is turned around.
 */
static void put_uuids(struct table_buffer *b, const uint8_t *uuids, size_t rows)
{
    uint8_t *at = tti_table_buffer_add(b, 16 * rows);
    for (size_t i = 0; at != NULL && i < 2 * rows; i++) {
        tti_store_le64(at + 8 * i, tti_load_be64(uuids + 8 * i));
    }
}

/* Numbers of 1, 2, 4 or 8 bytes. A float is written by its bits, as an integer of 4 bytes. */
static void put_numbers(struct table_buffer *b, const void *values, size_t rows, size_t width)
{
    const uint16_t *halves = values;
    const uint64_t *longs = values;
    uint8_t *at = tti_table_buffer_add(b, width * rows);
    if (at == NULL) {
        return;
    }
    if (width == 1) {
        memcpy(at, values, rows);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        if (width == 2) {
            tti_store_le16(at + 2 * i, halves[i]);
        } else if (width == 4) {
            tti_store_le32(at + 4 * i, table_word(values, i));
        } else {
            tti_store_le64(at + 8 * i, longs[i]);
        }
    }
}

/* The bytes for missing rows are before all values, and a missing row has a value nevertheless:
 * that is the 0 or empty text of the batch. */
static void put_column(struct table_buffer *b, const tt_io_column_data *data, size_t rows)
{
    char type[NATIVE_TYPE];
    tti_native_type(type, data->column);
    put_text(b, data->column->name, strlen(data->column->name));
    put_text(b, type, strlen(type));
    uint8_t *missing = data->column->is_nullable ? tti_table_buffer_add(b, rows) : NULL;
    for (size_t i = 0; missing != NULL && i < rows; i++) {
        missing[i] = !table_has(data, i);
    }
    size_t width = tti_table_width(data->column->type);
    if (width == 0) {
        put_texts(b, data, rows);
    } else if (width == 16) {
        put_uuids(b, data->values, rows);
    } else {
        put_numbers(b, data->values, rows, width);
    }
}

/* The buffer holds one column at a time and is used again, so memory is that of the largest column.
 */
static bool add(struct table_part *part, const tt_io_batch *batch)
{
    struct table_buffer b = {.data = NULL};
    tti_table_buffer_varuint(&b, batch->columns);
    tti_table_buffer_varuint(&b, batch->rows);
    for (size_t i = 0; i < batch->columns && !b.has_failed; i++) {
        put_column(&b, &batch->column[i], batch->rows);
        if (!b.has_failed) {
            tt_io_output_bytes(part->out, (tt_bytes){b.data, b.size});
        }
        b.size = 0;
    }
    bool good = !b.has_failed;
    free(b.data);
    if (!good) {
        tt_io_error_system(&part->error, ENOMEM, "there is not enough memory for a table");
    }
    return good;
}

const struct table_format tti_table_native = {
    .is = {.name = "native", .ending = ".native", .doc = "ClickHouse's Native", .is_of_many = 1},
    .part_add = add,
};
