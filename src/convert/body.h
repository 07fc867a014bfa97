/* SPDX-License-Identifier: MIT
 *
 * What happens to tees tick by tick. A server does it in this order: it takes the inputs that came
 * since the tick before (and those fire at once), lets tees touch what lies around, counts frozen
 * time down, moves hooks and jumps, reloads weapons, looks which tiles tees came through, and moves
 * the tees at last. So all of a tick goes by the places of the tick before.
 *
 * That order is the one of servers and has to be kept: a tee that is frozen by a tile of this tick
 * can still fire in it, and a hammer frees before freezing is counted down. What is held here is
 * only what a recording does not say (weapons, freezing, jumps, hooks); positions always come from
 * the record, so an error here cannot move a tee.
 */
#ifndef TTI_CONVERT_BODY_H
#define TTI_CONVERT_BODY_H

#include "teetape/convert.h"

/* Without the map only BUSY is set. HELD, MELTED, IN_FREEZE and BUSY are found anew each tick; the
 * others last until a tile takes them or the tee dies. */
enum {
    TTI_BODY_HELD = 1,           /* frozen in this tick: no key does anything */
    TTI_BODY_MELTED = 2,         /* not frozen any more since this tick */
    TTI_BODY_DEEP = 4,           /* freezes again by itself */
    TTI_BODY_LIVE = 8,           /* may not walk or jump */
    TTI_BODY_IN_FREEZE = 16,     /* is in a tile that freezes */
    TTI_BODY_ENDLESS_HOOK = 32,  /* holds a tee without end */
    TTI_BODY_ENDLESS_JUMPS = 64, /* its air jump does not run out */
    TTI_BODY_JETPACK = 128,      /* its gun fires while held */
    TTI_BODY_NO_HIT = 256,       /* its hammer hits nobody */
    TTI_BODY_REFILLED = 512,     /* is still in a tile that gave it jumps */
    TTI_BODY_BUSY = 1024         /* the next tick may change something by itself */
};

/* Six tiles: a longer move is a teleporter, a respawn or a command, without velocity and tiles
 * between. */
#define TTI_MOVE_MAX 192

/* In races all tees have full armor, except frozen ones, whose shields show the time left. */
#define TTI_ARMOR_FULL 10

/* Pixels: a blow begins three quarters of a tee's size of 28 away, and reaches half a size and
 * another one. */
#define TTI_HAMMER_BEGIN 21
#define TTI_HAMMER_REACH 42

static inline int tti_body_is_frozen(const tt_convert_body *body)
{
    return body->freeze_left > 0;
}

/* No hammer ends deep and live freezing, and eyes show pain. */
static inline int tti_body_suffers(const tt_convert_body *body)
{
    return (body->state & (TTI_BODY_DEEP | TTI_BODY_LIVE)) != 0;
}

void tti_body_reset(tt_convert_body *body);
void tti_body_tick(tt_convert *c, const tt_world *world, int32_t tick);

/* Freezes, unless it froze within the last second; not frozen any more. */
void tti_freeze(tt_convert_body *body, int32_t ticks, int32_t tick);
void tti_melt(tt_convert_body *body);

/* touch.c: things around, and tiles of the last way. */
void tti_touch_things(tt_convert *c, tt_convert_body *body, int32_t tick);
void tti_touch_tiles(tt_convert *c, tt_convert_body *body, int32_t tick);

void tti_weapon_reset(tt_convert_body *body);
int tti_weapon_input(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                     int32_t tick);
int tti_weapon_tick(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                    int32_t tick);

/* Key counters without a press; 1 when a weapon will do something by itself. */
void tti_weapon_keys(tt_convert_body *body, const int32_t *input);
int tti_weapon_is_busy(const tt_convert_body *body, const int32_t *input);

void tti_weapon_give(tt_convert_body *body, int weapon, int32_t tick);
void tti_weapon_take(tt_convert_body *body, unsigned weapons);

/* hook.c: a tick; 1 when the hook may move in the next one by itself; its item. */
void tti_hook_tick(tt_convert *c, const tt_world *world, int32_t cid, const int32_t *input);
int tti_hook_moves(const tt_convert_hook *hook);
void tti_hook_set(const tt_convert_hook *hook, struct tt_obj_character *tee);

/* hook.c: the aim of an input, as (x, y) that is `length` long. */
void tti_aim(int64_t *x, int64_t *y, const int32_t *input, int64_t length);

#endif
