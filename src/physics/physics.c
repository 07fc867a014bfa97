/* SPDX-License-Identifier: MIT
 *
 * The course of a tick, and functions that its steps share.
 */
#include "physics/physics.h"

#include "base/mem.h"
#include "base/pick.h"

static void start_random(tti_physics *world, const tti_rules *rules)
{
    world->random_step = 2 * rules->random_step + 1;
    world->random = rules->random + world->random_step;
    (void)tti_random(world);
}

void tti_physics_init(tti_physics *world, const tti_arena *arena, const tti_rules *rules)
{
    tti_fill(world, 0, tti_physics_size(arena));
    tti_physics_lay_out(world, arena);
    world->arena = arena;
    world->rules = *rules;
    world->tuning = rules->tuning;
    for (int32_t i = 0; i < world->thing_count; i++) {
        tti_thing_at(world, i)->next = (int16_t)(i + 1 < world->thing_count ? i + 1 : -1);
    }
    world->last_free = (int16_t)(world->thing_count - 1);
    for (int list = 0; list < TTI_LISTS; list++) {
        world->head[list] = -1;
    }
    for (int32_t number = 0; number <= arena->highest_switch; number++) {
        for (int32_t team = 0; team < TT_TEAMS; team++) {
            tti_switch_of(world, number, team)->is_on = true;
        }
    }
    tti_copy(tti_table(world, world->zones), arena->zone, arena->zones * sizeof(tti_tuning));
    world->rules.hit = arena->no_hit ? 0 : rules->hit;
    world->rules.old_laser = arena->old_laser ? 1 : rules->old_laser;
    world->rules.endless_drag = arena->endless_drag ? 1 : rules->endless_drag;
    world->tuning.player_collision = arena->no_collision ? 0 : rules->tuning.player_collision;
    world->tuning.player_hooking = arena->no_hooking ? 0 : rules->tuning.player_hooking;
    start_random(world, rules);
    tti_things_init(world);
}

/* -- inputs ---------------------------------------------------------------------------------- */

static bool is_camera(const tti_physics *world, const tt_input *input)
{
    return (input->player_flags & TT_PLAYER_SPEC_CAM) != 0 &&
           world->rules.version >= TTI_VERSION(18, 8, 0);
}

/* Returns true for an input that neither weapons nor tees take, because its player writes or moves
 * a camera. */
static bool is_refused(const tti_physics *world, const tt_input *input)
{
    return (input->player_flags & TT_PLAYER_CHATTING) != 0 || is_camera(world, input);
}

void tti_physics_press(tti_physics *world, int32_t cid, const tt_input *input)
{
    tti_player *player = &world->player[cid];
    tti_tee *tee = &world->tee[cid];
    if (!player->is_here || (input == NULL && !player->has_input)) {
        return;
    }
    if (input != NULL) {
        world->rest[cid] = TTI_MAY_CHANGE;
        bool is_first = !player->has_move;
        if (!is_first && world->rules.minor >= 11) {
            return;
        }
        player->has_input = player->has_move = true;
        player->input = *input;
        player->move = is_first ? *input : player->move;
    }
    const tt_input *now = &player->input;
    player->flags = now->player_flags;
    if (!player->has_body && !player->spectates && (now->fire & 1) != 0) {
        player->wants_spawn = true;
    }
    if (is_refused(world, now) || player->is_paused || !tee->is_alive) {
        return;
    }
    if (tee->is_unknown) {
        if (now->fire != tee->in.fire || (now->fire & 1) != 0) {
            tti_doubt_near(world, cid);
        }
        return;
    }
    tee->latest_before = tee->latest;
    tee->latest = *now;
    tee->inputs++;
    if (now->target_x == 0 && now->target_y == 0) {
        tee->latest.target_y = -1;
    }
    if (tee->inputs > 1) {
        tti_weapon_press(world, cid);
    }
    tee->latest_before = tee->latest;
}

bool tti_has_news(const tti_physics *world, int32_t cid)
{
    const tti_player *player = &world->player[cid];
    tt_input next = player->input;
    next.target_y = next.target_x == 0 && next.target_y == 0 ? -1 : next.target_y;
    return player->has_input && !tti_equal(&world->tee[cid].self.saved, &next, sizeof next);
}

