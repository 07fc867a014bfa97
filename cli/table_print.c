/* SPDX-License-Identifier: MIT
 *
 * Prints a table in columns. Where a line has a width, the columns that are missed least are left
 * out, and then those are cut that may be, the widest of them first, so that as little as possible
 * is lost.
 */
#include "cli/table_cells.h"

#include "host/terminal.h"
#include "host/text.h"

#define GAP 2        /* blanks between columns */
#define NARROWEST 6u /* a column is not cut below this, or its title */
#define ELLIPSIS "\xe2\x80\xa6"

/* Width of a column that is left out. */
#define LEFT_OUT SIZE_MAX

struct table_look table_look_stdout(void)
{
    const struct table_look look = {host_terminal_width(STDOUT_NUMBER),
                                    host_terminal_colour(STDOUT_NUMBER)};
    return look;
}

/* As wide as their widest cell, and as their title. */
static void measure(const struct table *t, size_t *widths)
{
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = host_text_width(tt_bytes_of(t->columns[i].title));
    }
    for (size_t i = 0; i < t->column_count * table_rows(t); i++) {
        size_t *width = &widths[i % t->column_count];
        *width = t->cells[i].width > *width ? t->cells[i].width : *width;
    }
}

static size_t narrowest(const struct table_column *column)
{
    size_t title = host_text_width(tt_bytes_of(column->title));
    return title > NARROWEST ? title : NARROWEST;
}

/* The widest column that may be cut, and how wide the next one is that must not be passed without
 * another look. column_count when nothing may be cut any more. */
static size_t find_widest(const struct table *t, const size_t *widths, size_t *next)
{
    size_t widest = t->column_count;
    *next = 0;
    for (size_t i = 0; i < t->column_count; i++) {
        if (!t->columns[i].flexible || widths[i] == LEFT_OUT ||
            widths[i] <= narrowest(&t->columns[i])) {
            continue;
        }
        if (widest == t->column_count || widths[i] > widths[widest]) {
            *next = widest == t->column_count ? 0 : widths[widest];
            widest = i;
        } else if (widths[i] > *next) {
            *next = widths[i];
        }
    }
    return widest;
}

static size_t width_of_all(const struct table *t, const size_t *widths)
{
    size_t all = 0;
    for (size_t i = 0; i < t->column_count; i++) {
        all += widths[i] == LEFT_OUT ? 0 : widths[i] + (i > 0 ? GAP : 0);
    }
    return all;
}

/* Leaves out the column that is missed least. False when all that are left are needed. */
static bool leave_one_out(const struct table *t, size_t *widths)
{
    size_t least = t->column_count;
    for (size_t i = 0; i < t->column_count; i++) {
        bool is_spare = t->columns[i].spare > 0 && widths[i] != LEFT_OUT;
        if (is_spare &&
            (least == t->column_count || t->columns[i].spare > t->columns[least].spare)) {
            least = i;
        }
    }
    if (least < t->column_count) {
        widths[least] = LEFT_OUT;
    }
    return least < t->column_count;
}

static void fit(const struct table *t, size_t *widths, size_t line)
{
    size_t all = width_of_all(t, widths);
    while (all > line && leave_one_out(t, widths)) {
        all = width_of_all(t, widths);
    }
    while (all > line) {
        size_t next;
        size_t widest = find_widest(t, widths, &next);
        if (widest == t->column_count) {
            break; /* the terminal is too narrow: the columns on the right suffer */
        }
        /* Down to the next one, but at least by one and never further than needed. */
        size_t least = narrowest(&t->columns[widest]);
        size_t goal = next > least ? next : least;
        goal = goal < widths[widest] ? goal : widths[widest] - 1;
        size_t cut = widths[widest] - goal;
        cut = cut < all - line ? cut : all - line;
        widths[widest] -= cut;
        all -= cut;
    }
}

/* A line that is being printed. */
struct line {
    struct host_output *out;
    size_t left; /* columns that are left of it */
    bool colour;
};

/* A text in its column. `last` leaves out the blanks at the end of a line. */
static void print_cell(struct line *line, tt_bytes text, size_t width, bool right, bool last)
{
    size_t used = text.size == 0 ? 0 : host_text_width(text);
    width = width < line->left ? width : line->left;
    line->left -= width;
    bool is_cut = used > width;
    if (is_cut) {
        text = host_text_cut(text, width - 1);
        used = host_text_width(text) + 1;
    }
    size_t blanks = used < width ? width - used : 0;
    host_output_repeat(line->out, ' ', right ? blanks : 0);
    host_output_bytes(line->out, text);
    host_output_text(line->out, is_cut ? ELLIPSIS : "");
    host_output_repeat(line->out, ' ', right || last ? 0 : blanks);
}

/* Before every cell but the first. False when nothing more has room. */
static bool print_gap(struct line *line, bool is_first)
{
    size_t gap = is_first ? 0 : GAP;
    if (line->left <= gap) {
        return false;
    }
    line->left -= gap;
    host_output_repeat(line->out, ' ', gap);
    return true;
}

/* Columns without those at the end that are left out, or empty in this row (NULL for the header):
 * they leave no blanks. */
static size_t used_columns(const struct table *t, const size_t *widths,
                           const struct table_cell *row)
{
    size_t count = t->column_count;
    while (count > 0 &&
           (widths[count - 1] == LEFT_OUT || (row != NULL && row[count - 1].size == 0))) {
        count--;
    }
    return count;
}

static void print_header(const struct table *t, struct line line, const size_t *widths)
{
    size_t count = used_columns(t, widths, NULL);
    host_output_text(line.out, text_look(TEXT_BOLD, line.colour));
    for (size_t i = 0; i < count; i++) {
        if (widths[i] != LEFT_OUT && print_gap(&line, i == 0)) {
            print_cell(&line, tt_bytes_of(t->columns[i].title), widths[i], t->columns[i].right,
                       i + 1 == count);
        }
    }
    host_output_text(line.out, text_look(TEXT_NORMAL, line.colour));
    host_output_byte(line.out, '\n');
}

static void print_row(const struct table *t, struct line line, const size_t *widths,
                      const struct table_cell *row)
{
    size_t count = used_columns(t, widths, row);
    for (size_t i = 0; i < count; i++) {
        if (widths[i] == LEFT_OUT || !print_gap(&line, i == 0)) {
            continue;
        }
        const tt_bytes text = {(const uint8_t *)t->texts + row[i].begin, row[i].size};
        bool look = line.colour && row[i].look != TEXT_NORMAL && row[i].size > 0;
        host_output_text(line.out, text_look(row[i].look, look));
        print_cell(&line, text, widths[i], t->columns[i].right, i + 1 == count);
        host_output_text(line.out, text_look(TEXT_NORMAL, look));
    }
    host_output_byte(line.out, '\n');
}

bool table_print(const struct table *t, struct host_output *out, struct table_look look)
{
    size_t widths[TABLE_COLUMNS] = {0};
    if (t == NULL || t->no_memory) {
        return false;
    }
    size_t rows = table_rows(t);
    if (rows == 0) {
        return true;
    }
    measure(t, widths);
    if (look.width > 0) {
        fit(t, widths, look.width);
    }
    const struct line line = {out, look.width > 0 ? look.width : SIZE_MAX, look.colour};
    print_header(t, line, widths);
    for (size_t i = 0; i < rows && host_output_error(out) == 0; i++) {
        print_row(t, line, widths, &t->cells[i * t->column_count]);
    }
    return true;
}
