/* SPDX-License-Identifier: MIT
 *
 * The rows of a reading, one file for each table.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/about.h"
#include "table/rows.h"

/* One table of one reading. `plan` and `r` are the caller's and must remain. */
struct tt_io_table {
    const tt_io_table_plan *plan;
    tt_io_reading *r;
    struct table_rows *rows;  /* the batch; another one after tt_io_table_keep */
    struct table_about about; /* from the header */
    tt_io_error error;        /* of the table itself, not of the recording */
    void *state;              /* of the table */
    bool is_ended;            /* the last batch was given, or memory failed */
};

/* What a table is. */
struct table_maker {
    size_t state_size; /* bytes of `state`, not 0 */
    /* Adds rows until they are full, and false at the end, after which it is not called. */
    bool (*fill)(tt_io_table *table);
};

extern const struct table_maker tti_table_ticks, tti_table_inputs, tti_table_facts,
    tti_table_sessions, tti_table_recordings, tti_table_chat;

/* Puts recording, tick and ts, which a table of things in time begins with; `first` is the number
 * of its first column. False: it is another column. */
bool tti_table_put_first(tt_io_table *table, struct table_cells *cells, enum table_column_id first,
                         int32_t tick);

/* Puts a time: that of a tick. */
void tti_table_put_ts(tt_io_table *table, struct table_cells *cells, int32_t tick);

#endif
