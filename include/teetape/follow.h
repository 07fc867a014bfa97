/* SPDX-License-Identifier: MIT
 *
 * Where every tee is at every tick, and how: one state for tables, pictures and programs, with what
 * is known of it.
 *
 * A server sends the moving part of a tee, its core, only when a client could not compute it: the
 * Character in a demo may be 150 ticks old, and the client goes on with it by the game's own
 * movement. So does this, with the same results to the last bit. It needs the map for it:
 *
 *     tt_follow_init(&follow, &terrain);                        // terrain.h; NULL without a map
 *     tt_recording_want(&rec, TT_WANT_TICKS, 0);
 *     while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
 *         if (status == TT_MORE)
 *             ...                                           // tt_recording_feed, as ever
 *         else if (item.kind == TT_ITEM_TICK) {
 *             tt_follow_take(&follow, &rec, item.tick);
 *             if (tt_follow_tee(&follow, cid, item.tick, &tee))
 *                 printf("%d %d %d\n", (int)item.tick, (int)tee.x, (int)tee.y);
 *         }
 *     }
 *
 * Of a teehistorian file it says what is recorded: places and inputs. docs/format/physics.md has
 * the rules. Example: examples/follow_demo.c.
 */
#ifndef TEETAPE_FOLLOW_H
#define TEETAPE_FOLLOW_H

#include "teetape/recording.h"
#include "teetape/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The ways in which a value is known. */
typedef enum tt_known {
    TT_UNKNOWN,  /**< it is not; the member is 0, or the last one that is known */
    TT_RECORDED, /**< the recording has it */
    TT_DERIVED   /**< the game's rules give it */
} tt_known;

/** A tee at a tick. */
typedef struct tt_tee_state {
    int32_t tick;     /**< tick of the state */
    int32_t core_age; /**< ticks since the core that the recording has; 0 in a teehistorian file */

    uint8_t place; /**< a tt_known of x and y; TT_UNKNOWN when they are those of an old core, as
                      there is no map */
    uint8_t core;  /**< a tt_known of the velocity, the hook, `jumped` and `direction` */
    uint8_t has_character; /**< 1: the members from `weapon` to `player_flags` are recorded */
    uint8_t has_health;    /**< 1: health, armor and ammo are; servers send only the own ones */
    uint8_t has_ddnet;     /**< 1: the members from `flags` to `freeze_end` are */
    uint8_t has_target;    /**< 1: target_x and target_y are */

    int32_t x, y;           /**< world units, 32 a tile */
    int32_t vel_x, vel_y;   /**< 256ths of a unit a tick */
    int32_t hook_state;     /**< -1 gone, 0 none, 1 to 3 goes back, 4 flies, 5 holds */
    int32_t hook_tick;      /**< ticks since it flew off or took hold */
    int32_t hook_x, hook_y; /**< its end */
    int32_t hooked;         /**< client id that it holds; -1: none */
    int32_t jumped;    /**< a sum: 1 the key is held since a jump, 2 no jump is left in the air */
    int32_t direction; /**< -1 left, 0, 1 right */
    int32_t angle;     /**< of the view, 256ths of a radian */

    int32_t weapon, emote, attack_tick, health, armor, ammo, player_flags; /**< as in Character */
    int32_t flags, freeze_start, freeze_end; /**< as in DDNetCharacter */
    int32_t target_x, target_y;              /**< the cursor, from the tee */
} tt_tee_state;

/** Size of a tt_follow in 64-bit words; the library checks at compile time that it suffices. */
#define TT_FOLLOW_WORDS 13500

/** What follows the tees of one recording, about 105 KiB; the caller places it. Its members are for
 * the library.
 */
typedef struct tt_follow {
    uint64_t words[TT_FOLLOW_WORDS]; /**< opaque */
} tt_follow;

/** Begins without tees. `terrain` must remain valid; NULL: the map is not there, so of a core that
 * is old only the place is given, which is that of the core. */
TT_API void tt_follow_init(tt_follow *follow, const tt_terrain *terrain);

/** Takes the tees at the end of a tick: after a TT_ITEM_TICK of the recording, before its next
 * item. Ticks may be left out; what is in between is computed from the two around. */
TT_API void tt_follow_take(tt_follow *follow, const tt_recording *rec, int32_t tick);

/** Gives the state of a tee at a tick: true, or false when it is not in the world. `tick` is the
 * one that was taken last, or in a demo also one after the tick that was taken before. Cost: the
 * ticks since the core or since the last call for this tee, at most 150; some microseconds each. */
TT_API bool tt_follow_tee(tt_follow *follow, int32_t cid, int32_t tick, tt_tee_state *state);

/** Looks at a fact of a demo, before tt_follow_take for its tick: of a KILL it notes who dies, and
 * a DEATH that has no place gets it, when the tee was to be seen: `derived` is 1 then. Facts of
 * other kinds are passed over. */
TT_API void tt_follow_fact(tt_follow *follow, const tt_recording *rec, tt_fact *fact);

#ifdef __cplusplus
}
#endif

#endif
