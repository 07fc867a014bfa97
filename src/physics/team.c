/* SPDX-License-Identifier: MIT
 *
 * Teams, races, deaths and spawns.
 */
#include "physics/physics.h"

#define CLOCK_TICKS 3000 /* a team that cannot finish dies after this time */
#define RESPAWN_TICKS 150

static bool is_race_team(const tti_physics *world, int32_t team)
{
    return team != 0 && team != tti_team_super(world);
}

static int32_t team_size(const tti_physics *world, int32_t team)
{
    int32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        count += world->player[cid].team == team;
    }
    return count;
}

void tti_switches_reset(tti_physics *world, int32_t team)
{
    enum { ON = 24 };
    for (int32_t number = 0; number <= world->arena->highest_switch; number++) {
        *tti_switch_of(world, number, team) =
            (tti_switch){.is_on = !world->arena->starts_off[number], .type = ON};
    }
}

static void reset_round(tti_physics *world, int32_t team)
{
    if (team != tti_team_super(world)) {
        tti_switches_reset(world, team);
    }
    world->team[team].practices = false;
    world->team[team].clock = 0;
}

void tti_team_set(tti_physics *world, int32_t cid, int32_t team)
{
    tti_player *player = &world->player[cid];
    int32_t old = player->team;
    tti_team *left = &world->team[old], *entered = &world->team[team];
    tti_stir(world);
    player->has_started = player->has_finished = false;
    if (team != old && is_race_team(world, old) && left->state != TTI_TEAM_EMPTY &&
        team_size(world, old) <= 1) {
        left->state = TTI_TEAM_EMPTY;
        left->is_locked = left->is_flock = false;
        reset_round(world, old);
    }
    player->team = (uint8_t)team;
    if (old != team && world->rules.version >= TTI_VERSION(16, 8, 0)) {
        tti_things_drop(world, cid);
    }
    if (team != tti_team_super(world) &&
        (entered->state == TTI_TEAM_EMPTY || (entered->is_locked && !entered->is_flock))) {
        if (!entered->is_locked) {
            entered->state = TTI_TEAM_OPEN;
        }
        tti_switches_reset(world, team);
    }
}

/* -- the race -------------------------------------------------------------------------------- */

/* Returns true when a client has a tee and is no spectator. */
static bool plays(const tti_physics *world, int32_t cid)
{
    return world->player[cid].has_body && world->tee[cid].is_alive;
}

static void start_team(tti_physics *world, int32_t number)
{
    tti_team *team = &world->team[number];
    team->state = TTI_TEAM_STARTED;
    team->clock = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->player[cid].team == number && world->player[cid].has_body) {
            world->tee[cid].self.race = TTI_RACE_STARTED;
            world->tee[cid].self.race_start = world->tick;
        }
    }
}

void tti_team_start(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    tti_self *self = &world->tee[cid].self;
    tti_team *team = &world->team[player->team];
    bool is_team = is_race_team(world, player->team) && !team->is_flock;
    if (player->team != 0 && !team->is_flock && self->race == TTI_RACE_FINISHED) {
        return;
    }
    if (!is_team) {
        if (team->is_flock && team->state < TTI_TEAM_STARTED) {
            team->state = TTI_TEAM_STARTED;
        }
        player->has_started = true;
        self->race = TTI_RACE_STARTED;
        self->race_start = world->tick;
        return;
    }
    bool waits = false;
    for (int32_t other = 0; other < TT_CIDS; other++) {
        if (world->player[other].team == player->team && plays(world, other) &&
            world->tee[other].self.race == TTI_RACE_FINISHED) {
            waits = true;
            self->race = TTI_RACE_NONE;
        }
    }
    if (!waits) {
        player->has_started = true;
    }
    if (team->state < TTI_TEAM_STARTED && !waits) {
        start_team(world, player->team);
    }
}

