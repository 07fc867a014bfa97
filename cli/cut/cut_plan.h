/* SPDX-License-Identifier: MIT
 *
 * What `teetape cut` is to cut: a span of time, and who is to be in it.
 */
#ifndef CLI_CUT_PLAN_H
#define CLI_CUT_PLAN_H

#include "cli/cut/cut_finish.h"
#include "cli/read/select.h"

struct cut_plan {
    int64_t from, to; /* [from, to) in ticks; `to` is PLACE_END for the end */
    int32_t split;    /* ticks of each piece, 0 for one piece */
    struct select select;
    char selection[300]; /* for the game_uuid: who was asked for, or "" */
};

/* Checks the options without a recording: a sentence about what is wrong, or NULL. */
struct cut_options;
const char *cut_plan_check(const struct cut_options *options);

/* What the options ask for, in the recording whose header was just read. Makes the passes over it
 * that are needed. False when there is nothing to be cut: that was told, and `*status` says how
 * bad it is. cut_plan_free has to be called either way. */
bool cut_plan_make(struct cut_plan *plan, struct recording *r, enum exit_status *status);
void cut_plan_free(struct cut_plan *plan);

#endif
