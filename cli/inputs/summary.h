/* SPDX-License-Identifier: MIT
 *
 * What there is to say of the inputs of one session. It takes the same memory however long the
 * session is.
 */
#ifndef CLI_INPUTS_SUMMARY_H
#define CLI_INPUTS_SUMMARY_H

#include "cli/inputs/intervals.h"
#include "cli/inputs/pressing.h"
#include "cli/show/rows.h"
#include "cli/show/sessions.h"

/* How many of the largest turns are kept. */
#define SUMMARY_TURNS 3

/* A turn of the aim from one input to the next one. */
struct summary_turn {
    int32_t tick; /* of the later input */
    int32_t turn; /* hundredths of a degree, as tt_angle_turn */
};

/* It begins with its session, as sessions.h wants it. */
struct summary {
    struct session session;
    int32_t since;                            /* its first tick in the span */
    uint64_t inputs;                          /* records, changed or not */
    uint64_t presses[TT_KEYS];                /* by key */
    int32_t changed_ticks;                    /* ticks in which an input changed */
    int32_t least, median, spread;            /* of the intervals, -1 without one */
    struct summary_turn turns[SUMMARY_TURNS]; /* the largest first */
    unsigned turn_count;                      /* of `turns` that are valid */

    /* while it is open */
    struct intervals *intervals;        /* of the caller, one a slot */
    int32_t pressed_tick[TT_KEYS];      /* of the last press, -1 before it; by key */
    int32_t changed_tick;               /* the last one, -1 before it */
    int32_t turn_tick, aim_before, aim; /* of the last tick with inputs; -1 before it */
};

/* Begins one; the rest of it is zeros. `intervals` are its own until it ends. */
void summary_begin(struct summary *sum, struct intervals *intervals);

/* Takes an input of the session in the span. */
void summary_take(struct summary *sum, const struct pressing *p, int32_t tick);

/* Ends it, when its session has ended, in the span from `from` on. */
void summary_end(struct summary *sum, int64_t from);

/* Of all keys together. */
uint64_t summary_presses(const struct summary *sum);

/* Of the session in the span; at least 1. */
int64_t summary_ticks(const struct summary *sum);

/* Prints a list; see struct sessions_use. */
bool summary_print(const struct reading *r, const struct summary *list, size_t count);
extern const struct column summary_columns[];

#endif
