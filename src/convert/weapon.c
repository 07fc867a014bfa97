/* SPDX-License-Identifier: MIT
 *
 * Which weapon a tee has in its hand, and when it fired last: from its inputs. Without the map
 * nobody knows what was picked up, so every tee has hammer and gun alone.
 */
#include "convert/parts.h"

#define WEAPONS_TO_CHOOSE 5 /* all but the ninja */
#define COUNTER_MASK 0x3f

enum { FIRE = 4, WANTED_WEAPON = 7, NEXT_WEAPON = 8, PREV_WEAPON = 9 };

void tti_weapon_reset(tt_convert_look *look)
{
    look->owned = 1 << TT_WEAPON_HAMMER | 1 << TT_WEAPON_GUN;
    look->weapon = TT_WEAPON_GUN;
    look->wish = -1;
    look->attack_tick = 0;
    look->reload_end = TTI_NEVER;
}

/* A key counts up at every press and release; odd while it is down. */
static int presses(int32_t before, int32_t after)
{
    unsigned at = (unsigned)before & COUNTER_MASK, end = (unsigned)after & COUNTER_MASK;
    int count = 0;
    while (at != end) {
        at = (at + 1) & COUNTER_MASK;
        count += (int)(at & 1);
    }
    return count;
}

static int owns(const tt_convert_look *look, int weapon)
{
    return (look->owned >> weapon & 1) != 0;
}

/* The weapon so many owned ones away. The hammer is always owned, so this ends. */
static int step(const tt_convert_look *look, int weapon, int count, int direction)
{
    while (count > 0) {
        weapon = (weapon + direction + WEAPONS_TO_CHOOSE) % WEAPONS_TO_CHOOSE;
        count -= owns(look, weapon);
    }
    return weapon;
}

static void make_wish(tt_convert_look *look, const int32_t *input)
{
    int wanted = look->wish >= 0 ? look->wish : look->weapon;
    wanted = step(look, wanted, presses(look->input[NEXT_WEAPON], input[NEXT_WEAPON]), 1);
    wanted = step(look, wanted, presses(look->input[PREV_WEAPON], input[PREV_WEAPON]), -1);
    if (input[WANTED_WEAPON] >= 1 && input[WANTED_WEAPON] <= WEAPONS_TO_CHOOSE) {
        wanted = input[WANTED_WEAPON] - 1;
    }
    if (wanted != look->weapon && owns(look, wanted)) {
        look->wish = (int8_t)wanted;
    }
}

static void grant_wish(tt_convert_look *look)
{
    if (look->wish >= 0) {
        look->weapon = look->wish;
        look->wish = -1;
    }
}

void tti_weapon_input(tt_convert_look *look, const int32_t *reload, const int32_t *input,
                      int32_t tick)
{
    make_wish(look, input);
    if (tick < look->reload_end) {
        return;
    }
    grant_wish(look);
    if (presses(look->input[FIRE], input[FIRE]) > 0) {
        look->attack_tick = tick;
        int32_t ticks = reload[look->weapon];
        look->reload_end = tick < INT32_MAX - ticks ? tick + ticks : INT32_MAX;
    }
}

/* The server looks at wishes when it counts reload times down, a tick after they end. */
void tti_weapon_settle(tt_convert_look *look, int32_t tick)
{
    if (look->wish >= 0 && tick > look->reload_end) {
        grant_wish(look);
    }
}
