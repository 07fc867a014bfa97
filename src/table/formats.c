/* SPDX-License-Identifier: MIT
 *
 * The formats that there are, in the order in which they are shown.
 */
#include <string.h>

#include "table/format.h"

static const struct table_format *const formats[] = {
    &tti_table_csv, &tti_table_jsonl,  &tti_table_parquet,
    &tti_table_npy, &tti_table_native, &tti_table_sqlite,
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const tt_io_table_format *tt_io_table_format_at(size_t index)
{
    return index < FORMATS ? &formats[index]->is : NULL;
}

/* A format that this build cannot write is found, too: it refuses to be opened with a sentence that
 * says why (no_sqlite.c). */
const tt_io_table_format *tt_io_table_format_find(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->is.name, name) == 0) {
            return &formats[i]->is;
        }
    }
    return NULL;
}

/* Callers know only the public half of a format, by its address. */
const struct table_format *tti_table_format_of(const tt_io_table_format *format)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (&formats[i]->is == format) {
            return formats[i];
        }
    }
    return NULL;
}
