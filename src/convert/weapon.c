/* SPDX-License-Identifier: MIT
 *
 * Simulates which weapon a tee holds, and when it last fired. A tee has hammer and gun, and with a
 * known map the weapons that it touched.
 *
 * The recording has the inputs, so the server's rules can be followed. A key is a counter of
 * presses and releases. The wish for another weapon waits until the weapon in the hand has
 * reloaded. Some weapons fire while the key is held.
 */
#include "convert/body.h"
#include "convert/parts.h"
#include "teetape/input.h"
#include "world/world.h"

#define WEAPONS_TO_CHOOSE 5 /* all weapons but the ninja */
#define NINJA_TICKS (15 * TT_TICKS_PER_SECOND)

/* A shield sets the ninja's tick to this number, as on servers. DDNetCharacter shows it. */
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

static bool owns(const tt_convert_body *body, int weapon)
{
    return (body->owned >> weapon & 1) != 0;
}

/* A tee always has the hammer, so the loop ends. `count` is at most 32 presses. */
static int step(const tt_convert_body *body, int weapon, int count, int direction)
{
    while (count > 0) {
        weapon = (weapon + direction + WEAPONS_TO_CHOOSE) % WEAPONS_TO_CHOOSE;
        count -= owns(body, weapon);
    }
    return weapon;
}

/* Returns -1 for no wish. Weapons in inputs count from 1, and nobody can wish for the ninja. */
static int8_t wanted_of(const int32_t *input)
{
    int32_t wanted = input[TTI_INPUT_WANTED_WEAPON];
    return (int8_t)(wanted >= 1 && wanted <= WEAPONS_TO_CHOOSE ? wanted - 1 : -1);
}

static bool is_worth_a_wish(const tt_convert_body *body, int wanted)
{
    return wanted >= 0 && wanted != body->weapon && owns(body, wanted);
}

/* "Next" and "previous" count from the last wish. A weapon's number overrides them. Servers look
 * for it in the input before, so it works a tick later. */
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

static bool fires_while_held(const tt_convert_body *body)
{
    return (body->weapon >= TT_WEAPON_SHOTGUN && body->weapon <= TT_WEAPON_LASER) ||
           (body->weapon == TT_WEAPON_GUN && (body->state & TTI_BODY_JETPACK) != 0);
}

static bool fire(tt_convert_body *body, const int32_t *reload, int32_t tick)
{
    if (body->freeze_left > 0) {
        return false;
    }
    body->attack_tick = tick;
    body->reload_end = tti_later(tick, reload[body->weapon]);
    return true;
}

/* Called after each input, also of a dead or frozen tee, because presses without effect are
 * lost. */
void tti_weapon_keys(tt_convert_body *body, const int32_t *input)
{
    body->fire = input[TTI_INPUT_FIRE];
    body->next = input[TTI_INPUT_NEXT_WEAPON];
    body->prev = input[TTI_INPUT_PREV_WEAPON];
    body->wanted = wanted_of(input);
}

/* A press during reloading is lost, and a wish is kept. The weapon changes before the shot. */
bool tti_weapon_input(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                      int32_t tick)
{
    make_wish(body, input);
    if (tick < body->reload_end) {
        return false;
    }
    grant_wish(body);
    bool is_fired = tti_input_presses(body->fire, input[TTI_INPUT_FIRE]) > 0;
    if (is_fired || (fires_while_held(body) && (input[TTI_INPUT_FIRE] & 1))) {
        return fire(body, reload, tick);
    }
    return false;
}

/* Servers look at wishes a tick after reloading ends. A tee that thawed in this tick fires any
 * weapon whose key is down. At the end of a ninja the weapon before returns. */
bool tti_weapon_tick(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                     int32_t tick)
{
    bool is_fired = false;
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

/* The number of a wanted weapon counts with the next input. That input may be equal and not
 * recorded, so the tick after is simulated too. */
bool tti_weapon_is_busy(const tt_convert_body *body, const int32_t *input)
{
    return body->wish >= 0 || body->weapon == TT_WEAPON_NINJA || body->wanted != wanted_of(input) ||
           is_worth_a_wish(body, body->wanted) ||
           (fires_while_held(body) && (input[TTI_INPUT_FIRE] & 1));
}

/* A ninja is in the hand at once, and its time begins anew in each tick. Other weapons are added to
 * the set. */
void tti_weapon_give(tt_convert_body *body, int weapon, int32_t tick)
{
    body->owned |= (uint8_t)BIT(weapon);
    if (weapon == TT_WEAPON_NINJA) {
        body->ninja_start = tick;
        body->last = body->weapon != TT_WEAPON_NINJA ? body->weapon : body->last;
        body->weapon = TT_WEAPON_NINJA;
    }
}

/* Takes weapons away as servers do: the hand gets the hammer, and after a ninja the gun. */
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
