/* SPDX-License-Identifier: MIT
 *
 * Computes the states of tees from the last two ticks that were taken. Each of these ticks has the
 * tees as the recording has them. The states from there to the tick that is asked for are
 * predicted. The last prediction is kept, so the next tick costs one step.
 */
#include "follow/follow.h"

#include <stddef.h>

#include "base/mem.h"
#include "physics/physics.h"
#include "recording/stream.h"
#include "schema/fields.h"

/* A tee in one of the two ticks. A server sends no tick with a core only in the snapshot after the
 * spawn of the tee, and while the game is paused. A demo that was made without the map has no tick
 * in any core, so these cores cannot be moved on. */
typedef struct taken {
    uint8_t is_there;
    uint8_t is_undated;                             /* the item has no tick of its core */
    enum { CORE_MOVES, CORE_RESTS, CORE_ENDS } way; /* what the core does after its tick */
    tt_tee_state state; /* the recorded members; position, velocity and hook are in `item` */
    int32_t core_tick;  /* tick of the core in `item`; for an undated core that of the snapshot */
    tti_core item;      /* the core as the recording has it */
} taken;

/* A recorded core, and the core predicted from it. */
typedef struct carried {
    uint8_t is_valid;
    int32_t core_tick, at; /* tick of `item`, and the later tick of `core` */
    tti_core item, core;
} carried;

/* A client for whom the server sent a kill message, until the record of its death. */
typedef struct killed_tee {
    enum { NOT_KILLED, KILL_IS_SAID, KILL_IS_SEEN, KILL_IS_OVER } stage;
    int32_t tick; /* tick of the message, later the last tick of the tee */
    int32_t core_tick;
    tti_core item; /* the tee at the tick of the message */
} killed_tee;

typedef struct follower {
    const tt_terrain *terrain;
    const tt_world *world; /* the world of a teehistorian file; NULL: a demo */
    uint8_t guesses;
    uint8_t has_killed;  /* true: the stage of a client in `killed` is not NOT_KILLED */
    uint8_t has_undated; /* true: a tee of the later tick is undated */
    uint8_t is_paused;   /* true: the game stands still in the later tick */
    uint8_t now;         /* index of the later tick */
    int32_t tick[2];     /* the two ticks; -1: none */
    taken tee[2][TT_CIDS];
    carried way[TT_CIDS];
    killed_tee killed[TT_CIDS];
} follower;

/* The first bytes of a core, which come from an item. */
#define ITEM_BYTES offsetof(tti_core, jumps)

_Static_assert(sizeof(follower) <= sizeof(tt_follow), "TT_FOLLOW_WORDS is too small");

static follower *inside(tt_follow *f)
{
    return (follower *)(void *)f;
}

void tt_follow_init(tt_follow *outer, const tt_terrain *terrain)
{
    follower *f = inside(outer);
    tti_fill(f, 0, sizeof *f);
    f->terrain = terrain;
    f->tick[0] = f->tick[1] = -1;
}

void tti_follow_set(tt_follow *outer, const tt_terrain *terrain)
{
    follower *f = inside(outer);
    for (int32_t cid = 0; f->terrain != terrain && cid < TT_CIDS; cid++) {
        f->way[cid].is_valid = 0;
    }
    f->terrain = terrain;
}

void tti_follow_guess(tt_follow *outer, bool on)
{
    inside(outer)->guesses = on != 0;
}

static void begin_stage(follower *f, int32_t tick)
{
    f->now = (uint8_t)(1 - f->now);
    f->tick[f->now] = tick;
    f->has_undated = f->is_paused = 0;
    taken *tees = f->tee[f->now];
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tees[cid].is_there = false;
        tees[cid].state.has_ddnet = tees[cid].state.has_target = 0;
    }
}

/* Decides how undated cores move on. A tee cannot spawn in two successive snapshots, so the demo of
 * such a tee was made without the map. */
static void end_stage(follower *f)
{
    for (int32_t cid = 0; f->has_undated && cid < TT_CIDS; cid++) {
        taken *now = &f->tee[f->now][cid], *before = &f->tee[1 - f->now][cid];
        if (!now->is_there || !now->is_undated) {
            continue;
        }
        if (f->is_paused) {
            now->way = CORE_RESTS;
        } else if (before->is_there && before->is_undated && before->way != CORE_RESTS) {
            now->way = before->way = CORE_ENDS;
        }
    }
}

static int32_t into_range(int32_t value, int32_t min, int32_t max)
{
    return value < min ? min : value > max ? max : value;
}

