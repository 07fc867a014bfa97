/* SPDX-License-Identifier: MIT
 *
 * Finds the span of time of a reading. In a demo it counts from the first tick marker. Recorders
 * write that marker into the first bytes, so it is searched there; otherwise the span is known when
 * the marker is read.
 */
#include "reading/inside.h"

#include <string.h>

#include "host/error.h"
#include "index/file.h"
#include "recording/stream.h"

static bool resolve(tt_io_reading *r, const char *text, int32_t first_tick, int64_t *tick)
{
    tt_io_place place;
    tt_io_error error;
    const char *why;
    if (text == NULL || !tt_io_place_parse(&place, text)) {
        return true;
    }
    place.zone = r->inside->options.zone;
    if (place.kind == TT_IO_PLACE_LENGTH) {
        int64_t end = (r->inside->options.from != NULL ? r->from : first_tick) + place.tick;
        *tick = end < TT_IO_PLACE_END ? end : TT_IO_PLACE_END;
        return true;
    }
    if (tti_io_place_tick(&place, &r->th_header, tt_recording_demo_header(r->rec), first_tick, tick,
                          &why)) {
        return true;
    }
    tti_error_say(&error, TT_ERR_PLACE, "%s, so %s cannot be found in it", why, text);
    return tti_reading_end(r, &error);
}

/* Returns true for a game time that is too large for a place: two or three numbers of at most nine
 * digits. */
static bool is_over(const char *text)
{
    unsigned colons = 0, digits = 0;
    for (; *text == ':' || (*text >= '0' && *text <= '9'); text++) {
        if (digits > 9 || (*text == ':' && digits == 0)) {
            return false;
        }
        colons += *text == ':';
        digits = *text == ':' ? 0 : digits + 1;
    }
    return *text == 0 && (colons == 1 || colons == 2) && (digits == 1 || digits == 2);
}

/* Returns true for 12.5 and 12s, which are seconds for other tools. */
static bool is_seconds(const char *text)
{
    const char *at = text + strspn(text, "0123456789");
    const char *end = *at == '.' ? at + 1 + strspn(at + 1, "0123456789") : at;
    return at != text && at[0] != 0 && (end[0] == 0 || strcmp(end, "s") == 0);
}

static bool is_length(const char *text)
{
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_LENGTH;
}

const char *tti_place_check(const char *text, const char *const says[3])
{
    tt_io_place place;
    if (text == NULL || (tt_io_place_parse(&place, text) && place.kind != TT_IO_PLACE_LENGTH)) {
        return NULL;
    }
    return says[is_over(text) ? 0 : is_seconds(text) ? 1 : 2];
}

/* Checks span and player. Dates and markers have no tick without a recording, so the order of
 * `from` and `to` is not checked. */
const char *tt_io_reading_check(const tt_io_reading_options *options)
{
    const char *problem = tti_place_check(options->from, TTI_PLACE_SAYS("`from`"));
    if (problem == NULL && !is_length(options->to)) {
        problem = tti_place_check(options->to, TTI_PLACE_SAYS("`to`"));
    }
    return problem != NULL || options->player == NULL ? problem
                                                      : tti_io_player_check(options->player);
}

static bool is_place(tt_io_reading *r, const char *text)
{
    tt_io_place place;
    tt_io_error error;
    if (text == NULL || (tt_io_place_parse(&place, text) && place.kind != TT_IO_PLACE_LENGTH)) {
        return true;
    }
    tti_error_say(&error, TT_ERR_PLACE, "'%.40s' is no place; a place is " TT_IO_PLACE_FORMS, text);
    return tti_reading_end(r, &error);
}

/* Computes r->from and r->to from the options. Items before the first tick marker of a demo belong
 * to the first tick. */
