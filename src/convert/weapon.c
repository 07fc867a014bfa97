/* SPDX-License-Identifier: MIT
 *
 * Which weapon a tee has in its hand, and when it fired last: from its inputs. It has hammer and
 * gun, and what it found on the map where that is known.
 */
#include "convert/body.h"
#include "convert/parts.h"
#include "teetape/input.h"

#define WEAPONS_TO_CHOOSE 5 /* all but the ninja */
#define NINJA_TICKS (15 * TT_TICKS_PER_SECOND)

/* What a shield leaves in place of the tick in which somebody became a ninja. */
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

/* The weapon this many owned ones away. The hammer is always owned, so this ends. */
static int step(const tt_convert_body *body, int weapon, int count, int direction)
{
    while (count > 0) {
        weapon = (weapon + direction + WEAPONS_TO_CHOOSE) % WEAPONS_TO_CHOOSE;
        count -= owns(body, weapon);
    }
    return weapon;
}

/* -1 when none is wanted by its number. */
static int8_t wanted_of(const int32_t *input)
{
    int32_t wanted = input[TTI_INPUT_WANTED_WEAPON];
    return (int8_t)(wanted >= 1 && wanted <= WEAPONS_TO_CHOOSE ? wanted - 1 : -1);
}

static int is_worth_a_wish(const tt_convert_body *body, int wanted)
{
    return wanted >= 0 && wanted != body->weapon && owns(body, wanted);
}

/* Servers look for the number in the input before. */
static void make_wish(tt_convert_body *body, const int32_t *input)
{
    int wanted = body->wish >= 0 ? body->wish : body->weapon;
    wanted = step(body, wanted, tt_input_presses(body->next, input[TTI_INPUT_NEXT_WEAPON]), 1);
    wanted = step(body, wanted, tt_input_presses(body->prev, input[TTI_INPUT_PREV_WEAPON]), -1);
    if (body->wanted >= 0) {
        wanted = body->wanted;
    }
    if (is_worth_a_wish(body, wanted)) {
        body->wish = (int8_t)wanted;
    }
}

/* Ninjas have no choice. */
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

void tti_weapon_keys(tt_convert_body *body, const int32_t *input)
{
    body->fire = input[TTI_INPUT_FIRE];
    body->next = input[TTI_INPUT_NEXT_WEAPON];
    body->prev = input[TTI_INPUT_PREV_WEAPON];
    body->wanted = wanted_of(input);
}

int tti_weapon_input(tt_convert_body *body, const int32_t *reload, const int32_t *input,
                     int32_t tick)
{
    make_wish(body, input);
    if (tick < body->reload_end) {
        return 0;
    }
    grant_wish(body);
    int is_fired = tt_input_presses(body->fire, input[TTI_INPUT_FIRE]) > 0;
    if (is_fired || (fires_while_held(body) && (input[TTI_INPUT_FIRE] & 1))) {
        return fire(body, reload, tick);
    }
    return 0;
}

/* The server looks at wishes when it counts reload times down, a tick after they end. */
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

int tti_weapon_is_busy(const tt_convert_body *body, const int32_t *input)
{
    return body->wish >= 0 || body->weapon == TT_WEAPON_NINJA || body->wanted != wanted_of(input) ||
           is_worth_a_wish(body, body->wanted) ||
           (fires_while_held(body) && (input[TTI_INPUT_FIRE] & 1));
}

void tti_weapon_give(tt_convert_body *body, int weapon, int32_t tick)
{
    body->owned |= (uint8_t)BIT(weapon);
    if (weapon == TT_WEAPON_NINJA) {
        body->ninja_start = tick;
        body->last = body->weapon != TT_WEAPON_NINJA ? body->weapon : body->last;
        body->weapon = TT_WEAPON_NINJA;
    }
}

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
