/* SPDX-License-Identifier: MIT
 *
 * Collects cells, lays out the columns, and prints them. On a narrow line it leaves out or cuts
 * the columns whose loss matters least.
 */
#include "cli/show/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/fit.h"
#include "cli/shell/memory.h"
#include "cli/shell/terminal.h"
#include "cli/text/text.h"
#include "teetape/string.h"

/* A text is made safe and measured when its cell is added. */
struct table_cell {
    size_t begin, size; /* offset and bytes of the text in `texts` */
    size_t width;       /* columns of a terminal */
    enum text_look look;
};

/* Cell i is in column i % column_count. An incomplete last row is not printed. */
struct table {
    const struct table_column *columns; /* columns of the table, owned by the caller */
    size_t column_count;                /* number of columns, 1 to TABLE_COLUMNS */
    struct table_cell *cells;
    size_t cell_count, cell_space; /* cells in use and allocated */
    char *texts;                   /* texts of all cells; NULL while none has any text */
    size_t text_size, text_space;  /* bytes in use and allocated */
    bool no_memory; /* true when a cell is missing: nothing more is added or printed */
};

#define TABLE_GAP 2    /* blanks between columns */
#define TABLE_INDENT 2 /* blanks before columns that are below the first one */

#define TABLE_LEFT_OUT SIZE_MAX

struct table_layout {
    size_t widths[TABLE_COLUMNS]; /* widths in columns of a terminal, or TABLE_LEFT_OUT */
    size_t line;                  /* width of a line; 0 when nothing is cut */
    bool is_above; /* true when the first column is above the others: see TABLE_ABOVE */
};

struct table *table_new(const struct table_column *columns, size_t count)
{
    struct table *t = count <= TABLE_COLUMNS ? calloc(1, sizeof *t) : NULL;
    if (t != NULL) {
        t->columns = columns;
        t->column_count = count;
    }
    return t;
}

/* Makes room for a cell and `bytes` of text. memory_grow makes room for one more than the count,
 * hence `bytes - 1`. When only one array can grow, it keeps its new size. */
static bool make_room(struct table *t, size_t bytes)
{
    if (bytes != 0) {
        char *texts = memory_grow(t->texts, t->text_size + bytes - 1, &t->text_space, 1);
        if (texts == NULL) {
            return false;
        }
        t->texts = texts;
    }
    void *cells = memory_grow(t->cells, t->cell_count, &t->cell_space, sizeof *t->cells);
    t->cells = cells != NULL ? cells : t->cells;
    return cells != NULL;
}

/* Adds a cell with a text. The room is for a text in which every byte has to be made safe. SIZE_MAX
 * / 8 prevents an overflow. */
void table_text(struct table *t, tt_bytes raw)
{
    if (t == NULL || t->no_memory) {
        return;
    }
    if (raw.size > SIZE_MAX / 8 || !make_room(t, TT_UTF8_SAFE_BOUND(raw.size))) {
        t->no_memory = true; /* the next cells would go to wrong columns */
        return;
    }
    struct table_cell *cell = &t->cells[t->cell_count];
    const struct table_column *column = &t->columns[t->cell_count % t->column_count];
    t->cell_count++;
    cell->begin = t->text_size;
    cell->size =
        raw.size == 0 ? 0 : tt_utf8_safe(t->texts + cell->begin, t->text_space - cell->begin, raw);
    const tt_bytes text = {(const uint8_t *)t->texts + cell->begin, cell->size};
    cell->width = cell->size == 0 ? 0 : text_width(text);
    cell->look = column->look;
    t->text_size += cell->size;
}

void table_string(struct table *t, const char *text)
{
    table_text(t, tt_bytes_of(text));
}

void table_int(struct table *t, int64_t number)
{
    char text[TEXT_NUMBER];
    snprintf(text, sizeof text, "%" PRId64, number);
    table_string(t, text);
}

void table_number(struct table *t, uint64_t number)
{
    char text[TEXT_NUMBER];
    table_string(t, text_number(text, number));
}

void table_time(struct table *t, int32_t tick)
{
    char text[TEXT_TIME];
    table_string(t, text_time(text, tick));
}

