/* SPDX-License-Identifier: MIT
 *
 * Turns a game into bytes, which are the same on every machine, and bytes into a game.
 *
 * Tables say which members a struct has and which values each may have. They are the only
 * description of the packed form: packing, unpacking and checking use them, and so does the sum,
 * which differs for other tables. A member that no table has is lost; tests/test_physics_pack.c
 * compares the tables with the structs.
 *
 *     numbers     little-endian, each XORed with that of a game that has not begun; a zero is
 *                 followed by how many more zeros come, as a varint of 7 bits a byte
 *     sum         of the tables, the game that has not begun, and the map: 8 bytes
 *
 * The bytes may come from anywhere. Unpacking gives a game that can be played, or refuses them.
 */
#ifndef TTI_PHYSICS_PACK_H
#define TTI_PHYSICS_PACK_H

#include "physics/physics.h"

/* The values that a number may have. */
typedef enum tti_range {
    TTI_ANY,
    TTI_BOOL,
    TTI_CID,      /* a client id, or -1 */
    TTI_CID_NEXT, /* a client id + 1, or 0 */
    TTI_TEAM,
    TTI_WEAPON,  /* a weapon; -1 for none */
    TTI_TICK,    /* a tick or a number of ticks; sums of a few do not overflow */
    TTI_NATURAL, /* a number that is not negative */
    TTI_HOOK,    /* a state of the hook, a TT_HOOK_* */
    TTI_RACE,    /* a state of the race, a TTI_RACE_* */
    TTI_STATE,   /* a state of the team, a TTI_TEAM_* */
    TTI_KIND,    /* a kind of thing, a tti_thing_kind */
    TTI_LAYER,   /* a layer, a TT_TERRAIN_* */
    TTI_STAGE,   /* a stage of the replay, a TTI_REPLAY_* */
    TTI_FLOAT,   /* a float that is no NaN and not too large */
    TTI_RANGES
} tti_range;

/* A row of a table: neighbouring members that are numbers of one size and range, or structs. */
typedef struct tti_field {
    /* offset of the first member, bytes of each, and their number; size 0 ends a table */
    uint32_t at, size, count;
    tti_range range;
    const struct tti_field *inner; /* table of a struct; NULL for numbers */
} tti_field;

#define TTI_SIZE_OF(of, member) sizeof(((of *)0)->member)
#define TTI_COUNT_OF(of, member) (TTI_SIZE_OF(of, member) / TTI_SIZE_OF(of, member[0]))
/* These macros make rows: of a member, of the members from `first` to `last`, of an array, of a
 * struct, and of an array of structs. */
#define TTI_MEMBER(of, member, range)                                                              \
    {                                                                                              \
        offsetof(of, member), TTI_SIZE_OF(of, member), 1, range, NULL                              \
    }
#define TTI_RUN(of, first, last, range)                                                            \
    {                                                                                              \
        offsetof(of, first), TTI_SIZE_OF(of, first),                                               \
            (offsetof(of, last) - offsetof(of, first)) / TTI_SIZE_OF(of, first) + 1, range, NULL   \
    }
#define TTI_ALL(of, member, range)                                                                 \
    {                                                                                              \
        offsetof(of, member), TTI_SIZE_OF(of, member[0]), TTI_COUNT_OF(of, member), range, NULL    \
    }
#define TTI_IN(of, member, inner)                                                                  \
    {                                                                                              \
        offsetof(of, member), TTI_SIZE_OF(of, member), 1, TTI_ANY, inner                           \
    }
#define TTI_IN_ALL(of, member, inner)                                                              \
    {                                                                                              \
        offsetof(of, member), TTI_SIZE_OF(of, member[0]), TTI_COUNT_OF(of, member), TTI_ANY, inner \
    }
#define TTI_FIELDS_END                                                                             \
    {                                                                                              \
        0, 0, 0, TTI_ANY, NULL                                                                     \
    }

/* Tables of a world and of its structs. They lack members that follow from the arena, and events,
 * which only the caller uses. */
extern const tti_field tti_physics_fields[], tti_tee_fields[], tti_player_fields[],
    tti_team_fields[], tti_thing_fields[], tti_switch_fields[], tti_tuning_fields[];

/* The state of packing or unpacking. Its members are for pack.c only. */
typedef struct tti_pack {
    uint8_t *to;
    const uint8_t *from;
    size_t size, at; /* bytes in all, and bytes done */
    uint64_t zeros;  /* zeros that are not yet written, or read but not yet used */
    uint64_t sum;
    bool has_failed;
    uint8_t *of; /* the struct, and the same struct of a new game */
    const uint8_t *base;
} tti_pack;

/* Begins to write up to `size` bytes. `base` is a new game with the same arena and rules.
 * tti_pack_end returns the number of bytes, or 0 when they did not fit. */
void tti_pack_begin(tti_pack *p, uint8_t *to, size_t size);
void tti_pack_struct(tti_pack *p, const tti_field *fields, const void *of, const void *base);
void tti_pack_world(tti_pack *p, const tti_physics *world, const tti_physics *base);
size_t tti_pack_end(tti_pack *p);

/* Begins to read. Structs and world must be new. When tti_unpack_end returns false, their contents
 * are undefined. */
void tti_unpack_begin(tti_pack *p, tt_bytes from);
void tti_unpack_struct(tti_pack *p, const tti_field *fields, void *of);
void tti_unpack_world(tti_pack *p, tti_physics *world);
bool tti_unpack_end(tti_pack *p);

/* Returns true when the lists and the order of a game are consistent. Its numbers must be in their
 * ranges. */
TT_PRIVATE_API bool tti_physics_is_whole(const tti_physics *world);

/* Sets all bytes of a struct that its table covers to 1. Only tests call it. */
TT_PRIVATE_API void tti_fields_cover(const tti_field *fields, void *bytes);

#endif
