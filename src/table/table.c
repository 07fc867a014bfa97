/* SPDX-License-Identifier: MIT
 *
 * The calls of table.h that give batches, and shared parts of the tables: memory, the end, errors.
 */
#include "table/table.h"

#include <stdlib.h>

#include "reading/inside.h"
#include "table/buffer.h"

static const struct table_maker *const makers[TT_TABLES] = {
    [TT_TABLE_TICKS] = &tti_table_ticks,           [TT_TABLE_INPUTS] = &tti_table_inputs,
    [TT_TABLE_FACTS] = &tti_table_facts,           [TT_TABLE_SESSIONS] = &tti_table_sessions,
    [TT_TABLE_RECORDINGS] = &tti_table_recordings, [TT_TABLE_CHAT] = &tti_table_chat,
};

/* Returns the bytes of the file, or 0 for a pipe. */
static uint64_t stored_of(const tt_io_reading *r)
{
    return r->inside->input != NULL ? tt_io_input_count(r->inside->input).size : 0;
}

tt_io_table *tt_io_table_open(const tt_io_table_plan *plan, tt_io_reading *r, tt_io_error *error)
{
    const struct table_maker *maker = makers[plan->options.kind];
    tt_io_table *table = calloc(1, sizeof *table);
    if (table != NULL) {
        table->plan = plan;
        table->r = r;
        table->rows = tti_table_rows_new(plan, stored_of(r));
        table->state = calloc(1, maker->state_size + 1); /* a state may have 0 bytes */
    }
    if (table == NULL || table->rows == NULL || table->state == NULL) {
        tt_io_table_close(table);
        tti_table_no_memory(error);
        return NULL;
    }
    tti_table_about(&table->about, r);
    return table;
}

tt_uuid tt_io_table_recording(const tt_io_reading *r)
{
    struct table_about about;
    tti_table_about(&about, r);
    return about.recording;
}

/* Gives the next batch. The last rows may come with the end. Without memory no row of the batch is
 * given, because one would have a cut text. */
bool tt_io_table_next(tt_io_table *table, tt_io_batch *batch)
{
    if (table->is_ended) {
        return false;
    }
    tti_table_rows_clear(table->rows);
    table->is_ended = !makers[table->plan->options.kind]->fill(table);
    if (table->rows->no_memory) {
        tti_table_no_memory(&table->error);
        table->is_ended = true;
        return false;
    }
    tti_table_rows_show(table->rows, batch);
    return batch->rows != 0;
}

const tt_io_error *tt_io_table_error(const tt_io_table *table)
{
    return &table->error;
}

/* Gives the rows of the batch away. New memory is allocated first: on failure the table is
 * unchanged. */
struct table_rows *tti_table_keep(tt_io_table *table)
{
    struct table_rows *kept = table->rows;
    struct table_rows *fresh = tti_table_rows_new(table->plan, stored_of(table->r));
    if (fresh == NULL) {
        return NULL;
    }
    table->rows = fresh;
    return kept;
}

void tt_io_table_close(tt_io_table *table)
{
    if (table != NULL) {
        tti_table_rows_free(table->rows);
        free(table->state);
        free(table);
    }
}