size_t table_rows(const struct table *t)
{
    return t == NULL ? 0 : t->cell_count / t->column_count;
}

void table_free(struct table *t)
{
    if (t != NULL) {
        free(t->cells);
        free(t->texts);
        free(t);
    }
}

#define NARROWEST 6u /* no column is cut below this width or its title */
#define READABLE 20u /* no column is cut below this width while others can be left out */

static tt_bytes table_title(const struct table *t, size_t column)
{
    return tt_bytes_of(t->columns[column].title);
}

/* Finds the widest cell of each column. This is the only step that reads all cells. */
static void measure(const struct table *t, size_t *widths)
{
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = text_width(table_title(t, i));
    }
    for (size_t i = 0; i < t->column_count * table_rows(t); i++) {
        size_t *width = &widths[i % t->column_count];
        *width = t->cells[i].width > *width ? t->cells[i].width : *width;
    }
}

/* Returns the width of all visible columns with the gaps between them. */
static size_t width_of_all(const struct table *t, const size_t *widths)
{
    size_t all = 0;
    bool any = false;
    for (size_t i = 0; i < t->column_count; i++) {
        all += widths[i] == TABLE_LEFT_OUT ? 0 : widths[i] + (any ? TABLE_GAP : 0);
        any = any || widths[i] != TABLE_LEFT_OUT;
    }
    return all;
}

static bool is_bare(const struct table *t, size_t column)
{
    for (size_t i = column; i < t->cell_count; i += t->column_count) {
        const struct table_cell *cell = &t->cells[i];
        if (cell->size > 1 || (cell->size == 1 && t->texts[cell->begin] != '-')) {
            return false;
        }
    }
    return true;
}

/* Leaves out columns in which no cell has a value, from the right. */
static void leave_out_bare(const struct table *t, size_t *widths, size_t line)
{
    for (size_t i = t->column_count; i-- > 1 && width_of_all(t, widths) > line;) {
        bool is_key = t->columns[i].fit == TABLE_KEY || t->columns[i].fit == TABLE_KEY_CUT;
        if (!is_key && is_bare(t, i)) {
            widths[i] = TABLE_LEFT_OUT;
        }
    }
}

/* Leaves out the columns with the highest `spare`, then those with the next lower one. Columns
 * with 0 remain. */
static void leave_out_spare(const struct table *t, size_t *widths, size_t line)
{
    unsigned most = 1;
    while (most > 0 && width_of_all(t, widths) > line) {
        most = 0;
        for (size_t i = 0; i < t->column_count; i++) {
            bool is_there = widths[i] != TABLE_LEFT_OUT;
            most = is_there && t->columns[i].spare > most ? t->columns[i].spare : most;
        }
        for (size_t i = 0; i < t->column_count && most > 0; i++) {
            if (t->columns[i].spare == most) {
                widths[i] = TABLE_LEFT_OUT;
            }
        }
    }
}

/* A request to cut columns of this kind, down to `least` or the title. */
struct cut {
    enum table_fit fit;
    size_t least;
};

/* Finds the widest column that may be cut. `*next` is the width down to which it remains the
 * widest: that of the next column, `least`, or its title. Returns column_count when nothing can be
 * cut. */
static size_t find_widest(const struct table *t, const size_t *widths, struct cut cut, size_t *next)
{
    size_t widest = t->column_count;
    *next = cut.least;
    for (size_t i = 0; i < t->column_count; i++) {
        if (t->columns[i].fit != cut.fit || widths[i] == TABLE_LEFT_OUT || widths[i] <= cut.least ||
            widths[i] <= text_width(table_title(t, i))) {
            continue;
        }
        size_t other = widths[i];
        if (widest == t->column_count || widths[i] > widths[widest]) {
            other = widest == t->column_count ? 0 : widths[widest];
            widest = i;
        }
        *next = other > *next ? other : *next;
    }
    if (widest < t->column_count) {
        size_t title = text_width(table_title(t, widest));
        *next = title > *next ? title : *next;
    }
    return widest;
}

/* Cuts columns until they fit. The widest one is cut first, so that two long texts lose equally.
 * Each step goes down to the width of the next column, or by one. */
