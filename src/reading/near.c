/* SPDX-License-Identifier: MIT
 *
 * Finds the known name that is most like one that nobody has.
 *
 * The distance of names is the Damerau-Levenshtein distance in its restricted form, in which a
 * swapped pair is not changed again. The distance needs three rows of its table.
 */
#include "reading/inside.h"
#include "teetape/io/spans.h"

#include <string.h>

#define LONGEST 40

/* The last three rows of the table of distances. Row i has the cost of the first i letters of `a`.
 * A swap of two letters uses the row `before`. */
struct rows {
    size_t before[LONGEST + 1], last[LONGEST + 1], now[LONGEST + 1];
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Fills row i. Each cell is the cheapest of replacing, leaving out, inserting, and swapping the
 * last two letters. */
static void fill_row(struct rows *rows, tt_bytes a, tt_bytes b, size_t i)
{
    rows->now[0] = i;
    for (size_t j = 1; j <= b.size; j++) {
        size_t replaced = rows->last[j - 1] + (a.data[i - 1] != b.data[j - 1]);
        size_t best = least(replaced, least(rows->last[j], rows->now[j - 1]) + 1);
        if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1]) {
            best = least(best, rows->before[j - 2] + 1);
        }
        rows->now[j] = best;
    }
}

size_t tt_io_player_distance(tt_bytes a, tt_bytes b)
{
    struct rows rows;
    if (a.size > LONGEST || b.size > LONGEST) {
        return SIZE_MAX;
    }
    memset(&rows, 0, sizeof rows);
    for (size_t j = 0; j <= b.size; j++) {
        rows.now[j] = j;
    }
    for (size_t i = 1; i <= a.size; i++) {
        memcpy(rows.before, rows.last, sizeof rows.before);
        memcpy(rows.last, rows.now, sizeof rows.last);
        fill_row(&rows, a, b, i);
    }
    return rows.now[b.size];
}

static tt_bytes lower(char dst[LONGEST], tt_bytes name)
{
    size_t size = least(name.size, LONGEST);
    for (size_t i = 0; i < size; i++) {
        char c = (char)name.data[i];
        dst[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return (tt_bytes){(const uint8_t *)dst, size};
}

static bool can_be_near(tt_bytes name)
{
    return name.size >= 2 && name.size <= LONGEST;
}

bool tti_name_is_nearer(tt_bytes asked, tt_bytes name, size_t *best)
{
    char one[LONGEST], other[LONGEST];
    if (!can_be_near(asked) || !can_be_near(name)) {
        return false;
    }
    size_t distance = tt_io_player_distance(lower(one, asked), lower(other, name));
    bool is_nearer = distance < *best;
    *best = is_nearer ? distance : *best;
    return is_nearer;
}

bool tti_name_has_part(tt_bytes name, tt_bytes part)
{
    char one[LONGEST], other[LONGEST];
    tt_bytes a = lower(one, part), b = lower(other, name);
    for (size_t i = 0; can_be_near(part) && i + a.size <= b.size; i++) {
        if (memcmp(b.data + i, a.data, a.size) == 0) {
            return true;
        }
    }
    return false;
}
