/* SPDX-License-Identifier: MIT
 *
 * All tees of a game, what they shoot, and the entities of the map, tick by tick as the server
 * computes them. docs/format/physics.md has the rules.
 *
 * A world is one block of memory without pointers into itself: a copy of its bytes is the same
 * game, and two games with the same bytes go on in the same way. The map is an arena, which many
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
#include "teetape/game.h"
#include "teetape/input.h"
#include "teetape/world.h"

enum { TTI_WEAPONS = 6, TTI_NAME_SIZE = 16 };

/* What a tee is apart from its place among the others: what a rescue, a swap and a saved team give
 * back. */
typedef struct tti_self {
    tti_body core;
    tti_pair at;     /* where tiles, weapons and entities see it: the core at the end of the tick
                        before */
    tti_pair before; /* the core after its own turn in that tick; the way to `at` is its path */

    uint8_t owned;                      /* set of 1 << weapon */
    uint8_t empty;                      /* set of 1 << weapon: without ammo */
    int8_t weapon, last_weapon, queued; /* in its hand, before that, and next; -1: none */
    uint8_t hits_off;                   /* set of 1 << weapon: weapons that do not hit others */
    uint8_t teleguns;                   /* set of 1 << weapon */
    bool endless_hook, endless_jump, jetpack, ninja_jetpack;
    bool is_deep, is_live, is_super, is_invincible;
    int32_t reload;
    int32_t freeze, freeze_since; /* ticks that are left, and the tick in which it began */

    tti_pair ninja_way;
    int32_t ninja_start, ninja_move, ninja_speed;

    uint8_t race; /* a TTI_RACE_* */
    int32_t race_start;
    uint8_t checkpoint;                      /* number of the last checkpoint of teleporters */
    bool had_penalty, had_bonus, had_refill; /* the last tile was one */
    uint8_t zone;                            /* of tunings */
    tt_input saved;                          /* the last input that counted */
} tti_self;

enum { TTI_RACE_NONE, TTI_RACE_STARTED, TTI_RACE_CHEATED, TTI_RACE_FINISHED };

enum { TTI_PAUSE_NONE, TTI_PAUSE_STAYS, TTI_PAUSE_LEAVES };

/* In a copy: a pause by force, which tti_pause does not touch. */
#define TTI_PAUSE_BY_FORCE 255

/* The value of sv_team that gives each client a team of its own. */
#define TTI_FORCED_SOLO 3

/* A copy of a tee, to bring it back to that place and state. */
typedef struct tti_point {
    bool is_set;
    uint8_t pause; /* a TTI_PAUSE_* of its player */
    bool has_started, has_finished;
    int32_t tick;
    int32_t race_ticks; /* since its start, penalty included; 0: the start is not known */
    tti_self self;
} tti_point;

/* A tee. It is all zeros while the client has none. */
typedef struct tti_tee {
    bool is_alive;
    bool is_shown; /* others can touch it; false while its player paused and left the world */
    tti_self self;
    uint8_t stops; /* TTI_STOP_* of the last tile */
    tt_input in, latest, latest_before, previous;
    int32_t inputs;       /* how often the weapon part saw an input in this life */
    int32_t aim_x, aim_y; /* of its last turn; (0, 0) before the first one */
    int32_t spawn_tick;
    uint8_t armor; /* that is shown: how long a freeze or the ninja lasts */
    uint8_t rank;  /* place in world->order after the moves of its last tick */
    int32_t attack_tick;
    int32_t pain;               /* ticks until a frozen tee that fires may cry again */
    int32_t hurt_tick;          /* when a hammer, a ninja or an explosion hit it last; 0: never */
    bool was_frozen;            /* it was unfrozen in the tick before */
    bool in_freeze;             /* it is on a tile that freezes or kills */
    bool has_jump, keeps_speed; /* a telegun brings it to `jump` */
    tti_pair jump;
    uint64_t ninja_hits[(TT_CIDS + 63) / 64];
    int32_t ninja_hit_count;
    int32_t last_rescue;
    int32_t left_tick; /* when it left the world for a pause */
    tti_point rescue;
} tti_tee;

