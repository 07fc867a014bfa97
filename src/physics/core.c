/* SPDX-License-Identifier: MIT
 *
 * One tick of a tee. The order of the steps is the game's and matters: a tee that lands in this
 * tick still has the control and the jumps of one in the air.
 */
#include "physics/core.h"

#include "base/mem.h"
#include "physics/physics.h"

#define HOOK_START 1.5f    /* distance of a new hook from its tee, in sizes of a tee */
#define HOOK_TAKES 30.0f   /* pixels; a hook grabs a tee whose middle is nearer than this */
#define HOOK_PULLS_FROM 46 /* pixels; a shorter hook does not pull */
#define HOOK_TICKS 60      /* a hook releases a tee when its hook_tick passes this */
#define PUSH_REACH 35.0f   /* pixels; tees that are nearer push each other */
#define PIXEL_PARTS 256.0f /* velocities are rounded to 256ths of a pixel */

/* State that the steps of a tee's turn share. */
struct core_turn {
    tti_body *body;
    const tti_around *around;
    const tti_tuning *tuning;
    tti_pair aim; /* direction of the aim; (0, 0) when it is unknown */
};

static tti_pair pair_of(int32_t x, int32_t y)
{
    return (tti_pair){(float)x, (float)y};
}

static tti_pair fine_of(int32_t x, int32_t y)
{
    tti_pair pair = pair_of(x, y);
    return (tti_pair){pair.x / PIXEL_PARTS, pair.y / PIXEL_PARTS};
}

static int32_t fine(float value)
{
    float scaled = value * PIXEL_PARTS;
    return tti_nearest(scaled);
}

/* Adds to a velocity up to a limit. A velocity that other forces have brought above the limit
 * remains. */
static float add_up_to(float limit, float velocity, float more)
{
    float sum = velocity + more;
    if (more < 0) {
        return velocity < -limit ? velocity : sum < -limit ? -limit : sum;
    }
    return velocity > limit ? velocity : sum > limit ? limit : sum;
}

/* Adds 1. INT32_MAX, which a damaged recording can contain, remains. */
static int32_t one_more(int32_t count)
{
    return count < INT32_MAX ? count + 1 : count;
}

/* A list of tees, ascending by client id. */
struct crowd {
    int32_t count;
    uint8_t cid[TT_CIDS];
};

enum { WORD = 64, WORDS = TT_CIDS / WORD }; /* a set of tees has a bit for each client id */

static uint64_t bit_of(int32_t cid)
{
    return UINT64_C(1) << (uint32_t)cid % WORD;
}

/* Finds the tees in the world that are within `reach` of `at`, and the tee `always` (a client id,
 * or -1). A tee that died in this tick still has a place, but is not in the world. Most tees are
 * far away, so the cheap test of many at once comes before all others. */
TTI_ALWAYS_INLINE void gather_crowd(struct crowd *crowd, const tti_around *around, tti_pair at,
                                    float reach, int32_t always)
{
    const tti_places *places = around->places;
    tti_window window = tti_window_around(at, reach);
    uint64_t set[WORDS] = {0};
    for (uint32_t first = 0; first < (uint32_t)places->end; first += TTI_NEAR) {
        uint64_t near = tti_near(places->column + first, places->row + first, window);
        set[first / WORD] |= near << first % WORD;
    }
    if (always >= 0 && always < TT_CIDS) {
        set[(uint32_t)always / WORD] |= bit_of(always);
    }
    set[(uint32_t)around->cid / WORD] &= ~bit_of(around->cid);
    crowd->count = 0;
    for (int32_t word = 0; word < WORDS; word++) {
        for (; set[word] != 0; set[word] &= set[word] - 1) {
            int32_t cid = word * WORD + tti_lowest_bit(set[word]);
            bool is_near = (cid == always) | tti_places_is_near(places, cid, at, reach);
            crowd->cid[crowd->count] = (uint8_t)cid;
            crowd->count += is_near & around->world->tee[cid].is_shown;
        }
    }
}

static void release(tti_body *b, int32_t state)
{
    b->hooked = -1;
    b->hook_state = state;
    b->hook = b->at;
}

