/* SPDX-License-Identifier: MIT
 *
 * Makes a moment from two snapshots. The later one decides who is there, and the earlier one gives
 * only the start of motions. docs/format/snap-objects.md describes the items.
 */
#include "draw/moment.h"

#include "base/mem.h"
#include "schema/fields.h"

/* The alpha of tees of other teams: 40 %. */
#define OTHER_ALPHA 102

#define LONGEST_TIME (3600 * TTI_ONE) /* limit of times, so that products of them fit */

/* Returns the item in the earlier snapshot. The number of an extended type may differ between
 * snapshots, so these types have none there. A wrong size means another kind. */
tt_snap_item tti_moment_before(const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    tt_snap_item before;
    if (m->before != m->now && item->type < TT_SNAP_FIRST_EXTENDED &&
        tt_snap_find(&m->before->snap, tt_snap_key(item->type, item->id), &before) &&
        tti_obj_fit(kind, before.size) >= 0) {
        return before;
    }
    return *item;
}

/* Returns true when a tee leaps from one snapshot to the next. With more ticks between the
 * snapshots a longer distance is no leap. */
bool tti_moment_leaps(const tti_moment *m, tti_vec from, tti_vec to)
{
    int64_t ticks = m->now->tick - m->before->tick;
    tti_fix leap = TTI_LEAP * TTI_ONE * (ticks > 0 ? ticks : 1);
    tti_vec way = tti_vec_sub(to, from);
    return way.x > leap || way.x < -leap || way.y > leap || way.y < -leap;
}

/* Returns a place between those of two snapshots. A leap would be a streak over the screen, so the
 * tee jumps in the middle. */
static tti_vec place_between(const tti_moment *m, tti_vec from, tti_vec to)
{
    if (tti_moment_leaps(m, from, to)) {
        return m->part < TTI_ONE / 2 ? from : to;
    }
    return tti_vec_lerp(from, to, m->part);
}

static void take_hook(tti_moment *m, tti_moment_tee *tee, const tt_tee_state *was,
                      const tt_tee_state *is)
{
    tee->hooks = is->hook_state > 0 && m->derives;
    tee->hook =
        place_between(m, tti_vec_of(was->hook_x, was->hook_y), tti_vec_of(is->hook_x, is->hook_y));
    /* a hook that was not out would slide in from an old position */
    if (was->hook_state <= 0) {
        tee->hook = tti_vec_of(is->hook_x, is->hook_y);
    }
}

/* Interpolates the aim. The cursor is finer than the angle. The difference of angles wraps, so they
 * turn the shorter way. */
static tt_turn aim_of(const tti_moment *m, const tt_tee_state *was, const tt_tee_state *is)
{
    if (is->has_target) {
        const tt_tee_state *before = was->has_target ? was : is;
        tti_vec from = tti_vec_of(before->target_x, before->target_y);
        tti_vec to = tti_vec_of(is->target_x, is->target_y);
        return tti_vec_turn_of(tti_vec_lerp(from, to, m->part));
    }
    tti_angle from = tti_angle_of_256th(was->angle);
    int32_t way = (int32_t)(tti_angle_of_256th(is->angle) - from);
    return tti_turn_of(from + (tti_angle)(int32_t)tti_mul(way, m->part));
}

/* Returns the earlier state of a tee. A new tee begins at its present position. */
static const tt_tee_state *before_of(const tti_moment *m, int32_t cid)
{
    return m->before->has_tee[cid] ? &m->before->tee[cid] : &m->now->tee[cid];
}

/* Takes a tee. Without derived values it has only its position and aim. */
static void take_tee_state(tti_moment *m, int32_t cid)
{
    const tt_tee_state *was = before_of(m, cid), *is = &m->now->tee[cid];
    tti_moment_tee *tee = &m->tee[cid];
    tee->is_there = true;
    tee->alpha = 255;
    tee->at = place_between(m, tti_vec_of(was->x, was->y), tti_vec_of(is->x, is->y));
    tee->aim = aim_of(m, was, is);
    tee->vel_x = is->vel_x;
    tee->vel_y = is->vel_y;
    tee->direction = is->direction;
    tee->jumped = m->derives ? is->jumped : 0;
    tee->weapon = m->derives && is->has_character ? is->weapon : -1;
    tee->emote = m->derives ? is->emote : 0;
    tee->attack_tick = is->attack_tick;
    tee->chats = tee->chats || (is->player_flags & TT_PLAYER_CHATTING) != 0;
    tee->is_ninja = tee->weapon == TT_WEAPON_NINJA;
    take_hook(m, tee, was, is);
    if (!is->has_ddnet) {
        return;
    }
    tee->flags = is->flags;
    if (m->derives) {
        tee->is_frozen = is->freeze_end != 0;
        tee->flakes = tee->is_frozen || (is->flags & TT_DDNET_CHARACTER_MOVEMENTS_DISABLED) != 0;
        tee->freeze_start = is->freeze_start;
        tee->freeze_end = is->freeze_end;
    }
}

