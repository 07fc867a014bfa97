/* SPDX-License-Identifier: MIT
 *
 * The table `inputs`: a row for each input that differs from the one before (tt_item_input). The
 * table `ticks` has the input at the end of each tick.
 */
#include <string.h>

#include "base/angle.h"
#include "table/table.h"

#define CELL(name, put) TABLE_CELL(INPUTS, name, put)

/* Returns true for an input that differs from the one before. A difference of all zeros repeats the
 * input. A demo gives chunks of all players, so the player is checked here. */
static bool take(const tt_io_table *table, tt_recorded_input *input)
{
    static const int32_t none[TT_INPUT_INTS];
    const tt_io_reading *r = table->r;
    return r->in_span && tt_item_input(&r->item, input) &&
           (input->diff == NULL || memcmp(input->diff, none, sizeof none) != 0) &&
           tt_io_reading_has(r, r->item.session, input->cid);
}

/* Returns the offset of the record that has the input. */
static uint64_t offset_of(const tt_item *item)
{
    return item->th != NULL ? item->th->offset : item->demo->offset;
}

static void put_cell(tt_io_table *table, struct table_cells *cells, const tt_recorded_input *input)
{
    struct table_rows *rows = table->rows;
    const tt_input *keys = &input->input;
    uint64_t session = table->r->item.session;
    switch (cells->id) {
        CELL(cid, tti_table_put_int(rows, cells, input->cid));
        CELL(session, tti_table_put_session(rows, cells, session));
        CELL(name, tti_table_put_text_or_missing(
                       rows, cells,
                       tt_bytes_of(session != TT_SESSION_NONE
                                       ? tt_recording_session(table->r->rec, input->cid).name
                                       : "")));
        CELL(direction, tti_table_put_int(rows, cells, keys->direction));
        CELL(target_x, tti_table_put_int(rows, cells, keys->target_x));
        CELL(target_y, tti_table_put_int(rows, cells, keys->target_y));
        CELL(aim, tti_table_put_int(rows, cells, tti_angle_of(keys->target_x, keys->target_y)));
        CELL(jump, tti_table_put_int(rows, cells, keys->jump));
        CELL(fire, tti_table_put_int(rows, cells, keys->fire));
        CELL(hook, tti_table_put_int(rows, cells, keys->hook));
        CELL(player_flags,
             tti_table_put_known(rows, cells, keys->player_flags, input->has_flags != 0));
        CELL(wanted_weapon, tti_table_put_int(rows, cells, keys->wanted_weapon));
        CELL(next_weapon, tti_table_put_int(rows, cells, keys->next_weapon));
        CELL(prev_weapon, tti_table_put_int(rows, cells, keys->prev_weapon));
        CELL(intended_tick,
             tti_table_put_known(rows, cells, input->intended_tick, input->intended_tick >= 0));
        CELL(byte_offset, tti_table_put_int(rows, cells, (int64_t)offset_of(&table->r->item)));
    default:
        tti_table_put_missing(rows, cells);
        break;
    }
}

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

const struct table_maker tti_table_inputs = {0, fill};
