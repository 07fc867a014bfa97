/* SPDX-License-Identifier: MIT
 *
 * The rows of tables.def by number, for those who fill them.
 */
#ifndef TABLE_COLUMNS_H
#define TABLE_COLUMNS_H

#include "teetape/io/table.h"

/* The number of each column, such as TABLE_TICKS_x or TABLE_FACTS_name: also its index in
 * tti_table_columns. Code that fills a table switches over it; some of it counts on the order of
 * tables.def (first.c, inputs.c, ticks.c). */
enum table_column_id {
#define TT_COLUMN(NAME, name, type, nullable, by_default, source, unit, meaning)                   \
    TABLE_##NAME##_##name,
#include "teetape/schema/tables.def"
    TABLE_COLUMN_IDS
};

/* All of them, table after table. */
extern const tt_io_column tti_table_columns[TABLE_COLUMN_IDS];

/* Which one it is. The column must be one of the array, which those of a plan are. */
static inline enum table_column_id table_id(const tt_io_column *column)
{
    return (enum table_column_id)(column - tti_table_columns);
}

/* Whether a column is a default one only in a table of many recordings. */
bool tti_table_is_of_many(const tt_io_column *column);

#endif
