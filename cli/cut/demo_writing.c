/* SPDX-License-Identifier: MIT
 *
 * Writes demos.
 *
 * Events of a demo reader go in, and bytes of another demo come out: reader -> tt_demo_cut ->
 * tt_demo_writer -> file. Used by cut, concat and repair, which differ in where the events come
 * from.
 */
#include "cli/cut/demo_writing.h"

#include <string.h>

#include "cli/read/reading.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"

/* An object of --json, for all commands that write a demo. */
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

/* A span that is negative is the only thing that the core's cut refuses: it is empty. */
bool demo_writing_open(struct demo_writing *w, struct job *job, const char *path,
                       const tt_demo_cut_options *options)
{
    w->job = job;
    if (tt_demo_cut_init(&w->cut, &w->file.writer, options) != TT_OK) {
        w->status = reading_refuse_empty(job);
        return false;
    }
    return demo_file_open(&w->file, job, path, &w->memory, &w->status);
}

/* The writer of the piece before is done with; its memory is used again. */
bool demo_writing_next_piece(struct demo_writing *w, const char *path, const tt_demo *demo,
                             int32_t to)
{
    return demo_file_open(&w->file, w->job, path, &w->memory, &w->status) &&
           tt_demo_cut_next_piece(&w->cut, demo, &w->file.writer, to) == TT_OK;
}

/* For concat: the writer goes on in the same file. */
bool demo_writing_next_demo(struct demo_writing *w, const tt_demo *demo)
{
    return tt_demo_cut_next_demo(&w->cut, demo) == TT_OK;
}

bool demo_writing_event(struct demo_writing *w, const tt_demo *demo, const tt_demo_event *event)
{
    return tt_demo_cut_event(&w->cut, demo, event) == TT_OK;
}

/* TT_ERR_DEMO_EMPTY: the game cannot play a demo without a snapshot. The user asked for a span that
 * has none, unless the command said what it means here. */
static bool refuse(struct demo_writing *w, tt_status status)
{
    if (status == TT_ERR_DEMO_EMPTY) {
        message_say(MESSAGE_ERROR, w->job->path,
                    "the demo would have no snapshot and would not play, so it is not written");
        w->status = w->empty != EXIT_GOOD ? w->empty : EXIT_USAGE;
    } else {
        message_say(MESSAGE_ERROR, w->job->path, "%s", tt_status_text(status));
        w->status = EXIT_SYSTEM;
    }
    return false;
}

/* Finishing writes into the file, so it comes before the commit. What the output refused
 * (TT_ERR_DEMO_PUT) is left to the commit, which knows the reason; then there is no patch. */
bool demo_writing_end(struct demo_writing *w, const tt_demo *demo, bool is_wanted)
{
    tt_demo_patch patch;
    tt_status status = TT_OK;
    if (is_wanted && w->file.file != NULL) {
        status = tt_demo_cut_finish(&w->cut, demo, &patch);
        is_wanted = status == TT_OK || status == TT_ERR_DEMO_PUT || refuse(w, status);
    }
    if (!is_wanted) {
        demo_file_discard(&w->file);
        return false;
    }
    return demo_file_commit(&w->file, status == TT_OK ? &patch : NULL, &w->status);
}

/* After the commit: the numbers are those of the cut and its writer, which remain valid after the
 * file is gone. */
static void print_json(const struct demo_writing *w)
{
    const struct result result = {
        .output = w->file.path,
        .first_tick = w->cut.first_tick,
        .last_tick = w->file.writer.tick,
        .bytes = w->file.writer.written,
        .snapshots = w->cut.snapshots,
        .messages = w->cut.messages,
        .markers = w->file.writer.header.marker_count,
        .left_out = w->cut.left_out,
    };
    rows_json(w->job, demo_writing_columns, TT_FORMAT_DEMO, &result);
}

/* The last tick is that of the writer's last marker, as ticks with nothing but a marker count. */
void demo_writing_report(const struct demo_writing *w)
{
    const struct settings *settings = w->job->settings;
    const struct demo_file_facts facts = {w->cut.first_tick, w->file.writer.tick, w->cut.snapshots,
                                          w->cut.messages, w->file.writer.written};
    if (settings->json) {
        print_json(w);
    } else if (target_wants_words(settings, w->file.path)) {
        demo_file_print(w->job, w->file.path, &facts, "");
    }
}
