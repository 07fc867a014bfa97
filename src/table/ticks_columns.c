/* SPDX-License-Identifier: MIT
 *
 * The columns of `ticks`: each row of tables.def has a COLUMN here, which computes the value for a
 * tee. docs/guides/add-column.md adds one.
 *
 * Rows are made column after column, because a loop over the tees of a tick is faster than choosing
 * the column for each value.
 */
#include <string.h>

#include "table/ticks.h"

/* The C type of a column, by its type in tables.def. */
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

/* Marks the rows without a value and sets them to 0. Usually all rows have a value, or none has. */
static void set_missing(struct table_cells *cells, size_t row, const bool *has, size_t count)
{
    if (memchr(has, 0, count) == NULL) {
        return;
    }
    if (memchr(has, 1, count) == NULL) {
        tti_table_set_missing(cells, row, count);
        memset(cells->values + row * cells->width, 0, count * cells->width);
        return;
    }
    for (size_t k = 0; k < count; k++, row++) {
        if (!has[k]) {
            tti_table_set_missing(cells, row, 1);
            memset(cells->values + row * cells->width, 0, cells->width);
        }
    }
}

/* Defines put_NAME, which puts a column into the next rows. `is_there` and `value` are expressions
 * of tee `k` of the `tees`, and of the `table`. A row without `is_there` has no value. */
#define COLUMN(name, is_there, value)                                                              \
    static void put_##name(const tt_io_table *table, const struct table_tees *tees,                \
                           struct table_cells *cells)                                              \
    {                                                                                              \
        const int count = tees->count;                                                             \
        bool has[TT_CIDS], all = true;                                                             \
        TICKS_##name *restrict at = (TICKS_##name *)(void *)cells->values + table->rows->count;    \
        for (int k = 0; k < count; k++) {                                                          \
            at[k] = (value);                                                                       \
        }                                                                                          \
        for (int k = 0; k < count; k++) {                                                          \
            has[k] = (is_there);                                                                   \
            all = all & has[k];                                                                    \
        }                                                                                          \
        if (!all) {                                                                                \
            set_missing(cells, table->rows->count, has, (size_t)count);                            \
        }                                                                                          \
    }

#define ALWAYS true

/* True when the velocity, hook and jumps of the tee are known. */
#define HAS_CORE (tees->state[k].core != TT_UNKNOWN)

/* An item of a demo holds any int, and a column of fewer bits has no value for it. */
static bool fits_int8(int32_t value)
{
    return value >= INT8_MIN && value <= INT8_MAX;
}

#define HAS_JUMPED (HAS_CORE && fits_int8(tees->state[k].jumped))

/* Returns -1, 0 or 1. Clients can send any int as a direction, so only the sign counts. */
static int8_t sign_of(int32_t value)
{
    return (int8_t)((value > 0) - (value < 0));
}

/* Returns true when the input wants a weapon. wanted_weapon is 0 for no wish, or the weapon + 1. */
static bool wants_weapon(const struct table_tees *tees, int k)
{
    int32_t wanted = tees->input[k].wanted_weapon;
    return tees->has_input[k] && wanted > 0 && wanted <= INT8_MAX;
}

/* Puts the names. tti_table_put_text works on row rows->count, so the count is advanced for it and
 * restored. */
static void put_name(const tt_io_table *table, const struct table_tees *tees,
                     struct table_cells *cells)
{
    size_t before = table->rows->count;
    for (int k = 0; k < tees->count; k++, table->rows->count++) {
        tti_table_put_text_or_missing(table->rows, cells, tt_bytes_of(tees->name[k]));
    }
    table->rows->count = before;
}

COLUMN(recording, ALWAYS, table->about.recording)
COLUMN(tick, ALWAYS, tees->tick)
COLUMN(ts, table->about.has_start, table->about.start_us + tees->tick * TABLE_TICK_US)
COLUMN(cid, ALWAYS, tees->cid[k])
COLUMN(session, tees->session[k] >= 0, tees->session[k])
COLUMN(x, ALWAYS, tees->x[k])
COLUMN(y, ALWAYS, tees->y[k])
COLUMN(vx, tees->has_velocity[k], tees->vx[k])
COLUMN(vy, tees->has_velocity[k], tees->vy[k])
COLUMN(aim, tees->has_aim[k], tees->aim[k])
COLUMN(target_x, tees->has_input[k] || tees->state[k].has_target,
       tees->is_demo ? tees->state[k].target_x : tees->input[k].target_x)
COLUMN(target_y, tees->has_input[k] || tees->state[k].has_target,
       tees->is_demo ? tees->state[k].target_y : tees->input[k].target_y)
COLUMN(direction, tees->has_input[k] || tees->state[k].has_character,
       sign_of(tees->is_demo ? tees->state[k].direction : tees->input[k].direction))
COLUMN(jump, tees->has_input[k], tees->input[k].jump != 0)
COLUMN(hook, tees->has_input[k], tees->input[k].hook != 0)
COLUMN(fire, tees->has_input[k], tees->input[k].fire & 1) /* a counter: odd while the key is down */
COLUMN(wanted_weapon, wants_weapon(tees, k), (int8_t)(tees->input[k].wanted_weapon - 1))
COLUMN(weapon, tees->weapon[k] >= 0, tees->weapon[k])
COLUMN(player_flags, tees->has_input[k], tees->input[k].player_flags)
COLUMN(team, ALWAYS, tees->team[k])
COLUMN(repeated, ALWAYS, tees->is_repeated)
COLUMN(core_age, ALWAYS, tees->state[k].core_age)
COLUMN(vel_x, HAS_CORE, (float)tees->state[k].vel_x / 256)
COLUMN(vel_y, HAS_CORE, (float)tees->state[k].vel_y / 256)
COLUMN(hook_state, HAS_CORE, (int8_t)tees->state[k].hook_state)
COLUMN(hook_x, HAS_CORE, tees->state[k].hook_x)
COLUMN(hook_y, HAS_CORE, tees->state[k].hook_y)
COLUMN(hooked, HAS_CORE && tees->state[k].hooked >= 0, tees->state[k].hooked)
COLUMN(jumped, HAS_JUMPED, (int8_t)tees->state[k].jumped)
COLUMN(frozen, tees->state[k].has_ddnet, tees->state[k].freeze_end != 0)
COLUMN(health, tees->state[k].has_health, tees->state[k].health)
COLUMN(armor, tees->state[k].has_health, tees->state[k].armor)
COLUMN(ammo, tees->state[k].has_health, tees->state[k].ammo)
COLUMN(attack_tick, tees->state[k].has_character, tees->state[k].attack_tick)
COLUMN(applied, tees->has_applied[k], tees->applied[k])

/* The functions by column, one for each row of tables.def. */
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
