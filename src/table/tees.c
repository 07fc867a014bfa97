/* SPDX-License-Identifier: MIT
 *
 * Takes the tees of a tick from a world. A teehistorian file has positions and inputs, so
 * velocities and angles are derived; for a demo the reading has the states of tees. Living tees are
 * searched only when something happened, because positions change all the time and are most of the
 * work.
 */
#include <string.h>

#include "base/angle.h"
#include "reading/inside.h"
#include "table/ticks.h"
#include "world/world.h"

/* Returns true for a column that needs positions alone. Any other column makes the table take the
 * inputs of a teehistorian file and the Characters of a demo, too. */
static bool is_cheap(enum table_column_id id)
{
    switch (id) {
    case TABLE_TICKS_recording:
    case TABLE_TICKS_tick:
    case TABLE_TICKS_ts:
    case TABLE_TICKS_cid:
    case TABLE_TICKS_session:
    case TABLE_TICKS_name:
    case TABLE_TICKS_x:
    case TABLE_TICKS_y:
    case TABLE_TICKS_vx:
    case TABLE_TICKS_vy:
    case TABLE_TICKS_team:
    case TABLE_TICKS_repeated:
        return true;
    default:
        return false;
    }
}

/* Begins without tees. `aim` is the angle of a zeroed input. `asked` is INT32_MIN for never, which
 * no tick follows. */
void tti_table_tees_init(struct table_tees *tees, const tt_io_table_plan *plan, bool is_demo)
{
    memset(tees, 0, sizeof *tees);
    tees->wants_velocity =
        tti_table_has(plan, TABLE_TICKS_vx) || tti_table_has(plan, TABLE_TICKS_vy);
    tees->wants_applied = tti_table_has(plan, TABLE_TICKS_applied);
    tees->wants_aim = tti_table_has(plan, TABLE_TICKS_aim);
    for (size_t i = 0; i < plan->count; i++) {
        tees->wants_inputs = tees->wants_inputs || !is_cheap(table_id(plan->column[i]));
    }
    tees->is_demo = is_demo;
    tees->is_stale = true;
    for (int cid = 0; cid < TT_CIDS; cid++) {
        tees->slot[cid].aim = (int16_t)tti_angle_of(0, 0);
        tees->slot[cid].asked = INT32_MIN;
    }
}

void tti_table_tees_ask(struct table_tees *tees, int32_t cid, int32_t tick)
{
    if (cid >= 0 && cid < TT_CIDS) {
        tees->slot[cid].asked = tick;
    }
}

/* Lists the living tees. A fact that changes team or name makes the list stale (tt_io_table_ask).
 * The recording changes its world in place, so `source` remains valid. */
static void find_living(struct table_tees *tees, const tt_io_reading *r, const tt_world *world)
{
    tees->count = 0;
    tees->is_stale = false;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (!world->tee[cid].alive || !tti_reading_has_slot(r, cid)) {
            tees->slot[cid].was_alive = false;
            continue;
        }
        int k = tees->count++;
        tt_session session = tt_recording_session(r->rec, cid);
        tees->source[k] = &world->tee[cid];
        tees->cid[k] = (int8_t)cid;
        tees->session[k] = session.number > INT32_MAX ? -1 : (int32_t)session.number;
        tees->team[k] = world->client[cid].team;
        strncpy(tees->name[k], session.name, TT_NAME_CAP - 1);
    }
}

/* Reads positions of the living tees. Returns false when one of them died: the caller then searches
 * for the living tees again. */
static bool take_positions(struct table_tees *tees)
{
    unsigned all = 1;
    for (int k = 0; k < tees->count; k++) {
        const tt_tee *now = tees->source[k];
        all &= now->alive;
        tees->x[k] = now->x;
        tees->y[k] = now->y;
    }
    return all != 0;
}

/* Computes velocities. A velocity is the distance since the tick before. A tee that was carried has
 * none: it would be the length of the jump. Positions are any int32, hence 64 bits. */
static void take_velocities(struct table_tees *tees, int32_t tick)
{
    for (int k = 0; k < tees->count; k++) {
        int32_t x = tees->x[k], y = tees->y[k], cid = tees->cid[k];
        int64_t dx = (int64_t)x - tees->slot[cid].x, dy = (int64_t)y - tees->slot[cid].y;
        bool asked = (int64_t)tees->slot[cid].asked + 1 == tick;
        tees->has_velocity[k] = tees->slot[cid].was_alive && !tti_tee_jumped(dx, dy, 1, asked);
        tees->vx[k] = (float)dx;
        tees->vy[k] = (float)dy;
        tees->slot[cid].x = x;
        tees->slot[cid].y = y;
        tees->slot[cid].was_alive = true;
    }
}

