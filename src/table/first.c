/* SPDX-License-Identifier: MIT
 *
 * The columns that every table of things in time begins with.
 */
#include "table/table.h"

/* A tick before 0 has no time: it is what was there before the first tick. The product fits: 2^31
 * ticks of 20,000 us are below 2^46 us. */
void tti_table_put_ts(tt_io_table *table, struct table_cells *cells, int32_t tick)
{
    if (table->about.has_start && tick >= 0) {
        tti_table_put_int(table->rows, cells, table->about.start_us + tick * TABLE_TICK_US);
    } else {
        tti_table_put_missing(table->rows, cells);
    }
}

/* TT_COLUMNS_FIRST of tables.def has these three, in this order. So the distance from the first
 * column says which one it is, for each such table. */
bool tti_table_put_first(tt_io_table *table, struct table_cells *cells, enum table_column_id first,
                         int32_t tick)
{
    switch ((int)cells->id - (int)first) {
    case 0:
        tti_table_put_uuid(table->rows, cells, &table->about.recording);
        return true;
    case 1:
        tti_table_put_int(table->rows, cells, tick);
        return true;
    case 2:
        tti_table_put_ts(table, cells, tick);
        return true;
    default:
        return false;
    }
}
