/* SPDX-License-Identifier: MIT
 *
 * The input of a player: its ten ints with names, and the changes from one input to the next.
 *
 *     tt_input now = tt_input_of(event.u.input_diff.input);
 *     tt_input_change change = tt_input_compare(&before, &now);
 *     if (change.pressed[TT_KEY_HOOK] != 0) ...
 *
 * Inputs are those of teehistorian files (INPUT_NEW, INPUT_DIFF) and of the input message of
 * protocol 0.6; servers convert those of 0.7 before they record them. Example: examples/keys.c.
 *
 * io/input.h is something else: the bytes of a file.
 */
#ifndef TEETAPE_INPUT_H
#define TEETAPE_INPUT_H

#include "teetape/schema.h"
#include "teetape/snap_object.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An input, in the order of its ints:
 *
 * - `direction`: below 0 left, 0 none, above 0 right; clients send -1, 0 and 1
 * - `target_x`, `target_y`: the cursor relative to the tee, in world units (32 a tile), y down; any
 *   value
 * - `jump`: not 0 while the key is held
 * - `fire`: a counter, which goes up at every press and at every release. Only its low six bits
 *   count, and the key is down while it is odd
 * - `hook`: not 0 while the key is held
 * - `player_flags`: a sum of TT_PLAYER_PLAYING, TT_PLAYER_IN_MENU, ...
 * - `wanted_weapon`: 0 for none, else the weapon + 1: TT_WEAPON_HAMMER + 1, ...
 * - `next_weapon`, `prev_weapon`: counters, as fire
 */
typedef struct tt_obj_player_input tt_input;

/** Keys that an input has. */
typedef enum tt_key {
    TT_KEY_LEFT,        /**< direction below 0 */
    TT_KEY_RIGHT,       /**< direction above 0 */
    TT_KEY_JUMP,        /**< jump is not 0 */
    TT_KEY_HOOK,        /**< hook is not 0 */
    TT_KEY_FIRE,        /**< fire is odd */
    TT_KEY_WEAPON,      /**< wanted_weapon is not 0; another number is another press */
    TT_KEY_NEXT_WEAPON, /**< next_weapon is odd */
    TT_KEY_PREV_WEAPON, /**< prev_weapon is odd */
    TT_KEYS             /**< number of keys */
} tt_key;

/** Changes from one input to the next. */
typedef struct tt_input_change {
    uint8_t pressed[TT_KEYS];  /**< how often each key went down: 0 or 1; 0 to 32 for keys that are
                                  counters */
    uint8_t released[TT_KEYS]; /**< how often each key went up: 0 or 1; 0 to 32 for keys that are
                                  counters */
    uint8_t held[TT_KEYS];     /**< 1 for a key that is down in the later input, else 0 */
    uint32_t flags;            /**< bits of player_flags that changed */
    int32_t turn; /**< turn of the aim the shorter way, -17999 to 18000 hundredths of a degree;
                     positive is clockwise on the screen */
} tt_input_change;

/** Gives names to the ten ints of an input. `ints` has TT_INPUT_INTS of them. */
TT_API tt_input tt_input_of(const int32_t *ints);

/** Returns the direction of the cursor from the tee, in hundredths of a degree, 0 to 35999: 0 is
 * right, 9000 down, 18000 left, 27000 up. (0, 0) counts as straight up. */
TT_API int32_t tt_input_aim(const tt_input *input);

/** Compares two inputs. Pressing the key of the weapon that is already wanted changes no int, so it
 * is not counted. */
TT_API tt_input_change tt_input_compare(const tt_input *before, const tt_input *after);

/** Returns the name of a key: "left", "right", "jump", "hook", "fire", "weapon", "next_weapon",
 * "prev_weapon"; NULL out of range. */
TT_API const char *tt_key_name(tt_key key);

#ifdef __cplusplus
}
#endif

#endif
