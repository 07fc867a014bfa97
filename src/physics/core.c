/* SPDX-License-Identifier: MIT
 *
 * One tick of a tee. The order of the steps is the game's and matters: a tee that lands in this
 * tick still has the control and the jumps of one in the air.
 */
#include "physics/core.h"

#define TEE_SIZE 28.0f
#define HOOK_START 1.5f    /* in sizes of a tee */
#define HOOK_PULLS_FROM 46 /* pixels; a shorter hook does not pull */
#define HOOK_TICKS 60      /* how long it holds a tee */
#define SPEED_MAX 6000.0f
#define TICKS 50.0f
#define FINE 256.0f /* parts of a pixel */

const tti_tuning tti_tuning_default = {
    .ground_speed = 10.0f,
    .ground_accel = 2.0f,
    .ground_friction = 0.5f,
    .ground_jump = 13.2f,
    .air_jump = 12.0f,
    .air_speed = 5.0f,
    .air_accel = 1.5f,
    .air_friction = 0.95f,
    .hook_length = 380.0f,
    .hook_speed = 80.0f,
    .hook_drag_accel = 3.0f,
    .hook_drag_speed = 15.0f,
    .hook_duration = 1.25f,
    .gravity = 0.5f,
    .ramp_start = 550.0f,
    .ramp_range = 2000.0f,
    .ramp_curvature = 1.4f,
};

/* A tee inside a tick, when its numbers are floats. */
struct tick {
    tti_core *core;
    const tti_tuning *tuning;
    const tt_terrain *ground;
    tti_pair at, velocity, hook, hook_direction, aim;
};

static tti_pair pair_of(int32_t x, int32_t y)
{
    return (tti_pair){(float)x, (float)y};
}

static tti_pair fine_of(int32_t x, int32_t y)
{
    tti_pair pair = pair_of(x, y);
    return (tti_pair){pair.x / FINE, pair.y / FINE};
}

static int32_t fine(float value)
{
    float scaled = value * FINE;
    return tti_nearest(scaled);
}

/* Adds to a velocity, but not beyond a limit that other forces may have passed before. */
static float add_up_to(float limit, float velocity, float more)
{
    float sum = velocity + more;
    if (more < 0) {
        return velocity < -limit ? velocity : sum < -limit ? -limit : sum;
    }
    return velocity > limit ? velocity : sum > limit ? limit : sum;
}

/* Numbers of a damaged recording may be the last ones. */
static int32_t one_more(int32_t count)
{
    return count < INT32_MAX ? count + 1 : count;
}

static void release(struct tick *t, int32_t state)
{
    t->core->hooked = -1;
    t->core->hook_state = state;
    t->hook = t->at;
}

static void jump(struct tick *t, bool is_held, bool stands)
{
    tti_core *core = t->core;
    if (!is_held) {
        core->jumped &= ~TT_JUMPED_KEY_USED;
        return;
    }
    if ((core->jumped & TT_JUMPED_KEY_USED) != 0) {
        return;
    }
    bool is_used = (core->jumped & TT_JUMPED_AIR_JUMP_USED) != 0;
    if (stands && (!is_used || core->jumps != 0)) {
        t->velocity.y = -t->tuning->ground_jump;
        core->jumped |=
            core->jumps > 1 ? TT_JUMPED_KEY_USED : TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED;
        core->air_jumps = 0;
    } else if (!is_used) {
        t->velocity.y = -t->tuning->air_jump;
        core->jumped |= TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED;
        core->air_jumps = one_more(core->air_jumps);
    }
}

static void throw_hook(struct tick *t, bool is_held)
{
    if (!is_held) {
        release(t, TT_HOOK_IDLE);
    } else if (t->core->hook_state == TT_HOOK_IDLE) {
        float rest = 1.25f - t->tuning->hook_duration;
        float ticks = TICKS * rest;
        t->core->hook_state = TT_HOOK_FLYING;
        t->core->hook_tick = tti_whole(ticks);
        t->core->hooked = -1;
        t->hook_direction = t->aim;
        t->hook = tti_pair_add(t->at, tti_pair_times(tti_pair_times(t->aim, TEE_SIZE), HOOK_START));
    }
}

static void walk(struct tick *t, bool stands)
{
    const tti_tuning *tuning = t->tuning;
    float limit = stands ? tuning->ground_speed : tuning->air_speed;
    float more = stands ? tuning->ground_accel : tuning->air_accel;
    if (t->core->direction < 0) {
        t->velocity.x = add_up_to(limit, t->velocity.x, -more);
    } else if (t->core->direction > 0) {
        t->velocity.x = add_up_to(limit, t->velocity.x, more);
    } else {
        t->velocity.x *= stands ? tuning->ground_friction : tuning->air_friction;
    }
}

/* A hook leaves a teleporter in the direction of this tick's aim, which may be unknown; then it
 * hangs at the exit. */
static void pass_tele(struct tick *t, uint8_t number, tti_pair next)
{
    tti_pair exit;
    if (!tti_terrain_exit(t->ground, number, &exit)) {
        t->hook = next;
        return;
    }
    tti_pair ahead = tti_pair_times(tti_pair_times(t->aim, TEE_SIZE), HOOK_START);
    t->hook = tti_pair_add(exit, ahead);
    t->hook_direction = t->aim;
    t->core->is_past_tele = true;
    t->core->base = t->hook;
}

