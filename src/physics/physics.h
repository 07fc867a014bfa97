/* SPDX-License-Identifier: MIT
 *
 * All tees of a game, what they shoot, and the entities of the map, tick by tick as the server
 * computes them. docs/format/physics.md has the rules.
 *
 * A world is one block of memory without pointers into itself: a copy of its bytes is the same
 * game, and two games with the same bytes continue in the same way. The map is an arena, which many
 * worlds share.
 *
 *     tti_physics_init(world, &arena, &rules);
 *     for (;;) {
 *         for (cid = 0; cid < TT_CIDS; cid++)
 *             tti_physics_press(world, cid, input);    // NULL: it sent nothing
 *         tti_physics_begin(world);                    // the tees move
 *         tti_physics_end(world);                      // deaths and spawns
 *     }
 */
#ifndef TTI_PHYSICS_PHYSICS_H
#define TTI_PHYSICS_PHYSICS_H

#include "physics/arena.h"
#include "physics/core.h"
#include "physics/places.h"
#include "physics/tile.h"
#include "teetape/game.h"
#include "teetape/input.h"
#include "teetape/world.h"

enum { TTI_WEAPONS = 6, TTI_NAME_SIZE = 16 };

/* Moving entities take a step once in this number of ticks. */
#define TTI_BEAT 7

/* The health that clients show in full. */
#define TTI_HEALTH_MAX 10

/* The state of a tee that a rescue, a swap and a load restore; its relations to other tees are not
 * part of it. */
typedef struct tti_self {
    tti_body core;
    tti_pair at;     /* place of the core at the end of the last tick, where tiles, weapons and
                        entities see the tee */
    tti_pair before; /* place of the core after its turn in the last tick; the tiles from here to
                        `at` act on the tee */

    uint8_t owned; /* weapons that the tee owns, a set of 1 << weapon */
    uint8_t empty; /* set of 1 << weapon: weapons without ammo */
    /* the weapon in hand, the one in hand before, and the one chosen for next; -1: none */
    int8_t weapon, last_weapon, queued;
    uint8_t hits_off; /* weapons that do not hit others, a set of 1 << weapon */
    /* set of 1 << weapon: weapons that teleport the tee to the end of their shot */
    uint8_t teleguns;
    bool endless_hook, endless_jump, jetpack, ninja_jetpack;
    bool is_deep, is_live, is_super, is_invincible;
    int32_t reload;
    int32_t freeze, freeze_since; /* ticks of freeze that are left, and the tick in which it
                                     began */

    tti_pair ninja_way;
    int32_t ninja_start, ninja_move, ninja_speed;

    uint8_t race; /* state of the race, a TTI_RACE_* */
    int32_t race_start;
    uint8_t checkpoint;                      /* number of the last checkpoint for teleporters */
    bool had_penalty, had_bonus, had_refill; /* true when the last tile was of this kind */
    uint8_t zone;                            /* number of the zone of tunings */
    tt_input saved;                          /* the last input that moved the tee */
} tti_self;

enum { TTI_RACE_NONE, TTI_RACE_STARTED, TTI_RACE_CHEATED, TTI_RACE_FINISHED };

enum { TTI_PAUSE_NONE, TTI_PAUSE_STAYS, TTI_PAUSE_LEAVES };

/* The pause of a tti_point that was taken in a forced pause; tti_pause does not change such a
 * pause. */
#define TTI_PAUSE_BY_FORCE 255

/* This value of sv_team gives each client a team of its own. */
#define TTI_FORCED_SOLO 3

/* A copy of a tee, from which its place and state can be restored. */
typedef struct tti_point {
    bool is_set;
    uint8_t pause; /* pause of the player, a TTI_PAUSE_* */
    bool has_started, has_finished;
    int32_t tick;
    int32_t race_ticks; /* ticks since the start, with the penalty for saves; 0: the start is not
                           known */
    tti_self self;
} tti_point;

