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

/* Bits of tt_convert_body.state. Without the map only BUSY is ever set. All but HELD, MELTED,
 * IN_FREEZE and BUSY, which are found anew in each tick, last until a tile takes them or the tee
 * dies. */
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

/* A tee that gets further in a tick, six tiles, was put there: by a teleporter, a respawn or a
 * command. Then the way is no velocity, hooks let go, and tiles between do not count. */
#define TTI_MOVE_MAX 192

/* In races all tees have them, but for those that are frozen: DDNet shows the time left in freeze
 * as shields that come back. */
#define TTI_ARMOR_FULL 10

/* Longest way from a tee to what it reaches with its hammer, beginning beside it: pixels. The blow
 * begins three quarters of a tee's size of 28 away, and reaches half a size and another one. */
#define TTI_HAMMER_BEGIN 21
#define TTI_HAMMER_REACH 42

/* Not the same as TTI_BODY_HELD: that is whether the keys of the tick at hand count, and
 * tti_freeze_tick finds it once a tick. */
static inline int tti_body_is_frozen(const tt_convert_body *body)
{
    return body->freeze_left > 0;
}

/* Deep frozen and live frozen tees suffer: no hammer ends it, and their eyes show pain. */
static inline int tti_body_suffers(const tt_convert_body *body)
{
    return (body->state & (TTI_BODY_DEEP | TTI_BODY_LIVE)) != 0;
}

/* body.c: a tee that just appeared; all of a tick. */
void tti_body_reset(tt_convert_body *body);
void tti_body_tick(tt_convert *c, const tt_world *world, int32_t tick);

/* Freezes, unless it froze within the last second; not frozen any more. */
void tti_freeze(tt_convert_body *body, int32_t ticks, int32_t tick);
void tti_melt(tt_convert_body *body);

/* touch.c: what lies around, and the tiles of the last way. */
void tti_touch_things(tt_convert *c, tt_convert_body *body, int32_t tick);
void tti_touch_tiles(tt_convert *c, tt_convert_body *body, int32_t tick);

/* weapon.c: what a tee has when it appears; what the last input did to it (1: it fired); a tick. */
void tti_weapon_reset(tt_convert_body *body);
int tti_weapon_input(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                     int32_t tick);
int tti_weapon_tick(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                    int32_t tick);

/* Counters of keys without any of them pressed; and whether a weapon will do something by itself.
 */
void tti_weapon_keys(tt_convert_body *body, const int32_t *input);
int tti_weapon_is_busy(const tt_convert_body *body, const int32_t *input);

/* weapon.c: has a weapon now, or no longer. */
void tti_weapon_give(tt_convert_body *body, int weapon, int32_t tick);
void tti_weapon_take(tt_convert_body *body, unsigned weapons);

/* hook.c: what the hook of a tee does in a tick; whether it may be elsewhere in the next one by
 * itself; and what it is in the item of its tee. */
void tti_hook_tick(tt_convert *c, const tt_world *world, int32_t cid, const int32_t *input);
int tti_hook_moves(const tt_convert_hook *hook);
void tti_hook_set(const tt_convert_hook *hook, struct tt_obj_character *tee);

/* hook.c: where the input of a tee aims, as (x, y) that is `length` long. */
void tti_aim(int64_t *x, int64_t *y, const int32_t *input, int64_t length);

#endif
