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

/* The settings with an effect on a replay. */
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

/* What a server does: its version and its settings. */
typedef struct tti_rules {
    int32_t minor;   /* version_minor of the recording */
    int32_t version; /* TTI_VERSION of the server */
    bool is_cut;     /* the recording begins in the middle of a game */
    uint64_t random, random_step;
    tti_tuning tuning;
#define TTI_SETTING_MEMBER(name, value) int32_t name;
    TTI_SETTINGS(TTI_SETTING_MEMBER)
#undef TTI_SETTING_MEMBER
} tti_rules;

/* The rules of a server of the newest version that is known, with the usual settings. */
void tti_rules_init(tti_rules *rules);
/* Changes a setting such as "sv_hit", or a tuning such as "gravity"; false for others. */
bool tti_rules_set(tti_rules *rules, tt_bytes name, int64_t value);
bool tti_rules_tune(tti_rules *rules, tt_bytes name, int64_t hundredths);

/* Kinds of exits. */
enum { TTI_EXIT_TELE, TTI_EXIT_CHECKPOINT, TTI_EXIT_KINDS };
enum { TTI_SPAWN_LISTS = 3, TTI_NUMBERS = 256 };

/* Bits of arena->what, for each tile. */
enum {
    TTI_TILE_EXISTS = 1, /* something happens to a tee on it */
    TTI_TILE_DOOR = 2,   /* a door is there; its switch is in arena->door */
    TTI_TILE_FREEZES = 4,
    /* It is in the tile or in one around it, so that what is looked for less than 32 pixels away
     * need not be looked for elsewhere. */
    TTI_TILE_NEAR_STOP = 8, /* a stopper or a door */
    TTI_TILE_NEAR_DEATH = 16,
    TTI_TILE_NEAR_RACE = 32 /* a start or a finish */
};

/* A map. Its tables are in the caller's memory. */
typedef struct tti_arena {
    tt_terrain terrain;
    const uint8_t *what;
    const uint8_t *door;
    const tti_pair *place;                                /* of exits and spawns, sorted */
    uint32_t exit_begin[TTI_EXIT_KINDS][TTI_NUMBERS + 1]; /* in `place` */
    uint32_t spawn_begin[TTI_SPAWN_LISTS + 1];
    int32_t highest_switch;
    bool starts_off[TTI_NUMBERS]; /* switches, by `switch_open` */
    uint32_t things;              /* number of tti_things that the entities of the map create */
    uint32_t draggers, turrets;
    const tti_tuning *zone; /* by number */
    uint32_t zones;         /* one more than the highest in the map */
    bool old_laser, no_collision, endless_drag, no_hit, no_hooking; /* tiles 71 to 75 */
    bool has_no_end;     /* no place is outside, as the map is not known */
    bool explodes_twice; /* grenades at the end of their time, by a bug that old maps need */
} tti_arena;

/* Sets what the size of a world depends on, without tables: for tti_physics_size. */
void tti_arena_count(tti_arena *arena, const tt_terrain *terrain);

/* Bytes of memory for the tables of an arena, with the alignment of a float. */
TT_PRIVATE_API size_t tti_arena_size(const tt_terrain *terrain);
TT_PRIVATE_API void tti_arena_init(tti_arena *arena, const tt_terrain *terrain, void *memory);
/* Takes the map's settings, lines with a NUL between them: `tune_zone 3 gravity 0.2`,
 * `switch_open 5`. Others are passed over: the recording's header has the settings of the server
 * and the tunings outside of zones. */
TT_PRIVATE_API void tti_arena_settings(tti_arena *arena, void *memory, tt_bytes lines);

/* The column or row of tiles that a pixel is in. Both sides of 0 belong to the first one. */
static inline int32_t tti_column_of(int32_t position, int32_t count)
{
    if (position < 0) {
        return 0;
    }
    int32_t tile = (int32_t)((uint32_t)position / TT_MAP_TILE_SIZE);
    return tile < count ? tile : count - 1;
}