static void narrow(const struct table *t, size_t *widths, size_t line, struct cut cut)
{
    size_t all = width_of_all(t, widths), next;
    while (all > line) {
        size_t widest = find_widest(t, widths, cut, &next);
        if (widest == t->column_count) {
            return;
        }
        size_t goal = next < widths[widest] ? next : widths[widest] - 1;
        size_t less = widths[widest] - goal;
        less = less < all - line ? less : all - line;
        widths[widest] -= less;
        all -= less;
    }
}

/* Leaves out columns of this kind from the right, but never the first one. */
static void leave_out_more(const struct table *t, size_t *widths, size_t line, enum table_fit fit)
{
    for (size_t i = t->column_count; i-- > 1 && width_of_all(t, widths) > line;) {
        if (widths[i] != TABLE_LEFT_OUT && t->columns[i].fit == fit) {
            widths[i] = TABLE_LEFT_OUT;
        }
    }
}

/* Widens cut columns again. The column that was left out last may have freed more room than was
 * needed. */
static void widen(const struct table *t, size_t *widths, const size_t *whole, size_t line)
{
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = widths[i] == TABLE_LEFT_OUT ? TABLE_LEFT_OUT : whole[i];
    }
    narrow(t, widths, line, (struct cut){TABLE_CUT, READABLE});
    narrow(t, widths, line, (struct cut){TABLE_CUT, NARROWEST});
    narrow(t, widths, line, (struct cut){TABLE_KEY_CUT, NARROWEST});
}

/* Fits the columns into a line. Losses go from small to large: long texts down to a readable width,
 * columns without a value, spare columns, texts down to the least width, numbers, names, other
 * texts, and last the columns that identify the row. */
static void fit(const struct table *t, size_t *widths, size_t line)
{
    size_t whole[TABLE_COLUMNS];
    memcpy(whole, widths, sizeof whole);
    narrow(t, widths, line, (struct cut){TABLE_CUT, READABLE});
    leave_out_bare(t, widths, line);
    leave_out_spare(t, widths, line);
    narrow(t, widths, line, (struct cut){TABLE_CUT, NARROWEST});
    leave_out_more(t, widths, line, TABLE_WHOLE);
    narrow(t, widths, line, (struct cut){TABLE_KEY_CUT, NARROWEST});
    leave_out_more(t, widths, line, TABLE_CUT);
    leave_out_more(t, widths, line, TABLE_KEY);
    leave_out_more(t, widths, line, TABLE_KEY_CUT);
    widen(t, widths, whole, line);
}

/* Computes the width of each column. When the whole table is wider than a line, a TABLE_ABOVE
 * column gets a line of its own, and the other columns share a line that is TABLE_INDENT shorter.
 */
static void table_lay_out(struct table_layout *layout, const struct table *t, unsigned width)
{
    size_t line = width;
    *layout = (struct table_layout){.line = line};
    measure(t, layout->widths);
    if (line == 0) {
        return;
    }
    layout->is_above = t->columns[0].fit == TABLE_ABOVE && width_of_all(t, layout->widths) > line;
    if (layout->is_above) {
        layout->widths[0] = TABLE_LEFT_OUT;
        line -= line > TABLE_INDENT ? TABLE_INDENT : 0;
    }
    fit(t, layout->widths, line);
}

struct printer {
    const struct table *t;
    tt_io_output *out;
    struct table_layout layout;
    bool colour;
};

/* Returns how tables look on stdout. The window may change between two tables, so each one asks for
 * the width. */
struct table_look table_look_stdout(const struct settings *settings)
{
    const struct table_look look = {fit_width(settings), terminal_colour(STDOUT_NUMBER)};
    return look;
}

/* Prints a cell, without blanks at its end when `last` is set. A cut text may be narrower than its
 * column, because fit_cut removes a number at its end. */
