/* SPDX-License-Identifier: MIT
 *
 * Compares each input with the one before.
 */
#include "cli/inputs/pressing.h"

#include <string.h>

/* At an access point the world has the last input of each slot. It is that of the session in it:
 * clients send inputs as soon as they are in the game. */
static void resume(struct pressing *p)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &p->v.r.world->tee[cid];
        p->last[cid].session = tee->has_input ? p->v.past.slot[cid].session : TT_SESSION_NONE;
        p->last[cid].input = tt_input_of(tee->input);
    }
}

bool pressing_open(struct pressing *p, struct job *job)
{
    memset(p, 0, sizeof *p);
    if (!visit_open(&p->v, job, VISIT_SESSIONS | VISIT_BEFORE | VISIT_EVERYBODY)) {
        return false;
    }
    resume(p);
    return true;
}

static const int32_t *input_of(const tt_th_event *event)
{
    return event->kind == TT_TH_INPUT_DIFF  ? event->u.input_diff.input
           : event->kind == TT_TH_INPUT_NEW ? event->u.input_new.input
                                            : NULL;
}

/* INPUT_NEW begins anew. Before DDNet 16.2 the inputs of a slot go on from one player to the next,
 * so the session counts as well. */
static void take(struct pressing *p, const int32_t *input)
{
    const tt_th_event *event = &p->v.r.event;
    struct pressing_last *last = &p->last[event->cid];
    p->input = tt_input_of(input);
    p->is_first = event->kind == TT_TH_INPUT_NEW || last->session != p->v.change.session;
    p->before = p->is_first ? p->input : last->input;
    p->change = tt_input_compare(&p->before, &p->input);
    p->is_input = p->v.in_span;
    last->input = p->input;
    last->session = p->v.change.session;
}

bool pressing_next(struct pressing *p)
{
    p->is_input = false;
    if (!visit_next(&p->v)) {
        return false;
    }
    const int32_t *input = input_of(&p->v.r.event);
    if (input != NULL) {
        take(p, input);
    }
    return true;
}
