/* SPDX-License-Identifier: MIT
 *
 * Effects of tiles on a tee in its turn. The tee is where it was at the end of the tick before; a
 * change of its core shows in the move of this tick.
 */
#include "physics/physics.h"

#define SENSE (28.0f / 3.0f) /* offset of the points where a tee feels death, start, finish */

enum {
    TILE_DEATH = 2,
    TILE_EVIL_TELE = 10,
    TILE_UNFREEZE = 11,
    TILE_DEEP = 12,
    TILE_UNDEEP = 13,
    TILE_WALL_JUMP = 16,
    TILE_ENDLESS_HOOK = 17,
    TILE_NO_ENDLESS_HOOK = 18,
    TILE_HITS = 19,
    TILE_NO_HITS = 20,
    TILE_SOLO = 21,
    TILE_NO_SOLO = 22,
    TILE_TIMED_ON = 22, /* 22 to 25 are tiles of the switch layer */
    TILE_TIMED_OFF = 23,
    TILE_ON = 24,
    TILE_OFF = 25,
    TILE_TELE = 26,
    TILE_CHECKPOINT = 29,
    TILE_CHECK_TELE = 31,
    TILE_REFILL = 32,
    TILE_EVIL_CHECK_TELE = 63,
    TILE_UNLOCK = 76,
    TILE_PENALTY = 79,
    TILE_NO_COLLISION = 88,
    TILE_NO_ENDLESS_JUMP = 89,
    TILE_NO_JETPACK = 90,
    TILE_NO_HOOK = 91,
    TILE_BONUS = 95,
    TILE_TELEGUN = 96,
    TILE_NO_TELEGUN = 97,
    TILE_COLLISION = 104,
    TILE_ENDLESS_JUMP = 105,
    TILE_JETPACK = 106,
    TILE_HOOK = 107,
    TILE_TELE_GRENADE = 112,
    TILE_NO_TELE_GRENADE = 113,
    TILE_TELE_LASER = 128,
    TILE_NO_TELE_LASER = 129,
    TILE_LIVE = 144,
    TILE_UNLIVE = 145
};

/* A tile on the way, and the tee that passes it. */
struct tile_step {
    tti_physics *world;
    int32_t cid;
    int32_t tile;
    uint8_t game, front;
    tti_tee *tee;
    tti_self *self;
};

static uint8_t number_at(const tti_arena *arena, int layer, int32_t tile)
{
    const uint8_t *cells = arena->terrain.layer[layer];
    return cells != NULL ? cells[2 * tile] : 0;
}

static bool has_tile(const struct tile_step *s, uint8_t number)
{
    return s->game == number || s->front == number;
}

static bool is_tile(const tti_arena *arena, int32_t tile, uint8_t number)
{
    return number_at(arena, TT_TERRAIN_GAME, tile) == number ||
           number_at(arena, TT_TERRAIN_FRONT, tile) == number;
}

/* Returns true when one of four points around `at` is in a tile `number`. */
static bool touches(const tti_arena *arena, tti_pair at, uint8_t number)
{
    for (int i = 0; i < 4; i++) {
        tti_pair point = {i < 2 ? SENSE : -SENSE, i % 2 == 0 ? SENSE : -SENSE};
        if (is_tile(arena, tti_tile_rounded(arena, tti_pair_add(at, point)), number)) {
            return true;
        }
    }
    return false;
}

/* Returns true when a tee at `at` touches a tile `number`. `bit` is set for the tiles near such a
 * tile. */
static inline bool touches_marked(const tti_arena *arena, tti_pair at, uint8_t number, uint8_t bit)
{
    return (arena->what[tti_tile_rounded(arena, at)] & bit) != 0 && touches(arena, at, number);
}

bool tti_is_in_freeze(const tti_physics *world, tti_pair at)
{
    const tti_arena *arena = world->arena;
    int32_t tile = tti_tile_rounded(arena, at);
    bool is_newer = world->rules.version >= TTI_VERSION(18, 9, 0);
    return (arena->what[tile] & TTI_TILE_FREEZES) != 0 ||
           (is_newer && (is_tile(arena, tile, TILE_DEATH) ||
                         touches_marked(arena, at, TILE_DEATH, TTI_TILE_NEAR_DEATH)));
}

/* -- death and speedups: once in a turn ------------------------------------------------------ */