/* Finishes the race of a client. The game does not store a finish in practice. */
static void finish_race(tti_physics *world, int32_t cid, int32_t ticks)
{
    tti_player *player = &world->player[cid];
    world->tee[cid].self.race = TTI_RACE_FINISHED;
    if (tti_practises(world, player->team)) {
        return;
    }
    player->finish_tick = world->tick;
    player->finish_ticks = ticks;
    if (player->best_ticks == 0 || ticks < player->best_ticks) {
        player->best_ticks = ticks;
    }
    tti_announce(world, TTI_NEWS_FINISH, cid, ticks);
    if (world->rules.version >= TTI_VERSION(18, 3, 0)) {
        tti_note(world, TT_OBJ_FINISH, world->tee[cid].self.at, 0);
    }
}

static bool has_team_finished(const tti_physics *world, int32_t team)
{
    bool has = world->team[team].state == TTI_TEAM_STARTED;
    for (int32_t cid = 0; has && cid < TT_CIDS; cid++) {
        has = world->player[cid].team != team || world->player[cid].has_finished;
    }
    return has;
}

/* Finishes the race of a team when all members have finished. */
static void check_team(tti_physics *world, int32_t number)
{
    uint8_t members[TT_CIDS];
    int32_t count = 0;
    tti_team *team = &world->team[number];
    if (!has_team_finished(world, number)) {
        return;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->player[cid].team == number && plays(world, cid)) {
            world->player[cid].has_started = world->player[cid].has_finished = false;
            members[count++] = (uint8_t)cid;
        }
    }
    int32_t ticks = count > 0 ? world->tick - world->tee[members[0]].self.race_start : 0;
    if (ticks <= 0) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        finish_race(world, members[i], ticks);
    }
    team->state = TTI_TEAM_FINISHED;
    for (int32_t i = 0; i < count && !team->practices && world->rules.rejoin_team_0 != 0; i++) {
        if (!world->team[world->player[members[i]].team].is_locked) {
            tti_team_set(world, members[i], 0);
        }
    }
}

void tti_team_finish(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    const tti_team *team = &world->team[player->team];
    int32_t ticks = world->tick - world->tee[cid].self.race_start;
    if (is_race_team(world, player->team) && !team->is_flock) {
        player->has_finished = player->has_finished || player->has_started;
        check_team(world, player->team);
    } else if (plays(world, cid) && ticks > 0) {
        finish_race(world, cid, ticks);
    }
}

/* -- death ----------------------------------------------------------------------------------- */

/* NOLINTBEGIN(misc-no-recursion): a team that dies is open, so further deaths in it end there */
static void die_in_team(tti_physics *world, int32_t cid, tti_death why, bool is_alone);

static void remove_body(tti_physics *world, int32_t cid, tti_death why, bool is_alone)
{
    if (world->player[cid].has_body) {
        die_in_team(world, cid, why, is_alone);
        world->player[cid].has_body = false;
    }
}

void tti_remove_body(tti_physics *world, int32_t cid, tti_death why)
{
    remove_body(world, cid, why, true);
}

static void wish_to_spawn(tti_player *player, bool is_weak)
{
    if (!player->spectates) {
        player->spawns_weak = is_weak;
        player->wants_spawn = true;
    }
}

/* Kills a team. Since 17.0 one message reports all these deaths. */
void tti_kill_team(tti_physics *world, int32_t team, int32_t strong, int32_t except)
{
    bool is_one = world->rules.version >= TTI_VERSION(17, 0, 0);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_player *player = &world->player[cid];
        if (player->team != team || !player->is_known || cid == except) {
            continue;
        }
        remove_body(world, cid, TTI_DEATH_SELF, !is_one);
        if (strong >= 0 && cid != strong) {
            wish_to_spawn(player, true);
        }
    }
    if (is_one) {
        tti_announce(world, TTI_NEWS_TEAM_DEATH, team, strong);
    }
}

