/* SPDX-License-Identifier: MIT
 *
 * Runs the physics along a recording for a conversion. The memory of the caller has, one after the
 * other: this struct, the tables of the arena, the world.
 */
#include "convert/game.h"

#include "base/mem.h"
#include "base/pick.h"
#include "convert/convert.h"
#include "convert/parts.h"
#include "teetape/game.h"

/* The game is computed up to this tick at most, so that no sum of ticks overflows. */
#define TICK_MAX (INT32_MAX / 2)

static int32_t bounded_game_tick(int32_t tick)
{
    return tick < TICK_MAX ? tick : TICK_MAX;
}

/* -- memory ---------------------------------------------------------------------------------- */

static const uint8_t air[2];
static const tt_terrain empty_terrain = {.width = 1, .height = 1, .layer = {air}};

static size_t tables_at(void)
{
    return tti_aligned(sizeof(struct tti_convert_game));
}

static size_t world_at(const tt_terrain *terrain)
{
    return tables_at() + tti_aligned(tti_arena_size(terrain));
}

size_t tt_convert_physics_size(const tt_terrain *terrain)
{
    tti_arena arena;
    terrain = terrain != NULL ? terrain : &empty_terrain;
    tti_arena_count(&arena, terrain);
    return world_at(terrain) + tti_physics_size(&arena);
}

void tt_convert_physics(tt_convert *outer, const tt_terrain *terrain, tt_bytes settings,
                        void *memory)
{
    tti_convert *c = tti_convert_of(outer);
    uint8_t *bytes = memory;
    struct tti_convert_game *game = memory;
    tti_fill(game, 0, sizeof *game);
    game->owner = c;
    game->has_map = terrain != NULL;
    game->tick = TTI_NEVER;
    game->tables = bytes + tables_at();
    terrain = terrain != NULL ? terrain : &empty_terrain;
    tti_arena_init(&game->arena, terrain, game->tables);
    tti_arena_settings(&game->arena, NULL, game->tables, settings);
    game->arena.has_no_map = !game->has_map;
    game->world = (void *)(bytes + world_at(terrain));
    c->game = game;
}

void tti_convert_hints(tti_convert *c, const tti_hint *hints, size_t count)
{
    c->game->hints = hints;
    c->game->hint_count = count;
}

/* -- the begin ------------------------------------------------------------------------------- */

static bool is_for_all_games(const tti_thing *thing)
{
    return thing->kind == TTI_PICKUP && thing->type != TTI_ENTITY_SHIELD &&
           thing->type != TTI_ENTITY_HEALTH && thing->type != TTI_ENTITY_NINJA;
}

/* Removes what only race modes have. Outside of race modes, tiles of races have no effect, and only
 * weapons can be picked up. */
static void clear_race(struct tti_convert_game *game)
{
    const tt_terrain *terrain = &game->arena.terrain;
    uint8_t *what = (uint8_t *)(uintptr_t)game->arena.what;
    tti_fill(what, 0, (size_t)terrain->width * (size_t)terrain->height);
    for (int list = 0; list < TTI_LISTS; list++) {
        for (int16_t i = game->world->head[list]; i >= 0;) {
            tti_thing *thing = tti_thing_at(game->world, i);
            thing->is_gone = !is_for_all_games(thing);
            i = thing->next;
        }
    }
    tti_things_sweep(game->world);
}

static void note_moved(void *user, const tti_replay *replay)
{
    struct tti_convert_game *game = user;
    tti_sent_tick(game->sent, replay->world);
}

void tti_game_begin(struct tti_convert_game *game, const tt_th_header *header, bool is_race)
{
    tti_rules rules;
    if (header != NULL) {
        tti_rules_of(&rules, header);
    } else {
        tti_rules_init(&rules);
    }
    tti_physics_init(game->world, &game->arena, &rules);
    tti_replay_init(&game->replay, game->world);
    game->replay.is_blind = !game->has_map;
    game->replay.hints = game->hints;
    game->replay.hint_count = game->hint_count;
    if (game->has_map && !is_race) {
        clear_race(game);
    }
    game->shows = game->has_map && is_race;
    game->replay.on_moved = game->shows ? note_moved : NULL;
    game->replay.user = game;
    game->has_begun = true;
}

