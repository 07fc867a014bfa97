/* SPDX-License-Identifier: MIT
 *
 * Sums of inputs: rates, shares, and intervals in ticks.
 */
#include <stdio.h>
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

/* The caller zeroed the struct (sessions_use.begin). The other members become -1: no tick so
 * far. */
void summary_begin(struct summary *sum, struct intervals *intervals)
{
    memset(intervals, 0, sizeof *intervals);
    sum->intervals = intervals;
    sum->changed_tick = sum->turn_tick = -1;
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
}

static uint64_t all_presses(const struct summary *sum)
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

#define CELL_TEXT 64

/* Members of the JSON object, and texts of table cells. */
struct row {
    uint64_t session, inputs, all_presses;
    int32_t cid, first_tick, last_tick;
    const char *name, *shown_name, *since, *until;
    struct column_own presses;
    int64_t presses_per_second;
    int32_t interval_least, interval_median, interval_spread;
    struct column_list turns;
    const char *shown_turns, *changed;
    int32_t turn_tick; /* tick of the largest turn */
    int32_t changed_ticks;
    int64_t changed_percent;
};

/* Columns of the objects in `turns`. */
static const struct column turn_columns[] = {
    COLUMN(struct summary_turn, tick, ""),
    COLUMN(struct summary_turn, turn, "", .show = SHOW_HUNDREDTHS),
    COLUMNS_END,
};

/* A NULL meaning: the manual describes the key among those of an input (input_columns). */
const struct column summary_columns[] = {
    COLUMN(struct row, session, NULL),
    COLUMN(struct row, cid, NULL, .heading = "cid", .fit = TABLE_KEY),
    COLUMN(struct row, name, NULL),
    CELL(struct row, shown_name, "name", .fit = TABLE_KEY_CUT, .look = TEXT_BOLD),
    CELL(struct row, since, "from", .right = true, .spare = 8, .look = TEXT_FAINT),
    COLUMN(struct row, first_tick, "with --summary: of the session, in the span"),
    COLUMN(struct row, last_tick, NULL),
    CELL(struct row, until, "to", .right = true, .spare = 8, .look = TEXT_FAINT),
    COLUMN(struct row, inputs, "how many", .heading = "inputs", .show = SHOW_GROUPS, .spare = 7),
    COLUMN(struct row, presses,
           "how many of left, right, jump, hook, fire, weapon, next_weapon, prev_weapon",
           .type = "object"),
    CELL(struct row, all_presses, "presses", .show = SHOW_GROUPS, .spare = 6),
    COLUMN(struct row, presses_per_second, "of all keys", .heading = "a second",
           .show = SHOW_HUNDREDTHS),
    COLUMN(struct row, interval_least,
           "ticks between two presses of the same key, null without any; 500 is 500 or more",
           .heading = "least", .spare = 2),
    COLUMN(struct row, interval_median, NULL, .heading = "median", .spare = 1),
    COLUMN(struct row, interval_spread, "ticks from the first quartile of them to the third one",
           .heading = "spread", .spare = 3),
    COLUMN(struct row, turns,
           "the largest from one input to the next, at most three: tick (of the next), turn",
           .inner = turn_columns),
    CELL(struct row, shown_turns, "turns", .spare = 4),
    CELL(struct row, turn_tick, "at", .spare = 9),
    COLUMN(struct row, changed_ticks, "ticks with another input than before"),
    COLUMN(struct row, changed_percent, "the same, of the ticks of the session in the span",
           .show = SHOW_HUNDREDTHS),
    CELL(struct row, changed, "changed", .right = true, .spare = 5),
    COLUMNS_END,
};

/* Returns `part` of `whole` (above 0) in hundredths. The product may exceed 64 bits, so it is
 * divided in two steps. */
static int64_t hundredths(uint64_t part, int64_t whole)
{
    double share = (double)part * 100 / (double)whole;
    return (int64_t)(share + 0.5);
}

static const char *show_turns(char text[CELL_TEXT], const struct summary *sum)
{
    size_t used = 0;
    for (unsigned i = 0; i < sum->turn_count; i++) {
        int32_t degrees = (abs(sum->turns[i].turn) + 50) / 100;
        used +=
            (size_t)snprintf(text + used, CELL_TEXT - used, "%s%d", i > 0 ? " " : "", (int)degrees);
    }
    return used != 0 ? text : "-";
}

/* Lists keys that were never pressed, too, so that programs find every key. */
static void presses_json(struct json *j, const char *name, const void *of)
{
    const uint64_t *presses = of;
    json_object_begin(j, name);
    for (int key = 0; key < TT_KEYS; key++) {
        json_uint(j, tt_key_name((tt_key)key), presses[key]);
    }
    json_object_end(j);
}

/* -1 means no ticks: null in JSON, "-" in a table. */
static int32_t known(int32_t ticks)
{
    return ticks < 0 ? COLUMN_UNKNOWN : ticks;
}

/* The row points to texts of this function. rows_add copies or prints them before it returns. */
static void add(struct rows *rows, const struct reading *r, const struct summary *sum)
{
    char since[TT_IO_PLACE_CLOCK_TEXT], until[TT_IO_PLACE_CLOCK_TEXT], turns[CELL_TEXT],
        changed[CELL_TEXT];
    const struct session *s = &sum->session;
    int64_t ticks = summary_ticks(sum);
    struct row row = {
        .session = s->number,
        .cid = s->cid,
        .name = s->name[0] != 0 ? s->name : NULL,
        .shown_name = s->name[0] != 0 ? s->name : SESSION_UNNAMED,
        .since = sessions_time(r, since, sum->since),
        .until = sessions_time(r, until, s->ended),
        .first_tick = sum->since,
        .last_tick = s->ended,
        .inputs = sum->inputs,
        .presses = {presses_json, sum->presses},
        .all_presses = all_presses(sum),
        .presses_per_second = hundredths(all_presses(sum) * TT_TICKS_PER_SECOND, ticks),
        .interval_least = known(sum->least),
        .interval_median = known(sum->median),
        .interval_spread = known(sum->spread),
        .turns = {sum->turns, sum->turn_count, sizeof sum->turns[0]},
        .shown_turns = show_turns(turns, sum),
        .turn_tick = sum->turn_count != 0 ? sum->turns[0].tick : COLUMN_UNKNOWN,
        .changed_ticks = sum->changed_ticks,
        .changed_percent = hundredths((uint64_t)sum->changed_ticks * 100, ticks),
        .changed = changed,
    };
    snprintf(changed, sizeof changed, "%d.%d %%", (int)(row.changed_percent / 100),
             (int)(row.changed_percent / 10 % 10));
    rows_add(rows, &row);
}

bool summary_print(const struct reading *r, const struct summary *list, size_t count)
{
    struct rows rows;
    rows_open(&rows, r->job, summary_columns, TT_FORMAT_TEEHISTORIAN);
    for (size_t i = 0; i < count; i++) {
        add(&rows, r, &list[i]);
    }
    return rows_close(&rows);
}
