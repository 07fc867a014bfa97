/* SPDX-License-Identifier: MIT
 *
 * Prints tables: a header and rows, with columns as wide as their content.
 *
 *     struct table *t = table_new(columns, 3);
 *     for (...) {
 *         table_int(t, cid); table_text(t, name); table_string(t, "0.6");
 *     }
 *     table_print(t, out, table_look_stdout(settings));
 *     table_free(t);
 *
 * Cells go into the columns one after the other; a row ends when every column has a cell. Texts
 * may be untrusted: they are made safe for a terminal. The table is printed as a whole, so
 * memory holds all of it.
 */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/shell/command.h"
#include "cli/text/text.h"

#define TABLE_COLUMNS 24

struct table;

/* Ways to treat a column on a narrow line, after the spare columns were left out. */
enum table_fit {
    TABLE_WHOLE, /* a column that is never cut, as for numbers; it may be left out */
    TABLE_CUT,
    TABLE_KEY,     /* a column that identifies the row: never cut, and left out last */
    TABLE_KEY_CUT, /* a column that identifies the row, cut when cutting all others was not enough
                    */
    /* The first column has a line of its own above the others, once for equal neighbouring
     * rows. The last column is then folded instead of cut. */
    TABLE_ABOVE
};

struct table_column {
    const char *title;
    bool right; /* true when aligned right, as numbers are */
    enum table_fit fit;
    /* Above 0 when narrow lines leave the column out: the highest first, equal ones together. */
    unsigned spare;
    enum text_look look; /* look of the cells, not of the title */
};

struct table_look {
    unsigned width; /* columns of a line, 0 when nothing is cut */
    bool colour;
};

/* Returns how tables look on stdout: cut and coloured only on a terminal, and not cut with --wide.
 */
struct table_look table_look_stdout(const struct settings *settings);

/* Begins a table. The columns must remain valid. Returns NULL without memory, which all functions
 * accept. */
struct table *table_new(const struct table_column *columns, size_t count);

void table_text(struct table *t, tt_bytes raw);
void table_string(struct table *t, const char *text);
void table_int(struct table *t, int64_t number);
void table_number(struct table *t, uint64_t number); /* adds a number with separated thousands */
void table_time(struct table *t, int32_t tick);

size_t table_rows(const struct table *t);

/* Prints the header and all complete rows, if any. Returns false without memory; then nothing was
 * printed. */
bool table_print(const struct table *t, tt_io_output *out, struct table_look look);

void table_free(struct table *t);

#endif
