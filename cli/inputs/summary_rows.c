/* SPDX-License-Identifier: MIT
 *
 * Prints the sums of inputs: a line for each session, then a line for each key that it pressed.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/inputs/inputs.h"

#define CELL_TEXT 96

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
    const char *shown_figures[FIGURE_KEY_RATE];
    struct column_list keys;
    int32_t cursor_distance, cursor_speed, turn_shots_percent, repeated_percent;
    uint64_t turns_above, shots, turn_shots, compared_runs, repeated_runs;
    struct column_own others[FIGURE_KEY_RATE];
};

/* A key of a session: an object in `keys`, and a line of the second table. */
struct key_row {
    int32_t cid;
    const char *name, *since, *key; /* since: only in the table */
    uint64_t presses;
    int32_t least, peak;
    uint32_t peak_count, peak_of, steady_count, steady_of;
    int32_t active_per_second, peak_percent, steady_percent;
    struct column_own active_others, steady_others, intervals;
    const char *shown_rate, *shown_peak, *shown_share;
    char texts[3][FIGURE_TEXT]; /* of the last cells */
};

/* Columns of the objects in `turns`. */
static const struct column turn_columns[] = {
    COLUMN(struct summary_turn, tick, ""),
    COLUMN(struct summary_turn, turn, "", .show = SHOW_HUNDREDTHS),
    COLUMNS_END,
};

/* Columns of the objects in `keys`. */
static const struct column key_columns[] = {
    CELL(struct key_row, cid, "cid", .fit = TABLE_KEY),
    CELL(struct key_row, name, "name", .fit = TABLE_KEY_CUT, .look = TEXT_BOLD),
    CELL(struct key_row, since, "from", .right = true, .spare = 2, .look = TEXT_FAINT),
    COLUMN(struct key_row, key, "", .heading = "key", .fit = TABLE_KEY),
    COLUMN(struct key_row, presses, "", .heading = "presses", .show = SHOW_GROUPS, .spare = 1),
    COLUMN(struct key_row, active_per_second, "", .show = SHOW_HUNDREDTHS),
    COLUMN(struct key_row, active_others, ""),
    CELL(struct key_row, shown_rate, "a second, active"),
    COLUMN(struct key_row, least, "", .heading = "least"),
    COLUMN(struct key_row, peak, ""),
    COLUMN(struct key_row, peak_count, ""),
    COLUMN(struct key_row, peak_of, ""),
    CELL(struct key_row, shown_peak, "most frequent"),
    COLUMN(struct key_row, peak_percent, "", .show = SHOW_HUNDREDTHS),
    COLUMN(struct key_row, steady_count, ""),
    COLUMN(struct key_row, steady_of, ""),
    COLUMN(struct key_row, steady_percent, "", .show = SHOW_HUNDREDTHS),
    COLUMN(struct key_row, steady_others, ""),
    CELL(struct key_row, shown_share, "steady"),
    COLUMN(struct key_row, intervals, ""),
    COLUMNS_END,
};

#define SHOWN(figure, title, rank)                                                                 \
    {                                                                                              \
        .offset = offsetof(struct row, shown_figures) + (figure) * sizeof(const char *),           \
        .kind = COLUMN_STRING, .heading = (title), .spare = (rank)                                 \
    }
#define OTHERS(figure, name, about)                                                                \
    {                                                                                              \
        .key = (name), .kind = COLUMN_OWN, .meaning = (about), .type = "object",                   \
        .offset = offsetof(struct row, others) + (figure) * sizeof(struct column_own)              \
    }

