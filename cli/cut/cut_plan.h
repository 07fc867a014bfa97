/* SPDX-License-Identifier: MIT
 *
 * What `teetape cut` is to cut out of a recording: a span of time, who is in it, in which pieces.
 * The same for every format.
 */
#ifndef CLI_CUT_PLAN_H
#define CLI_CUT_PLAN_H

#include "cli/cut/cut_options.h"
#include "cli/cut/cut_people.h"
#include "reading/place.h"

struct cut_plan {
    struct span_options span; /* for the reading that writes; without a player */
    int32_t split;            /* ticks of each piece, 0 for one piece */
    struct cut_people kept;   /* everybody unless keeps_some */
    struct cut_people hidden;
    bool keeps_some;
    bool is_learning;        /* names are looked for on the way */
    uint64_t first[TT_CIDS]; /* session in each slot, as far as is known; or TT_SESSION_NONE */
    char selection[300];     /* for the game_uuid: who was asked for, or "" */

    /* for cut_plan.c */
    char from[24], to[24];
};

/* What the options ask for, in the job's recording. Makes the pass over its facts, or those of its
 * index, that is needed. False when there is nothing to cut: that was reported, and *status is how
 * bad it is. cut_plan_close has to be called either way. */
bool cut_plan_open(struct cut_plan *plan, struct job *job, bool is_demo, enum exit_status *status);
void cut_plan_close(struct cut_plan *plan);

#endif