/* Returns the core of a Character. As in DDNet's client, numbers that are none of the game become
 * the nearest one. */
static tti_core recorded_core(const struct tt_obj_character *c)
{
    return (tti_core){
        .x = c->x,
        .y = c->y,
        .vel_x = c->vel_x,
        .vel_y = c->vel_y,
        .hook_state = into_range(c->hook_state, TT_HOOK_RETRACTED, TT_HOOK_GRABBED),
        .hook_tick = c->hook_tick,
        .hook_x = c->hook_x,
        .hook_y = c->hook_y,
        .hook_dx = c->hook_dx,
        .hook_dy = c->hook_dy,
        .hooked = into_range(c->hooked_player, -1, TT_CIDS - 1),
        .jumped = c->jumped,
        .direction = into_range(c->direction, -1, 1),
        .angle = c->angle,
        .jumps = 2,
    };
}

/* Takes a Character. Items of 0.6 and 0.7 begin with the core. Members that 0.7 does not have
 * become 0. A living tee has health; servers send a health of 0 for other players, whose health is
 * not shown. */
static void take_character(follower *f, tt_obj_kind kind, const tt_snap_item *item)
{
    taken *tee = &f->tee[f->now][item->id];
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    struct tt_obj_character *c = &any.character;
    if (kind == TT_OBJ_TW7_CHARACTER) {
        struct tt_obj_tw7_character seven = any.tw7_character;
        c->player_flags = 0;
        c->health = seven.health;
        c->armor = seven.armor;
        c->ammo_count = seven.ammo_count;
        c->weapon = seven.weapon;
        c->emote = seven.emote;
        c->attack_tick = seven.attack_tick;
    }
    tee->is_there = true;
    tee->is_undated = c->tick <= 0;
    tee->way = CORE_MOVES;
    tee->core_tick = tee->is_undated ? f->tick[f->now] : c->tick;
    tee->item = recorded_core(c);
    f->has_undated |= tee->is_undated;
    tt_tee_state *s = &tee->state;
    s->has_character = 1;
    s->has_health = c->health != 0;
    s->weapon = c->weapon;
    s->emote = c->emote;
    s->attack_tick = c->attack_tick;
    s->health = c->health;
    s->armor = c->armor;
    s->ammo = c->ammo_count;
    s->player_flags = c->player_flags;
}

/* Takes a DDNetCharacter. Servers that send no cursor send (0, 0) for it. */
static void take_ddnet_item(taken *tee, const tt_snap_item *item)
{
    struct tt_obj_ddnet_character d;
    tt_obj_unpack(&d, TT_OBJ_DDNET_CHARACTER, item->data, item->size);
    tt_tee_state *s = &tee->state;
    s->has_ddnet = 1;
    s->flags = d.flags;
    s->freeze_start = d.freeze_start;
    s->freeze_end = d.freeze_end;
    s->has_target = d.target_x != 0 || d.target_y != 0;
    s->target_x = d.target_x;
    s->target_y = d.target_y;
}

/* Returns true for a GameInfo or GameData of a game that stands still: paused, or over. */
static bool shows_pause(tt_obj_kind kind, const tt_snap_item *item)
{
    enum { STILL = TT_GAME_STATE_PAUSED | TT_GAME_STATE_GAMEOVER };
    enum {
        STILL_7 = TT_TW7_GAME_STATE_PAUSED | TT_TW7_GAME_STATE_ROUNDOVER |
                  TT_TW7_GAME_STATE_GAMEOVER | TT_TW7_GAME_STATE_STARTCOUNTDOWN
    };
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    return kind == TT_OBJ_GAME_INFO ? (any.game_info.game_state_flags & STILL) != 0
                                    : (any.tw7_game_data.game_state_flags & STILL_7) != 0;
}

static void take_item(follower *f, tt_obj_kind kind, const tt_snap_item *item)
{
    if (kind == TT_OBJ_GAME_INFO || kind == TT_OBJ_TW7_GAME_DATA) {
        f->is_paused |= shows_pause(kind, item);
    } else if (item->id >= TT_CIDS) {
        return;
    } else if (kind == TT_OBJ_CHARACTER || kind == TT_OBJ_TW7_CHARACTER) {
        take_character(f, kind, item);
    } else if (kind == TT_OBJ_DDNET_CHARACTER) {
        take_ddnet_item(&f->tee[f->now][item->id], item);
    }
}

void tti_follow_snapshot(tt_follow *outer, const tt_snap *snap, const uint8_t *kinds, int32_t tick)
{
    follower *f = inside(outer);
    begin_stage(f, tick);
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        take_item(f, (tt_obj_kind)kinds[i], &item);
    }
    end_stage(f);
}

