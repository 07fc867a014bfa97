/* SPDX-License-Identifier: MIT
 *
 * The tunings of the game, in the order of Sv_TuneParams.
 */
#ifndef TTI_PHYSICS_TUNING_H
#define TTI_PHYSICS_TUNING_H

#include "teetape/bytes.h"

/* each row: the name of the tuning, the member, the default in hundredths */
#define TTI_TUNINGS(X)                                                                             \
    X(ground_control_speed, ground_speed, 1000)                                                    \
    X(ground_control_accel, ground_accel, 200)                                                     \
    X(ground_friction, ground_friction, 50)                                                        \
    X(ground_jump_impulse, ground_jump, 1320)                                                      \
    X(air_jump_impulse, air_jump, 1200)                                                            \
    X(air_control_speed, air_speed, 500)                                                           \
    X(air_control_accel, air_accel, 150)                                                           \
    X(air_friction, air_friction, 95)                                                              \
    X(hook_length, hook_length, 38000)                                                             \
    X(hook_fire_speed, hook_speed, 8000)                                                           \
    X(hook_drag_accel, hook_drag_accel, 300)                                                       \
    X(hook_drag_speed, hook_drag_speed, 1500)                                                      \
    X(gravity, gravity, 50)                                                                        \
    X(velramp_start, ramp_start, 55000)                                                            \
    X(velramp_range, ramp_range, 200000)                                                           \
    X(velramp_curvature, ramp_curvature, 140)                                                      \
    X(gun_curvature, gun_curvature, 125)                                                           \
    X(gun_speed, gun_speed, 220000)                                                                \
    X(gun_lifetime, gun_lifetime, 200)                                                             \
    X(shotgun_curvature, shotgun_curvature, 125)                                                   \
    X(shotgun_speed, shotgun_speed, 275000)                                                        \
    X(shotgun_speeddiff, shotgun_speeddiff, 80)                                                    \
    X(shotgun_lifetime, shotgun_lifetime, 20)                                                      \
    X(grenade_curvature, grenade_curvature, 700)                                                   \
    X(grenade_speed, grenade_speed, 100000)                                                        \
    X(grenade_lifetime, grenade_lifetime, 200)                                                     \
    X(laser_reach, laser_reach, 80000)                                                             \
    X(laser_bounce_delay, laser_bounce_delay, 15000)                                               \
    X(laser_bounce_num, laser_bounce_num, 100000)                                                  \
    X(laser_bounce_cost, laser_bounce_cost, 0)                                                     \
    X(laser_damage, laser_damage, 500)                                                             \
    X(player_collision, player_collision, 100)                                                     \
    X(player_hooking, player_hooking, 100)                                                         \
    X(jetpack_strength, jetpack_strength, 40000)                                                   \
    X(shotgun_strength, shotgun_strength, 1000)                                                    \
    X(explosion_strength, explosion_strength, 600)                                                 \
    X(hammer_strength, hammer_strength, 100)                                                       \
    X(hook_duration, hook_duration, 125)                                                           \
    X(hammer_fire_delay, hammer_delay, 12500)                                                      \
    X(gun_fire_delay, gun_delay, 12500)                                                            \
    X(shotgun_fire_delay, shotgun_delay, 50000)                                                    \
    X(grenade_fire_delay, grenade_delay, 50000)                                                    \
    X(laser_fire_delay, laser_delay, 80000)                                                        \
    X(ninja_fire_delay, ninja_delay, 80000)                                                        \
    X(hammer_hit_fire_delay, hammer_hit_delay, 32000)                                              \
    X(ground_elasticity_x, elasticity_x, 0)                                                        \
    X(ground_elasticity_y, elasticity_y, 0)

typedef struct tti_tuning {
#define TTI_TUNING_MEMBER(name, member, value) float member;
    TTI_TUNINGS(TTI_TUNING_MEMBER)
#undef TTI_TUNING_MEMBER
} tti_tuning;

extern const tti_tuning tti_tuning_default;

/* Sets a tuning by its name. Returns false for an unknown name. */
bool tti_tuning_set(tti_tuning *tuning, tt_bytes name, int64_t hundredths);
bool tti_tuning_get(const tti_tuning *tuning, tt_bytes name, float *value);

#endif
