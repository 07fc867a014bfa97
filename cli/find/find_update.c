/* SPDX-License-Identifier: MIT
 *
 * Before teetape find searches: takes lists of games and new recordings into the database.
 *
 * A scan reads new and changed recordings in several threads; what the database knows and has not
 * changed is not read again.
 */
#include <stdio.h>

#include "cli/find/find.h"
#include "cli/shell/message.h"
#include "cli/shell/results.h"
#include "cli/text/text.h"
#include "teetape/io/archive.h"

struct update {
    struct job *job;
    const struct settings *settings;
    const struct find_options *options;
    tt_io_archive *archive;
    const char *db;
    char *totals;
    enum exit_status status;
};

const char *find_hint(tt_status status)
{
    switch (status) {
    case TT_ERR_ARCHIVE_READ_ONLY:
        return "; --no-scan searches it without an update";
    case TT_ERR_ARCHIVE_EMPTY:
        return "; find without --no-scan fills it";
    case TT_ERR_ARCHIVE_OLD:
        return "; find without --no-scan updates it";
    case TT_ERR_ARCHIVE_NEW:
        return ". Name another file with --db";
    default:
        return "";
    }
}

static void fail(struct update *u, const char *path, const tt_io_error *error)
{
    message_say(MESSAGE_ERROR, path, "%s%s", error->text, find_hint(error->status));
    exit_worsen(&u->status, EXIT_SYSTEM);
}

/* Two of these come from threads of the scan, which the results allow. */
static void on_start(void *user, uint64_t bytes, size_t files)
{
    struct update *u = user;
    results_progress_start(u->job->results, !u->settings->quiet, bytes, files);
}

static void on_bytes(void *user, uint64_t bytes)
{
    struct update *u = user;
    progress_add(&u->job->results->progress, bytes);
}

static void on_file(void *user)
{
    struct update *u = user;
    progress_add_file(&u->job->results->progress);
}

int find_known(char text[FIND_TOTALS], uint64_t files)
{
    char number[TEXT_NUMBER];
    return snprintf(text, FIND_TOTALS, "%s %s known", text_number(number, files),
                    files == 1 ? "recording" : "recordings");
}

static void say_counts(char text[FIND_TOTALS], const tt_io_archive_counts *c)
{
    char number[TEXT_NUMBER];
    const struct {
        uint64_t count;
        const char *what;
    } rest[] = {
        {c->moved, "moved"},
        {c->gone, "gone"},
        {c->kept, "not there, but kept"},
        {c->damaged, "damaged"},
        {c->unfinished, "unfinished"},
        {c->failed, "not readable"},
    };
    int size = find_known(text, c->files);
    size += snprintf(text + size, (size_t)(FIND_TOTALS - size), ": %s read",
                     text_number(number, c->read));
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++) {
        if (rest[i].count > 0) {
            size += snprintf(text + size, (size_t)(FIND_TOTALS - size), ", %s %s",
                             text_number(number, rest[i].count), rest[i].what);
        }
    }
}

const struct column find_scan_columns[] = {
    COLUMN(tt_io_archive_counts, files, "recordings in the folders"),
    COLUMN(tt_io_archive_counts, read, "of these: read in this scan"),
    COLUMN(tt_io_archive_counts, moved, "of these: found at another path than before"),
    COLUMN(tt_io_archive_counts, gone, "removed from the database"),
    COLUMN(tt_io_archive_counts, kept,
           "missing, but kept, because their folder or disk is not available"),
    COLUMN(tt_io_archive_counts, damaged, "of the recordings: damaged"),
    COLUMN(tt_io_archive_counts, damaged_now, "of those that were read: damaged"),
    COLUMN(tt_io_archive_counts, unfinished, "of those that were read: unfinished"),
    COLUMN(tt_io_archive_counts, failed, "files and folders that could not be read"),
    COLUMN(tt_io_archive_counts, bytes, "read, after decompression"),
    COLUMNS_END,
};

/* Only damage that was read now makes the exit status 1: else one damaged file would make every
 * later run fail. An interrupted scan says nothing. */
static void tell_counts(struct update *u, const tt_io_archive_counts *counts)
{
    if (counts->damaged_now > 0) {
        exit_worsen(&u->status, EXIT_DAMAGED);
    }
    if (counts->failed > 0) {
        exit_worsen(&u->status, EXIT_SYSTEM);
    }
    if (tt_io_stop_wanted(u->job->stop)) {
        return;
    }
    say_counts(u->totals, counts);
    if (find_asks(u->options)) {
        return;
    }
    tt_io_output *out = &u->job->results->out;
    if (u->settings->json) {
        rows_json(u->job, find_scan_columns, TT_FORMAT_UNKNOWN, counts);
    } else if (!u->settings->quiet) {
        tt_io_output_text(out, u->totals);
        tt_io_output_byte(out, '\n');
    }
}

static bool scan(struct update *u)
{
    tt_io_archive_counts counts;
    tt_io_error error;
    const tt_io_archive_scan_options what = {
        .paths = u->job->paths,
        .count = u->job->count,
        .threads = (unsigned)u->settings->jobs,
        .forget = u->options->forget,
        .lists_damaged = u->options->damaged,
        .stop = u->job->stop,
        .progress = {on_start, on_bytes, on_file, u},
    };
    bool good = tt_io_archive_scan(u->archive, &what, &counts, &error);
    if (good) {
        tell_counts(u, &counts);
    } else if (error.status != TT_ERR_STOPPED) {
        fail(u, u->db, &error);
    }
    return good;
}

static bool import(struct update *u)
{
    tt_io_error error;
    size_t lines, bad;
    if (!tt_io_archive_import(u->archive, u->options->import, u->job->stop, &lines, &bad, &error)) {
        fail(u, u->options->import, &error);
        return false;
    }
    message_say(MESSAGE_NOTE, u->options->import, "%zu games taken, %zu lines left out", lines,
                bad);
    if (bad > 0) {
        exit_worsen(&u->status, EXIT_DAMAGED);
    }
    return true;
}

bool find_update(struct job *job, tt_io_archive *archive, const char *db, char totals[FIND_TOTALS],
                 enum exit_status *status)
{
    const struct find_options *options = job->options;
    struct update u = {job, job->settings, options, archive, db, totals, *status};
    totals[0] = '\0';
    bool good = (options->import == NULL || import(&u)) &&
                (options->no_scan || job->count == 0 || scan(&u));
    *status = u.status;
    return good;
}
