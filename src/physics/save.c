/* SPDX-License-Identifier: MIT
 *
 * Copies of tees: for a rescue, a swap, and a team that is saved and loaded.
 *
 * The text of a saved team has a line for the team, one for each member and one for each switch;
 * tabs are between the values of a line:
 *
 *     state  members  highest switch  is locked  practises
 *     name  is alive  pause ... speed before the dash
 *     is on  minus the ticks until its end  type
 *
 * Servers before 17.4 write no values of the ninja, and other values at the end of a member's line
 * are missing in texts of older ones.
 */
#include "physics/physics.h"

#include "base/mem.h"

#define SAVED_PLACE_MAX 1000000.0f
#define COUNT_MAX 1000000

/* -- copies ---------------------------------------------------------------------------------- */

static bool keeps_ninja(const tti_physics *world)
{
    return world->rules.version >= TTI_VERSION(17, 4, 0);
}

/* Takes the members that the game does not save from the old state. */
static void keep_unsaved(tti_self *self, const tti_self *old)
{
    tt_input saved = old->saved;
    saved.direction = self->saved.direction;
    saved.jump = self->saved.jump;
    saved.fire = self->saved.fire;
    saved.hook = self->saved.hook;
    self->saved = saved;
    self->core.direction = old->core.direction;
    self->core.angle = old->core.angle;
    self->core.left_wall = old->core.left_wall;
    self->core.hit_side = old->core.hit_side;
    self->core.stops = old->core.stops;
    self->is_super = old->is_super;
    self->is_invincible = old->is_invincible;
    self->had_refill = old->had_refill;
    self->had_bonus = old->had_bonus;
    self->empty = 0;
}

static void restore(tti_physics *world, int32_t cid, const tti_point *point)
{
    tti_self *self = &world->tee[cid].self;
    tti_self old = *self;
    int32_t passed = world->tick - point->tick;
    *self = point->self;
    keep_unsaved(self, &old);
    self->freeze_since += passed;
    self->race_start = point->race_ticks != 0 ? world->tick - point->race_ticks : old.race_start;
    if (!keeps_ninja(world)) {
        self->ninja_way = old.ninja_way;
        self->ninja_start = old.ninja_start;
        self->ninja_move = old.ninja_move;
        self->ninja_speed = old.ninja_speed;
    } else if (self->ninja_start != 0) {
        self->ninja_start += passed;
    }
}

static void let_go(tti_physics *world, int32_t cid, bool team)
{
    enum { SOLID = 1 };
    tti_body *core = &world->tee[cid].self.core;
    bool asks_team = team || world->rules.version < TTI_VERSION(19, 4, 0);
    if (core->hooked >= 0 && asks_team &&
        tti_team_of(world, core->hooked) != tti_team_of(world, cid)) {
        core->hooked = -1;
        core->hook_state = TT_HOOK_FLYING;
    }
    if (core->hook_state == TT_HOOK_GRABBED && core->hooked == -1 &&
        world->rules.version >= TTI_VERSION(20, 1, 0)) {
        int32_t tile = tti_tile_rounded(world->arena, core->hook);
        if (world->arena->terrain.layer[TT_TERRAIN_GAME][2 * tile] != SOLID) {
            core->hook_state = TT_HOOK_RETRACTED;
            core->hook = core->at;
        }
    }
}

/* Returns true when a pause is possible at the tee's place. A tee leaves the world only where it
 * stands still. */
static bool is_pause_possible(const tti_physics *world, int32_t cid)
{
    const tti_player *player = &world->player[cid];
    const tti_self *self = &world->tee[cid].self;
    bool stands = self->at.x == self->before.x && self->at.y == self->before.y &&
                  tti_is_grounded(world, self->at);
    return !player->leaves_world || player->pause_end != 0 || stands;
}

