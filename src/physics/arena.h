/* SPDX-License-Identifier: MIT
 *
 * A map as the physics needs it, and the settings of its server. Both are made once for a game.
 */
#ifndef TTI_PHYSICS_ARENA_H
#define TTI_PHYSICS_ARENA_H

#include "physics/terrain.h"
#include "physics/tuning.h"

/* Versions of servers, as major * 10000 + minor * 100 + patch: 16.4 is 160400. */
#define TTI_VERSION(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))

/* Settings of a server that change the game, with their defaults. */
#define TTI_SETTINGS(X)                                                                            \
    X(freeze_delay, 3)                                                                             \
    X(hit, 1)                                                                                      \
    X(team, 1)                                                                                     \
    X(rescue, 0)                                                                                   \
    X(rescue_delay, 1)                                                                             \
    X(kill_delay, 1)                                                                               \
    X(kill_protection, 20)                                                                         \
    X(plasma_range, 700)                                                                           \
    X(plasma_per_sec, 3)                                                                           \
    X(dragger_range, 700)                                                                          \
    X(deepfly, 1)                                                                                  \
    X(destroy_bullets_on_death, 1)                                                                 \
    X(destroy_lasers_on_death, 0)                                                                  \
    X(endless_drag, 0)                                                                             \
    X(endless_super_hook, 0)                                                                       \
    X(teleport_hold_hook, 0)                                                                       \
    X(teleport_lose_weapons, 0)                                                                    \
    X(old_teleport_hook, 0)                                                                        \
    X(old_teleport_weapons, 0)                                                                     \
    X(old_laser, 0)                                                                                \
    X(reset_pickups, 0)                                                                            \
    X(no_weak_hook, 0)                                                                             \
    X(rejoin_team_0, 1)                                                                            \
    X(max_team_size, 128)                                                                          \
    X(min_team_size, 2)                                                                            \
    X(practice, 1)                                                                                 \
    X(pauseable, 0)                                                                                \
    X(spamprotection, 1)                                                                           \
    X(chat_delay, 1)                                                                               \
    X(team_change_delay, 3)                                                                        \
    X(sql_queries_delay, 1)                                                                        \
    X(swap, 1)                                                                                     \
    X(team0mode, 1)                                                                                \
    X(test_cmds, 0)                                                                                \
    X(pause_frequency, 1)                                                                          \
    X(saveswapgames_penalty, 60)                                                                   \
    X(shotgun_bullet_sound, 0)

/* The version of a server and its settings, which decide the rules of the game. */
typedef struct tti_rules {
    int32_t minor;   /* version_minor in the header of the recording */
    int32_t version; /* version of the server, a TTI_VERSION */
    bool is_cut;     /* the recording begins in the middle of a game */
    uint64_t random, random_step;
    tti_tuning tuning;
#define TTI_SETTING_MEMBER(name, value) int32_t name;
    TTI_SETTINGS(TTI_SETTING_MEMBER)
#undef TTI_SETTING_MEMBER
} tti_rules;

/* Sets the rules of the newest known server with default settings. */
void tti_rules_init(tti_rules *rules);
/* Changes a setting such as "sv_hit" or a tuning such as "gravity". Returns false for an unknown
 * name. */
bool tti_rules_set(tti_rules *rules, tt_bytes name, int64_t value);
bool tti_rules_tune(tti_rules *rules, tt_bytes name, int64_t hundredths);

/* Kinds of exits. */
enum { TTI_EXIT_TELE, TTI_EXIT_CHECKPOINT, TTI_EXIT_KINDS };
enum { TTI_SPAWN_LISTS = 3, TTI_NUMBERS = 256 };

/* Bits of arena->what, which has a byte for each tile. */
enum {
    TTI_TILE_EXISTS = 1, /* the tile has an effect on a tee */
    TTI_TILE_DOOR = 2,   /* a door is there; its switch is in arena->door */
    TTI_TILE_FREEZES = 4,
    /* A NEAR bit is set when the tile itself or one of its eight neighbours is of that kind.
     * Without the bit no such tile is within 32 pixels. */
    TTI_TILE_NEAR_STOP = 8, /* a stopper or a door */
    TTI_TILE_NEAR_DEATH = 16,
    TTI_TILE_NEAR_RACE = 32 /* a start or a finish */
};

/* A map. Its tables are in the caller's memory. */
typedef struct tti_arena {
    tt_terrain terrain;
    const uint8_t *what;
    const uint8_t *door;
    const tti_pair *place; /* places of exits and spawns, sorted by kind and number */
    /* start of each list in `place`, and the end of the last list */
    uint32_t exit_begin[TTI_EXIT_KINDS][TTI_NUMBERS + 1];
    uint32_t spawn_begin[TTI_SPAWN_LISTS + 1];
    int32_t highest_switch;
    bool starts_off[TTI_NUMBERS]; /* the switch of this number is off at first, by `switch_open` */
    uint32_t things;              /* number of tti_thing that the entities of the map create */
    uint32_t draggers, turrets;
    const tti_tuning *zone; /* tunings, by the number of the zone */
    uint32_t zones;         /* the highest number of a zone in the map, plus one */
    bool old_laser, no_collision, endless_drag, no_hit, no_hooking; /* tiles 71 to 75 */
    bool has_no_map;     /* the map is not known: tees do not move by themselves */
    bool explodes_twice; /* a grenade explodes twice at the end of its time; some maps ask for
                            this old bug */
} tti_arena;