/* Finds the next item about a tee or the game, and returns false after the last item. Items of a
 * type follow each other, so *kind is computed only when the type changes; at first it is -1. Items
 * of other kinds or of a wrong size are skipped. */
static bool next_known_item(const tt_recording *rec, uint32_t *at, tt_obj_kind *kind,
                            tt_snap_item *item)
{
    const tt_snap *snap = tti_recording_snap(rec);
    int32_t type = item->type;
    while (snap != NULL && *at < snap->count) {
        *item = tt_snap_item_at(snap, (*at)++);
        if (item->type != type) {
            type = item->type;
            *kind = tt_recording_object(rec, type);
        }
        bool is_looked_at = *kind == TT_OBJ_CHARACTER || *kind == TT_OBJ_TW7_CHARACTER ||
                            *kind == TT_OBJ_DDNET_CHARACTER || *kind == TT_OBJ_SPAWN ||
                            *kind == TT_OBJ_TW7_SPAWN || *kind == TT_OBJ_GAME_INFO ||
                            *kind == TT_OBJ_TW7_GAME_DATA;
        if (is_looked_at && tti_obj_fit(*kind, item->size) >= 0) {
            return true;
        }
    }
    return false;
}

static void take_items(follower *f, const tt_recording *rec)
{
    tt_obj_kind kind = TT_OBJ_KINDS;
    tt_snap_item item = {.type = -1};
    for (uint32_t at = 0; next_known_item(rec, &at, &kind, &item);) {
        take_item(f, kind, &item);
    }
}

/* Returns true when the item is the Spawn of a tee. The tee may have fallen by a unit since its
 * spawn. */
static bool is_spawn_of(const tt_snap_item *item, tt_obj_kind kind, const int32_t *character)
{
    enum { X = 1, Y };
    return (kind == TT_OBJ_SPAWN || kind == TT_OBJ_TW7_SPAWN) && item->data[0] == character[X] &&
           (item->data[1] == character[Y] || item->data[1] == (int64_t)character[Y] - 1);
}

/* Returns the last tick of a killed tee, from a later snapshot: the tick before the spawn, if the
 * snapshot shows when the tee spawned again, else the tick of the message. */
static int32_t last_tick_of_killed(const killed_tee *k, int32_t cid, const tt_recording *rec,
                                   int32_t tick)
{
    tt_obj_kind kind = TT_OBJ_KINDS;
    tt_snap_item item = {.type = -1};
    const int32_t *character = NULL;
    for (uint32_t at = 0; next_known_item(rec, &at, &kind, &item);) {
        if (item.id == cid && (kind == TT_OBJ_CHARACTER || kind == TT_OBJ_TW7_CHARACTER)) {
            character = item.data;
        }
    }
    int32_t last = k->tick;
    if (character != NULL && character[0] == 0) {
        last = tick - 1;
    }
    for (uint32_t at = 0;
         character != NULL && character[0] == tick && next_known_item(rec, &at, &kind, &item);) {
        last = is_spawn_of(&item, kind, character) ? tick - 2 : last;
    }
    return last > k->tick ? last : k->tick;
}

static void take_killed(follower *f, const tt_recording *rec, int32_t tick)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        killed_tee *k = &f->killed[cid];
        const taken *tee = &f->tee[f->now][cid];
        if (k->stage == KILL_IS_SAID && tick >= k->tick) {
            k->stage = tick == k->tick && tee->is_there ? KILL_IS_SEEN : NOT_KILLED;
            k->core_tick = tee->core_tick;
            k->item = tee->item;
        } else if (k->stage == KILL_IS_SEEN && tick > k->tick) {
            k->tick = last_tick_of_killed(k, cid, rec, tick);
            k->stage = KILL_IS_OVER;
        }
    }
}

/* Computes the place of a death. A core of an earlier tick can be predicted up to the death only
 * with the map; without the map the place remains unknown. */
static void place_death(const follower *f, const killed_tee *k, tt_fact *fact)
{
    tti_core core = k->item;
    int64_t age = (int64_t)k->tick - k->core_tick;
    if (age > 0 && f->terrain == NULL) {
        return;
    }
    if (age > 0) {
        tti_core_carry(&core, age, f->terrain);
    }
    fact->u.death.x = core.x;
    fact->u.death.y = core.y;
    fact->derived = true;
}

/* Adds the place to a death. The record with the death after a kill message may come in a tick that
 * tt_follow_take has not taken yet. */