/* Handles a death in a locked team. When a member dies after the start, the whole team dies. */
static void locked_death(tti_physics *world, int32_t cid, tti_death why)
{
    int32_t number = world->player[cid].team;
    tti_team *team = &world->team[number];
    tti_team_set(world, cid, number);
    if (team->state == TTI_TEAM_OPEN || team->is_flock) {
        return;
    }
    team->state = TTI_TEAM_OPEN;
    for (int32_t i = 0; world->rules.minor >= 19 && i < TT_CIDS; i++) {
        if (world->player[i].team == number) {
            world->player[i].leaves_world = false;
        }
    }
    team->practices = false;
    if (team_size(world, number) > world->rules.max_team_size && world->rules.minor >= 11) {
        team->is_locked = false;
    }
    tti_kill_team(world, number, why == TTI_DEATH_SELF ? cid : -1, cid);
}

static void team_death(tti_physics *world, int32_t cid, tti_death why)
{
    tti_player *player = &world->player[cid];
    int32_t number = player->team;
    tti_team *team = &world->team[number];
    world->tee[cid].self.core.is_solo = false;
    if (team->is_saving) {
        return;
    }
    if (team->is_locked && why != TTI_DEATH_GAME) {
        locked_death(world, cid, why);
        return;
    }
    if (team->state == TTI_TEAM_STARTED && !player->has_started && !team->is_flock && number != 0) {
        team->clock = world->tick + CLOCK_TICKS;
        team->state = TTI_TEAM_UNFINISHABLE;
        world->clocks = number < world->clocks ? world->clocks : number + 1;
    }
    tti_team_set(world, cid, 0);
    check_team(world, number);
}

/* Returns true when a death has a message of its own. Since 17.0 a death that kills the whole team
 * has none. */
static bool has_message(const tti_physics *world, int32_t cid)
{
    int32_t number = world->player[cid].team, version = world->rules.version;
    const tti_team *team = &world->team[number];
    return version < TTI_VERSION(17, 0, 0) || number == 0 || team_size(world, number) == 1 ||
           team->state == TTI_TEAM_OPEN || (version >= TTI_VERSION(17, 2, 0) && !team->is_locked) ||
           (version >= TTI_VERSION(18, 2, 0) && team->is_flock);
}

static void die_in_team(tti_physics *world, int32_t cid, tti_death why, bool is_alone)
{
    static const int8_t weapons[] = {
        [TTI_DEATH_SELF] = -2, [TTI_DEATH_WORLD] = -1, [TTI_DEATH_GAME] = -3};
    tti_player *player = &world->player[cid];
    tti_tee *tee = &world->tee[cid];
    if (is_alone && has_message(world, cid)) {
        tti_announce(world, TTI_NEWS_DEATH, cid, weapons[why]);
    }
    tti_note_sound(world, TTI_SOUND_DEATH, tee->self.at);
    tti_note_death(world, cid);
    if (tee->rescue.is_set) {
        player->died = tee->rescue;
    }
    player->death_tick_before = player->death_tick;
    player->death_tick = world->tick;
    tee->is_alive = false;
    tti_order_leave(world, cid);
    team_death(world, cid, why);
}
/* NOLINTEND(misc-no-recursion) */

void tti_die(tti_physics *world, int32_t cid, tti_death why)
{
    die_in_team(world, cid, why, true);
}

void tti_teams_tick(tti_physics *world)
{
    for (int32_t number = 0; number < world->clocks && number < tti_team_super(world); number++) {
        tti_team *team = &world->team[number];
        if (team->state != TTI_TEAM_UNFINISHABLE || team->clock == 0 || world->tick < team->clock) {
            continue;
        }
        if (team->practices) {
            team->clock = 0;
        } else {
            tti_kill_team(world, number, -1, -1);
        }
    }
}

/* -- spawns ---------------------------------------------------------------------------------- */

/* The search for a spawn place, with the best one so far. */
struct spawn_search {
    const tti_physics *world;
    int32_t cid;
    bool has_place;
    float score;
    tti_pair at;
};

static bool is_counted(const struct spawn_search *s, int32_t other)
{
    const tti_physics *world = s->world;
    return world->rules.minor >= 17 ? tti_can_touch(world, s->cid, other)
                                    : tti_team_of(world, other) == tti_team_of(world, s->cid);
}