/* A client and what it keeps from life to life. */
typedef struct tti_player {
    bool is_known;     /* it is connected */
    bool is_here;      /* it has entered the game */
    bool spectates;    /* it is in the team of spectators */
    bool is_paused;    /* its inputs do not count; its tee remains in the world */
    bool leaves_world; /* paused, and the tee leaves the world once it stands still */
    bool wants_spawn, spawns_weak;
    bool has_started, has_finished; /* as a member of its team */
    uint8_t team;
    uint8_t team_before_super;
    uint8_t rescue_mode; /* 0: the last good place; 1: a place that the player has set */
    int32_t death_tick, death_tick_before;
    int32_t kill_tick;                 /* when it killed itself last */
    int32_t query_tick;                /* when it asked the database last */
    int32_t side_tick;                 /* when it went to the spectators, or came back, last */
    int32_t finish_tick, finish_ticks; /* its last finish, and the ticks of that race */
    int32_t best_ticks;                /* of the best race so far; 0: none */
    int32_t pause_tick;                /* when it paused, or came back, last */
    int32_t pause_end;                 /* tick until which it cannot come back; 0: it can */
    int32_t chat_tick;                 /* when it wrote last */
    bool ninja_jetpack;
    char name[TTI_NAME_SIZE];
    struct {
        bool is_known;
        float zoom;
        int32_t deadzone, follow;
    } camera;        /* by Cl_CameraInfo */
    int16_t watched; /* client id + 1 of whom it watches in a pause or as a spectator; 0: nobody */
    tti_pair view;
    bool has_body; /* its tee exists, alive, or dead until the end of the tick */
    bool has_input, has_move;
    int32_t flags;  /* player flags of the last input */
    tt_input input; /* the last one */
    tt_input move;  /* the first one for the coming tick */
    tti_point manual, died, tele;
    tti_point saved;    /* while its team is being saved */
    uint8_t saved_rank; /* among the members */
} tti_player;

enum { TTI_TEAM_EMPTY, TTI_TEAM_OPEN, TTI_TEAM_STARTED, TTI_TEAM_UNFINISHABLE, TTI_TEAM_FINISHED };

typedef struct tti_team {
    uint8_t state; /* a TTI_TEAM_* */
    bool is_locked, practices, is_saving, is_flock;
    int32_t clock;     /* tick in which its members die; 0: none */
    int32_t save_tick; /* when a save began that goes on; 0: none does. Its switches wait then */
} tti_team;

typedef struct tti_switch {
    bool is_on;
    uint8_t type;    /* of the tile that set it last: 22 and 23 have an end */
    int32_t end;     /* tick; 0: none */
    int32_t touched; /* tick in which a tee was on its tile last */
} tti_switch;

/* What an entity is. */
typedef enum tti_thing_kind {
    TTI_FREE, /* a slot that is not in use */
    TTI_PROJECTILE,
    TTI_LASER,
    TTI_DRAGGER,
    TTI_BEAM, /* of a dragger, that pulls a tee */
    TTI_TURRET,
    TTI_PLASMA,
    TTI_LIGHT,
    TTI_DOOR,
    TTI_PICKUP
} tti_thing_kind;

/* An entity, a shot or a pickup. Which members count is said in things.c and shots.c. Its slot is
 * the id of its item. */
typedef struct tti_thing {
    uint8_t kind;   /* a tti_thing_kind */
    uint8_t type;   /* weapon of a shot, entity number (tile index - 191) of others */
    uint8_t layer;  /* TT_TERRAIN_GAME, _FRONT or _SWITCHES: where it is in the map */
    uint8_t number; /* switch; 0: none */
    uint8_t flags;  /* of its tile */
    uint8_t team;
    uint8_t zone;
    uint8_t whom; /* TTI_WHOM_* of a laser */
    bool is_gone; /* it is removed at the end of the tick */
    bool explodes, freezes, bounces_x, bounces_y;
    bool is_of_practice; /* the team of its owner practised when it was shot */
    bool is_past_tele;   /* a laser that goes on at `exit` */
    bool stood_still;    /* a laser whose last bounce was where it came from */
    bool no_jump;        /* a laser that brings its owner nowhere */
    bool keeps_speed;    /* a laser whose owner keeps the speed when it is brought */
    int16_t owner;       /* client id; -1: none */
    int16_t target;      /* client id; -1: none */
    int16_t next;        /* in its list; -1: the last */
    int16_t index;       /* which of its kind it is, for what it knows of each team */
    int32_t start, life;
    tti_pair at, from;
    union {
        tti_pair way;   /* of a shot */
        tti_pair speed; /* that a mover gave an entity */
    };
    union {
        struct {
            float angle, turn;          /* of a light, and how far it turns in a tick */
            int32_t length, pace, rest; /* of a light, how far it grows in a tick, and what is left
                                           of it */
        };
        struct {
            float energy;
            int32_t bounces;
            tti_pair exit;
        };
        struct {
            int32_t aim_x, aim_y; /* of the input that shot a projectile */
        };
    };
} tti_thing;

