/* SPDX-License-Identifier: MIT
 *
 * Parquet: rows are collected column by column until a row group is full, then each column is
 * written as a chunk. In `ticks` the rows of a group are put player by player, each player's in
 * their order: a position is then near the one before it, and takes half the room.
 *
 * Memory of a part is the rows of one group, one encoded column, and a short note for each chunk.
 * Groups of a part follow each other in the file, and no group has rows of two parts.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "table/parquet.h"

/* Buffers are used again for each group. */
struct group {
    struct parquet_kept *kept;
    size_t columns, rows; /* collected and not written yet */
    int by;               /* the column of players, -1: rows remain in their order */
    struct parquet_work work;
    struct table_buffer chunks; /* struct parquet_chunk each, columns by groups */
    struct parquet_taken taken;
    uint32_t *order; /* row of the group for each row of the file; PARQUET_GROUP of them */
    uint64_t at;
};

/* A stable counting sort by player; client ids are 0 to 127. Without a column of players there is
 * one bucket. */
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

/* Memory beyond the kept rows is that of one column. */
static bool write_column(struct group *g, const struct parquet_kept *k, tt_io_output *out)
{
    struct parquet_chunk chunk;
    struct parquet_column column;
    if (!tti_parquet_take(&g->taken, k, g->order, g->rows, &column) ||
        !tti_parquet_chunk_write(&g->work, &column, g->at, out, &chunk)) {
        return false;
    }
    g->at += chunk.size;
    tti_table_buffer_put(&g->chunks, &chunk, sizeof chunk);
    return !g->chunks.has_failed;
}

/* Kept rows are emptied, but keep their memory. All columns are asked before any is written: one
 * that failed lacks rows. */
static bool flush(struct table_part *part, struct group *g)
{
    if (g->rows == 0) {
        return true;
    }
    for (size_t i = 0; i < g->columns; i++) {
        if (tti_parquet_kept_has_failed(&g->kept[i])) {
            return tti_table_no_memory(&part->error);
        }
    }
    sort_rows(g);
    for (size_t i = 0; i < g->columns; i++) {
        if (!write_column(g, &g->kept[i], part->out)) {
            return tti_table_no_memory(&part->error);
        }
        tti_parquet_kept_empty(&g->kept[i]);
    }
    g->rows = 0;
    return true;
}

/* `columns` is set after all is allocated: part_close frees as many, after a failure, too. */
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
        struct parquet_kept *k = &g->kept[i];
        k->type = tti_parquet_type(column->type, part->writing->options.uuid_as_text, &k->width);
        if (plan->options.kind == TT_TABLE_TICKS && k->type == PARQUET_INT32 &&
            strcmp(column->name, "cid") == 0) {
            g->by = (int)i;
        }
    }
    return true;
}

/* Asked before a batch is added, so a group never has more rows than `order`: a batch has a quarter
 * of it at most. */
static bool is_full(const struct group *g, size_t rows)
{
    bool full = g->rows + rows > PARQUET_GROUP;
    for (size_t i = 0; i < g->columns; i++) {
        full = full || (g->kept[i].width == 0 && g->kept[i].values.size >= PARQUET_TEXT);
    }
    return full;
}

/* A column without memory is seen when the group is written. */
static bool part_add(struct table_part *part, const tt_io_batch *batch)
{
    struct group *g = part->state;
    if (is_full(g, batch->rows) && !flush(part, g)) {
        return false;
    }
    for (size_t i = 0; i < batch->columns; i++) {
        tti_parquet_keep(&g->kept[i], &batch->column[i], batch->rows);
    }
    g->rows += batch->rows;
    return true;
}

/* The chunks become the note, which `end` reads. After an error nothing more is written. */
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
        tti_parquet_kept_free(&g->kept[i]);
    }
    free(g->kept);
    free(g->order);
    tti_parquet_taken_free(&g->taken);
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

/* The footer, its size in 4 bytes, and the magic once more: a reader begins at the end. */
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
    .is = {.name = "parquet", .ending = ".parquet", .doc = "Apache Parquet", .is_plain = 1},
    .begin = begin,
    .part_open = part_open,
    .part_add = part_add,
    .part_close = part_close,
    .end = end,
};