static void jump_in_turn(const struct core_turn *t, bool is_held, bool stands)
{
    tti_body *b = t->body;
    if (!is_held) {
        b->jumped &= ~TT_JUMPED_KEY_USED;
        return;
    }
    if ((b->jumped & TT_JUMPED_KEY_USED) != 0) {
        return;
    }
    bool is_used = (b->jumped & TT_JUMPED_AIR_JUMP_USED) != 0;
    if (stands && (!is_used || b->jumps != 0)) {
        b->events |= TTI_CORE_JUMP;
        b->velocity.y = -t->tuning->ground_jump;
        b->jumped |=
            b->jumps > 1 ? TT_JUMPED_KEY_USED : TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED;
        b->air_jumps = 0;
    } else if (!is_used) {
        b->velocity.y = -t->tuning->air_jump;
        b->jumped |= TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED;
        b->air_jumps = one_more(b->air_jumps);
    }
}

static tti_pair ahead_of(tti_pair at, tti_pair aim)
{
    return tti_pair_add(at, tti_pair_times(tti_pair_times(aim, TTI_CORE_SIZE), HOOK_START));
}

static void throw_hook(const struct core_turn *t, bool is_held)
{
    tti_body *b = t->body;
    if (!is_held) {
        release(b, TT_HOOK_IDLE);
    } else if (b->hook_state == TT_HOOK_IDLE) {
        float rest = 1.25f - t->tuning->hook_duration;
        float ticks = (float)TT_TICKS_PER_SECOND * rest;
        b->hook_state = TT_HOOK_FLYING;
        b->hook_tick = tti_whole(ticks);
        b->hooked = -1;
        b->hook_way = t->aim;
        b->hook = ahead_of(b->at, t->aim);
    }
}

static void walk_in_turn(const struct core_turn *t, bool stands)
{
    const tti_tuning *tuning = t->tuning;
    tti_body *b = t->body;
    float limit = stands ? tuning->ground_speed : tuning->air_speed;
    float more = stands ? tuning->ground_accel : tuning->air_accel;
    if (b->direction < 0) {
        b->velocity.x = add_up_to(limit, b->velocity.x, -more);
    } else if (b->direction > 0) {
        b->velocity.x = add_up_to(limit, b->velocity.x, more);
    } else {
        b->velocity.x *= stands ? tuning->ground_friction : tuning->air_friction;
    }
}

/* Leads a hook through a teleporter. It leaves the exit in the direction of this tick's aim. When
 * the aim is unknown, the hook hangs at the exit. */
static void lead_hook_through(const struct core_turn *t, uint8_t number, tti_pair next)
{
    tti_body *b = t->body;
    const tti_around *around = t->around;
    tti_pair exit;
    bool has_exit;
    if (around->world != NULL) {
        const tti_pair *drawn = tti_exit(around->world, TTI_EXIT_TELE, number);
        has_exit = drawn != NULL;
        tti_doubt_tee(around->world, around->cid);
        exit = has_exit ? *drawn : next;
    } else {
        has_exit = tti_terrain_exit(around->ground, number, &exit);
    }
    if (!has_exit) {
        b->hook = next;
        return;
    }
    b->events = 0;
    b->hook = ahead_of(exit, t->aim);
    b->hook_way = t->aim;
    b->is_past_tele = true;
    b->base = b->hook;
}

/* Grabs the nearest tee on the hook's way, even in the tick in which the hook reaches its full
 * length. */
static void catch_tee(const struct core_turn *t, tti_pair next)
{
    tti_body *b = t->body;
    tti_physics *world = t->around->world;
    float best = 0;
    float way = tti_distance(b->hook, next);
    float reach = way + HOOK_TAKES;
    struct crowd crowd;
    gather_crowd(&crowd, t->around, b->hook, reach + 1, -1);
    for (int32_t i = 0; i < crowd.count; i++) {
        int32_t cid = crowd.cid[i];
        tti_pair nearest, at = world->tee[cid].self.core.at;
        if (!tti_can_touch(world, t->around->cid, cid) ||
            !tti_nearest_on_line(b->hook, next, at, &nearest) ||
            !(tti_distance(at, nearest) < HOOK_TAKES)) {
            continue;
        }
        float distance = tti_distance(b->hook, at);
        if (b->hooked == -1 || distance < best) {
            b->events |= TTI_CORE_HOOK_TEE;
            b->hook_state = TT_HOOK_GRABBED;
            b->hooked = cid;
            best = distance;
        }
    }
}