static bool is_past_border(float at, int32_t size)
{
    enum { BEYOND = 200 };
    int32_t pixel = tti_nearest(at);
    return pixel <= -(BEYOND + 1) * TT_MAP_TILE_SIZE || pixel / TT_MAP_TILE_SIZE > size + BEYOND;
}

static bool is_tee_outside(const tti_arena *arena, tti_pair at)
{
    return !arena->has_no_map && (is_past_border(at.x, arena->terrain.width) ||
                                  is_past_border(at.y, arena->terrain.height));
}

/* Handles a death tile. Since 18.8 it freezes a tee in practice and does not kill it. */
static void touch_death(tti_physics *world, int32_t cid)
{
    tti_player *player = &world->player[cid];
    const tti_self *self = &world->tee[cid].self;
    int32_t team = tti_team_of(world, cid);
    if (!touches_marked(world->arena, self->at, TILE_DEATH, TTI_TILE_NEAR_DEATH) ||
        self->is_super || self->is_invincible || (team != 0 && player->has_finished)) {
        return;
    }
    if (world->rules.version < TTI_VERSION(18, 8, 0) || !world->team[team].practices) {
        tti_die(world, cid, TTI_DEATH_WORLD);
        return;
    }
    (void)tti_freeze_tee(world, cid, world->rules.freeze_delay);
    if (world->tick - player->death_tick >= TT_TICKS_PER_SECOND) {
        player->death_tick = world->tick;
        tti_note_sound(world, TTI_SOUND_DEATH, self->at);
        tti_note_death(world, cid);
    }
}

#define TINY 0.0000001f

/* Returns the angle of a pair as the game computes it for speedups. */
static float speedup_angle(tti_pair way)
{
    float quarter = 1.57079637f; /* asinf(1) */
    float ratio = way.y / way.x;
    float angle = tti_atan(ratio);
    if (way.x > TINY) {
        angle = -angle;
    } else if (way.x < TINY) {
        float half = 2.0f * quarter;
        angle = angle + half;
    } else {
        angle = way.y > TINY ? quarter : -quarter;
    }
    float whole = 4.0f * quarter;
    return angle < 0 ? whole + angle : angle;
}

static tti_pair sped_up_old(tti_pair velocity, tti_pair way, int32_t force, int32_t most)
{
    if (most <= 0) {
        return tti_pair_add(velocity, tti_pair_times(way, (float)force));
    }
    float limit = (float)(most < 5 ? 5 : most) / 5.0f;
    float between = speedup_angle(way) - speedup_angle(velocity);
    float along = tti_cosine(between);
    along = along * tti_diagonal(velocity.x, velocity.y);
    float left = limit - along;
    int32_t whole = tti_whole(left);
    int32_t size = whole < 0 && whole != INT32_MIN ? -whole : whole;
    if (size > force && left > TINY) {
        return tti_pair_add(velocity, tti_pair_times(way, (float)force));
    }
    if (size > force) {
        return tti_pair_add(velocity, tti_pair_times(way, (float)-force));
    }
    return tti_pair_add(velocity, tti_pair_times(way, left));
}

/* Returns the velocity with the fastest move sideways, in fifths of a pixel a tick. Above it the
 * velocity ramp slows a tee. */
static int32_t ramp_speed(const tti_tuning *tuning)
{
    float curvature = tuning->ramp_curvature > 1.01f ? tuning->ramp_curvature : 1.01f;
    float scaled = 50.0f * tti_log(curvature);
    float best = tuning->ramp_range / scaled;
    float start = tuning->ramp_start / 50.0f;
    float speed = best > start ? best : start;
    float fifths = speed * 5.0f;
    return tti_whole(fifths);
}

static tti_pair sped_up(tti_pair velocity, tti_pair way, int32_t force, int32_t most,
                        const tti_tuning *tuning)
{
    float limit = (float)(most != 0 ? most : ramp_speed(tuning)) / 5.0f;
    float along = tti_dot(way, velocity);
    float sum = along + (float)force;
    float more = sum > limit ? limit - along : (float)force;
    return tti_pair_add(velocity, tti_pair_times(way, more));
}

