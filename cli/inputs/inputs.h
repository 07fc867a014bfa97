/* SPDX-License-Identifier: MIT
 *
 * The inputs of a reading, each with what changed since the one before; one of them as a line or a
 * JSON object; and sums of those of a session, in the same memory however long it is.
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
    int32_t tick;           /* of the record; of a demo that for which it was sent ahead */
    bool has_flags;         /* player_flags is recorded */
    bool is_first;          /* of its session: there is nothing to compare it with, and no change */
    tt_input input, before; /* now, and the one before it; equal for a first one */
    tt_input_change change; /* from one to the other */
    uint64_t session[TT_CIDS]; /* whose input the slot has */
    tt_input last[TT_CIDS];    /* the last one of each slot, in the span */
};

void pressing_begin(struct pressing *p, const struct reading *r);

/* Takes every item. True for an input of the span. */
bool pressing_take(struct pressing *p, const struct reading *r);

/* The name of the player who pressed, "" when it is not known. After pressing_take. */
const char *pressing_name(const struct pressing *p, const struct reading *r);

#define INPUT_COLUMNS 40

/* Columns for direction, jump, hook, fire, aim and turn, then the wanted weapon and changed
 * flags. */
void input_text(const struct reading *r, const struct pressing *p, struct line *line);

void input_json(const struct reading *r, const struct pressing *p);
extern const struct column input_columns[];

/* Ten seconds; longer intervals count as this. */
#define INTERVAL_MOST 500

/* All zeros is empty. */
struct intervals {
    uint64_t count;                 /* of all */
    uint64_t of[INTERVAL_MOST + 1]; /* of each length */
};

/* `ticks` is at least 0. */
void intervals_add(struct intervals *s, int64_t ticks);

/* The value 0 to 4 quarters of the way, when they are sorted: at index (count - 1) * quarters / 4,
 * rounded down. -1 when there are none. */
int32_t intervals_at(const struct intervals *s, unsigned quarters);

#define SUMMARY_TURNS 3

struct summary_turn {
    int32_t tick; /* of the later input */
    int32_t turn; /* hundredths of a degree, as tt_angle_turn */
};

/* Begins with its session, as sessions.h wants it. */
struct summary {
    struct session session;
    int32_t since;                            /* its first tick in the span */
    uint64_t inputs;                          /* records, changed or not */
    uint64_t presses[TT_KEYS];                /* by key */
    int32_t changed_ticks;                    /* ticks in which an input changed */
    int32_t least, median, spread;            /* of the intervals, -1 without one */
    struct summary_turn turns[SUMMARY_TURNS]; /* the largest first */
    unsigned turn_count;                      /* of `turns` that are valid */

    struct intervals *intervals;        /* of the caller, one a slot */
    int32_t pressed_tick[TT_KEYS];      /* of the last press, -1 before it; by key */
    int32_t changed_tick;               /* the last one, -1 before it */
    int32_t turn_tick, aim_before, aim; /* of the last tick with inputs; -1 before it */
};

/* The rest of `sum` is zeros. `intervals` are its own until it ends. */
void summary_begin(struct summary *sum, struct intervals *intervals);

/* Takes an input of the session in the span. */
void summary_take(struct summary *sum, const struct pressing *p, int32_t tick);

/* Ends it with its session, in the span from `from` on. */
void summary_end(struct summary *sum, int64_t from);

uint64_t summary_presses(const struct summary *sum);

/* Ticks of the session in the span; at least 1. */
int64_t summary_ticks(const struct summary *sum);

/* See struct sessions_use. */
bool summary_print(const struct reading *r, const struct summary *list, size_t count);
extern const struct column summary_columns[];

#endif