static void enter_tee(tti_physics *world, int32_t cid)
{
    if (!world->player[cid].is_known) {
        tti_join(world, cid);
    }
    if (!world->player[cid].is_here) {
        tti_enter(world, cid);
    }
}

void tti_game_resume(struct tti_convert_game *game, const tt_world *world, tt_bytes packed)
{
    if (!game->has_begun) {
        tti_game_begin(game, NULL, true);
    }
    if (packed.size == 0 || !tti_replay_unpack(&game->replay, packed)) {
        tti_replay_begin_late(&game->replay, bounded_game_tick(world->tick), world);
    }
}

/* -- what is kept of a tick ------------------------------------------------------------------ */

static bool is_hook_moving(int32_t state)
{
    return state != TT_HOOK_IDLE && state != TT_HOOK_RETRACTED && state != TT_HOOK_GRABBED;
}

static bool is_busy(const tti_physics *world, int32_t cid)
{
    const tti_tee *tee = &world->tee[cid];
    const tti_self *self = &tee->self;
    if (world->rest[cid] != TTI_MAY_CHANGE && self->core.hooked < 0) {
        return world->reloads[cid] || is_hook_moving(self->core.hook_state);
    }
    return self->freeze > 0 || self->is_deep || tee->was_frozen || self->reload > 0 ||
           self->queued >= 0 || self->weapon == TT_WEAPON_NINJA || tti_weapon_is_wanted(tee) ||
           self->core.hooked >= 0 || is_hook_moving(self->core.hook_state) ||
           ((tee->latest.fire & 1) != 0 && (self->weapon >= TT_WEAPON_SHOTGUN || self->jetpack)) ||
           tti_has_news(world, cid);
}

/* Where the middle of a tee is in its tile when a solid tile stops the tee: STOP_BEFORE for a tile
 * to the right or below, STOP_BEHIND for one to the left or above. A tile has 32 units, and a tee
 * 28. */
#define STOP_BEFORE 17
#define STOP_BEHIND 14

/* Guesses whether a move ended at a solid tile. A move up or to the left is negative. One unit
 * allows for rounding. A mask gives the right result for negative places, and a remainder does
 * not. */
static bool is_stopped_by_tile(int32_t place, int32_t way, int32_t before)
{
    int32_t in_tile = place & (TT_MAP_TILE_SIZE - 1);
    return ((in_tile == STOP_BEFORE) & (way > 0) & (before > way)) |
           ((in_tile == STOP_BEHIND) & (way < 0) & (before < way - 1));
}

/* Returns the velocity of a tee without a map: its movement in this tick, or 0 after a jump to
 * another place. */
static int32_t velocity_without_map(int32_t place, int32_t way, int32_t before)
{
    enum { JUMP = 192, FINE = 256 };
    bool is_jump = (way >= JUMP) | (way <= -JUMP);
    bool stands = is_jump | is_stopped_by_tile(place, way, before);
    return stands ? 0 : way * FINE;
}

static int32_t way_between(int32_t from, int32_t to)
{
    int64_t way = (int64_t)to - from;
    return (int32_t)(way < -TICK_MAX ? -TICK_MAX : way > TICK_MAX ? TICK_MAX : way);
}

/* Returns true when a tee moves up as after a jump, which gives it 12 or 13.2 units a tick. */
static bool moves_as_after_jump(int32_t way, int32_t before)
{
    enum { FASTEST = -14, SLOWEST = -9, GAIN = 4 };
    return (way >= FASTEST) & (way <= SLOWEST) & (way < before - GAIN);
}

/* Moves a kept tee to its new place without the map. The key to jump counts only after a visible
 * jump, because a server shows no other press of it. */
