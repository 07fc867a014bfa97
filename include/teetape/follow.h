/* SPDX-License-Identifier: MIT
 *
 * The state of every tee at every tick, for tables, pictures and programs. Each part of it says
 * whether it is recorded, derived or unknown.
 *
 * A server sends the moving part of a tee, its core, only when a client could not compute it.
 * The Character in a demo may thus be 150 ticks old, and the client moves the tee on by the
 * rules of the game. These calls do the same, bit for bit, and need the map for it:
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
 * For a teehistorian file these calls give what is recorded: positions and inputs.
 * docs/format/physics.md has the rules. Example: examples/follow_demo.c.
 */
#ifndef TEETAPE_FOLLOW_H
#define TEETAPE_FOLLOW_H

#include "teetape/recording.h"
#include "teetape/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Says where a value comes from. */
typedef enum tt_known {
    TT_UNKNOWN,  /**< the value is not known; the member is 0, or the last known value */
    TT_RECORDED, /**< the value is in the recording */
    TT_DERIVED   /**< the value is computed by the rules of the game */
} tt_known;

/** The state of a tee after the moves of a tick; each group of members says how it is known.
 * `hook_state`, `hooked` and `direction` are in the range below: another number in a demo becomes
 * the nearest one, as in DDNet's client. The members of the Character are as recorded. */
typedef struct tt_tee_state {
    int32_t tick;     /**< tick of the state */
    int32_t core_age; /**< ticks since the core that the recording has; 0 in a teehistorian file */

    uint8_t place; /**< a tt_known for x and y. TT_UNKNOWN: there is no map, and x and y are those
                      of an old core */
    uint8_t core;  /**< a tt_known of the velocity, the hook, `jumped` and `direction`. TT_UNKNOWN
                      also for a tee of which a conversion knew only the place (docs/demo.md) */
    uint8_t has_character; /**< 1: the members from `weapon` to `player_flags` are recorded */
    uint8_t has_health;    /**< 1: health, armor and ammo are recorded; servers send these only
                              to the player whose tee it is */
    uint8_t has_ddnet;     /**< 1: the members from `flags` to `freeze_end` are recorded */
    uint8_t has_target;    /**< 1: target_x and target_y are recorded */
    uint8_t keys;          /**< the keys that are down, a sum of 1 << a tt_key, TT_KEY_LEFT to
                              TT_KEY_FIRE. A demo has no keys: these are the ones that its
                              Character shows */

    int32_t x, y;           /**< world units, 32 a tile */
    int32_t vel_x, vel_y;   /**< 256ths of a unit a tick */
    int32_t hook_state;     /**< state of the hook: -1 gone, 0 none, 1 to 3 retracting, 4 flying, 5
                               holding */
    int32_t hook_tick;      /**< ticks since the hook flew off or took hold */
    int32_t hook_x, hook_y; /**< position of the end of the hook */
    int32_t hooked;         /**< client id of the tee that the hook holds; -1: none */
    int32_t jumped;    /**< a sum: 1 the key is held since a jump, 2 no jump is left in the air */
    int32_t direction; /**< direction of walking: -1 left, 0 none, 1 right */
    int32_t angle;     /**< direction of the view, in 256ths of a radian */

    int32_t weapon, emote, attack_tick, health, armor, ammo, player_flags; /**< of the Character */
    int32_t flags, freeze_start, freeze_end; /**< values of the DDNetCharacter */
    int32_t target_x, target_y;              /**< position of the cursor relative to the tee */
} tt_tee_state;

/** Size of a tt_follow in 64-bit words; the library checks at compile time that it suffices. */
#define TT_FOLLOW_WORDS 13500

/** The follower of the tees of one recording, about 105 KiB. The caller places it; its members
 * are for the library. */
typedef struct tt_follow {
    uint64_t words[TT_FOLLOW_WORDS]; /**< private to the library */
} tt_follow;

/** Begins without tees. `terrain` must remain valid. NULL: there is no map, and tt_follow_tee
 * gives the position of the last core that the server sent, and no other member of the core. */
TT_API void tt_follow_init(tt_follow *follow, const tt_terrain *terrain);

/** Takes the tees at the end of a tick: after a TT_ITEM_TICK of the recording, before its next
 * item. Ticks may be left out: their states are computed from the ticks around them. */
TT_API void tt_follow_take(tt_follow *follow, const tt_recording *rec, int32_t tick);

/** Gives the state of a tee at a tick: true, or false when it is not in the world. `tick` is the
 * tick that was taken last, or in a demo any tick since the one taken before it. A call computes
 * the ticks since the core or since the last call for this tee: at most 150 ticks, some
 * microseconds each. */
TT_API bool tt_follow_tee(tt_follow *follow, int32_t cid, int32_t tick, tt_tee_state *state);

/** Takes a fact of a demo, before tt_follow_take for its tick. After a KILL, the next DEATH of this
 * client gets the computed position of its tee when it has none, and `derived` becomes 1. The tee
 * must have been visible in the tick of the KILL; without a map, its core must also be of the tick
 * of the death. Other facts are ignored. */
TT_API void tt_follow_fact(tt_follow *follow, const tt_recording *rec, tt_fact *fact);

#ifdef __cplusplus
}
#endif

#endif