static inline int32_t tti_tile_of(const tti_arena *arena, int32_t x, int32_t y)
{
    const tt_terrain *terrain = &arena->terrain;
    int32_t row = tti_column_of(y, terrain->height);
    return row * terrain->width + tti_column_of(x, terrain->width);
}

/* Number of a tile in the layers, for tiles that a place in the middle of pixels belongs to:
 * rounded, or cut off. */
static inline int32_t tti_tile_rounded(const tti_arena *arena, tti_pair at)
{
    return tti_tile_of(arena, tti_nearest(at.x), tti_nearest(at.y));
}

static inline int32_t tti_tile_cut(const tti_arena *arena, tti_pair at)
{
    return tti_tile_of(arena, tti_whole(at.x), tti_whole(at.y));
}

/* True when a tile of the rectangle between two places, cut off, has one of the bits. */
bool tti_has_between(const tti_arena *arena, tti_pair a, tti_pair b, uint8_t bits);

/* Type of the switch in a tile; 0 for none, or one that the game does not know. */
uint8_t tti_switch_type(const tt_terrain *terrain, int32_t tile);

/* Numbers of entities. */
enum {
    TTI_ENTITY_SPAWN = 1, /* and the next two */
    TTI_ENTITY_SHIELD = 6,
    TTI_ENTITY_HEALTH = 7,
    TTI_ENTITY_SHOTGUN = 8,
    TTI_ENTITY_GRENADE = 9,
    TTI_ENTITY_NINJA = 10,
    TTI_ENTITY_LASER = 11,
    TTI_ENTITY_LIGHT =
        12, /* and the next six, from the fastest left turn to the fastest right one */
    TTI_ENTITY_LIGHT_STILL = 15,
    TTI_ENTITY_LIGHT_END = 19,
    TTI_ENTITY_LENGTH = 19, /* and the next two */
    TTI_ENTITY_LENGTH_END = 22,
    TTI_ENTITY_SHRINK = 22, /* and the next two */
    TTI_ENTITY_GROW = 25,   /* and the next two */
    TTI_ENTITY_GROW_END = 28,
    TTI_ENTITY_TURRET = 29, /* and the next three */
    TTI_ENTITY_TURRET_END = 33,
    TTI_ENTITY_BULLET_EXPLOSIVE = 33,
    TTI_ENTITY_BULLET = 34,
    TTI_ENTITY_SHOTGUN_SHIELD = 35,
    TTI_ENTITY_GRENADE_SHIELD = 36,
    TTI_ENTITY_NINJA_SHIELD = 37,
    TTI_ENTITY_LASER_SHIELD = 38,
    TTI_ENTITY_DRAGGER = 42,         /* and the next two, from the weakest to the strongest */
    TTI_ENTITY_DRAGGER_THROUGH = 45, /* and the next two: through walls */
    TTI_ENTITY_DRAGGER_END = 48,
    TTI_ENTITY_DOOR = 49
};

/* Sides of a tile on which a light or a door can be: below it, and on to the right. */
enum { TTI_SIDES = 8 };

/* Layers of entities, in the order in which the game makes them. */
enum { TTI_ENTITY_LAYERS = 3 };
extern const uint8_t tti_entity_layer[TTI_ENTITY_LAYERS];

/* The entity in a tile, 0 for none; also when the layer or the tile does not exist. */
uint8_t tti_entity_at(const tt_terrain *terrain, int layer, int32_t x, int32_t y);

/* The entity `distance` tiles away on a side of a tile. */
uint8_t tti_entity_beside(const tt_terrain *terrain, int layer, int32_t x, int32_t y, int side,
                          int32_t distance);

/* Pixels of the light or door on a side of a tile; 0: there is none. */
int32_t tti_side_length(const tt_terrain *terrain, int layer, int32_t x, int32_t y, int side);
float tti_side_angle(int side);
tti_pair tti_way_of(float angle);

/* The middle of a tile. */
tti_pair tti_middle(int32_t x, int32_t y);

#endif
