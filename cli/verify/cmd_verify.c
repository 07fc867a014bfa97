/* SPDX-License-Identifier: MIT
 *
 * teetape verify: checks whether a recording is undamaged.
 *
 * The reading reports each issue. This file checks the length of a demo, which needs the end,
 * and the index.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/option_rows.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"
#include "cli/text/text.h"
#include "cli/verify/verify.h"
#include "teetape/game.h"
#include "teetape/io/index_check.h"

static const struct option options[] = {
    ROW_FLAG(0, "physics", struct verify_options, physics,
             "compute the game from the inputs, and compare each move"),
    ROW_FILE(0, "map", "FILE", struct verify_options, map,
             "the map of the recording, for --physics"),
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_WIDE,
    OPTION_ROWS_EACH,
};

struct verdict {
    const char *format;
    const char *state;
    bool good, complete;
    uint64_t bytes; /* bytes that were read, after decompression */
    int32_t last_tick;
    uint64_t errors, warnings, notes;
    const char *index;        /* path of the index; NULL without one */
    struct column_own issues; /* the issues that were kept (issues_json) */
    struct column_own physics;
};

static const struct column columns[] = {
    COLUMN(struct verdict, format,
           "\"teehistorian\", \"demo\", or null for a file that is something else"),
    COLUMN(struct verdict, state, "good (and closed properly), unfinished, or damaged"),
    COLUMN(struct verdict, good,
           "there are no errors; with --strict, no warnings either, and it is not unfinished"),
    COLUMN(struct verdict, complete,
           "good, and closed properly: by FINISH, a demo by the length in its header"),
    COLUMN(struct verdict, bytes, "of the recording, after decompression, as far as it was read"),
    COLUMN(struct verdict, last_tick, "the last tick that was reached"),
    COLUMNS_ISSUES(struct verdict),
    COLUMN(struct verdict, index, "only if there is one: good, stale, or damaged",
           .is_optional = true),
    COLUMN(struct verdict, issues,
           "the first 100 errors and warnings: level, status, offset (of damaged compression: "
           "file_offset), tick, what"),
    COLUMN(struct verdict, physics,
           "only with --physics, for a teehistorian file whose map was found: "
           "an object with the keys from moves to misses",
           .type = "object", .is_optional = true),
    COLUMNS_END,
};

/* The index is checked while the recording is read, so one pass is enough. */
struct checked {
    tt_io_index_check *check;  /* check of the index; NULL when there is nothing to check */
    tt_io_index_status status; /* state of the index; TT_IO_INDEX_NONE while it is unknown */
    tt_io_error error;         /* error for the status TT_IO_INDEX_SYSTEM */
};

/* Opens the index to check it. A damaged or old one is known when it is opened. A missing file or
 * folder means no index. Other errors are reported, because the index is then not checked. */
static struct checked open_index(const struct job *job, tt_io_reading_options *reading)
{
    const tt_io_reading_options *how = &job->settings->reading;
    struct checked c = {.status = TT_IO_INDEX_NONE};
    /* stdin has no name, so there can be no index beside it. */
    if (how->no_index || strcmp(job->path, "-") == 0) {
        return c;
    }
    char *path = tt_io_index_path(job->path, how->index_folder, &c.error);
    c.check = path != NULL ? tt_io_index_check_open(path, reading, &c.status, &c.error) : NULL;
    /* A failure to make the path has an errno value in c.error, and a failure to open the index has
     * a status. */
    int number = path == NULL ? c.error.system : 0;
    if (number != 0 && number != ENOENT && number != ENOTDIR) {
        c.status = TT_IO_INDEX_SYSTEM;
        tt_io_error_system(&c.error, number, "its index cannot be found");
    }
    free(path);
    if (c.check == NULL && c.status == TT_IO_INDEX_NONE) {
        c.check = tt_io_index_check_open(job->path, reading, &c.status, &c.error);
    }
    if (c.check != NULL) {
        c.status = TT_IO_INDEX_NONE; /* state while the result of the check is not known yet */
    }
    return c;
}

static void finish_index(struct checked *c, const struct reading *r)
{
    if (r->job->settings->strict && r->issues.errors != 0) {
        c->status = TT_IO_INDEX_NONE; /* unknown, because reading ended early */
    } else if (c->check != NULL) {
        c->status = tt_io_index_check_close(c->check, &r->io, &c->error);
        c->check = NULL;
        if (r->io.error.status == TT_ERR_COMPRESSED_DATA && c->status == TT_IO_INDEX_DIFFERS) {
            c->status = TT_IO_INDEX_NONE; /* what cannot be read cannot be compared */
        }
    }
    if (c->status == TT_IO_INDEX_SYSTEM && run_is_gone(r->job, &c->error)) {
        c->status = TT_IO_INDEX_NONE; /* the index was deleted together with the recording, which
                                         could be read */
    }
    reading_report_index(r, c->status, &c->error);
}

