/* SPDX-License-Identifier: MIT
 *
 * Sums up the inputs of a session.
 *
 * Everything is added up input by input, and nothing of the single inputs is kept but the largest
 * turns.
 */
#include "cli/inputs/summary.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/angle.h"

/* What is not set here is zero: see sessions_use.begin. -1 stands for no tick so far. */
void summary_begin(struct summary *sum, struct intervals *intervals)
{
    memset(intervals, 0, sizeof *intervals);
    sum->intervals = intervals;
    sum->changed_tick = sum->turn_tick = -1;
    for (int key = 0; key < TT_KEYS; key++) {
        sum->pressed_tick[key] = -1;
    }
}

/* Intervals are between presses of the same key. Of several in one tick all but the first have an
 * interval of 0. Ticks of a demo may go back, as packets overtake each other: no interval then. */
static void take_presses(struct summary *sum, const tt_input_change *change, int32_t tick)
{
    for (int key = 0; key < TT_KEYS; key++) {
        for (int i = 0; i < change->pressed[key]; i++) {
            if (sum->pressed_tick[key] >= 0 && tick >= sum->pressed_tick[key]) {
                intervals_add(sum->intervals, (int64_t)tick - sum->pressed_tick[key]);
            }
            sum->pressed_tick[key] = tick;
            sum->presses[key]++;
        }
    }
}

/* The turn of the last tick is known as soon as another one comes. The largest ones are kept
 * sorted: the new one takes its place, and what was there moves on, the least one out of the list.
 * Of equal turns the first one remains in front. */
static void end_turn(struct summary *sum)
{
    struct summary_turn new = {sum->turn_tick, tt_angle_turn(sum->aim_before, sum->aim)};
    if (sum->turn_tick < 0 || new.turn == 0) {
        return;
    }
    for (unsigned i = 0; i < SUMMARY_TURNS; i++) {
        struct summary_turn *at = &sum->turns[i];
        if (i >= sum->turn_count || abs(new.turn) > abs(at->turn)) {
            struct summary_turn smaller = *at;
            *at = new;
            /* What falls out at the end is the least one. */
            new = smaller;
        }
    }
    sum->turn_count += sum->turn_count < SUMMARY_TURNS;
}

/* A tick may have several inputs; from the aim before the first one to that of the last one is one
 * turn. A new session has no turn from the aim of the one before. */
static void take_aim(struct summary *sum, const struct pressing *p, int32_t tick)
{
    if (sum->turn_tick != tick || p->is_first) {
        end_turn(sum);
        sum->turn_tick = tick;
        sum->aim_before = tt_input_aim(&p->before);
    }
    sum->aim = tt_input_aim(&p->input);
}

/* A tick counts once as changed, however many inputs it has. */
void summary_take(struct summary *sum, const struct pressing *p, int32_t tick)
{
    sum->inputs++;
    if (p->is_first || memcmp(&p->before, &p->input, sizeof p->input) != 0) {
        sum->changed_ticks += sum->changed_tick != tick;
        sum->changed_tick = tick;
    }
    take_presses(sum, &p->change, tick);
    take_aim(sum, p, tick);
}

/* A session that began before the span counts from the begin of the span, as its inputs do. The
 * spread is between the first and the third quarter: how regular the presses are. */
void summary_end(struct summary *sum, int64_t from)
{
    end_turn(sum);
    sum->since = sum->session.joined < from ? (int32_t)from : sum->session.joined;
    sum->least = intervals_at(sum->intervals, 0);
    sum->median = intervals_at(sum->intervals, 2);
    sum->spread = -1;
    if (sum->least >= 0) {
        sum->spread = intervals_at(sum->intervals, 3) - intervals_at(sum->intervals, 1);
    }
}

/* Of all keys together, for one number that can be compared. */
uint64_t summary_presses(const struct summary *sum)
{
    uint64_t presses = 0;
    for (int key = 0; key < TT_KEYS; key++) {
        presses += sum->presses[key];
    }
    return presses;
}

int64_t summary_ticks(const struct summary *sum)
{
    return (int64_t)sum->session.ended - sum->since + 1;
}