static float spawn_score(const struct spawn_search *s, tti_pair at)
{
    float score = 0;
    for (int32_t i = 0; i < s->world->order_count; i++) {
        int32_t other = s->world->order[i];
        if (is_counted(s, other)) {
            float distance = tti_distance(at, s->world->tee[other].self.at);
            float share = distance == 0 ? 1000000000.0f : 1.0f / distance;
            score += share;
        }
    }
    return score;
}

/* Returns true when tees near a spawn leave no room at `at`. */
static bool is_spawn_taken(const struct spawn_search *s, tti_pair spot, tti_pair at)
{
    const tti_physics *world = s->world;
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t other = world->order[i];
        const tti_self *self = &world->tee[other].self;
        if (!(tti_distance(spot, self->at) < 64 + TTI_CORE_SIZE)) {
            continue;
        }
        bool counts = world->rules.minor < 13 ||
                      (world->rules.minor < 17
                           ? tti_team_of(world, other) == tti_team_of(world, s->cid)
                           : tti_can_touch(world, s->cid, other) && !self->core.no_collision);
        if (tti_terrain_is_solid(&world->arena->terrain, at) ||
            (counts && tti_distance(self->at, at) <= TTI_CORE_SIZE)) {
            return true;
        }
    }
    return false;
}

/* Finds a free place at a spawn or one tile beside it. */
static bool free_place(const struct spawn_search *s, tti_pair spot, tti_pair *at)
{
    static const tti_pair beside[] = {{0, 0}, {-32, 0}, {0, -32}, {32, 0}, {0, 32}};
    bool passes =
        s->world->rules.minor >= 17 &&
        (s->world->tuning.player_collision == 0 ||
         (s->world->player[s->cid].has_body && s->world->tee[s->cid].self.core.no_collision));
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        *at = tti_pair_add(spot, beside[i]);
        if (passes || !is_spawn_taken(s, spot, *at)) {
            return true;
        }
    }
    return false;
}

static void consider_spawn(struct spawn_search *s, tti_pair at, bool may_be_better)
{
    float score = spawn_score(s, at);
    if (!s->has_place || (may_be_better && s->score > score)) {
        s->has_place = true;
        s->score = score;
        s->at = at;
    }
}

static void search_list(struct spawn_search *s, const tti_pair *spots, uint32_t count)
{
    bool is_old = s->world->rules.minor < 10;
    for (uint32_t i = 0; i < count; i++) {
        tti_pair at;
        if (free_place(s, spots[i], &at)) {
            consider_spawn(s, at, true);
        }
    }
    for (uint32_t i = 0; i < count && !(is_old && s->has_place); i++) {
        consider_spawn(s, spots[i], false);
    }
}

bool tti_spawn_place(tti_physics *world, int32_t cid, tti_pair *at)
{
    const tti_arena *arena = world->arena;
    struct spawn_search s = {.world = world, .cid = cid};
    if (world->player[cid].spectates) {
        return false;
    }
    for (int list = 0; list < TTI_SPAWN_LISTS; list++) {
        bool is_first_enough = world->rules.minor < 10 ||
                               (world->rules.minor >= 17 && world->tuning.player_collision == 0);
        if (is_first_enough && s.has_place) {
            break;
        }
        uint32_t begin = arena->spawn_begin[list];
        search_list(&s, arena->place + begin, arena->spawn_begin[list + 1] - begin);
    }
    *at = s.at;
    return s.has_place;
}

/* Lets a tee that spawns in a locked team take over the race of the other members. */
static void join_race(tti_physics *world, int32_t cid)
{
    int32_t team = world->player[cid].team;
    if (!world->team[team].is_locked || world->team[team].is_flock) {
        return;
    }
    for (int32_t other = 0; other < TT_CIDS; other++) {
        if (other != cid && world->player[other].team == team && world->player[other].has_body) {
            world->tee[cid].self.race = world->tee[other].self.race;
            world->tee[cid].self.race_start = world->tee[other].self.race_start;
        }
    }
}