bool tti_point_give(tti_physics *world, int32_t cid, const tti_point *point, bool team)
{
    tti_player *player = &world->player[cid];
    tti_pause(world, cid, point->pause, true);
    if (team) {
        tti_team_set(world, cid, player->team);
        player->has_started = point->has_started;
        player->has_finished = point->has_finished;
    }
    restore(world, cid, point);
    let_go(world, cid, team);
    if (team) {
        tti_point_take(world, cid, &world->tee[cid].rescue);
        tti_point_take(world, cid, &player->manual);
    }
    return is_pause_possible(world, cid);
}

/* -- the way back ---------------------------------------------------------------------------- */

/* Returns true when the delay between two rescues is not over. Before 18.6 there is none, because
 * the game does not store the tick of a rescue; from 18.7 on there is none in practice. */
static bool is_rescue_too_soon(const tti_physics *world, int32_t cid)
{
    int64_t ready = (int64_t)world->tee[cid].last_rescue +
                    (int64_t)TT_TICKS_PER_SECOND * world->rules.rescue_delay;
    bool is_free = world->rules.version >= TTI_VERSION(18, 7, 0) &&
                   tti_practises(world, tti_team_of(world, cid));
    return ready > world->tick && !is_free;
}

static void release_keys(tt_input *input)
{
    enum { COUNTER = 63 };
    input->direction = 0;
    input->jump = 0;
    input->hook = 0;
    input->fire = (int32_t)(((uint32_t)input->fire + ((uint32_t)input->fire & 1)) & COUNTER);
}

bool tti_rescue(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    tti_tee *tee = &world->tee[cid];
    tti_self *self = &tee->self;
    tti_point point = player->rescue_mode != 0 ? player->manual : tee->rescue;
    bool is_invincible = self->is_invincible && world->rules.version >= TTI_VERSION(18, 7, 0);
    if (!point.is_set || self->is_super || is_invincible || is_rescue_too_soon(world, cid)) {
        return false;
    }
    if (world->rules.version >= TTI_VERSION(18, 6, 0)) {
        tee->last_rescue = world->tick;
    }
    int32_t race_start = self->race_start;
    uint8_t race = self->race;
    (void)tti_point_give(world, cid, &point, world->rules.version < TTI_VERSION(19, 4, 0));
    self->core.velocity = (tti_pair){0, 0};
    self->core.hook_state = TT_HOOK_IDLE;
    self->race_start = race_start;
    if (world->rules.version >= TTI_VERSION(20, 0, 0)) {
        self->race = race;
    }
    release_keys(&self->saved);
    tti_pause(world, cid, TTI_PAUSE_NONE, true);
    return true;
}

/* -- swap ------------------------------------------------------------------------------------ */

static void exchange_flags(bool *a, bool *b)
{
    bool other = *a;
    *a = *b;
    *b = other;
}

/* Swaps two copies of tees, but not whether they are set. */
static void exchange_points(tti_point *a, tti_point *b)
{
    tti_point other = *a;
    bool is_a_set = a->is_set, is_b_set = b->is_set;
    *a = *b;
    *b = other;
    a->is_set = is_a_set;
    b->is_set = is_b_set;
}

static int32_t exchanged(int32_t cid, int32_t a, int32_t b)
{
    return cid == a ? b : cid == b ? a : cid;
}

/* Exchanges the targets of draggers and plasma. Since 18.5, if they aim at one of two swapped tees,
 * they then aim at the other tee. */
static void exchange_targets(tti_physics *world, int32_t a, int32_t b)
{
    void *table = (uint8_t *)world + world->targets;
    int16_t *targets = table;
    size_t count = (size_t)world->arena->draggers * TT_TEAMS;
    if (world->rules.version < TTI_VERSION(18, 5, 0)) {
        return;
    }
    for (int32_t i = 0; i < world->thing_count; i++) {
        tti_thing *thing = tti_thing_at(world, i);
        if (thing->kind == TTI_BEAM || thing->kind == TTI_PLASMA) {
            thing->target = (int16_t)exchanged(thing->target, a, b);
        }
    }
    for (size_t i = 0; i < count; i++) {
        targets[i] = (int16_t)exchanged(targets[i], a, b);
    }
}