/* A tee. All members are 0 while the client has no tee. */
typedef struct tti_tee {
    bool is_alive;
    bool is_shown; /* others can touch the tee; false when it left the world in a pause */
    tti_self self;
    uint8_t stops; /* directions in which tiles stop the tee at the end of its way, TTI_STOP_* */
    tt_input in, latest, latest_before, previous;
    int32_t inputs;       /* number of inputs that the weapons have seen in this life */
    int32_t aim_x, aim_y; /* aim of the last turn; (0, 0) before the first one */
    int32_t spawn_tick;
    uint8_t armor; /* armor that clients show; it counts down during a freeze or with the ninja */
    uint8_t rank;  /* index in world->order after the moves of the last tick */
    int32_t attack_tick;
    int32_t pain;      /* ticks until a frozen tee that fires may cry again */
    int32_t hurt_tick; /* tick of the last hit by hammer, ninja or explosion; 0: never */
    bool was_frozen;   /* a freeze ended since the tee's last turn */
    bool in_freeze;    /* the tee's tile freezes or kills */
    bool is_unknown;   /* the tee came to life before the recording began, so only its place is
                          known; it neither fires nor hooks */
    /* a telegun moves the tee to `jump` in its next turn; the tee may keep its speed */
    bool has_jump, keeps_speed;
    tti_pair jump;
    uint64_t ninja_hits[(TT_CIDS + 63) / 64];
    int32_t ninja_hit_count;
    int32_t last_rescue;
    int32_t left_tick; /* tick in which the tee left the world for a pause */
    tti_point rescue;
} tti_tee;

/* A client, with what it keeps when its tee dies. */
typedef struct tti_player {
    bool is_known;     /* the client is connected */
    bool is_here;      /* the client has entered the game */
    bool spectates;    /* the client is in the team of spectators */
    bool is_paused;    /* the client's inputs do not count; its tee remains in the world */
    bool leaves_world; /* the client is paused, and its tee leaves the world once it stands still */
    bool wants_spawn, spawns_weak;
    bool has_started, has_finished; /* the client's part in the race of its team */
    uint8_t team;
    uint8_t team_before_super;
    uint8_t rescue_mode; /* place of a rescue: 0 for the last good one, 1 for one that the player
                            has set */
    int32_t death_tick, death_tick_before;
    int32_t kill_tick;  /* tick in which the client last killed itself */
    int32_t query_tick; /* tick in which the client last asked the database */
    /* tick in which the client last joined or left the spectators */
    int32_t side_tick;
    /* tick of the last finish, and the time of that race in ticks */
    int32_t finish_tick, finish_ticks;
    int32_t best_ticks; /* time of the best race in ticks; 0: no finish yet */
    int32_t pause_tick; /* tick in which the client last paused or came back */
    int32_t pause_end;  /* last tick of a forced pause; 0: no forced pause */
    int32_t chat_tick;  /* tick in which the client last wrote */
    bool ninja_jetpack;
    char name[TTI_NAME_SIZE];
    struct {
        bool is_known;
        float zoom;
        int32_t deadzone, follow;
    } camera; /* view of the client, from Cl_CameraInfo */
    /* client id + 1 of the player that the client watches as a spectator or in a pause; 0:
     * nobody */
    int16_t watched;
    tti_pair view;
    bool has_body; /* the client's tee exists: alive, or dead in this tick */
    bool has_input, has_move;
    int32_t flags;  /* player flags of the last input */
    tt_input input; /* the last input of the client */
    tt_input move;  /* the first input for the coming tick */
    tti_point manual, died, tele;
    tti_point saved;    /* the client's tee while its team is being saved */
    uint8_t saved_rank; /* the client's place among the saved members */
} tti_player;

/* Returns the pause that a player has chosen, a TTI_PAUSE_*. */
static inline uint8_t tti_pause_of(const tti_player *player)
{
    uint8_t pause = player->leaves_world ? TTI_PAUSE_LEAVES : TTI_PAUSE_STAYS;
    return player->is_paused ? pause : TTI_PAUSE_NONE;
}

enum { TTI_TEAM_EMPTY, TTI_TEAM_OPEN, TTI_TEAM_STARTED, TTI_TEAM_UNFINISHABLE, TTI_TEAM_FINISHED };

typedef struct tti_team {
    uint8_t state; /* state of the team, a TTI_TEAM_* */
    bool is_locked, practices, is_saving, is_flock;
    int32_t clock;     /* tick in which the members of the team die; 0: none */
    int32_t save_tick; /* tick in which the running save began, or 0. Timed switches of the team
                          wait during a save */
} tti_team;

typedef struct tti_switch {
    bool is_on;
    uint8_t type;    /* type of the tile that set the switch last; types 22 and 23 are timed */
    int32_t end;     /* tick in which the switch turns back; 0: never */
    int32_t touched; /* last tick in which a tee was on a tile of the switch */
} tti_switch;

