/* SPDX-License-Identifier: MIT
 *
 * The columns of `ticks`: each row of tables.def has a COLUMN here, which says what its value is in
 * the row of a tee. docs/guides/add-column.md adds one.
 *
 * Rows are made column after column: a loop over the tees of a tick is fast where a choice of the
 * column for each value is not.
 */
#include "table/ticks.h"

/* The C type of a column, by the type in tables.def. */
typedef uint8_t value_BOOL;
typedef int8_t value_INT8;
typedef int16_t value_INT16;
typedef int32_t value_INT32;
typedef int64_t value_INT64, value_TIME;
typedef float value_FLOAT;
typedef tt_uuid value_UUID;
typedef tt_bytes value_TEXT;
#define TT_COLUMN(NAME, name, TYPE, nullable, by_default, source, unit, meaning)                   \
    typedef value_##TYPE NAME##_##name;
#include "teetape/schema/tables.def"

/* Defines put_NAME, which puts a column into the next rows. `has` and `value` are expressions of a
 * `tee`, of the `tees` of the tick and of the `table`. A row without `has` has no value. */
#define COLUMN(name, has, value)                                                                   \
    static void put_##name(const tt_io_table *table, const struct table_tees *tees,                \
                           struct table_cells *cells)                                              \
    {                                                                                              \
        static const TICKS_##name none = {0};                                                      \
        TICKS_##name *at = (TICKS_##name *)(void *)cells->values + table->rows->count;             \
        for (int k = 0; k < tees->count; k++) {                                                    \
            const struct table_tee *tee = tees->living[k];                                         \
            (void)tee;                                                                             \
            at[k] = (has) ? (value) : none;                                                        \
            if (!(has)) {                                                                          \
                tti_table_set_missing(cells, table->rows->count + (size_t)k);                      \
            }                                                                                      \
        }                                                                                          \
    }

#define ALWAYS true

/* Clients can send any int, so only the sign counts. */
static int8_t sign_of(int32_t value)
{
    return (int8_t)((value > 0) - (value < 0));
}

/* An input has 0 for no wish, or the weapon + 1. */
static bool wants_weapon(const struct table_tee *tee)
{
    int32_t wanted = tee->input.wanted_weapon;
    return tee->has_input && wanted > 0 && wanted <= INT8_MAX;
}

/* tti_table_put_text works on row rows->count, so the count goes along and back. */
static void put_name(const tt_io_table *table, const struct table_tees *tees,
                     struct table_cells *cells)
{
    size_t before = table->rows->count;
    for (int k = 0; k < tees->count; k++, table->rows->count++) {
        tti_table_put_text_or_missing(table->rows, cells, tt_bytes_of(tees->living[k]->name));
    }
    table->rows->count = before;
}

COLUMN(recording, ALWAYS, table->about.recording)
COLUMN(tick, ALWAYS, tees->tick)
COLUMN(ts, table->about.has_start, table->about.start_us + tees->tick * TABLE_TICK_US)
COLUMN(cid, ALWAYS, tee->cid)
COLUMN(session, tee->session >= 0, tee->session)
COLUMN(x, ALWAYS, tee->x)
COLUMN(y, ALWAYS, tee->y)
COLUMN(vx, tee->has_velocity, tee->vx)
COLUMN(vy, tee->has_velocity, tee->vy)
COLUMN(aim, tee->has_aim, tee->aim)
COLUMN(target_x, tee->has_input, tee->input.target_x)
COLUMN(target_y, tee->has_input, tee->input.target_y)
COLUMN(direction, tee->has_input || tee->has_character, sign_of(tee->input.direction))
COLUMN(jump, tee->has_input, tee->input.jump != 0)
COLUMN(hook, tee->has_input || tee->has_character, tee->input.hook != 0)
COLUMN(fire, tee->has_input, tee->input.fire & 1) /* a counter: odd while the key is down */
COLUMN(wanted_weapon, wants_weapon(tee), (int8_t)(tee->input.wanted_weapon - 1))
COLUMN(weapon, tee->weapon >= 0, tee->weapon)
COLUMN(player_flags, tee->has_input, tee->input.player_flags)
COLUMN(team, ALWAYS, tee->team)
COLUMN(repeated, ALWAYS, tees->is_repeated)

/* One for each row of tables.def. */
static void (*const put[])(const tt_io_table *, const struct table_tees *, struct table_cells *) = {
#define PUT_TICKS(name) [TABLE_TICKS_##name] = put_##name,
#define PUT_INPUTS(name)
#define PUT_FACTS(name)
#define PUT_SESSIONS(name)
#define PUT_RECORDINGS(name)
#define PUT_CHAT(name)
#define TT_COLUMN(NAME, name, type, nullable, by_default, source, unit, meaning) PUT_##NAME(name)
#include "teetape/schema/tables.def"
};

void tti_table_tees_put(tt_io_table *table, const struct table_tees *tees)
{
    for (size_t i = 0; i < table->rows->columns; i++) {
        struct table_cells *cells = &table->rows->cells[i];
        put[cells->id](table, tees, cells);
    }
    table->rows->count += (size_t)tees->count;
}
