/* SPDX-License-Identifier: MIT
 *
 * Lists the members of a game's structs for pack.c.
 */
#include "physics/pack.h"

static const tti_field pair_fields[] = {TTI_RUN(tti_pair, x, y, TTI_FLOAT), TTI_FIELDS_END};

static const tti_field input_fields[] = {TTI_RUN(tt_input, direction, prev_weapon, TTI_ANY),
                                         TTI_FIELDS_END};

static const tti_field body_fields[] = {
    TTI_IN(tti_body, at, pair_fields),
    TTI_IN(tti_body, velocity, pair_fields),
    TTI_IN(tti_body, hook, pair_fields),
    TTI_IN(tti_body, hook_way, pair_fields),
    TTI_IN(tti_body, base, pair_fields),
    TTI_MEMBER(tti_body, hook_state, TTI_HOOK),
    TTI_MEMBER(tti_body, hook_tick, TTI_TICK),
    TTI_MEMBER(tti_body, hooked, TTI_CID),
    TTI_RUN(tti_body, jumped, jumps, TTI_ANY),
    TTI_MEMBER(tti_body, air_jumps, TTI_TICK),
    TTI_RUN(tti_body, is_past_tele, left_wall, TTI_BOOL),
    TTI_RUN(tti_body, hit_side, events, TTI_ANY),
    TTI_MEMBER(tti_body, hook_end, TTI_TICK),
    TTI_FIELDS_END,
};

static const tti_field self_fields[] = {
    TTI_IN(tti_self, core, body_fields),
    TTI_IN(tti_self, at, pair_fields),
    TTI_IN(tti_self, before, pair_fields),
    TTI_RUN(tti_self, owned, empty, TTI_ANY),
    TTI_RUN(tti_self, weapon, queued, TTI_WEAPON),
    TTI_RUN(tti_self, hits_off, teleguns, TTI_ANY),
    TTI_RUN(tti_self, endless_hook, is_invincible, TTI_BOOL),
    TTI_RUN(tti_self, reload, freeze_since, TTI_TICK),
    TTI_IN(tti_self, ninja_way, pair_fields),
    TTI_RUN(tti_self, ninja_start, ninja_speed, TTI_TICK),
    TTI_MEMBER(tti_self, race, TTI_RACE),
    TTI_MEMBER(tti_self, race_start, TTI_TICK),
    TTI_MEMBER(tti_self, checkpoint, TTI_ANY),
    TTI_RUN(tti_self, had_penalty, had_refill, TTI_BOOL),
    TTI_MEMBER(tti_self, zone, TTI_ANY),
    TTI_IN(tti_self, saved, input_fields),
    TTI_FIELDS_END,
};

static const tti_field point_fields[] = {
    TTI_MEMBER(tti_point, is_set, TTI_BOOL),
    TTI_MEMBER(tti_point, pause, TTI_ANY),
    TTI_RUN(tti_point, has_started, has_finished, TTI_BOOL),
    TTI_RUN(tti_point, tick, race_ticks, TTI_TICK),
    TTI_IN(tti_point, self, self_fields),
    TTI_FIELDS_END,
};

const tti_field tti_tee_fields[] = {
    TTI_RUN(tti_tee, is_alive, is_shown, TTI_BOOL),
    TTI_IN(tti_tee, self, self_fields),
    TTI_MEMBER(tti_tee, stops, TTI_ANY),
    TTI_IN(tti_tee, in, input_fields),
    TTI_IN(tti_tee, latest, input_fields),
    TTI_IN(tti_tee, latest_before, input_fields),
    TTI_IN(tti_tee, previous, input_fields),
    TTI_MEMBER(tti_tee, inputs, TTI_TICK),
    TTI_RUN(tti_tee, aim_x, aim_y, TTI_ANY),
    TTI_MEMBER(tti_tee, spawn_tick, TTI_TICK),
    TTI_RUN(tti_tee, armor, rank, TTI_ANY),
    TTI_RUN(tti_tee, attack_tick, hurt_tick, TTI_TICK),
    TTI_RUN(tti_tee, was_frozen, keeps_speed, TTI_BOOL),
    TTI_IN(tti_tee, jump, pair_fields),
    TTI_ALL(tti_tee, ninja_hits, TTI_ANY),
    TTI_RUN(tti_tee, ninja_hit_count, left_tick, TTI_TICK),
    TTI_IN(tti_tee, rescue, point_fields),
    TTI_FIELDS_END,
};

