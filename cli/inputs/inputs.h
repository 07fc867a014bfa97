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

struct pressing {
    int32_t cid;
    int32_t tick; /* tick of the record; in a demo, the tick in which the tee moves by the input */
    bool has_flags;
    bool is_first;             /* first of its session: nothing to compare with, so no change */
    tt_input input, before;    /* `before` is the previous input, or equal to `input` */
    tt_input_change change;    /* from `before` to `input` */
    uint64_t session[TT_CIDS]; /* the session whose input each slot has */
    tt_input last[TT_CIDS];    /* the last input of each slot in the span */
};

void pressing_begin(struct pressing *p, const struct reading *r);

/* Takes each item of the reading. Returns true for an input in the span. */
bool pressing_take(struct pressing *p, const struct reading *r);

#define INPUT_COLUMNS 40

/* Appends columns for direction, jump, hook, fire, aim and turn, then the wanted weapon and changed
 * flags. */
void input_text(const struct reading *r, const struct pressing *p, struct line *line);

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

#define SUMMARY_TURNS 3

struct summary_turn {
    int32_t tick; /* tick of the later input */
    int32_t turn; /* hundredths of a degree, the shorter way */
};

/* The session comes first, as sessions.h requires. */
struct summary {
    struct session session;
    int32_t since;                            /* first tick of the session in the span */
    uint64_t inputs;                          /* recorded inputs, changed or not */
    uint64_t presses[TT_KEYS];                /* by key */
    int32_t changed_ticks;                    /* ticks in which an input changed */
    int32_t least, median, spread;            /* ticks of the intervals, -1 without one */
    struct summary_turn turns[SUMMARY_TURNS]; /* the largest first */
    unsigned turn_count;                      /* valid entries of `turns` */

    struct intervals *intervals;   /* the intervals of the slot; owned by the caller */
    int32_t pressed_tick[TT_KEYS]; /* last press of each key, -1 before the first */
    int32_t changed_tick;          /* tick of the last change, -1 before the first */
    int32_t turn_tick, aim_before,
        aim; /* the last tick with an input, and the aims before that tick and in it; -1 at first */
};

/* The caller has zeroed `sum`. `intervals` belong to the summary until summary_end. */
void summary_begin(struct summary *sum, struct intervals *intervals);

/* Counts an input of the session that lies in the span. */
void summary_take(struct summary *sum, const struct pressing *p, int32_t tick);

/* Finishes the summary when its session ends. The span begins at `from`. */
void summary_end(struct summary *sum, int64_t from);

/* Returns the ticks of the session in the span, at least 1. */
int64_t summary_ticks(const struct summary *sum);

/* A print function for struct sessions_use. */
bool summary_print(const struct reading *r, const struct summary *list, size_t count);
extern const struct column summary_columns[];

#endif
