/* SPDX-License-Identifier: MIT
 *
 * From a world to the tees of a tick, with the rules for velocity, aim and names. A teehistorian
 * file has places and inputs, so velocities and angles are derived; a demo has Character items,
 * which say both. Living tees are looked for only when something happened: places change all the
 * time, and this is most of the work.
 */
#include <stddef.h>
#include <string.h>

#include "table/ticks.h"
#include "teetape/angle.h"
#include "teetape/snap_object.h"

/* The cache of aims begins with the angle of (0, 0), which zeroed targets are. INT32_MIN is never:
 * no tick follows it. */
void tti_table_look_init(struct table_look *look, const struct table_tees_use *use, bool is_demo)
{
    memset(look, 0, sizeof *look);
    look->use = *use;
    look->is_demo = is_demo;
    look->is_stale = true;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        look->aim[cid] = (int16_t)tt_angle_of(0, 0);
        look->asked[cid] = INT32_MIN;
    }
}

/* Linear in TT_CIDS, where take_places is linear in the tees. A fact that changes team or name
 * makes the look stale (tt_io_table_ask). */
static void find_living(struct table_look *look, const tt_io_reading *r, const tt_world *world)
{
    struct table_tees *tees = &look->tees;
    bool is_alive[TT_CIDS] = {false};
    tees->count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (!world->tee[cid].alive || !tt_io_reading_has_slot(r, cid)) {
            continue;
        }
        int k = tees->count++;
        tt_session session = tt_recording_session(r->rec, cid);
        is_alive[cid] = true;
        look->tee[k] = &world->tee[cid];
        tees->cid[k] = (int8_t)cid;
        tees->session[k] = session.number > INT32_MAX ? -1 : (int32_t)session.number;
        tees->team[k] = world->client[cid].team;
        /* The rest of the room is 0, so that equal names have equal bytes. */
        if (look->use.name) {
            memset(tees->name[k], 0, TT_NAME_CAP);
            strncpy(tees->name[k], session.name, TT_NAME_CAP - 1);
        }
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        /* A tee that was dead at any look in between begins anew, without a velocity. */
        look->was_alive[cid] = look->was_alive[cid] && is_alive[cid];
    }
    look->is_stale = false;
}

/* False when a tee died: then all are looked for once more. The world is one struct that the
 * recording changes in place, so `tee` remains valid. Two tees a turn keep the loop short; x and y
 * are copied as 8 bytes. */
static bool take_places(struct table_look *look)
{
    struct table_tees *tees = &look->tees;
    const tt_tee *const *tee = look->tee;
    unsigned all_alive = 1;
    int count = tees->count, k = 0;
    for (; k + 2 <= count; k += 2) {
        all_alive &= (unsigned)tee[k]->alive & tee[k + 1]->alive;
        memcpy(&tees->place[k], &tee[k]->x, sizeof tees->place[k]);
        memcpy(&tees->place[k + 1], &tee[k + 1]->x, sizeof tees->place[k]);
    }
    if (k < count) {
        all_alive &= tee[k]->alive;
        memcpy(&tees->place[k], &tee[k]->x, sizeof tees->place[k]);
    }
    return all_alive != 0;
}

_Static_assert(offsetof(tt_tee, y) == offsetof(tt_tee, x) + sizeof(int32_t) &&
                   sizeof(struct table_place) == 2 * sizeof(int32_t),
               "places are copied as one");

void tti_table_look_ask(struct table_look *look, int32_t cid, int32_t tick)
{
    if (cid >= 0 && cid < TT_CIDS) {
        look->asked[cid] = tick;
    }
}

/* The way since the tick before; tti_table_look_pass says that nothing moved in a tick without a
 * record. A tee that was carried has no velocity: it would be the length of the jump. Places are
 * any int32, hence 64 bits. */
static void take_velocities(struct table_look *look, int32_t tick)
{
    struct table_tees *tees = &look->tees;
    for (int k = 0; k < tees->count; k++) {
        int8_t cid = tees->cid[k];
        const struct table_place *now = &tees->place[k], *before = &look->before[cid];
        int64_t dx = (int64_t)now->x - before->x, dy = (int64_t)now->y - before->y;
        bool asked = (int64_t)look->asked[cid] + 1 == tick;
        bool moved = look->was_alive[cid] && !tt_tee_jumped(dx, dy, 1, asked);
        tees->has_velocity[k] = moved;
        tees->vx[k] = moved ? (float)dx : 0;
        tees->vy[k] = moved ? (float)dy : 0;
        look->before[cid] = *now;
        look->was_alive[cid] = true;
    }
}

