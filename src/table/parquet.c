/* SPDX-License-Identifier: MIT
 *
 * Parquet: rows are collected column by column until a row group is full, then each column is
 * written as a chunk. In `ticks` the rows of a group are sorted by player, each player's in their
 * order: a position is then near the one before it, and takes half the room.
 *
 * Memory of a part is the rows of one group, one encoded column, and a short note for each chunk.
 * Groups of a part follow each other in the file, and no group has rows of two parts.
 */
#include <stdlib.h>
#include <string.h>

#include "table/parquet.h"
#include "teetape/uuid.h"

/* A column of the group that is being collected. All zeros at first, except type and width. Row i
 * of the group has index i. */
struct kept {
    struct table_buffer values; /* numbers as in the file, or texts one after the other */
    struct table_buffer ends;   /* the end of each text, as uint32_t */
    struct table_buffer has;    /* a byte for each row in nullable columns */
    size_t missing;
    int type;
    unsigned width; /* bytes of a value, as in struct parquet_values */
};

/* The values of one column in the order of the file: numbers; views of texts (tt_bytes); a byte for
 * each row; rows with a value (uint32_t). The buffers are used again for each column. */
struct taken {
    struct table_buffer values, texts, has, rows;
};

/* Appends numbers. Those of 8 and 16 bits become 32 bits with their sign, because Parquet has no
 * smaller ones. */
static void keep_numbers(struct kept *k, const tt_io_column_data *data, size_t rows)
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

/* Appends texts, and UUIDs that become texts. A missing text is an empty one, so each row has an
 * end. */
static void keep_texts(struct kept *k, const tt_io_column_data *data, size_t rows)
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

/* Notes which rows have a value: a byte for each row, not a bit, because rows are read in any order
 * later. */
static void keep_has(struct kept *k, const tt_io_column_data *data, size_t rows)
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

/* Lists the rows that have a value, in order, and writes `has` of each row. NULL without memory.
 * Every row is written into the list, and the next one overwrites it if it has no value: there is
 * no branch that the CPU could mispredict. */
static const uint32_t *with_value(struct taken *t, const struct kept *k, const uint32_t *order,
                                  size_t rows, size_t *count)
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

/* Each width has a loop, so that the copy is one instruction. */
#define TAKE(width)                                                                                \
    for (size_t i = 0; i < count; i++) {                                                           \
        memcpy(to + (width)*i, from + (width) * (size_t)order[i], width);                          \
    }

static bool take_numbers(struct taken *t, const struct kept *k, const uint32_t *order, size_t count)
{
    uint8_t *to = tti_table_buffer_add(&t->values, count * k->width);
    const uint8_t *from = k->values.data;
    if (to == NULL) {
        /* a buffer never returns NULL for 0 bytes, so NULL means a failure */
        return !t->values.has_failed;
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

static bool take_texts(struct taken *t, const struct kept *k, const uint32_t *order, size_t count)
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

/* Brings a column into the order of the file. `has` has bytes only for a column with missing
 * values. */
static bool take_column(struct taken *t, const struct kept *k, const uint32_t *order, size_t rows,
                        struct parquet_column *column)
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

/* The rows that are collected for a group. Buffers are used again for each group. */
struct group {
    struct kept *kept;
    size_t columns, rows; /* the number of columns, and of rows that are not written yet */
    int by;               /* index of the column by which rows are sorted; -1 keeps their order */
    struct parquet_work work;
    struct table_buffer chunks; /* struct parquet_chunk each: a group's columns, the next group's */
    struct taken taken;
    uint32_t *order; /* for each row of the file its row in the group; PARQUET_GROUP entries */
    uint64_t at;
};

/* Sorts rows by player with a stable counting sort; client ids are 0 to 127. Without a column of
 * players there is one bucket. */
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

static bool write_column(struct group *g, const struct kept *k, tt_io_output *out)
{
    struct parquet_chunk chunk;
    struct parquet_column column;
    if (!take_column(&g->taken, k, g->order, g->rows, &column) ||
        !tti_parquet_chunk_write(&g->work, &column, g->at, out, &chunk)) {
        return false;
    }
    g->at += chunk.size;
    tti_table_buffer_put(&g->chunks, &chunk, sizeof chunk);
    return !g->chunks.has_failed;
}

/* Writes the group. The kept rows are emptied but not their memory. All columns are checked before
 * any is written: a failed one lacks rows. */
static bool flush(struct table_part *part, struct group *g)
{
    if (g->rows == 0) {
        return true;
    }
    for (size_t i = 0; i < g->columns; i++) {
        const struct kept *k = &g->kept[i];
        if (k->values.has_failed || k->ends.has_failed || k->has.has_failed) {
            return tti_table_no_memory(&part->error);
        }
    }
    sort_rows(g);
    for (size_t i = 0; i < g->columns; i++) {
        struct kept *k = &g->kept[i];
        if (!write_column(g, k, part->out)) {
            return tti_table_no_memory(&part->error);
        }
        k->values.size = k->ends.size = k->has.size = k->missing = 0;
    }
    g->rows = 0;
    return true;
}

/* Opens a part. `columns` is set last: part_close frees that many, after a failure, too. */
static bool part_open(struct table_part *part)
{
    const tt_io_table_plan *plan = part->writing->plan;
    struct group *g = calloc(1, sizeof *g);
    part->state = g;
    if (g == NULL) {
        return tti_table_no_memory(&part->error);
    }
    g->kept = calloc(plan->count, sizeof *g->kept);
    g->order = malloc(PARQUET_GROUP * sizeof *g->order);
    if (g->kept == NULL || g->order == NULL) {
        return tti_table_no_memory(&part->error);
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

/* Adds a batch. The group is written before a batch for which it has no room, so it never has more
 * rows than `order`: a batch has at most a quarter of that. Missing rows keep the 0 of the batch,
 * so row i has index i in all buffers. */
static bool part_add(struct table_part *part, const tt_io_batch *batch)
{
    struct group *g = part->state;
    bool is_full = g->rows + batch->rows > PARQUET_GROUP;
    for (size_t i = 0; i < g->columns; i++) {
        is_full = is_full || (g->kept[i].width == 0 && g->kept[i].values.size >= PARQUET_TEXT);
    }
    if (is_full && !flush(part, g)) {
        return false;
    }
    for (size_t i = 0; i < batch->columns; i++) {
        const tt_io_column_data *data = &batch->column[i];
        if (g->kept[i].width == 0) {
            keep_texts(&g->kept[i], data, batch->rows);
        } else {
            keep_numbers(&g->kept[i], data, batch->rows);
        }
        if (data->column->is_nullable) {
            keep_has(&g->kept[i], data, batch->rows);
        }
    }
    g->rows += batch->rows;
    return true;
}

/* Ends a part. The chunks become the note, which `end` reads. After an error nothing more is
 * written. */
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
    free(g->taken.values.data);
    free(g->taken.texts.data);
    free(g->taken.has.data);
    free(g->taken.rows.data);
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

/* Writes the footer, its size in 4 bytes, and the magic again, because a reader begins at the
 * end. */
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
    return good || tti_table_no_memory(error);
}

const struct table_format tti_table_parquet = {
    .is = {.name = "parquet", .ending = ".parquet", .doc = "Apache Parquet", .is_plain = true},
    .begin = begin,
    .part_open = part_open,
    .part_add = part_add,
    .part_close = part_close,
    .end = end,
};