/* Exchanges links after a swap: hooks on one tee then hold the other tee, and shots of one belong
 * to the other. */
static void exchange_links(tti_physics *world, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < world->order_count; i++) {
        tti_body *core = &world->tee[world->order[i]].self.core;
        core->hooked = exchanged(core->hooked, a, b);
    }
    for (int32_t i = 0; i < world->thing_count; i++) {
        tti_thing *thing = tti_thing_at(world, i);
        if (thing->kind == TTI_PROJECTILE || thing->kind == TTI_LASER) {
            thing->owner = (int16_t)exchanged(thing->owner, a, b);
        }
    }
    exchange_targets(world, a, b);
}

void tti_swap(tti_physics *world, int32_t a, int32_t b)
{
    tti_player *first = &world->player[a], *second = &world->player[b];
    tti_tee *first_tee = &world->tee[a], *second_tee = &world->tee[b];
    tti_point first_point, second_point;
    if (a == b || !first_tee->is_alive || !second_tee->is_alive) {
        return;
    }
    tti_point_take(world, a, &first_point);
    tti_point_take(world, b, &second_point);
    (void)tti_point_give(world, b, &first_point, false);
    (void)tti_point_give(world, a, &second_point, false);
    int32_t team = first->team;
    for (int32_t cid = 0; team != 0 && !world->team[team].is_flock && cid < TT_CIDS; cid++) {
        if (cid != a && cid != b && world->player[cid].team == team && world->tee[cid].is_alive) {
            world->tee[cid].self.race_start = first_tee->self.race_start;
        }
    }
    exchange_flags(&first->has_started, &second->has_started);
    exchange_flags(&first->has_finished, &second->has_finished);
    exchange_points(&first_tee->rescue, &second_tee->rescue);
    exchange_points(&first->manual, &second->manual);
    exchange_links(world, a, b);
}

/* -- a save ---------------------------------------------------------------------------------- */

/* Removes the shots of a member. Since 16.8 a save does this. */
static void drop_things(tti_physics *world, int32_t cid)
{
    if (world->rules.version >= TTI_VERSION(16, 8, 0)) {
        tti_things_drop(world, cid);
    }
}

static bool is_member(const tti_physics *world, int32_t cid, int32_t team)
{
    return world->player[cid].is_known && world->player[cid].team == team;
}

static bool has_members(const tti_physics *world, int32_t team)
{
    bool has = false;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        has = has || world->player[cid].team == team;
    }
    return has;
}

static bool is_dragged(const tti_physics *world, int32_t team)
{
    for (int16_t i = world->head[TTI_LIST_LASERS]; i >= 0; i = tti_thing_at(world, i)->next) {
        const tti_thing *thing = tti_thing_at(world, i);
        if (thing->kind == TTI_BEAM && thing->target >= 0 &&
            world->player[thing->target].team == team) {
            return true;
        }
    }
    return false;
}

/* Returns true for a team that may save or load in one of its states. */
static bool may_change(const tti_physics *world, int32_t number)
{
    const tti_team *team = &world->team[number];
    bool is_team = number != 0 && number != tti_team_super(world) && !team->is_flock;
    return is_team && !team->is_saving && !team->practices;
}

bool tti_save_may(const tti_physics *world, int32_t number)
{
    if (!may_change(world, number) || world->team[number].state != TTI_TEAM_STARTED ||
        (world->rules.version >= TTI_VERSION(16, 8, 0) && is_dragged(world, number))) {
        return false;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->player[cid].team == number && !world->tee[cid].is_shown) {
            return false;
        }
    }
    return true;
}

bool tti_load_may(const tti_physics *world, int32_t number)
{
    return may_change(world, number) && world->team[number].state == TTI_TEAM_OPEN;
}