static void move_tee(struct tti_convert_game *game, int32_t cid, bool is_new)
{
    const tti_tee *its = &game->world->tee[cid];
    tti_game_tee *tee = &game->tee[cid];
    struct tt_obj_character *item = &tee->character;
    int32_t x = tti_nearest(its->self.core.at.x), y = tti_nearest(its->self.core.at.y);
    int32_t way_x = is_new ? 0 : way_between(item->x, x),
            way_y = is_new ? 0 : way_between(item->y, y);
    bool was_used = !is_new & ((item->jumped & TT_JUMPED_KEY_USED) != 0);
    bool has_jumped = moves_as_after_jump(way_y, tee->way_y) | was_used;
    item->vel_x = velocity_without_map(x, way_x, tee->way_x);
    item->vel_y = velocity_without_map(y, way_y, tee->way_y);
    has_jumped &= its->in.jump != 0;
    item->jumped = has_jumped ? TT_JUMPED_KEY_USED : 0;
    game->is_tee_moving[cid] = (item->vel_x | item->vel_y | (x ^ item->x) | (y ^ item->y)) != 0;
    tee->way_x = way_x;
    tee->way_y = way_y;
    item->x = item->hook_x = tee->place_x = x;
    item->y = item->hook_y = tee->place_y = y;
}

/* Notes the last different input. The idle time of the eyes begins again with a new tee and with
 * each different input. */
static void note_input(tti_game_tee *tee, const tti_physics *world, int32_t cid)
{
    const tti_tee *its = &world->tee[cid];
    if (its->spawn_tick == world->tick || !tee->is_there) {
        tee->acted = TTI_NEVER;
    } else if (!tti_equal(&tee->input, &its->self.saved, sizeof tee->input)) {
        tee->acted = world->tick;
    }
    tee->input = its->self.saved;
}

/* Keeps what a turn without the map can change. Without the map the game lets hooks fly through
 * walls and tees fall through the ground, so the item has nothing of these. */
static void keep_hands(struct tti_convert_game *game, int32_t cid)
{
    const tti_tee *its = &game->world->tee[cid];
    tti_game_tee *tee = &game->tee[cid];
    struct tt_obj_character *item = &tee->character;
    bool has_aim = tee->is_there && its->aim_x != 0 && its->aim_x == tee->more.target_x &&
                   its->aim_y == tee->more.target_y;
    tti_physics_hands(game->world, cid, has_aim, item);
    tti_physics_ddnet_character(game->world, cid, &tee->more);
    item->hook_state = TT_HOOK_IDLE;
    item->hooked_player = -1;
    tee->more.jumped_total = tee->more.ninja_activation_tick = tee->more.freeze_start = -1;
}

static void keep_items(struct tti_convert_game *game, int32_t cid)
{
    const tti_physics *world = game->world;
    tti_game_tee *tee = &game->tee[cid];
    const struct tt_obj_character was = tee->character, *now = &tee->character;
    tti_physics_character(world, cid, &tee->character);
    tee->place_x = now->x;
    tee->place_y = now->y;
    tti_physics_ddnet_character(world, cid, &tee->more);
    if (game->shows) {
        tee->sent = tee->character;
        if (game->replay.is_wrong[cid]) {
            tti_sent_again(game->sent, world, cid);
        }
        tti_sent_character(game->sent, world, cid, &tee->sent);
    }
    game->is_tee_moving[cid] = now->vel_x != 0 || now->vel_y != 0 || now->x != was.x ||
                               now->y != was.y || is_hook_moving(now->hook_state) ||
                               now->hook_tick != was.hook_tick;
}

static void note_motion(struct tti_convert_game *game, int32_t cid, int32_t tick)
{
    bool is_moving = game->is_tee_moving[cid];
    game->tee[cid].character.tick = is_moving ? tick : 0;
    game->is_tee_busy[cid] = is_moving || is_busy(game->world, cid);
}

