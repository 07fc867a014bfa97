/* SPDX-License-Identifier: MIT
 *
 * teetape index: makes seeking and searching fast. tt_io_index_build makes the index
 * (docs/format/index.md). This file has the messages and the exit status.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/issues.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/outcome.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/show/rows.h"
#include "cli/text/text.h"
#include "teetape/io/archive.h"
#include "teetape/io/index_build.h"

struct index_options {
    bool physics;
    const char *map;
};

static const struct option options[] = {
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_FORCE_TO("make a new index even if one is up to date"),
    ROW_FLAG(0, "physics", struct index_options, physics,
             "add states of the game, computed with the map"),
    ROW_FILE(0, "map", "FILE", struct index_options, map,
             "the map of the recording, for --physics"),
    OPTION_ROWS_EACH,
};

struct result {
    const char *index, *outcome; /* path of the index, and the word of outcome_word for what was
                                    done */
    uint64_t index_bytes, bytes;
    uint32_t blocks, restarts; /* number of places where reading can begin, and of those where
                                  decompression can begin */
    uint64_t granularity;
    int32_t last_tick;
    bool complete;
    uint32_t players;
    struct column_own facts; /* a number for each kind of fact */
    uint32_t errors, warnings;
};

static const struct column columns[] = {
    COLUMN(struct result, index, "path of the index file; of the recording when it is inside"),
    COLUMN(struct result, outcome, "built, extended, or up_to_date"),
    COLUMN(struct result, index_bytes, "size of the index file"),
    COLUMN(struct result, bytes, "of the recording that are indexed, after decompression"),
    COLUMN(struct result, blocks, "places that reading can begin at"),
    COLUMN(struct result, restarts, "places that decompressing can begin at"),
    COLUMN(struct result, granularity,
           "bytes that are decompressed at most to go to a place; 0 for a plain file"),
    COLUMN(struct result, last_tick, "the last tick"),
    COLUMN(struct result, complete,
           "the recording is undamaged, and closed properly: by FINISH, a demo by the length in "
           "its header"),
    COLUMN(struct result, players, "sessions: how often a client came"),
    COLUMN(struct result, facts, "how many of each kind there are to search for", .type = "object"),
    COLUMN(struct result, errors, "see teetape-verify(1)"),
    COLUMN(struct result, warnings, NULL),
    COLUMNS_END,
};

/* Bytes between restarts above which a note is printed: a jump into such a piece takes a
 * noticeable time. */
#define COARSE ((uint64_t)32 << 20)

struct findings {
    struct job *job;
    bool has_first;
    tt_issue first;
};

/* Takes an issue. The foot of the index counts all of them, so only the first error is kept. */
static void on_issue(void *user, const tt_issue *issue)
{
    struct findings *f = user;
    if (issue->level == TT_LEVEL_ERROR && !f->has_first) {
        f->first = *issue;
        f->has_first = true;
    }
}

static void on_progress(void *user, uint64_t read)
{
    struct findings *f = user;
    run_progress(f->job, read);
}

static int32_t game_time(const tt_index_foot *foot, int32_t tick)
{
    bool is_zero = tt_format_info_of(foot->format)->times_from_first_tick && foot->first_tick > 0;
    return tick - (is_zero ? foot->first_tick : 0);
}

static const char *outcome_word(tt_io_index_outcome outcome)
{
    switch (outcome) {
    case TT_IO_INDEX_EXTENDED:
        return "extended";
    case TT_IO_INDEX_KEPT:
        return "up_to_date";
    default:
        return "built";
    }
}

/* Writes the counts of the facts. A kind with a count of 0 is listed, too, so that programs find
 * every kind. */
static void write_facts(struct json *j, const char *key, const void *of)
{
    const tt_index_foot *foot = of;
    json_object_begin(j, key);
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        if (tt_io_archive_keeps((tt_fact_kind)kind)) {
            json_uint(j, tt_fact_type((tt_fact_kind)kind)->name, foot->facts[kind]);
        }
    }
    json_object_end(j);
}

