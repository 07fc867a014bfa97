/* SPDX-License-Identifier: MIT
 *
 * Pauses, the views of paused players, copies of tees, and the good places to which a rescue brings
 * a tee.
 */
#include "physics/physics.h"

#include "base/mem.h"

/* -- pauses ---------------------------------------------------------------------------------- */

/* Returns a tee to the world after a pause. Since 18.2 the time that the tee was out of the world
 * does not count as freeze time. */
static void come_back(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tee->self.core.velocity = (tti_pair){0, 0};
    tti_order_enter(world, cid);
    tti_note(world, TT_OBJ_SPAWN, tee->self.at, 0);
    if (tee->self.freeze_since > 0 && world->rules.version >= TTI_VERSION(18, 2, 0)) {
        tee->self.freeze_since += world->tick - tee->left_tick;
    }
    world->player[cid].view = tee->self.at;
}

void tti_pause(tti_physics *world, int32_t cid, uint8_t pause, bool is_forced)
{
    tti_player *player = &world->player[cid];
    const tti_tee *tee = &world->tee[cid];
    int64_t ready =
        (int64_t)player->pause_tick + (int64_t)TT_TICKS_PER_SECOND * world->rules.pause_frequency;
    if (pause > TTI_PAUSE_LEAVES || !player->has_body || pause == tti_pause_of(player)) {
        return;
    }
    if (tee->is_unknown) { /* a command may as well have ended a pause */
        return;
    }
    bool has_left = tee->is_alive && !tee->is_shown;
    if (pause != TTI_PAUSE_LEAVES && has_left) {
        if (!is_forced && player->pause_tick != 0 && ready > world->tick) {
            return;
        }
        come_back(world, cid);
    }
    player->is_paused = pause != TTI_PAUSE_NONE;
    player->leaves_world = pause == TTI_PAUSE_LEAVES;
    player->pause_tick = world->tick;
}

/* Ends a forced pause whose time is over. Since 19.1 the player then remains paused, until the
 * player ends the pause. */
void tti_pause_tick(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    if (player->pause_end == 0 || player->pause_end >= world->tick) {
        return;
    }
    player->pause_end = 0;
    if (world->rules.version < TTI_VERSION(19, 1, 0)) {
        tti_pause(world, cid, TTI_PAUSE_NONE, true);
    }
}

/* -- what players see, and their names ------------------------------------------------------- */

void tti_views_tick(tti_physics *world)
{
    for (int32_t cid = 0; cid < world->client_end; cid++) {
        tti_player *player = &world->player[cid];
        int32_t watched = player->watched - 1;
        if (player->is_here && (player->spectates || player->is_paused) && watched >= 0 &&
            world->tee[watched].is_alive) {
            player->view = world->tee[watched].self.at;
        }
    }
}

void tti_name(tti_physics *world, int32_t cid, tt_bytes name)
{
    char *to = world->player[cid].name;
    size_t size = name.size < TTI_NAME_SIZE ? name.size : TTI_NAME_SIZE - 1;
    tti_fill(to, 0, TTI_NAME_SIZE);
    tti_copy(to, name.data, size);
}

static int32_t clamped(int32_t value, int32_t high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

void tti_camera(tti_physics *world, int32_t cid, int32_t zoom, int32_t deadzone, int32_t follow)
{
    enum { DEADZONE_MAX = 3000, FOLLOW_MAX = 200 };
    tti_player *player = &world->player[cid];
    float thousandths = (float)zoom;
    player->camera.is_known = true;
    player->camera.zoom = thousandths / 1000.0f;
    player->camera.deadzone = clamped(deadzone, DEADZONE_MAX);
    player->camera.follow = clamped(follow, FOLLOW_MAX);
}

/* -- copies ---------------------------------------------------------------------------------- */

/* Returns the pause for a copy of a tee. Since 18.5 a pause does not count while the tee still
 * waits to leave the world. */
static uint8_t saved_pause_of(const tti_physics *world, int32_t cid)
{
    const tti_player *player = &world->player[cid];
    bool waits = player->leaves_world && world->tee[cid].is_shown;
    if (player->pause_end != 0) {
        return TTI_PAUSE_BY_FORCE;
    }
    if (!player->is_paused || (waits && world->rules.version >= TTI_VERSION(18, 5, 0))) {
        return TTI_PAUSE_NONE;
    }
    return player->leaves_world ? TTI_PAUSE_LEAVES : TTI_PAUSE_STAYS;
}

void tti_point_take(const tti_physics *world, int32_t cid, tti_point *point)
{
    const tti_player *player = &world->player[cid];
    const tti_self *self = &world->tee[cid].self;
    int64_t ticks = (int64_t)world->tick - self->race_start +
                    (int64_t)world->rules.saveswapgames_penalty * TT_TICKS_PER_SECOND;
    *point = (tti_point){.is_set = true,
                         .pause = saved_pause_of(world, cid),
                         .has_started = player->has_started,
                         .has_finished = player->has_finished,
                         .tick = world->tick,
                         .race_ticks = self->race_start != 0 ? (int32_t)ticks : 0,
                         .self = *self};
}

/* -- good places ----------------------------------------------------------------------------- */

static bool is_good_place(const tti_physics *world, int32_t cid)
{
    const tti_tee *tee = &world->tee[cid];
    int32_t team = world->player[cid].team;
    bool is_team =
        (team > 0 || world->rules.team == TTI_FORCED_SOLO) && team != tti_team_super(world);
    bool asks_pickups = world->rules.version >= TTI_VERSION(17, 0, 0);
    return (world->rules.rescue != 0 || is_team) && !tee->in_freeze && !tee->self.is_deep &&
           tti_is_grounded(world, tee->self.at) &&
           !(asks_pickups && tti_is_near_health(world, tee->self.at));
}

void tti_rescue_set(tti_physics *world, int32_t cid)
{
    if (is_good_place(world, cid)) {
        tti_point_take(world, cid, &world->tee[cid].rescue);
    }
}

bool tti_rescue_set_by_hand(tti_physics *world, int32_t cid)
{
    bool is_good = is_good_place(world, cid);
    if (is_good) {
        tti_point_take(world, cid, &world->player[cid].manual);
    }
    return is_good;
}

void tti_rescue_spawned(tti_physics *world, int32_t cid)
{
    world->player[cid].manual.is_set = false;
    if (world->rules.version >= TTI_VERSION(18, 3, 0)) {
        (void)tti_rescue_set_by_hand(world, cid);
    }
}
