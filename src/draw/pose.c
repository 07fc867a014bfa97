/* SPDX-License-Identifier: MIT
 *
 * Computes the pose of a tee by linear interpolation between keyframes. As in the game the pose
 * depends on position and speed: at the same position the tee is at the same step, so no earlier
 * ticks are needed.
 */
#include "draw/parts.h"
#include "map/map.h"

/* The speed from which a tee runs, in 256ths of a unit a tick. WALK and RUN are the units in which
 * a walk and a run repeat. */
#define RUN_SPEED 5000
#define WALK_LENGTH 100
#define RUN_LENGTH 200

/* A position in half units and an angle in hundredths of a turn. */
typedef struct keyframe {
    int8_t x, y, turn;
} keyframe;

/* A motion has six keyframes, a fifth of the cycle apart. The last one is equal to the first. */
#define POSE_STEPS 5

typedef struct motion {
    keyframe body[POSE_STEPS + 1], back[POSE_STEPS + 1], front[POSE_STEPS + 1];
} motion;

static const motion walk = {
    .body = {{0, 0, 0}, {0, -2, 0}, {0, 0, 0}, {0, 0, 0}, {0, -2, 0}, {0, 0, 0}},
    .back = {{16, 0, 0}, {-16, 0, 0}, {-20, -8, 20}, {-16, -16, 30}, {8, -8, -20}, {16, 0, 0}},
    .front = {{-20, -8, 20}, {-16, -16, 30}, {8, -8, -20}, {16, 0, 0}, {16, 0, 0}, {-20, -8, 20}},
};

static const motion run_right = {
    .body = {{0, -2, 0}, {0, 0, 0}, {0, 0, 0}, {0, -2, 0}, {0, 0, 0}, {0, -2, 0}},
    .back = {{-36, -16, 27}, {0, -16, 20}, {26, -9, -5}, {14, 0, 0}, {-12, 0, 0}, {-36, -16, 27}},
    .front =
        {{22, -5, -5}, {-6, 0, 0}, {-36, -16, 27}, {-22, -16, 30}, {28, -10, -10}, {22, -5, -5}},
};

static const motion run_left = {
    .body = {{0, -2, 0}, {0, 0, 0}, {0, -2, 0}, {0, 0, 0}, {0, 0, 0}, {0, -2, 0}},
    .back = {{36, -16, -27}, {12, 0, 0}, {-14, 0, 0}, {-26, -9, 5}, {0, -16, -20}, {36, -16, -27}},
    .front =
        {{-22, -5, 5}, {-28, -10, 10}, {22, -16, -30}, {36, -16, -27}, {6, 0, 0}, {-22, -5, 5}},
};

/* A keyframe of a blow: time and angle, in hundredths of the blow and of a turn. */
typedef struct swing {
    int8_t time, turn;
} swing;

static const swing hammer[] = {{0, -10}, {30, 25}, {40, 30}, {50, 25}, {100, -10}};
static const swing ninja[] = {{0, -25}, {10, -5}, {15, 35}, {42, 40}, {50, 35}, {100, -25}};

#define HUNDREDTH INT64_C(42949673) /* a hundredth of a turn as a tti_angle */

static void add_pose(tti_limb *limb, tti_vec at, int64_t turn)
{
    limb->at = tti_vec_add(limb->at, at);
    limb->turn += (tti_angle)turn;
}

static void add_units(tti_limb *limb, int32_t x, int32_t y, int32_t hundredths)
{
    add_pose(limb, tti_vec_of(x, y), hundredths * HUNDREDTH);
}

/* Adds the position at a time. A time of 1 is lowered a little, so that there is always a next
 * keyframe. */
static void add_frame(tti_limb *limb, const keyframe *frames, tti_fix time)
{
    tti_fix at = tti_clamp(time, 0, TTI_ONE - 1) * POSE_STEPS;
    const keyframe *from = &frames[at / TTI_ONE], *to = from + 1;
    tti_fix part = at % TTI_ONE;
    tti_vec v = {tti_lerp(from->x * (TTI_ONE / 2), to->x * (TTI_ONE / 2), part),
                 tti_lerp(from->y * (TTI_ONE / 2), to->y * (TTI_ONE / 2), part)};
    add_pose(limb, v, tti_lerp(from->turn * HUNDREDTH, to->turn * HUNDREDTH, part));
}