/* Lists of entities, in the order in which the game goes through them. */
enum { TTI_LIST_PROJECTILES, TTI_LIST_LASERS, TTI_LIST_PICKUPS, TTI_LISTS };

/* The most shots at once, beside the entities of the map. 72 tees in a fight had 32. */
#define TTI_SHOTS_MAX 1024

/* The most events between two snapshots. A server drops those that come after. */
#define TTI_EVENTS_MAX 128

/* What is seen and heard in one snapshot only, as the item that a server sends of it: the kind,
 * whose use is TT_OBJ_IS_EVENT, and its ints. */
typedef struct tti_event {
    int32_t kind; /* a tt_obj_kind */
    int32_t ints[3];
} tti_event;

/* A game. */
typedef struct tti_physics {
    const tti_arena *arena;
    size_t size; /* bytes of the whole block */
    tti_rules rules;
    tti_tuning tuning; /* outside of zones */
    int32_t tick;
    uint64_t random, random_step;
    bool is_cheated;  /* a command for cheats has run */
    bool walk_is_cut; /* the walk over the tees ends: tti_team_set */
    bool in_tick;
    bool has_overflow;      /* a shot was lost, as there were too many */
    uint8_t order[TT_CIDS]; /* tees from the one that spawned last to the first */
    int32_t order_count;
    tti_tee tee[TT_CIDS];
    tti_player player[TT_CIDS];
    tti_team team[TT_TEAMS];
    int16_t head[TTI_LISTS], free, last_free;       /* slots; -1: none */
    int32_t thing_count;                            /* slots */
    size_t things, switches, targets, fired, zones; /* offsets of the tables after it */
    /* Events since the caller set the count to 0, in the order of their making. The game does not
     * depend on them. */
    int32_t event_count;
    tti_event event[TTI_EVENTS_MAX];
} tti_physics;

/* Bytes of a world on an arena. */
TT_PRIVATE_API size_t tti_physics_size(const tti_arena *arena);
/* A table of the block, at one of its offsets. */
void *tti_table(const tti_physics *world, size_t offset);
/* Sets size, number of slots and offsets of tables. */
void tti_physics_lay_out(tti_physics *world, const tti_arena *arena);
TT_PRIVATE_API void tti_physics_init(tti_physics *world, const tti_arena *arena,
                                     const tti_rules *rules);

/* -- the course of a tick: physics.c ----------------------------------------------------------- */

/* Gives a client's input for the next tick, or repeats its last one (NULL). To be called for all
 * clients, ascending. */
void tti_physics_press(tti_physics *world, int32_t cid, const tt_input *input);

/* Where the cores of tees are, in columns by client id. Those before `end` count. */
typedef struct tti_places {
    int32_t end;
    float x[TT_CIDS], y[TT_CIDS];
} tti_places;

void tti_places_take(tti_places *places, const tti_physics *world);

/* Computes a tick up to the point where the game applies results of saves and votes;
 * tti_physics_end does the rest. */
void tti_physics_begin(tti_physics *world);
void tti_physics_end(tti_physics *world);

/* True when nothing changes but the tick: nobody plays, and nothing of the map moves. */
bool tti_physics_rests(const tti_physics *world);

/* The tile at a place, when something happens to a tee on it; -1: nothing does. */
static inline int32_t tti_tile_existing(const tti_arena *arena, tti_pair at)
{
    int32_t tile = tti_tile_cut(arena, at);
    return (arena->what[tile] & TTI_TILE_EXISTS) != 0 ? tile : -1;
}

/* -- whom a tee touches: world.c --------------------------------------------------------------- */

/* True when two tees are in the same group: same client, or one is super, or both without solo in
 * the same team. */
bool tti_can_touch(const tti_physics *world, int32_t a, int32_t b);
/* The same for a hook that holds already, where solo does not count. */
bool tti_can_hold(const tti_physics *world, int32_t a, int32_t b);
int32_t tti_team_of(const tti_physics *world, int32_t cid);
int32_t tti_team_super(const tti_physics *world); /* number of the team that touches everybody */