static void speed_up(tti_physics *world, int32_t cid, int32_t tile)
{
    enum { FORCE, MOST, TYPE, DEGREES = 4, CELL = 6, OLD = 28, NEW = 29 };
    const uint8_t *cells = world->arena->terrain.layer[TT_TERRAIN_SPEEDUPS];
    if (cells == NULL || cells[CELL * tile + FORCE] == 0 ||
        (tile == 0 && world->rules.minor < 20)) {
        return;
    }
    const uint8_t *cell = cells + CELL * tile;
    tti_tee *tee = &world->tee[cid];
    tti_body *core = &tee->self.core;
    int32_t degrees = (int16_t)(cell[DEGREES] | cell[DEGREES + 1] << 8);
    float radian = 3.1415927f / 180.0f;
    float angle = (float)degrees * radian;
    tti_pair way = {tti_cosine(angle), tti_sine(angle)};
    bool is_old = cell[TYPE] == OLD || world->rules.version < TTI_VERSION(19, 0, 0);
    if (is_old && cell[FORCE] == 255 && cell[MOST] != 0) {
        int32_t speed = cell[MOST] / 5;
        core->velocity = tti_pair_times(way, (float)speed);
    } else if (is_old) {
        core->velocity =
            tti_stopped(tee->stops, sped_up_old(core->velocity, way, cell[FORCE], cell[MOST]));
    } else if (cell[TYPE] == NEW) {
        core->velocity =
            tti_stopped(tee->stops, sped_up(core->velocity, way, cell[FORCE], cell[MOST],
                                            tti_zone(world, tee->self.zone)));
    }
}

/* -- one tile of the way --------------------------------------------------------------------- */

static void race(const struct tile_step *s)
{
    tti_physics *world = s->world;
    uint8_t before = s->self->race;
    bool starts = has_tile(s, TTI_TILE_START) ||
                  touches_marked(world->arena, s->self->at, TTI_TILE_START, TTI_TILE_NEAR_RACE);
    if (starts && before != TTI_RACE_CHEATED) {
        int32_t team = tti_team_of(world, s->cid);
        if (world->team[team].is_saving) {
            tti_die(world, s->cid, TTI_DEATH_WORLD);
            return;
        }
        for (int32_t w = TT_WEAPON_SHOTGUN; world->rules.reset_pickups != 0 && w < TT_WEAPON_NINJA;
             w++) {
            tti_take_weapon(world, s->cid, w);
        }
        tti_team_start(world, s->cid);
    }
    bool ends = has_tile(s, TTI_TILE_FINISH) ||
                touches_marked(world->arena, s->self->at, TTI_TILE_FINISH, TTI_TILE_NEAR_RACE);
    tti_team *team = &world->team[tti_team_of(world, s->cid)];
    if (ends && before == TTI_RACE_STARTED) {
        tti_team_finish(world, s->cid);
    } else if (has_tile(s, TILE_UNLOCK)) {
        team->is_locked = false;
    }
    if (has_tile(s, TILE_SOLO)) {
        s->self->core.is_solo = true;
    } else if (has_tile(s, TILE_NO_SOLO)) {
        s->self->core.is_solo = false;
    }
}

/* Sets a state by two tiles: `on` sets it, and `off` takes it back. */
static void set_by(const struct tile_step *s, uint8_t on, uint8_t off, bool *state)
{
    if (has_tile(s, on)) {
        *state = true;
    } else if (has_tile(s, off)) {
        *state = false;
    }
}

static void set_bit_by(const struct tile_step *s, uint8_t on, uint8_t off, uint8_t bits,
                       uint8_t *state)
{
    if (has_tile(s, on)) {
        *state |= bits;
    } else if (has_tile(s, off)) {
        *state &= (uint8_t)~bits;
    }
}

#define HITS                                                                                       \
    (1 << TT_WEAPON_HAMMER | 1 << TT_WEAPON_SHOTGUN | 1 << TT_WEAPON_GRENADE | 1 << TT_WEAPON_LASER)

static void freezes(const struct tile_step *s)
{
    tti_self *self = s->self;
    bool is_immune = self->is_super || self->is_invincible;
    if (has_tile(s, TTI_TILE_FREEZE) && !is_immune && !self->is_deep) {
        (void)tti_freeze_tee(s->world, s->cid, s->world->rules.freeze_delay);
    } else if (has_tile(s, TILE_UNFREEZE) && !self->is_deep) {
        tti_unfreeze_tee(s->world, s->cid);
    }
    if (!is_immune) {
        set_by(s, self->is_deep ? 0xFF : TILE_DEEP, TILE_UNDEEP, &self->is_deep);
        set_by(s, TILE_LIVE, TILE_UNLIVE, &self->is_live);
    }
}