/* A hook that has reached its length does not advance any more. */
static void fly(struct tick *t)
{
    tti_core *core = t->core;
    tti_pair next = tti_pair_add(t->hook, tti_pair_times(t->hook_direction, t->tuning->hook_speed));
    tti_pair base = core->is_past_tele ? core->base : t->at;
    uint8_t number = 0;
    if (tti_distance(base, next) > t->tuning->hook_length) {
        core->hook_state = TT_HOOK_RETRACT_START;
        return;
    }
    switch (tti_terrain_hook(t->ground, t->hook, &next, &number)) {
    case TTI_HOOK_HOLDS:
        core->hook_state = TT_HOOK_GRABBED;
        t->hook = next;
        break;
    case TTI_HOOK_BLOCKED:
        core->hook_state = TT_HOOK_RETRACT_START;
        t->hook = next;
        break;
    case TTI_HOOK_TELE:
        pass_tele(t, number, next);
        break;
    case TTI_HOOK_FREE:
        t->hook = next;
        break;
    }
}

/* Upwards a hook pulls best, and sideways better in the direction in which its tee walks. */
static void pull(struct tick *t)
{
    const tti_tuning *tuning = t->tuning;
    if (!(tti_distance(t->hook, t->at) > HOOK_PULLS_FROM)) {
        return;
    }
    tti_pair way = tti_direction(tti_pair_sub(t->hook, t->at));
    tti_pair force = tti_pair_times(way, tuning->hook_drag_accel);
    if (force.y > 0) {
        force.y *= 0.3f;
    }
    bool walks_there =
        (force.x < 0 && t->core->direction < 0) || (force.x > 0 && t->core->direction > 0);
    force.x *= walks_there ? 0.95f : 0.75f;
    tti_pair velocity = tti_pair_add(t->velocity, force);
    float speed = tti_length(velocity);
    if (speed < tuning->hook_drag_speed || speed < tti_length(t->velocity)) {
        t->velocity = velocity;
    }
}

/* A tee that the hook holds is not in this world, so the hook lets it go at once. */
static void hold(struct tick *t)
{
    if (t->core->hooked >= 0) {
        release(t, TT_HOOK_RETRACTED);
    } else {
        pull(t);
    }
    t->core->hook_tick = one_more(t->core->hook_tick);
}

static void move_hook(struct tick *t)
{
    tti_core *core = t->core;
    if (core->hook_state == TT_HOOK_IDLE) {
        t->hook = t->at;
        core->hooked = -1;
    } else if (core->hook_state == TT_HOOK_RETRACT_START ||
               core->hook_state == TT_HOOK_RETRACT_MID) {
        core->hook_state++;
    } else if (core->hook_state == TT_HOOK_RETRACT_END) {
        core->hook_state = TT_HOOK_RETRACTED;
    } else if (core->hook_state == TT_HOOK_FLYING) {
        fly(t);
    }
    if (core->hook_state == TT_HOOK_GRABBED) {
        hold(t);
    }
    if (core->hook_state != TT_HOOK_FLYING) {
        core->is_past_tele = false;
    }
}

/* How much slower a tee moves sideways than its velocity says, when that is high. */
static float ramp_of(const struct tick *t)
{
    float speed = tti_length(t->velocity);
    float a_second = speed * TICKS;
    if (a_second < t->tuning->ramp_start) {
        return 1;
    }
    float above = a_second - t->tuning->ramp_start;
    float exponent = above / t->tuning->ramp_range;
    return 1.0f / tti_power(t->tuning->ramp_curvature, exponent);
}

static void move(struct tick *t)
{
    float ramp = ramp_of(t);
    float back = 1.0f / ramp;
    t->velocity.x *= ramp;
    tti_terrain_move(t->ground, &t->at, &t->velocity);
    t->velocity.x *= back;
}

static void take(struct tick *t)
{
    tti_core *core = t->core;
    t->at = pair_of(core->x, core->y);
    t->velocity = fine_of(core->vel_x, core->vel_y);
    t->hook = pair_of(core->hook_x, core->hook_y);
    t->hook_direction = fine_of(core->hook_dx, core->hook_dy);
}

static void put(struct tick *t)
{
    tti_core *core = t->core;
    core->x = tti_nearest(t->at.x);
    core->y = tti_nearest(t->at.y);
    core->vel_x = fine(t->velocity.x);
    core->vel_y = fine(t->velocity.y);
    core->hook_x = tti_nearest(t->hook.x);
    core->hook_y = tti_nearest(t->hook.y);
    core->hook_dx = fine(t->hook_direction.x);
    core->hook_dy = fine(t->hook_direction.y);
}

void tti_core_tick(tti_core *core, const tti_core_input *input, const tti_tuning *tuning,
                   const tt_terrain *ground)
{
    struct tick t = {.core = core, .tuning = tuning, .ground = ground};
    take(&t);
    bool stands = tti_terrain_stands(ground, t.at);
    t.velocity.y += tuning->gravity;
    if (input != NULL) {
        t.aim = tti_direction(pair_of(input->target_x, input->target_y));
        core->direction = input->direction;
        jump(&t, input->jump, stands);
        throw_hook(&t, input->hook);
    }
    if (stands) {
        core->jumped &= ~TT_JUMPED_AIR_JUMP_USED;
        core->air_jumps = 0;
    }
    walk(&t, stands);
    move_hook(&t);
    if (tti_length(t.velocity) > SPEED_MAX) {
        t.velocity = tti_pair_times(tti_direction(t.velocity), SPEED_MAX);
    }
    move(&t);
    put(&t);
}

void tti_core_carry(tti_core *core, int64_t ticks, const tt_terrain *ground)
{
    int64_t count = ticks < TTI_CARRY_MAX ? ticks : TTI_CARRY_MAX;
    for (int64_t i = 0; i < count; i++) {
        tti_core_tick(core, NULL, &tti_tuning_default, ground);
    }
}