/* Keeps a tee after its turn. */
static void keep_turn(struct tti_convert_game *game, int32_t cid)
{
    const tti_physics *world = game->world;
    const tti_tee *its = &world->tee[cid];
    tti_game_tee *tee = &game->tee[cid];
    const struct tt_obj_character was = tee->character, was_sent = tee->sent;
    const struct tt_obj_ddnet_character had = tee->more;
    int32_t tick = tti_physics_item_tick(world, cid);
    bool is_new = !tee->is_there, is_hurt = tee->hurt != its->hurt_tick;
    if (game->has_map && !its->is_unknown) {
        keep_items(game, cid);
    } else {
        keep_hands(game, cid);
        move_tee(game, cid, is_new || tick == 0);
    }
    note_input(tee, world, cid);
    tee->is_there = true;
    tee->is_put = game->replay.is_wrong[cid];
    tee->is_unknown = its->is_unknown;
    tee->is_out = game->shows && !its->is_shown;
    tee->hurt = its->hurt_tick;
    tee->spawned = its->spawn_tick;
    note_motion(game, cid, tick);
    tee->sent = its->is_unknown ? tee->character : tee->sent;
    game->turned[cid] = world->tick;
    if (is_new || is_hurt || game->is_tee_moving[cid] || tee->acted == world->tick ||
        !tti_equal(&tee->character, &was, sizeof was) || !tti_equal(&tee->more, &had, sizeof had) ||
        !tti_equal(&tee->sent, &was_sent, sizeof was_sent)) {
        game->changed[cid] = world->tick;
    }
}

/* Keeps a tee whose turn was left out: only its place can differ. */
static void keep_move(struct tti_convert_game *game, int32_t cid)
{
    int32_t tick = game->world->tick;
    move_tee(game, cid, false);
    note_motion(game, cid, tick);
    game->changed[cid] = tick;
}

static void keep_tee(struct tti_convert_game *game, int32_t cid)
{
    const tti_player *player = &game->world->player[cid];
    game->away[cid] = !player->is_paused     ? 0
                      : player->leaves_world ? TT_DDNET_PLAYER_SPEC
                                             : TT_DDNET_PLAYER_PAUSED;
    if (game->world->tee[cid].is_alive) {
        keep_turn(game, cid);
    } else {
        game->tee[cid].is_there = game->is_tee_busy[cid] = false;
        game->turned[cid] = game->world->tick;
    }
}

/* Keeps all tees at the end of a tick. When ticks were left out since the last call, a tee that
 * rests may have changed meanwhile. */
static void keep_tees(struct tti_convert_game *game)
{
    const tti_physics *world = game->world;
    uint8_t turning[TT_CIDS], moving[TT_CIDS];
    int32_t turns = 0, moves = 0;
    if (game->tick >= world->tick) {
        return;
    }
    bool is_next = game->tick == world->tick - 1;
    game->tick = world->tick;
    game->is_busy = world->head[TTI_LIST_PROJECTILES] >= 0 || world->head[TTI_LIST_LASERS] >= 0;
    for (int32_t cid = 0; cid < world->id_end; cid++) {
        uint8_t rest = is_next ? world->rest[cid] : TTI_MAY_CHANGE;
        bool turned = (rest < TTI_RESTS) | (world->pushes[cid] != game->pushes[cid]);
        bool moved = (rest == TTI_RESTS_MOVED) | game->is_tee_moving[cid];
        turns = tti_pick(turning, turns, cid, turned);
        moves = tti_pick(moving, moves, cid, moved & !turned);
    }
    for (int32_t i = 0; i < turns; i++) {
        game->pushes[turning[i]] = world->pushes[turning[i]];
        keep_tee(game, turning[i]);
    }
    for (int32_t i = 0; i < moves; i++) {
        keep_move(game, moving[i]);
    }
    for (int32_t cid = 0; cid < world->id_end; cid++) {
        game->is_busy |= game->is_tee_busy[cid];
    }
    if (game->shows) {
        tti_things_keep(game);
    }
}

/* -- events and ticks ------------------------------------------------------------------------ */

static void go(struct tti_convert_game *game, int32_t tick)
{
    tick = bounded_game_tick(tick);
    if (!game->has_begun) {
        tti_game_begin(game, NULL, true);
    }
    if (tick > game->tick) {
        tti_replay_flush(&game->replay, tick);
        keep_tees(game);
    }
}

