/* SPDX-License-Identifier: MIT
 *
 * The tables and their columns. Each array of this file expands the rows of tables.def again, with
 * the same index.
 */
#include "table/columns.h"

#include <stdio.h>
#include <string.h>

/* Words in the rows of tables.def. NO and YES say if a column is nullable or a default; MANY makes
 * it a default in a table of many recordings. */
enum answer { NO, YES, MANY };

#define RECORDED TT_VALUE_RECORDED
#define DERIVED TT_VALUE_DERIVED

const tt_io_column tti_table_columns[TABLE_COLUMN_IDS] = {
#define TT_COLUMN(NAME, name, type, nullable, by_default, source, unit, meaning)                   \
    {#name, TT_COLUMN_##type, nullable, (by_default) == YES, source, unit, meaning},
#include "teetape/schema/tables.def"
};

/* 1 for each column that a table of many recordings has by default. */
static const uint8_t of_many[TABLE_COLUMN_IDS] = {
#define TT_COLUMN(NAME, name, type, nullable, by_default, source, unit, meaning) (by_default) != NO,
#include "teetape/schema/tables.def"
};

/* The table of each column. Tables have the order of tt_io_table_kind. */
static const uint8_t table_of[TABLE_COLUMN_IDS] = {
#define TT_COLUMN(NAME, name, type, nullable, by_default, source, unit, meaning) TT_TABLE_##NAME,
#include "teetape/schema/tables.def"
};

/* The names of the tables, in the order of tt_io_table_kind. */
static const char *const names[] = {
#define TT_TABLE(NAME, name, doc) #name,
#include "teetape/schema/tables.def"
};

bool tti_table_is_of_many(const tt_io_column *column)
{
    return of_many[table_id(column)] != 0;
}

const char *tt_io_table_name(tt_io_table_kind kind)
{
    return (unsigned)kind < TT_TABLES ? names[kind] : NULL;
}

tt_io_table_kind tt_io_table_find(const char *name)
{
    int kind = 0;
    while (kind < TT_TABLES && strcmp(names[kind], name) != 0) {
        kind++;
    }
    return (tt_io_table_kind)kind;
}

/* Returns the columns of a table. They are contiguous, because TT_COLUMN rows follow their
 * TT_TABLE. Every table has at least one column, so the first loop ends. */
const tt_io_column *tt_io_table_columns(tt_io_table_kind kind, size_t *count)
{
    size_t begin = 0;
    *count = 0;
    if ((unsigned)kind >= TT_TABLES) {
        return NULL;
    }
    while (table_of[begin] != kind) {
        begin++;
    }
    while (begin + *count < TABLE_COLUMN_IDS && table_of[begin + *count] == kind) {
        ++*count;
    }
    return &tti_table_columns[begin];
}

const char *tti_table_meaning(const tt_io_column *column, int which, char key[TABLE_MEANING_KEY])
{
    static const char *const endings[TABLE_MEANINGS] = {".unit", ".source", ".meaning"};
    const char *const values[TABLE_MEANINGS] = {
        column->unit, column->source == TT_VALUE_DERIVED ? "derived" : "recorded", column->meaning};
    snprintf(key, TABLE_MEANING_KEY, "teetape.%.64s%s", column->name, endings[which]);
    return values[which];
}