void tti_save_begin(tti_physics *world, int32_t cid)
{
    int32_t team = tti_team_of(world, cid);
    uint8_t rank = 0;
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t member = world->order[i];
        tti_player *player = &world->player[member];
        if (player->team == team) {
            tti_point_take(world, member, &player->saved);
            player->saved_rank = rank++;
        }
    }
    for (int32_t member = 0; member < TT_CIDS; member++) {
        if (world->player[member].team == team && world->player[member].saved.is_set) {
            drop_things(world, member);
        }
    }
    world->team[team].is_saving = true;
    world->team[team].save_tick = world->tick;
    tti_kill_team(world, team, -1, -1);
}

void tti_load_begin(tti_physics *world, int32_t cid)
{
    world->team[tti_team_of(world, cid)].is_saving = true;
}

/* Gives a member a new living tee at `at`. With `keeps`, a tee that lives already is kept. */
static void revive(tti_physics *world, int32_t cid, tti_pair at, bool keeps)
{
    tti_player *player = &world->player[cid];
    if (keeps && world->tee[cid].is_alive) {
        return;
    }
    tti_remove_body(world, cid, TTI_DEATH_GAME);
    player->spectates = false;
    tti_spawn(world, cid, at);
}

/* Undoes a save. Members are revived in reverse order, so that the first one is in front of the
 * order again. */
static void undo_save(tti_physics *world, int32_t team)
{
    for (int32_t rank = TT_CIDS - 1; rank >= 0; rank--) {
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            const tti_player *player = &world->player[cid];
            if (player->saved.is_set && player->saved_rank == rank && is_member(world, cid, team)) {
                revive(world, cid, player->saved.self.at, false);
                (void)tti_point_give(world, cid, &player->saved, true);
                drop_things(world, cid);
            }
        }
    }
    int32_t passed = world->tick - world->team[team].save_tick;
    for (int32_t number = 1; number <= world->arena->highest_switch; number++) {
        tti_switch *s = tti_switch_of(world, number, team);
        s->end += s->end != 0 ? passed : 0;
    }
}

/* Moves the members of a saved team to team 0. When each client has a team of its own by force,
 * nobody can leave it, so the team begins anew. */
static void leave_team(tti_physics *world, int32_t number)
{
    tti_team *team = &world->team[number];
    if (world->rules.team == TTI_FORCED_SOLO) {
        team->state = TTI_TEAM_OPEN;
        team->practices = false;
        team->clock = 0;
        tti_switches_reset(world, number);
        return;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_member(world, cid, number)) {
            tti_team_set(world, cid, 0);
        }
    }
}

void tti_save_done(tti_physics *world, int32_t number, bool success)
{
    tti_team *team = &world->team[number];
    if (success) {
        leave_team(world, number);
    } else if (has_members(world, number)) {
        team->state = TTI_TEAM_STARTED;
        undo_save(world, number);
    }
    team->is_saving = false;
    team->save_tick = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_member(world, cid, number) || success) {
            world->player[cid].saved.is_set = false;
        }
    }
}

void tti_load_failed(tti_physics *world, int32_t team)
{
    world->team[team].is_saving = false;
}

/* -- text ------------------------------------------------------------------------------------ */

/* A line of a save text, read value by value. */
struct save_line {
    const uint8_t *at, *end;
    int32_t count; /* number of values that were read */
    bool is_over;  /* no value is left, or the last one was malformed */
};

/* Takes the next line from the start of a text. */
static struct save_line next_line(tt_bytes *text)
{
    const uint8_t *end = tti_find_byte(text->data, text->size, '\n');
    size_t size = end != NULL ? (size_t)(end - text->data) : text->size;
    struct save_line line = {.at = text->data, .end = text->data + size, .is_over = size == 0};
    size_t skipped = end != NULL ? size + 1 : size;
    text->data += skipped;
    text->size -= skipped;
    return line;
}

static tt_bytes next_value(struct save_line *line)
{
    if (line->is_over) {
        return (tt_bytes){0};
    }
    size_t left = (size_t)(line->end - line->at);
    const uint8_t *tab = tti_find_byte(line->at, left, '\t');
    tt_bytes value = {line->at, tab != NULL ? (size_t)(tab - line->at) : left};
    line->at = tab != NULL ? tab + 1 : line->end;
    line->is_over = tab == NULL;
    line->count++;
    return value;
}

