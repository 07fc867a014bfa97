/* SPDX-License-Identifier: MIT
 *
 * Sums up the inputs of a session.
 */
#include "cli/inputs/summary.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/angle.h"

void summing_begin(struct summing *s, uint64_t session, int32_t cid, int32_t tick)
{
    memset(s, 0, sizeof *s);
    s->sum.session = session;
    s->sum.cid = cid;
    s->sum.since = tick;
    s->changed_tick = s->turn_tick = -1;
    for (int key = 0; key < TT_KEYS; key++) {
        s->pressed_tick[key] = -1;
    }
}

/* Intervals are between presses of the same key. Of several in one tick all but the first have an
 * interval of 0. */
static void take_presses(struct summing *s, const tt_input_change *change, int32_t tick)
{
    for (int key = 0; key < TT_KEYS; key++) {
        for (int i = 0; i < change->pressed[key]; i++) {
            if (s->pressed_tick[key] >= 0) {
                intervals_add(&s->intervals, (int64_t)tick - s->pressed_tick[key]);
            }
            s->pressed_tick[key] = tick;
            s->sum.presses[key]++;
        }
    }
}

/* The turn of the last tick is known as soon as another one comes. */
static void end_turn(struct summing *s)
{
    struct summary_turn new = {s->turn_tick, tt_angle_turn(s->aim_before, s->aim)};
    if (s->turn_tick < 0 || new.turn == 0) {
        return;
    }
    for (unsigned i = 0; i < SUMMARY_TURNS; i++) {
        struct summary_turn *at = &s->sum.turns[i];
        if (i >= s->sum.turn_count || abs(new.turn) > abs(at->turn)) {
            struct summary_turn smaller = *at;
            *at = new;
            new = smaller;
        }
    }
    s->sum.turn_count += s->sum.turn_count < SUMMARY_TURNS;
}

/* A tick may have several inputs; from the aim before the first one to that of the last one. */
static void take_aim(struct summing *s, const struct pressing *p, int32_t tick)
{
    if (s->turn_tick != tick || p->is_first) {
        end_turn(s);
        s->turn_tick = tick;
        s->aim_before = tt_input_aim(&p->before);
    }
    s->aim = tt_input_aim(&p->input);
}

void summing_take(struct summing *s, const struct pressing *p)
{
    int32_t tick = p->v.r.event.tick;
    s->sum.inputs++;
    if (p->is_first || memcmp(&p->before, &p->input, sizeof p->input) != 0) {
        s->sum.changed_ticks += s->changed_tick != tick;
        s->changed_tick = tick;
    }
    take_presses(s, &p->change, tick);
    take_aim(s, p, tick);
}

void summing_end(struct summing *s, const struct select *select, int32_t last)
{
    struct summary *sum = &s->sum;
    end_turn(s);
    sum->since = sum->since < select->from ? (int32_t)select->from : sum->since;
    sum->last = last < select->to ? last : (int32_t)(select->to - 1);
    sum->least = intervals_at(&s->intervals, 0);
    sum->median = intervals_at(&s->intervals, 2);
    sum->spread = -1;
    if (sum->least >= 0) {
        sum->spread = intervals_at(&s->intervals, 3) - intervals_at(&s->intervals, 1);
    }
}

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
    return (int64_t)sum->last - sum->since + 1;
}
