/* SPDX-License-Identifier: MIT
 *
 * Tells about a cut.
 */
#include "cli/cut/cut_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/show/json.h"
#include "cli/show/text.h"
#include "host/message.h"

/* The tick after the last one of the piece. */
static int64_t end_of(const struct cut_work *w)
{
    int64_t last = w->r.world->tick;
    if (w->to != PLACE_END) {
        return w->to;
    }
    return last >= w->from ? last + 1 : w->from;
}

static void print_json(const struct cut_work *w)
{
    struct json j = json_begin(w->r.job->out);
    json_text_c(&j, "output", w->path);
    json_int(&j, "from", w->from);
    if (w->to != PLACE_END) {
        json_int(&j, "to", w->to);
    } else {
        json_word(&j, "to", tt_bytes_of("null"));
    }
    json_int(&j, "ticks", end_of(w) - w->from);
    json_uint(&j, "bytes", w->writer.written);
    json_uint(&j, "events", w->cut.events);
    json_uint(&j, "players", w->players);
    json_uint(&j, "left_out", w->cut.left_out);
    json_uuid(&j, "game_uuid", &w->cut.game_uuid);
    json_uuid(&j, "cut_of", &w->cut.cut_of);
    json_end(&j);
}

static void print_text(const struct cut_work *w)
{
    struct host_output *out = w->r.job->out;
    char from[TEXT_TIME], to[TEXT_TIME], line[200];
    text_time(from, w->from);
    text_time(to, end_of(w));
    text_safe(out, tt_bytes_of(w->path));
    snprintf(line, sizeof line,
             ": %s to %s (ticks %" PRId32 " to %" PRId64 "), %" PRIu64 " %s, %" PRIu64 " bytes\n",
             from, to, w->from, end_of(w), w->players, w->players == 1 ? "player" : "players",
             w->writer.written);
    host_output_text(out, line);
}

void cut_report(const struct cut_work *w)
{
    const struct settings *settings = w->r.job->settings;
    if (w->cut.left_out != 0) {
        host_message(HOST_MESSAGE_WARNING, w->r.job->path,
                     "%" PRIu64 " records that no reader would accept are left out",
                     w->cut.left_out);
    }
    if (settings->json) {
        print_json(w);
    } else if (!settings->quiet && strcmp(w->path, "-") != 0) {
        print_text(w);
    }
}
