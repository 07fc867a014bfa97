/* SPDX-License-Identifier: MIT
 *
 * Reports a demo that was made, as a line or as a JSON object.
 */
#include "cli/show/demo_made.h"

#include <inttypes.h>

#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "cli/text/text.h"

struct result {
    const char *output;
    int32_t first_tick, last_tick;
    uint64_t bytes, snapshots, messages;
    int32_t markers;
    uint64_t left_out;
};

const struct column demo_made_columns[] = {
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

bool demo_made_end(const struct job *job, const char *path, tt_io_demo_output *out,
                   const tt_demo *demo, bool is_wanted, enum exit_status empty,
                   enum exit_status *status)
{
    tt_io_error error;
    if (tt_io_demo_output_end(out, demo, is_wanted, &error)) {
        return true;
    }
    if (error.status == TT_ERR_SYSTEM) {
        *status = target_failed(job, path, &error);
    } else if (error.status != TT_OK) {
        message_say(MESSAGE_ERROR, job->path, "%s", error.text);
        *status = error.status == TT_ERR_DEMO_EMPTY ? empty : EXIT_SYSTEM;
    }
    return false;
}

void demo_made_print(const struct job *job, const char *path, const struct demo_made *made,
                     const char *more)
{
    char length[TEXT_TIME];
    target_report(job, path,
                  "%s long (ticks %" PRId32 " to %" PRId32 "), %" PRIu64 " snapshots, %" PRIu64
                  " messages, %" PRIu64 " bytes%s",
                  text_time(length, made->last_tick - made->first_tick), made->first_tick,
                  made->last_tick, made->snapshots, made->messages, made->bytes, more);
}

/* Reports a demo that was made. The counts of the cut and its writer remain valid after the commit.
 * A tick with nothing but a marker counts, so the last tick is the writer's last marker. */
void demo_made_report(const struct job *job, const char *path, const tt_io_demo_output *out)
{
    const tt_demo_cut_view cut = tt_demo_cut_look(&out->cut);
    const struct result result = {
        .output = path,
        .first_tick = cut.first_tick,
        .last_tick = tt_demo_writer_look(&out->writer).tick,
        .bytes = tt_demo_writer_look(&out->writer).written,
        .snapshots = cut.snapshots,
        .messages = cut.messages,
        .markers = tt_demo_writer_look(&out->writer).header->marker_count,
        .left_out = cut.left_out,
    };
    const struct demo_made made = {result.first_tick, result.last_tick, result.snapshots,
                                   result.messages, result.bytes};
    if (job->settings->json) {
        rows_json(job, demo_made_columns, TT_FORMAT_DEMO, &result);
    } else {
        demo_made_print(job, path, &made, "");
    }
}
