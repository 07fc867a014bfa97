/* SPDX-License-Identifier: MIT
 *
 * Inputs of a reading with their changes, printed as a line or a JSON object, and sums of the
 * inputs of a session. The memory does not grow with the session.
 */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include <stdint.h>

#include "cli/shell/reading.h"
#include "cli/show/line.h"
#include "cli/show/rows.h"
#include "cli/show/sessions.h"
#include "teetape/input.h"

/* Hundredths of a degree. */
#define FULL_TURN 36000

/* An aim with its angle. */
struct pressing_aim {
    int32_t x, y, degrees;
};

struct pressing {
    int32_t cid;
    int32_t tick; /* tick of the record; in a demo, the tick in which the tee moves by the input */
    bool has_flags;
    bool is_first;          /* true for the first input of a session, which has no change */
    tt_input input, before; /* `before` is the previous input, or equal to `input` */
    tt_input_change change; /* the change from `before` to `input` */
    int32_t aim;            /* aim of `input` in hundredths of a degree */
    struct pressing_aim last_aim[TT_CIDS]; /* the last aim of each slot */
    uint64_t session[TT_CIDS];             /* the session whose input each slot has */
    tt_input last[TT_CIDS];                /* demo: the last input of each slot in the span */
};

void pressing_begin(struct pressing *p, const struct reading *r);

/* Takes each item of the reading. Returns true for an input in the span. */
bool pressing_take(struct pressing *p, const struct reading *r);

#define INPUT_COLUMNS 40

/* A cell of a line; copied as a whole, whatever its size. */
#define INPUT_CELL 32
struct input_cell {
    uint32_t size;
    char text[INPUT_CELL];
};

/* Bits: 1 the key was pressed once, 2 it was released, 4 it is held. */
#define INPUT_KEY_STATES 8

/* The lines of a reading, with what they have in common. */
struct input_lines {
    struct line *line;
    struct line_memory *memory; /* NULL when no line is remembered; free it with free() */
    struct input_cell column[TT_KEYS][INPUT_KEY_STATES];
};

void input_lines_open(struct input_lines *lines, struct line *line);

/* Prints a line: columns for direction, jump, hook, fire, aim and turn, then the wanted weapon and
 * changed flags. */
void input_text(const struct reading *r, const struct pressing *p, struct input_lines *lines);

void input_json(const struct reading *r, const struct pressing *p);
extern const struct column input_columns[];

/* Ticks (10 seconds). A longer interval counts as one of this length. */
#define INTERVAL_MOST 500

/* Counts of intervals by their length. A zeroed struct has none. */
struct intervals {
    uint64_t count;                 /* all intervals: the sum of `of` */
    uint64_t of[INTERVAL_MOST + 1]; /* intervals by their length in ticks */
};

void intervals_add(struct intervals *s, int64_t ticks);

/* Returns the interval at index (count - 1) * quarters / 4 (rounded down) of the sorted
 * intervals, or -1 without intervals. 2 quarters give the median. */
int32_t intervals_at(const struct intervals *s, unsigned quarters);

/* Ticks (1 second). A longer interval is a pause, in which a player is not active. */
#define PAUSE 50

/* Hundredths of a degree. Larger turns count, and shots at most SHOT_TICKS after one. */
#define TURN_LEAST 2000
#define SHOT_TICKS 2

/* Intervals of a key in a row that differ by at most STEADY_TICKS are steady. */
#define STEADY_INTERVALS 4
#define STEADY_TICKS 2

/* Places of the cursor in a run, which is compared with earlier runs of the player. */
#define RUN_PLACES 4

/* Fewer events than this give no share, because chance would rule it. */
#define EVENTS_LEAST 30

/* Runs of all players, as hashes. A new run takes the place of another one with the same slot, so
 * old runs are forgotten in a long recording. */
#define RUNS (UINT32_C(1) << 21)

struct runs {
    uint32_t hash[RUNS];
};

/* Input that a player repeats. Zeroed at the begin of a session, but for the ticks, which
 * are -1. */
struct habits {
    uint32_t intervals[TT_KEYS][PAUSE + 1];  /* number of intervals between presses of a key, by
                                                ticks, without pauses */
    int32_t last[TT_KEYS][STEADY_INTERVALS]; /* intervals since the last pause, by number */
    uint32_t in_row[TT_KEYS], rows[TT_KEYS], steady[TT_KEYS]; /* in_row: how many since then */
    uint64_t turns, shots, turn_shots; /* turn_shots: shots soon after a turn */
    int32_t turned_tick;               /* tick of the last turn that counts */
    uint64_t distances, distance_sum;  /* inputs, and distances of their cursors */
    uint64_t path, moving;             /* way of the cursor, and its ticks without pauses */
    uint64_t places;                   /* changes of the cursor, the first place included */
    uint64_t place[RUN_PLACES];        /* the last places, packed; the latest first */
    int32_t place_tick;                /* tick of the last change */
    uint64_t compared_runs, repeated_runs;
    struct runs *runs; /* runs of all players, owned by the caller */
};

void habits_interval(struct habits *h, int key, int64_t ticks);
void habits_turn(struct habits *h, int32_t tick);
void habits_shot(struct habits *h, int32_t tick);
void habits_cursor(struct habits *h, const tt_input *input, int32_t tick, uint64_t session);

/* Packs a place of the cursor, or mixes the bits of a number. */
uint64_t place_of(const tt_input *input);
uint64_t mixed(uint64_t bits);

