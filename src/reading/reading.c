/* SPDX-License-Identifier: MIT
 *
 * Gives the wanted items of a recording.
 *
 * If the reader gives exactly what is wanted (is_exact), its items are passed on. Otherwise it
 * gives more, and this file filters them.
 */
#include "host/error.h"
#include "reading/inside.h"
#include "recording/stream.h"

#include <inttypes.h>
#include <string.h>

static void take_refusal(tt_io_reading *r)
{
    const tt_error *error = r->rec != NULL ? tt_recording_look(r->rec).error : NULL;
    if (r->error.status != TT_OK || r->errors == 0 || error == NULL || error->status == TT_OK) {
        return;
    }
    if (error->status == TT_ERR_FORMAT) {
        tti_error_say(&r->error, TT_ERR_FORMAT, "%s", tt_io_kind_reason(tt_io_reading_kind(r)));
    } else {
        tti_error_say(&r->error, TT_ERR_FORMAT, "offset %" PRIu64 ": %s", error->offset,
                      error->what);
    }
}

/* Opens a reading. Each step needs the results of the earlier ones. The index replaces the reader,
 * so it comes last. */
bool tt_io_reading_open(tt_io_reading *r, const char *path, const tt_io_reading_options *options)
{
    static const tt_io_reading_options all;
    memset(r, 0, sizeof *r);
    bool is_open = tti_reading_source_open(r, path, options != NULL ? options : &all, false);
    if (is_open && r->inside->options.wants_states) {
        is_open = tti_reading_states_open(r);
    }
    if (is_open) {
        tti_reading_id_find(r);
        is_open = tti_reading_player_open(r) && tti_reading_span_open(r);
    }
    if (is_open) {
        r->inside->is_open = true;
        tti_reading_index_seek(r);
        tti_reading_set(r);
    } else {
        take_refusal(r);
        tti_reading_end(r, NULL);
    }
    tti_error_of(&r->error, path);
    return is_open;
}

void tt_io_reading_close(tt_io_reading *r)
{
    if (r->inside != NULL && r->inside->index != NULL) {
        tti_reading_index_close(r);
    }
    if (r->inside != NULL && r->inside->states != NULL) {
        tti_reading_states_close(r);
    }
    tti_reading_source_close(r);
}

static bool wants_fact(const tt_io_reading *r, const tt_fact *fact)
{
    const tt_io_reading_options *options = &r->inside->options;
    return (options->wants & TT_WANT_FACTS) != 0 && (options->facts & TT_FACT_BIT(fact->kind)) != 0;
}

static bool next(tt_io_reading *r)
{
    if (!tti_reading_source_next(r)) {
        return false;
    }
    if (r->inside->states != NULL) {
        tti_reading_states_take(r);
    }
    return true;
}

/* Returns true for a fact of the player. The reader leaves out other players itself, but not when a
 * game needs their records. */
static bool is_of_player(const tt_io_reading *r)
{
    const tt_fact *fact = r->item.fact;
    return !r->inside->replays || r->inside->options.wants_everybody ||
           tt_io_reading_has(r, fact->session, fact->cid);
}

static bool is_wanted(const tt_io_reading *r)
{
    const tt_item *item = &r->item;
    const tt_io_reading_options *options = &r->inside->options;
    if (item->kind == TT_ITEM_RECORD && item->demo != NULL && item->demo->kind == TT_DEMO_MAP) {
        return options->wants_map;
    }
    if (item->kind == TT_ITEM_RECORD && (options->wants & TT_WANT_RECORDS) == 0) {
        return false;
    }
    if (!r->in_span && !options->wants_all && (!options->wants_before || item->tick >= r->to)) {
        return false;
    }
    return item->kind == TT_ITEM_FACT   ? wants_fact(r, item->fact) && is_of_player(r)
           : item->kind == TT_ITEM_TICK ? (options->wants & TT_WANT_TICKS) != 0
                                        : true;
}

/* Gives the next item. Facts of an index come before the reader's items. */
bool tt_io_reading_next(tt_io_reading *r)
{
    if (r->inside == NULL || !r->inside->is_open) {
        return false;
    }
    if (r->inside->is_exact) {
        return next(r);
    }
    while (r->inside->index != NULL && tti_reading_index_next(r)) {
        r->in_span = tti_reading_is_in_span(r);
        const tt_fact *fact = r->item.fact;
        if (wants_fact(r, fact) && (r->inside->options.wants_everybody ||
                                    tt_io_reading_has(r, fact->session, fact->cid))) {
            return true;
        }
    }
    while (next(r)) {
        r->in_span = r->has_span && tti_reading_is_in_span(r);
        if (!r->in_span && !tti_reading_span_take(r)) {
            return false;
        }
        if (r->inside->is_learning) {
            tti_reading_player_take(r);
        }
        if (!r->is_ended && is_wanted(r)) {
            return true;
        }
    }
    return false;
}

void tti_io_reading_until(tt_io_reading *r, int64_t to)
{
    r->is_ended = r->is_ended && !r->is_later;
    r->is_later = false;
    tti_recording_span(r->rec, INT64_MIN, to);
}

void tti_io_reading_skip(tt_io_reading *r, int64_t to)
{
    bool replays = r->inside->replays;
    tt_recording_want(r->rec, replays ? TT_WANT_RECORDS : 0, 0);
    tti_io_reading_until(r, to);
    while (replays ? next(r) : tti_reading_source_next(r)) {
    }
    tti_reading_set_wants(r);
}

bool tt_io_reading_is_good(const tt_io_reading *r)
{
    return r->errors == 0 && r->error.status == TT_OK;
}

bool tt_io_reading_has(const tt_io_reading *r, uint64_t session, int32_t cid)
{
    return tt_selection_has(&r->selection, session, cid);
}

bool tti_reading_has_slot(const tt_io_reading *r, int32_t cid)
{
    return tt_io_reading_has(r, tt_recording_session(r->rec, cid).number, cid);
}

const char *tt_io_reading_clock(const tt_io_reading *r, char text[TT_IO_PLACE_CLOCK_TEXT],
                                int32_t tick)
{
    const tt_demo_header *header = tt_recording_demo_header(r->rec);
    if (tick < 0) {
        return NULL;
    }
    if (header != NULL) {
        return tti_io_place_demo_clock(text, header, tt_io_reading_time(r, tick)) ? text : NULL;
    }
    if (!TT_TH_HAS(&r->th_header, start_time)) {
        return NULL;
    }
    tti_io_place_clock(text, &r->th_header.start_time, tick, r->inside->options.zone);
    return text;
}