void tt_follow_fact(tt_follow *outer, const tt_recording *rec, tt_fact *fact)
{
    follower *f = inside(outer);
    killed_tee *k = fact->cid >= 0 && fact->cid < TT_CIDS ? &f->killed[fact->cid] : NULL;
    if (k == NULL || tti_recording_th(rec) != NULL) {
        return;
    }
    if (fact->kind == TT_FACT_KILL) {
        *k = (killed_tee){.stage = KILL_IS_SAID, .tick = fact->tick};
        f->has_killed = true;
    } else if (fact->kind == TT_FACT_DEATH) {
        int32_t now = tt_recording_look(rec).tick;
        if (k->stage == KILL_IS_SEEN && now > k->tick) {
            k->tick = last_tick_of_killed(k, fact->cid, rec, now);
            k->stage = KILL_IS_OVER;
        }
        if (k->stage >= KILL_IS_SEEN && fact->u.death.x == TT_NO_PLACE) {
            place_death(f, k, fact);
        }
        k->stage = NOT_KILLED;
    }
}

/* Takes a tick. The world of a teehistorian file always has the last tick, so tt_follow_tee reads
 * it directly. */
void tt_follow_take(tt_follow *outer, const tt_recording *rec, int32_t tick)
{
    follower *f = inside(outer);
    if (tti_recording_th(rec) != NULL) {
        f->world = tt_recording_world(rec);
    } else {
        begin_stage(f, tick);
        take_items(f, rec);
        end_stage(f);
        if (f->has_killed) {
            take_killed(f, rec, tick);
        }
    }
}

/* Two terrains without end: a floor with air above it, and air alone. */
static const uint8_t floor_cells[] = {TT_TILE_AIR, 0, TT_TILE_SOLID, 0};
#define FLOOR_AT 17 /* y of a tee on the floor */
static const tt_terrain floor_terrain = {1, 2, {floor_cells}};
static const tt_terrain air_terrain = {1, 1, {floor_cells}};

/* Predicts a core without a map. A tee without vertical velocity is assumed to be on something
 * solid. */
static void guess(tti_core *core, int64_t ticks)
{
    if (core->vel_y != 0 || core->hook_state == TT_HOOK_GRABBED) {
        tti_core_carry(core, ticks, &air_terrain);
        return;
    }
    int64_t up = (int64_t)core->y - FLOOR_AT;
    int64_t hook = core->hook_y - up;
    if (hook != (int32_t)hook) {
        return;
    }
    core->y = FLOOR_AT;
    core->hook_y = (int32_t)hook;
    tti_core_carry(core, ticks, &floor_terrain);
    core->y = (int32_t)(core->y + up);
    hook = core->hook_y + up;
    core->hook_y = hook == (int32_t)hook ? (int32_t)hook : core->hook_y;
}

/* Predicts a recorded core up to a tick. Continues from the last result if that came from the same
 * core. */
static const tti_core *predict_to(const follower *f, carried *way, const taken *tee, int32_t tick)
{
    int64_t end = (int64_t)tee->core_tick + TTI_CARRY_MAX;
    int32_t to = tick < end ? tick : (int32_t)end;
    if (!way->is_valid || way->core_tick != tee->core_tick || way->at > to ||
        !tti_equal(&way->item, &tee->item, ITEM_BYTES)) {
        *way = (carried){.is_valid = 1, .core_tick = tee->core_tick, .at = tee->core_tick};
        way->item = way->core = tee->item;
    }
    int64_t ticks = (int64_t)to - way->at;
    if (f->terrain != NULL) {
        tti_core_carry(&way->core, ticks, f->terrain);
    } else {
        guess(&way->core, ticks);
    }
    way->at = to;
    return &way->core;
}

/* Returns the tee from which the state at a tick is predicted. The core of the later tick is valid
 * from its own tick on, even for ticks before the snapshot that has it. */
static const taken *tee_for(const follower *f, int32_t cid, int32_t tick)
{
    const taken *now = &f->tee[f->now][cid], *before = &f->tee[1 - f->now][cid];
    if (tick >= f->tick[f->now]) {
        return now;
    }
    bool is_older = now->is_there && now->core_tick <= tick;
    return is_older ? now : before;
}

/* Puts a core without its place. */
static void put_movement(tt_tee_state *s, const tti_core *core)
{
    s->vel_x = core->vel_x;
    s->vel_y = core->vel_y;
    s->hook_state = core->hook_state;
    s->hook_tick = core->hook_tick;
    s->hook_x = core->hook_x;
    s->hook_y = core->hook_y;
    s->hooked = core->hooked;
    s->jumped = core->jumped;
    s->direction = core->direction;
    s->angle = core->angle;
}

