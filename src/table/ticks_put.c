/* SPDX-License-Identifier: MIT
 *
 * The tees of a tick as rows, column after column: most columns are a copy or one loop over the
 * tees. rows->count grows after all columns have their values.
 */
#include <string.h>

#include "table/ticks.h"

static void *next(const tt_io_table *table, const struct table_cells *cells)
{
    return cells->values + table->rows->count * cells->width;
}

static void put_same(tt_io_table *table, struct table_cells *cells, const void *value, int count)
{
    uint8_t *at = next(table, cells);
    for (int k = 0; k < count; k++, at += cells->width) {
        memcpy(at, value, cells->width);
    }
}

/* A loop that a compiler makes vectors of: much of the work of a table. */
static void put_tick(tt_io_table *table, struct table_cells *cells, int32_t tick, int count)
{
    int32_t *at = next(table, cells);
    for (int k = 0; k < count; k++) {
        at[k] = tick;
    }
}

/* Mostly nobody or everybody has no value. Values of such rows are set to 0, as the loops before
 * wrote what was there. */
static void mark_missing(tt_io_table *table, struct table_cells *cells, const bool *has, int count)
{
    size_t row = table->rows->count, size = (size_t)count;
    if (size == 0 || memchr(has, 0, size) == NULL) {
        return;
    }
    if (memchr(has, 1, size) == NULL) {
        tti_table_set_missing(cells, row, size);
        memset(cells->values + row * cells->width, 0, size * cells->width);
        return;
    }
    for (int k = 0; k < count; k++, row++) {
        if (!has[k]) {
            tti_table_set_missing(cells, row, 1);
            memset(cells->values + row * cells->width, 0, cells->width);
        }
    }
}

/* -1 is no session. */
static void put_sessions(tt_io_table *table, struct table_cells *cells,
                         const struct table_tees *tees)
{
    bool has[TT_CIDS], all = true;
    memcpy(next(table, cells), tees->session, (size_t)tees->count * sizeof(int32_t));
    for (int k = 0; k < tees->count; k++) {
        has[k] = tees->session[k] >= 0;
        all = all && has[k];
    }
    if (!all) {
        mark_missing(table, cells, has, tees->count);
    }
}

static void put_ts(tt_io_table *table, struct table_cells *cells, int32_t tick, int count)
{
    int64_t us = table->about.start_us + tick * TABLE_TICK_US;
    if (!table->about.has_start) {
        tti_table_set_missing(cells, table->rows->count, (size_t)count);
        us = 0;
    }
    put_same(table, cells, &us, count);
}

/* tti_table_put_text works on row rows->count, so the count goes along and back. */
static void put_names(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees)
{
    size_t before = table->rows->count;
    for (int k = 0; k < tees->count; k++, table->rows->count++) {
        tti_table_put_text_or_missing(table->rows, cells, tt_bytes_of(tees->name[k]));
    }
    table->rows->count = before;
}

static void put_ints(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees,
                     int which)
{
    int32_t *at = next(table, cells);
    for (int k = 0; k < tees->count; k++) {
        at[k] = tees->input[k][which];
    }
    mark_missing(table, cells, tees->has_input, tees->count);
}

/* A key is down while its int has a bit of `mask`. `fire` is a counter whose lowest bit is the key.
 * A demo has the hook, too. */
static void put_key(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees,
                    int which, uint32_t mask)
{
    uint8_t *at = next(table, cells);
    for (int k = 0; k < tees->count; k++) {
        at[k] = ((uint32_t)tees->input[k][which] & mask) != 0;
    }
    mark_missing(table, cells, which == INPUT_HOOK ? tees->has_character : tees->has_input,
                 tees->count);
}

/* Clients can send any int, so only the sign counts. */
static void put_directions(tt_io_table *table, struct table_cells *cells,
                           const struct table_tees *tees)
{
    int8_t *at = next(table, cells);
    for (int k = 0; k < tees->count; k++) {
        int32_t direction = tees->input[k][INPUT_DIRECTION];
        at[k] = (int8_t)((direction > 0) - (direction < 0));
    }
    mark_missing(table, cells, tees->has_character, tees->count);
}

/* An input has 0 for no wish or the weapon + 1; the column has the weapon. */
static void put_wishes(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees)
{
    int8_t *at = next(table, cells);
    bool has[TT_CIDS];
    for (int k = 0; k < tees->count; k++) {
        int32_t wanted = tees->input[k][INPUT_WANTED_WEAPON];
        has[k] = tees->has_input[k] && wanted > 0 && wanted <= INT8_MAX;
        at[k] = (int8_t)(has[k] ? wanted - 1 : 0);
    }
    mark_missing(table, cells, has, tees->count);
}

