/* SPDX-License-Identifier: MIT
 *
 * Reports a span that has nothing of a recording.
 */
#include "cli/read/outside.h"

#include <inttypes.h>

#include "cli/show/text.h"
#include "host/message.h"

static bool is_outside(int32_t first, int32_t last, bool is_read, int64_t from, int64_t to)
{
    return from < to && ((is_read && from > last) || (first >= 0 && to <= first));
}

bool outside_of_recording(const struct recording *r, int64_t from, int64_t to)
{
    return is_outside(r->first_tick, r->world->tick, r->is_at_end, from, to);
}

bool outside_of_demo(const struct demo_recording *r, int64_t from, int64_t to)
{
    return is_outside(r->first_tick, r->last_tick, r->is_at_end, from, to);
}

static void report(const struct job *job, bool is_error, bool knows_end, const int32_t ticks[2])
{
    char time[TEXT_TIME];
    enum host_message_level level = is_error ? HOST_MESSAGE_ERROR : HOST_MESSAGE_NOTE;
    host_message(level, job->path,
                 "the recording has nothing in this time: it %s at tick %" PRId32 " (%s)",
                 knows_end ? "ends" : "begins", ticks[0], text_time(time, ticks[1]));
}

void outside_report(const struct recording *r, bool is_error)
{
    int32_t tick = r->is_at_end ? r->world->tick : r->first_tick;
    report(r->job, is_error, r->is_at_end, (const int32_t[]){tick, tick});
}

void outside_report_demo(const struct demo_recording *r, bool is_error)
{
    int32_t tick = r->is_at_end ? r->last_tick : r->first_tick;
    tick = tick < 0 ? 0 : tick;
    report(r->job, is_error, r->is_at_end, (const int32_t[]){tick, demo_recording_time(r, tick)});
}