/* Adds a motion. The x coordinate decides the step, so feet do not slide over the ground. A second
 * remainder handles coordinates left of the origin. */
static void add_motion(tti_pose *pose, const motion *steps, tti_fix x, int32_t length)
{
    tti_fix way = length * TTI_ONE;
    tti_fix time = (x % way + way) % way / length;
    add_frame(&pose->body, steps->body, time);
    add_frame(&pose->back, steps->back, time);
    add_frame(&pose->front, steps->front, time);
}

static tti_pose base(void)
{
    tti_pose pose = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}, 0};
    pose.body.at.y = -4 * TTI_ONE;
    pose.back.at.y = pose.front.at.y = 10 * TTI_ONE;
    return pose;
}

tti_pose tti_pose_idle(void)
{
    tti_pose pose = base();
    add_units(&pose.back, -7, 0, 0);
    add_units(&pose.front, 7, 0, 0);
    return pose;
}

/* Returns the pose of a sitting tee. The feet change sides when the tee looks the other way. */
static tti_pose sit(tt_turn aim)
{
    tti_pose pose = base();
    int32_t side = aim.cos < 0 ? -1 : 1;
    add_units(&pose.body, 0, 3, 0);
    add_units(&pose.back, -side * 12, 0, side * 10);
    add_units(&pose.front, -side * 8, 0, side * 10);
    pose.sits = 1;
    return pose;
}

/* Returns true for a tee on the ground. Clients test the point 16 units below the middle. Without a
 * map a tee that neither falls nor rises counts as on the ground. */
static bool is_on_ground(const tti_moment *m, const tti_moment_tee *tee)
{
    if (m->map == NULL) {
        return tee->vel_y == 0;
    }
    tti_fix half = TTI_ONE / 2;
    return tti_map_is_solid(m->map, (int32_t)((tee->at.x + half) >> 16),
                            (int32_t)((tee->at.y + half) >> 16) + 16);
}

/* Returns the pose of a tee. A tee that moves against its key slides, and its feet do not move. */
tti_pose tti_pose_of(const tti_moment *m, const tti_moment_tee *tee)
{
    tti_pose pose = base();
    bool is_against =
        (tee->direction < 0 && tee->vel_x > 0) || (tee->direction > 0 && tee->vel_x < 0);
    if (!is_on_ground(m, tee)) {
        add_units(&pose.back, -3, 0, -10);
        add_units(&pose.front, 3, 0, -10);
    } else if (tee->vel_x >= -1 && tee->vel_x <= 1) {
        bool rests = (tee->away & (TT_DDNET_PLAYER_AFK | TT_DDNET_PLAYER_PAUSED)) != 0;
        return rests ? sit(tee->aim) : tti_pose_idle();
    } else if (!is_against) {
        bool runs = tee->vel_x >= RUN_SPEED || tee->vel_x <= -RUN_SPEED;
        const motion *steps = !runs ? &walk : tee->vel_x < 0 ? &run_left : &run_right;
        add_motion(&pose, steps, tee->at.x, runs ? RUN_LENGTH : WALK_LENGTH);
    }
    return pose;
}

/* Returns the angle of a blow. The last keyframe has the time 100, which ends the search. */
tti_angle tti_pose_swing(bool is_hammer, tti_fix part)
{
    const swing *steps = is_hammer ? hammer : ninja;
    tti_fix at = tti_clamp(part, 0, TTI_ONE) * 100;
    while (steps[1].time < 100 && at >= steps[1].time * TTI_ONE) {
        steps++;
    }
    tti_fix way = (at - steps->time * TTI_ONE) / (steps[1].time - steps->time);
    return (tti_angle)tti_lerp(steps->turn * HUNDREDTH, steps[1].turn * HUNDREDTH, way);
}
