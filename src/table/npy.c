/* SPDX-License-Identifier: MIT
 *
 * numpy's .npy, version 1.0: a structured array, one record a row. A column whose values may be
 * missing has 0 there, and a column has_NAME beside it. UUIDs are 16 raw bytes; numpy has no texts
 * of any length, so columns of text are refused.
 *
 * The header has the count of rows, which is known after the last one. So it has a fixed length and
 * is written twice: with 0 rows at the beginning, and as a patch at the end.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/buffer.h"
#include "table/format.h"

/* All columns fit; numpy refuses headers of 10,000 bytes and more. Six bytes of magic come first,
 * two of the version and two of the length of the rest. */
#define HEADER ((size_t)8192)
#define MAGIC 10

/* numpy's name of each type, and bytes of a value. TEXT has none. */
static const struct {
    const char *type;
    size_t size;
} types[TT_COLUMN_TYPES] = {
    [TT_COLUMN_BOOL] = {"|b1", 1},     [TT_COLUMN_INT8] = {"|i1", 1},
    [TT_COLUMN_INT16] = {"<i2", 2},    [TT_COLUMN_INT32] = {"<i4", 4},
    [TT_COLUMN_INT64] = {"<i8", 8},    [TT_COLUMN_FLOAT] = {"<f4", 4},
    [TT_COLUMN_TIME] = {"<M8[us]", 8}, [TT_COLUMN_UUID] = {"|V16", 16},
};

/* Makes a Python dict, with blanks and a line end after it. False when the columns leave less than
 * 256 bytes, which the end with the count needs. */
static bool make_header(struct table_writing *w, uint64_t rows)
{
    char *header = w->state;
    size_t at = MAGIC;
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)((HEADER - MAGIC) & 0xff);
    header[9] = (char)((HEADER - MAGIC) >> 8);
    at += (size_t)snprintf(header + at, HEADER - at, "{'descr': [");
    for (size_t i = 0; i < w->plan->count && at < HEADER - 256; i++) {
        const tt_io_column *c = w->plan->column[i];
        at += (size_t)snprintf(header + at, HEADER - at, "('%s', '%s'), ", c->name,
                               types[c->type].type);
        if (c->is_nullable) {
            at += (size_t)snprintf(header + at, HEADER - at, "('has_%s', '|b1'), ", c->name);
        }
    }
    if (at >= HEADER - 256) {
        return false;
    }
    at += (size_t)snprintf(header + at, HEADER - at,
                           "], 'fortran_order': False, 'shape': (%" PRIu64 ",), }", rows);
    memset(header + at, ' ', HEADER - at);
    header[HEADER - 1] = '\n';
    return true;
}

/* Refuses all columns of text at once. snprintf counts what it had no room for, so `at` can pass
 * the end of the names: the list is cut. */
static bool has_no_text(const tt_io_table_plan *plan, tt_io_error *error)
{
    char names[sizeof error->text] = "";
    size_t at = 0, texts = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->column[i]->type == TT_COLUMN_TEXT && at < sizeof names) {
            at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", texts++ > 0 ? ", " : "",
                                   plan->column[i]->name);
        }
    }
    if (texts != 0) {
        tt_io_error_say(error, TT_ERR_ARGUMENT,
                        "npy has no text: take another format, or leave out the column%s %s",
                        texts > 1 ? "s" : "", names);
    }
    return texts == 0;
}

static bool open_npy(struct table_writing *w, tt_io_error *error)
{
    if (!has_no_text(w->plan, error)) {
        return false;
    }
    w->state = malloc(HEADER);
    if (w->state == NULL) {
        return tti_table_no_memory(error);
    }
    if (!make_header(w, 0)) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "too many columns for npy");
        return false;
    }
    return true;
}

static bool begin(struct table_writing *w, tt_io_output *out, tt_io_error *error)
{
    (void)error;
    tt_io_output_bytes(out, (tt_bytes){w->state, HEADER});
    return true;
}

/* Little-endian everywhere; a byte and a UUID have no order of bytes. */
static void put_value(uint8_t *at, const void *values, size_t row, size_t size)
{
    const uint8_t *bytes = values;
    const uint16_t *halves = values;
    const uint64_t *longs = values;
    if (size == 2) {
        tti_store_le16(at, halves[row]);
    } else if (size == 4) {
        tti_store_le32(at, table_word(values, row));
    } else if (size == 8) {
        tti_store_le64(at, longs[row]);
    } else {
        memcpy(at, bytes + row * size, size);
    }
}

/* numpy reads records without gaps. A column takes 17 bytes at most: a UUID, and has_NAME. */
static bool add(struct table_part *part, const tt_io_batch *batch)
{
    for (size_t row = 0; row < batch->rows; row++) {
        uint8_t *record = tt_io_output_reserve(part->out, batch->columns * 17), *at = record;
        for (size_t i = 0; record != NULL && i < batch->columns; i++) {
            const tt_io_column_data *data = &batch->column[i];
            size_t size = types[data->column->type].size;
            put_value(at, data->values, row, size);
            at += size;
            if (data->column->is_nullable) {
                *at++ = table_has(data, row);
            }
        }
        if (record == NULL) {
            return true; /* the output says why */
        }
        tt_io_output_advance(part->out, (size_t)(at - record));
    }
    return true;
}

static bool end(struct table_writing *w, tt_io_output *out, tt_io_error *error)
{
    uint64_t rows = 0;
    (void)out, (void)error;
    for (size_t i = 0; i < w->parts; i++) {
        rows += w->notes[i].rows;
    }
    make_header(w, rows);
    w->patch = (tt_bytes){w->state, HEADER};
    return true;
}

static void close_npy(struct table_writing *w)
{
    free(w->state);
}

const struct table_format tti_table_npy = {
    .is = {.name = "npy",
           .ending = ".npy",
           .doc = "numpy array of records",
           .patches = 1,
           .is_plain = 1},
    .open = open_npy,
    .begin = begin,
    .part_add = add,
    .end = end,
    .close = close_npy,
};