/* A NULL meaning: the manual describes the key among those of an input (input_columns). */
const struct column summary_columns[] = {
    COLUMN(struct row, session, NULL),
    COLUMN(struct row, cid, NULL, .heading = "cid", .fit = TABLE_KEY),
    COLUMN(struct row, name, NULL),
    CELL(struct row, shown_name, "name", .fit = TABLE_KEY_CUT, .look = TEXT_BOLD),
    CELL(struct row, since, "from", .right = true, .spare = 10, .look = TEXT_FAINT),
    COLUMN(struct row, first_tick, "with --summary: of the session, in the span"),
    COLUMN(struct row, last_tick, NULL),
    CELL(struct row, until, "to", .right = true, .spare = 10, .look = TEXT_FAINT),
    COLUMN(struct row, inputs, "how many", .heading = "inputs", .show = SHOW_GROUPS, .spare = 8),
    COLUMN(struct row, presses,
           "how many of left, right, jump, hook, fire, weapon, next_weapon, prev_weapon",
           .type = "object"),
    CELL(struct row, all_presses, "presses", .show = SHOW_GROUPS, .spare = 7),
    COLUMN(struct row, presses_per_second, "of all keys", .show = SHOW_HUNDREDTHS),
    OTHERS(FIGURE_RATE, "presses_per_second_others",
           "median and highest of the other sessions, as in each key that ends in others"),
    SHOWN(FIGURE_RATE, "a second", 2),
    COLUMN(struct row, interval_least,
           "ticks between two presses of the same key, null without any; 500 is 500 or more",
           .heading = "least", .spare = 3),
    COLUMN(struct row, interval_median, NULL),
    COLUMN(struct row, interval_spread, "ticks from the first quartile of them to the third one"),
    COLUMN(struct row, keys,
           "keys that were pressed: key, presses, active_per_second (pauses above a second left "
           "out), least (interval in ticks), peak (the most frequent interval, without 0), "
           "peak_count (intervals that equal it), peak_of (intervals of 1 to 50 ticks), "
           "peak_percent, steady_count (intervals that differ from the three before by at most 2 "
           "ticks), steady_of (those with three before, since the last pause), steady_percent, and "
           "intervals (how many of 0, 1, 2, ... ticks)",
           .inner = key_columns),
    OTHERS(FIGURE_STEADY, "steady_percent_others", "of the key with the highest steady_percent"),
    SHOWN(FIGURE_STEADY, "steady intervals", 0),
    COLUMN(struct row, cursor_distance, "mean distance from the tee, 32 a tile"),
    OTHERS(FIGURE_DISTANCE, "cursor_distance_others", NULL),
    SHOWN(FIGURE_DISTANCE, "distance", 4),
    COLUMN(struct row, cursor_speed, "32 a tile, a second, pauses left out"),
    OTHERS(FIGURE_SPEED, "cursor_speed_others", NULL),
    SHOWN(FIGURE_SPEED, "speed", 4),
    COLUMN(struct row, turns_above, "ticks with a turn of more than 20 degrees"),
    COLUMN(struct row, shots, "inputs that press fire"),
    COLUMN(struct row, turn_shots, "of these, within 2 ticks after such a turn"),
    COLUMN(struct row, turn_shots_percent, "of the shots", .show = SHOW_HUNDREDTHS),
    OTHERS(FIGURE_SHOTS, "turn_shots_percent_others", NULL),
    SHOWN(FIGURE_SHOTS, "shots after turns", 0),
    COLUMN(struct row, compared_runs, "runs of four places of the cursor"),
    COLUMN(struct row, repeated_runs, "of these, sent before by the same player"),
    COLUMN(struct row, repeated_percent, "of the runs", .show = SHOW_HUNDREDTHS),
    OTHERS(FIGURE_REPEATED, "repeated_percent_others", NULL),
    SHOWN(FIGURE_REPEATED, "repeated", 0),
    COLUMN(struct row, turns,
           "the largest from one input to the next, at most three: tick (of the next), turn",
           .inner = turn_columns),
    CELL(struct row, shown_turns, "turns", .spare = 5),
    CELL(struct row, turn_tick, "at", .spare = 9),
    COLUMN(struct row, changed_ticks, "ticks with another input than before"),
    COLUMN(struct row, changed_percent, "the same, of the ticks of the session in the span",
           .show = SHOW_HUNDREDTHS),
    CELL(struct row, changed, "changed", .right = true, .spare = 6),
    COLUMNS_END,
};

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

