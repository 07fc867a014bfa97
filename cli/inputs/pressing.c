/* SPDX-License-Identifier: MIT
 *
 * Compares each input with the one before.
 *
 * In a teehistorian file the input before is taken from the record itself: INPUT_DIFF has the sum
 * and the difference. Of a demo it is kept.
 */
#include "cli/inputs/pressing.h"

/* A demo begins anew with the span, as an access point has none of its inputs. At an access point
 * of a teehistorian file the world has the last input of each slot. It is one to compare with only
 * if it is that of the client who is there (settled). */
void pressing_begin(struct pressing *p, const struct reading *r)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        bool is_own = !reading_is_demo(r) && tt_recording_world(r->io.rec)->tee[cid].settled != 0;
        p->session[cid] = is_own ? tt_recording_session(r->io.rec, cid).number : TT_SESSION_NONE;
    }
}

/* What a record adds to the last input is in the record, so that it can be taken off again, with
 * the wrap at 32 bits that the format has. */
static tt_input before_of(const tt_recorded_input *now)
{
    const int32_t *input = (const int32_t *)&now->input;
    int32_t ints[TT_INPUT_INTS];
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ints[i] = (int32_t)((uint32_t)input[i] - (uint32_t)now->diff[i]);
    }
    return tt_input_of(ints);
}

/* INPUT_NEW begins anew. Before DDNet 16.2 the inputs of a slot go on from one player to the next,
 * so the session counts as well. Inputs of a teehistorian file before the span are followed and not
 * compared. */
bool pressing_take(struct pressing *p, const struct reading *r)
{
    tt_recorded_input now;
    uint64_t session = r->io.item.session;
    bool is_demo = r->io.item.demo != NULL;
    if (!tt_item_input(&r->io.item, &now) || (is_demo && !r->io.in_span)) {
        return false;
    }
    bool follows = is_demo ? session != TT_SESSION_NONE : now.diff != NULL;
    p->is_first = !follows || p->session[now.cid] != session;
    p->session[now.cid] = session;
    if (r->io.in_span) {
        p->cid = now.cid;
        p->tick = is_demo ? now.intended_tick : r->io.item.tick;
        p->has_flags = now.has_flags != 0;
        p->input = now.input;
        p->before = p->is_first ? p->input : is_demo ? p->last[now.cid] : before_of(&now);
        p->change = tt_input_compare(&p->before, &p->input);
        p->last[now.cid] = p->input;
    }
    return r->io.in_span;
}

const char *pressing_name(const struct pressing *p, const struct reading *r)
{
    return r->io.item.session != TT_SESSION_NONE ? tt_io_reading_name(&r->io, p->cid) : "";
}
