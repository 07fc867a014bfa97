/* SPDX-License-Identifier: MIT
 *
 * Jumps: one from the ground, one in the air. The position says how high they go; here it is only
 * looked at whether one is left.
 *
 * It makes Character.Jumped: one bit for a key that is down and used up, one for an air jump that
 * is used up, which clients show as dark feet.
 */
#include "convert/body.h"

/* Of a tee that no tile gave more. Those that do are in the switch layer, which is not read. */
#define AIR_JUMPS 1

/* The most that DDNetCharacter.JumpedTotal takes. */
#define AIR_JUMPS_COUNTED 255

/* The order is the server's: the key first, then the ground, then tiles that give more. Ground is
 * where the tee was before it moved in this tick. So a key that is held through a landing gives no
 * new jump (its bit remains until it is let go), and a jump from the ground keeps the one in the
 * air. */
void tti_jump_tick(tt_convert_body *body, const tt_map *map, int is_pressed)
{
    int is_ground = tt_map_is_ground(map, body->was_x, body->was_y);
    if (!is_pressed) {
        body->jumped &= (uint8_t)~TT_JUMPED_KEY_USED;
    } else if (!(body->jumped & TT_JUMPED_KEY_USED)) {
        if (is_ground) {
            body->jumped |= TT_JUMPED_KEY_USED;
        } else if (!(body->jumped & TT_JUMPED_AIR_JUMP_USED)) {
            body->jumped |= TT_JUMPED_KEY_USED | TT_JUMPED_AIR_JUMP_USED;
            body->air_jumps += body->air_jumps < AIR_JUMPS_COUNTED;
        }
    }
    if (is_ground) {
        body->jumped &= (uint8_t)~TT_JUMPED_AIR_JUMP_USED;
        body->air_jumps = 0;
    }
    int has_more = body->air_jumps < AIR_JUMPS || (body->state & TTI_BODY_ENDLESS_JUMPS) != 0;
    if (has_more && body->jumped > TT_JUMPED_KEY_USED) {
        body->jumped = TT_JUMPED_KEY_USED;
    }
}
