/* SPDX-License-Identifier: MIT
 *
 * Which weapon a tee has in its hand, and when it fired last: from its inputs. It has hammer and
 * gun, and what it found on the map where that is known.
 *
 * The recording has the inputs, so the server's rule for them can be followed: a key is a counter
 * that also counts its release, the wish for a weapon waits until the one in the hand has reloaded,
 * and some weapons fire while the key is down.
 */
#include "convert/body.h"
#include "convert/parts.h"
#include "teetape/input.h"
#include "world/world.h"

#define WEAPONS_TO_CHOOSE 5 /* all but the ninja */
#define NINJA_TICKS (15 * TT_TICKS_PER_SECOND)

/* A shield leaves this in place of the ninja's tick: the server's number, which DDNetCharacter
 * shows. */
#define NINJA_NEVER (-500)

#define BIT(weapon) (1U << (weapon))
#define FIRST_OWNED (BIT(TT_WEAPON_HAMMER) | BIT(TT_WEAPON_GUN))

void tti_weapon_reset(tt_convert_body *body)
{
    body->owned = FIRST_OWNED;
    body->weapon = body->last = TT_WEAPON_GUN;
    body->wish = -1;
    body->attack_tick = body->ninja_start = 0;
    body->reload_end = -1;
}

static int owns(const tt_convert_body *body, int weapon)
{
    return (body->owned >> weapon & 1) != 0;
}

/* The hammer is always owned, so this ends. `count` is at most 32 presses. */
static int step(const tt_convert_body *body, int weapon, int count, int direction)
{
    while (count > 0) {
        weapon = (weapon + direction + WEAPONS_TO_CHOOSE) % WEAPONS_TO_CHOOSE;
        count -= owns(body, weapon);
    }
    return weapon;
}

/* -1 for none. Inputs count from 1; the ninja cannot be asked for. */
static int8_t wanted_of(const int32_t *input)
{
    int32_t wanted = input[TTI_INPUT_WANTED_WEAPON];
    return (int8_t)(wanted >= 1 && wanted <= WEAPONS_TO_CHOOSE ? wanted - 1 : -1);
}

static int is_worth_a_wish(const tt_convert_body *body, int wanted)
{
    return wanted >= 0 && wanted != body->weapon && owns(body, wanted);
}

/* Next and previous go on from the wish. A number precedes them; servers look for it in the input
 * before, so it works a tick later. */
static void make_wish(tt_convert_body *body, const int32_t *input)
{
    int wanted = body->wish >= 0 ? body->wish : body->weapon;
    wanted = step(body, wanted, tti_input_presses(body->next, input[TTI_INPUT_NEXT_WEAPON]), 1);
    wanted = step(body, wanted, tti_input_presses(body->prev, input[TTI_INPUT_PREV_WEAPON]), -1);
    if (body->wanted >= 0) {
        wanted = body->wanted;
    }
    if (is_worth_a_wish(body, wanted)) {
        body->wish = (int8_t)wanted;
    }
}

static void grant_wish(tt_convert_body *body)
{
    if (body->wish >= 0 && owns(body, body->wish) && !owns(body, TT_WEAPON_NINJA)) {
        body->last = body->weapon;
        body->weapon = body->wish;
        body->wish = -1;
    }
}

static int fires_while_held(const tt_convert_body *body)
{
    return (body->weapon >= TT_WEAPON_SHOTGUN && body->weapon <= TT_WEAPON_LASER) ||
           (body->weapon == TT_WEAPON_GUN && (body->state & TTI_BODY_JETPACK) != 0);
}

static int fire(tt_convert_body *body, const int32_t *reload, int32_t tick)
{
    if (body->freeze_left > 0) {
        return 0;
    }
    body->attack_tick = tick;
    body->reload_end = tti_later(tick, reload[body->weapon]);
    return 1;
}

/* Called after each input, also of a dead or frozen tee: presses without effect are lost. */
void tti_weapon_keys(tt_convert_body *body, const int32_t *input)
{
    body->fire = input[TTI_INPUT_FIRE];
    body->next = input[TTI_INPUT_NEXT_WEAPON];
    body->prev = input[TTI_INPUT_PREV_WEAPON];
    body->wanted = wanted_of(input);
}

/* Reloading loses a press and keeps a wish. The weapon changes before the shot. */
int tti_weapon_input(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                     int32_t tick)
{
    make_wish(body, input);
    if (tick < body->reload_end) {
        return 0;
    }
    grant_wish(body);
    int is_fired = tti_input_presses(body->fire, input[TTI_INPUT_FIRE]) > 0;
    if (is_fired || (fires_while_held(body) && (input[TTI_INPUT_FIRE] & 1))) {
        return fire(body, reload, tick);
    }
    return 0;
}

/* Servers look at wishes a tick after reload times end. A tee that thawed in this tick fires any
 * weapon whose key is down. The end of a ninja gives back the weapon before. */
int tti_weapon_tick(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                    int32_t tick)
{
    int is_fired = 0;
    if (body->weapon == TT_WEAPON_NINJA && tick - body->ninja_start > NINJA_TICKS) {
        body->owned &= (uint8_t)~BIT(TT_WEAPON_NINJA);
        body->weapon = body->last;
        body->ninja_start = 0;
    }
    if (tick > body->reload_end) {
        grant_wish(body);
        if ((fires_while_held(body) || (body->state & TTI_BODY_MELTED)) &&
            (input[TTI_INPUT_FIRE] & 1)) {
            is_fired = fire(body, reload, tick);
        }
    }
    return is_fired;
}

/* A wanted number counts with the next input, which may be equal and not recorded, so the tick
 * after is gone through too. */
int tti_weapon_is_busy(const tt_convert_body *body, const int32_t *input)
{
    return body->wish >= 0 || body->weapon == TT_WEAPON_NINJA || body->wanted != wanted_of(input) ||
           is_worth_a_wish(body, body->wanted) ||
           (fires_while_held(body) && (input[TTI_INPUT_FIRE] & 1));
}

/* A ninja is in the hand at once, with its time anew each tick; others join the set. */
void tti_weapon_give(tt_convert_body *body, int weapon, int32_t tick)
{
    body->owned |= (uint8_t)BIT(weapon);
    if (weapon == TT_WEAPON_NINJA) {
        body->ninja_start = tick;
        body->last = body->weapon != TT_WEAPON_NINJA ? body->weapon : body->last;
        body->weapon = TT_WEAPON_NINJA;
    }
}

/* Takes weapons as servers do: the hand gets the hammer, and a ninja that ends later leaves the
 * gun. */
void tti_weapon_take(tt_convert_body *body, unsigned weapons)
{
    if ((body->owned & weapons) != 0) {
        body->last = TT_WEAPON_GUN;
    }
    if (weapons & BIT(TT_WEAPON_NINJA)) {
        body->ninja_start = NINJA_NEVER;
    }
    body->owned &= (uint8_t)~weapons;
    if (!owns(body, body->weapon)) {
        body->weapon = TT_WEAPON_HAMMER;
    }
}