static bool find(tt_io_reading *r, int32_t first_tick)
{
    const tt_io_reading_options *options = &r->inside->options;
    r->has_span = true;
    if (!resolve(r, options->from, first_tick, &r->from) ||
        !resolve(r, options->to, first_tick, &r->to)) {
        return false;
    }
    r->inside->starts_at_once = r->from <= first_tick && first_tick < r->to;
    return true;
}

static bool times_from_first_tick(const tt_io_reading *r)
{
    return tt_format_info_of(tt_recording_look(r->rec).format)->times_from_first_tick;
}

/* Takes the header's item. It is kept for the caller: while the reader still has facts of the
 * header, it does not give the tick of the next record. The wants are set first, so that the caller
 * gets only what it wants. */
static bool passes_header(tt_io_reading *r, int32_t *first_tick)
{
    if (tti_recording_next_tick(r->rec, first_tick) != TT_OK || *first_tick >= 0) {
        return false;
    }
    tti_reading_set(r);
    r->inside->is_kept = tti_reading_source_next(r);
    *first_tick = tt_recording_look(r->rec).first_tick;
    return *first_tick >= 0;
}

/* Finds the first tick, in at most one piece of the recording or in an index, so that an open does
 * not read a whole recording. After false tti_reading_span_take finds it later. */
static bool look_ahead(tt_io_reading *r, int32_t *first_tick)
{
    if (passes_header(r, first_tick) || tti_recording_next_tick(r->rec, first_tick) == TT_OK ||
        (r->inside->left_out != 0 && tti_reading_source_feed(r) &&
         tti_recording_next_tick(r->rec, first_tick) == TT_OK)) {
        return *first_tick >= 0;
    }
    tt_io_index *index = tti_reading_index(r);
    *first_tick = index != NULL ? tti_index_foot(index)->first_tick : -1;
    return *first_tick >= 0;
}

bool tti_reading_span_open(tt_io_reading *r)
{
    int32_t first_tick = 0;
    const tt_io_reading_options *options = &r->inside->options;
    if (!is_place(r, options->from) || !(is_length(options->to) || is_place(r, options->to))) {
        return false;
    }
    if ((options->from == NULL && options->to == NULL) || !times_from_first_tick(r)) {
        return find(r, first_tick);
    }
    return !look_ahead(r, &first_tick) || find(r, first_tick);
}

/* Items before the first tick are in a span that has the first tick. */
bool tti_reading_is_in_span(const tt_io_reading *r)
{
    int32_t tick = r->item.tick;
    return tick < r->to && (tick >= r->from || (tick < 0 && r->inside->starts_at_once));
}

/* Sets r->in_span for the current item. Returns false when reading ends: the item is after the
 * span, and nothing after the span is wanted, or a place of the options is unknown. */
bool tti_reading_span_take(tt_io_reading *r)
{
    int32_t first_tick = r->has_span ? -1 : tt_recording_look(r->rec).first_tick;
    if (first_tick >= 0) {
        if (!find(r, first_tick)) {
            return false;
        }
        tti_reading_set(r);
    }
    if (r->item.tick >= r->to && !r->inside->options.wants_all && r->inside->read_on == 0) {
        return tti_reading_end(r, NULL);
    }
    r->in_span = tti_reading_is_in_span(r);
    return true;
}

/* Returns true when the span is outside of the recording. The first tick of a demo may be later
 * than the span. Reading has then ended before it. */
bool tti_io_reading_is_outside(const tt_io_reading *r, int32_t *tick)
{
    if (r->inside == NULL || !r->inside->is_open) {
        *tick = 0;
        return false;
    }
    int32_t first = tt_recording_look(r->rec).first_tick;
    first = first < 0 && r->is_later ? r->item.tick : first;
    *tick = r->is_at_end ? tt_io_reading_last_tick(r) : first;
    if (r->from >= r->to || (times_from_first_tick(r) && first < 0)) {
        return false;
    }
    return (r->is_at_end && r->from > tt_io_reading_last_tick(r)) || (first >= 0 && r->to <= first);
}