static bool has_rule(const struct core_turn *t, int32_t minor)
{
    return t->around->world == NULL || t->around->world->rules.minor >= minor;
}

static void note_end(const struct core_turn *t)
{
    if (t->around->world != NULL) {
        t->body->hook_end = t->around->world->tick;
    }
}

/* Moves a flying hook. It ends at its full length. */
static void fly(const struct core_turn *t)
{
    tti_body *b = t->body;
    const tti_around *around = t->around;
    tti_pair next = tti_pair_add(b->hook, tti_pair_times(b->hook_way, t->tuning->hook_speed));
    tti_pair base = b->is_past_tele ? b->base : b->at;
    uint8_t number = 0;
    bool reaches = true;
    if (tti_distance(base, next) > t->tuning->hook_length) {
        note_end(t);
        b->hook_state = TT_HOOK_RETRACT_START;
        reaches = !b->is_past_tele || !has_rule(t, 7);
        tti_pair end = has_rule(t, 7) ? base : b->at;
        tti_pair way = tti_direction(tti_pair_sub(next, end));
        next = tti_pair_add(end, tti_pair_times(way, t->tuning->hook_length));
        if (around->world == NULL) {
            return;
        }
    }
    bool is_old = around->world != NULL && around->world->rules.old_teleport_hook != 0;
    tti_hook_hit hit = tti_terrain_hook(around->ground, b->hook, &next, is_old, &number);
    if (hit != TTI_HOOK_FREE) {
        note_end(t);
    }
    if (around->world != NULL && !b->no_hook && reaches && t->tuning->player_hooking != 0) {
        catch_tee(t, next);
    }
    if (b->hook_state != TT_HOOK_FLYING) {
        return;
    }
    if (hit == TTI_HOOK_TELE) {
        lead_hook_through(t, number, next);
        return;
    }
    b->hook_state = hit == TTI_HOOK_HOLDS     ? TT_HOOK_GRABBED
                    : hit == TTI_HOOK_BLOCKED ? TT_HOOK_RETRACT_START
                                              : TT_HOOK_FLYING;
    b->events |= hit == TTI_HOOK_HOLDS     ? TTI_CORE_HOOK_GROUND
                 : hit == TTI_HOOK_BLOCKED ? TTI_CORE_HOOK_BLOCKED
                                           : 0;
    b->hook = next;
}

/* Pulls the tee towards its hook, more strongly up than down, and sideways more strongly when the
 * tee walks in that direction. */
static void pull_to_hook(const struct core_turn *t)
{
    const tti_tuning *tuning = t->tuning;
    tti_body *b = t->body;
    if (!(tti_distance(b->hook, b->at) > HOOK_PULLS_FROM)) {
        return;
    }
    tti_pair way = tti_direction(tti_pair_sub(b->hook, b->at));
    tti_pair force = tti_pair_times(way, tuning->hook_drag_accel);
    if (force.y > 0) {
        force.y *= 0.3f;
    }
    bool walks_there = (force.x < 0 && b->direction < 0) || (force.x > 0 && b->direction > 0);
    force.x *= walks_there ? 0.95f : 0.75f;
    tti_pair velocity = tti_pair_add(b->velocity, force);
    float speed = tti_length(velocity);
    if (speed < tuning->hook_drag_speed || speed < tti_length(b->velocity)) {
        b->velocity = velocity;
    }
}

/* Returns the tee that the hook holds, or NULL when that tee is not in the world. */
static const tti_tee *held(const struct core_turn *t)
{
    const tti_physics *world = t->around->world;
    int32_t cid = t->body->hooked;
    bool is_there = world != NULL && cid >= 0 && cid < TT_CIDS && world->tee[cid].is_shown;
    return is_there ? &world->tee[cid] : NULL;
}