/* Counts of the intervals of a key by ticks, up to the last one that is not 0. */
static void intervals_json(struct json *j, const char *name, const void *of)
{
    const uint32_t *intervals = of;
    int end = PAUSE + 1;
    while (end > 0 && intervals[end - 1] == 0) {
        end--;
    }
    json_array_begin(j, name);
    for (int ticks = 0; ticks < end; ticks++) {
        json_uint(j, NULL, intervals[ticks]);
    }
    json_array_end(j);
}

static int32_t least_of(const uint32_t intervals[PAUSE + 1])
{
    for (int32_t ticks = 0; ticks <= PAUSE; ticks++) {
        if (intervals[ticks] != 0) {
            return ticks;
        }
    }
    return COLUMN_UNKNOWN;
}

static void make_key(struct key_row *row, struct others others[2], const struct yardstick *yard,
                     const struct summary *sum, int key)
{
    int32_t rate = sum->figures[FIGURE_KEY_RATE + key],
            steady = sum->figures[FIGURE_KEY_STEADY + key];
    struct peak peak = habits_peak(&sum->habits, key);
    others[0] = yardstick_others(yard, FIGURE_KEY_RATE + key, rate);
    others[1] = yardstick_others(yard, FIGURE_KEY_STEADY + key, steady);
    *row = (struct key_row){
        .cid = sum->session.cid,
        .name = sum->session.name[0] != 0 ? sum->session.name : SESSION_UNNAMED,
        .key = tt_key_name((tt_key)key),
        .presses = sum->presses[key],
        .least = least_of(sum->habits.intervals[key]),
        .peak = peak.count != 0 ? peak.ticks : COLUMN_UNKNOWN,
        .peak_count = peak.count,
        .peak_of = peak.of,
        .active_per_second = rate,
        .peak_percent = habits_share(peak.count, peak.of),
        .steady_count = sum->habits.steady[key],
        .steady_of = sum->habits.rows[key],
        .steady_percent = steady,
        .active_others = {others_json, &others[0]},
        .steady_others = {others_json, &others[1]},
        .intervals = {intervals_json, sum->habits.intervals[key]},
    };
    row->shown_rate = figure_text(row->texts[0], UNIT_HUNDREDTHS, rate, &others[0]);
    row->shown_share = figure_text(row->texts[1], UNIT_PERCENT, steady, &others[1]);
    row->shown_peak = peak.count != 0 ? row->texts[2] : "-";
    snprintf(row->texts[2], FIGURE_TEXT, "%d: %u of %u", (int)peak.ticks, (unsigned)peak.count,
             (unsigned)peak.of);
}

/* The memory that the pointers of a row point to. */
struct row_data {
    char since[TT_IO_PLACE_CLOCK_TEXT], until[TT_IO_PLACE_CLOCK_TEXT], turns[CELL_TEXT],
        changed[CELL_TEXT], figures[FIGURE_KEY_RATE][FIGURE_TEXT], steady[FIGURE_TEXT + CELL_TEXT];
    struct others others[FIGURE_KEY_RATE];
    struct key_row keys[TT_KEYS];
    struct others key_others[TT_KEYS][2];
};

/* Keys that were never pressed have no object. */
static size_t make_keys(struct row_data *data, const struct yardstick *yard,
                        const struct summary *sum)
{
    size_t count = 0;
    for (int key = 0; key < TT_KEYS; key++) {
        if (sum->presses[key] != 0) {
            make_key(&data->keys[count], data->key_others[count], yard, sum, key);
            count++;
        }
    }
    return count;
}