/* Takes the input that moves a tee in this tick: the first new one, else the last one again. */
static void take_turn_input(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    tti_tee *tee = &world->tee[cid];
    if (!player->is_here || !player->has_input) {
        return;
    }
    const tt_input *now = player->has_move ? &player->move : &player->input;
    player->has_move = false;
    bool chats = (player->flags & now->player_flags & TT_PLAYER_CHATTING) != 0;
    if (chats || player->is_paused || !tee->is_alive || is_camera(world, now)) {
        return;
    }
    tee->in = *now;
    if (now->target_x == 0 && now->target_y == 0) {
        tee->in.target_y = -1;
    }
    tee->self.saved = tee->in;
}

/* -- a tee's turn ---------------------------------------------------------------------------- */

void tti_places_take(tti_places *places, const tti_physics *world)
{
    places->end = 0;
    tti_fill(places->column, 0, sizeof places->column);
    tti_fill(places->row, 0, sizeof places->row);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        places->x[cid] = places->y[cid] = TTI_NOWHERE;
    }
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        tti_places_set(places, cid, world->tee[cid].self.core.at);
        places->end = cid < places->end ? places->end : cid + 1;
    }
}

static tti_around around_of(tti_physics *world, int32_t cid, const tti_places *places)
{
    return (tti_around){.tuning = tti_zone(world, world->tee[cid].self.zone),
                        .ground = &world->arena->terrain,
                        .world = world,
                        .places = places,
                        .cid = cid};
}

static void freeze_input(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    tee->in = self->saved;
    if (self->is_live && !self->is_super && !self->is_invincible) {
        tee->in.direction = 0;
        tee->in.jump = 0;
    }
    if (self->freeze > 0) {
        if (self->freeze % TT_TICKS_PER_SECOND == TT_TICKS_PER_SECOND - 1) {
            tti_note_stars(world, self->at, 0, (self->freeze + 1) / TT_TICKS_PER_SECOND);
        }
        self->freeze--;
        tee->in.direction = 0;
        tee->in.jump = 0;
        tee->in.hook = 0;
        if (self->freeze == 1) {
            tti_unfreeze_tee(world, cid);
        }
    }
}

/* Advances timers, zone and rescue point of a tee, and computes its core up to the forces between
 * tees. */
static void begin_turn(tti_physics *world, int32_t cid, const tti_places *places)
{
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    tee->armor = tti_armor_for(self->freeze);
    freeze_input(world, cid);
    tee->in.hook = tee->is_unknown ? 0 : tee->in.hook;
    tee->aim_x = tee->in.target_x;
    tee->aim_y = tee->in.target_y;
    bool zone_first = world->rules.version >= TTI_VERSION(18, 2, 0);
    if (zone_first) {
        self->zone = tti_zone_at(world, self->at);
    }
    tee->in_freeze = tti_is_in_freeze(world, self->at);
    tti_rescue_set(world, cid);
    self->zone = tti_zone_at(world, self->at);
    self->core.stops = tti_stops(world, cid, self->core.at, 18, -1);
    tti_around around = around_of(world, cid, places);
    tti_core_input input = {.direction = tee->in.direction,
                            .target_x = tee->in.target_x,
                            .target_y = tee->in.target_y,
                            .jump = tee->in.jump != 0,
                            .hook = tee->in.hook != 0};
    tti_body_turn(&self->core, &input, &around);
}

static void meet_others(tti_physics *world, int32_t cid, const tti_places *places)
{
    tti_around around = around_of(world, cid, places);
    tti_body_interact(&world->tee[cid].self.core, &around);
}

void tti_count_jumps(tti_self *self)
{
    tti_body *core = &self->core;
    if (core->jumps == -1 || core->jumps == 0 || (core->jumps == 1 && core->jumped > 0)) {
        core->jumped |= TT_JUMPED_AIR_JUMP_USED;
    } else if (core->air_jumps < (int64_t)core->jumps - 1 && core->jumped > 1) {
        core->jumped = TT_JUMPED_KEY_USED;
    }
    if ((self->is_super || self->endless_jump) && core->jumped > 1) {
        core->jumped = TT_JUMPED_KEY_USED;
    }
}

static void freeze_deep(tti_physics *world, int32_t cid)
{
    const tti_self *self = &world->tee[cid].self;
    if (self->is_deep && !self->is_super && !self->is_invincible) {
        (void)tti_freeze_tee(world, cid, world->rules.freeze_delay);
    }
}

