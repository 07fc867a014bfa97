/* SPDX-License-Identifier: MIT
 *
 * Parquet: rows are collected column by column until a row group is full, then each column is
 * written as a chunk. In `ticks` the rows of a group are put player by player, each player's in
 * their order: a position is then near the one before it, and takes half the room.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "table/parquet.h"
#include "teetape/uuid.h"

/* What was collected of a column. */
struct kept {
    struct table_buffer values; /* fixed width as in the file, or texts one after the other */
    struct table_buffer ends;   /* of texts: uint32_t each */
    struct table_buffer has;    /* a byte each */
    int type;
    unsigned width;
};

struct group {
    struct kept *kept; /* one a column */
    size_t columns, rows;
    int by; /* the column of players, -1: rows remain in their order */
    struct parquet_work work;
    struct table_buffer chunks;             /* struct parquet_chunk each, columns by groups */
    struct table_buffer sorted, has, texts; /* of one column */
    uint32_t *order;
    uint64_t at; /* bytes of the part so far */
};

static bool no_memory(tt_io_error *error)
{
    tt_io_error_system(error, ENOMEM, "there is not enough memory for a table");
    return false;
}

static void put_numbers(struct kept *k, const tt_io_column_data *data, size_t rows)
{
    const void *values = data->values;
    switch (data->column->type) {
    case TT_COLUMN_INT8:
        for (size_t i = 0; i < rows; i++) {
            tti_table_buffer_put(&k->values, &(int32_t){((const int8_t *)values)[i]}, 4);
        }
        break;
    case TT_COLUMN_INT16:
        for (size_t i = 0; i < rows; i++) {
            tti_table_buffer_put(&k->values, &(int32_t){((const int16_t *)values)[i]}, 4);
        }
        break;
    default:
        tti_table_buffer_put(&k->values, values, rows * k->width);
    }
}

static void put_end(struct kept *k)
{
    uint32_t end = (uint32_t)k->values.size;
    tti_table_buffer_put(&k->ends, &end, sizeof end);
}

static void put_texts(struct kept *k, const tt_io_column_data *data, size_t rows)
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
        put_end(k);
    }
}

static void keep(struct kept *k, const tt_io_column_data *data, size_t rows)
{
    if (k->width == 0) {
        put_texts(k, data, rows);
    } else {
        put_numbers(k, data, rows);
    }
    uint8_t *has = data->column->is_nullable ? tti_table_buffer_add(&k->has, rows) : NULL;
    for (size_t i = 0; has != NULL && i < rows; i++) {
        has[i] = table_has(data, i);
    }
}

/* The order of rows: by player, then as they came. */
static void sort_rows(struct group *g)
{
    size_t begin[257] = {0};
    const int32_t *players =
        g->by >= 0 ? (const int32_t *)(const void *)g->kept[g->by].values.data : NULL;
    for (size_t i = 0; i < g->rows; i++) {
        begin[1 + (players != NULL ? (uint8_t)players[i] : 0)]++;
    }
    for (size_t i = 1; i < 257; i++) {
        begin[i] += begin[i - 1];
    }
    for (size_t i = 0; i < g->rows; i++) {
        g->order[begin[players != NULL ? (uint8_t)players[i] : 0]++] = (uint32_t)i;
    }
}

/* Value `row` of what was kept goes to the values of the chunk. */
static void take(struct group *g, const struct kept *k, size_t row)
{
    if (k->width != 0) {
        tti_table_buffer_put(&g->sorted, k->values.data + row * k->width, k->width);
        return;
    }
    const uint32_t *ends = (const uint32_t *)(const void *)k->ends.data;
    uint32_t begin = row == 0 ? 0 : ends[row - 1];
    tt_bytes text = {k->values.data + begin, ends[row] - begin};
    tti_table_buffer_put(&g->texts, &text, sizeof text);
}

static bool write_column(struct group *g, struct kept *k, tt_io_output *out)
{
    bool is_optional = k->has.size != 0;
    struct parquet_chunk chunk;
    g->sorted.size = g->has.size = g->texts.size = 0;
    for (size_t i = 0; i < g->rows; i++) {
        size_t row = g->order[i];
        uint8_t has = is_optional ? k->has.data[row] : 1;
        if (is_optional) {
            tti_table_buffer_put(&g->has, &has, 1);
        }
        if (has) {
            take(g, k, row);
        }
    }
    if (k->values.has_failed || k->ends.has_failed || k->has.has_failed || g->sorted.has_failed ||
        g->has.has_failed || g->texts.has_failed) {
        return false;
    }
    const struct parquet_column column = {
        .values = {.width = k->width,
                   .count =
                       k->width != 0 ? g->sorted.size / k->width : g->texts.size / sizeof(tt_bytes),
                   .fixed = g->sorted.data,
                   .text = (const tt_bytes *)(const void *)g->texts.data},
        .has = is_optional ? g->has.data : NULL,
        .rows = g->rows,
        .type = k->type,
    };
    if (!tti_parquet_chunk_write(&g->work, &column, g->at, out, &chunk)) {
        return false;
    }
    g->at += chunk.size;
    tti_table_buffer_put(&g->chunks, &chunk, sizeof chunk);
    return !g->chunks.has_failed;
}

