/* SPDX-License-Identifier: MIT
 *
 * teetape concat: joins the pieces of one game into one demo. A single job reads all inputs one
 * after the other, and the cut of the core takes their chunks as those of one demo. The output
 * gets its name only when the last piece was good.
 */
#include <inttypes.h>
#include <string.h>

#include "cli/shell/inputs.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/outcome.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "cli/show/demo_made.h"
#include "teetape/io/map.h"

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file (.xz, .zst, .gz: compressed); '-' is stdout"),
    OPTION_ROW_FORCE,
    ROW_FLAG(0, "strict", struct settings, strict, "end a piece at its first error"),
};

struct work {
    struct job *all;
    struct job job;
    struct reading r;
    tt_demo_header first; /* header of the first piece, with which the other pieces are compared */
    int32_t begin, end;   /* ticks of the previous piece; -1 for none */
    tt_io_demo_output out;
    enum exit_status status;
};

/* Returns why two demos are not pieces of one game, or NULL. The start time is not compared: pieces
 * of one game have different ones. */
static const char *compare(const tt_demo_header *a, const tt_demo_header *b)
{
    bool is_same = a->has_sha256 && b->has_sha256
                       ? memcmp(&a->map_sha256, &b->map_sha256, sizeof a->map_sha256) == 0
                       : a->map_crc == b->map_crc;
    if (!is_same || strcmp(a->map_name, b->map_name) != 0) {
        return "this demo has another map than the first one";
    }
    if (strcmp(a->net_version, b->net_version) != 0) {
        return "this demo has another protocol version than the first one";
    }
    if (tt_demo_is_server(a) != tt_demo_is_server(b)) {
        return "one demo was recorded by a server, the other one by a client";
    }
    return NULL;
}

static bool refuse(struct work *w, enum exit_status status, const char *path, const char *why)
{
    message_say(MESSAGE_ERROR, path, "%s", why);
    exit_worsen(&w->status, status);
    return false;
}

/* Compares a piece with the previous one. An overlap, or a gap of a second or more, may mean a
 * piece of another game. That is a note and no error. A piece within the previous one adds nothing.
 */
static bool check_order(struct work *w)
{
    int32_t tick = tt_recording_look(w->r.io.rec).first_tick;
    if (tick <= w->begin) {
        return refuse(w, EXIT_USAGE, w->job.path,
                      "this piece begins before the previous one: give them in the order of their "
                      "ticks, which teetape info prints");
    }
    if (w->end >= 0 && tick <= w->end) {
        message_say(MESSAGE_NOTE, w->job.path,
                    "ticks %" PRId32 " to %" PRId32 " are in the previous piece, too", tick,
                    w->end);
    } else if (w->end >= 0 && tick > w->end + TT_TICKS_PER_SECOND) {
        message_say(MESSAGE_NOTE, w->job.path, "ticks %" PRId32 " to %" PRId32 " are in no piece",
                    w->end + 1, tick - 1);
    }
    w->begin = tick;
    return true;
}

static bool begin_piece(struct work *w, size_t index)
{
    const tt_demo_header *header = tt_recording_demo_header(w->r.io.rec);
    static const tt_demo_cut_options all = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
    const char *problem = index == 0 ? NULL : compare(&w->first, header);
    if (problem != NULL) {
        return refuse(w, EXIT_USAGE, w->job.path, problem);
    }
    w->first = index == 0 ? *header : w->first;
    if (index != 0) {
        return true;
    }
    w->out.file = target_open(w->all->settings->output, TARGET_PATCHES, &w->job, &w->status);
    return tt_io_demo_output_begin(&w->out, &all);
}

/* Copies the chunks of a piece. A header event joins the next demo to the cut. Damage in a piece
 * does not end the work. */
