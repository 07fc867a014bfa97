/* SPDX-License-Identifier: MIT
 *
 * The rows of a row group before they are written. Rows come in the order of ticks and leave player
 * by player, so each column is kept whole until its group is full, and then taken as a copy of the
 * numbers and a view of the texts.
 */
#include "table/parquet.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/uuid.h"

/* Parquet has no numbers of 8 or 16 bits; a sign is kept. */
static void keep_numbers(struct parquet_kept *k, const tt_io_column_data *data, size_t rows)
{
    tt_io_column_type type = data->column->type;
    if (type != TT_COLUMN_INT8 && type != TT_COLUMN_INT16) {
        tti_table_buffer_put(&k->values, data->values, rows * k->width);
        return;
    }
    uint8_t *to = tti_table_buffer_add(&k->values, rows * 4);
    for (size_t i = 0; to != NULL && i < rows; i++) {
        int32_t value = type == TT_COLUMN_INT8 ? ((const int8_t *)data->values)[i]
                                               : ((const int16_t *)data->values)[i];
        memcpy(to + 4 * i, &value, 4);
    }
}

/* UUIDs come here only if they are to be texts. A missing text is an empty one, so each row has an
 * end. */
static void keep_texts(struct parquet_kept *k, const tt_io_column_data *data, size_t rows)
{
    char text[TT_UUID_TEXT];
    for (size_t i = 0; i < rows; i++) {
        if (data->column->type == TT_COLUMN_UUID) {
            tt_uuid_format(text, (const tt_uuid *)data->values + i);
            tti_table_buffer_put(&k->values, text, strlen(text));
        } else {
            tt_bytes bytes = table_text(data, i);
            tti_table_buffer_put(&k->values, bytes.data, bytes.size);
        }
        uint32_t end = (uint32_t)k->values.size;
        tti_table_buffer_put(&k->ends, &end, sizeof end);
    }
}

/* A byte a row, not a bit: rows are taken in any order later. */
static void keep_has(struct parquet_kept *k, const tt_io_column_data *data, size_t rows)
{
    uint8_t *has = tti_table_buffer_add(&k->has, rows);
    if (has == NULL) {
        return;
    }
    if (data->has == NULL) {
        memset(has, 1, rows);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        has[i] = table_has(data, i);
        k->missing += !has[i];
    }
}

/* Missing rows keep the 0 of the batch, so row i is at place i in all buffers. */
void tti_parquet_keep(struct parquet_kept *k, const tt_io_column_data *data, size_t rows)
{
    if (k->width == 0) {
        keep_texts(k, data, rows);
    } else {
        keep_numbers(k, data, rows);
    }
    if (data->column->is_nullable) {
        keep_has(k, data, rows);
    }
}

/* A buffer that failed once takes nothing more. */
bool tti_parquet_kept_has_failed(const struct parquet_kept *k)
{
    return k->values.has_failed || k->ends.has_failed || k->has.has_failed;
}

void tti_parquet_kept_empty(struct parquet_kept *k)
{
    k->values.size = k->ends.size = k->has.size = k->missing = 0;
}

void tti_parquet_kept_free(struct parquet_kept *k)
{
    free(k->values.data);
    free(k->ends.data);
    free(k->has.data);
}

/* The rows that have a value, in order; and `has` of each row. NULL without memory. Each row is
 * written into the list and remains only if it counts: no branch for the CPU to guess. */
static const uint32_t *with_value(struct parquet_taken *t, const struct parquet_kept *k,
                                  const uint32_t *order, size_t rows, size_t *count)
{
    uint8_t *has = tti_table_buffer_add(&t->has, rows);
    *count = rows;
    if (has != NULL && k->missing == 0) {
        memset(has, 1, rows);
        return order;
    }
    uint32_t *with = (uint32_t *)(void *)tti_table_buffer_add(&t->rows, rows * sizeof *with);
    if (has == NULL || with == NULL) {
        return NULL;
    }
    *count = 0;
    for (size_t i = 0; i < rows; i++) {
        has[i] = k->has.data[order[i]];
        with[*count] = order[i];
        *count += has[i];
    }
    return with;
}

/* A loop for each width, so that the copy is one instruction. */
#define TAKE(width)                                                                                \
    for (size_t i = 0; i < count; i++) {                                                           \
        memcpy(to + (width)*i, from + (width) * (size_t)order[i], width);                          \
    }

/* Values come from places all over the group: a part of the cost of the order by player. */
static bool take_numbers(struct parquet_taken *t, const struct parquet_kept *k,
                         const uint32_t *order, size_t count)
{
    uint8_t *to = tti_table_buffer_add(&t->values, count * k->width);
    const uint8_t *from = k->values.data;
    if (to == NULL) {
        return !t->values.has_failed; /* a buffer gives a place for no bytes, too */
    }
    switch (k->width) {
    case 1:
        TAKE(1)
        break;
    case 4:
        TAKE(4)
        break;
    case 8:
        TAKE(8)
        break;
    default:
        TAKE(16)
    }
    return true;
}

static bool take_texts(struct parquet_taken *t, const struct parquet_kept *k, const uint32_t *order,
                       size_t count)
{
    tt_bytes *to = (tt_bytes *)(void *)tti_table_buffer_add(&t->texts, count * sizeof *to);
    const uint32_t *ends = (const uint32_t *)(const void *)k->ends.data;
    for (size_t i = 0; to != NULL && i < count; i++) {
        size_t row = order[i];
        uint32_t begin = row == 0 ? 0 : ends[row - 1];
        to[i] = (tt_bytes){k->values.data + begin, ends[row] - begin};
    }
    return !t->texts.has_failed;
}

/* Only a column that can be missing has bytes in `has`. The column before used the buffers. */
bool tti_parquet_take(struct parquet_taken *t, const struct parquet_kept *k, const uint32_t *order,
                      size_t rows, struct parquet_column *column)
{
    bool is_optional = k->has.size != 0;
    size_t count = rows;
    t->values.size = t->texts.size = t->has.size = t->rows.size = 0;
    const uint32_t *with = is_optional ? with_value(t, k, order, rows, &count) : order;
    if (with == NULL ||
        !(k->width != 0 ? take_numbers(t, k, with, count) : take_texts(t, k, with, count))) {
        return false;
    }
    *column = (struct parquet_column){
        .values = {.width = k->width,
                   .count = count,
                   .fixed = t->values.data,
                   .text = (const tt_bytes *)(const void *)t->texts.data},
        .has = is_optional ? t->has.data : NULL,
        .rows = rows,
        .type = k->type,
    };
    return true;
}

void tti_parquet_taken_free(struct parquet_taken *t)
{
    free(t->values.data);
    free(t->texts.data);
    free(t->has.data);
    free(t->rows.data);
}