static void print_json(const struct job *job, const char *index, const tt_io_index_report *report)
{
    const tt_index_foot *foot = &report->foot;
    struct result result = {
        .index = index,
        .outcome = outcome_word(report->outcome),
        .index_bytes = report->size,
        .bytes = foot->indexed,
        .blocks = foot->blocks,
        .restarts = foot->access_points,
        .granularity = report->granularity,
        .last_tick = foot->last_tick,
        .complete = foot->ending == TT_INDEX_FINISHED && foot->errors == 0,
        .players = foot->facts[TT_FACT_JOIN], /* every session has one JOIN */
        .facts = {write_facts, foot},
        .errors = foot->errors,
        .warnings = foot->warnings,
    };
    rows_json(job, columns, foot->format, &result);
}

static void text_count(tt_io_output *out, uint64_t count, const char *what)
{
    char number[TEXT_NUMBER];
    tt_io_output_text(out, text_number(number, count));
    tt_io_output_text(out, what);
}

/* Prints "FILE: built, 1,234 bytes, 5 places, to 0:12:34.00; join 3, leave 2". */
static void print_text(const struct job *job, const tt_io_index_report *report)
{
    char time[TEXT_TIME];
    const tt_index_foot *foot = &report->foot;
    tt_io_output *out = job->out;
    const char *before = "; ";
    text_safe(out, tt_bytes_of(job->path));
    tt_io_output_text(out, report->outcome == TT_IO_INDEX_KEPT ? ": up to date, " : ": ");
    if (report->outcome != TT_IO_INDEX_KEPT) {
        tt_io_output_text(out, outcome_word(report->outcome));
        tt_io_output_text(out, ", ");
    }
    text_count(out, report->size, " bytes, ");
    text_count(out, foot->blocks, foot->blocks == 1 ? " place, to " : " places, to ");
    tt_io_output_text(out, text_time(time, game_time(foot, foot->last_tick)));
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        if (tt_io_archive_keeps((tt_fact_kind)kind) && foot->facts[kind] != 0) {
            tt_io_output_text(out, before);
            tt_io_output_text(out, tt_fact_type((tt_fact_kind)kind)->name);
            tt_io_output_byte(out, ' ');
            text_count(out, foot->facts[kind], "");
            before = ", ";
        }
    }
    tt_io_output_byte(out, '\n');
}

/* Reports why an existing index was replaced. With --force it was not read, so nothing is known
 * about it. */
static void tell_old(const struct job *job, const char *index, const tt_io_index_report *report)
{
    if (report->old == TT_IO_INDEX_OLD) {
        message_say(MESSAGE_NOTE, index, "the index had an older version and was made anew");
    } else if (report->old == TT_IO_INDEX_DAMAGED) {
        message_say(MESSAGE_NOTE, index,
                    "the index was damaged, or had another version, and was made anew");
    } else if (report->old == TT_IO_INDEX_OTHER) {
        message_say(MESSAGE_NOTE, index,
                    "the index belonged to another recording, or %s was changed; made anew",
                    job->path);
    }
}

static void tell_coarse(const struct job *job, const tt_io_index_report *report)
{
    if (report->granularity > COARSE) {
        message_say(MESSAGE_NOTE, job->path,
                    "compressed in pieces of up to %" PRIu64
                    " MiB, so going to a place takes long; teetape pack makes a file that can be "
                    "sought in",
                    report->granularity >> 20);
    }
}

/* Reports the damage. It comes from the decompressor, from the reader, or from an earlier run,
 * which left only the number of errors. With --strict an unfinished recording and warnings count as
 * damage, too. */