static bool copy_piece(struct work *w)
{
    const tt_demo *demo = tt_recording_demo(w->r.io.rec);
    const tt_demo_event header = {.kind = TT_DEMO_HEADER};
    bool goes_on = tt_demo_cut_event(&w->out.cut, demo, &header) == TT_OK;
    bool has_tick = false;
    while (goes_on && reading_next(&w->r)) {
        if (!has_tick && tt_recording_look(w->r.io.rec).first_tick >= 0) {
            has_tick = true;
            if (!check_order(w)) {
                return false;
            }
        }
        goes_on = tt_demo_cut_event(&w->out.cut, demo, w->r.io.item.demo) == TT_OK;
    }
    int32_t last = tt_recording_look(w->r.io.rec).last_tick;
    w->end = last > w->end ? last : w->end;
    return goes_on && !tt_io_stop_wanted(w->job.stop) && w->r.status != EXIT_SYSTEM;
}

/* Adds an input to the output. Checks the format, because run.c checks it only for commands that
 * take inputs one by one. The map of the first piece is used. The output uses the reader, so the
 * output is ended before the reader is closed. */
static bool add_piece(struct work *w, size_t index)
{
    w->job = job_of_path(w->all, w->all->paths[index]);
    if (source_look(&w->job) == TT_FORMAT_TEEHISTORIAN) {
        w->status = outcome_refuse(&w->job, TT_FORMAT_TEEHISTORIAN);
        source_drop(&w->job);
        tt_io_file_discard(w->out.file);
        return false;
    }
    const tt_io_reading_options how = {
        .no_index = true, .wants = TT_WANT_RECORDS, .wants_map = index == 0};
    bool is_good =
        reading_open(&w->r, &w->job, &how, READING_USUAL) && begin_piece(w, index) && copy_piece(w);
    const tt_demo *demo = w->r.io.rec != NULL ? tt_recording_demo(w->r.io.rec) : NULL;
    bool is_last = index + 1 == w->all->count;
    if (is_good && !is_last) {
        is_good = tt_demo_cut_next_demo(&w->out.cut, demo) == TT_OK;
    }
    const char *output = w->all->settings->output;
    if ((!is_good || is_last) &&
        demo_made_end(&w->job, output, &w->out, demo, is_good, EXIT_USAGE, &w->status)) {
        demo_made_report(&w->job, output, &w->out);
    }
    tt_io_reading_stop(&w->r.io);
    exit_worsen(&w->status, reading_close(&w->r));
    return is_good;
}

static enum exit_status join_all(struct job *job)
{
    struct work *w = job->work;
    size_t done = 0;
    if (!inputs_are_files(job->paths, job->count) || !target_is_good_for_all(job)) {
        return EXIT_USAGE;
    }
    w->all = job;
    w->begin = w->end = -1;
    while (done < job->count && add_piece(w, done)) {
        done++;
    }
    return w->status;
}

static const char *check(const struct shell *sh)
{
    const char *problem = sh->count < 2 ? "no demos are given: concat needs at least two"
                                        : target_check(sh->settings);
    return problem != NULL ? problem : target_check_ending(sh->settings, TT_FORMAT_DEMO);
}

static enum exit_status run(struct shell *sh)
{
    const struct run_how how = {.process = join_all,
                                .work = sizeof(struct work),
                                .keeps_secrets = true,
                                .reads = READS_DEMOS};
    return run_all(sh, &how, check(sh));
}

const struct command cmd_concat = {
    .name = "concat",
    .summary = "join demos of one game to one demo",
    .description =
        {("Joins consecutive demos of one game to one demo. Header and map are those of the "
          "first demo, timeline markers are those of all. Give the pieces in the order of "
          "their ticks. If two overlap, the first one counts. A gap between two pieces remains "
          "a gap, which the game skips."),
         ("All pieces must have the same map and the same protocol version, and all must be of "
          "a server or all of a client. Demos do not identify their game: check yourself that "
          "they belong together.")},
    .options = SETTING_TABLE(options),
    .examples = {{"Three pieces as one:", "concat -o game.demo part1.demo part2.demo part3.demo"}},
    .json_text = {"One object:"},
    .columns = demo_made_columns,
    .usage = "-o OUT [OPTION...] FILE FILE...",
    .run = run,
};