static void take_game_state(tti_game *game, const struct tt_obj_game_info *info)
{
    game->flags = info->game_flags;
    game->state = info->game_state_flags;
    game->start_tick = info->round_start_tick;
    game->warmup = info->warmup_timer;
    game->time_limit = info->time_limit;
    game->has_start = true;
}

static void take_rest(tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    switch (kind) {
    case TT_OBJ_GAME_INFO:
        take_game_state(&m->game, &any.game_info);
        break;
    case TT_OBJ_TW7_GAME_DATA:
        m->game.start_tick = any.tw7_game_data.game_start_tick;
        m->game.has_start = true;
        break;
    case TT_OBJ_TW7_DE_GAME_INFO:
        m->game.flags = any.tw7_de_game_info.game_flags & (TT_GAME_TEAMS | TT_GAME_FLAGS);
        m->game.time_limit = any.tw7_de_game_info.time_limit;
        break;
    case TT_OBJ_GAME_INFO_EX:
        m->game.features = any.game_info_ex.flags;
        break;
    case TT_OBJ_GAME_DATA:
        m->game.carrier[0] = any.game_data.flag_carrier_red;
        m->game.carrier[1] = any.game_data.flag_carrier_blue;
        break;
    case TT_OBJ_TW7_GAME_DATA_FLAG:
        m->game.carrier[0] = any.tw7_game_data_flag.flag_carrier_red;
        m->game.carrier[1] = any.tw7_game_data_flag.flag_carrier_blue;
        break;
    default:
        break;
    }
}

/* Takes a player. In 0.6 the item names its client, in 0.7 and DDNet the id does. Only 0.7 has the
 * flag for writing in this item. */
static void take_player_info(tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    int32_t cid = kind == TT_OBJ_PLAYER_INFO ? any.player_info.client_id : item->id;
    if (cid < 0 || cid >= TT_CIDS) {
        return;
    }
    if (kind == TT_OBJ_DDNET_PLAYER) {
        m->tee[cid].away = (uint8_t)(any.ddnet_player.flags & 7);
        return;
    }
    m->score[cid] = kind == TT_OBJ_PLAYER_INFO
                        ? (tti_score){1, any.player_info.score, any.player_info.latency}
                        : (tti_score){1, any.tw7_player_info.score, any.tw7_player_info.latency};
    if (kind == TT_OBJ_TW7_PLAYER_INFO) {
        m->tee[cid].chats = (any.tw7_player_info.player_flags & TT_TW7_PLAYER_CHATTING) != 0;
    }
}

/* Takes the switches of a team. The item's id is the team, and each member has 32 switches. A
 * switch is on unless its bit is set. */
static void take_switches(tti_moment *m, const tt_snap_item *item)
{
    struct tt_obj_switch_state state;
    int32_t focus = m->options->focus;
    int32_t team = focus >= 0 && focus < TT_CIDS ? m->scene->player[focus].ddrace_team : 0;
    if (item->id != team) {
        return;
    }
    tt_obj_unpack(&state, TT_OBJ_SWITCH_STATE, item->data, item->size);
    for (int32_t n = 0; n <= state.highest_switch_number && n < 256; n++) {
        if (((uint32_t)state.status[n / 32] >> (n % 32) & 1u) == 0) {
            m->switch_off[n / 8] |= (uint8_t)(1u << (n % 8));
        }
    }
}

static void take_moment_item(tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    if (kind == TT_OBJ_PLAYER_INFO || kind == TT_OBJ_TW7_PLAYER_INFO ||
        kind == TT_OBJ_DDNET_PLAYER) {
        take_player_info(m, item, kind);
    } else if (kind == TT_OBJ_SWITCH_STATE) {
        take_switches(m, item);
    } else {
        take_rest(m, item, kind);
    }
}

/* Sets what depends on other tees. Hooks that hold a tee end at its drawn position, and tees of
 * other teams are pale. A hook on an invisible tee is left out, because its end is unknown. */
