/* SPDX-License-Identifier: MIT
 *
 * Computes the change from one input to the next. An input has states (direction, jump, hook) and
 * counters (fire, next and previous weapon). Counters grow at every press and release, so that a
 * press between two inputs is not lost.
 */
#include "teetape/input.h"
#include "base/angle.h"

#include "base/mem.h"
#include "world/world.h"

/* The bits of a counter that count. The game compares the lowest six bits, so a counter may wrap
 * anywhere. */
#define COUNTER_MASK 0x3fU

_Static_assert(sizeof(tt_input) == TT_INPUT_INTS * sizeof(int32_t), "an input is its ints");

tt_input tt_input_of(const int32_t *ints)
{
    tt_input input;
    tti_copy(&input, ints, sizeof input);
    return input;
}

/* Returns 0 to 63: 64 steps between two inputs are invisible. The sums of a recording wrap at 32
 * bits. */
static uint32_t counter_steps(int32_t before, int32_t after)
{
    return ((uint32_t)after - (uint32_t)before) & COUNTER_MASK;
}

/* Counts presses. Every other step is a press, because a counter is odd while its key is down. */
int32_t tti_input_presses(int32_t before, int32_t after)
{
    return (int32_t)((counter_steps(before, after) + ((uint32_t)~before & 1)) / 2);
}

int32_t tt_input_aim(const tt_input *input)
{
    return tti_angle_degrees(input->target_x, input->target_y);
}

static void set_state(tt_input_change *change, tt_key key, bool was, bool is)
{
    change->pressed[key] = is && !was;
    change->released[key] = was && !is;
    change->held[key] = is;
}

static void set_counter(tt_input_change *change, tt_key key, int32_t before, int32_t after)
{
    int32_t pressed = tti_input_presses(before, after);
    change->pressed[key] = (uint8_t)pressed;
    change->released[key] = (uint8_t)(counter_steps(before, after) - (uint32_t)pressed);
    change->held[key] = after & 1;
}

/* A change of the wanted weapon releases the key of the old weapon and presses that of the new
 * one. */
tt_input_change tt_input_compare(const tt_input *before, const tt_input *after)
{
    tt_input_change change;
    bool is_other = before->wanted_weapon != after->wanted_weapon;
    set_state(&change, TT_KEY_LEFT, before->direction < 0, after->direction < 0);
    set_state(&change, TT_KEY_RIGHT, before->direction > 0, after->direction > 0);
    set_state(&change, TT_KEY_JUMP, before->jump != 0, after->jump != 0);
    set_state(&change, TT_KEY_HOOK, before->hook != 0, after->hook != 0);
    set_counter(&change, TT_KEY_FIRE, before->fire, after->fire);
    change.pressed[TT_KEY_WEAPON] = is_other && after->wanted_weapon != 0;
    change.released[TT_KEY_WEAPON] = is_other && before->wanted_weapon != 0;
    change.held[TT_KEY_WEAPON] = after->wanted_weapon != 0;
    set_counter(&change, TT_KEY_NEXT_WEAPON, before->next_weapon, after->next_weapon);
    set_counter(&change, TT_KEY_PREV_WEAPON, before->prev_weapon, after->prev_weapon);
    change.flags = (uint32_t)before->player_flags ^ (uint32_t)after->player_flags;
    bool is_same_aim = before->target_x == after->target_x && before->target_y == after->target_y;
    change.turn = is_same_aim ? 0 : tti_angle_turn(tt_input_aim(before), tt_input_aim(after));
    return change;
}

const char *tt_key_name(tt_key key)
{
    static const char *const names[TT_KEYS] = {
        "left", "right", "jump", "hook", "fire", "weapon", "next_weapon", "prev_weapon",
    };
    return (unsigned)key < TT_KEYS ? names[key] : NULL;
}
