/* SPDX-License-Identifier: MIT
 *
 * Tells about a demo that was made.
 */
#include "cli/demo/convert_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/demo/demo_options.h"
#include "cli/shell/issues.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "host/message.h"

const struct json_key convert_json_keys[CONVERT_JSON_KEYS] = {
    {"output", "text", "the file that was written"},
    {"cid", "number", "--split: the client id of its player"},
    {"name", "text", "--split: the name of its player; empty when it is not known"},
    {"run_ticks", "number", "--split finish: how long the run took; null for a session"},
    {"first_tick", "number", "the first tick in it"},
    {"last_tick", "number", "the last tick in it"},
    {"bytes", "number", "of the demo, before compression"},
    {"snapshots", "number", "ticks with a snapshot"},
    {"messages", "number", "messages"},
    {"markers", "number", "on its timeline"},
    {"left_out", "number", "snapshots and messages that did not fit"},
    {"nameless", "number", "players without a known name; the demo uses their client id"},
    {"shortened", "number", "ticks of gaps that are left out"},
    {"map", "text", "the map file that was found; null for none"},
    {"map_bytes", "number", "of the map that is embedded; 0 for none"},
};

static void print_piece_json(struct json *j, const struct convert_result *result)
{
    json_int(j, "cid", result->cid);
    json_text_c(j, "name", result->name);
    if (result->run >= 0) {
        json_int(j, "run_ticks", result->run);
    } else {
        json_word(j, "run_ticks", tt_bytes_of("null"));
    }
}

static void print_json(const struct job *job, const struct convert_result *result)
{
    struct json j = json_begin(job->out);
    job_json_file(job, &j);
    json_text_c(&j, "output", result->path);
    if (result->is_piece) {
        print_piece_json(&j, result);
    }
    json_int(&j, "first_tick", result->first_tick);
    json_int(&j, "last_tick", result->last_tick);
    json_uint(&j, "bytes", result->bytes);
    json_uint(&j, "snapshots", result->snapshots);
    json_uint(&j, "messages", result->messages);
    json_int(&j, "markers", result->markers);
    json_uint(&j, "left_out", result->left_out);
    json_uint(&j, "nameless", result->nameless);
    json_int(&j, "shortened", result->shortened);
    if (result->map_path != NULL) {
        json_text_c(&j, "map", result->map_path);
    } else {
        json_word(&j, "map", tt_bytes_of("null"));
    }
    json_uint(&j, "map_bytes", result->map_bytes);
    json_end(&j);
}

static void print_text(const struct job *job, const struct convert_result *result)
{
    char length[TEXT_TIME], line[200];
    text_time(length, result->last_tick - result->first_tick);
    snprintf(line, sizeof line,
             ": %s long (ticks %" PRId32 " to %" PRId32 "), %" PRIu64 " snapshots, %" PRIu64
             " messages, %" PRIu64 " bytes, %s map\n",
             length, result->first_tick, result->last_tick, result->snapshots, result->messages,
             result->bytes, result->map_bytes != 0 ? "with its" : "without its");
    text_safe(job->out, tt_bytes_of(result->path));
    host_output_text(job->out, line);
}

void convert_report(const struct job *job, const struct convert_result *result)
{
    const struct settings *settings = job->settings;
    if (result->left_out != 0) {
        host_message(HOST_MESSAGE_WARNING, result->is_piece ? result->path : job->path,
                     "%" PRIu64 " snapshots or messages did not fit and are left out",
                     result->left_out);
    }
    if (result->shortened != 0 && !demo_options_of(job)->skip_idle) {
        char length[TEXT_TIME];
        host_message(HOST_MESSAGE_NOTE, result->is_piece ? result->path : job->path,
                     "silences of more than an hour are left out, %s in all: later ticks are lower "
                     "by up to %" PRId32 " (--whole keeps them)",
                     text_time(length, result->shortened), result->shortened);
    }
    if (result->nameless != 0 && !result->is_piece) {
        host_message(HOST_MESSAGE_NOTE, job->path,
                     "of %" PRIu64 " players no name is known: they are called by their client id",
                     result->nameless);
    }
    if (settings->json) {
        print_json(job, result);
    } else if (!settings->quiet && strcmp(result->path, "-") != 0) {
        print_text(job, result);
    }
}