/* Takes the inputs. An input that an earlier client left in the slot (settled is 0) is no value. An
 * angle costs more than the rest of a row, and most targets remain for some ticks, so the angle is
 * kept. */
static void take_inputs(struct table_tees *tees)
{
    for (int k = 0; k < tees->count; k++) {
        const tt_tee *now = tees->source[k];
        tees->weapon[k] = now->weapon;
        tees->has_aim[k] = tees->has_input[k] = (now->has_input & now->settled) != 0;
        memcpy(&tees->input[k], now->input, sizeof tees->input[k]);
    }
    for (int k = 0; tees->wants_aim && k < tees->count; k++) {
        const tt_input *input = &tees->input[k];
        int32_t cid = tees->cid[k];
        if (tees->slot[cid].target_x != input->target_x ||
            tees->slot[cid].target_y != input->target_y) {
            tees->slot[cid].target_x = input->target_x;
            tees->slot[cid].target_y = input->target_y;
            tees->slot[cid].aim = (int16_t)tti_angle_of(input->target_x, input->target_y);
        }
        tees->aim[k] = tees->slot[cid].aim;
    }
}

/* Takes the tees of a demo. A tee that is missing in the tick keeps its position. The angle of an
 * old core is still that of the tee: the server sends a new core when the view turns. */
static void take_states(struct table_tees *tees, tt_io_reading *r, int32_t tick)
{
    for (int k = 0; k < tees->count; k++) {
        tt_tee_state *s = &tees->state[k];
        if (!tt_io_reading_tee(r, tees->cid[k], tick, s)) {
            *s = (tt_tee_state){.x = tees->x[k], .y = tees->y[k]};
        }
        tees->x[k] = s->x;
        tees->y[k] = s->y;
        tees->weapon[k] =
            s->has_character && s->weapon <= INT8_MAX && s->weapon >= 0 ? (int8_t)s->weapon : -1;
        tees->has_aim[k] = s->has_character && s->angle >= INT16_MIN && s->angle <= INT16_MAX;
        tees->aim[k] = (int16_t)s->angle;
    }
}

/* Drops the velocities of tees whose core is too old. Without the map the position of an old core
 * is not where the tee is now, so its speed is unknown, also in the next tick. */
static void drop_unknown_velocities(struct table_tees *tees)
{
    for (int k = 0; k < tees->count; k++) {
        if (tees->state[k].place == TT_UNKNOWN) {
            tees->has_velocity[k] = false;
            tees->slot[tees->cid[k]].was_alive = false;
        }
    }
}

static void take_demo_velocities(struct table_tees *tees, int32_t tick)
{
    if (tees->wants_velocity) {
        take_velocities(tees, tick);
        drop_unknown_velocities(tees);
    }
}

static void take_applied(struct table_tees *tees, tt_io_reading *r, int32_t tick)
{
    for (int k = 0; tees->wants_applied && k < tees->count; k++) {
        tees->has_applied[k] = tti_reading_applied(r, tees->cid[k], tick, &tees->applied[k]);
    }
}

/* Takes the direction that moved each tee. In a demo the state of a tick already has it. */
static void take_demo_applied(struct table_tees *tees)
{
    for (int k = 0; tees->wants_applied && k < tees->count; k++) {
        int32_t direction = tees->state[k].direction;
        tees->has_applied[k] = tees->state[k].has_character != TT_UNKNOWN;
        tees->applied[k] = (int8_t)((direction > 0) - (direction < 0));
    }
}

static void take_demo_tick(struct table_tees *tees, tt_io_reading *r, int32_t tick)
{
    take_states(tees, r, tick);
    take_demo_applied(tees);
    take_demo_velocities(tees, tick);
}

/* Takes the tees of a tick. In a demo the living tees are searched each time, because each snapshot
 * can be another world. */
void tti_table_tees_take(struct table_tees *tees, tt_io_reading *r, int32_t tick)
{
    if (tees->is_stale || tees->is_demo || !take_positions(tees)) {
        find_living(tees, r, tt_recording_world(r->rec));
        (void)take_positions(tees);
    }
    if (tees->is_demo) {
        take_demo_tick(tees, r, tick);
        return;
    }
    take_applied(tees, r, tick);
    if (tees->wants_velocity) {
        take_velocities(tees, tick);
    }
    if (tees->wants_inputs) {
        take_inputs(tees);
    }
}

/* Advances to a tick without a record. In a demo tees move between two snapshots; in a teehistorian
 * file nothing changes between two records. */
void tti_table_tees_pass(struct table_tees *tees, tt_io_reading *r, int32_t tick)
{
    if (tees->is_demo) {
        take_demo_tick(tees, r, tick);
        return;
    }
    take_applied(tees, r, tick);
    for (int k = 0; k < tees->count; k++) {
        tees->vx[k] = tees->vy[k] = 0;
        tees->has_velocity[k] = true;
    }
}