/* Sets the members that decide the size of a world, and no tables. tti_physics_size needs no
 * more. */
void tti_arena_count(tti_arena *arena, const tt_terrain *terrain);

/* Returns the bytes that the tables of an arena need. Their memory must be aligned like a float. */
TT_PRIVATE_API size_t tti_arena_size(const tt_terrain *terrain);
TT_PRIVATE_API void tti_arena_init(tti_arena *arena, const tt_terrain *terrain, void *memory);
/* Takes the commands of a map, separated by NUL: `tune_zone 3 gravity 0.2`, `switch_open 5`,
 * `mapbug`. `rules` takes `tune gravity 0.2` and settings of the server, such as `sv_hit 0`. NULL
 * ignores them: the header of a recording has those that count. */
TT_PRIVATE_API void tti_arena_settings(tti_arena *arena, tti_rules *rules, void *memory,
                                       tt_bytes lines);

static inline int32_t tti_tile_of(const tti_arena *arena, int32_t x, int32_t y)
{
    const tt_terrain *terrain = &arena->terrain;
    int32_t row = tti_column_of(y, terrain->height);
    return row * terrain->width + tti_column_of(x, terrain->width);
}

/* Returns the index of the tile at a place whose coordinates are rounded. tti_tile_cut truncates
 * them instead. */
static inline int32_t tti_tile_rounded(const tti_arena *arena, tti_pair at)
{
    return tti_tile_of(arena, tti_nearest(at.x), tti_nearest(at.y));
}

static inline int32_t tti_tile_cut(const tti_arena *arena, tti_pair at)
{
    return tti_tile_of(arena, tti_whole(at.x), tti_whole(at.y));
}

/* Returns true when any tile in the rectangle with the corners `a` and `b` has one of the bits.
 * Coordinates are truncated. */
bool tti_has_between(const tti_arena *arena, tti_pair a, tti_pair b, uint8_t bits);

/* Returns the type of the switch in a tile, or 0 when there is no switch or its type is unknown. */
uint8_t tti_switch_type(const tt_terrain *terrain, int32_t tile);

/* Numbers of entities in a map. */
enum {
    TTI_ENTITY_SPAWN = 1, /* spawns, 1 to 3 */
    TTI_ENTITY_SHIELD = 6,
    TTI_ENTITY_HEALTH = 7,
    TTI_ENTITY_SHOTGUN = 8,
    TTI_ENTITY_GRENADE = 9,
    TTI_ENTITY_NINJA = 10,
    TTI_ENTITY_LASER = 11,
    TTI_ENTITY_LIGHT = 12, /* 12 to 18, from the fastest left turn to the fastest right turn */
    TTI_ENTITY_LIGHT_STILL = 15,
    TTI_ENTITY_LIGHT_END = 19,
    TTI_ENTITY_LENGTH = 19, /* lengths of a light, 19 to 21 */
    TTI_ENTITY_LENGTH_END = 22,
    TTI_ENTITY_SHRINK = 22, /* speeds of a light that shrinks, 22 to 24 */
    TTI_ENTITY_GROW = 25,   /* speeds of a light that grows, 25 to 27 */
    TTI_ENTITY_GROW_END = 28,
    TTI_ENTITY_TURRET = 29, /* turrets, 29 to 32 */
    TTI_ENTITY_TURRET_END = 33,
    TTI_ENTITY_BULLET_EXPLOSIVE = 33,
    TTI_ENTITY_BULLET = 34,
    TTI_ENTITY_SHOTGUN_SHIELD = 35,
    TTI_ENTITY_GRENADE_SHIELD = 36,
    TTI_ENTITY_NINJA_SHIELD = 37,
    TTI_ENTITY_LASER_SHIELD = 38,
    TTI_ENTITY_DRAGGER = 42,         /* 42 to 44, from the weakest to the strongest */
    TTI_ENTITY_DRAGGER_THROUGH = 45, /* 45 to 47; their beams pass through walls */
    TTI_ENTITY_DRAGGER_END = 48,
    TTI_ENTITY_DOOR = 49
};

/* Sides of a tile at which a light or a door can begin, counterclockwise from the tile below. */
enum { TTI_SIDES = 8 };

/* Layers with entities. The game creates the entities of a tile in this order. */
enum { TTI_ENTITY_LAYERS = 3 };
extern const uint8_t tti_entity_layer[TTI_ENTITY_LAYERS];

/* Returns the entity in a tile; 0 when there is none, no such layer or no such tile. */
uint8_t tti_entity_at(const tt_terrain *terrain, int layer, int32_t x, int32_t y);

/* Returns the entity `distance` tiles away from a tile, on one of its TTI_SIDES. */
uint8_t tti_entity_beside(const tt_terrain *terrain, int layer, int32_t x, int32_t y, int side,
                          int32_t distance);

/* Returns the length in pixels of the light or door that begins at a side of a tile; 0 when there
 * is none. */
int32_t tti_side_length(const tt_terrain *terrain, int layer, int32_t x, int32_t y, int side);
float tti_side_angle(int side);
tti_pair tti_way_of(float angle);

#endif
