/* SPDX-License-Identifier: MIT
 *
 * The inputs of a reading, each with what changed since the one before.
 */
#ifndef CLI_INPUTS_PRESSING_H
#define CLI_INPUTS_PRESSING_H

#include "cli/shell/reading.h"
#include "teetape/input.h"

/* Per reading: the current input, and of each slot whose last input it has. */
struct pressing {
    /* of the current record, if it is an input */
    int32_t cid;
    int32_t tick;           /* of the record; of a demo that for which it was sent ahead */
    bool has_flags;         /* player_flags is recorded */
    bool is_first;          /* of its session: there is nothing to compare it with, and no change */
    tt_input input, before; /* now, and the one before it; equal for a first one */
    tt_input_change change; /* from one to the other */
    uint64_t session[TT_CIDS]; /* whose input the slot has */
    tt_input last[TT_CIDS];    /* the last one of each slot, in the span */
};

/* Where the reading begins. */
void pressing_begin(struct pressing *p, const struct reading *r);

/* Takes every item. True for an input of the span. */
bool pressing_take(struct pressing *p, const struct reading *r);

/* The name of the player who pressed, "" when it is not known. After pressing_take. */
const char *pressing_name(const struct pressing *p, const struct reading *r);

#endif
