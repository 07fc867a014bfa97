/* SPDX-License-Identifier: MIT
 *
 * Counts what tells a program from a hand: steady intervals between presses, shots soon after a
 * turn, and places of the cursor that come again.
 *
 * A run of places is kept as 32 bits of its hash, in the slot that other bits of the hash choose.
 * The session is part of the hash, so the table needs no clearing between sessions, and two
 * players never share a run.
 */
#include <math.h>

#include "cli/inputs/inputs.h"
#include "teetape/game.h"

uint64_t mixed(uint64_t bits)
{
    bits = (bits ^ bits >> 32) * UINT64_C(0xd6e8feb86659fd93);
    bits = (bits ^ bits >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return bits ^ bits >> 32;
}

uint64_t place_of(const tt_input *input)
{
    return (uint64_t)(uint32_t)input->target_x << 32 | (uint32_t)input->target_y;
}

static bool is_steady(const int32_t intervals[STEADY_INTERVALS])
{
    int32_t least = intervals[0], most = intervals[0];
    for (int i = 1; i < STEADY_INTERVALS; i++) {
        least = intervals[i] < least ? intervals[i] : least;
        most = intervals[i] > most ? intervals[i] : most;
    }
    return most - least <= STEADY_TICKS;
}

/* An interval of 0 is what two presses of one packet look like. Like a pause it ends a row. */
void habits_interval(struct habits *h, int key, int64_t ticks)
{
    if (ticks <= PAUSE) {
        h->intervals[key][ticks]++;
    }
    if (ticks == 0 || ticks > PAUSE) {
        h->in_row[key] = 0;
        return;
    }
    h->last[key][h->in_row[key]++ % STEADY_INTERVALS] = (int32_t)ticks;
    if (h->in_row[key] >= STEADY_INTERVALS) {
        h->rows[key]++;
        h->steady[key] += is_steady(h->last[key]);
    }
}

void habits_turn(struct habits *h, int32_t tick)
{
    h->turns += h->turned_tick != tick;
    h->turned_tick = tick;
}

/* Counts a shot. The ticks of a demo may go back; such a shot came before the turn. */
void habits_shot(struct habits *h, int32_t tick)
{
    h->shots++;
    bool is_later = h->turned_tick >= 0 && tick >= h->turned_tick;
    h->turn_shots += is_later && tick - h->turned_tick <= SHOT_TICKS;
}

/* Returns the length of a movement. Damaged recordings have any ints, whose differences need 33
 * bits. The square root of doubles is exact to the last bit on every machine. */
static uint64_t length(int64_t x, int64_t y)
{
    return (uint64_t)sqrt((double)x * (double)x + (double)y * (double)y);
}

static void take_run(struct habits *h, uint64_t session)
{
    uint64_t hash = mixed(session);
    for (int i = 0; i < RUN_PLACES; i++) {
        hash = mixed(hash ^ h->place[i]);
    }
    uint32_t *known = &h->runs->hash[hash % RUNS];
    h->compared_runs++;
    h->repeated_runs += *known == (uint32_t)(hash >> 32);
    *known = (uint32_t)(hash >> 32);
}

static void move(struct habits *h, const tt_input *input, int32_t tick)
{
    int32_t x = (int32_t)(uint32_t)(h->place[0] >> 32), y = (int32_t)(uint32_t)h->place[0];
    int64_t ticks = (int64_t)tick - h->place_tick;
    if (h->places != 0 && ticks >= 0 && ticks <= PAUSE) {
        h->path += length((int64_t)input->target_x - x, (int64_t)input->target_y - y);
        h->moving += (uint64_t)ticks;
    }
    for (int i = RUN_PLACES - 1; i > 0; i--) {
        h->place[i] = h->place[i - 1];
    }
    h->place[0] = place_of(input);
    h->place_tick = tick;
    h->places++;
}

void habits_cursor(struct habits *h, const tt_input *input, int32_t tick, uint64_t session)
{
    h->distances++;
    h->distance_sum += length(input->target_x, input->target_y);
    if (h->places == 0 || h->place[0] != place_of(input)) {
        move(h, input, tick);
        if (h->places >= RUN_PLACES) {
            take_run(h, session);
        }
    }
}

struct peak habits_peak(const struct habits *h, int key)
{
    struct peak peak = {0, 0, 0};
    for (int32_t ticks = 1; ticks <= PAUSE; ticks++) {
        uint32_t count = h->intervals[key][ticks];
        peak.of += count;
        if (count > peak.count) {
            peak.ticks = ticks;
            peak.count = count;
        }
    }
    return peak;
}

static int32_t known_if(bool has_enough, double value)
{
    return has_enough ? (int32_t)fmin(value + 0.5, INT32_MAX) : COLUMN_UNKNOWN;
}

int32_t habits_share(uint64_t part, uint64_t whole)
{
    return known_if(whole >= EVENTS_LEAST, (double)part * 10000 / (double)whole);
}

static void key_figures(const struct habits *h, int key, int32_t figures[FIGURES])
{
    uint64_t count = 0, active = 0;
    for (uint64_t ticks = 0; ticks <= PAUSE; ticks++) {
        count += h->intervals[key][ticks];
        active += ticks * h->intervals[key][ticks];
    }
    figures[FIGURE_KEY_RATE + key] =
        known_if(count >= EVENTS_LEAST && active != 0,
                 (double)count * TT_TICKS_PER_SECOND * 100 / (double)active);
    figures[FIGURE_KEY_STEADY + key] = habits_share(h->steady[key], h->rows[key]);
}

void habits_figures(const struct habits *h, int64_t rate, int32_t figures[FIGURES])
{
    figures[FIGURE_RATE] = known_if(true, (double)rate);
    figures[FIGURE_STEADY] = COLUMN_UNKNOWN;
    figures[FIGURE_DISTANCE] =
        known_if(h->distances >= EVENTS_LEAST, (double)h->distance_sum / (double)h->distances);
    figures[FIGURE_SPEED] = known_if(h->places >= EVENTS_LEAST && h->moving != 0,
                                     (double)h->path * TT_TICKS_PER_SECOND / (double)h->moving);
    figures[FIGURE_SHOTS] = habits_share(h->turn_shots, h->shots);
    figures[FIGURE_REPEATED] = habits_share(h->repeated_runs, h->compared_runs);
    for (int key = 0; key < TT_KEYS; key++) {
        key_figures(h, key, figures);
        if (figures[FIGURE_KEY_STEADY + key] > figures[FIGURE_STEADY]) {
            figures[FIGURE_STEADY] = figures[FIGURE_KEY_STEADY + key];
        }
    }
}

int habits_steady_key(const int32_t figures[FIGURES])
{
    for (int key = 0; key < TT_KEYS; key++) {
        bool is_known = figures[FIGURE_STEADY] != COLUMN_UNKNOWN;
        if (is_known && figures[FIGURE_KEY_STEADY + key] == figures[FIGURE_STEADY]) {
            return key;
        }
    }
    return -1;
}
