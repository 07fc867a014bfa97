/* SPDX-License-Identifier: MIT
 *
 * Frozen tees.
 */
#include "convert/body.h"

/* Ticks for each shield of a frozen tee, which shows how long it has been frozen. */
#define TICKS_A_SHIELD 15

void tti_freeze(tt_convert_body *body, int32_t ticks, int32_t tick)
{
    if (body->freeze_left > ticks || body->freeze_start >= tick - TT_TICKS_PER_SECOND) {
        return;
    }
    body->freeze_left = ticks;
    body->freeze_start = tick;
    body->armor = 0;
}

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
 * servers do. */
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
