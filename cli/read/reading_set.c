/* SPDX-License-Identifier: MIT
 *
 * What a reading wants of its reader.
 */
#include "cli/read/reading_inside.h"

/* What the verb wants, and what it takes to select a player. */
void reading_set_wants(struct reading *r)
{
    unsigned wants = r->options.wants;
    uint64_t facts = (wants & TT_WANT_FACTS) != 0 ? r->options.facts : 0;
    if (tt_selection_needs_sessions(&r->selection)) {
        wants &= ~(unsigned)TT_WANT_NO_SESSIONS;
    }
    if (r->is_learning) {
        wants |= TT_WANT_FACTS;
        facts |= TT_FACT_BIT(TT_FACT_NAME);
    }
    tt_recording_want(r->rec, wants, facts);
}

void reading_set(struct reading *r)
{
    bool gives_all = r->span.player == NULL || r->options.wants_everybody;
    bool begins_before =
        r->starts_at_once || r->options.wants_before || r->options.wants_all || r->is_learning;
    reading_set_wants(r);
    tt_recording_select(r->rec, gives_all ? NULL : &r->selection);
    if (r->has_span) {
        tt_recording_span(r->rec, begins_before ? INT64_MIN : r->from,
                          r->options.wants_all ? PLACE_END : r->to);
    }
}

void reading_want(struct reading *r, unsigned wants, uint64_t facts)
{
    r->options.wants = wants;
    r->options.facts = facts;
    reading_set(r);
}

void reading_stop(struct reading *r)
{
    r->is_ended = true;
}
