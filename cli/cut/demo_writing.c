/* SPDX-License-Identifier: MIT
 *
 * Writes demos.
 */
#include "cli/cut/demo_writing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/target.h"
#include "cli/show/text.h"
#include "host/message.h"

struct result {
    const char *output;
    int32_t first_tick, last_tick;
    uint64_t bytes, snapshots, messages;
    int32_t markers;
    uint64_t left_out;
};

const struct column demo_writing_columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, first_tick, "the first tick in it"),
    COLUMN(struct result, last_tick, "the last tick in it"),
    COLUMN(struct result, bytes, "of the demo, before compression"),
    COLUMN(struct result, snapshots, "ticks with a snapshot"),
    COLUMN(struct result, messages,
           "messages, also those that repeat the state before the first tick"),
    COLUMN(struct result, markers, "on its timeline"),
    COLUMN(struct result, left_out,
           "ticks and messages that could not be written, or were written already"),
    COLUMNS_END,
};

static int put(void *user, tt_bytes piece)
{
    struct demo_writing *w = user;
    host_output_bytes(w->file.out, piece);
    return host_output_error(w->file.out);
}

bool demo_writing_open(struct demo_writing *w, struct job *job, const char *path,
                       const tt_demo_cut_options *options)
{
    w->job = job;
    w->path = path;
    tt_demo_writer_init(&w->writer, &w->memory, put, w);
    if (tt_demo_cut_init(&w->cut, &w->writer, options) != TT_OK) {
        host_message(HOST_MESSAGE_ERROR, job->path, "the span is empty");
        w->status = EXIT_USAGE;
        return false;
    }
    w->is_open = target_open_patched(&w->file, path, job, &w->status);
    return w->is_open;
}

bool demo_writing_next_piece(struct demo_writing *w, const char *path, const tt_demo *demo,
                             int32_t to)
{
    w->path = path;
    w->is_open = target_open_patched(&w->file, path, w->job, &w->status);
    if (!w->is_open) {
        return false;
    }
    tt_demo_writer_init(&w->writer, &w->memory, put, w);
    return tt_demo_cut_next_piece(&w->cut, demo, &w->writer, to) == TT_OK;
}

bool demo_writing_next_demo(struct demo_writing *w, const tt_demo *demo)
{
    return tt_demo_cut_next_demo(&w->cut, demo) == TT_OK;
}

bool demo_writing_event(struct demo_writing *w, const tt_demo *demo, const tt_demo_event *event)
{
    return tt_demo_cut_event(&w->cut, demo, event) == TT_OK;
}

/* The demo cannot be completed; what the output itself refused is told by the commit. */
static bool refuse(struct demo_writing *w, tt_status status)
{
    if (status == TT_ERR_DEMO_EMPTY) {
        host_message(HOST_MESSAGE_ERROR, w->job->path,
                     "the demo would have no snapshot and would not play, so it is not written");
        w->status = w->empty != EXIT_GOOD ? w->empty : EXIT_USAGE;
    } else {
        host_message(HOST_MESSAGE_ERROR, w->job->path, "%s", tt_status_text(status));
        w->status = EXIT_SYSTEM;
    }
    return false;
}

bool demo_writing_end(struct demo_writing *w, const tt_demo *demo, bool is_wanted)
{
    struct host_error error;
    tt_demo_patch patch;
    if (!w->is_open) {
        return false;
    }
    w->is_open = false;
    if (is_wanted) {
        tt_status status = tt_demo_cut_finish(&w->cut, demo, &patch);
        if (status == TT_OK) {
            host_patched_file_patch(&w->file, 0, (tt_bytes){patch.bytes, patch.size});
        }
        is_wanted = status == TT_OK || status == TT_ERR_DEMO_PUT || refuse(w, status);
    }
    if (!is_wanted) {
        host_patched_file_discard(&w->file);
        return false;
    }
    if (!host_patched_file_commit(&w->file, &error)) {
        w->status = target_failed(w->path, &error);
        return false;
    }
    return true;
}

static void print_json(const struct demo_writing *w)
{
    const struct result result = {
        .output = w->path,
        .first_tick = w->cut.first_tick,
        .last_tick = w->writer.tick,
        .bytes = w->writer.written,
        .snapshots = w->cut.snapshots,
        .messages = w->cut.messages,
        .markers = w->writer.header.marker_count,
        .left_out = w->cut.left_out,
    };
    rows_json(w->job, demo_writing_columns, TT_FORMAT_DEMO, &result);
}

void demo_writing_report(const struct demo_writing *w)
{
    const struct settings *settings = w->job->settings;
    char length[TEXT_TIME], line[200];
    if (settings->json) {
        print_json(w);
        return;
    }
    if (settings->quiet || strcmp(w->path, "-") == 0) {
        return;
    }
    text_time(length, w->writer.tick - w->cut.first_tick);
    snprintf(line, sizeof line,
             ": %s long (ticks %" PRId32 " to %" PRId32 "), %" PRIu64 " snapshots, %" PRIu64
             " messages, %" PRIu64 " bytes\n",
             length, w->cut.first_tick, w->writer.tick, w->cut.snapshots, w->cut.messages,
             w->writer.written);
    text_safe(w->job->out, tt_bytes_of(w->path));
    host_output_text(w->job->out, line);
}
