/* SPDX-License-Identifier: MIT
 *
 * Tables for eyes: a header, rows, columns as wide as what is in them.
 *
 *     struct table *t = table_new(columns, 3);
 *     for (...) {
 *         table_int(t, cid); table_text(t, name); table_string(t, "0.6");
 *     }
 *     table_print(t, out, table_look_stdout(settings));
 *     table_free(t);
 *
 * Cells go into the columns one after the other; a row is over when every column has one. Texts
 * may be a stranger's: they are made safe for a terminal. Nothing is printed before the whole table
 * is there, so it costs memory for all of it.
 */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/shell/command.h"
#include "cli/text/text.h"

/* A table has no more columns. */
#define TABLE_COLUMNS 24

struct table;

/* What becomes of a column where lines are too narrow, when those that are spare are left out. */
enum table_fit {
    TABLE_WHOLE,   /* never cut, as numbers are not; left out rather */
    TABLE_CUT,     /* cut */
    TABLE_KEY,     /* says which row it is: never cut, and the last ones to be left out */
    TABLE_KEY_CUT, /* the same, but it may be cut, after all others */
    /* Of the first column: whole, on a line of its own above the others, once for rows that follow
     * each other with the same text. The last column is folded then, and so not cut. */
    TABLE_ABOVE
};

struct table_column {
    const char *title;
    bool right; /* aligned right, as numbers are */
    enum table_fit fit;
    unsigned spare;      /* where lines are too narrow, columns above 0 are left out first, the
                            highest before the others, those with the same together */
    enum text_look look; /* of its cells */
};

/* How it is printed. */
struct table_look {
    unsigned width; /* columns of a line, 0 when nothing is cut */
    bool colour;
};

/* As it suits stdout: cut and coloured on a terminal only, and not cut with --wide. */
struct table_look table_look_stdout(const struct settings *settings);

/* An empty table. The columns must remain valid. NULL when there is no memory; every function takes
 * NULL and then does nothing. */
struct table *table_new(const struct table_column *columns, size_t count);

/* The next cell. */
void table_text(struct table *t, tt_bytes raw);
void table_string(struct table *t, const char *text);
void table_int(struct table *t, int64_t number);
void table_number(struct table *t, uint64_t number); /* with its thousands apart */
void table_time(struct table *t, int32_t tick);

/* The next cell gets this look in place of its column's. */
void table_look_next(struct table *t, enum text_look look);

/* Rows that are complete. */
size_t table_rows(const struct table *t);

/* Prints the header and all complete rows; without rows nothing. False when there was not
 * enough memory for all cells (or for the table): then nothing was printed. */
bool table_print(const struct table *t, tt_io_output *out, struct table_look look);

/* Frees it. */
void table_free(struct table *t);

#endif
