/* SPDX-License-Identifier: MIT
 *
 * Compares each input with the one before.
 *
 * The input before is taken from the record itself where it can be: INPUT_DIFF has the sum and the
 * difference. So no state of inputs is kept here but whose the slot is.
 */
#include "cli/inputs/pressing.h"

/* At an access point the world has the last input of each slot. It is one to compare with only if
 * it is that of the client who is there (settled). */
void pressing_begin(struct pressing *p, const struct reading *r)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        bool is_own = tt_recording_world(r->io.rec, 0)->tee[cid].settled != 0;
        p->session[cid] = is_own ? tt_recording_session(r->io.rec, 0, cid).number : TT_SESSION_NONE;
    }
}

/* What a record adds to the last input is in the record, so that it can be taken off again, with
 * the wrap at 32 bits that the format has. */
static tt_input before_of(const struct tt_th_input_diff *diff)
{
    int32_t ints[TT_INPUT_INTS];
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ints[i] = (int32_t)((uint32_t)diff->input[i] - (uint32_t)diff->diff[i]);
    }
    return tt_input_of(ints);
}

/* INPUT_NEW begins anew. Before DDNet 16.2 the inputs of a slot go on from one player to the next,
 * so the session counts as well. Inputs before the span are followed and not compared. */
bool pressing_take(struct pressing *p, const struct reading *r)
{
    const tt_th_event *event = r->io.item.th;
    bool is_diff = event != NULL && event->kind == TT_TH_INPUT_DIFF;
    if (!is_diff && (event == NULL || event->kind != TT_TH_INPUT_NEW)) {
        return false;
    }
    p->is_first = !is_diff || p->session[event->cid] != r->io.item.session;
    p->session[event->cid] = r->io.item.session;
    if (r->io.in_span) {
        p->input = tt_input_of(is_diff ? event->u.input_diff.input : event->u.input_new.input);
        p->before = p->is_first ? p->input : before_of(&event->u.input_diff);
        p->change = tt_input_compare(&p->before, &p->input);
    }
    return r->io.in_span;
}