/* The first tee on the way from `from` to `to`, and its nearest point there; -1: none. Skipped are
 * `except`, and tees that `group` (a client id; -1: all may) cannot touch. */
int32_t tti_first_on_line(const tti_physics *world, tti_pair from, tti_pair to, float radius,
                          int32_t except, int32_t group, tti_pair *at);

/* -- what is done to a tee ------------------------------------------------------------------- */

/* After the turn of a tee's core: who has other than two jumps keeps or loses that of the air. */
void tti_count_jumps(tti_self *self); /* physics.c */
/* True when a tee at a place has ground under its feet, or a stopper that holds it. */
bool tti_is_grounded(const tti_physics *world, tti_pair at);
void tti_push(tti_physics *world, int32_t cid, tti_pair force);        /* world.c */
bool tti_freeze_tee(tti_physics *world, int32_t cid, int32_t seconds); /* world.c */
void tti_unfreeze_tee(tti_physics *world, int32_t cid);                /* world.c */
void tti_give_weapon(tti_physics *world, int32_t cid, int32_t weapon); /* weapon.c */
void tti_take_weapon(tti_physics *world, int32_t cid, int32_t weapon); /* weapon.c */
void tti_give_ninja(tti_physics *world, int32_t cid);                  /* weapon.c */
void tti_take_ninja(tti_physics *world, int32_t cid);                  /* weapon.c */
void tti_let_go(tti_physics *world, int32_t cid); /* all hooks on this tee; world.c */

/* True when a switch is on for a team; number 0 is always on. */
bool tti_is_on(const tti_physics *world, int32_t number, int32_t team);            /* world.c */
tti_switch *tti_switch_of(const tti_physics *world, int32_t number, int32_t team); /* NULL: none */

/* The zone of tunings at a place, and the tunings of a zone. */
uint8_t tti_zone_at(const tti_physics *world, tti_pair at);         /* world.c */
const tti_tuning *tti_zone(const tti_physics *world, uint8_t zone); /* world.c */

uint32_t tti_random(tti_physics *world); /* world.c */
/* One of the exits of teleporters, by the game's dice; NULL: there is none. */
const tti_pair *tti_exit(tti_physics *world, int32_t kind, int32_t number); /* world.c */

/* TTI_STOP_* of the tiles around a tee, doors of its team included. `tile`: the tile that counts
 * for the place itself; -1: that at the place. */
uint8_t tti_stops(const tti_physics *world, int32_t cid, tti_pair at, float reach, int32_t tile);

/* The armor that counts down with the ticks of a freeze or of the ninja. */
#define TTI_ARMOR_MAX 10
static inline uint8_t tti_armor_for(int64_t ticks)
{
    int64_t armor = TTI_ARMOR_MAX - ticks / 15;
    return (uint8_t)(armor < 0 ? 0 : armor > TTI_ARMOR_MAX ? TTI_ARMOR_MAX : armor);
}

/* -- events: event.c --------------------------------------------------------------------------- */

/* Sounds of the game, by their numbers. */
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
void tti_note_death(tti_physics *world, int32_t cid); /* of a tee where it is */
/* Notes stars in a fan around a place. `angle` turns the fan. */
void tti_note_stars(tti_physics *world, tti_pair at, float angle, int32_t count);
/* Notes what a tee's last turn of its core caused, after its move. */
void tti_note_core(tti_physics *world, int32_t cid);

/* -- lists of entities: world.c ---------------------------------------------------------------- */

tti_thing *tti_thing_at(const tti_physics *world, int32_t index);
/* A new entity at the head of a list, zeroed but for kind, owner and target -1; NULL: no slot is
 * free, and has_overflow is set. */
tti_thing *tti_thing_new(tti_physics *world, int list, tti_thing_kind kind);
/* Removes at once the projectiles and lasers of a client. */
void tti_things_drop(tti_physics *world, int32_t cid);
/* Removes those that are marked as gone. */
void tti_things_sweep(tti_physics *world);

/* -- shots.c --------------------------------------------------------------------------------- */

void tti_shoot_projectile(tti_physics *world, int32_t cid, int32_t weapon, tti_pair from,
                          tti_pair way, int32_t life);
