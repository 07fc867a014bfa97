/* SPDX-License-Identifier: MIT
 *
 * A batch that is being filled: memory for the values of each chosen column.
 */
#ifndef TABLE_ROWS_H
#define TABLE_ROWS_H

#include "table/columns.h"

/* The memory of one column. Room for all rows is taken at once, except for texts. */
struct table_cells {
    const tt_io_column *column;
    enum table_column_id id;
    size_t width;    /* bytes of a value; 0 for TEXT */
    uint8_t *values; /* of TEXT `text_room` bytes */
    uint32_t *ends;  /* of TEXT, after a 0: row i ends at ends[i + 1] */
    uint8_t *has;    /* of what is nullable; its bits count once `missing` is not 0 */
    size_t has_size; /* bytes of it */
    size_t missing, text_size, text_room; /* rows without a value; bytes of text; room for them */
};

/* What tt_io_table_keep hands out: begins with the views. It is handed out as a whole, so a reader
 * that keeps a batch takes all memory of it. */
struct table_rows {
    tt_io_column_data view[TT_IO_TABLE_COLUMNS];
    struct table_cells cells[TT_IO_TABLE_COLUMNS];
    size_t columns;       /* of the plan */
    size_t count;         /* rows so far */
    size_t room;          /* most rows of the batch */
    bool is_full_of_text; /* a column has TT_IO_TABLE_TEXT */
    bool no_memory;       /* for texts: the batch is not given */
};

/* Room for the rows of a plan; NULL when there is no memory. */
struct table_rows *tti_table_rows_new(const tt_io_table_plan *plan);
void tti_table_rows_free(struct table_rows *rows);

/* Bytes of a value in memory; 0 for TEXT. */
size_t tti_table_width(tt_io_column_type type);

/* Forgets all rows. */
void tti_table_rows_clear(struct table_rows *rows);

/* Fills the views with what there is. */
void tti_table_rows_show(struct table_rows *rows, tt_io_batch *batch);

/* Puts a value into row rows->count of column `cells`; the row counts once its columns are filled
 * and the caller has added 1 to rows->count. Numbers are cut to the column's type. Bytes of a text
 * that are not UTF-8 become U+FFFD, as in JSON everywhere. */
void tti_table_put_int(struct table_rows *rows, struct table_cells *cells, int64_t value);
void tti_table_put_uuid(struct table_rows *rows, struct table_cells *cells, const tt_uuid *value);
void tti_table_put_text(struct table_rows *rows, struct table_cells *cells, tt_bytes text);
void tti_table_put_missing(struct table_rows *rows, struct table_cells *cells);

/* The same with no text for no value. */
void tti_table_put_text_or_missing(struct table_rows *rows, struct table_cells *cells,
                                   tt_bytes text);

/* A text in pieces of valid UTF-8 or not, and the end of it. */
void tti_table_add_text(struct table_rows *rows, struct table_cells *cells, tt_bytes text);
void tti_table_end_text(struct table_rows *rows, struct table_cells *cells);

/* A client id, negative for no value. */
void tti_table_put_cid(struct table_rows *rows, struct table_cells *cells, int32_t cid);

/* The session of a row, NONE for no value. */
void tti_table_put_session(struct table_rows *rows, struct table_cells *cells, uint64_t session);

/* `count` rows from `at` on have no value, whatever is in the memory. */
void tti_table_set_missing(struct table_cells *cells, size_t at, size_t count);

/* Asked before each row or tick: a row that was begun is always finished. */
static inline bool table_rows_is_full(const struct table_rows *rows)
{
    return rows->count >= rows->room || rows->is_full_of_text || rows->no_memory;
}

#endif