static void take_body(tt_tee_state *s, const struct tt_obj_character *c)
{
    tti_core core = recorded_core(c);
    s->core = TT_DERIVED;
    s->has_character = TT_DERIVED;
    put_movement(s, &core);
    s->weapon = c->weapon;
    s->attack_tick = c->attack_tick;
    s->player_flags = c->player_flags;
}

void tti_follow_computed(const tti_physics *world, int32_t cid, tt_tee_state *s)
{
    struct tt_obj_character c;
    struct tt_obj_ddnet_character d;
    tti_physics_character(world, cid, &c);
    take_body(s, &c);
    tti_physics_ddnet_character(world, cid, &d);
    s->has_ddnet = TT_DERIVED;
    s->flags = d.flags;
    s->freeze_start = d.freeze_start;
    s->freeze_end = d.freeze_end;
}

uint8_t tti_follow_keys(const tt_input *input)
{
    tt_input_change change = tt_input_compare(input, input);
    unsigned keys = 0;
    for (unsigned key = 0; key <= TT_KEY_FIRE; key++) {
        keys |= (unsigned)change.held[key] << key;
    }
    return (uint8_t)keys;
}

/* Ticks after a shot for which the fire key counts as pressed. */
#define FIRE_TICKS 5

/* Returns the keys that a state shows. The hook is idle in every tick without its key. */
static uint8_t keys_shown(const tt_tee_state *s, int32_t tick)
{
    unsigned fires =
        s->attack_tick > 0 && s->attack_tick <= tick && tick - s->attack_tick < FIRE_TICKS;
    return (uint8_t)((unsigned)(s->direction < 0) << TT_KEY_LEFT |
                     (unsigned)(s->direction > 0) << TT_KEY_RIGHT |
                     (unsigned)(s->jumped & 1) << TT_KEY_JUMP |
                     (unsigned)(s->hook_state != 0) << TT_KEY_HOOK | fires << TT_KEY_FIRE);
}

static bool tee_of_world(const tt_tee *tee, int32_t tick, tt_tee_state *state)
{
    *state = (tt_tee_state){.tick = tick, .place = TT_RECORDED, .x = tee->x, .y = tee->y};
    state->hooked = -1;
    state->has_target = (tee->has_input & tee->settled) != 0;
    if (state->has_target) {
        tt_input input;
        tti_copy(&input, tee->input, sizeof input);
        state->target_x = input.target_x;
        state->target_y = input.target_y;
        state->keys = tti_follow_keys(&input);
    }
    return tee->alive;
}

/* Returns true for a tee of which a conversion knew only the place (convert/snapshot.c): no weapon,
 * and no DDNetCharacter. A server that sends tees without a weapon sends a DDNetCharacter, too. */
static bool is_only_place(const tt_tee_state *s)
{
    return s->has_character && s->weapon < 0 && !s->has_ddnet;
}

/* Says how the state of a tee is known after the tick of its core. */
static uint8_t known_after(const follower *f, const taken *tee)
{
    bool is_computed = tee->way == CORE_MOVES && f->terrain != NULL;
    return tee->way == CORE_RESTS || is_computed ? TT_DERIVED : TT_UNKNOWN;
}

bool tt_follow_tee(tt_follow *outer, int32_t cid, int32_t tick, tt_tee_state *state)
{
    follower *f = inside(outer);
    if (cid < 0 || cid >= TT_CIDS) {
        return false;
    }
    if (f->world != NULL) {
        return tee_of_world(&f->world->tee[cid], tick, state);
    }
    const taken *tee = tee_for(f, cid, tick);
    if (!tee->is_there) {
        return false;
    }
    *state = tee->state;
    state->tick = tick;
    state->core_age = 0;
    state->place = state->core = TT_RECORDED;
    const tti_core *core = &tee->item;
    int64_t age = (int64_t)tick - tee->core_tick;
    if (age > 0) {
        bool is_moved = tee->way == CORE_MOVES && (f->terrain != NULL || f->guesses);
        core = is_moved ? predict_to(f, &f->way[cid], tee, tick) : core;
        state->core_age = age < INT32_MAX ? (int32_t)age : INT32_MAX;
        state->place = state->core = known_after(f, tee);
    }
    state->x = core->x;
    state->y = core->y;
    put_movement(state, core);
    state->keys = keys_shown(state, tick);
    if (is_only_place(state)) {
        state->core = TT_UNKNOWN;
        state->has_character = state->has_health = 0;
    }
    return true;
}