static void put_weapons(tt_io_table *table, struct table_cells *cells,
                        const struct table_tees *tees)
{
    bool has[TT_CIDS];
    memcpy(next(table, cells), tees->weapon, (size_t)tees->count);
    for (int k = 0; k < tees->count; k++) {
        has[k] = tees->weapon[k] >= 0;
    }
    mark_missing(table, cells, has, tees->count);
}

static void put_values(tt_io_table *table, struct table_cells *cells, const void *values,
                       const bool *has, int count)
{
    memcpy(next(table, cells), values, (size_t)count * cells->width);
    if (has != NULL) {
        mark_missing(table, cells, has, count);
    }
}

static void put_input(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees)
{
    switch (cells->id) {
    case TABLE_TICKS_target_x:
        put_ints(table, cells, tees, INPUT_TARGET_X);
        break;
    case TABLE_TICKS_target_y:
        put_ints(table, cells, tees, INPUT_TARGET_Y);
        break;
    case TABLE_TICKS_player_flags:
        put_ints(table, cells, tees, INPUT_PLAYER_FLAGS);
        break;
    case TABLE_TICKS_direction:
        put_directions(table, cells, tees);
        break;
    case TABLE_TICKS_jump:
        put_key(table, cells, tees, INPUT_JUMP, UINT32_MAX);
        break;
    case TABLE_TICKS_fire:
        put_key(table, cells, tees, INPUT_FIRE, 1);
        break;
    case TABLE_TICKS_hook:
        put_key(table, cells, tees, INPUT_HOOK, UINT32_MAX);
        break;
    default:
        put_wishes(table, cells, tees);
        break;
    }
}

/* x and y are pairs in the tees, as one copy takes both from the world. */
static void put_x(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees)
{
    int32_t *at = next(table, cells);
    for (int k = 0; k < tees->count; k++) {
        at[k] = tees->place[k].x;
    }
}

static void put_y(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees)
{
    int32_t *at = next(table, cells);
    for (int k = 0; k < tees->count; k++) {
        at[k] = tees->place[k].y;
    }
}

static void put_column(tt_io_table *table, struct table_cells *cells, const struct table_tees *tees,
                       int32_t tick, bool is_repeated)
{
    int count = tees->count;
    uint8_t repeated = is_repeated;
    switch (cells->id) {
    case TABLE_TICKS_recording:
        put_same(table, cells, &table->about.recording, count);
        break;
    case TABLE_TICKS_tick:
        put_tick(table, cells, tick, count);
        break;
    case TABLE_TICKS_ts:
        put_ts(table, cells, tick, count);
        break;
    case TABLE_TICKS_cid:
        put_values(table, cells, tees->cid, NULL, count);
        break;
    case TABLE_TICKS_session:
        put_sessions(table, cells, tees);
        break;
    case TABLE_TICKS_name:
        put_names(table, cells, tees);
        break;
    case TABLE_TICKS_x:
        put_x(table, cells, tees);
        break;
    case TABLE_TICKS_y:
        put_y(table, cells, tees);
        break;
    case TABLE_TICKS_vx:
        put_values(table, cells, tees->vx, tees->has_velocity, count);
        break;
    case TABLE_TICKS_vy:
        put_values(table, cells, tees->vy, tees->has_velocity, count);
        break;
    case TABLE_TICKS_aim:
        put_values(table, cells, tees->aim, tees->has_aim, count);
        break;
    case TABLE_TICKS_weapon:
        put_weapons(table, cells, tees);
        break;
    case TABLE_TICKS_team:
        put_values(table, cells, tees->team, NULL, count);
        break;
    case TABLE_TICKS_repeated:
        put_same(table, cells, &repeated, count);
        break;
    default:
        put_input(table, cells, tees);
        break;
    }
}

/* There must be room for tees->count rows: fill() asks before. */
void tti_table_tees_put(tt_io_table *table, const struct table_tees *tees, int32_t tick,
                        bool is_repeated)
{
    for (size_t i = 0; i < table->rows->columns; i++) {
        put_column(table, &table->rows->cells[i], tees, tick, is_repeated);
    }
    table->rows->count += (size_t)tees->count;
}
