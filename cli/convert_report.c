/* SPDX-License-Identifier: MIT
 *
 * Tells about a demo that was made.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/convert_work.h"
#include "cli/json.h"
#include "cli/text.h"
#include "host/message.h"

const struct json_key convert_json_keys[CONVERT_JSON_KEYS] = {
    {"output", "text", "the file that was written"},
    {"first_tick", "number", "the first tick in it"},
    {"last_tick", "number", "the last tick in it"},
    {"bytes", "number", "of the demo, before compression"},
    {"snapshots", "number", "ticks with a snapshot"},
    {"messages", "number", "messages"},
    {"markers", "number", "on its timeline"},
    {"left_out", "number", "snapshots and messages that did not fit"},
    {"nameless", "number", "players without a known name, who are called by their client id"},
    {"shortened", "number", "ticks of gaps that are left out"},
    {"map", "text", "the map file that was found; null for none"},
    {"map_bytes", "number", "of the map that is embedded; 0 for none"},
};

static void print_json(const struct convert_work *w)
{
    struct json j = json_begin(w->r.job->out);
    json_text_c(&j, "output", w->r.job->settings->output);
    json_int(&j, "first_tick", w->first_tick);
    json_int(&j, "last_tick", w->writer.tick);
    json_uint(&j, "bytes", w->writer.written);
    json_uint(&j, "snapshots", w->c.snapshots);
    json_uint(&j, "messages", w->c.messages);
    json_int(&j, "markers", w->writer.header.marker_count);
    json_uint(&j, "left_out", w->c.left_out);
    json_uint(&j, "nameless", w->c.nameless);
    json_uint(&j, "shortened", w->shortened);
    if (w->map.path != NULL) {
        json_text_c(&j, "map", w->map.path);
    } else {
        json_word(&j, "map", tt_bytes_of("null"));
    }
    json_uint(&j, "map_bytes", w->writer.header.map_size);
    json_end(&j);
}

static void print_text(const struct convert_work *w)
{
    char length[TEXT_TIME], line[200];
    text_time(length, w->writer.tick - w->first_tick);
    snprintf(line, sizeof line,
             ": %s long (ticks %" PRId32 " to %" PRId32 "), %" PRIu64 " snapshots, %" PRIu64
             " messages, %" PRIu64 " bytes, %s map\n",
             length, w->first_tick, w->writer.tick, w->c.snapshots, w->c.messages,
             w->writer.written, w->writer.header.map_size != 0 ? "with its" : "without its");
    text_safe(w->r.job->out, tt_bytes_of(w->r.job->settings->output));
    host_output_text(w->r.job->out, line);
}

void convert_report(const struct convert_work *w)
{
    const struct settings *settings = w->r.job->settings;
    if (w->c.left_out != 0) {
        host_message(HOST_MESSAGE_WARNING, w->r.job->path,
                     "%" PRIu64 " snapshots or messages did not fit and are left out",
                     w->c.left_out);
    }
    if (w->shortened != 0 && !settings->skip_idle) {
        host_message(HOST_MESSAGE_NOTE, w->r.job->path,
                     "a gap in which nothing happens for more than a day is left out");
    }
    if (w->c.nameless != 0) {
        host_message(HOST_MESSAGE_NOTE, w->r.job->path,
                     "of %" PRIu64 " players no name is known: they are called by their client id",
                     w->c.nameless);
    }
    if (settings->json) {
        print_json(w);
    } else if (!settings->quiet && strcmp(settings->output, "-") != 0) {
        print_text(w);
    }
}