static void end_turn(tti_physics *world, int32_t cid, const tti_places *places)
{
    (void)places;
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    tti_weapon_turn(world, cid);
    if (self->endless_hook || (self->is_super && world->rules.endless_super_hook != 0)) {
        self->core.hook_tick = 0;
    }
    tee->was_frozen = false;
    freeze_deep(world, cid);
    tti_count_jumps(self);
    tti_tiles_apply(world, cid);
    if (tee->is_alive && tee->has_jump) {
        self->core.at = tee->jump;
        if (!tee->keeps_speed) {
            self->core.velocity = (tti_pair){0, 0};
        }
        tti_note_death(world, cid);
        tti_note(world, TT_OBJ_DEATH, tee->jump, cid);
        tti_note_sound(world, TTI_SOUND_TELEGUN, tee->jump);
        tee->has_jump = tee->keeps_speed = false;
    }
    tee->previous = tee->in;
    self->before = self->core.at;
}

/* -- the tick -------------------------------------------------------------------------------- */

typedef void turn_fn(tti_physics *world, int32_t cid, const tti_places *places);

/* Runs a turn for each tee. A tee that dies leaves the order, so the loop uses a copy of it. As on
 * servers, the loop ends when shots of a client are removed, which a change of teams does since
 * 16.8. No turn moves another tee or adds one, so `places` remain valid. */
static void run_turns(tti_physics *world, tti_places *places, turn_fn *first, turn_fn *second)
{
    uint8_t order[TT_CIDS];
    int32_t count = world->order_count;
    tti_copy(order, world->order, sizeof order);
    world->walk_is_cut = false;
    for (int32_t i = 0; i < count && !world->walk_is_cut; i++) {
        int32_t cid = order[i];
        if (!world->tee[cid].is_shown) {
            continue;
        }
        first(world, cid, places);
        if (second != NULL) {
            second(world, cid, places);
        }
        tti_pair at = world->tee[cid].self.core.at;
        if (at.x != places->x[cid] || at.y != places->y[cid]) {
            tti_places_set(places, cid, at);
        }
    }
}

static void whole_turn(tti_physics *world, int32_t cid, const tti_places *places)
{
    begin_turn(world, cid, places);
    meet_others(world, cid, places);
    end_turn(world, cid, places);
}

static void walk_tees(tti_physics *world, tti_places *places)
{
    if (world->rules.no_weak_hook != 0) {
        run_turns(world, places, begin_turn, NULL);
        run_turns(world, places, meet_others, end_turn);
    } else {
        run_turns(world, places, whole_turn, NULL);
    }
}

static void move_tees(tti_physics *world, tti_places *places)
{
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        tti_self *self = &world->tee[cid].self;
        tti_around around = around_of(world, cid, places);
        tti_body_move(&self->core, &around);
        tti_body_round(&self->core);
        tti_places_set(places, cid, self->core.at);
        self->at = self->core.at;
        world->tee[cid].rank = (uint8_t)i;
        tti_note_core(world, cid);
    }
}

static void tick_things(tti_physics *world)
{
    for (int list = 0; list < TTI_LISTS; list++) {
        for (int16_t index = world->head[list]; index >= 0;) {
            tti_thing *thing = tti_thing_at(world, index);
            index = thing->next;
            if (thing->kind == TTI_PROJECTILE) {
                tti_projectile_tick(world, thing);
            } else if (thing->kind == TTI_LASER) {
                tti_laser_tick(world, thing);
            } else {
                tti_thing_tick(world, thing);
            }
        }
    }
}

/* Returns true when neither the last input, if it comes again, nor a turn without the map changes
 * more of a tee than its reload. The game takes the wanted weapon of an input one tick late. */
static bool will_rest(const tti_physics *world, int32_t cid)
{
    const tti_player *player = &world->player[cid];
    const tti_tee *tee = &world->tee[cid];
    const tti_self *self = &tee->self;
    if (self->freeze != 0 || self->is_deep || tee->pain > 0 || self->queued >= 0 ||
        self->weapon == TT_WEAPON_NINJA || player->is_paused || player->pause_end != 0) {
        return false;
    }
    bool fires = self->jetpack || (self->weapon >= TT_WEAPON_SHOTGUN && self->reload == 0);
    if ((fires && (tee->latest.fire & 1) != 0) || tti_weapon_is_wanted(tee)) {
        return false;
    }
    return !player->has_input || is_refused(world, &player->input) ||
           tti_equal(&self->saved, &tee->latest, sizeof self->saved);
}

/* Makes what is left of the turn of a tee that rests. A tee that is ready takes its next turn. */
static void reload(tti_physics *world, int32_t cid)
{
    tti_self *self = &world->tee[cid].self;
    self->reload--;
    world->reloads[cid] = self->reload > 0;
    world->rest[cid] = world->reloads[cid] ? TTI_RESTS : TTI_MAY_CHANGE;
}

