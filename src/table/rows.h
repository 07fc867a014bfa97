/* SPDX-License-Identifier: MIT
 *
 * A batch that is being filled: memory for the values of each chosen column.
 */
#ifndef TABLE_ROWS_H
#define TABLE_ROWS_H

#include "table/columns.h"

/* The memory of one column. Everything except texts is allocated for all rows at once. */
struct table_cells {
    const tt_io_column *column;
    enum table_column_id id;
    size_t width;    /* bytes of a value; 0 for TEXT */
    uint8_t *values; /* the values; for TEXT `text_room` bytes */
    uint32_t *ends;  /* TEXT only: row i ends at ends[i + 1], and ends[0] is 0 */
    uint8_t *has;    /* nullable columns: bits of rows with a value; valid if `missing` is not 0 */
    size_t has_size;
    size_t missing, text_size, text_room; /* rows without a value; bytes of text, and their room */
};

struct table_rows {
    tt_io_column_data view[TT_IO_TABLE_COLUMNS];
    struct table_cells cells[TT_IO_TABLE_COLUMNS];
    size_t columns;
    size_t count;
    size_t room;
    bool is_full_of_text; /* a column has TT_IO_TABLE_TEXT bytes, which ends the batch */
    bool no_memory;       /* a text did not fit into memory: the batch is not given */
};

/* Allocates a batch for a file of `bytes` bytes; 0: unknown. NULL without memory. */
struct table_rows *tti_table_rows_new(const tt_io_table_plan *plan, uint64_t bytes);

/* Frees a batch, which may be NULL. */
void tti_table_rows_free(struct table_rows *rows);

/* Returns the bytes of a value in memory; 0 for TEXT. */
size_t tti_table_width(tt_io_column_type type);

void tti_table_rows_clear(struct table_rows *rows);

/* Lets `batch` point to the rows. */
void tti_table_rows_show(struct table_rows *rows, tt_io_batch *batch);

/* These functions put a value into row rows->count; the caller adds 1 to rows->count after all
 * columns. Numbers are cut to the column's type. A NULL UUID is no value. Bytes of a text that are
 * not UTF-8 become U+FFFD. */
void tti_table_put_int(struct table_rows *rows, struct table_cells *cells, int64_t value);
void tti_table_put_uuid(struct table_rows *rows, struct table_cells *cells, const tt_uuid *value);
void tti_table_put_text(struct table_rows *rows, struct table_cells *cells, tt_bytes text);
void tti_table_put_missing(struct table_rows *rows, struct table_cells *cells);

void tti_table_put_known(struct table_rows *rows, struct table_cells *cells, int64_t value,
                         bool is_known);

/* Puts a text; an empty one is no value. */
void tti_table_put_text_or_missing(struct table_rows *rows, struct table_cells *cells,
                                   tt_bytes text);

/* tti_table_add_text appends a piece of a text. tti_table_end_text ends the text. */
void tti_table_add_text(struct table_rows *rows, struct table_cells *cells, tt_bytes text);
void tti_table_end_text(struct table_rows *rows, struct table_cells *cells);

/* Puts a client id; a negative one is no value. */
void tti_table_put_cid(struct table_rows *rows, struct table_cells *cells, int32_t cid);

/* Puts a session; TT_SESSION_NONE is no value. */
void tti_table_put_session(struct table_rows *rows, struct table_cells *cells, uint64_t session);

/* Marks `count` rows from `at` on as missing. Their memory may have any content. */
void tti_table_set_missing(struct table_cells *cells, size_t at, size_t count);

/* Returns true when no further row may begin. A row that was begun is always finished. */
static inline bool table_rows_is_full(const struct table_rows *rows)
{
    return rows->count >= rows->room || rows->is_full_of_text || rows->no_memory;
}

#endif
