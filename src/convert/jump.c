/* SPDX-License-Identifier: MIT
 *
 * Jumps: one from the ground, one in the air. The position says how high they go; here it is only
 * looked at whether one is left.
 */
#include "convert/body.h"

/* Of a tee that no tile gave more. */
#define AIR_JUMPS 1

#define AIR_JUMPS_COUNTED 255

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