static void abilities(const struct tile_step *s)
{
    tti_self *self = s->self;
    tti_body *core = &self->core;
    set_by(s, TILE_ENDLESS_HOOK, TILE_NO_ENDLESS_HOOK, &self->endless_hook);
    set_bit_by(s, TILE_NO_HITS, TILE_HITS, HITS, &self->hits_off);
    set_by(s, TILE_NO_COLLISION, TILE_COLLISION, &core->no_collision);
    set_by(s, TILE_NO_HOOK, TILE_HOOK, &core->no_hook);
    set_by(s, TILE_ENDLESS_JUMP, TILE_NO_ENDLESS_JUMP, &self->endless_jump);
    if (has_tile(s, TILE_WALL_JUMP) && core->velocity.y > 0 && core->hit_side != 0 &&
        core->left_wall) {
        core->left_wall = false;
        core->air_jumps = core->jumps >= 2 ? core->jumps - 2 : 0;
        core->jumped = TT_JUMPED_KEY_USED;
    }
    set_by(s, TILE_JETPACK, TILE_NO_JETPACK, &self->jetpack);
    if (has_tile(s, TILE_REFILL) && !self->had_refill) {
        core->air_jumps = 0;
        core->jumped = 0;
    }
    self->had_refill = has_tile(s, TILE_REFILL);
    set_bit_by(s, TILE_TELEGUN, TILE_NO_TELEGUN, 1 << TT_WEAPON_GUN, &self->teleguns);
    set_bit_by(s, TILE_TELE_GRENADE, TILE_NO_TELE_GRENADE, 1 << TT_WEAPON_GRENADE, &self->teleguns);
    set_bit_by(s, TILE_TELE_LASER, TILE_NO_TELE_LASER, 1 << TT_WEAPON_LASER, &self->teleguns);
    if (core->velocity.y > 0 && (s->tee->stops & TTI_STOP_DOWN) != 0) {
        core->jumped = 0;
        core->air_jumps = 0;
    }
    core->velocity = tti_stopped(s->tee->stops, core->velocity);
}

/* Moves the start of the race for a time tile, for all members of a team. */
static void shift_start(const struct tile_step *s, int64_t ticks)
{
    tti_physics *world = s->world;
    int32_t team = tti_team_of(world, s->cid);
    int64_t start = s->self->race_start + ticks;
    start = start > world->tick ? world->tick : start < INT32_MIN ? INT32_MIN : start;
    s->self->race_start = (int32_t)start;
    if (team == 0 || world->team[team].is_flock || team == tti_team_super(world)) {
        return;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->player[cid].has_body && tti_team_of(world, cid) == team) {
            world->tee[cid].self.race_start = (int32_t)start;
        }
    }
}

static void turn_switch(const struct tile_step *s, uint8_t type, uint8_t number, uint8_t delay)
{
    int32_t team = tti_team_of(s->world, s->cid);
    tti_switch *found = tti_switch_of(s->world, number, team);
    if (team == tti_team_super(s->world) || number == 0 || found == NULL) {
        return;
    }
    bool is_timed = type == TILE_TIMED_ON || type == TILE_TIMED_OFF;
    found->is_on = type == TILE_ON || type == TILE_TIMED_ON;
    found->end = is_timed ? s->world->tick + 1 + delay * TT_TICKS_PER_SECOND : 0;
    found->type = type;
    found->touched = s->world->tick;
}

static void switched_freeze(const struct tile_step *s, uint8_t type, uint8_t number, uint8_t delay)
{
    tti_self *self = s->self;
    int32_t team = tti_team_of(s->world, s->cid);
    if (team == tti_team_super(s->world) || self->is_invincible ||
        !tti_is_on(s->world, number, team)) {
        return;
    }
    if (type == TTI_TILE_FREEZE) {
        (void)tti_freeze_tee(s->world, s->cid, delay);
    } else if (type == TILE_DEEP || type == TILE_UNDEEP) {
        self->is_deep = type == TILE_DEEP;
    } else {
        self->is_live = type == TILE_LIVE;
    }
}

