/* SPDX-License-Identifier: MIT
 *
 * Prints a table in columns. Where a line has a width, columns are left out and cut so that as
 * little as possible is lost, and what says which row it is last of all.
 */
#include "cli/show/table_cells.h"

#include <string.h>

#include "cli/shell/fit.h"
#include "cli/shell/terminal.h"
#include "cli/show/text.h"

#define GAP 2        /* blanks between columns */
#define NARROWEST 6u /* a column is not cut below this, or its title */
#define READABLE 20u /* nor below this, as long as others can be left out */

/* Width of a column that is left out. */
#define LEFT_OUT SIZE_MAX

struct table_look table_look_stdout(const struct settings *settings)
{
    const struct table_look look = {fit_width(settings), terminal_colour(STDOUT_NUMBER)};
    return look;
}

static tt_bytes title_of(const struct table *t, size_t column)
{
    return tt_bytes_of(t->columns[column].title);
}

/* As wide as their widest cell, and as their title. */
static void measure(const struct table *t, size_t *widths)
{
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = text_width(tt_bytes_of(t->columns[i].title));
    }
    for (size_t i = 0; i < t->column_count * table_rows(t); i++) {
        size_t *width = &widths[i % t->column_count];
        *width = t->cells[i].width > *width ? t->cells[i].width : *width;
    }
}

static size_t width_of_all(const struct table *t, const size_t *widths)
{
    size_t all = 0;
    bool any = false;
    for (size_t i = 0; i < t->column_count; i++) {
        all += widths[i] == LEFT_OUT ? 0 : widths[i] + (any ? GAP : 0);
        any = any || widths[i] != LEFT_OUT;
    }
    return all;
}

/* Leaves out the columns that are missed least, as long as there are any. */
static void leave_out_spare(const struct table *t, size_t *widths, size_t line)
{
    unsigned most = 1;
    while (most > 0 && width_of_all(t, widths) > line) {
        most = 0;
        for (size_t i = 0; i < t->column_count; i++) {
            bool is_there = widths[i] != LEFT_OUT;
            most = is_there && t->columns[i].spare > most ? t->columns[i].spare : most;
        }
        for (size_t i = 0; i < t->column_count && most > 0; i++) {
            if (t->columns[i].spare == most) {
                widths[i] = LEFT_OUT;
            }
        }
    }
}

/* Columns of this kind, none narrower than `least`, or than its title. */
struct cut {
    enum table_fit fit;
    size_t least;
};

/* The widest column that may be cut, and how wide the next one is that must not be passed without
 * another look. column_count when nothing may be cut any more. */
static size_t find_widest(const struct table *t, const size_t *widths, struct cut cut, size_t *next)
{
    size_t widest = t->column_count;
    *next = cut.least;
    for (size_t i = 0; i < t->column_count; i++) {
        if (t->columns[i].fit != cut.fit || widths[i] == LEFT_OUT || widths[i] <= cut.least ||
            widths[i] <= text_width(title_of(t, i))) {
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
        size_t title = text_width(title_of(t, widest));
        *next = title > *next ? title : *next;
    }
    return widest;
}

/* Makes columns narrower, the widest of them first. */
static void narrow(const struct table *t, size_t *widths, size_t line, struct cut cut)
{
    size_t all = width_of_all(t, widths), next;
    while (all > line) {
        size_t widest = find_widest(t, widths, cut, &next);
        if (widest == t->column_count) {
            return;
        }
        /* Down to the next one, but at least by one and never further than needed. */
        size_t goal = next < widths[widest] ? next : widths[widest] - 1;
        size_t less = widths[widest] - goal;
        less = less < all - line ? less : all - line;
        widths[widest] -= less;
        all -= less;
    }
}

/* Leaves out columns of this kind from the right, but not the first one. */
static void leave_out_more(const struct table *t, size_t *widths, size_t line, enum table_fit fit)
{
    for (size_t i = t->column_count; i-- > 1 && width_of_all(t, widths) > line;) {
        if (widths[i] != LEFT_OUT && t->columns[i].fit == fit) {
            widths[i] = LEFT_OUT;
        }
    }
}

/* What was left out last may have made more room than was needed: the columns that are there get it
 * back. */
static void widen(const struct table *t, size_t *widths, const size_t *whole, size_t line)
{
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = widths[i] == LEFT_OUT ? LEFT_OUT : whole[i];
    }
    narrow(t, widths, line, (struct cut){TABLE_CUT, READABLE});
    narrow(t, widths, line, (struct cut){TABLE_CUT, NARROWEST});
    narrow(t, widths, line, (struct cut){TABLE_KEY_CUT, NARROWEST});
}

static void fit(const struct table *t, size_t *widths, size_t line)
{
    size_t whole[TABLE_COLUMNS];
    memcpy(whole, widths, sizeof whole);
    narrow(t, widths, line, (struct cut){TABLE_CUT, READABLE});
    leave_out_spare(t, widths, line);
    narrow(t, widths, line, (struct cut){TABLE_CUT, NARROWEST});
    leave_out_more(t, widths, line, TABLE_WHOLE);
    narrow(t, widths, line, (struct cut){TABLE_KEY_CUT, NARROWEST});
    leave_out_more(t, widths, line, TABLE_CUT);
    leave_out_more(t, widths, line, TABLE_KEY);
    leave_out_more(t, widths, line, TABLE_KEY_CUT);
    widen(t, widths, whole, line);
}

/* A text in its column. `last` leaves out the blanks at the end of a line. */
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

static void print_header(const struct table *t, tt_io_output *out, const size_t *widths,
                         bool colour)
{
    size_t count = used_columns(t, widths, NULL);
    tt_io_output_text(out, text_look(TEXT_BOLD, colour));
    for (size_t i = 0; i < count; i++) {
        if (widths[i] != LEFT_OUT) {
            tt_io_output_repeat(out, ' ', i == 0 ? 0 : GAP);
            print_cell(out, title_of(t, i), widths[i], t->columns[i].right, i + 1 == count);
        }
    }
    tt_io_output_text(out, text_look(TEXT_NORMAL, colour));
    tt_io_output_byte(out, '\n');
}

static void print_row(const struct table *t, tt_io_output *out, const size_t *widths,
                      const struct table_cell *row, bool colour)
{
    size_t count = used_columns(t, widths, row);
    for (size_t i = 0; i < count; i++) {
        if (widths[i] == LEFT_OUT) {
            continue;
        }
        const tt_bytes text = {(const uint8_t *)t->texts + row[i].begin, row[i].size};
        bool look = colour && row[i].look != TEXT_NORMAL && row[i].size > 0;
        tt_io_output_repeat(out, ' ', i == 0 ? 0 : GAP);
        tt_io_output_text(out, text_look(row[i].look, look));
        print_cell(out, text, widths[i], t->columns[i].right, i + 1 == count);
        tt_io_output_text(out, text_look(TEXT_NORMAL, look));
    }
    tt_io_output_byte(out, '\n');
}

bool table_print(const struct table *t, tt_io_output *out, struct table_look look)
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
    print_header(t, out, widths, look.colour);
    for (size_t i = 0; i < rows && tt_io_output_error(out) == 0; i++) {
        print_row(t, out, widths, &t->cells[i * t->column_count], look.colour);
    }
    return true;
}
