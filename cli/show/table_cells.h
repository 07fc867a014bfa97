/* SPDX-License-Identifier: MIT
 *
 * A table between table.c, which collects its cells, and table_print.c. All texts lie in one block,
 * a cell knows its part of it.
 */
#ifndef CLI_TABLE_CELLS_H
#define CLI_TABLE_CELLS_H

#include "cli/show/table.h"

struct table_cell {
    size_t begin, size; /* in the block of texts */
    size_t width;       /* in columns of a terminal */
    enum text_look look;
};

struct table {
    const struct table_column *columns;
    size_t column_count;
    struct table_cell *cells;
    size_t cell_count, cell_space;
    char *texts;
    size_t text_size, text_space;
    bool has_look;
    enum text_look look; /* of the next cell */
    bool no_memory;
};

#endif