void tti_shoot_laser(tti_physics *world, int32_t cid, int32_t weapon, tti_pair from, tti_pair way);
void tti_projectile_tick(tti_physics *world, tti_thing *thing);
void tti_laser_tick(tti_physics *world, tti_thing *thing);
/* `no_damage` is the game's flag; `team`: of what exploded without an owner, -1: none. */
void tti_explode(tti_physics *world, tti_pair at, int32_t owner, bool no_damage, int32_t team);

/* -- things.c -------------------------------------------------------------------------------- */

/* Creates the entities of the map in the game's order. */
void tti_things_init(tti_physics *world);
/* One tick of an entity that is no projectile and no laser. */
void tti_thing_tick(tti_physics *world, tti_thing *thing);
/* True when a pickup for health is within `distance` of a place, as far as the game looks. */
bool tti_is_near_health(const tti_physics *world, tti_pair at);

/* -- tiles.c --------------------------------------------------------------------------------- */

/* The tiles on the way of a tee: point 6 and 7 of its turn. */
void tti_tiles(tti_physics *world, int32_t cid);
/* True when a place is on a tile that freezes, or, on newer servers, near one that kills. */
bool tti_is_in_freeze(const tti_physics *world, tti_pair at);

/* -- weapon.c -------------------------------------------------------------------------------- */

/* The weapon part of a new input, between two ticks. */
void tti_weapon_press(tti_physics *world, int32_t cid);
/* The weapons in a tee's own turn. */
void tti_weapon_turn(tti_physics *world, int32_t cid);

/* -- team.c ---------------------------------------------------------------------------------- */

typedef enum tti_death { TTI_DEATH_SELF, TTI_DEATH_WORLD, TTI_DEATH_GAME } tti_death;

void tti_die(tti_physics *world, int32_t cid, tti_death why);
void tti_team_set(tti_physics *world, int32_t cid, int32_t team);
void tti_team_start(tti_physics *world, int32_t cid);  /* the tee is on a start tile */
void tti_team_finish(tti_physics *world, int32_t cid); /* the tee is on a finish tile */
void tti_team_check(tti_physics *world, int32_t team); /* has it finished, now that one left? */
void tti_teams_tick(tti_physics *world);
void tti_switches_reset(tti_physics *world, int32_t team);
void tti_spawns(tti_physics *world);
bool tti_spawn_place(tti_physics *world, int32_t cid, tti_pair *at);
void tti_spawn(tti_physics *world, int32_t cid, tti_pair at); /* a tee comes to life */
/* The tee of a client dies if it has one, and its body is gone at once. */
void tti_remove_body(tti_physics *world, int32_t cid, tti_death why);
/* Kills the members of a team but `except`. `strong`: the others spawn after it; -1: nobody does.
 */
void tti_kill_team(tti_physics *world, int32_t team, int32_t strong, int32_t except);
/* A tee enters the world as the one that moves first, or leaves it. */
void tti_order_enter(tti_physics *world, int32_t cid);
void tti_order_leave(tti_physics *world, int32_t cid);

/* A client enters, leaves, becomes a spectator or a player, or kills itself, between two ticks. */
void tti_join(tti_physics *world, int32_t cid);
void tti_enter(tti_physics *world, int32_t cid);
void tti_drop(tti_physics *world, int32_t cid);
void tti_spectate(tti_physics *world, int32_t cid, bool spectates);
void tti_ask_to_spectate(tti_physics *world, int32_t cid, bool spectates); /* may be refused */
void tti_kill(tti_physics *world, int32_t cid, bool is_command);

/* -- command.c ------------------------------------------------------------------------------- */

/* Runs a console command. `cid` is the caller (-1: the server), `is_chat` tells commands of
 * players from those of the console. Commands that move nothing are passed over. */
void tti_command(tti_physics *world, int32_t cid, bool is_chat, const char *name, int32_t count,
                 const char *const *arguments);
/* False when a client has written just now, so that the game refuses some of its commands. Chat
 * lines that are no commands count, too: the game asks the same for each. */
bool tti_may_write(tti_physics *world, int32_t cid);

/* -- rescue.c -------------------------------------------------------------------------------- */

void tti_rescue_set(tti_physics *world, int32_t cid);     /* if its place is a good one */
void tti_rescue_spawned(tti_physics *world, int32_t cid); /* the place set by hand, at a spawn */
/* False: it remains where it is. */
bool tti_rescue(tti_physics *world, int32_t cid);
bool tti_rescue_set_by_hand(tti_physics *world, int32_t cid); /* false: its place is not good */

