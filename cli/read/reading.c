/* SPDX-License-Identifier: MIT
 *
 * The items that the user asked for.
 */
#include "cli/read/reading_inside.h"

#include <string.h>

bool reading_open(struct reading *r, struct job *job, const struct reading_options *options)
{
    static const struct reading_options all;
    memset(r, 0, sizeof *r);
    if (options == NULL) {
        options = &all;
    }
    if (options->span != NULL) {
        r->span = *options->span;
    }
    r->to = PLACE_END;
    r->is_open =
        reading_source_open(r, job, options) && reading_player_open(r) && reading_span_open(r);
    return r->is_open;
}

/* Pieces of a map, and names that only the reading itself asked for. */
static bool is_wanted(const struct reading *r)
{
    const tt_item *item = &r->item;
    if (item->kind == TT_ITEM_RECORD && item->demo != NULL && item->demo->kind == TT_DEMO_MAP) {
        return r->options.wants_map;
    }
    if (!r->in_span && !r->options.wants_before) {
        return false;
    }
    return item->kind != TT_ITEM_FACT || ((r->options.wants & TT_WANT_FACTS) != 0 &&
                                          (r->options.facts & TT_FACT_BIT(item->fact->kind)) != 0);
}

bool reading_next(struct reading *r)
{
    while (reading_source_next(r)) {
        if (!reading_span_take(r)) {
            return false;
        }
        reading_learn_player(r, &r->player);
        if (!r->is_ended && is_wanted(r)) {
            return true;
        }
    }
    return false;
}

void reading_stop(struct reading *r)
{
    r->is_ended = true;
}

bool reading_has(const struct reading *r, uint64_t session, int32_t cid)
{
    return tt_selection_has(&r->player.selection, session, cid) != 0;
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
    if (r->is_open && !r->options.is_quiet && !r->options.reports_itself) {
        reading_span_close(r);
        reading_player_close(r);
    }
    reading_player_free(&r->player);
    return reading_source_close(r);
}
