/* SPDX-License-Identifier: MIT
 *
 * The table `inputs`: a row for each input that is another one than before.
 *
 * Only teehistorian files have it: they record what each client pressed. A row is a change, as the
 * recording has it; `ticks` has the input that counts at the end of each tick.
 */
#include <string.h>

#include "table/table.h"
#include "teetape/angle.h"
#include "teetape/input.h"

/* The input of a record; NULL for a record without one. A teehistorian file has the first input of
 * a client whole and then differences to the one before. A difference of all zeros is the same
 * input again, which is no row. An item that is no record of a teehistorian file has no `event`. */
static const int32_t *input_of(const tt_th_event *event)
{
    static const int32_t none[TT_INPUT_INTS];
    if (event == NULL) {
        return NULL;
    }
    if (event->kind == TT_TH_INPUT_NEW) {
        return event->u.input_new.input;
    }
    /* one comparison of ten ints */
    bool is_change =
        event->kind == TT_TH_INPUT_DIFF && memcmp(event->u.input_diff.diff, none, sizeof none) != 0;
    return is_change ? event->u.input_diff.input : NULL;
}

/* Ints are as they were sent: counters and flags are not taken apart here, as `ticks` does it. */
static void put_cell(tt_io_table *table, struct table_cells *cells, const int32_t *input)
{
    const tt_item *item = &table->r->item;
    struct table_rows *rows = table->rows;
    switch (cells->id) {
    case TABLE_INPUTS_cid:
        tti_table_put_cid(rows, cells, item->th->cid);
        break;
    case TABLE_INPUTS_session:
        tti_table_put_session(rows, cells, item->session);
        break;
    case TABLE_INPUTS_name:
        tti_table_put_text_or_missing(rows, cells,
                                      tt_bytes_of(tt_io_reading_name(table->r, item->th->cid)));
        break;
    case TABLE_INPUTS_aim:
        tti_table_put_int(rows, cells, tt_angle_of(input[1], input[2]));
        break;
    /* `aim` is after target_y, so each column after it is one place further than its int. */
    default: /* the ints in their order, but for the aim among them */
        tti_table_put_int(
            rows, cells,
            input[(int)cells->id - TABLE_INPUTS_direction - (cells->id > TABLE_INPUTS_aim)]);
        break;
    }
}

_Static_assert(TABLE_INPUTS_prev_weapon - TABLE_INPUTS_direction == TT_INPUT_INTS,
               "the ints, and the aim");

/* The name and the session are those of the moment of the record. */
static bool fill(tt_io_table *table)
{
    while (!table_rows_is_full(table->rows)) {
        if (!tt_io_reading_next(table->r)) {
            return false;
        }
        const int32_t *input = input_of(table->r->item.th);
        if (input == NULL || !table->r->in_span) {
            continue;
        }
        for (size_t i = 0; i < table->rows->columns; i++) {
            struct table_cells *cells = &table->rows->cells[i];
            if (!tti_table_put_first(table, cells, TABLE_INPUTS_recording, table->r->item.tick)) {
                put_cell(table, cells, input);
            }
        }
        table->rows->count++;
    }
    return true;
}

/* It needs no state, but an empty one is none that there was no memory for. */
const struct table_maker tti_table_inputs = {1, fill};