static enum exit_status tell_damage(const struct findings *f, const tt_io_index_report *report)
{
    char time[TEXT_TIME], text[TT_IO_ERROR_TEXT];
    if (report->error.status == TT_ERR_COMPRESSED_DATA) {
        message_say(MESSAGE_ERROR, f->job->path, "%s; what is before it is indexed",
                    tt_io_error_text(text, &report->error));
    } else if (f->has_first) {
        message_say(MESSAGE_ERROR, f->job->path,
                    "offset %" PRIu64 ", tick %" PRId32 " (%s): %s; see teetape verify",
                    f->first.offset, f->first.tick,
                    text_time(time, game_time(&report->foot, f->first.tick)), f->first.what);
    } else if (report->foot.errors != 0) { /* errors that an earlier run found */
        message_say(MESSAGE_ERROR, f->job->path, "damaged; see teetape verify");
    }
    const tt_index_foot *foot = &report->foot;
    /* A teehistorian file ends with FINISH. A finished demo has its length in the header. */
    bool is_unfinished = foot->ending != TT_INDEX_FINISHED;
    bool is_strict = f->job->settings->strict;
    const tt_format_info *info = tt_format_info_of(foot->format);
    if (is_strict && is_unfinished && foot->errors == 0 && info != NULL) {
        message_say(MESSAGE_ERROR, f->job->path, "%s", tt_status_text(info->not_closed));
    }
    return foot->errors != 0 || (is_strict && (foot->warnings != 0 || is_unfinished)) ? EXIT_DAMAGED
                                                                                      : EXIT_GOOD;
}

/* Prints the result of a file. Its line comes before the errors, among which it could be lost. */
static enum exit_status tell_result(const struct findings *f, const char *index,
                                    const tt_io_index_report *report)
{
    const struct job *job = f->job;
    f->job->outcome = report->outcome == TT_IO_INDEX_KEPT ? JOB_KEPT : JOB_DONE;
    tell_old(job, index, report);
    if (job->settings->json) {
        print_json(job, report->is_inside ? job->path : index, report);
    } else if (!job->settings->quiet) {
        print_text(job, report);
    }
    tell_coarse(job, report);
    if (report->lacks_map && report->foot.format == TT_FORMAT_TEEHISTORIAN) {
        message_say(MESSAGE_NOTE, job->path,
                    "its map was not found, so the index has no states of the game; name it with "
                    "--map FILE");
    }
    return tell_damage(f, report);
}

/* Reports a file without a readable header. When the first issue is not TT_ERR_FORMAT, the magic
 * was good, and the file is a damaged recording. */
static enum exit_status tell_foreign(const struct findings *f, const tt_io_index_report *report)
{
    char text[TT_IO_ERROR_TEXT];
    bool has_magic = f->first.status != TT_ERR_FORMAT;
    tt_io_kind kind = has_magic ? TT_IO_KIND_TEEHISTORIAN : source_kind_of_file(f->job);
    if (!has_magic && source_is_passed_over(f->job, kind)) {
        f->job->outcome = JOB_FOREIGN;
        return EXIT_GOOD;
    }
    bool is_damage = tt_io_kind_is_damage(f->job->path, kind);
    if (!has_magic && is_damage && report->error.status != TT_ERR_COMPRESSED_DATA) {
        message_say(MESSAGE_ERROR, f->job->path, "%s", tt_io_kind_reason(kind));
    } else if (report->error.status == TT_ERR_COMPRESSED_DATA) {
        message_say(MESSAGE_ERROR, f->job->path, "%s", tt_io_error_text(text, &report->error));
    } else {
        message_say(MESSAGE_ERROR, f->job->path, "offset %" PRIu64 ": %s", f->first.offset,
                    f->first.what != NULL ? f->first.what : "the header of a recording is missing");
    }
    return EXIT_DAMAGED;
}

/* Builds the index of a file. It may be unwritable for a reason that many files share, such as a
 * full disk. run_reports_failure decides whether to report it again. */
static enum exit_status build(struct findings *f, const char *index)
{
    const struct settings *settings = f->job->settings;
    const struct index_options *own = f->job->options;
    tt_io_index_report report;
    const tt_io_index_options how = {
        .recording = f->job->path,
        .index = index,
        .force = settings->force,
        .physics = own->physics,
        .map = own->map,
        .stop = f->job->stop,
        .on_issue = on_issue,
        .on_progress = on_progress,
        .user = f,
    };
    tt_io_index_outcome outcome = tt_io_index_build(&how, &report);
    if (run_is_gone(f->job, &report.error)) {
        f->job->outcome = JOB_FOREIGN;
        return EXIT_GOOD;
    }
    switch (outcome) {
    case TT_IO_INDEX_NO_RECORDING:
        return tell_foreign(f, &report);
    case TT_IO_INDEX_STOPPED:
        return EXIT_GOOD;
    case TT_IO_INDEX_UNREADABLE:
        message_say(MESSAGE_ERROR, f->job->path, "%s", report.error.text);
        return EXIT_SYSTEM;
    case TT_IO_INDEX_UNWRITABLE:
        if (run_reports_failure(f->job, &report.error)) {
            message_say(MESSAGE_ERROR, index, "%s", report.error.text);
        }
        return EXIT_SYSTEM;
    default:
        return tell_result(f, index, &report);
    }
}

