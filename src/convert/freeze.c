/* SPDX-License-Identifier: MIT
 *
 * Frozen tees.
 *
 * Frozen time is ticks that remain, counted down once a tick. In a tile that freezes it begins anew
 * each second, so a tee that leaves it is frozen for about two to three seconds more by default.
 * All of it shows in DDNetCharacter: when it began, when it ends, and as shields that come back.
 */
#include "convert/body.h"

/* Ticks for each shield of a frozen tee, which shows how long it has been frozen: the usual 150
 * ticks are ten shields. */
#define TICKS_A_SHIELD 15

/* `freeze_start` is 0 while nobody froze the tee, so none freezes in the first second of a server,
 * as on the server itself. */
void tti_freeze(tt_convert_body *body, int32_t ticks, int32_t tick)
{
    if (body->freeze_left > ticks || body->freeze_start >= tick - TT_TICKS_PER_SECOND) {
        return;
    }
    body->freeze_left = ticks;
    body->freeze_start = tick;
    body->armor = 0;
}

/* MELTED lets a fire key that is down shoot at once, in the next look at weapons: a server does
 * that for one tick. */
void tti_melt(tt_convert_body *body)
{
    if (body->freeze_left == 0) {
        return;
    }
    body->freeze_left = body->freeze_start = 0;
    body->armor = TTI_ARMOR_FULL;
    body->state |= TTI_BODY_MELTED;
}

/* The shields are those of before the tick is counted, and the last tick is not waited for: both as
 * servers do. So three seconds hold the keys for 149 ticks. A freezing of more than 150 ticks has
 * no shields at first. */
void tti_freeze_tick(tt_convert_body *body)
{
    int32_t shields = TTI_ARMOR_FULL - body->freeze_left / TICKS_A_SHIELD;
    body->armor = (uint8_t)(shields < 0 ? 0 : shields);
    body->state &= (uint16_t)~TTI_BODY_HELD;
    if (body->freeze_left > 0) {
        body->state |= TTI_BODY_HELD;
        if (--body->freeze_left == 1) {
            tti_melt(body);
        }
    }
}
