/* SPDX-License-Identifier: MIT
 *
 * Sums of inputs: rates, shares, and intervals in ticks.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/inputs/inputs.h"
#include "teetape/game.h"

void intervals_add(struct intervals *s, int64_t ticks)
{
    s->of[ticks < INTERVAL_MOST ? ticks : INTERVAL_MOST]++;
    s->count++;
}

int32_t intervals_at(const struct intervals *s, unsigned quarters)
{
    if (s->count == 0) {
        return -1;
    }
    uint64_t before = s->of[0], last = s->count - 1;
    uint64_t index =
        last / 4 * quarters + last % 4 * quarters / 4; /* last * quarters could overflow */
    int32_t ticks = 0;
    while (before <= index) {
        before += s->of[++ticks];
    }
    return ticks;
}

/* Begins a summary. The caller zeroed the struct (sessions_use.begin). The other members become -1:
 * no tick so far. */
void summary_begin(struct summary *sum, struct intervals *intervals, struct runs *runs)
{
    memset(intervals, 0, sizeof *intervals);
    sum->intervals = intervals;
    sum->habits.runs = runs;
    sum->changed_tick = sum->turn_tick = -1;
    sum->habits.turned_tick = sum->habits.place_tick = -1;
    for (int key = 0; key < TT_KEYS; key++) {
        sum->pressed_tick[key] = -1;
    }
}

/* Two presses of a key in one tick have the interval 0. Ticks of a demo may go back, because
 * packets overtake each other; such an interval is not counted. */
static void take_presses(struct summary *sum, const tt_input_change *change, int32_t tick)
{
    for (int key = 0; key < TT_KEYS; key++) {
        for (int i = 0; i < change->pressed[key]; i++) {
            if (sum->pressed_tick[key] >= 0 && tick >= sum->pressed_tick[key]) {
                intervals_add(sum->intervals, (int64_t)tick - sum->pressed_tick[key]);
                habits_interval(&sum->habits, key, (int64_t)tick - sum->pressed_tick[key]);
            }
            sum->pressed_tick[key] = tick;
            sum->presses[key]++;
        }
    }
}

/* Returns the turn from one aim to another by the shorter way, -17999 to 18000 hundredths of a
 * degree. */
static int32_t turn_of(int32_t from, int32_t to)
{
    int32_t turn = (to - from + 36000) % 36000;
    return turn > 18000 ? turn - 36000 : turn;
}

/* Keeps the largest turns sorted. Among equal turns the earlier one remains in front. */
static void end_turn(struct summary *sum)
{
    struct summary_turn new = {sum->turn_tick, turn_of(sum->aim_before, sum->aim)};
    if (sum->turn_tick < 0 || new.turn == 0) {
        return;
    }
    for (unsigned i = 0; i < SUMMARY_TURNS; i++) {
        struct summary_turn *at = &sum->turns[i];
        if (i >= sum->turn_count || abs(new.turn) > abs(at->turn)) {
            struct summary_turn smaller = *at;
            *at = new;
            new = smaller;
        }
    }
    sum->turn_count += sum->turn_count < SUMMARY_TURNS;
}

/* All inputs of a tick count as one turn. The first aim of a session is not compared with that
 * of the previous session. */
static void take_aim(struct summary *sum, const struct pressing *p, int32_t tick)
{
    if (sum->turn_tick != tick || p->is_first) {
        end_turn(sum);
        sum->turn_tick = tick;
        sum->aim_before = tt_input_aim(&p->before);
    }
    sum->aim = tt_input_aim(&p->input);
}

void summary_take(struct summary *sum, const struct pressing *p, int32_t tick)
{
    sum->inputs++;
    if (p->is_first || memcmp(&p->before, &p->input, sizeof p->input) != 0) {
        sum->changed_ticks += sum->changed_tick != tick;
        sum->changed_tick = tick;
    }
    take_presses(sum, &p->change, tick);
    take_aim(sum, p, tick);
    if (abs(turn_of(sum->aim_before, sum->aim)) > TURN_LEAST) {
        habits_turn(&sum->habits, tick);
    }
    if (p->change.pressed[TT_KEY_FIRE] != 0) {
        habits_shot(&sum->habits, tick);
    }
    habits_cursor(&sum->habits, &p->input, tick, sum->session.number);
}

/* A session that began before the span counts from the begin of the span. `spread` is the distance
 * of the outer quartiles. */
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
    habits_figures(&sum->habits, summary_rate(sum), sum->figures);
}

/* The product may exceed 64 bits, so this is computed in floats. Of nothing there is no share. */
int64_t hundredths(uint64_t part, int64_t whole)
{
    if (whole <= 0) {
        return 0;
    }
    double share = (double)part * 100 / (double)whole;
    return (int64_t)(share + 0.5);
}

uint64_t summary_presses(const struct summary *sum)
{
    uint64_t presses = 0;
    for (int key = 0; key < TT_KEYS; key++) {
        presses += sum->presses[key];
    }
    return presses;
}

int64_t summary_rate(const struct summary *sum)
{
    return hundredths(summary_presses(sum) * TT_TICKS_PER_SECOND, summary_ticks(sum));
}

int64_t summary_ticks(const struct summary *sum)
{
    return (int64_t)sum->session.ended - sum->since + 1;
}