static void hold_tee(const struct core_turn *t)
{
    tti_body *b = t->body;
    if (b->hooked >= 0) {
        const tti_tee *other = held(t);
        if (other != NULL && tti_can_hold(t->around->world, t->around->cid, b->hooked)) {
            b->hook = other->self.core.at;
        } else {
            release(b, TT_HOOK_RETRACTED);
        }
    }
    if (b->hooked < 0) {
        pull_to_hook(t);
    }
    b->hook_tick = one_more(b->hook_tick);
    if (b->hooked >= 0 && (b->hook_tick > HOOK_TICKS || held(t) == NULL)) {
        release(b, TT_HOOK_RETRACTED);
    }
}

static void move_hook(const struct core_turn *t)
{
    tti_body *b = t->body;
    if (b->hook_state == TT_HOOK_IDLE) {
        b->hook = b->at;
        b->hooked = -1;
    } else if (b->hook_state == TT_HOOK_RETRACT_START || b->hook_state == TT_HOOK_RETRACT_MID) {
        b->hook_state++;
    } else if (b->hook_state == TT_HOOK_RETRACT_END) {
        b->hook_state = TT_HOOK_RETRACTED;
    } else if (b->hook_state == TT_HOOK_FLYING) {
        fly(t);
    }
    if (b->hook_state == TT_HOOK_GRABBED) {
        hold_tee(t);
    }
}

void tti_body_turn(tti_body *b, const tti_core_input *input, const tti_around *around)
{
    struct core_turn t = {
        .body = b, .around = around, .tuning = around->tuning, .aim = around->aim};
    bool stands = tti_terrain_stands(around->ground, b->at);
    b->events = 0;
    b->velocity.y += t.tuning->gravity;
    if (input != NULL) {
        t.aim = tti_direction(pair_of(input->target_x, input->target_y));
        b->direction = input->direction;
        jump_in_turn(&t, input->jump, stands);
        throw_hook(&t, input->hook);
    }
    if (stands) {
        b->jumped &= ~TT_JUMPED_AIR_JUMP_USED;
        b->air_jumps = 0;
    }
    walk_in_turn(&t, stands);
    move_hook(&t);
}

/* Pushes the tee away from another one, less when the tee moves away already. */
static void push_away(tti_body *b, tti_pair way, float distance)
{
    float wide = TTI_CORE_SIZE * 1.45f;
    float near = wide - distance;
    float share = 0.5f;
    if (tti_length(b->velocity) > 0.0001f) {
        float along = tti_dot(tti_direction(b->velocity), way);
        float sum = along + 1;
        float half = sum / 2;
        share = 1 - half;
    }
    float strength = share * 0.75f;
    b->velocity = tti_pair_add(b->velocity, tti_pair_times(tti_pair_times(way, near), strength));
    b->velocity = tti_pair_times(b->velocity, 0.85f);
}

static tti_pair dragged(uint8_t stops, tti_pair velocity, tti_pair way, float force, float share,
                        float limit)
{
    tti_pair more = tti_pair_times(tti_pair_times(way, force), share);
    tti_pair sum = {add_up_to(limit, velocity.x, more.x), add_up_to(limit, velocity.y, more.y)};
    return tti_stopped(stops, sum);
}

/* Drags the tee that the hook holds, and pulls the hook's own tee a little. */
static void drag(tti_body *b, tti_body *other, const tti_tuning *tuning, tti_pair way,
                 float distance)
{
    float part = distance / tuning->hook_length;
    float force = tuning->hook_drag_accel * part;
    float limit = tuning->hook_drag_speed;
    other->velocity = dragged(other->stops, other->velocity, way, force, 1.5f, limit);
    b->velocity = dragged(b->stops, b->velocity, way, -force, 0.25f, limit);
}