/* Sets the pause of a client, a TTI_PAUSE_*. `is_forced`: even when it comes back too soon. */
void tti_pause(tti_physics *world, int32_t cid, uint8_t pause, bool is_forced);
/* Ends a pause by force whose time is over: in a tick's end, for a living tee, before it leaves the
 * world for a pause. */
void tti_pause_tick(tti_physics *world, int32_t cid);
/* Moves the views of those who watch another client: in a tick's end, after all spawns. */
void tti_views_tick(tti_physics *world);
void tti_name(tti_physics *world, int32_t cid, tt_bytes name);
/* Takes Cl_CameraInfo: the zoom and the dead zone of a client's camera. */
void tti_camera(tti_physics *world, int32_t cid, int32_t zoom, int32_t deadzone, int32_t follow);
bool tti_practises(const tti_physics *world, int32_t team);

/* -- items.c --------------------------------------------------------------------------------- */

/* A tee as an item of a snapshot of this tick, the same for every receiver. Eyes are those of a
 * tee that shows no mood and does not blink. */
void tti_physics_character(const tti_physics *world, int32_t cid, struct tt_obj_character *item);
void tti_physics_ddnet_character(const tti_physics *world, int32_t cid,
                                 struct tt_obj_ddnet_character *item);

/* What a server sends of a tee. Servers since 17.4 do not send it anew while a client can compute
 * it from what was sent before: such an item has the tick and the movement of then. All zeros when
 * the server starts. */
typedef struct tti_sent {
    int32_t spawn_tick, tick;
    tti_core core, carried;
    tti_pair aim;
} tti_sent;

/* To be called for all tees, `sent` having TT_CIDS elements, after each tti_physics_begin. The
 * cost for each tee is that of its move alone. */
void tti_sent_tick(tti_sent *sent, const tti_physics *world);
/* Sends a tee anew that was put elsewhere after its move. */
void tti_sent_again(tti_sent *sent, const tti_physics *world, int32_t cid);
/* Puts into an item of tti_physics_character what a server sends in its place. */
void tti_sent_character(const tti_sent *sent, const tti_physics *world, int32_t cid,
                        struct tt_obj_character *item);

/* -- show.c ---------------------------------------------------------------------------------- */

enum { TTI_ITEM_INTS = 17, TTI_ITEM_NO_TICK = -1 };

/* An item of a snapshot, as long as the server of this version makes it. */
typedef struct tti_item {
    tt_obj_kind kind;
    int32_t id;
    int32_t count;
    int32_t tick_at, tick_count; /* which ints are ticks */
    int32_t ints[TTI_ITEM_INTS];
} tti_item;

typedef void tti_item_fn(void *user, const tti_item *item);

/* Gives the items of shots, of entities and of pickups to `put`, in the order of the server. They
 * are those of a receiver without a tee, who is in team 0. */
void tti_physics_things(const tti_physics *world, tti_item_fn *put, void *user);

/* The switches of team 0. False: the map has none. */
bool tti_physics_switches(const tti_physics *world, tti_item *item);

/* -- save.c ---------------------------------------------------------------------------------- */

/* Copies a tee, and brings a living tee to the state of a copy. `team`: the copy decides about its
 * start and finish as a member, too. False: the tee is paused where it cannot be. */
void tti_point_take(const tti_physics *world, int32_t cid, tti_point *point);
bool tti_point_give(tti_physics *world, int32_t cid, const tti_point *point, bool team);

/* PLAYER_SWITCH: the first tee is that of the client which ran the command. */
void tti_swap(tti_physics *world, int32_t a, int32_t b);
/* True when a server accepts /save or /load of a team; a result follows then. */
bool tti_save_may(const tti_physics *world, int32_t team);
bool tti_load_may(const tti_physics *world, int32_t team);
void tti_save_begin(tti_physics *world, int32_t cid);
void tti_load_begin(tti_physics *world, int32_t cid);
/* In a tick's end: SAVE_SUCCESS or SAVE_FAILURE, LOAD_FAILURE, and LOAD_SUCCESS with its text;
 * false when the text is damaged, and nothing was done. */
void tti_save_done(tti_physics *world, int32_t team, bool success);
void tti_load_failed(tti_physics *world, int32_t team);
bool tti_load_text(tti_physics *world, int32_t team, const uint8_t *text, size_t size);

#endif