static const char *index_word(const struct checked *c)
{
    switch (c->status) {
    case TT_IO_INDEX_GOOD:
        return "good";
    case TT_IO_INDEX_DAMAGED:
        return "damaged";
    case TT_IO_INDEX_OLD:
    case TT_IO_INDEX_OTHER:
    case TT_IO_INDEX_GREW:
    case TT_IO_INDEX_DIFFERS:
        return "stale";
    default:
        return NULL;
    }
}

/* Prints the result. With --strict an unfinished recording is not `good`, but its `state` remains
 * "unfinished". */
static void print_json(const struct reading *r, const struct checked *c,
                       const struct verify_physics *v)
{
    tt_recording_state state = reading_state(r);
    const struct verdict verdict = {
        .format = reading_format_name(r),
        .state = tt_recording_state_name(state),
        .good = issues_state_is_good(&r->issues, state),
        .complete = state == TT_RECORDING_GOOD,
        .bytes = r->io.bytes,
        .last_tick = tt_io_reading_last_tick(&r->io),
        .errors = r->issues.errors,
        .warnings = r->issues.warnings,
        .notes = r->issues.notes,
        .index = index_word(c),
        .issues = {issues_json, &r->issues},
        .physics = {v->is_done ? verify_physics_json : NULL, v},
    };
    rows_json(r->job, columns, tt_io_reading_format(&r->io), &verdict);
}

static const char *missing_end(const struct reading *r)
{
    if (r->io.has_header && tt_recording_look(r->io.rec).is_closed) {
        return "";
    }
    if (!reading_is_demo(r)) {
        return ", no FINISH";
    }
    return r->io.has_header ? ", no length in the header" : "";
}

/* Returns the bytes after FINISH. A damaged byte can look like FINISH, with most of the recording
 * after it. */
static uint64_t bytes_after_end(const struct reading *r)
{
    for (size_t i = 0; i < r->issues.kept_count; i++) {
        const struct tt_issue *issue = &r->issues.kept[i];
        if (issue->status == TT_ERR_TH_AFTER_FINISH && r->io.bytes > issue->offset) {
            return r->io.bytes - issue->offset;
        }
    }
    return 0;
}

/* Returns true for a file that is no recording. A file that is named like a recording counts as
 * damaged instead. */
static bool is_no_recording(const struct reading *r)
{
    tt_io_kind kind = tt_io_reading_kind(&r->io);
    return r->io.error.status == TT_ERR_FORMAT && kind != TT_IO_KIND_EMPTY &&
           tt_io_reading_format(&r->io) == TT_FORMAT_UNKNOWN &&
           !tt_io_kind_is_damage(r->job->path, kind);
}

static void print_text(const struct reading *r, const struct checked *c)
{
    tt_io_output *out = r->job->out;
    char time[TEXT_TIME], counts[128];
    text_safe(out, tt_bytes_of(r->job->path));
    if (is_no_recording(r)) {
        tt_io_output_text(out, ": no recording\n");
        return;
    }
    snprintf(counts, sizeof counts, ": %s, %" PRIu64 " bytes, %s%s",
             tt_recording_state_name(reading_state(r)), r->io.bytes,
             text_time(time, tt_recording_look(r->io.rec).length), missing_end(r));
    tt_io_output_text(out, counts);
    if (r->issues.errors != 0 || r->issues.warnings != 0) {
        snprintf(counts, sizeof counts, ", errors %" PRIu64 ", warnings %" PRIu64, r->issues.errors,
                 r->issues.warnings);
        tt_io_output_text(out, counts);
    }
    const uint64_t after = bytes_after_end(r);
    if (after != 0) {
        snprintf(counts, sizeof counts, ", %" PRIu64 " %s after FINISH %s ignored", after,
                 after == 1 ? "byte" : "bytes", after == 1 ? "is" : "are");
        tt_io_output_text(out, counts);
    }
    if (index_word(c) != NULL) {
        tt_io_output_text(out, ", index ");
        tt_io_output_text(out, index_word(c));
    }
    tt_io_output_byte(out, '\n');
}

static void print(const struct reading *r, const struct checked *c, const struct verify_physics *v)
{
    const struct settings *settings = r->job->settings;
    bool is_good = issues_state_is_good(&r->issues, reading_state(r)) && v->status == EXIT_GOOD;
    if (settings->json) {
        print_json(r, c, v);
    } else if (!settings->quiet || !is_good) {
        print_text(r, c);
        verify_physics_print(v);
    }
}

/* Compares the length in the header with the ticks. A recorder that did not stop properly leaves
 * the length 0, which is noted elsewhere. */
