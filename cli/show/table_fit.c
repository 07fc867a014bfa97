/* SPDX-License-Identifier: MIT
 *
 * How wide the columns of a table are. Where a line has a width, columns are left out and cut so
 * that as little as possible is lost, and what says which row it is last of all.
 */
#include "cli/show/table_cells.h"

#include <string.h>

#include "cli/text/text.h"

#define NARROWEST 6u /* a column is not cut below this, or its title */
#define READABLE 20u /* nor below this, as long as others can be left out */

tt_bytes table_title(const struct table *t, size_t column)
{
    return tt_bytes_of(t->columns[column].title);
}

/* As wide as their widest cell, and as their title. Linear in the cells; the only step that looks
 * at all of them. */
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

/* With the gaps between columns that are there. */
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

/* Leaves out the columns that are missed least, as long as there are any: those with the highest
 * `spare` together, then the next ones. 0 is no spare at all. */
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

/* Columns of this kind, none narrower than `least`, or than its title. */
struct cut {
    enum table_fit fit;
    size_t least;
};

/* The widest column that may be cut, and how wide the next one is that must not be passed without
 * another look. column_count when nothing may be cut any more. Of the three bounds for *next (the
 * next widest, `least`, its own title) the largest counts. */
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

/* Makes columns narrower, the widest of them first, so that two long texts lose as much each. In
 * each step one column falls to the width of the next one, or by one column when both are equal; so
 * steps are bounded by the columns that a line has too many. */
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

/* Leaves out columns of this kind from the right, but not the first one: a table whose every column
 * is gone would be lines without anything in them. */
static void leave_out_more(const struct table *t, size_t *widths, size_t line, enum table_fit fit)
{
    for (size_t i = t->column_count; i-- > 1 && width_of_all(t, widths) > line;) {
        if (widths[i] != TABLE_LEFT_OUT && t->columns[i].fit == fit) {
            widths[i] = TABLE_LEFT_OUT;
        }
    }
}

/* What was left out last may have made more room than was needed: the columns that are there get it
 * back. They begin again as wide as they were at first and are cut once more; those that are left
 * out remain so. */
static void widen(const struct table *t, size_t *widths, const size_t *whole, size_t line)
{
    for (size_t i = 0; i < t->column_count; i++) {
        widths[i] = widths[i] == TABLE_LEFT_OUT ? TABLE_LEFT_OUT : whole[i];
    }
    narrow(t, widths, line, (struct cut){TABLE_CUT, READABLE});
    narrow(t, widths, line, (struct cut){TABLE_CUT, NARROWEST});
    narrow(t, widths, line, (struct cut){TABLE_KEY_CUT, NARROWEST});
}

/* From what costs least to what costs most, each step only as far as needed: long texts down to
 * what can still be read; columns that the table itself calls spare; texts to the least; numbers,
 * which cannot be cut; names; other texts as a whole; and what says which row it is. Every step
 * does nothing once the line is met. */
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

/* A first column above the others is used only where the line is too narrow otherwise. It then
 * counts for no width, and the others lose the indent. */
void table_lay_out(struct table_layout *layout, const struct table *t, unsigned width)
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