static void relate(tti_moment *m, int32_t cid)
{
    int32_t focus = m->options->focus, hooked = m->now->tee[cid].hooked;
    bool has_focus = focus >= 0 && focus < TT_CIDS && m->tee[focus].is_there;
    tti_moment_tee *tee = &m->tee[cid];
    if (hooked >= 0) {
        bool is_seen = hooked < TT_CIDS && m->tee[hooked].is_there;
        tee->hooks = tee->hooks && is_seen;
        tee->hook = is_seen ? m->tee[hooked].at : tee->hook;
    }
    if (has_focus && cid != focus) {
        bool is_other = m->scene->player[cid].ddrace_team != m->scene->player[focus].ddrace_team;
        bool is_solo = ((tee->flags | m->tee[focus].flags) & TT_DDNET_CHARACTER_SOLO) != 0;
        tee->alpha = is_other || is_solo ? OTHER_ALPHA : 255;
    }
}

/* Sets the time between the snapshots. Without an earlier snapshot, or with one of the same tick,
 * it is the time of the later one. */
static void set_time(tti_moment *m, const tti_scene *scene, int64_t time)
{
    int64_t from = scene->before_tick * TTI_ONE, to = scene->tick * TTI_ONE;
    m->scene = scene;
    m->now = &scene->snap[scene->now];
    m->before = from < to ? &scene->snap[1 - scene->now] : m->now;
    m->time = tti_clamp(time, from, to);
    m->part = from < to ? (m->time - from) * TTI_ONE / (to - from) : TTI_ONE;
    m->tick = (int32_t)(m->time / TTI_ONE);
}

/* Makes a moment. A hook may hold a tee with a higher client id, hence two loops over the tees. */
void tti_moment_init(tti_moment *m, const tti_scene *scene, int64_t time,
                     const tt_draw_options *options, const tt_map *map)
{
    tti_fill(m, 0, sizeof *m);
    set_time(m, scene, time);
    m->options = options;
    m->map = map;
    m->derives = !scene->is_reconstructed || (options->show & TT_DRAW_DERIVED) != 0;
    m->mark = scene->is_reconstructed ? TT_SHAPE_DERIVED : 0;
    m->game.carrier[0] = m->game.carrier[1] = -1;
    for (uint32_t i = 0; i < m->now->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&m->now->snap, i);
        take_moment_item(m, &item, (tt_obj_kind)m->now->kind[i]);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (m->now->has_tee[cid]) {
            take_tee_state(m, cid);
        }
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (m->now->has_tee[cid]) {
            relate(m, cid);
        }
    }
}

bool tt_scene_tee(const tt_scene *outer, int32_t cid, tt_tee_state *state)
{
    const tti_scene *scene = tti_scene_seen(outer);
    const tti_scene_snap *now = &scene->snap[scene->now];
    if (cid < 0 || cid >= TT_CIDS || !now->has_tee[cid]) {
        return false;
    }
    *state = now->tee[cid];
    return true;
}

/* Gives the position of a tee. Only the members that a position needs are set, because the camera
 * asks before anything is drawn. The position is that of tt_draw to the last bit, so a camera that
 * follows a tee has it exactly in the middle. */
bool tt_scene_place(const tt_scene *outer, int64_t time, int32_t cid, int64_t *x, int64_t *y)
{
    const tti_scene *scene = tti_scene_seen(outer);
    tti_moment m;
    set_time(&m, scene, time);
    if (cid < 0 || cid >= TT_CIDS || !m.now->has_tee[cid]) {
        return false;
    }
    const tt_tee_state *was = before_of(&m, cid), *is = &m.now->tee[cid];
    tti_vec at = place_between(&m, tti_vec_of(was->x, was->y), tti_vec_of(is->x, is->y));
    *x = at.x;
    *y = at.y;
    return true;
}

int32_t tt_scene_view(const tt_scene *outer, int64_t time)
{
    const tti_scene *scene = tti_scene_seen(outer);
    int64_t x, y;
    if (tt_scene_place(outer, time, scene->local, &x, &y)) {
        return scene->local;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (tt_scene_place(outer, time, cid, &x, &y)) {
            return cid;
        }
    }
    return -1;
}

tti_fix tti_moment_since(const tti_moment *m, int32_t tick)
{
    return tti_clamp((m->time - tick * TTI_ONE) / TT_TICKS_PER_SECOND, -LONGEST_TIME, LONGEST_TIME);
}

int32_t tti_moment_focus(const tti_moment *m)
{
    int32_t focus = m->options->focus, local = m->scene->local;
    if (focus >= 0 && focus < TT_CIDS) {
        return focus;
    }
    return local >= 0 && local < TT_CIDS ? local : -1;
}

int32_t tti_moment_nth(const tti_moment *m, int32_t n)
{
    int32_t last = tti_moment_focus(m);
    return last < 0 || n < last ? n : n == TT_CIDS - 1 ? last : n + 1;
}

bool tti_moment_is_off(const tti_moment *m, int32_t number)
{
    return number > 0 && number < 256 && (m->switch_off[number / 8] >> (number % 8) & 1) != 0;
}