/* The figures of a session, each an int32_t, or COLUMN_UNKNOWN with too few events. Shares are
 * hundredths of a per cent, rates hundredths. */
enum {
    FIGURE_RATE,     /* presses of all keys a second */
    FIGURE_STEADY,   /* the highest FIGURE_KEY_STEADY of all keys */
    FIGURE_DISTANCE, /* mean distance of the cursor from the tee, in world units */
    FIGURE_SPEED,    /* world units a second while the cursor moves */
    FIGURE_SHOTS,    /* share of shots soon after a turn */
    FIGURE_REPEATED, /* share of runs of places that the player sent before */
    FIGURE_KEY_RATE, /* presses of each key a second, without pauses */
    FIGURE_KEY_STEADY = FIGURE_KEY_RATE + TT_KEYS, /* share of steady intervals of each key */
    FIGURES = FIGURE_KEY_STEADY + TT_KEYS
};

/* The most frequent interval of a key. An interval of 0 is left out: it is what two presses of one
 * packet look like. */
struct peak {
    int32_t ticks; /* length of the interval; 0 without any */
    uint32_t count, of;
};

struct peak habits_peak(const struct habits *h, int key);

/* Returns the share in hundredths of a per cent, or COLUMN_UNKNOWN with too few events. */
int32_t habits_share(uint64_t part, uint64_t whole);

/* Computes the figures of a session. `rate` becomes FIGURE_RATE. */
void habits_figures(const struct habits *h, int64_t rate, int32_t figures[FIGURES]);

/* Returns the key whose share is FIGURE_STEADY, or -1 for none. */
int habits_steady_key(const int32_t figures[FIGURES]);

/* Figures of the sessions of a recording, of the first ones if there are very many. A zeroed struct
 * has none. */
#define YARD_SESSIONS 10000

struct yardstick {
    int32_t of[FIGURES][YARD_SESSIONS];
    size_t count[FIGURES];
};

/* The median and the highest of the other sessions, or COLUMN_UNKNOWN. */
struct others {
    int32_t median, highest;
    bool hundredths;
};

void yardstick_add(struct yardstick *y, const int32_t figures[FIGURES]);
void yardstick_sort(struct yardstick *y);

/* Returns what the other sessions have. `own` is the figure of the session itself. Call
 * yardstick_sort before. */
struct others yardstick_others(const struct yardstick *y, int figure, int32_t own);

/* Writes the object of a struct others, for COLUMN_OWN. */
void others_json(struct json *j, const char *key, const void *of);

#define FIGURE_TEXT 64

/* Writes a figure with the others in parentheses, "53 % (2, 7)", "4.13 (2.20, 2.50)" or
 * "230 (250, 410)", and "-" for an unknown one. */
enum figure_unit { UNIT_PERCENT, UNIT_HUNDREDTHS, UNIT_PLAIN };
const char *figure_text(char text[FIGURE_TEXT], enum figure_unit unit, int32_t own,
                        const struct others *others);

#define SUMMARY_TURNS 3

struct summary_turn {
    int32_t tick; /* tick of the later input */
    int32_t turn; /* turn by the shorter way, in hundredths of a degree */
};

/* The session comes first, as sessions.h requires. */
struct summary {
    struct session session;
    int32_t since;                 /* first tick of the session in the span */
    uint64_t inputs;               /* recorded inputs, changed or not */
    uint64_t presses[TT_KEYS];     /* number of presses of each key */
    int32_t changed_ticks;         /* ticks in which an input changed */
    int32_t least, median, spread; /* intervals between presses in ticks; -1 without one */
    struct summary_turn turns[SUMMARY_TURNS]; /* the largest turns, in falling order */
    unsigned turn_count;                      /* valid entries of `turns` */

    struct intervals *intervals;   /* the intervals of the slot; owned by the caller */
    int32_t pressed_tick[TT_KEYS]; /* tick of the last press of each key, -1 before the first */
    int32_t changed_tick;          /* tick of the last change, -1 before the first */
    int32_t turn_tick, aim_before,
        aim; /* the last tick with an input, and the aims before that tick and in it; -1 at first */
    struct habits habits;
    int32_t figures[FIGURES]; /* figures of the session, valid after summary_end */
};

/* Begins a summary, which the caller has zeroed. `intervals` belong to it until summary_end. All
 * sessions share `runs`. */
void summary_begin(struct summary *sum, struct intervals *intervals, struct runs *runs);

/* Counts an input of the session that lies in the span. */
void summary_take(struct summary *sum, const struct pressing *p, int32_t tick);

/* Finishes the summary when its session ends. The span begins at `from`. */
void summary_end(struct summary *sum, int64_t from);

/* Returns the ticks of the session in the span, at least 1. */
int64_t summary_ticks(const struct summary *sum);

/* Returns presses of all keys, and presses a second in hundredths. */
uint64_t summary_presses(const struct summary *sum);
int64_t summary_rate(const struct summary *sum);

/* Returns `part` of `whole` (above 0) in hundredths. */
int64_t hundredths(uint64_t part, int64_t whole);

/* Prints sessions beside the others of the yardstick. */
bool summary_print(const struct reading *r, const struct yardstick *yard,
                   const struct summary *list, size_t count);
extern const struct column summary_columns[];

/* Compares the inputs of the sessions of a job: compare.c. `who` is "all" or two players. */
enum exit_status compare_inputs(struct job *job, const char *who);

/* Returns a sentence about what is wrong with `who`, or NULL. */
const char *compare_check(const char *who);
extern const struct column compare_columns[];

#endif