typedef enum tti_thing_kind {
    TTI_FREE, /* an unused slot */
    TTI_PROJECTILE,
    TTI_LASER,
    TTI_DRAGGER,
    TTI_BEAM, /* the beam of a dragger on one tee */
    TTI_TURRET,
    TTI_PLASMA,
    TTI_LIGHT,
    TTI_DOOR,
    TTI_PICKUP
} tti_thing_kind;

/* An entity of the map, a shot or a pickup. Its kind decides which members it uses (see things.c
 * and shots.c). Its index is the id of its snapshot item. */
typedef struct tti_thing {
    uint8_t kind;   /* kind of the thing, a tti_thing_kind */
    uint8_t type;   /* the weapon of a shot; else the entity: tile index - 191 */
    uint8_t layer;  /* layer with the tile of the thing: TT_TERRAIN_GAME, _FRONT or _SWITCHES */
    uint8_t number; /* number of the thing's switch; 0: none */
    uint8_t flags;  /* flags of the thing's tile */
    uint8_t team;
    uint8_t zone;
    uint8_t whom; /* whom a laser hits: a set of WHOM_* in shots.c */
    bool is_gone; /* the thing will be removed at the end of the tick */
    bool explodes, freezes, bounces_x, bounces_y;
    bool is_of_practice; /* the thing was shot while the team of its owner practised */
    bool is_past_tele;   /* the next beam of the laser begins at `exit` */
    bool stood_still;    /* the last bounce of the laser did not move its end */
    bool no_jump;        /* the laser does not teleport its owner */
    bool keeps_speed;    /* a telegun laser keeps the speed of its owner */
    int16_t owner;       /* client id of the owner; -1: none */
    int16_t target;      /* client id of the target; -1: none */
    int16_t next;        /* index of the next thing in the list; -1 at its end */
    int16_t index;       /* number among the draggers or turrets of the map */
    int32_t start, life;
    tti_pair at, from;
    union {
        tti_pair way;   /* direction of a shot */
        tti_pair speed; /* speed of an entity on movers */
    };
    union {
        struct {
            float angle, turn;          /* direction of a light, and its change per tick */
            int32_t length, pace, rest; /* length of a light, its growth per tick, and its growth
                                           beyond its limits */
        };
        struct {
            float energy;
            int32_t bounces;
            tti_pair exit;
        };
        struct {
            int32_t aim_x, aim_y; /* aim of the input that shot a projectile */
        };
    };
} tti_thing;

/* Lists of things, in the order in which the game computes them, one list after the other. */
enum { TTI_LIST_PROJECTILES, TTI_LIST_LASERS, TTI_LIST_PICKUPS, TTI_LISTS };

/* Most shots that can exist at once. A fight of 72 tees had 32. */
#define TTI_SHOTS_MAX 1024

/* Most events between two snapshots. A server drops further events. */
#define TTI_EVENTS_MAX 128

/* A sound or an effect that is in one snapshot only: the kind of its item, with TT_OBJ_IS_EVENT in
 * its use, and its ints. */
typedef struct tti_event {
    int32_t kind; /* kind of the item, a tt_obj_kind */
    int32_t ints[3];
} tti_event;

/* The kinds of messages in which a server announces something to all clients. */
typedef enum tti_news_kind {
    TTI_NEWS_DEATH,      /* `value`: the weapon of the message */
    TTI_NEWS_TEAM_DEATH, /* `who`: a team; `value`: who died first, or -1 */
    TTI_NEWS_FINISH      /* `value`: ticks of the race */
} tti_news_kind;

typedef struct tti_news {
    tti_news_kind kind;
    int32_t who, value;
} tti_news;

/* Most news between two snapshots; all further ones are lost. */
#define TTI_NEWS_MAX (2 * TT_CIDS)

/* Without the map most turns of a tee repeat its last input and change nothing, so they are left
 * out. What changes a tee makes it TTI_MAY_CHANGE again. */
enum tti_rest {
    TTI_MAY_CHANGE, /* the next turn may change the tee */
    TTI_WILL_REST,  /* the turn of this tick was made, and the next one would change nothing */
    TTI_RESTS,      /* the turn of this tick was left out */
    TTI_RESTS_MOVED /* as TTI_RESTS, and the caller has put the tee elsewhere */
};

