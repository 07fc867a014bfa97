/* SPDX-License-Identifier: MIT
 *
 * The items that the user asked for.
 */
#include "cli/read/reading_inside.h"

#include <string.h>

/* What the verb wants, and what it takes to select a player. */
static void want(struct reading *r)
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
    want(r);
    tt_recording_select(r->rec, gives_all ? NULL : &r->selection);
    if (r->has_span) {
        tt_recording_span(r->rec, begins_before ? INT64_MIN : r->from,
                          r->options.wants_all ? PLACE_END : r->to);
    }
}

bool reading_open(struct reading *r, struct job *job, const struct reading_options *options)
{
    static const struct reading_options all;
    memset(r, 0, sizeof *r);
    if (options == NULL) {
        options = &all;
    }
    if (options->span != NULL) {
        r->span = *options->span;
        span_take(job, options->span);
    }
    r->to = PLACE_END;
    tt_selection_all(&r->selection);
    r->is_open =
        reading_source_open(r, job, options) && reading_player_open(r) && reading_span_open(r);
    if (r->is_open) {
        reading_index_jump(r);
        reading_set(r);
        r->is_whole = r->span.from == NULL && r->span.to == NULL && r->span.player == NULL;
    }
    return r->is_open;
}

void reading_want(struct reading *r, unsigned wants, uint64_t facts)
{
    r->options.wants = wants;
    r->options.facts = facts;
    reading_set(r);
}

/* Pieces of a map, and names that only the reading itself asked for. */
static bool is_wanted(const struct reading *r)
{
    const tt_item *item = &r->item;
    if (item->kind == TT_ITEM_RECORD && item->demo != NULL && item->demo->kind == TT_DEMO_MAP) {
        return r->options.wants_map;
    }
    if (!r->in_span && !r->options.wants_before && !r->options.wants_all) {
        return false;
    }
    return item->kind != TT_ITEM_FACT || ((r->options.wants & TT_WANT_FACTS) != 0 &&
                                          (r->options.facts & TT_FACT_BIT(item->fact->kind)) != 0);
}

/* A fact of the index, from before the span. */
static bool is_wanted_before(const struct reading *r)
{
    const tt_fact *fact = r->item.fact;
    return (r->options.wants & TT_WANT_FACTS) != 0 &&
           (r->options.facts & TT_FACT_BIT(fact->kind)) != 0 &&
           (r->options.wants_everybody || reading_has(r, fact->session, fact->cid));
}

/* The tick of the item is one of the span, which is known. */
static bool is_in_span(const struct reading *r)
{
    return r->has_span && r->item.tick >= r->from && r->item.tick < r->to;
}

/* Nothing has to be chosen but whether a map is wanted. */
static bool next_of_whole(struct reading *r)
{
    const tt_item *item = &r->item;
    r->in_span = true;
    while (reading_source_next(r)) {
        if (item->demo == NULL || item->demo->kind != TT_DEMO_MAP || r->options.wants_map) {
            return true;
        }
    }
    return false;
}

bool reading_next(struct reading *r)
{
    if (r->is_whole) {
        return next_of_whole(r);
    }
    while (r->index != NULL && reading_index_next(r)) {
        r->in_span = is_in_span(r);
        if (is_wanted_before(r)) {
            return true;
        }
    }
    while (reading_source_next(r)) {
        r->in_span = is_in_span(r);
        if (!r->in_span && !reading_span_take(r)) {
            return false;
        }
        if (r->is_learning) {
            reading_player_take(r);
        }
        if (!r->is_ended && is_wanted(r)) {
            return true;
        }
    }
    return false;
}

void reading_until(struct reading *r, int64_t to)
{
    r->is_ended = r->is_ended && !r->is_later;
    r->is_later = false;
    tt_recording_span(r->rec, INT64_MIN, to);
}

void reading_skip(struct reading *r, int64_t to)
{
    tt_recording_want(r->rec, 0, 0);
    reading_until(r, to);
    while (reading_source_next(r)) {
    }
    want(r);
}

void reading_stop(struct reading *r)
{
    r->is_ended = true;
}

bool reading_has(const struct reading *r, uint64_t session, int32_t cid)
{
    return tt_selection_has(&r->selection, session, cid) != 0;
}

bool reading_has_slot(const struct reading *r, int32_t cid)
{
    return reading_has(r, tt_recording_session(r->rec, cid).number, cid);
}

const char *reading_name(const struct reading *r, int32_t cid)
{
    return tt_recording_session(r->rec, cid).name;
}

const char *reading_clock(const struct reading *r, char text[PLACE_CLOCK_TEXT], int32_t tick)
{
    const tt_demo_header *header = tt_recording_demo_header(r->rec);
    if (!r->span.wall || tick < 0) {
        return NULL;
    }
    if (header != NULL) {
        return place_demo_clock_format(text, header, reading_time(r, tick)) ? text : NULL;
    }
    if (!TT_TH_HAS(&r->th_header, start_time)) {
        return NULL;
    }
    place_clock_format(text, &r->th_header.start_time, tick);
    return text;
}

enum exit_status reading_close(struct reading *r)
{
    if (r->is_open && !r->options.reports_itself) {
        reading_span_close(r);
        reading_player_close(r);
    }
    return reading_source_close(r);
}
