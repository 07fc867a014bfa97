/* SPDX-License-Identifier: MIT
 *
 * The span of time of a reading. In a demo it counts from the first tick marker: that is looked for
 * in the bytes that come next, which have it in what recorders write. Otherwise the span is known
 * when it is read.
 */
#include "cli/read/reading_inside.h"

#include <inttypes.h>

#include "cli/shell/message.h"
#include "cli/shell/outcome.h"
#include "cli/show/text.h"

static bool place_of(const struct reading *r, const struct place *place, int32_t first_tick,
                     int64_t *tick, const char **why)
{
    const tt_demo_header *header = tt_recording_demo_header(r->rec);
    if (header != NULL) {
        return place_demo_tick(place, header, first_tick, tick, why);
    }
    *why = place->kind == PLACE_MARKER ? "only demos have markers" : "the header has no start time";
    return place_tick(place, &r->th_header, tick);
}

/* The tick of a place; without one it is what it was. */
static bool resolve(struct reading *r, const char *text, int32_t first_tick, int64_t *tick)
{
    struct place place;
    const char *why = "there is no such place";
    if (text == NULL ||
        (place_parse(&place, text) && place_of(r, &place, first_tick, tick, &why))) {
        return true;
    }
    reading_fail(r, outcome_nothing(r->job, "%s, so %s cannot be found in it", why, text));
    return false;
}

void reading_report_empty(const struct reading *r)
{
    if (r->job->is_one_of_many) {
        r->job->outcome = JOB_NOTHING;
    } else {
        message_say(MESSAGE_NOTE, r->job->path, "there is nothing from %s to %s",
                    r->span.from != NULL ? r->span.from : "0",
                    r->span.to != NULL ? r->span.to : "the end");
    }
}

/* What comes before the first tick marker of a demo belongs to the first tick. */
static bool find(struct reading *r, int32_t first_tick)
{
    r->has_span = true;
    if (!resolve(r, r->span.from, first_tick, &r->from) ||
        !resolve(r, r->span.to, first_tick, &r->to)) {
        return false;
    }
    r->starts_at_once = r->from <= first_tick && first_tick < r->to;
    if (r->from >= r->to && (!r->options.is_quiet || r->job->is_one_of_many)) {
        reading_report_empty(r);
    }
    return true;
}

static bool is_demo(const struct reading *r)
{
    return tt_recording_format(r->rec) == TT_FORMAT_DEMO;
}

/* When the map was left out, there is no piece yet. */
static bool look_ahead(struct reading *r, int32_t *first_tick)
{
    if (tt_recording_next_tick(r->rec, first_tick) == TT_OK ||
        (r->left_out != 0 && reading_source_feed(r) &&
         tt_recording_next_tick(r->rec, first_tick) == TT_OK)) {
        return true;
    }
    struct archive_index *index = reading_index(r);
    *first_tick = index != NULL ? archive_index_foot(index)->first_tick : -1;
    return *first_tick >= 0;
}

bool reading_span_open(struct reading *r)
{
    int32_t first_tick = 0;
    r->starts_at_once = r->span.from == NULL;
    bool is_whole = r->span.from == NULL && r->span.to == NULL;
    if (is_whole || !is_demo(r)) {
        return find(r, first_tick);
    }
    return !look_ahead(r, &first_tick) || find(r, first_tick);
}

bool reading_span_take(struct reading *r)
{
    int32_t tick = r->item.tick;
    if (!r->has_span && tt_recording_first_tick(r->rec) >= 0) {
        if (!find(r, tt_recording_first_tick(r->rec))) {
            return false;
        }
        reading_set(r);
    }
    if (tick >= r->to && !r->options.wants_all) {
        reading_stop(r);
        return false;
    }
    r->in_span = tick < r->to && (tick >= r->from || (tick < 0 && r->starts_at_once));
    return true;
}

/* The first tick of a demo may be later than the span. */
static int32_t first_tick_of(const struct reading *r)
{
    int32_t first = tt_recording_first_tick(r->rec);
    return first < 0 && r->is_later ? r->item.tick : first;
}

/* The end is known once all was read, the begin after the first record. */
bool reading_is_outside(const struct reading *r)
{
    int32_t first = first_tick_of(r);
    if (r->from >= r->to || (is_demo(r) && first < 0)) {
        return false;
    }
    return (r->is_at_end && r->from > reading_last_tick(r)) || (first >= 0 && r->to <= first);
}

static void report_outside(const struct reading *r, enum message_level level)
{
    char time[TEXT_TIME];
    int32_t tick = r->is_at_end ? reading_last_tick(r) : first_tick_of(r);
    message_say(level, r->job->path,
                "the recording has nothing in this time: it %s at tick %" PRId32 " (%s)",
                r->is_at_end ? "ends" : "begins", tick, text_time(time, reading_time(r, tick)));
}

void reading_refuse_span(struct reading *r)
{
    report_outside(r, MESSAGE_ERROR);
    reading_fail(r, EXIT_USAGE);
    r->is_open = false; /* all of it was reported */
}

/* Of one of many it is counted alone. */
void reading_span_close(struct reading *r)
{
    if (r->options.is_quiet || !reading_is_outside(r)) {
        return;
    }
    r->job->outcome = JOB_NOTHING;
    if (!r->job->is_one_of_many) {
        report_outside(r, MESSAGE_NOTE);
    }
}