static void reject(struct save_line *line)
{
    line->is_over = true;
    line->count--;
}

static int32_t whole(struct save_line *line)
{
    int32_t value = 0;
    tt_bytes text = next_value(line);
    if (text.data != NULL && !tti_read_whole(text.data, text.size, &value)) {
        reject(line);
        return 0;
    }
    return value;
}

/* Reads a whole number. A number outside of [low, high] becomes `low`. */
static int32_t within(struct save_line *line, int32_t low, int32_t high)
{
    int32_t value = whole(line);
    return value >= low && value <= high ? value : low;
}

static bool read_flag(struct save_line *line)
{
    return whole(line) != 0;
}

static float read_decimal(struct save_line *line)
{
    float value = 0;
    tt_bytes text = next_value(line);
    if (text.data != NULL && !tti_read_decimal(text.data, text.size, &value)) {
        reject(line);
        return 0;
    }
    return value;
}

static tti_pair pair(struct save_line *line)
{
    float x = read_decimal(line);
    return (tti_pair){x, read_decimal(line)};
}

/* Reads a place. A place farther away than any map is rejected, because code that walks a line
 * pixel by pixel would take too long for it. */
static tti_pair read_place(struct save_line *line)
{
    tti_pair at = pair(line);
    bool is_near = at.x > -SAVED_PLACE_MAX && at.x < SAVED_PLACE_MAX && at.y > -SAVED_PLACE_MAX &&
                   at.y < SAVED_PLACE_MAX;
    if (!is_near) {
        reject(line);
        at = (tti_pair){0, 0};
    }
    return at;
}

static void skip(struct save_line *line, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        (void)next_value(line);
    }
}

/* A member with the values of its line. The tick of its point is that of the load. */
struct saved_member {
    tti_point point;
    int32_t hooked; /* index of the member that is hooked; -1 for none */
};

static void read_weapons(struct save_line *line, tti_self *self)
{
    self->owned = 0;
    for (int weapon = 0; weapon < TTI_WEAPONS; weapon++) {
        skip(line, 3); /* tick of the next ammo, ammo, cost of ammo */
        self->owned |= (uint8_t)((read_flag(line) ? 1 : 0) << weapon);
    }
    self->last_weapon = (int8_t)within(line, 0, TTI_WEAPONS - 1);
    self->queued = (int8_t)within(line, -1, TTI_WEAPONS - 1);
}

/* Converts the bits of a save, one for each of four weapons, to bits by weapon number. */
static uint8_t hits_off(int32_t bits)
{
    static const uint8_t weapons[] = {TT_WEAPON_HAMMER, TT_WEAPON_SHOTGUN, TT_WEAPON_GRENADE,
                                      TT_WEAPON_LASER};
    uint8_t set = 0;
    for (size_t i = 0; i < sizeof weapons; i++) {
        if (((uint32_t)bits >> i & 1) != 0) {
            set |= (uint8_t)(1 << weapons[i]);
        }
    }
    return set;
}

static void read_state(struct save_line *line, tti_point *point)
{
    tti_self *self = &point->self;
    self->endless_jump = read_flag(line);
    self->jetpack = read_flag(line);
    self->ninja_jetpack = read_flag(line);
    self->freeze = within(line, 0, INT32_MAX / 2);
    self->freeze_since = point->tick - within(line, INT32_MIN / 2, INT32_MAX / 2);
    self->is_deep = read_flag(line);
    self->endless_hook = read_flag(line);
    self->race = (uint8_t)within(line, TTI_RACE_NONE, TTI_RACE_FINISHED);
    self->hits_off = hits_off(whole(line));
    self->core.no_collision = !read_flag(line);
    self->zone = (uint8_t)within(line, 0, UINT8_MAX);
    skip(line, 1); /* the previous zone */
    self->core.no_hook = !read_flag(line);
    point->race_ticks = within(line, INT32_MIN / 2, INT32_MAX / 2);
    self->at = read_place(line);
    self->before = read_place(line);
    self->checkpoint = (uint8_t)within(line, 0, UINT8_MAX);
    self->had_penalty = read_flag(line);
}