/* An angle costs more than all the rest of a row, and most targets remain for some ticks. */
static int16_t aim_of(struct table_look *look, int8_t cid, int32_t x, int32_t y)
{
    if (look->target_x[cid] != x || look->target_y[cid] != y) {
        look->target_x[cid] = x;
        look->target_y[cid] = y;
        look->aim[cid] = (int16_t)tt_angle_of(x, y);
    }
    return look->aim[cid];
}

/* An input that an earlier client left in the slot (settled is 0) is no value. A teehistorian file
 * has no Character, so what needs one is known when the input is. */
static void take_inputs(struct table_look *look, const tt_world *world)
{
    struct table_tees *tees = &look->tees;
    for (int k = 0; k < tees->count; k++) {
        int8_t cid = tees->cid[k];
        const tt_tee *tee = &world->tee[cid];
        tees->has_input[k] = tee->has_input && tee->settled;
        tees->has_aim[k] = tees->has_character[k] = tees->has_input[k];
        memcpy(tees->input[k], tee->input, sizeof tee->input);
        tees->weapon[k] = tee->weapon;
        if (look->use.aim) {
            tees->aim[k] =
                aim_of(look, cid, tee->input[INPUT_TARGET_X], tee->input[INPUT_TARGET_Y]);
        }
    }
}

/* The ints have room for the longest object of either version. */
union character {
    struct tt_obj_character six;
    struct tt_obj_tw7_character seven;
    int32_t ints[64];
};

/* Both begin with the members of a CharacterCore: a tick, x, y, then these. Velocities are in 1/256
 * unit a tick, the angle in 1/256 radian. A hook is -1 or 0 when there is none in the world. */
enum { CORE_VEL_X = 3, CORE_VEL_Y, CORE_ANGLE, CORE_DIRECTION, CORE_HOOK_STATE = 9 };

/* An item of another player than the chosen one is passed over. */
static void take_character(struct table_look *look, int32_t cid, const int32_t *core)
{
    struct table_tees *tees = &look->tees;
    int k = 0;
    while (k < tees->count && tees->cid[k] != cid) {
        k++;
    }
    if (k < tees->count) {
        bool is_angle = core[CORE_ANGLE] >= INT16_MIN && core[CORE_ANGLE] <= INT16_MAX;
        tees->has_velocity[k] = tees->has_character[k] = true;
        tees->has_aim[k] = is_angle;
        tees->vx[k] = (float)core[CORE_VEL_X] / 256;
        tees->vy[k] = (float)core[CORE_VEL_Y] / 256;
        tees->aim[k] = (int16_t)(is_angle ? core[CORE_ANGLE] : 0);
        tees->input[k][INPUT_DIRECTION] = core[CORE_DIRECTION];
        tees->input[k][INPUT_HOOK] = core[CORE_HOOK_STATE] > 0;
    }
}

/* Character items have no jump, fire and target: no value. The world has read the weapon from the
 * same items. */
static void take_characters(struct table_look *look, const tt_io_reading *r, const tt_world *world)
{
    struct table_tees *tees = &look->tees;
    const tt_snap *snap = tt_recording_snap(r->rec);
    for (int k = 0; k < tees->count; k++) {
        tees->has_velocity[k] = tees->has_aim[k] = false;
        tees->has_input[k] = tees->has_character[k] = false;
        tees->weapon[k] = world->tee[tees->cid[k]].weapon;
    }
    for (uint32_t i = 0; snap != NULL && i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        tt_obj_kind kind = tt_recording_object(r->rec, item.type);
        union character any;
        if ((kind == TT_OBJ_CHARACTER || kind == TT_OBJ_TW7_CHARACTER) &&
            tt_obj_unpack(&any, kind, item.data, item.size) >= 0) {
            take_character(look, item.id, any.ints);
        }
    }
}

/* In a demo each snapshot can be another world, so the living are looked for each time. */
void tti_table_look_take(struct table_look *look, const tt_io_reading *r, int32_t tick)
{
    const tt_world *world = tt_recording_world(r->rec);
    const struct table_tees_use *use = &look->use;
    if (look->is_stale || look->is_demo || !take_places(look)) {
        find_living(look, r, world);
        (void)take_places(look);
    }
    if (look->is_demo) {
        if (use->velocity || use->input || use->aim || use->weapon) {
            take_characters(look, r, world);
        }
        return;
    }
    if (use->velocity) {
        take_velocities(look, tick);
    }
    if (use->input || use->aim || use->weapon) {
        take_inputs(look, world);
    }
}

/* In a demo the velocities remain as they were recorded: what happened in between is not known. */
void tti_table_look_pass(struct table_look *look)
{
    struct table_tees *tees = &look->tees;
    for (int k = 0; !look->is_demo && k < tees->count; k++) {
        tees->vx[k] = tees->vy[k] = 0;
        tees->has_velocity[k] = true;
    }
}