static bool is_hit_weapon(uint8_t weapon)
{
    return weapon < 8 && (HITS & 1 << weapon) != 0;
}

static void switch_tile(const struct tile_step *s)
{
    enum { NUMBER, DELAY = 3, CELL = 4 };
    uint8_t type = tti_switch_type(&s->world->arena->terrain, s->tile);
    const uint8_t *cells = s->world->arena->terrain.layer[TT_TERRAIN_SWITCHES];
    uint8_t number = type != 0 ? cells[CELL * s->tile + NUMBER] : 0;
    uint8_t delay = type != 0 ? cells[CELL * s->tile + DELAY] : 0;
    int64_t ticks = ((int64_t)delay * 60 + number) * TT_TICKS_PER_SECOND;
    tti_self *self = s->self;
    switch (type) {
    case TILE_TIMED_ON:
    case TILE_TIMED_OFF:
    case TILE_ON:
    case TILE_OFF:
        turn_switch(s, type, number, delay);
        break;
    case TTI_TILE_FREEZE:
    case TILE_DEEP:
    case TILE_UNDEEP:
    case TILE_LIVE:
    case TILE_UNLIVE:
        switched_freeze(s, type, number, delay);
        break;
    case TILE_HITS:
    case TILE_NO_HITS:
        if (is_hit_weapon(delay) && type == TILE_HITS) {
            self->hits_off &= (uint8_t) ~(1 << delay);
        } else if (is_hit_weapon(delay)) {
            self->hits_off |= (uint8_t)(1 << delay);
        }
        break;
    case TTI_TILE_JUMPS:
        self->core.jumps = delay == 255 ? -1 : delay;
        break;
    case TILE_PENALTY:
        if (!self->had_penalty) {
            shift_start(s, -ticks);
        }
        break;
    case TILE_BONUS:
        if (!self->had_bonus) {
            shift_start(s, ticks);
        }
        break;
    default:
        break;
    }
    self->had_penalty = type == TILE_PENALTY;
    self->had_bonus = type == TILE_BONUS;
}

static void reset_hook(tti_body *core)
{
    core->hooked = -1;
    core->hook_state = TT_HOOK_RETRACTED;
    core->hook = core->at;
}

static void lose_weapons(const struct tile_step *s)
{
    for (int32_t w = TT_WEAPON_SHOTGUN;
         s->world->rules.teleport_lose_weapons != 0 && w < TT_WEAPON_NINJA; w++) {
        tti_take_weapon(s->world, s->cid, w);
    }
}

/* Teleports a tee. An evil teleporter also stops the tee and releases hooks on it. */
static void teleport_to(const struct tile_step *s, tti_pair at, bool is_evil)
{
    tti_physics *world = s->world;
    tti_body *core = &s->self->core;
    core->at = at;
    if (is_evil) {
        core->velocity = (tti_pair){0, 0};
    }
    if (world->rules.teleport_hold_hook == 0) {
        reset_hook(core);
        if (is_evil) {
            tti_let_go(world, s->cid);
        }
    }
}

static void check_tele(const struct tile_step *s, bool is_evil)
{
    for (int32_t number = s->self->checkpoint; number > 0; number--) {
        const tti_pair *exit = tti_exit(s->world, TTI_EXIT_CHECKPOINT, number);
        if (exit != NULL) {
            teleport_to(s, *exit, is_evil);
            return;
        }
    }
    tti_pair at;
    if (tti_spawn_place(s->world, s->cid, &at)) {
        teleport_to(s, at, is_evil);
    }
}

static void pass_teleporter(const struct tile_step *s)
{
    tti_physics *world = s->world;
    const uint8_t *teles = world->arena->terrain.layer[TT_TERRAIN_TELES];
    const tti_rules *rules = &world->rules;
    if (teles == NULL) {
        return;
    }
    uint8_t number = teles[2 * s->tile], type = teles[2 * s->tile + 1];
    bool is_old = rules->old_teleport_hook != 0 || rules->old_teleport_weapons != 0;
    bool is_check = type == TILE_CHECK_TELE || type == TILE_EVIL_CHECK_TELE;
    bool is_tele = (type == TILE_TELE && !is_old) || type == TILE_EVIL_TELE;
    bool has_number = number != 0 || (is_check && rules->version >= TTI_VERSION(16, 9, 0));
    if ((!is_check && !is_tele) || !has_number || s->self->is_super || s->self->is_invincible) {
        return;
    }
    if (is_check) {
        check_tele(s, type == TILE_EVIL_CHECK_TELE);
        return;
    }
    const tti_pair *exit = tti_exit(world, TTI_EXIT_TELE, number);
    if (exit == NULL) {
        return;
    }
    if (type == TILE_TELE) {
        teleport_to(s, *exit, false);
        lose_weapons(s);
    } else if (is_old) {
        s->self->core.at = *exit;
    } else {
        teleport_to(s, *exit, true);
        lose_weapons(s);
    }
}