static void read_core(struct save_line *line, tti_self *self)
{
    enum { TIME_CHECKPOINTS = 3 + 25 };
    tti_body *core = &self->core;
    core->at = read_place(line);
    core->velocity = pair(line);
    self->weapon = (int8_t)within(line, -1, TTI_WEAPONS - 1);
    core->jumped = within(line, -COUNT_MAX, COUNT_MAX);
    core->air_jumps = within(line, -COUNT_MAX, COUNT_MAX);
    core->jumps = within(line, -COUNT_MAX, COUNT_MAX);
    core->hook = read_place(line);
    core->hook_way = pair(line);
    core->base = read_place(line);
    core->hook_tick = within(line, INT32_MIN / 2, INT32_MAX / 2);
    core->hook_state = within(line, TT_HOOK_RETRACTED, TT_HOOK_GRABBED);
    skip(line, TIME_CHECKPOINTS);
    skip(line, 1); /* the flag of a tee that cannot finish */
    self->teleguns = read_flag(line) ? 1 << TT_WEAPON_GUN : 0;
    self->teleguns |= read_flag(line) ? 1 << TT_WEAPON_LASER : 0;
    self->teleguns |= read_flag(line) ? 1 << TT_WEAPON_GRENADE : 0;
}

/* Reads the last values of a line. Lines of old servers end before some of them. */
static void read_end(struct save_line *line, struct saved_member *member)
{
    tti_point *point = &member->point;
    tti_self *self = &point->self;
    enum { WITH_HOOKED = 103, WITH_START = 109 };
    skip(line, 1); /* UUID of the game */
    member->hooked = within(line, -1, TT_CIDS - 1);
    self->core.is_past_tele = read_flag(line);
    self->saved.direction = whole(line);
    self->saved.jump = whole(line);
    self->saved.fire = whole(line);
    self->saved.hook = whole(line);
    self->reload = within(line, 0, COUNT_MAX);
    if (line->count < WITH_HOOKED) {
        member->hooked = -1;
        if (self->core.hook_state == TT_HOOK_GRABBED) {
            self->core.hook_state = TT_HOOK_FLYING;
        }
    }
    point->has_started = read_flag(line);
    point->has_started = point->has_started || line->count < WITH_START;
    self->is_live = read_flag(line);
    self->ninja_way = pair(line);
    int32_t ninja = within(line, INT32_MIN / 2, INT32_MAX / 2);
    self->ninja_start = ninja != 0 ? point->tick - ninja : 0;
    self->ninja_move = within(line, -COUNT_MAX, COUNT_MAX);
    self->ninja_speed = whole(line);
}

static bool read_saved_member(struct save_line line, int32_t tick, struct saved_member *member)
{
    enum { FEWEST_VALUES = 96 };
    tti_point *point = &member->point;
    *member = (struct saved_member){.point = {.is_set = true, .tick = tick}, .hooked = -1};
    skip(&line, 2); /* name, alive */
    int32_t pause = whole(&line);
    bool is_pause = pause >= TTI_PAUSE_NONE && pause <= TTI_PAUSE_LEAVES;
    point->pause = is_pause ? (uint8_t)pause : TTI_PAUSE_BY_FORCE;
    skip(&line, 1); /* tunings that the client received */
    point->has_finished = read_flag(&line);
    point->self.core.is_solo = read_flag(&line);
    read_weapons(&line, &point->self);
    read_state(&line, point);
    read_core(&line, &point->self);
    read_end(&line, member);
    return line.count >= FEWEST_VALUES;
}

/* -- loading a text -------------------------------------------------------------------------- */

