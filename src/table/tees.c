/* SPDX-License-Identifier: MIT
 *
 * From a world to the tees of a tick. A teehistorian file has positions and inputs, so velocities
 * and angles are derived; a demo has Character items, which say both. Living tees are looked for
 * only when something happened: positions change all the time, and this is most of the work.
 */
#include <string.h>

#include "table/ticks.h"
#include "teetape/angle.h"

/* `aim` is the angle of the target of a zeroed input. INT32_MIN is never: no tick follows it. */
void tti_table_tees_init(struct table_tees *tees, const tt_io_table_plan *plan, bool is_demo)
{
    memset(tees, 0, sizeof *tees);
    tees->wants_velocity =
        tti_table_has(plan, TABLE_TICKS_vx) || tti_table_has(plan, TABLE_TICKS_vy);
    tees->wants_aim = tti_table_has(plan, TABLE_TICKS_aim);
    tees->is_demo = is_demo;
    tees->is_stale = true;
    for (int cid = 0; cid < TT_CIDS; cid++) {
        tees->of[cid].cid = (int8_t)cid;
        tees->of[cid].aim = (int16_t)tt_angle_of(0, 0);
        tees->of[cid].asked = INT32_MIN;
    }
}

void tti_table_tees_ask(struct table_tees *tees, int32_t cid, int32_t tick)
{
    if (cid >= 0 && cid < TT_CIDS) {
        tees->of[cid].asked = tick;
    }
}

/* A fact that changes team or name makes the tees stale (tt_io_table_ask). The world is one struct
 * that the recording changes in place, so `source` remains valid. */
static void find_living(struct table_tees *tees, const tt_io_reading *r, const tt_world *world)
{
    tees->count = 0;
    tees->is_stale = false;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        struct table_tee *tee = &tees->of[cid];
        bool is_living = world->tee[cid].alive && tt_io_reading_has_slot(r, cid);
        tee->was_alive = tee->was_alive && is_living;
        if (is_living) {
            tt_session session = tt_recording_session(r->rec, cid);
            tee->source = &world->tee[cid];
            tee->session = session.number > INT32_MAX ? -1 : (int32_t)session.number;
            tee->team = world->client[cid].team;
            strncpy(tee->name, session.name, TT_NAME_CAP - 1);
            tees->living[tees->count++] = tee;
        }
    }
}

static bool are_living(const struct table_tees *tees)
{
    unsigned all = 1;
    for (int k = 0; k < tees->count; k++) {
        all &= tees->living[k]->source->alive;
    }
    return all != 0;
}

/* The way since the tick before. A tee that was carried has no velocity: it would be the length of
 * the jump. Positions are any int32, hence 64 bits. */
static void take_velocity(struct table_tee *tee, int32_t tick)
{
    int64_t dx = (int64_t)tee->source->x - tee->x, dy = (int64_t)tee->source->y - tee->y;
    bool asked = (int64_t)tee->asked + 1 == tick;
    tee->has_velocity = tee->was_alive && !tt_tee_jumped(dx, dy, 1, asked);
    tee->vx = (float)dx;
    tee->vy = (float)dy;
}

/* An input that an earlier client left in the slot (settled is 0) is no value. An angle costs more
 * than all the rest of a row, and most targets remain for some ticks. */
static void take(const struct table_tees *tees, struct table_tee *tee, int32_t tick)
{
    const tt_tee *now = tee->source;
    int32_t target_x = tee->input.target_x, target_y = tee->input.target_y;
    if (tees->wants_velocity) {
        take_velocity(tee, tick);
    }
    tee->x = now->x;
    tee->y = now->y;
    tee->was_alive = true;
    tee->weapon = now->weapon;
    tee->has_aim = tee->has_input = (now->has_input & now->settled) != 0;
    memcpy(&tee->input, now->input, sizeof tee->input);
    if (tees->wants_aim && (tee->input.target_x != target_x || tee->input.target_y != target_y)) {
        tee->aim = (int16_t)tt_angle_of(tee->input.target_x, tee->input.target_y);
    }
}

/* Members that 0.7 does not have are 0. Both versions begin with the moving part of a tee. */
static bool character_of(struct tt_obj_character *character, tt_obj_kind kind, tt_snap_item item)
{
    tt_obj_any any;
    if ((kind != TT_OBJ_CHARACTER && kind != TT_OBJ_TW7_CHARACTER) ||
        tt_obj_unpack(&any, kind, item.data, item.size) < 0) {
        return false;
    }
    *character = any.character;
    if (kind == TT_OBJ_TW7_CHARACTER) {
        const struct tt_obj_tw7_character *seven = &any.tw7_character;
        character->player_flags = 0;
        character->health = seven->health;
        character->armor = seven->armor;
        character->ammo_count = seven->ammo_count;
        character->weapon = seven->weapon;
        character->emote = seven->emote;
        character->attack_tick = seven->attack_tick;
    }
    return true;
}

/* Velocities are in 1/256 unit a tick, the angle in 1/256 radian. A hook is -1 or 0 when there is
 * none in the world. */
static void take_character(struct table_tee *tee)
{
    const struct tt_obj_character *c = &tee->character;
    tee->has_character = tee->has_velocity = true;
    tee->has_aim = c->angle >= INT16_MIN && c->angle <= INT16_MAX;
    tee->vx = (float)c->vel_x / 256;
    tee->vy = (float)c->vel_y / 256;
    tee->aim = (int16_t)c->angle;
    tee->input.direction = c->direction;
    tee->input.hook = c->hook_state > 0;
}

/* Characters have no jump, fire and target: no input. Ids of items have 16 bits. */
static void take_characters(struct table_tees *tees, const tt_io_reading *r)
{
    const tt_snap *snap = tt_recording_snap(r->rec);
    for (int k = 0; k < tees->count; k++) {
        struct table_tee *tee = tees->living[k];
        tee->has_velocity = tee->has_aim = tee->has_input = tee->has_character = false;
    }
    for (uint32_t i = 0; snap != NULL && i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        struct table_tee *tee = &tees->of[item.id % TT_CIDS];
        if (item.id < TT_CIDS &&
            character_of(&tee->character, tt_recording_object(r->rec, item.type), item)) {
            take_character(tee);
        }
    }
}

/* In a demo each snapshot can be another world, so the living are looked for each time. */
void tti_table_tees_take(struct table_tees *tees, const tt_io_reading *r, int32_t tick)
{
    if (tees->is_stale || tees->is_demo || !are_living(tees)) {
        find_living(tees, r, tt_recording_world(r->rec));
    }
    for (int k = 0; k < tees->count; k++) {
        take(tees, tees->living[k], tick);
    }
    if (tees->is_demo) {
        take_characters(tees, r);
    }
}

/* In a demo the velocities remain as they were recorded: what happened in between is not known. */
void tti_table_tees_pass(struct table_tees *tees)
{
    for (int k = 0; !tees->is_demo && k < tees->count; k++) {
        struct table_tee *tee = tees->living[k];
        tee->vx = tee->vy = 0;
        tee->has_velocity = true;
    }
}