static void spawn_team(tti_physics *world, int32_t cid)
{
    int32_t team = world->player[cid].team;
    if (!world->team[team].is_saving &&
        (team == tti_team_super(world) || !world->team[team].is_locked)) {
        tti_team_set(world, cid, 0);
        check_team(world, team);
    }
}

static void init_self(tti_self *self, const tti_rules *rules, const tti_player *player, tti_pair at)
{
    self->core = (tti_body){.at = at, .hooked = -1, .jumps = 2};
    self->at = self->before = at;
    self->owned = 1 << TT_WEAPON_HAMMER | 1 << TT_WEAPON_GUN;
    self->empty = (uint8_t)~self->owned;
    self->weapon = TT_WEAPON_GUN;
    self->last_weapon = TT_WEAPON_HAMMER;
    self->queued = -1;
    self->endless_hook = rules->endless_drag != 0;
    self->hits_off = rules->hit != 0 ? 0 : 0x1D;
    self->saved = player->input;
    self->saved.target_x = 0;
    self->saved.target_y = -1;
}

void tti_spawn(tti_physics *world, int32_t cid, tti_pair at)
{
    tti_player *player = &world->player[cid];
    tti_tee *tee = &world->tee[cid];
    tti_reach(world, cid);
    player->wants_spawn = player->spawns_weak = false;
    player->has_body = true;
    player->view = at;
    *tee = (tti_tee){.is_alive = true, .spawn_tick = world->tick};
    init_self(&tee->self, &world->rules, player, at);
    tee->in = tee->latest = tee->latest_before = tee->previous = tee->self.saved;
    tti_order_enter(world, cid);
    spawn_team(world, cid);
    join_race(world, cid);
    tee->self.core.is_solo = world->rules.team == 3;
    if (world->rules.version >= TTI_VERSION(19, 6, 0)) {
        tee->self.zone = tti_zone_at(world, at);
    }
    tti_rescue_spawned(world, cid);
}

static void try_spawn(tti_physics *world, int32_t cid)
{
    tti_pair at;
    if (tti_spawn_place(world, cid, &at)) {
        tti_spawn(world, cid, at);
        tti_note(world, TT_OBJ_SPAWN, at, 0);
    }
}

/* Removes the tee of a paused player from the world as soon as the tee stands still. */
static void leave_world(tti_physics *world, int32_t cid)
{
    tti_tee *tee = &world->tee[cid];
    tti_body *core = &tee->self.core;
    tti_pair at = tee->self.at, before = tee->self.before;
    if (!world->player[cid].leaves_world || !tee->is_shown || at.x != before.x ||
        at.y != before.y || !tti_is_grounded(world, at)) {
        return;
    }
    tti_order_leave(world, cid);
    tti_note_death(world, cid);
    tti_note_sound(world, TTI_SOUND_DEATH, at);
    tee->left_tick = world->tick;
    if (core->hooked != -1) {
        core->hooked = -1;
        core->hook_state = TT_HOOK_RETRACTED;
        core->hook = core->at;
        tti_let_go(world, cid);
    }
}

static void tick_player(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    const tti_tee *tee = &world->tee[cid];
    if (!player->is_here) {
        return;
    }
    if (!player->has_body) {
        int64_t earliest = (int64_t)player->death_tick_before + RESPAWN_TICKS;
        int64_t ready = (player->death_tick > earliest ? player->death_tick : earliest) + 2;
        player->wants_spawn = player->wants_spawn || ready <= world->tick;
        if (player->wants_spawn && !player->spawns_weak) {
            try_spawn(world, cid);
        }
    } else if (!tee->is_alive) {
        player->has_body = false;
    } else {
        tti_pause_tick(world, cid);
        leave_world(world, cid);
        if (!player->is_paused) {
            player->view = tee->self.at;
        }
    }
}