/* A game. */
typedef struct tti_physics {
    const tti_arena *arena;
    size_t size; /* bytes of the struct and its tables */
    tti_rules rules;
    tti_tuning tuning; /* tunings outside of zones */
    int32_t tick;
    uint64_t random, random_step;
    bool is_cheated;  /* a command for cheats has run */
    bool walk_is_cut; /* ends the loop over all tees (walk in physics.c); tti_things_drop sets it */
    bool in_tick;
    bool has_overflow;      /* a shot was lost because there were too many */
    int32_t client_end;     /* one more than the highest id of a client that is known */
    uint8_t order[TT_CIDS]; /* client ids of tees, the latest spawn first */
    int32_t order_count;
    tti_tee tee[TT_CIDS];
    tti_player player[TT_CIDS];
    tti_team team[TT_TEAMS];
    int16_t head[TTI_LISTS], free, last_free; /* indexes of things, -1 for none: the first of each
                                                 list, and the first and last unused one */
    int32_t thing_count;                      /* number of things, unused ones included */
    size_t things, switches, targets, fired, zones; /* offsets of the tables after this struct */
    int32_t id_end; /* one more than the highest id of a client that ever was known or had a tee */
    int32_t clocks; /* one more than the highest team that had a clock */
    uint8_t rest[TT_CIDS];   /* without the map: a TTI_* of tti_rest for each tee */
    bool reloads[TT_CIDS];   /* a tee that rests reloads, which goes on */
    uint8_t pushes[TT_CIDS]; /* counts the pushes of each tee, modulo 256; a push may hurt it */
    /* Events since the caller last set the count to 0, oldest first. They have no effect on the
     * game. */
    int32_t event_count;
    tti_event event[TTI_EVENTS_MAX];
    int32_t news_count; /* number of news since the caller last set it to 0 */
    tti_news news[TTI_NEWS_MAX];
} tti_physics;

/* Returns the bytes that a world on this arena needs. */
TT_PRIVATE_API size_t tti_physics_size(const tti_arena *arena);
/* Returns a table of a world by its offset. */
static inline void *tti_table(const tti_physics *world, size_t offset)
{
    return (uint8_t *)(uintptr_t)world + offset;
}

/* Sets `size`, `thing_count` and the offsets of the tables. */
void tti_physics_lay_out(tti_physics *world, const tti_arena *arena);
TT_PRIVATE_API void tti_physics_init(tti_physics *world, const tti_arena *arena,
                                     const tti_rules *rules);

/* -- the course of a tick: physics.c ----------------------------------------------------------- */

/* Gives a client's input for the next tick; NULL repeats its last input. Call it for all clients in
 * ascending order. */
void tti_physics_press(tti_physics *world, int32_t cid, const tt_input *input);

/* Returns true when the last input of a client has not moved its tee yet. */
bool tti_has_news(const tti_physics *world, int32_t cid);

/* Takes the places of all tees that are shown. */
void tti_places_take(tti_places *places, const tti_physics *world);

/* Computes a tick up to the point where a server applies results of saves and votes.
 * tti_physics_end computes the rest. */
void tti_physics_begin(tti_physics *world);
void tti_physics_end(tti_physics *world);

/* Returns true when nobody plays and nothing of the map moves, so that a tick changes nothing but
 * its number. */
bool tti_physics_rests(const tti_physics *world);

/* Returns the tile at a place when it has an effect on a tee, else -1. */
static inline int32_t tti_tile_existing(const tti_arena *arena, tti_pair at)
{
    int32_t tile = tti_tile_cut(arena, at);
    return (arena->what[tile] & TTI_TILE_EXISTS) != 0 ? tile : -1;
}

/* -- whom a tee touches ------------------------------------------------------------------------ */

static inline int32_t tti_team_of(const tti_physics *world, int32_t cid)
{
    return world->player[cid].team;
}

/* Returns the team whose members touch everybody. */
static inline int32_t tti_team_super(const tti_physics *world)
{
    return world->rules.version >= TTI_VERSION(20, 0, 0) ? 128 : 64;
}

/* Returns true when a hook can continue to hold a tee: they are one tee, one of them is super, or
 * they are in one team. */
static inline bool tti_can_hold(const tti_physics *world, int32_t a, int32_t b)
{
    int32_t team = tti_team_of(world, a), other = tti_team_of(world, b);
    int32_t top = tti_team_super(world);
    return team == other || team == top || other == top;
}