static void check_length(struct reading *r)
{
    const tt_demo_header *header = tt_recording_demo_header(r->io.rec);
    /* A damaged demo has lost ticks, so its length proves nothing. */
    if (header == NULL || header->length <= 0 || r->issues.errors != 0) {
        return;
    }
    int32_t ticks = tt_recording_look(r->io.rec).length;
    if (header->length != ticks / TT_TICKS_PER_SECOND) {
        reading_report(r, TT_LEVEL_WARNING, TT_WARN_DEMO_LENGTH, 0);
    }
}

/* Reads the recording to its end. After a stop nothing is known about the whole recording. Without
 * --physics there are no items. */
static void read_all(struct reading *r, struct checked *c, struct verify_physics *v)
{
    while (reading_next(r)) {
        if (v->is_open) {
            tt_io_physics_take(&v->io, &r->io);
        }
    }
    if (tt_io_stop_wanted(r->job->stop)) {
        return;
    }
    check_length(r);
    finish_index(c, r);
    /* For verify JOB_KEPT means unfinished. The exit status counts damage. */
    r->job->outcome = reading_state(r) == TT_RECORDING_GOOD ? JOB_DONE : JOB_KEPT;
}

/* Checks a file. TT_WANT_NO_SESSIONS is the fastest way to check every record. --physics needs the
 * records. */
static enum exit_status verify_file(struct job *job)
{
    const struct verify_options *own = job->options;
    struct reading r;
    struct verify_physics physics = {.status = EXIT_GOOD};
    tt_io_reading_options how = job->settings->reading;
    struct checked c = open_index(job, &how);
    const bool is_scan = how.scan != NULL; /* a scan of the index gives no records */
    how.checks_sum = true;
    how.wants =
        TT_WANT_MAP_SUMS | (own->physics && !is_scan ? TT_WANT_RECORDS : TT_WANT_NO_SESSIONS);
    if (reading_open(&r, job, &how, READING_USUAL)) {
        if (own->physics && !is_scan) {
            verify_physics_open(&physics, &r, &r.io);
        }
        read_all(&r, &c, &physics);
        if (own->physics && is_scan && !tt_io_stop_wanted(job->stop)) {
            verify_physics_read(&physics, &r);
        } else {
            verify_physics_end(&physics, &r.io);
        }
    }
    /* The system's error was reported, and nothing is known about the recording. */
    if (!r.is_skipped && r.status != EXIT_SYSTEM) {
        job->outcome = is_no_recording(&r) ? JOB_FOREIGN : job->outcome;
        print(&r, &c, &physics);
    }
    (void)tt_io_index_check_close(c.check, NULL, NULL);
    enum exit_status status = reading_close(&r);
    exit_worsen(&status, verify_physics_close(&physics));
    return c.status == TT_IO_INDEX_SYSTEM ? EXIT_SYSTEM : status;
}

static const char *check(const struct shell *sh)
{
    const struct verify_options *own = sh->options;
    return own->map != NULL && !own->physics ? "--map goes with --physics" : NULL;
}

static const struct total_words totals = {"good", "unfinished", "no recording"};

const struct command cmd_verify = {
    .name = "verify",
    .summary = "check for damage, and say where and why",
    .description =
        {("Reads whole recordings and reports whether they are undamaged. Every error and "
          "warning is shown with its offset in the recording, its tick and the reason."),
         ("An error is data that cannot be right. A warning is data that readers accept, but "
          "no game writes. A recording without its end (FINISH, or the length in the header of "
          "a demo) is unfinished, not damaged: its server crashed, or is still writing. With "
          "--strict an unfinished recording counts as damaged."),
         ("A file with the name of a recording (.teehistorian or .demo, also with .xz, .zst, "
          ".gz or .tape after it) is damaged when it is empty, begins with zeros, or ends in its "
          "first "
          "bytes. A file named .teehistorian is damaged with any other content, too. In a folder, "
          "other files that are no recordings are skipped."),
         ("Bytes after FINISH are damage, because a damaged byte can look like FINISH; their "
          "number is shown. A run of zeros in a teehistorian file is damage, too, and ends the "
          "recording: a disk that lost power leaves such zeros."),
         ("After several files, a last line counts the good, unfinished and damaged ones, and "
          "those that are no recording; with --json it is a note on stderr."),
         ("In a demo every chunk is unpacked, every delta is applied, and the embedded map is "
          "compared with the CRC-32 and the SHA-256 in the header."),
         ("An index beside the recording (see teetape-index(1)), or inside a tape, is checked "
          "completely. A wrong index is reported, and does not make the recording damaged.")},
    .options = OPTION_TABLE(options, struct verify_options),
    .examples = {{"Check an archive:", "verify --quiet archive/"},
                 {"List the damaged files of it:",
                  "verify --json archive/ | grep '\"good\":false'"}},
    .json_text = {"One object a recording:"},
    .columns = columns,
    .more_columns = {verify_physics_columns},
    .check = check,
    .how = &(const struct run_how){.process = verify_file, .folds = true, .totals = &totals},
};