void tti_spawns(tti_physics *world)
{
    for (int32_t cid = 0; cid < world->client_end; cid++) {
        if (world->rest[cid] == TTI_MAY_CHANGE) {
            tick_player(world, cid);
        }
    }
    for (int32_t cid = 0; cid < world->client_end; cid++) {
        const tti_player *player = &world->player[cid];
        if (world->rest[cid] == TTI_MAY_CHANGE && player->is_here && player->wants_spawn &&
            player->spawns_weak && !player->has_body) {
            try_spawn(world, cid);
        }
    }
    if (!world->arena->has_no_map) {
        tti_views_tick(world);
    }
}

/* -- between two ticks ----------------------------------------------------------------------- */

void tti_clients_count(tti_physics *world)
{
    int32_t end = TT_CIDS;
    while (end > 0 && !world->player[end - 1].is_known) {
        end--;
    }
    world->client_end = end;
}

void tti_join(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    tti_reach(world, cid);
    *player = (tti_player){.is_known = true};
    tti_clients_count(world);
    player->death_tick = player->death_tick_before = world->tick;
}

void tti_enter(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    tti_reach(world, cid);
    player->is_known = player->is_here = true;
    tti_clients_count(world);
    player->has_input = player->has_move = false;
    player->input = (tt_input){0};
    wish_to_spawn(player, false);
}

void tti_drop(tti_physics *world, int32_t cid)
{
    tti_remove_body(world, cid, TTI_DEATH_GAME);
    tti_team_set(world, cid, 0);
    world->player[cid] = (tti_player){0};
    tti_clients_count(world);
}

static void change_side(tti_physics *world, int32_t cid, bool spectates)
{
    tti_player *player = &world->player[cid];
    int32_t team = player->team;
    if (spectates && player->has_body) {
        if (world->rules.version >= TTI_VERSION(19, 6, 0)) {
            team_death(world, cid, TTI_DEATH_GAME);
            team = player->team;
        }
        tti_team_set(world, cid, 0);
        check_team(world, team);
    }
    tti_remove_body(world, cid, TTI_DEATH_GAME);
    player->spectates = spectates;
    player->side_tick = world->tick;
}

void tti_spectate(tti_physics *world, int32_t cid, bool spectates)
{
    if (world->player[cid].spectates != spectates) {
        change_side(world, cid, spectates);
    }
}

/* Returns true for a long race, which the server protects from a kill by mistake. */
static bool is_protected(const tti_physics *world, int32_t cid)
{
    const tti_self *self = &world->tee[cid].self;
    int64_t seconds = ((int64_t)world->tick - self->race_start) / TT_TICKS_PER_SECOND;
    return world->player[cid].has_body && world->rules.kill_protection != 0 &&
           seconds >= (int64_t)60 * world->rules.kill_protection && self->race == TTI_RACE_STARTED;
}

void tti_ask_to_spectate(tti_physics *world, int32_t cid, bool spectates)
{
    const tti_player *player = &world->player[cid];
    int64_t ready =
        (int64_t)player->side_tick + (int64_t)TT_TICKS_PER_SECOND * world->rules.team_change_delay;
    bool is_too_soon =
        world->rules.spamprotection != 0 && player->side_tick != 0 && ready > world->tick;
    if (!is_too_soon && !is_protected(world, cid) && !player->is_paused) {
        tti_spectate(world, cid, spectates);
    }
}

void tti_kill(tti_physics *world, int32_t cid, bool is_command)
{
    tti_player *player = &world->player[cid];
    int64_t ready =
        (int64_t)player->kill_tick + (int64_t)TT_TICKS_PER_SECOND * world->rules.kill_delay;
    if (is_command) {
        if (is_protected(world, cid)) {
            tti_remove_body(world, cid, TTI_DEATH_SELF);
            if (world->rules.version >= TTI_VERSION(19, 4, 0)) {
                wish_to_spawn(player, false);
            }
        }
        return;
    }
    if ((player->kill_tick != 0 && ready > world->tick) || player->is_paused || !player->has_body ||
        is_protected(world, cid)) {
        return;
    }
    player->kill_tick = world->tick;
    tti_remove_body(world, cid, TTI_DEATH_SELF);
    wish_to_spawn(player, false);
}