/* Returns true when two tees can touch: as tti_can_hold, but not when one of two others in a team
 * is solo. */
static inline bool tti_can_touch(const tti_physics *world, int32_t a, int32_t b)
{
    bool is_solo = world->tee[a].self.core.is_solo || world->tee[b].self.core.is_solo;
    int32_t top = tti_team_super(world);
    bool has_super = tti_team_of(world, a) == top || tti_team_of(world, b) == top;
    return a == b || has_super || (!is_solo && tti_team_of(world, a) == tti_team_of(world, b));
}

/* Returns the first tee on the line from `from` to `to`, or -1. *at becomes the point on the line
 * that is nearest to that tee. Skips the client `except`, and tees that the client `group` cannot
 * touch; with a `group` of -1 it skips no such tees. */
int32_t tti_first_on_line(const tti_physics *world, tti_pair from, tti_pair to, float radius,
                          int32_t except, int32_t group, tti_pair *at);

/* -- what is done to a tee ------------------------------------------------------------------- */

/* Corrects the jumps of a tee that has more or fewer than two, after its core's turn. */
void tti_count_jumps(tti_self *self);
/* Returns true when a tee at this place has ground or a stopper under its feet. */
bool tti_is_grounded(const tti_physics *world, tti_pair at);
void tti_push(tti_physics *world, int32_t cid, tti_pair force);
/* In a game that began in the middle, shots of unknown tees, the phase of entities and random
 * numbers are unknown. Tees that these may have changed become unknown, too: tti_doubt_tee says so
 * of one, and tti_doubt_near of all frozen ones near an unknown tee that fires, which may unfreeze
 * them. Other effects of its shots and hook show in the places. */
void tti_doubt_tee(tti_physics *world, int32_t cid);
void tti_doubt_near(tti_physics *world, int32_t cid);
bool tti_freeze_tee(tti_physics *world, int32_t cid, int32_t seconds);
void tti_unfreeze_tee(tti_physics *world, int32_t cid);
void tti_give_weapon(tti_physics *world, int32_t cid, int32_t weapon);
void tti_take_weapon(tti_physics *world, int32_t cid, int32_t weapon);
void tti_give_ninja(tti_physics *world, int32_t cid);
void tti_let_go(tti_physics *world, int32_t cid); /* releases all hooks on this tee */

/* Returns true when a switch is on for a team. Switch 0 is always on. */
bool tti_is_on(const tti_physics *world, int32_t number, int32_t team);
tti_switch *tti_switch_of(const tti_physics *world, int32_t number, int32_t team); /* or NULL */

/* Returns the zone of tunings at a place; tti_zone returns the tunings of a zone. */
static inline uint8_t tti_zone_at(const tti_physics *world, tti_pair at)
{
    const uint8_t *tunes = world->arena->terrain.layer[TT_TERRAIN_TUNES];
    int32_t tile = tunes != NULL ? tti_tile_existing(world->arena, at) : -1;
    return tile >= 0 && tunes[2 * tile + 1] != 0 ? tunes[2 * tile] : 0;
}

static inline const tti_tuning *tti_zone(const tti_physics *world, uint8_t zone)
{
    return zone == 0 || zone >= world->arena->zones
               ? &world->tuning
               : (const tti_tuning *)tti_table(world, world->zones) + zone;
}

uint32_t tti_random(tti_physics *world);
/* Draws an exit of teleporters with the game's random numbers. Returns NULL when there is no such
 * exit. */
const tti_pair *tti_exit(tti_physics *world, int32_t kind, int32_t number);

/* Computes tti_stops where something near may stop the tee. */
uint8_t tti_stops_near(const tti_physics *world, int32_t cid, tti_pair at, float reach,
                       int32_t tile);
/* Returns the TTI_STOP_* of the tiles around a tee, including closed doors of its team. `tile`
 * replaces the tile at the place itself, unless it is -1. */
static inline uint8_t tti_stops(const tti_physics *world, int32_t cid, tti_pair at, float reach,
                                int32_t tile)
{
    const uint8_t *what = world->arena->what;
    unsigned near = what[tti_tile_rounded(world->arena, at)] | (tile >= 0 ? what[tile] : 0);
    return (near & TTI_TILE_NEAR_STOP) != 0 ? tti_stops_near(world, cid, at, reach, tile) : 0;
}