/* Gives a tee the face of pain. It lasts half a second, and replaces a face that the player chose
 * in an earlier tick. A snapshot shows `shown`, so both looks get the face. */
static void show_pain(tti_convert_client *client, int32_t tick)
{
    enum { PAIN_TICKS = TT_TICKS_PER_SECOND / 2 };
    client->hurt = tick;
    if (tick > 0 && client->emoticon != tick) {
        client->shown.emote = client->next.emote = TT_EMOTE_PAIN;
        client->shown.emote_end = client->next.emote_end = tti_later(tick, PAIN_TICKS);
    }
}

void tti_game_feel(tti_convert *c, int32_t cid)
{
    const tti_game_tee *tee = tti_game_tee_of(c, cid);
    tti_convert_client *client = &c->client[cid];
    if (tee != NULL && c->game->shows && tee->spawned != client->spawned) {
        client->spawned = tee->spawned;
        client->hurt = 0;
        client->shown.emote_end = client->next.emote_end = TTI_NEVER;
    }
    if (tee != NULL && tee->hurt != c->client[cid].hurt) {
        show_pain(&c->client[cid], tee->hurt);
    }
}

static void look_at_client(tti_convert *c, int32_t cid, int32_t tick)
{
    tti_game_feel(c, cid);
    if (c->game->away[cid] != c->client[cid].away) {
        c->client[cid].away = c->game->away[cid];
        tti_wake(c, cid, tick);
    }
}

void tti_convert_watch(tti_convert *c, int32_t tick)
{
    struct tti_convert_game *game = c->game;
    uint8_t turns[TT_CIDS];
    int32_t turned = 0;
    if (game == NULL) {
        return;
    }
    go(game, tick);
    for (int32_t cid = 0; cid < tti_cids(c); cid++) {
        turned = tti_pick(turns, turned, cid, game->turned[cid] > c->looked);
        bool is_asleep = (c->tee_wakes[cid] > tick) | c->only;
        if (is_asleep & (game->changed[cid] > c->looked)) {
            tti_wake_tee(c, cid, tick);
        }
    }
    for (int32_t i = 0; i < turned; i++) {
        look_at_client(c, turns[i], tick);
    }
    c->looked = game->tick;
}

/* Returns true for a record that belongs before the end of its tick: a place, or an event inside
 * the tick. */
static bool is_before_end(const struct tti_convert_game *game, const tt_th_event *event)
{
    bool is_over = game->world->tick >= event->tick && game->replay.stage != TTI_REPLAY_INSIDE;
    return tti_action_is_move(event->kind) ||
           (tti_action_is_inside_tick(event->kind, event->cid) && !is_over);
}

/* Lets a client enter without PLAYER_READY, which older servers do not record and a damaged file
 * may lack. */
static void let_in(struct tti_convert_game *game, const tt_th_event *event)
{
    if (event->kind == TT_TH_PLAYER_NEW || event->kind == TT_TH_INPUT_NEW) {
        enter_tee(game->world, event->cid);
    }
}

static void take_game_move(struct tti_convert_game *game, const tt_th_event *event)
{
    if (!game->has_begun) {
        tti_game_begin(game, NULL, true);
    }
    tti_replay_move(&game->replay, bounded_game_tick(event->tick), &event->u.player_diff);
}

void tti_game_take(struct tti_convert_game *game, const tt_th_event *event, const tt_world *world)
{
    if (event->kind == TT_TH_PLAYER_DIFF) {
        take_game_move(game, event);
        return;
    }
    tti_action actions[TTI_ACTIONS_MAX];
    int count = tti_actions_of(actions, game->words, event, world);
    if (count == 0) {
        return;
    }
    if (!game->has_begun) {
        tti_game_begin(game, NULL, true);
    }
    int32_t tick = bounded_game_tick(event->tick);
    if (!is_before_end(game, event)) {
        go(game, tick);
    }
    let_in(game, event);
    for (int i = 0; i < count; i++) {
        actions[i].tick = tick;
        tti_replay_take(&game->replay, &actions[i]);
    }
}
