/* SPDX-License-Identifier: MIT
 *
 * The number of each column of tables.def.
 */
#ifndef TABLE_COLUMNS_H
#define TABLE_COLUMNS_H

#include "teetape/io/table.h"

/* The number of each column, such as TABLE_TICKS_x, is also its index in tti_table_columns. cells.c
 * relies on the order of the first columns of a table. */
enum table_column_id {
#define TT_COLUMN(NAME, name, type, nullable, by_default, source, unit, meaning)                   \
    TABLE_##NAME##_##name,
#include "teetape/schema/tables.def"
    TABLE_COLUMN_IDS
};

/* All columns, table after table. */
extern const tt_io_column tti_table_columns[TABLE_COLUMN_IDS];

/* Returns the number of a column. Columns of a plan point into tti_table_columns. */
static inline enum table_column_id table_id(const tt_io_column *column)
{
    return (enum table_column_id)(column - tti_table_columns);
}

/* Returns true for a column that is a default only in a table of many recordings. */
bool tti_table_is_of_many(const tt_io_column *column);

bool tti_table_has(const tt_io_table_plan *plan, enum table_column_id column);

/* Metadata of Parquet and Arrow explains each column with three pairs of texts: unit, source,
 * meaning. A key such as "teetape.tick.unit" has at most 128 bytes with its NUL; names are cut at
 * 64. */
#define TABLE_MEANINGS 3
#define TABLE_MEANING_KEY 128

/* Writes the key of pair number `which`, 0 to 2, and returns the value. */
const char *tti_table_meaning(const tt_io_column *column, int which, char key[TABLE_MEANING_KEY]);

#endif
