/* SPDX-License-Identifier: MIT
 *
 * Says that a span has nothing of a recording, and what the recording has, in the form in which the
 * user asked.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/read/reading.h"
#include "cli/shell/message.h"
#include "cli/show/text.h"
#include "teetape/io/place.h"

/* The text was found good before; it is parsed again only to know its form. */
static bool is_date(const char *text)
{
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_CLOCK;
}

/* 20:14 and 20:14:05 are game times, and look like times of day: two digits below 24 before the
 * first colon, and no hundredths. */
static bool looks_like_time_of_day(const char *text)
{
    unsigned hour;
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.is_game_time &&
           sscanf(text, "%2u:", &hour) == 1 && hour < 24 && strchr(text, '.') == NULL &&
           strcspn(text, ":") == 2;
}

/* The dates that the recording has, as far as it was read. Nothing when its header has no start
 * time. */
static void put_dates(const struct reading *r, char *dst, size_t size, int32_t first, int32_t tick)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT], clock[TT_IO_PLACE_CLOCK_TEXT];
    if (tt_io_reading_clock(&r->io, clock, tick) == NULL ||
        tt_io_reading_clock(&r->io, begin, first) == NULL) {
        return;
    }
    if (r->io.is_at_end) {
        snprintf(dst, size, "; it is from %s to %s", begin, clock);
    } else {
        snprintf(dst, size, ", %s", clock);
    }
}

/* Only for a span after the end: who gives a time of day gives a large game time, and few games
 * last as long. */
static void put_hint(const struct reading *r, char *dst, size_t size, int32_t first)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT];
    if (r->io.is_at_end && looks_like_time_of_day(r->span.from) &&
        tt_io_reading_clock(&r->io, begin, first) != NULL) {
        snprintf(dst, size, "; a time of day is written with its date: %.*sT%s",
                 (int)strcspn(begin, "T"), begin, r->span.from);
    }
}

static bool asks_for_date(const struct reading *r)
{
    return is_date(r->span.from) || is_date(r->span.to);
}

/* A teehistorian file counts from tick 0; a demo begins where its recorder did. */
static int32_t first_tick(const struct reading *r)
{
    return reading_is_demo(r) ? tt_recording_first_tick(r->io.rec) : 0;
}

/* That --from is not before --to. Dates before a recording are all its first tick, so both can be
 * in the right order and the span empty all the same: then the note says where the recording
 * begins. */
void reading_report_empty(const struct reading *r)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT];
    if (r->job->is_one_of_many) {
        r->job->outcome = JOB_NOTHING;
        return;
    }
    bool has_date = asks_for_date(r) && r->io.has_header &&
                    tt_io_reading_clock(&r->io, begin, first_tick(r)) != NULL;
    message_say(MESSAGE_NOTE, r->job->path, "there is nothing from %s to %s%s%s",
                r->span.from != NULL ? r->span.from : "0",
                r->span.to != NULL ? r->span.to : "the end",
                has_date ? "; the recording begins at " : "", has_date ? begin : "");
}

/* In the form in which the user has asked: ticks and game time, or dates. Both parts are bounded,
 * so the first one leaves room. */
const char *reading_outside_text(const struct reading *r, char text[READING_OUTSIDE_TEXT])
{
    char time[TEXT_TIME];
    int32_t tick, first = first_tick(r);
    tt_io_reading_is_outside(&r->io, &tick);
    int used = snprintf(text, READING_OUTSIDE_TEXT,
                        "the recording has nothing in this time: it %s at tick %" PRId32 " (%s)",
                        r->io.is_at_end ? "ends" : "begins", tick,
                        text_time(time, tt_io_reading_time(&r->io, tick)));
    size_t room = READING_OUTSIDE_TEXT - (size_t)used;
    if (asks_for_date(r)) {
        put_dates(r, text + used, room, first, tick);
    } else {
        put_hint(r, text + used, room, first);
    }
    return text;
}