/* The highest armor that clients show. It counts down during a freeze or with the ninja. */
#define TTI_ARMOR_MAX 10
static inline uint8_t tti_armor_for(int64_t ticks)
{
    int64_t armor = TTI_ARMOR_MAX - ticks / 15;
    return (uint8_t)(armor < 0 ? 0 : armor > TTI_ARMOR_MAX ? TTI_ARMOR_MAX : armor);
}

/* -- events: event.c --------------------------------------------------------------------------- */

enum {
    TTI_SOUND_GUN = 0,
    TTI_SOUND_SHOTGUN = 1,
    TTI_SOUND_GRENADE = 2,
    TTI_SOUND_HAMMER = 3,
    TTI_SOUND_NINJA = 5,
    TTI_SOUND_EXPLOSION = 6,
    TTI_SOUND_NINJA_HIT = 7,
    TTI_SOUND_LASER = 8,
    TTI_SOUND_LASER_BOUNCE = 9,
    TTI_SOUND_SWITCH = 10,
    TTI_SOUND_PAIN = 12,
    TTI_SOUND_JUMP = 15,
    TTI_SOUND_DEATH = 16,
    TTI_SOUND_HOOK_GROUND = 21,
    TTI_SOUND_HOOK_TEE = 22,
    TTI_SOUND_HOOK_BLOCKED = 23,
    TTI_SOUND_HEALTH = 24,
    TTI_SOUND_SHIELD = 25,
    TTI_SOUND_PICKUP_GRENADE = 26,
    TTI_SOUND_PICKUP_SHOTGUN = 27,
    TTI_SOUND_TELEGUN = 29
};

/* Notes an event at a place; `value` is the third int of its item, if it has one. */
void tti_note(tti_physics *world, tt_obj_kind kind, tti_pair at, int32_t value);
void tti_note_sound(tti_physics *world, int32_t sound, tti_pair at);
void tti_note_death(tti_physics *world, int32_t cid); /* notes a death at the place of the tee */
void tti_announce(tti_physics *world, tti_news_kind kind, int32_t who, int32_t value);
/* Notes stars in a fan around a place. `angle` turns the fan. */
void tti_note_stars(tti_physics *world, tti_pair at, float angle, int32_t count);
/* Notes the sounds of a tee's last core turn, after its move. */
void tti_note_core(tti_physics *world, int32_t cid);

/* -- lists of entities: world.c ---------------------------------------------------------------- */

tti_thing *tti_thing_at(const tti_physics *world, int32_t index);
/* Adds a thing to the head of a list. Owner and target are -1, other members than its kind 0.
 * Without a free slot it returns NULL and sets has_overflow. */
tti_thing *tti_thing_new(tti_physics *world, int list, tti_thing_kind kind);
/* Removes the projectiles and lasers of a client at once. */
void tti_things_drop(tti_physics *world, int32_t cid);
/* Removes the things that are marked as gone. */
void tti_things_sweep(tti_physics *world);

/* -- shots.c --------------------------------------------------------------------------------- */

void tti_shoot_projectile(tti_physics *world, int32_t cid, int32_t weapon, tti_pair from,
                          tti_pair way, int32_t life);
void tti_shoot_laser(tti_physics *world, int32_t cid, int32_t weapon, tti_pair from, tti_pair way);
void tti_projectile_tick(tti_physics *world, tti_thing *shot);
void tti_laser_tick(tti_physics *world, tti_thing *laser);
/* Makes an explosion. `no_damage` is the game's parameter of this name. `team` limits an explosion
 * without an owner to a team; -1: to none. */
void tti_explode(tti_physics *world, tti_pair at, int32_t owner, bool no_damage, int32_t team);

/* -- things.c -------------------------------------------------------------------------------- */

/* Creates the entities of the map in the game's order. */
void tti_things_init(tti_physics *world);
/* Computes one tick of a thing other than a projectile or laser. */
void tti_thing_tick(tti_physics *world, tti_thing *thing);
/* Returns true when a pickup for health is near a place. Like the game, looks at the first nine
 * pickups that are near. */
bool tti_is_near_health(const tti_physics *world, tti_pair at);

/* -- tiles.c --------------------------------------------------------------------------------- */

/* Applies the tiles on a tee's way in the last tick. */
void tti_tiles_apply(tti_physics *world, int32_t cid);
/* Returns true when the tile at a place freezes or, since 18.9, a tile near it kills. */
bool tti_is_in_freeze(const tti_physics *world, tti_pair at);