/* The steady intervals have the key and its most frequent interval before them. */
static void make_figures(struct row *row, struct row_data *data, const struct yardstick *yard,
                         const struct summary *sum)
{
    static const enum figure_unit units[FIGURE_KEY_RATE] = {
        UNIT_HUNDREDTHS, UNIT_PERCENT, UNIT_PLAIN, UNIT_PLAIN, UNIT_PERCENT, UNIT_PERCENT};
    for (int i = 0; i < FIGURE_KEY_RATE; i++) {
        data->others[i] = yardstick_others(yard, i, sum->figures[i]);
        row->others[i] = (struct column_own){others_json, &data->others[i]};
        row->shown_figures[i] =
            figure_text(data->figures[i], units[i], sum->figures[i], &data->others[i]);
    }
    int key = habits_steady_key(sum->figures);
    if (key >= 0) {
        snprintf(data->steady, sizeof data->steady, "%s %d: %s", tt_key_name((tt_key)key),
                 (int)habits_peak(&sum->habits, key).ticks, row->shown_figures[FIGURE_STEADY]);
        row->shown_figures[FIGURE_STEADY] = data->steady;
    }
    row->cursor_distance = sum->figures[FIGURE_DISTANCE];
    row->cursor_speed = sum->figures[FIGURE_SPEED];
    row->turn_shots_percent = sum->figures[FIGURE_SHOTS];
    row->repeated_percent = sum->figures[FIGURE_REPEATED];
    row->turns_above = sum->habits.turns;
    row->shots = sum->habits.shots;
    row->turn_shots = sum->habits.turn_shots;
    row->compared_runs = sum->habits.compared_runs;
    row->repeated_runs = sum->habits.repeated_runs;
}

/* The row points to texts of this function. rows_add copies or prints them before it returns. */
static void add(struct rows *rows, const struct reading *r, const struct yardstick *yard,
                const struct summary *sum)
{
    struct row_data data;
    const struct session *s = &sum->session;
    int64_t ticks = summary_ticks(sum);
    struct row row = {
        .session = s->number,
        .cid = s->cid,
        .name = s->name[0] != 0 ? s->name : NULL,
        .shown_name = s->name[0] != 0 ? s->name : SESSION_UNNAMED,
        .since = sessions_time(r, data.since, sum->since),
        .until = sessions_time(r, data.until, s->ended),
        .first_tick = sum->since,
        .last_tick = s->ended,
        .inputs = sum->inputs,
        .presses = {presses_json, sum->presses},
        .all_presses = summary_presses(sum),
        .presses_per_second = summary_rate(sum),
        .interval_least = known(sum->least),
        .interval_median = known(sum->median),
        .interval_spread = known(sum->spread),
        .turns = {sum->turns, sum->turn_count, sizeof sum->turns[0]},
        .shown_turns = show_turns(data.turns, sum),
        .turn_tick = sum->turn_count != 0 ? sum->turns[0].tick : COLUMN_UNKNOWN,
        .changed_ticks = sum->changed_ticks,
        .changed_percent = hundredths((uint64_t)sum->changed_ticks * 100, ticks),
        .changed = data.changed,
        .keys = {data.keys, make_keys(&data, yard, sum), sizeof data.keys[0]},
    };
    make_figures(&row, &data, yard, sum);
    snprintf(data.changed, sizeof data.changed, "%d.%d %%", (int)(row.changed_percent / 100),
             (int)(row.changed_percent / 10 % 10));
    rows_add(rows, &row);
}

/* Keys with too few presses for a figure are only in the JSON object. The keys of a session stand
 * together. */
static bool print_keys(const struct reading *r, const struct yardstick *yard,
                       const struct summary *list, size_t count)
{
    struct rows rows;
    struct row_data data;
    rows_open(&rows, r->job, key_columns, TT_FORMAT_TEEHISTORIAN);
    for (size_t i = 0; i < count; i++) {
        size_t keys = make_keys(&data, yard, &list[i]);
        const char *since = sessions_time(r, data.since, list[i].since);
        for (size_t k = 0; k < keys; k++) {
            data.keys[k].since = since;
            if (data.keys[k].active_per_second != COLUMN_UNKNOWN) {
                rows_add(&rows, &data.keys[k]);
            }
        }
    }
    if (table_rows(rows.table) != 0) {
        tt_io_output_text(r->job->out, "\n");
    }
    return rows_close(&rows);
}

bool summary_print(const struct reading *r, const struct yardstick *yard,
                   const struct summary *list, size_t count)
{
    struct rows rows;
    rows_open(&rows, r->job, summary_columns, TT_FORMAT_TEEHISTORIAN);
    for (size_t i = 0; i < count; i++) {
        add(&rows, r, yard, &list[i]);
    }
    bool is_printed = rows_close(&rows);
    bool has_keys = !r->job->settings->json;
    return (!has_keys || print_keys(r, yard, list, count)) && is_printed;
}
