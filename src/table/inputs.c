/* SPDX-License-Identifier: MIT
 *
 * The table `inputs`: a row for each input that differs from the one before (tt_item_input).
 * `ticks` has the input that counts at the end of each tick.
 */
#include <string.h>

#include "table/table.h"
#include "teetape/angle.h"

/* A difference of all zeros is the same input again. Chunks of a demo come for everybody, so the
 * player is looked at here. */
static bool take(const tt_io_table *table, tt_recorded_input *input)
{
    static const int32_t none[TT_INPUT_INTS];
    const tt_io_reading *r = table->r;
    return r->in_span && tt_item_input(&r->item, input) &&
           (input->diff == NULL || memcmp(input->diff, none, sizeof none) != 0) &&
           tt_io_reading_has(r, r->item.session, input->cid);
}

static void put_cell(tt_io_table *table, struct table_cells *cells, const tt_recorded_input *input)
{
    const int32_t *ints = (const int32_t *)&input->input;
    uint64_t session = table->r->item.session;
    struct table_rows *rows = table->rows;
    switch (cells->id) {
    case TABLE_INPUTS_cid:
        tti_table_put_cid(rows, cells, input->cid);
        break;
    case TABLE_INPUTS_session:
        tti_table_put_session(rows, cells, session);
        break;
    case TABLE_INPUTS_name:
        tti_table_put_text_or_missing(rows, cells,
                                      tt_bytes_of(session != TT_SESSION_NONE
                                                      ? tt_io_reading_name(table->r, input->cid)
                                                      : ""));
        break;
    case TABLE_INPUTS_aim:
        tti_table_put_int(rows, cells, tt_angle_of(input->input.target_x, input->input.target_y));
        break;
    case TABLE_INPUTS_player_flags:
        tti_table_put_known(rows, cells, input->input.player_flags, input->has_flags);
        break;
    case TABLE_INPUTS_intended_tick:
        tti_table_put_known(rows, cells, input->intended_tick, input->intended_tick >= 0);
        break;
    default: /* the ints in their order; `aim` is among them, after target_y */
        tti_table_put_int(
            rows, cells,
            ints[(int)cells->id - TABLE_INPUTS_direction - (cells->id > TABLE_INPUTS_aim)]);
        break;
    }
}

_Static_assert(TABLE_INPUTS_prev_weapon - TABLE_INPUTS_direction == TT_INPUT_INTS,
               "the ints, and the aim");

static bool fill(tt_io_table *table)
{
    while (!table_rows_is_full(table->rows)) {
        if (!tt_io_reading_next(table->r)) {
            return false;
        }
        tt_recorded_input input;
        if (!take(table, &input)) {
            continue;
        }
        for (size_t i = 0; i < table->rows->columns; i++) {
            struct table_cells *cells = &table->rows->cells[i];
            if (!tti_table_put_first(table, cells, TABLE_INPUTS_recording, table->r->item.tick)) {
                put_cell(table, cells, &input);
            }
        }
        table->rows->count++;
    }
    return true;
}

/* A state of 1 byte, as one of none would look like no memory. */
const struct table_maker tti_table_inputs = {1, fill};