/* -- weapon.c -------------------------------------------------------------------------------- */

/* Applies a new input to the weapons, between two ticks. */
void tti_weapon_press(tti_physics *world, int32_t cid);
/* Applies the weapons in a tee's own turn. */
void tti_weapon_turn(tti_physics *world, int32_t cid);
/* Returns true when the last input wants a weapon that the tee owns and does not hold. */
bool tti_weapon_is_wanted(const tti_tee *tee);

/* -- team.c ---------------------------------------------------------------------------------- */

typedef enum tti_death { TTI_DEATH_SELF, TTI_DEATH_WORLD, TTI_DEATH_GAME } tti_death;

void tti_die(tti_physics *world, int32_t cid, tti_death why);
void tti_team_set(tti_physics *world, int32_t cid, int32_t team);
void tti_team_start(tti_physics *world, int32_t cid);  /* takes a tee on a start tile */
void tti_team_finish(tti_physics *world, int32_t cid); /* takes a tee on a finish tile */
void tti_teams_tick(tti_physics *world);
void tti_switches_reset(tti_physics *world, int32_t team);
void tti_spawns(tti_physics *world);
bool tti_spawn_place(tti_physics *world, int32_t cid, tti_pair *at);
void tti_spawn(tti_physics *world, int32_t cid, tti_pair at); /* creates a living tee */
/* Kills the tee of a client, if it has one, and removes its body at once. */
void tti_remove_body(tti_physics *world, int32_t cid, tti_death why);
/* Kills all members of a team except `except`. If `strong` is a client id, all members but `strong`
 * spawn again, after other players; -1: none does. */
void tti_kill_team(tti_physics *world, int32_t team, int32_t strong, int32_t except);
/* tti_order_enter makes a tee the one that moves first. tti_order_leave removes a tee from the
 * world. */
void tti_order_enter(tti_physics *world, int32_t cid);
void tti_order_leave(tti_physics *world, int32_t cid);

/* Sets world->client_end after a change of is_known. */
void tti_clients_count(tti_physics *world);

/* Lets the next turns of all tees take place. Whatever may change a tee, other than its place and
 * its input, calls it or sets `rest`. */
void tti_stir(tti_physics *world);

/* Makes world->id_end greater than `cid`. Whatever brings a client or a tee into the game calls
 * it. */
static inline void tti_reach(tti_physics *world, int32_t cid)
{
    world->id_end = cid < world->id_end ? world->id_end : cid + 1;
}

/* Actions of clients, which happen between two ticks. */
void tti_join(tti_physics *world, int32_t cid);
void tti_enter(tti_physics *world, int32_t cid);
void tti_drop(tti_physics *world, int32_t cid);
void tti_spectate(tti_physics *world, int32_t cid, bool spectates);
void tti_ask_to_spectate(tti_physics *world, int32_t cid, bool spectates); /* may be refused */
void tti_kill(tti_physics *world, int32_t cid, bool is_command);

/* -- command.c ------------------------------------------------------------------------------- */

/* Runs a console command of a client (`cid`; -1: the server). `is_chat` means a chat command.
 * Commands without an effect on the game are ignored. */
void tti_run_command(tti_physics *world, int32_t cid, bool is_chat, const char *name, int32_t count,
                     const char *const *arguments);

/* -- rescue.c -------------------------------------------------------------------------------- */

/* Sets the place for a rescue if the tee is in a good place. */
void tti_rescue_set(tti_physics *world, int32_t cid);
void tti_rescue_spawned(tti_physics *world, int32_t cid); /* resets the place that the player set */
/* Brings a tee back to a good place. Returns false when the tee is not moved. */
bool tti_rescue(tti_physics *world, int32_t cid);
/* Sets the place for a rescue of mode 1. Returns false when the tee is not in a good place. */
bool tti_rescue_set_by_hand(tti_physics *world, int32_t cid);

/* Sets a TTI_PAUSE_*. `is_forced` ignores the delay between two pauses. */
void tti_pause(tti_physics *world, int32_t cid, uint8_t pause, bool is_forced);
/* Ends a forced pause whose time is over. Call it at the end of a tick for each living tee, before
 * the tee leaves the world for a pause. */
