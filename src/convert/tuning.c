/* SPDX-License-Identifier: MIT
 *
 * Tunings: how the world moves. The header of a recording names those that differ from the default.
 *
 * They go into Sv_TuneParams, by which clients of demos compute flights, and the room itself takes
 * reload times and the hook's from them.
 */
#include "convert/parts.h"

/* In the order of the message, with the defaults times 100, as in the header. The numbers are those
 * of DDNet 16.4, whose message ends here; later ones end with more, and clients know the defaults
 * of what is missing. The order cannot be changed: the message has no names. */
static const struct {
    const char *name;
    int32_t value;
} tunings[TT_CONVERT_TUNINGS] = {
    {"ground_control_speed", 1000},
    {"ground_control_accel", 200},
    {"ground_friction", 50},
    {"ground_jump_impulse", 1320},
    {"air_jump_impulse", 1200},
    {"air_control_speed", 500},
    {"air_control_accel", 150},
    {"air_friction", 95},
    {"hook_length", 38000},
    {"hook_fire_speed", 8000},
    {"hook_drag_accel", 300},
    {"hook_drag_speed", 1500},
    {"gravity", 50},
    {"velramp_start", 55000},
    {"velramp_range", 200000},
    {"velramp_curvature", 140},
    {"gun_curvature", 125},
    {"gun_speed", 220000},
    {"gun_lifetime", 200},
    {"shotgun_curvature", 125},
    {"shotgun_speed", 275000},
    {"shotgun_speeddiff", 80},
    {"shotgun_lifetime", 20},
    {"grenade_curvature", 700},
    {"grenade_speed", 100000},
    {"grenade_lifetime", 200},
    {"laser_reach", 80000},
    {"laser_bounce_delay", 15000},
    {"laser_bounce_num", 100000},
    {"laser_bounce_cost", 0},
    {"laser_damage", 500},
    {"player_collision", 100},
    {"player_hooking", 100},
    {"jetpack_strength", 40000},
    {"shotgun_strength", 1000},
    {"explosion_strength", 600},
    {"hammer_strength", 100},
    {"hook_duration", 125},
    {"hammer_fire_delay", 12500},
    {"gun_fire_delay", 12500},
    {"shotgun_fire_delay", 50000},
    {"grenade_fire_delay", 50000},
    {"laser_fire_delay", 80000},
    {"ninja_fire_delay", 80000},
    {"hammer_hit_fire_delay", 32000},
};

/* Where the reload times are in the list, in the order of the weapons, and after them that of a
 * hammer that hit: hundredths of milliseconds. */
#define FIRST_RELOAD 38
/* Most ticks of a reload time, 1000 s: a header may name any number. */
#define RELOAD_MOST (1000 * TT_TICKS_PER_SECOND)

/* Rounded down, as servers do: 125 ms are 6 ticks and not 6.25. */
static int32_t ticks_of(int32_t tuning)
{
    int64_t ticks = (int64_t)tuning * TT_TICKS_PER_SECOND / (100 * 1000);
    return (int32_t)(ticks < 0 ? 0 : ticks > RELOAD_MOST ? RELOAD_MOST : ticks);
}

/* A name that is not in the list belongs to a newer server, and is passed over. The last one of a
 * name counts. */
static void read_member(tt_convert *c, const tt_th_member *member)
{
    int64_t value;
    if (tt_json_int(&value, member->value) != TT_OK || value < INT32_MIN || value > INT32_MAX) {
        return;
    }
    for (int i = 0; i < TT_CONVERT_TUNINGS; i++) {
        if (tt_json_equal(member->key, tunings[i].name)) {
            c->tunings[i] = (int32_t)value;
            c->has_tunings = 1;
        }
    }
}

/* c->has_tunings becomes 1 only where the header names one that is known: else clients use their
 * own defaults, and no message is due. */
void tti_tuning_read(tt_convert *c, const tt_th_header *header)
{
    tt_th_member member;
    for (int i = 0; i < TT_CONVERT_TUNINGS; i++) {
        c->tunings[i] = tunings[i].value;
    }
    tt_th_iter iter = tt_th_iter_of(header, TT_TH_TUNING);
    while (tt_th_iter_next(&iter, &member)) {
        read_member(c, &member);
    }
    for (int weapon = 0; weapon < TT_CONVERT_WEAPONS; weapon++) {
        c->reload[weapon] = ticks_of(c->tunings[FIRST_RELOAD + weapon]);
    }
    c->hit_reload = ticks_of(c->tunings[FIRST_RELOAD + TT_CONVERT_WEAPONS]);
}
