/* SPDX-License-Identifier: MIT
 *
 * Prints a table in columns.
 */
#include "cli/show/table_cells.h"

#include <string.h>

#include "cli/shell/fit.h"
#include "cli/shell/terminal.h"
#include "cli/text/text.h"

/* What is under way. The layout is made once, before the titles. */
struct printer {
    const struct table *t;
    tt_io_output *out;
    struct table_layout layout;
    bool colour;
};

/* Asked once a table, so a window that is made wider meanwhile counts for the next one. */
struct table_look table_look_stdout(const struct settings *settings)
{
    const struct table_look look = {fit_width(settings), terminal_colour(STDOUT_NUMBER)};
    return look;
}

/* A text in its column. `last` leaves out the blanks at the end of a line. A text that was cut has
 * one column less and the ellipsis; it can be shorter than that, where a number was at its end, and
 * gets blanks as any other. */
static void print_cell(tt_io_output *out, tt_bytes text, size_t width, bool right, bool last)
{
    size_t used = text.size == 0 ? 0 : text_width(text);
    bool is_cut = used > width;
    if (is_cut) {
        text = fit_cut(text, width);
        used = text_width(text) + 1;
    }
    size_t blanks = used < width ? width - used : 0;
    tt_io_output_repeat(out, ' ', right ? blanks : 0);
    tt_io_output_bytes(out, text);
    tt_io_output_text(out, is_cut ? FIT_ELLIPSIS : "");
    tt_io_output_repeat(out, ' ', right || last ? 0 : blanks);
}

/* A row, or NULL for the titles. */
static tt_bytes text_of(const struct table *t, const struct table_cell *row, size_t column)
{
    return row == NULL
               ? table_title(t, column)
               : (tt_bytes){(const uint8_t *)t->texts + row[column].begin, row[column].size};
}

/* Columns without those at the end that are left out, or empty in this row: they leave no blanks.
 */
static size_t used_columns(const struct printer *p, const struct table_cell *row)
{
    size_t count = p->t->column_count;
    while (count > 0 && (p->layout.widths[count - 1] == TABLE_LEFT_OUT ||
                         text_of(p->t, row, count - 1).size == 0)) {
        count--;
    }
    return count;
}

/* The last column below a first one that is above is folded: nothing of it is lost. It is the last
 * of the table, whether or not it is the last of this row; `at` is where it begins. */
static void put_cell(const struct printer *p, tt_bytes text, size_t column, size_t at, bool is_last)
{
    bool is_end = column + 1 == p->t->column_count;
    if (p->layout.is_above && is_end) {
        fit_fold_text(p->out, text, at, p->layout.line);
    } else {
        print_cell(p->out, text, p->layout.widths[column], p->t->columns[column].right, is_last);
    }
}

/* The columns that have one line, of a row or of the titles. Escape sequences are around the cell
 * and not counted: `at` is in columns of the terminal. An empty cell has no look, as a coloured
 * blank can be seen on some terminals. */
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
        tt_io_output_repeat(p->out, ' ', gap);
        at += gap;
        tt_io_output_text(p->out, text_look(look, has_look));
        put_cell(p, text, i, at, i + 1 == count);
        tt_io_output_text(p->out, text_look(TEXT_NORMAL, has_look));
        at += widths[i];
        gap = TABLE_GAP;
    }
}

/* What is above all columns, unless it is there already: rows that follow each other with the same
 * text have it once. */
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

/* Ends early when the reader of a pipe has left; the error remains in the output. */
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
