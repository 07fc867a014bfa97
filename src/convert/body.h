/* SPDX-License-Identifier: MIT
 *
 * Simulates what happens to tees in a tick.
 *
 * The order is that of servers. A server takes the inputs that came since the tick before, which
 * fire at once. Then it lets tees touch pickups, counts freezing down, moves hooks and jumps,
 * reloads weapons, handles the tiles that tees came through, and moves the tees last. Everything in
 * a tick therefore uses the places of the tick before.
 *
 * The order matters: a tee that is frozen by a tile of this tick can still fire in it, and a hammer
 * frees a tee before its freezing is counted down. Only what a recording leaves out is simulated
 * (weapons, freezing, jumps, hooks). Positions always come from records, so an error here never
 * moves a tee.
 */
#ifndef TTI_CONVERT_BODY_H
#define TTI_CONVERT_BODY_H

#include "teetape/convert.h"

/* Without the map only BUSY is set. HELD, MELTED, IN_FREEZE and BUSY are set anew each tick. The
 * others last until a tile clears them or the tee dies. */
enum {
    TTI_BODY_HELD = 1,           /* frozen in this tick: all keys are ignored */
    TTI_BODY_MELTED = 2,         /* the freezing ended in this tick */
    TTI_BODY_DEEP = 4,           /* freezes again whenever freezing ends */
    TTI_BODY_LIVE = 8,           /* may not walk or jump */
    TTI_BODY_IN_FREEZE = 16,     /* is in a tile that freezes */
    TTI_BODY_ENDLESS_HOOK = 32,  /* its hook holds a tee without end */
    TTI_BODY_ENDLESS_JUMPS = 64, /* its air jump does not run out */
    TTI_BODY_JETPACK = 128,      /* its gun fires while held */
    TTI_BODY_NO_HIT = 256,       /* its hammer hits nobody */
    TTI_BODY_REFILLED = 512,     /* is still in a tile that gave it jumps */
    TTI_BODY_BUSY = 1024         /* the next tick may change something without an event */
};

/* Units, six tiles. A longer move is a teleporter, a respawn or a command, and has no velocity and
 * no tiles in between. */
#define TTI_MOVE_MAX 192

/* In races all tees have full armor. The shields of a frozen tee show the time that is left. */
#define TTI_ARMOR_FULL 10

/* Units: a blow begins three quarters of a tee's size (28) away from the tee, and reaches half a
 * size and one size more. */
#define TTI_HAMMER_BEGIN 21
#define TTI_HAMMER_REACH 42

static inline bool tti_body_is_frozen(const tt_convert_body *body)
{
    return body->freeze_left > 0;
}

/* Deep and live freezing do not end by a hammer, and the eyes show pain. */
static inline bool tti_body_suffers(const tt_convert_body *body)
{
    return (body->state & (TTI_BODY_DEEP | TTI_BODY_LIVE)) != 0;
}

void tti_body_reset(tt_convert_body *body);
void tti_body_tick(tt_convert *c, const tt_world *world, int32_t tick);

/* tti_freeze does nothing within a second of the last freezing. tti_melt ends the freezing. */
void tti_freeze(tt_convert_body *body, int32_t ticks, int32_t tick);
void tti_melt(tt_convert_body *body);

/* touch.c: pickups around the tee, and tiles of its last move. */
void tti_touch_things(tt_convert *c, tt_convert_body *body, int32_t tick);
void tti_touch_tiles(tt_convert *c, tt_convert_body *body, int32_t tick);

void tti_weapon_reset(tt_convert_body *body);
bool tti_weapon_input(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                      int32_t tick);
bool tti_weapon_tick(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                     int32_t tick);

/* tti_weapon_keys takes key counters without a press. tti_weapon_is_busy returns 1 when a weapon
 * will do something without an event. */
void tti_weapon_keys(tt_convert_body *body, const int32_t *input);
bool tti_weapon_is_busy(const tt_convert_body *body, const int32_t *input);

void tti_weapon_give(tt_convert_body *body, int weapon, int32_t tick);
void tti_weapon_take(tt_convert_body *body, unsigned weapons);

/* hook.c: a tick of the hook; 1 if the hook may move in the next tick without an event; the
 * item. */
void tti_hook_tick(tt_convert *c, const tt_world *world, int32_t cid, const int32_t *input);
bool tti_hook_moves(const tt_convert_hook *hook);
void tti_hook_set(const tt_convert_hook *hook, struct tt_obj_character *tee);

/* hook.c: the aim of an input as a vector of this length. */
void tti_aim(int64_t *x, int64_t *y, const int32_t *input, int64_t length);

#endif
