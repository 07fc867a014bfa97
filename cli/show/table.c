/* SPDX-License-Identifier: MIT
 *
 * Collects cells.
 */
#include "cli/show/table_cells.h"

#include <stdlib.h>

#include "cli/show/text.h"

struct table *table_new(const struct table_column *columns, size_t count)
{
    struct table *t = count <= TABLE_COLUMNS ? calloc(1, sizeof *t) : NULL;
    if (t != NULL) {
        t->columns = columns;
        t->column_count = count;
    }
    return t;
}

/* Makes room for `more` items of `size` bytes after `count`. */
static bool grow(void **items, size_t *space, size_t count, size_t more, size_t size)
{
    if (more <= *space - count) {
        return true;
    }
    size_t wanted = *space == 0 ? 256 : *space * 2;
    wanted = wanted - count < more ? count + more : wanted;
    if (wanted < count || wanted > SIZE_MAX / 2 / size) {
        return false;
    }
    void *grown = realloc(*items, wanted * size);
    if (grown != NULL) {
        *items = grown;
        *space = wanted;
    }
    return grown != NULL;
}

static bool make_room(struct table *t, size_t bytes)
{
    void *texts = t->texts;
    void *cells = t->cells;
    bool good = grow(&texts, &t->text_space, t->text_size, bytes, 1) &&
                grow(&cells, &t->cell_space, t->cell_count, 1, sizeof *t->cells);
    t->texts = texts;
    t->cells = cells;
    return good;
}

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

void table_look_next(struct table *t, enum text_look look)
{
    if (t != NULL) {
        t->has_look = true;
        t->look = look;
    }
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