static void meet(tti_body *b, const tti_around *around, int32_t cid)
{
    tti_physics *world = around->world;
    const tti_tuning *tuning = around->tuning;
    tti_body *other = &world->tee[cid].self.core;
    float distance = tti_distance(b->at, other->at);
    if (!(distance > 0)) {
        return;
    }
    tti_pair way = tti_direction(tti_pair_sub(b->at, other->at));
    bool is_super = world->tee[around->cid].self.is_super || world->tee[cid].self.is_super;
    bool collides =
        is_super || (!b->no_collision && !other->no_collision && tuning->player_collision != 0);
    if (collides && distance < PUSH_REACH) {
        push_away(b, way, distance);
    }
    if (!b->no_hook && b->hooked == cid && tuning->player_hooking != 0 &&
        distance > TTI_CORE_SIZE * 1.5f) {
        drag(b, other, tuning, way, distance);
    }
}

void tti_body_interact(tti_body *b, const tti_around *around)
{
    struct crowd crowd;
    crowd.count = 0;
    if (around->world != NULL) {
        gather_crowd(&crowd, around, b->at, PUSH_REACH, b->hooked);
    }
    for (int32_t i = 0; i < crowd.count; i++) {
        if (tti_can_touch(around->world, around->cid, crowd.cid[i])) {
            meet(b, around, crowd.cid[i]);
        }
    }
    if (b->hook_state != TT_HOOK_FLYING) {
        b->is_past_tele = false;
    }
    if (tti_length(b->velocity) > TTI_SPEED_MAX) {
        b->velocity = tti_pair_times(tti_direction(b->velocity), TTI_SPEED_MAX);
    }
}

/* Returns the factor of the sideways movement: a fast tee moves slower than its velocity. */
static float ramp_of(const tti_body *b, const tti_tuning *tuning)
{
    float speed = tti_length(b->velocity);
    float a_second = speed * (float)TT_TICKS_PER_SECOND;
    if (a_second < tuning->ramp_start) {
        return 1;
    }
    float above = a_second - tuning->ramp_start;
    float exponent = above / tuning->ramp_range;
    return 1.0f / tti_power(tuning->ramp_curvature, exponent);
}

/* Keeps only the tees with which this tee can collide, and copies their places. */
static void keep_colliding(struct crowd *crowd, const tti_around *around, tti_pair *at)
{
    const tti_physics *world = around->world;
    bool is_super = world->tee[around->cid].self.is_super;
    int32_t count = 0;
    for (int32_t i = 0; i < crowd->count; i++) {
        int32_t cid = crowd->cid[i];
        const tti_self *other = &world->tee[cid].self;
        if (is_super || other->is_super ||
            (!other->core.no_collision && tti_can_touch(world, around->cid, cid))) {
            crowd->cid[count] = (uint8_t)cid;
            at[count++] = other->core.at;
        }
    }
    crowd->count = count;
}

/* Returns the index of the first place that a tee at `at` would touch, or -1. */
static int32_t touched(const tti_pair *place, int32_t count, tti_pair at, float *distance)
{
    for (int32_t i = 0; i < count; i++) {
        *distance = tti_distance(at, place[i]);
        if (*distance < TTI_CORE_SIZE) {
            return i;
        }
    }
    return -1;
}

/* Returns the end of a move to `to`, which stops before the first other tee. A tee that already
 * touches another one can only move away from it. */
static tti_pair stopped_by_tees(const tti_body *b, const tti_around *around, tti_pair to)
{
    struct crowd crowd;
    tti_pair place[TT_CIDS];
    float way = tti_distance(b->at, to);
    float longer = way + 1;
    if (!(way > 0)) {
        return to;
    }
    gather_crowd(&crowd, around, b->at, longer + TTI_CORE_SIZE, -1);
    keep_colliding(&crowd, around, place);
    if (crowd.count == 0) {
        return to;
    }
    tti_pair last = b->at;
    float distance = 0;
    for (int32_t i = 0, end = tti_whole(longer); i < end; i++) {
        float part = (float)i / way;
        tti_pair at = tti_mix(b->at, to, part);
        int32_t other = touched(place, crowd.count, at, &distance);
        if (other >= 0 && i > 0) {
            return last;
        }
        if (other >= 0) {
            return tti_distance(to, place[other]) > distance ? to : b->at;
        }
        last = at;
    }
    return to;
}

static bool collides(const tti_body *b, const tti_around *around)
{
    const tti_physics *world = around->world;
    return world != NULL &&
           (world->tee[around->cid].self.is_super ||
            (around->tuning->player_collision != 0 && !b->no_collision && !b->is_solo));
}