void tti_pause_tick(tti_physics *world, int32_t cid);
/* Moves the views of clients that watch others. Call it at the end of a tick, after all spawns. */
void tti_views_tick(tti_physics *world);
void tti_name(tti_physics *world, int32_t cid, tt_bytes name);
/* Takes Cl_CameraInfo: the zoom and the dead zone of a client's camera. */
void tti_camera(tti_physics *world, int32_t cid, int32_t zoom, int32_t deadzone, int32_t follow);
bool tti_practises(const tti_physics *world, int32_t team);

/* -- items.c --------------------------------------------------------------------------------- */

/* These functions make the snapshot items of a tee. All receivers get the same items. The eyes show
 * no emote and do not blink. */
void tti_physics_character(const tti_physics *world, int32_t cid, struct tt_obj_character *item);
void tti_physics_ddnet_character(const tti_physics *world, int32_t cid,
                                 struct tt_obj_ddnet_character *item);

/* The parts of a Character that do not come from the core, for callers without the map:
 * tti_physics_item_tick returns its tick, which is 0 while the tee has not moved yet.
 * tti_physics_hands sets aim, weapon and keys. With `has_aim` the item has the angle of this aim
 * already. */
int32_t tti_physics_item_tick(const tti_physics *world, int32_t cid);
void tti_physics_hands(const tti_physics *world, int32_t cid, bool has_aim,
                       struct tt_obj_character *item);

/* The last update of a tee that a server sent. Servers since 17.4 repeat it, with its tick, as long
 * as clients can predict the tee from it. All members are 0 when the server starts. */
typedef struct tti_sent {
    int32_t spawn_tick, tick;
    tti_core core, carried;
    tti_pair aim;
} tti_sent;

/* Updates what the server sent, for TT_CIDS elements. Call it after each tti_physics_begin. The
 * cost for each tee is that of its move. */
void tti_sent_tick(tti_sent *sent, const tti_physics *world);
/* Sends a new update of a tee that was put elsewhere after its move. */
void tti_sent_again(tti_sent *sent, const tti_physics *world, int32_t cid);
/* Replaces the movement in an item of tti_physics_character by what a server sends. */
void tti_sent_character(const tti_sent *sent, const tti_physics *world, int32_t cid,
                        struct tt_obj_character *item);

/* -- show.c ---------------------------------------------------------------------------------- */

enum { TTI_ITEM_INTS = 17, TTI_ITEM_NO_TICK = -1 };

/* A snapshot item in the length that the server of this version sends. */
typedef struct tti_item {
    tt_obj_kind kind;
    int32_t id;
    int32_t count;
    int32_t tick_at, tick_count; /* the first int that is a tick, and the number of ticks */
    int32_t ints[TTI_ITEM_INTS];
} tti_item;

typedef void tti_item_fn(void *user, const tti_item *item);

/* Gives the items of shots, entities and pickups to `put`, in the order of the server. The receiver
 * has no tee and is in team 0. */
void tti_physics_things(const tti_physics *world, tti_item_fn *put, void *user);

/* Makes the item with the switches of team 0. Returns false when the map has none. */
bool tti_physics_switches(const tti_physics *world, tti_item *item);

/* -- save.c ---------------------------------------------------------------------------------- */

/* tti_point_take copies a tee, and tti_point_give brings a living tee to the state of a copy.
 * `team` restores its part in the race of its team, too. Returns false when the tee is now paused
 * where a pause is not possible. */
void tti_point_take(const tti_physics *world, int32_t cid, tti_point *point);
bool tti_point_give(tti_physics *world, int32_t cid, const tti_point *point, bool team);

/* Swaps two tees for PLAYER_SWITCH. `a` is the client that ran the command. */
void tti_swap(tti_physics *world, int32_t a, int32_t b);
/* tti_save_may and tti_load_may return true when a server accepts /save or /load for a team. An
 * accepted command has a result later in the recording. */
bool tti_save_may(const tti_physics *world, int32_t team);
bool tti_load_may(const tti_physics *world, int32_t team);
void tti_save_begin(tti_physics *world, int32_t cid);
void tti_load_begin(tti_physics *world, int32_t cid);
/* The next three functions apply the result of a save or load at the end of a tick. For a damaged
 * text tti_load_text returns false and changes nothing. */
void tti_save_done(tti_physics *world, int32_t number, bool success);
void tti_load_failed(tti_physics *world, int32_t team);
bool tti_load_text(tti_physics *world, int32_t team, const uint8_t *text, size_t size);

#endif
