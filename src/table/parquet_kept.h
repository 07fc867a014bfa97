/* SPDX-License-Identifier: MIT
 *
 * The rows of a row group before they are written: collected column by column as they come, taken
 * column by column in the order of the file.
 */
#ifndef TABLE_PARQUET_KEPT_H
#define TABLE_PARQUET_KEPT_H

#include "table/parquet.h"

/* What was collected of a column. All zero but for type and width at first. Row i of the group is
 * at place i; `type` and `width` are those of the whole file. */
struct parquet_kept {
    struct table_buffer values; /* fixed width as in the file, or texts one after the other */
    struct table_buffer ends;   /* of texts: uint32_t each */
    struct table_buffer has;    /* a byte each, of columns that can be missing */
    size_t missing;             /* rows without a value */
    int type;
    unsigned width; /* of struct parquet_values */
};

/* Room for one column in the order of the file. All zero at first, used again and again. */
struct parquet_taken {
    /* numbers; views of texts (tt_bytes); a byte for each row; rows with a value (uint32_t) */
    struct table_buffer values, texts, has, rows;
};

/* Collects the rows of a batch. A failure is seen by tti_parquet_kept_has_failed. */
void tti_parquet_keep(struct parquet_kept *k, const tt_io_column_data *data, size_t rows);

bool tti_parquet_kept_has_failed(const struct parquet_kept *k);

/* No rows; the memory remains. */
void tti_parquet_kept_empty(struct parquet_kept *k);

void tti_parquet_kept_free(struct parquet_kept *k);

/* Sets *column to the rows `order[0]` to `order[rows - 1]`, in that order; it points into `t` and
 * `k`. False when there is no memory. */
bool tti_parquet_take(struct parquet_taken *t, const struct parquet_kept *k, const uint32_t *order,
                      size_t rows, struct parquet_column *column);

void tti_parquet_taken_free(struct parquet_taken *t);

#endif
