/* SPDX-License-Identifier: MIT
 *
 * Collects cells. Columns are as wide as their widest cell, so nothing can be printed before the
 * last one is there.
 */
#include "cli/show/table_cells.h"

#include <stdlib.h>

#include "cli/shell/memory.h"
#include "cli/text/text.h"

/* Without memory NULL, which every function takes, so callers check once, at the end. */
struct table *table_new(const struct table_column *columns, size_t count)
{
    struct table *t = count <= TABLE_COLUMNS ? calloc(1, sizeof *t) : NULL;
    if (t != NULL) {
        t->columns = columns;
        t->column_count = count;
    }
    return t;
}

/* For a cell with a text of up to this many bytes. memory_grow makes room for one more after what
 * is counted, so of `bytes` one less is counted. What has grown is kept also when the other one
 * cannot grow. */
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

/* The room is for the worst that making safe does to a text; only what it really became is used.
 * SIZE_MAX / 8 keeps the bound from overflowing. */
void table_text(struct table *t, tt_bytes raw)
{
    if (t == NULL || t->no_memory) {
        return;
    }
    if (raw.size > SIZE_MAX / 8 || !make_room(t, TEXT_SAFE_BOUND(raw.size))) {
        t->no_memory = true; /* without this cell the next ones would go to wrong columns */
        return;
    }
    struct table_cell *cell = &t->cells[t->cell_count];
    const struct table_column *column = &t->columns[t->cell_count % t->column_count];
    t->cell_count++;
    cell->begin = t->text_size;
    /* Without any text the block may be missing. */
    cell->size =
        raw.size == 0 ? 0 : text_safe_to(t->texts + cell->begin, t->text_space - cell->begin, raw);
    const tt_bytes text = {(const uint8_t *)t->texts + cell->begin, cell->size};
    cell->width = cell->size == 0 ? 0 : text_width(text);
    cell->look = t->has_look ? t->look : column->look;
    t->has_look = false;
    t->text_size += cell->size;
}

void table_string(struct table *t, const char *text)
{
    table_text(t, tt_bytes_of(text));
}

/* By hand: a table has more numbers than texts, and printf is slow. */
void table_int(struct table *t, int64_t number)
{
    char digits[TEXT_NUMBER];
    size_t at = sizeof digits;
    /* Negated as unsigned: the lowest int64_t has no positive twin. */
    uint64_t rest = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    const tt_bytes text = {(const uint8_t *)digits + at, sizeof digits - at};
    table_text(t, text);
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

/* For a cell that says by its value how it looks, such as a result that is bad. */
void table_look_next(struct table *t, enum text_look look)
{
    if (t != NULL) {
        t->has_look = true;
        t->look = look;
    }
}

/* A row that has begun is none yet. */
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
