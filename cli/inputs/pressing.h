/* SPDX-License-Identifier: MIT
 *
 * The inputs of a recording that the user asked for, each with what changed since the one before.
 *
 *     if (pressing_open(&p, job)) {
 *         while (pressing_next(&p)) ... p.v.r.event, p.is_input, p.input, p.change ...
 *     }
 *     return visit_close(&p.v);
 */
#ifndef CLI_INPUTS_PRESSING_H
#define CLI_INPUTS_PRESSING_H

#include "cli/read/visit.h"
#include "teetape/input.h"

struct pressing {
    struct visit v;
    /* of the current event */
    bool is_input; /* it is an input of the span; the rest is set then */
    bool is_first; /* of its player: there is nothing to compare it with, and no change */
    tt_input input, before;
    tt_input_change change;
    /* by client id */
    struct pressing_last {
        tt_input input;
        uint64_t session; /* whose it is */
    } last[TT_CIDS];
};

/* As visit_open. Every event comes, also those before the span and of other players. */
bool pressing_open(struct pressing *p, struct job *job);

/* The next event. */
bool pressing_next(struct pressing *p);

#endif