const tti_field tti_player_fields[] = {
    TTI_RUN(tti_player, is_known, has_finished, TTI_BOOL),
    TTI_RUN(tti_player, team, team_before_super, TTI_TEAM),
    TTI_MEMBER(tti_player, rescue_mode, TTI_ANY),
    TTI_RUN(tti_player, death_tick, chat_tick, TTI_TICK),
    TTI_MEMBER(tti_player, ninja_jetpack, TTI_BOOL),
    TTI_ALL(tti_player, name, TTI_ANY),
    TTI_MEMBER(tti_player, camera.is_known, TTI_BOOL),
    TTI_MEMBER(tti_player, camera.zoom, TTI_FLOAT),
    TTI_RUN(tti_player, camera.deadzone, camera.follow, TTI_ANY),
    TTI_MEMBER(tti_player, watched, TTI_CID_NEXT),
    TTI_IN(tti_player, view, pair_fields),
    TTI_RUN(tti_player, has_body, has_move, TTI_BOOL),
    TTI_MEMBER(tti_player, flags, TTI_ANY),
    TTI_IN(tti_player, input, input_fields),
    TTI_IN(tti_player, move, input_fields),
    TTI_IN(tti_player, manual, point_fields),
    TTI_IN(tti_player, died, point_fields),
    TTI_IN(tti_player, tele, point_fields),
    TTI_IN(tti_player, saved, point_fields),
    TTI_MEMBER(tti_player, saved_rank, TTI_ANY),
    TTI_FIELDS_END,
};

const tti_field tti_team_fields[] = {
    TTI_MEMBER(tti_team, state, TTI_STATE),
    TTI_RUN(tti_team, is_locked, is_flock, TTI_BOOL),
    TTI_RUN(tti_team, clock, save_tick, TTI_TICK),
    TTI_FIELDS_END,
};

const tti_field tti_tuning_fields[] = {
    TTI_RUN(tti_tuning, ground_speed, elasticity_y, TTI_FLOAT),
    TTI_FIELDS_END,
};

static const tti_field rules_fields[] = {
    TTI_RUN(tti_rules, minor, version, TTI_ANY),
    TTI_MEMBER(tti_rules, is_cut, TTI_BOOL),
    TTI_RUN(tti_rules, random, random_step, TTI_ANY),
    TTI_IN(tti_rules, tuning, tti_tuning_fields),
#define SETTING(name, value) TTI_MEMBER(tti_rules, name, TTI_ANY),
    TTI_SETTINGS(SETTING)
#undef SETTING
        TTI_FIELDS_END,
};

const tti_field tti_switch_fields[] = {
    TTI_MEMBER(tti_switch, is_on, TTI_BOOL),
    TTI_MEMBER(tti_switch, type, TTI_ANY),
    TTI_RUN(tti_switch, end, touched, TTI_TICK),
    TTI_FIELDS_END,
};

/* The second union of a tti_thing has only numbers of 4 bytes, so one row covers it. */
const tti_field tti_thing_fields[] = {
    TTI_MEMBER(tti_thing, kind, TTI_KIND),
    TTI_MEMBER(tti_thing, type, TTI_ANY),
    TTI_MEMBER(tti_thing, layer, TTI_LAYER),
    TTI_RUN(tti_thing, number, flags, TTI_ANY),
    TTI_MEMBER(tti_thing, team, TTI_TEAM),
    TTI_RUN(tti_thing, zone, whom, TTI_ANY),
    TTI_RUN(tti_thing, is_gone, keeps_speed, TTI_BOOL),
    TTI_RUN(tti_thing, owner, target, TTI_CID),
    TTI_RUN(tti_thing, next, index, TTI_ANY),
    TTI_RUN(tti_thing, start, life, TTI_TICK),
    TTI_IN(tti_thing, at, pair_fields),
    TTI_IN(tti_thing, from, pair_fields),
    TTI_IN(tti_thing, way, pair_fields),
    TTI_RUN(tti_thing, angle, rest, TTI_ANY),
    TTI_FIELDS_END,
};

const tti_field tti_physics_fields[] = {
    TTI_IN(tti_physics, rules, rules_fields),
    TTI_IN(tti_physics, tuning, tti_tuning_fields),
    TTI_MEMBER(tti_physics, tick, TTI_TICK),
    TTI_RUN(tti_physics, random, random_step, TTI_ANY),
    TTI_RUN(tti_physics, is_cheated, has_overflow, TTI_BOOL),
    TTI_ALL(tti_physics, order, TTI_ANY),
    TTI_MEMBER(tti_physics, order_count, TTI_ANY),
    TTI_IN_ALL(tti_physics, tee, tti_tee_fields),
    TTI_IN_ALL(tti_physics, player, tti_player_fields),
    TTI_IN_ALL(tti_physics, team, tti_team_fields),
    TTI_ALL(tti_physics, head, TTI_ANY),
    TTI_RUN(tti_physics, free, last_free, TTI_ANY),
    TTI_FIELDS_END,
};