/* Handles a file. Stdin is refused: it has no name to put an index beside. Missing folders of
 * --index-dir are made.
 */
static enum exit_status index_file(struct job *job)
{
    const char *folder = job->settings->reading.index_folder;
    tt_io_error error;
    struct findings f = {.job = job};
    if (strcmp(job->path, "-") == 0) {
        message_say(MESSAGE_ERROR, job->path, "stdin cannot be indexed: give a file");
        return EXIT_USAGE;
    }
    if (job->found_by_walk && folder == NULL && tt_io_index_remove_orphan(job->path)) {
        message_say(MESSAGE_NOTE, job->path, "removed: its recording is gone");
        job->outcome = JOB_FOREIGN;
        return EXIT_GOOD;
    }
    char *index = tt_io_index_path(job->path, folder, &error);
    if (index == NULL) {
        message_say(MESSAGE_ERROR, job->path, "%s", error.text);
        return EXIT_SYSTEM;
    }
    enum exit_status status = EXIT_SYSTEM;
    if (folder == NULL || tt_io_index_make_folders(index, &error)) {
        status = build(&f, index);
    } else if (run_reports_failure(job, &error)) {
        message_say(MESSAGE_ERROR, index, "%s", error.text);
    }
    free(index);
    return status;
}

static const char *check(const struct shell *sh)
{
    const struct index_options *own = sh->options;
    return own->map != NULL && !own->physics ? "--map goes with --physics" : NULL;
}

static const struct total_words totals = {"indexed", "up to date", NULL};

const struct command cmd_index = {
    .name = "index",
    .summary = "make seeking and searching in recordings fast",
    .description =
        {("Makes seeking and searching in recordings fast: writes FILE.ttidx. "
          "An index has the state of the game "
          "about every mebibyte, and the facts that people search for (joins, leaves, names, "
          "teams, finishes, saves, rcon logins, kills, deaths and others). With it commands "
          "such as dump, players and chat start at --from, and find a --player, without "
          "reading everything before."),
         ("An index that is up to date is kept, and an index whose recording has grown is "
          "extended. A damaged index, or one of another recording, is replaced; other commands "
          "report it and ignore it. teetape-verify(1) checks an index completely. An index has "
          "secrets of the recording, such as rcon account names and ids of saves, and gets the "
          "owner and access rights of the recording. Only a regular file is replaced by an "
          "index; a link with its name, for example, is left alone."),
         ("Compressed recordings can be indexed as well. Reading them begins only at certain "
          "points, "
          "which the index of a .gz file has. A .xz or .zst file has its own when its writer made "
          "them, as teetape-pack(1) does. A .tape has its index inside: none is written beside "
          "it, except with --force or --physics."),
         ("With --physics the index of a teehistorian file also has states of the game, computed "
          "with the map, and the inputs that counted late. Pictures, videos and table ticks then "
          "begin at such a state."),
         ("With --index-dir the index of /path/to/FILE is DIR/path/to/FILE.ttidx, so that "
          "recordings with the same name have different indexes. Commands that use an index "
          "have the same option. In a folder, an index without its recording is removed, with a "
          "note.")},
    .options = OPTION_TABLE(options, struct index_options),
    .examples = {{"Index a folder of recordings, and later its new ones:", "index archive/"},
                 {"Make pictures of late moments fast:", "index --physics FILE"},
                 {"Look at an hour of a large recording:",
                  "dump --from 20:00:00 --to 21:00:00 FILE"}},
    .json_text = {"One object a recording:"},
    .columns = columns,
    .check = check,
    .how = &(const struct run_how){.process = index_file, .totals = &totals},
};