static void print_cell(tt_io_output *out, tt_bytes text, size_t width, bool right, bool last)
{
    size_t used = text.size == 0 ? 0 : text_width(text);
    bool is_cut = used > width;
    if (is_cut) {
        text = fit_cut(text, width);
        used = text_width(text) + 1;
    }
    size_t blanks = used < width ? width - used : 0;
    text_blanks(out, right ? blanks : 0);
    tt_io_output_bytes(out, text);
    tt_io_output_text(out, is_cut ? FIT_ELLIPSIS : "");
    text_blanks(out, right || last ? 0 : blanks);
}

static tt_bytes text_of(const struct table *t, const struct table_cell *row, size_t column)
{
    return row == NULL
               ? table_title(t, column)
               : (tt_bytes){(const uint8_t *)t->texts + row[column].begin, row[column].size};
}

/* Returns how many columns a row uses. Columns at the end that are left out or empty in this row do
 * not count. */
static size_t used_columns(const struct printer *p, const struct table_cell *row)
{
    size_t count = p->t->column_count;
    while (count > 0 && (p->layout.widths[count - 1] == TABLE_LEFT_OUT ||
                         text_of(p->t, row, count - 1).size == 0)) {
        count--;
    }
    return count;
}

/* Prints a cell. The last column is folded when the first one is above the others. `at` is the
 * column of the terminal where the cell begins. */
static void put_cell(const struct printer *p, tt_bytes text, size_t column, size_t at, bool is_last)
{
    bool is_end = column + 1 == p->t->column_count;
    if (p->layout.is_above && is_end) {
        fit_fold_text(p->out, text, at, p->layout.line);
    } else {
        print_cell(p->out, text, p->layout.widths[column], p->t->columns[column].right, is_last);
    }
}

/* Prints a row. `at` counts columns without escape sequences. An empty cell has no look, because
 * some terminals show a coloured blank. */
static void print_line(const struct printer *p, const struct table_cell *row)
{
    const size_t *widths = p->layout.widths;
    size_t count = used_columns(p, row), at = 0;
    size_t gap = p->layout.is_above ? TABLE_INDENT : 0;
    for (size_t i = 0; i < count; i++) {
        if (widths[i] == TABLE_LEFT_OUT) {
            continue;
        }
        const tt_bytes text = text_of(p->t, row, i);
        enum text_look look = row != NULL && text.size > 0 ? row[i].look : TEXT_NORMAL;
        bool has_look = p->colour && look != TEXT_NORMAL;
        text_blanks(p->out, gap);
        at += gap;
        tt_io_output_text(p->out, text_look(look, has_look));
        put_cell(p, text, i, at, i + 1 == count);
        tt_io_output_text(p->out, text_look(TEXT_NORMAL, has_look));
        at += widths[i];
        gap = TABLE_GAP;
    }
}

/* Prints the upper text once for neighbouring rows that share it. */
static void print_above(const struct printer *p, const struct table_cell *row,
                        const struct table_cell *before)
{
    const tt_bytes text = text_of(p->t, row, 0);
    if (p->layout.is_above && (before == NULL || !tt_bytes_equal(text, text_of(p->t, before, 0)))) {
        tt_io_output_bytes(p->out, text);
        tt_io_output_byte(p->out, '\n');
    }
}

static void print_titles(const struct printer *p)
{
    tt_io_output_text(p->out, text_look(TEXT_BOLD, p->colour));
    print_above(p, NULL, NULL);
    print_line(p, NULL);
    tt_io_output_text(p->out, text_look(TEXT_NORMAL, p->colour));
    tt_io_output_byte(p->out, '\n');
}

/* Prints a table. Ends early when the pipe was closed. */
bool table_print(const struct table *t, tt_io_output *out, struct table_look look)
{
    struct printer p = {.t = t, .out = out, .colour = look.colour};
    if (t == NULL || t->no_memory) {
        return false;
    }
    size_t rows = table_rows(t);
    if (rows == 0) {
        return true;
    }
    table_lay_out(&p.layout, t, look.width);
    print_titles(&p);
    const struct table_cell *before = NULL;
    for (size_t i = 0; i < rows && tt_io_output_error(out) == 0; i++) {
        const struct table_cell *row = &t->cells[i * t->column_count];
        print_above(&p, row, before);
        print_line(&p, row);
        tt_io_output_byte(out, '\n');
        before = row;
    }
    return true;
}
