/* SPDX-License-Identifier: MIT
 *
 * The table `inputs`: a row for each input that differs from the one before (tt_item_input).
 * `ticks` has the input that counts at the end of each tick.
 */
#include <string.h>

#include "base/angle.h"
#include "table/table.h"

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

/* The number for a column, or INT64_MIN when the recording does not say it. */
static int64_t number_of(enum table_column_id column, const tt_recorded_input *input)
{
    const tt_input *keys = &input->input;
    switch (column) {
    case TABLE_INPUTS_cid:
        return input->cid;
    case TABLE_INPUTS_direction:
        return keys->direction;
    case TABLE_INPUTS_target_x:
        return keys->target_x;
    case TABLE_INPUTS_target_y:
        return keys->target_y;
    case TABLE_INPUTS_aim:
        return tti_angle_of(keys->target_x, keys->target_y);
    case TABLE_INPUTS_jump:
        return keys->jump;
    case TABLE_INPUTS_fire:
        return keys->fire;
    case TABLE_INPUTS_hook:
        return keys->hook;
    case TABLE_INPUTS_player_flags:
        return input->has_flags ? keys->player_flags : INT64_MIN;
    case TABLE_INPUTS_wanted_weapon:
        return keys->wanted_weapon;
    case TABLE_INPUTS_next_weapon:
        return keys->next_weapon;
    case TABLE_INPUTS_prev_weapon:
        return keys->prev_weapon;
    case TABLE_INPUTS_intended_tick:
        return input->intended_tick >= 0 ? input->intended_tick : INT64_MIN;
    default:
        return INT64_MIN;
    }
}

static void put_cell(tt_io_table *table, struct table_cells *cells, const tt_recorded_input *input)
{
    uint64_t session = table->r->item.session;
    if (cells->id == TABLE_INPUTS_session) {
        tti_table_put_session(table->rows, cells, session);
    } else if (cells->id == TABLE_INPUTS_name) {
        const char *name =
            session != TT_SESSION_NONE ? tt_io_reading_name(table->r, input->cid) : "";
        tti_table_put_text_or_missing(table->rows, cells, tt_bytes_of(name));
    } else {
        int64_t number = number_of(cells->id, input);
        tti_table_put_known(table->rows, cells, number, number != INT64_MIN);
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
