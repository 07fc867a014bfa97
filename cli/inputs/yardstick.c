/* SPDX-License-Identifier: MIT
 *
 * The figures of all sessions of a recording, so that a reader sees what is usual in it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/inputs/inputs.h"

void yardstick_add(struct yardstick *y, const int32_t figures[FIGURES])
{
    for (int i = 0; i < FIGURES; i++) {
        if (figures[i] != COLUMN_UNKNOWN && y->count[i] < YARD_SESSIONS) {
            y->of[i][y->count[i]++] = figures[i];
        }
    }
}

static int by_size(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

void yardstick_sort(struct yardstick *y)
{
    for (int i = 0; i < FIGURES; i++) {
        qsort(y->of[i], y->count[i], sizeof y->of[i][0], by_size);
    }
}

/* One of the values that equal the own one is the own one, and is skipped. */
struct others yardstick_others(const struct yardstick *y, int figure, int32_t own)
{
    struct others others = {COLUMN_UNKNOWN, COLUMN_UNKNOWN,
                            figure != FIGURE_DISTANCE && figure != FIGURE_SPEED};
    const int32_t *of = y->of[figure], *at = NULL;
    size_t count = y->count[figure];
    if (count != 0) {
        at = bsearch(&own, of, count, sizeof own, by_size);
    }
    size_t skipped = at != NULL ? (size_t)(at - of) : count;
    count -= at != NULL;
    if (count != 0) {
        size_t middle = (count - 1) / 2, last = count - 1;
        others.median = of[middle + (middle >= skipped)];
        others.highest = of[last + (last >= skipped)];
    }
    return others;
}

static void value_json(struct json *j, const char *key, int32_t value, bool in_hundredths)
{
    if (value == COLUMN_UNKNOWN) {
        json_text_c(j, key, NULL);
    } else if (in_hundredths) {
        json_hundredths(j, key, value);
    } else {
        json_int(j, key, value);
    }
}

void others_json(struct json *j, const char *key, const void *of)
{
    const struct others *others = of;
    json_object_begin(j, key);
    value_json(j, "median", others->median, others->hundredths);
    value_json(j, "highest", others->highest, others->hundredths);
    json_object_end(j);
}

#define VALUE_TEXT 16

/* A per cent is rounded, as the others beside it are. */
static const char *value_text(char text[VALUE_TEXT], enum figure_unit unit, int32_t value)
{
    if (value == COLUMN_UNKNOWN) {
        snprintf(text, VALUE_TEXT, "-");
    } else if (unit == UNIT_HUNDREDTHS) {
        snprintf(text, VALUE_TEXT, "%d.%02d", (int)(value / 100), (int)(value % 100));
    } else {
        snprintf(text, VALUE_TEXT, "%d", (int)(unit == UNIT_PERCENT ? (value + 50) / 100 : value));
    }
    return text;
}

const char *figure_text(char text[FIGURE_TEXT], enum figure_unit unit, int32_t own,
                        const struct others *others)
{
    char value[VALUE_TEXT], median[VALUE_TEXT], highest[VALUE_TEXT];
    const char *sign = unit == UNIT_PERCENT ? " %" : "";
    if (own == COLUMN_UNKNOWN) {
        return "-";
    }
    value_text(value, unit, own);
    if (others->highest == COLUMN_UNKNOWN) {
        snprintf(text, FIGURE_TEXT, "%s%s", value, sign);
    } else {
        snprintf(text, FIGURE_TEXT, "%s%s (%s, %s)", value, sign,
                 value_text(median, unit, others->median),
                 value_text(highest, unit, others->highest));
    }
    return text;
}