static bool flush(struct table_part *part, struct group *g)
{
    if (g->rows == 0) {
        return true;
    }
    for (size_t i = 0; i < g->columns; i++) {
        if (g->kept[i].values.has_failed) {
            return no_memory(&part->error);
        }
    }
    sort_rows(g);
    for (size_t i = 0; i < g->columns; i++) {
        if (!write_column(g, &g->kept[i], part->out)) {
            return no_memory(&part->error);
        }
        g->kept[i].values.size = g->kept[i].ends.size = 0;
        g->kept[i].has.size = 0;
    }
    g->rows = 0;
    return true;
}

static bool part_open(struct table_part *part)
{
    const tt_io_table_plan *plan = part->writing->plan;
    struct group *g = calloc(1, sizeof *g);
    part->state = g;
    if (g == NULL) {
        return no_memory(&part->error);
    }
    g->kept = calloc(plan->count, sizeof *g->kept);
    g->order = malloc(PARQUET_GROUP * sizeof *g->order);
    if (g->kept == NULL || g->order == NULL) {
        return no_memory(&part->error);
    }
    g->columns = plan->count;
    g->by = -1;
    for (size_t i = 0; i < plan->count; i++) {
        const tt_io_column *column = plan->column[i];
        struct kept *k = &g->kept[i];
        k->type = tti_parquet_type(column->type, part->writing->options.uuid_as_text, &k->width);
        if (plan->options.kind == TT_TABLE_TICKS && k->type == PARQUET_INT32 &&
            strcmp(column->name, "cid") == 0) {
            g->by = (int)i;
        }
    }
    return true;
}

static bool is_full(const struct group *g, size_t rows)
{
    bool full = g->rows + rows > PARQUET_GROUP;
    for (size_t i = 0; i < g->columns; i++) {
        full = full || (g->kept[i].width == 0 && g->kept[i].values.size >= PARQUET_TEXT);
    }
    return full;
}

static bool part_add(struct table_part *part, const tt_io_batch *batch)
{
    struct group *g = part->state;
    if (is_full(g, batch->rows) && !flush(part, g)) {
        return false;
    }
    for (size_t i = 0; i < batch->columns; i++) {
        keep(&g->kept[i], &batch->column[i], batch->rows);
    }
    g->rows += batch->rows;
    return true;
}

static bool part_close(struct table_part *part)
{
    struct group *g = part->state;
    if (g == NULL) {
        return true;
    }
    bool good = part->error.status == TT_OK && flush(part, g);
    part->note.data = g->chunks.data;
    part->note.size = g->chunks.size;
    for (size_t i = 0; g->kept != NULL && i < g->columns; i++) {
        free(g->kept[i].values.data);
        free(g->kept[i].ends.data);
        free(g->kept[i].has.data);
    }
    free(g->kept);
    free(g->order);
    free(g->sorted.data);
    free(g->has.data);
    free(g->texts.data);
    tti_parquet_work_free(&g->work);
    free(g);
    return good;
}

static bool begin(struct table_writing *w, tt_io_output *out, tt_io_error *error)
{
    (void)w, (void)error;
    tt_io_output_text(out, "PAR1");
    return true;
}

static bool end(struct table_writing *w, tt_io_output *out, tt_io_error *error)
{
    struct table_buffer footer = {.data = NULL};
    bool good = tti_parquet_footer(w, &footer);
    tti_table_buffer_number(&footer, footer.size, 4);
    tti_table_buffer_put(&footer, "PAR1", 4);
    good = good && !footer.has_failed;
    if (good) {
        tt_io_output_bytes(out, (tt_bytes){footer.data, footer.size});
    }
    free(footer.data);
    return good || no_memory(error);
}

const struct table_format tti_table_parquet = {
    .is = {.name = "parquet", .ending = ".parquet", .doc = "Apache Parquet"},
    .begin = begin,
    .part_open = part_open,
    .part_add = part_add,
    .part_close = part_close,
    .end = end,
};