static float within_one(float x)
{
    return x < -1 ? -1 : x > 1 ? 1 : x;
}

void tti_body_move(tti_body *b, const tti_around *around)
{
    float ramp = ramp_of(b, around->tuning);
    float back = 1.0f / ramp;
    b->velocity.x *= ramp;
    float before = b->velocity.x;
    tti_pair to = b->at;
    tti_pair bounce = {within_one(around->tuning->elasticity_x),
                       within_one(around->tuning->elasticity_y)};
    if (tti_terrain_move(around->ground, &to, &b->velocity, bounce)) {
        b->jumped &= ~TT_JUMPED_AIR_JUMP_USED;
        b->air_jumps = 0;
    }
    b->hit_side = 0;
    if (b->velocity.x < 0.001f && b->velocity.x > -0.001f) {
        b->hit_side = before > 0 ? 1 : before < 0 ? 2 : 0;
    } else {
        b->left_wall = true;
    }
    b->velocity.x *= back;
    b->at = collides(b, around) ? stopped_by_tees(b, around, to) : to;
}

/* Rounds places to pixels, velocities and directions to 256ths. */
void tti_body_round(tti_body *b)
{
    tti_four places = tti_nearest_four(b->at.x, b->at.y, b->hook.x, b->hook.y);
    tti_pair velocity = tti_pair_times(b->velocity, PIXEL_PARTS),
             way = tti_pair_times(b->hook_way, PIXEL_PARTS);
    tti_four fine = tti_nearest_four(velocity.x, velocity.y, way.x, way.y);
    b->at = pair_of(places.a, places.b);
    b->hook = pair_of(places.c, places.d);
    b->velocity = fine_of(fine.a, fine.b);
    b->hook_way = fine_of(fine.c, fine.d);
}

tti_core tti_core_of(const tti_body *b)
{
    return (tti_core){
        .x = tti_nearest(b->at.x),
        .y = tti_nearest(b->at.y),
        .vel_x = fine(b->velocity.x),
        .vel_y = fine(b->velocity.y),
        .hook_state = b->hook_state,
        .hook_tick = b->hook_tick,
        .hook_x = tti_nearest(b->hook.x),
        .hook_y = tti_nearest(b->hook.y),
        .hook_dx = fine(b->hook_way.x),
        .hook_dy = fine(b->hook_way.y),
        .hooked = b->hooked,
        .jumped = b->jumped,
        .direction = b->direction,
        .angle = b->angle,
        .jumps = b->jumps,
        .air_jumps = b->air_jumps,
        .is_past_tele = b->is_past_tele,
        .base = b->base,
    };
}

tti_body tti_body_of(const tti_core *core)
{
    return (tti_body){
        .at = pair_of(core->x, core->y),
        .velocity = fine_of(core->vel_x, core->vel_y),
        .hook = pair_of(core->hook_x, core->hook_y),
        .hook_way = fine_of(core->hook_dx, core->hook_dy),
        .base = core->base,
        .hook_state = core->hook_state,
        .hook_tick = core->hook_tick,
        .hooked = core->hooked,
        .jumped = core->jumped,
        .direction = core->direction,
        .angle = core->angle,
        .jumps = core->jumps,
        .air_jumps = core->air_jumps,
        .is_past_tele = core->is_past_tele,
    };
}

void tti_body_alone(tti_body *b, const tti_core_input *input, const tti_around *around)
{
    tti_body_turn(b, input, around);
    tti_body_interact(b, around);
    tti_body_move(b, around);
    tti_body_round(b);
}

void tti_core_carry(tti_core *core, int64_t ticks, const tt_terrain *ground)
{
    tti_around around = {.tuning = &tti_tuning_default, .ground = ground};
    int64_t count = ticks < TTI_CARRY_MAX ? ticks : TTI_CARRY_MAX;
    tti_body body = tti_body_of(core);
    for (int64_t i = 0; i < count; i++) {
        tti_body_alone(&body, NULL, &around);
    }
    if (count > 0) {
        *core = tti_core_of(&body);
    }
}