struct text {
    int32_t state, highest_switch;
    bool is_locked, practises;
    int32_t count; /* number of members */
    struct save_line member[TT_CIDS], switches[TTI_NUMBERS];
    int16_t cid[TT_CIDS]; /* client id of each member; -1 for one that is not in the team */
};

static int16_t saved_client(const tti_physics *world, int32_t team, struct save_line line)
{
    tt_bytes name = next_value(&line);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_member(world, cid, team) &&
            tt_bytes_equal(name, tt_bytes_of(world->player[cid].name))) {
            return (int16_t)cid;
        }
    }
    return -1;
}

static bool read_save_text(const tti_physics *world, int32_t team, tt_bytes bytes,
                           struct text *text)
{
    enum { FEWEST_VALUES = 4 };
    struct save_line line = next_line(&bytes);
    text->state = within(&line, TTI_TEAM_EMPTY, TTI_TEAM_FINISHED);
    text->count = within(&line, -1, TT_CIDS);
    text->highest_switch = within(&line, -1, TTI_NUMBERS - 1);
    text->is_locked = read_flag(&line);
    text->practises = read_flag(&line);
    if (line.count < FEWEST_VALUES || text->count < 0 || text->highest_switch < 0) {
        return false;
    }
    for (int32_t i = 0; i < text->count; i++) {
        struct saved_member member;
        text->member[i] = next_line(&bytes);
        text->cid[i] = saved_client(world, team, text->member[i]);
        if (!read_saved_member(text->member[i], world->tick, &member)) {
            return false;
        }
    }
    for (int32_t number = 1; number <= text->highest_switch; number++) {
        text->switches[number] = next_line(&bytes);
    }
    return true;
}

/* Loads all members. Since 18.5 returns false, and the team dies, when a member is paused where a
 * pause is not possible. */
static bool load_members(tti_physics *world, int32_t team, const struct text *text)
{
    bool is_good = true;
    for (int32_t i = text->count - 1; i >= 0; i--) {
        int32_t cid = text->cid[i];
        struct saved_member member;
        if (cid < 0 || !is_member(world, cid, team) ||
            !read_saved_member(text->member[i], world->tick, &member)) {
            continue;
        }
        member.point.self.core.hooked =
            member.hooked >= 0 && member.hooked < text->count ? text->cid[member.hooked] : -1;
        revive(world, cid, member.point.self.at, true);
        bool is_possible = tti_point_give(world, cid, &member.point, true);
        is_good = is_good && is_possible;
    }
    return is_good || world->rules.version < TTI_VERSION(18, 5, 0);
}

static void load_switches(tti_physics *world, int32_t team, const struct text *text)
{
    for (int32_t number = 1; number <= text->highest_switch; number++) {
        tti_switch *s = tti_switch_of(world, number, team);
        struct save_line line = text->switches[number];
        bool is_on = read_flag(&line);
        int32_t passed = within(&line, INT32_MIN / 2, INT32_MAX / 2);
        uint8_t type = (uint8_t)within(&line, 0, UINT8_MAX);
        if (s != NULL) {
            s->is_on = is_on;
            s->end = passed != 0 ? world->tick - passed : s->end;
            s->type = type;
        }
    }
}

bool tti_load_text(tti_physics *world, int32_t number, const uint8_t *bytes, size_t size)
{
    struct text text;
    tti_team *team = &world->team[number];
    if (!read_save_text(world, number, (tt_bytes){bytes, size}, &text)) {
        return false;
    }
    if (has_members(world, number)) {
        team->state = (uint8_t)text.state;
        team->is_locked = number != 0 && text.is_locked;
        team->practices = text.practises;
        bool is_good = load_members(world, number, &text);
        load_switches(world, number, &text);
        for (int32_t i = 0; i < text.count; i++) {
            if (text.cid[i] >= 0) {
                drop_things(world, text.cid[i]);
            }
        }
        if (!is_good) {
            tti_kill_team(world, number, -1, -1);
        }
    }
    team->is_saving = false;
    return true;
}
