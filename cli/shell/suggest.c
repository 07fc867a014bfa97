/* SPDX-License-Identifier: MIT
 *
 * Measures how far words are from each other: the Damerau-Levenshtein distance in its restricted
 * form, in which a pair that was swapped is not changed again. Three rows of the table suffice.
 */
#include "cli/shell/suggest.h"

#include <stdint.h>
#include <string.h>

/* No command, option or kind of event is as long. */
#define LONGEST 40

/* Where the rows of the table begin: row i says what the first i letters of `a` cost. A swap looks
 * two rows back. */
struct rows {
    size_t before[LONGEST + 1], last[LONGEST + 1], now[LONGEST + 1];
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Cell j says what it costs to turn the first i letters of `a` into the first j of `b`: the
 * cheapest of replacing (or keeping), leaving out, putting in, and swapping the last two. */
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

/* Time is the product of both sizes, 1600 steps at most. Longer words are refused before that, so
 * that a line of a megabyte costs nothing. */
size_t suggest_distance(tt_bytes a, tt_bytes b)
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

struct suggestion suggest_begin(tt_bytes typed)
{
    const struct suggestion s = {typed, NULL, 0};
    return s;
}

/* `<` and not `<=` in the comparison: of two words that are equally near, the first one remains, so
 * that an answer does not depend on what comes later in a table. */
void suggest_offer(struct suggestion *s, const char *word)
{
    tt_bytes offered = tt_bytes_of(word);
    size_t distance = suggest_distance(s->typed, offered);
    /* A beginning that was not typed to its end: near, however much is missing. */
    if (s->typed.size >= 2 && s->typed.size < offered.size &&
        memcmp(s->typed.data, offered.data, s->typed.size) == 0) {
        distance = 1;
    }
    /* One slip is always forgiven, more of them in longer words only, and always fewer than the
     * offered word has letters: replacing all of them would make any word of any other. */
    size_t most = s->typed.size < 3 ? 1 : (s->typed.size + 1) / 3;
    if (distance <= least(most, offered.size - (offered.size > 0)) &&
        (s->word == NULL || distance < s->distance)) {
        s->word = word;
        s->distance = distance;
    }
}
