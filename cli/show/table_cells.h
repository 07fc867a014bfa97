/* SPDX-License-Identifier: MIT
 *
 * A table between table.c, which collects its cells, table_fit.c, which lays out its columns, and
 * table_print.c. All texts lie in one block, a cell knows its part of it by offsets, as the block
 * moves when it grows.
 */
#ifndef CLI_TABLE_CELLS_H
#define CLI_TABLE_CELLS_H

#include "cli/show/table.h"

/* A text as it will be shown: made safe and measured when it was added. */
struct table_cell {
    size_t begin, size; /* in the block of texts */
    size_t width;       /* in columns of a terminal */
    enum text_look look;
};

/* Cells lie row by row: cell i is in column i % column_count. A row at the end that is not complete
 * is not printed. */
struct table {
    const struct table_column *columns; /* the caller's */
    size_t column_count;                /* 1 to TABLE_COLUMNS */
    struct table_cell *cells;
    size_t cell_count, cell_space; /* how many there are, and for how many there is room */
    char *texts;                   /* NULL while no cell has had any text */
    size_t text_size, text_space;  /* bytes of it, likewise */
    bool has_look;                 /* the next cell gets `look` in place of its column's */
    enum text_look look;           /* of the next cell */
    bool no_memory;                /* a cell is missing: nothing is added or printed any more */
};

/* In table_fit.c. Titles are ours and are not made safe. */
tt_bytes table_title(const struct table *t, size_t column);

#define TABLE_GAP 2    /* blanks between columns */
#define TABLE_INDENT 2 /* and before those that have the first one above them */

/* Width of a column that is left out. */
#define TABLE_LEFT_OUT SIZE_MAX

/* How wide columns are. */
struct table_layout {
    size_t widths[TABLE_COLUMNS]; /* in columns of the terminal, or TABLE_LEFT_OUT */
    size_t line;                  /* columns of a line; 0 when nothing is cut */
    bool is_above;                /* the first column is above the others: see TABLE_ABOVE */
};

/* For lines of this width, or 0. */
void table_lay_out(struct table_layout *layout, const struct table *t, unsigned width);

#endif