static void checkpoint(const struct tile_step *s)
{
    const uint8_t *teles = s->world->arena->terrain.layer[TT_TERRAIN_TELES];
    if (teles != NULL && teles[2 * s->tile + 1] == TILE_CHECKPOINT && teles[2 * s->tile] != 0) {
        s->self->checkpoint = teles[2 * s->tile];
    }
}

/* Applies the tile at a tee's place; `tile` is -1 when it has no effect. */
static void handle(tti_physics *world, int32_t cid, int32_t tile)
{
    tti_tee *tee = &world->tee[cid];
    struct tile_step s = {.world = world, .cid = cid, .tile = tile, .tee = tee, .self = &tee->self};
    tee->stops = tti_stops(world, cid, tee->self.at, 18, tile);
    if (tile < 0) {
        tee->self.had_refill = tee->self.had_penalty = tee->self.had_bonus = false;
        return;
    }
    s.game = number_at(world->arena, TT_TERRAIN_GAME, tile);
    s.front = number_at(world->arena, TT_TERRAIN_FRONT, tile);
    checkpoint(&s);
    race(&s);
    if (!tee->is_alive && world->rules.version >= TTI_VERSION(18, 3, 0)) {
        return;
    }
    freezes(&s);
    abilities(&s);
    switch_tile(&s);
    pass_teleporter(&s);
}

#define PATH_MAX_STEPS 65536

/* The straight line that a tee moved along in the last tick, in steps of about a pixel. `way` is
 * its length. */
struct path {
    tti_pair from, to;
    float way;
    int32_t steps;
};

static struct path path_of(const tti_self *self)
{
    struct path path = {.from = self->before, .to = self->at, .steps = 1};
    path.way = tti_distance(path.from, path.to);
    float longer = path.way + 1;
    if (path.way > 0 && path.way < PATH_MAX_STEPS) {
        path.steps = tti_whole(longer);
    }
    return path;
}

static tti_pair on_path(const struct path *path, int32_t step)
{
    float part = (float)step / path->way;
    return tti_mix(path->from, path->to, part);
}

/* Applies each tile with an effect on the way. Returns false when there is none, and for a tee that
 * did not move. */
static bool handle_path(tti_physics *world, int32_t cid)
{
    const tti_arena *arena = world->arena;
    const tti_tee *tee = &world->tee[cid];
    struct path path = path_of(&tee->self);
    int32_t last = 0;
    bool has_any = false;
    if (!(path.way > 0)) {
        return false;
    }
    if (!tti_has_between(arena, on_path(&path, 0), on_path(&path, path.steps - 1),
                         TTI_TILE_EXISTS)) {
        return false;
    }
    for (int32_t i = 0; i < path.steps; i++) {
        int32_t tile = tti_tile_cut(arena, on_path(&path, i));
        if ((arena->what[tile] & TTI_TILE_EXISTS) == 0 || tile == last) {
            continue;
        }
        last = tile;
        has_any = true;
        handle(world, cid, tile);
        if (!tee->is_alive && world->rules.version >= TTI_VERSION(18, 3, 0)) {
            break;
        }
    }
    return has_any;
}

void tti_tiles_apply(tti_physics *world, int32_t cid)
{
    const tti_tee *tee = &world->tee[cid];
    int32_t tile = tti_tile_existing(world->arena, tee->self.at);
    touch_death(world, cid);
    if (tee->is_alive && is_tee_outside(world->arena, tee->self.at)) {
        tti_die(world, cid, TTI_DEATH_WORLD);
    }
    if (!tee->is_alive) {
        return;
    }
    if (tile >= 0) {
        speed_up(world, cid, tile);
    }
    if (!handle_path(world, cid) && tee->is_alive) {
        handle(world, cid, tile);
    }
}