static void turn_without_map(tti_physics *world, int32_t cid, int32_t rank)
{
    tti_tee *tee = &world->tee[cid];
    tee->rank = (uint8_t)rank;
    if (!tee->is_shown) {
        return;
    }
    tee->armor = tti_armor_for(tee->self.freeze);
    freeze_input(world, cid);
    tee->aim_x = tee->in.target_x;
    tee->aim_y = tee->in.target_y;
    tti_weapon_turn(world, cid);
    tee->was_frozen = false;
    freeze_deep(world, cid);
    tee->previous = tee->in;
    tee->self.before = tee->self.core.at;
    world->rest[cid] = will_rest(world, cid) ? TTI_WILL_REST : TTI_MAY_CHANGE;
    world->reloads[cid] = tee->self.reload > 0;
}

/* Moves the weapons of a world without the map. Nothing then moves a tee but the caller, who puts
 * it where the recording has it. Weapons need no tiles. No turn ends the rest of another tee. */
static void walk_without_map(tti_physics *world)
{
    uint8_t ranks[TT_CIDS], reloading[TT_CIDS];
    int32_t turns = 0, reloads = 0;
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        bool turns_now = world->rest[cid] == TTI_MAY_CHANGE;
        turns = tti_pick(ranks, turns, i, turns_now);
        reloads = tti_pick(reloading, reloads, cid, !turns_now & world->reloads[cid]);
        world->rest[cid] = turns_now ? TTI_MAY_CHANGE : TTI_RESTS;
    }
    for (int32_t i = 0; i < reloads; i++) {
        reload(world, reloading[i]);
    }
    for (int32_t i = 0; i < turns; i++) {
        turn_without_map(world, world->order[ranks[i]], ranks[i]);
    }
}

static void take_turn_inputs(tti_physics *world)
{
    uint8_t list[TT_CIDS];
    int32_t count = 0;
    for (int32_t cid = 0; cid < world->client_end; cid++) {
        count = tti_pick(list, count, cid, world->rest[cid] == TTI_MAY_CHANGE);
    }
    for (int32_t i = 0; i < count; i++) {
        take_turn_input(world, list[i]);
    }
}

void tti_physics_begin(tti_physics *world)
{
    tti_places places;
    world->tick++;
    take_turn_inputs(world);
    if (world->arena->has_no_map) {
        walk_without_map(world);
        return;
    }
    tick_things(world);
    tti_places_take(&places, world);
    walk_tees(world, &places);
    move_tees(world, &places);
    tti_things_sweep(world);
}

static void tick_switches(tti_physics *world)
{
    enum { TIMED_ON = 22, TIMED_OFF = 23, ON = 24, OFF = 25 };
    for (int32_t number = 0; number <= world->arena->highest_switch; number++) {
        tti_switch *of_teams = tti_switch_of(world, number, 0);
        for (int32_t team = 0; team < TT_TEAMS; team++) {
            tti_switch *s = &of_teams[team];
            if ((s->type == TIMED_ON || s->type == TIMED_OFF) && world->team[team].save_tick == 0 &&
                s->end <= world->tick) {
                s->is_on = s->type == TIMED_OFF;
                s->type = s->is_on ? ON : OFF;
                s->end = 0;
            }
        }
    }
}

void tti_physics_end(tti_physics *world)
{
    tti_teams_tick(world);
    tti_spawns(world);
    if (!world->arena->has_no_map) {
        tick_switches(world);
    }
}

static bool thing_rests(const tti_thing *thing)
{
    bool is_of_map = thing->kind == TTI_DRAGGER || thing->kind == TTI_TURRET ||
                     thing->kind == TTI_DOOR || thing->kind == TTI_PICKUP ||
                     (thing->kind == TTI_LIGHT && thing->turn == 0 && thing->pace == 0);
    return is_of_map && thing->speed.x == 0 && thing->speed.y == 0;
}

bool tti_physics_rests(const tti_physics *world)
{
    for (int32_t cid = 0; cid < world->client_end; cid++) {
        if (world->player[cid].is_here) {
            return false;
        }
    }
    for (int list = 0; list < TTI_LISTS; list++) {
        for (int16_t i = world->head[list]; i >= 0; i = tti_thing_at(world, i)->next) {
            if (!thing_rests(tti_thing_at(world, i))) {
                return false;
            }
        }
    }
    return true;
}
