/* SPDX-License-Identifier: MIT
 *
 * What is to be said of the inputs of one session. It takes the same memory however long the
 * session is.
 */
#ifndef CLI_INPUTS_SUMMARY_H
#define CLI_INPUTS_SUMMARY_H

#include "cli/inputs/intervals.h"
#include "cli/inputs/pressing.h"

/* How many of the largest turns are kept. */
#define SUMMARY_TURNS 3

struct summary_turn {
    int32_t tick;
    int32_t turn; /* hundredths of a degree, as tt_angle_turn */
};

/* What is kept of a session that has ended. */
struct summary {
    uint64_t session;
    int32_t cid;
    int32_t since, last;    /* the first and the last tick of the session that are in the span */
    char name[TT_NAME_CAP]; /* the last one; "" when none is known */
    uint64_t inputs;
    uint64_t presses[TT_KEYS];
    int32_t changed_ticks;                    /* in which an input changed */
    int32_t least, median, spread;            /* of the intervals, -1 without one */
    struct summary_turn turns[SUMMARY_TURNS]; /* the largest first */
    unsigned turn_count;
};

/* One that is open. */
struct summing {
    struct summary sum;
    struct intervals intervals;
    int32_t pressed_tick[TT_KEYS];      /* of the last press, -1 before it */
    int32_t changed_tick;               /* the last one, -1 before it */
    int32_t turn_tick, aim_before, aim; /* of the last tick with inputs; -1 before it */
};

/* Begins a session. */
void summing_begin(struct summing *s, uint64_t session, int32_t cid, int32_t tick);

/* Takes an input of it. */
void summing_take(struct summing *s, const struct pressing *p);

/* Ends it with its last tick, which is not before the span: sum is complete. */
void summing_end(struct summing *s, const struct select *select, int32_t last);

/* Of all keys together. */
uint64_t summary_presses(const struct summary *sum);

/* Of the session in the span; at least 1. */
int64_t summary_ticks(const struct summary *sum);

#endif
