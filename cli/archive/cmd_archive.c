/* SPDX-License-Identifier: MIT
 *
 * teetape archive: the work of a night on the folders of game servers. Each new file is packed and
 * indexed, on all cores. One scan then brings the database up to date: it takes the facts from the
 * indexes, so it does not read the files again.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/compressor.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"
#include "cli/show/scan.h"
#include "cli/text/text.h"
#include "teetape/io/compress.h"
#include "teetape/io/find.h"
#include "teetape/io/index_build.h"
#include "teetape/io/kind.h"
#include "teetape/io/pack.h"

struct archive_options {
    const char *format;
    int64_t level;
    bool unfinished;
    bool dry_run;
    const char *db;
    int64_t keep_days;
    const char *max_size;
    bool yes;
};

static const struct option options[] = {
    ROW_TEXT(0, "format", "FORMAT", struct archive_options, format, "pack as xz (default) or zst"),
    ROW_NUMBER(0, "level", "N", struct archive_options, level, 1, 19,
               "1 is fast, 9 (zst: 19) is small"),
    ROW_FLAG(0, "unfinished", struct archive_options, unfinished,
             "pack also recordings without an end that no program writes"),
    ROW_NUMBER(0, "keep-days", "N", struct archive_options, keep_days, 1, 100000,
               "remove recordings of more than N days without a finish or save"),
    ROW_TEXT(0, "max-size", "SIZE", struct archive_options, max_size,
             "remove the oldest ones until all together have this size: 500G"),
    ROW_FLAG(0, "yes", struct archive_options, yes, "agree to the first removal"),
    ROW_TEXT(0, "db", "FILE", struct archive_options, db, "use this database"),
    ROW_FLAG(0, "dry-run", struct archive_options, dry_run, "only list what would be done"),
    OPTION_ROW_RECURSIVE,
    OPTION_ROW_JOBS,
};

/* Counts over all threads. */
struct night {
    const tt_io_compressor *format;
    atomic_size_t unfinished, in_use;
};

struct result {
    const char *file, *result, *output;
    int64_t bytes_before, bytes_stored;
};

static const struct column columns[] = {
    COLUMN(struct result, file, "as it was named or found"),
    COLUMN(struct result, result,
           "\"packed\", \"indexed\" or \"removed\"; with --dry-run, and without the first --yes, "
           "\"to pack\", \"to index\" or \"to remove\""),
    COLUMN(struct result, output, "the packed file", .is_optional = true),
    COLUMN(struct result, bytes_before, "of the file before it was packed", .is_optional = true),
    COLUMN(struct result, bytes_stored, "of the packed file", .is_optional = true),
    COLUMNS_END,
};

static bool is_quiet(const struct job *job)
{
    return job->settings->quiet && !((const struct archive_options *)job->options)->dry_run;
}

/* Prints what became of a file. --quiet does not hide a removal, because nothing else names it. */
static void print_done(struct job *job, const char *word, const tt_io_pack_report *packed)
{
    const struct result result = {
        .file = job->path,
        .result = word,
        .output = packed != NULL ? packed->output : NULL,
        .bytes_before = packed != NULL ? (int64_t)packed->bytes_before : COLUMN_UNKNOWN,
        .bytes_stored = packed != NULL && packed->output != NULL ? (int64_t)packed->bytes_stored
                                                                 : COLUMN_UNKNOWN,
    };
    char before[TEXT_NUMBER], stored[TEXT_NUMBER], line[100] = "";
    if (job->settings->json) {
        struct json j = json_begin(job->out);
        rows_members(&j, columns, TT_FORMAT_UNKNOWN, &result);
        json_end(&j);
        return;
    }
    if (is_quiet(job) && strcmp(word, "removed") != 0) {
        return;
    }
    if (packed != NULL && packed->output == NULL) {
        snprintf(line, sizeof line, ", %s bytes", text_number(before, packed->bytes_before));
    } else if (packed != NULL) {
        snprintf(line, sizeof line, ", %s -> %s bytes", text_number(before, packed->bytes_before),
                 text_number(stored, packed->bytes_stored));
    }
    text_safe(job->out, tt_bytes_of(job->path));
    tt_io_output_text(job->out, ": ");
    tt_io_output_text(job->out, word);
    tt_io_output_text(job->out, line);
    tt_io_output_byte(job->out, '\n');
}

/* Returns true when a packed file has an index that is not older than it, or than the time at which
 * it came here: an earlier night did its work. Two calls of stat(2), because an archive has
 * thousands of such files. */
static bool is_done(const char *path)
{
    struct stat file, index;
    tt_io_error error;
    const tt_io_compressor *format = tt_io_compressor_of(path);
    char *beside =
        format != NULL && format->block != 0 ? tt_io_index_path(path, NULL, &error) : NULL;
    bool is_there = beside != NULL && stat(path, &file) == 0 && stat(beside, &index) == 0;
    free(beside);
    return is_there && index.st_mtime >= file.st_mtime && index.st_ctime >= file.st_ctime;
}

/* Returns true for the index beside a recording. Only names are looked at, because opening each
 * index of an archive takes long. */
static bool is_index(const struct job *job)
{
    struct stat facts;
    size_t size = strlen(job->path), end = sizeof TT_IO_INDEX_SUFFIX - 1;
    bool is_named =
        job->found_by_walk && size > end && strcmp(job->path + size - end, TT_IO_INDEX_SUFFIX) == 0;
    char *recording = is_named ? strndup(job->path, size - end) : NULL;
    bool is_beside = recording != NULL && stat(recording, &facts) == 0;
    free(recording);
    return is_beside;
}

static void on_progress(void *user, uint64_t read)
{
    run_progress(user, read);
}

static enum exit_status fail(struct job *job, const char *path, const tt_io_error *error)
{
    if (run_is_gone(job, error)) {
        job->outcome = JOB_FOREIGN;
        return EXIT_GOOD;
    }
    if (run_reports_failure(job, error)) {
        message_say(MESSAGE_ERROR, path, "%s", error->text);
    }
    return EXIT_SYSTEM;
}

/* Makes or extends the index of a file. With `only_checks` writes nothing: the outcome is KEPT for
 * an index that is up to date. */
static tt_io_index_outcome build_index(struct job *job, const char *path, bool only_checks,
                                       tt_io_index_report *report)
{
    const tt_io_index_options how = {.recording = path,
                                     .only_checks = only_checks,
                                     .stop = job->stop,
                                     .on_progress = on_progress,
                                     .user = job};
    return tt_io_index_build(&how, report);
}

/* Makes the index of a file, which a dry run only lists. Damage is no failure: the scan reports it,
 * once. */
static enum exit_status make_index(struct job *job, const char *path, tt_io_index_report *report)
{
    const struct archive_options *own = job->options;
    switch (build_index(job, path, own->dry_run, report)) {
    case TT_IO_INDEX_UNREADABLE:
    case TT_IO_INDEX_UNWRITABLE:
        return fail(job, report->error.path, &report->error);
    case TT_IO_INDEX_NO_RECORDING:
        job->outcome = tt_io_kind_is_named(job->path) ? JOB_KEPT : JOB_FOREIGN;
        return EXIT_GOOD;
    default:
        return EXIT_GOOD;
    }
}

/* Indexes a recording that remains as it is. */
static enum exit_status only_index(struct job *job)
{
    const struct archive_options *own = job->options;
    tt_io_index_report report;
    enum exit_status status = make_index(job, job->path, &report);
    if (status == EXIT_GOOD && report.outcome <= TT_IO_INDEX_KEPT) {
        bool is_new = report.outcome != TT_IO_INDEX_KEPT;
        job->outcome = is_new && own->dry_run ? JOB_DONE : JOB_KEPT;
        if (is_new) {
            print_done(job, own->dry_run ? "to index" : "indexed", NULL);
        }
    }
    return status;
}

static enum exit_status tell_packed(struct job *job, const tt_io_pack_report *report)
{
    const struct archive_options *own = job->options;
    tt_io_index_report index;
    job->outcome = JOB_DONE;
    if (own->dry_run) {
        print_done(job, "to pack", NULL);
        return EXIT_GOOD;
    }
    job->bytes_before = report->bytes_before;
    job->bytes_after = report->bytes_stored;
    print_done(job, "packed", report);
    return make_index(job, report->output, &index);
}

static enum exit_status refuse(struct job *job, const tt_io_pack_report *report)
{
    const char *path = report->about_output ? report->output : job->path;
    if (report->refused == TT_IO_PACK_REFUSED_EXISTS) {
        message_say(MESSAGE_ERROR, path,
                    "%s; move it or %s away: teetape verify says which is good", report->error.text,
                    job->path);
        return EXIT_SYSTEM;
    }
    message_say(MESSAGE_ERROR, path, "%s", report->error.text);
    return EXIT_USAGE;
}

/* Packs a recording and indexes the result. One that cannot be packed is only indexed, except when
 * the packing failed: the disk may be full. */
static enum exit_status pack(struct job *job)
{
    struct night *night = job->user;
    const struct archive_options *own = job->options;
    const tt_io_pack_options how = {.format = night->format,
                                    .any_packed = own->format == NULL,
                                    .level = (int)own->level,
                                    .threads = 1,
                                    .replace = true,
                                    .unfinished = own->unfinished,
                                    .only_checks = own->dry_run,
                                    .stop = job->stop,
                                    .progress = on_progress,
                                    .user = job};
    tt_io_pack_report report;
    tt_io_pack_result result = tt_io_pack(job->path, &how, &report);
    bool is_damaged = report.is_damaged ||
                      (report.error.status == TT_ERR_COMPRESSED_DATA && !report.about_output);
    enum exit_status status = EXIT_GOOD;
    if (result == TT_IO_PACK_DONE) {
        status = tell_packed(job, &report);
    } else if (result == TT_IO_PACK_FOREIGN) {
        job->outcome = tt_io_kind_is_damage(job->path, report.kind) ? JOB_KEPT : JOB_FOREIGN;
    } else if (result == TT_IO_PACK_LEFT && report.left == TT_IO_PACK_LEFT_TO_OTHERS &&
               job->found_by_walk && !tt_io_kind_is_named(job->path)) {
        job->outcome = JOB_FOREIGN; /* a lock file of another program, perhaps */
    } else if (result == TT_IO_PACK_LEFT) {
        atomic_fetch_add(
            report.left == TT_IO_PACK_LEFT_UNFINISHED ? &night->unfinished : &night->in_use, 1);
        job->outcome = JOB_KEPT;
        status = report.left != TT_IO_PACK_LEFT_TO_OTHERS ? only_index(job) : EXIT_GOOD;
    } else if (result == TT_IO_PACK_REFUSED) {
        status = refuse(job, &report);
    } else if (result == TT_IO_PACK_ALREADY || (result == TT_IO_PACK_FAILED && is_damaged)) {
        status = only_index(job);
    } else if (result != TT_IO_PACK_STOPPED && !tt_io_stop_wanted(job->stop)) {
        status = fail(job, report.about_output ? report.output : job->path, &report.error);
    }
    free(report.output);
    return status;
}

/* Returns true for a recording that an earlier night left as it is: its index is up to date, and
 * knows damage, or that there is no end. */
static bool is_left(struct job *job)
{
    const struct archive_options *own = job->options;
    struct night *night = job->user;
    tt_io_index_report report;
    if (build_index(job, job->path, true, &report) != TT_IO_INDEX_KEPT) {
        return false;
    }
    bool is_unfinished = report.foot.errors == 0 && report.foot.ending != TT_INDEX_FINISHED;
    atomic_fetch_add(&night->unfinished, is_unfinished && !own->unfinished);
    return report.foot.errors != 0 || (is_unfinished && !own->unfinished);
}

/* Does the work of a night on a file. Packing comes before the index, which would be useless after
 * it, and takes room on a disk that may be full. */
static enum exit_status keep(struct job *job)
{
    const struct archive_options *own = job->options;
    if (is_done(job->path)) {
        job->outcome = JOB_KEPT;
        return EXIT_GOOD;
    }
    if (is_index(job)) {
        job->outcome = JOB_FOREIGN;
        return EXIT_GOOD;
    }
    if (!own->dry_run && job->found_by_walk && tt_io_index_remove_orphan(job->path)) {
        message_say(MESSAGE_NOTE, job->path, "removed: its recording is gone");
        job->outcome = JOB_FOREIGN;
        return EXIT_GOOD;
    }
    if (run_is_link(job)) { /* without an index, too: packing replaces its target */
        message_say(MESSAGE_NOTE, job->path, "is a link: left unchanged");
        job->outcome = JOB_KEPT;
        return EXIT_GOOD;
    }
    if (is_left(job)) {
        job->outcome = JOB_KEPT;
        return EXIT_GOOD;
    }
    return pack(job);
}

/* Reads a size: 500000, 500K, 20M, 500G, 2T; K is 1024 bytes. Returns 0 for any other text. */
static uint64_t size_of(const char *text)
{
    static const char units[] = "KMGT";
    uint64_t size = 0;
    size_t digits = strspn(text, "0123456789");
    const char *unit = text[digits] != '\0' ? strchr(units, text[digits]) : NULL;
    bool is_good = digits > 0 && digits < 15 &&
                   (text[digits] == '\0' || (unit != NULL && text[digits + 1] == '\0'));
    for (size_t i = 0; is_good && i < digits; i++) {
        size = size * 10 + (uint64_t)(text[i] - '0');
    }
    unsigned shift = unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;
    return size > UINT64_MAX >> shift ? 0 : size << shift;
}

/* A scan reports damage as a warning. In a night's run it is new, and what the mail is about. */
static void say(void *user, tt_level level, const tt_io_error *what)
{
    (void)user;
    scan_tell(level == TT_LEVEL_WARNING ? TT_LEVEL_ERROR : level, what);
}

static void on_removed(void *user, const char *path, uint64_t size, bool is_removed)
{
    struct job *job = user;
    const tt_io_pack_report file = {.bytes_before = size};
    job->path = path;
    print_done(job, is_removed ? "removed" : "to remove", &file);
}

/* Says what was removed. The first removal of a database needs --yes. A limit that cannot be
 * reached is no failure of the night, so the exit status remains. */
static enum exit_status tell_removed(const struct archive_options *own,
                                     const tt_io_archive_expired *expired)
{
    char files[TEXT_NUMBER], bytes[TEXT_NUMBER], left[TEXT_NUMBER];
    bool is_refused = expired->is_first && !own->yes && !own->dry_run && expired->files > 0;
    bool is_over = own->max_size != NULL && expired->bytes_left > size_of(own->max_size);
    if (expired->files > 0) {
        message_say(is_refused ? MESSAGE_ERROR : MESSAGE_NOTE, NULL, "%s %s, %s bytes, %s%s",
                    text_number(files, expired->files),
                    expired->files == 1 ? "recording" : "recordings",
                    text_number(bytes, expired->bytes),
                    is_refused || own->dry_run ? "would be removed" : "removed",
                    is_refused ? "; the first time this needs --yes" : "");
    }
    if (is_over && expired->failed == 0) {
        message_say(
            MESSAGE_ERROR, NULL,
            "the other recordings have %s bytes, more than --max-size: they have a finish "
            "or a save, are damaged or in use, have no end, or are of servers before DDNet 18.3",
            text_number(left, expired->bytes_left));
    }
    return is_refused ? EXIT_USAGE : EXIT_GOOD;
}

/* Leaves out what is not there: the files' run has reported it. */
static void keep_existing(struct shell *sh)
{
    struct stat facts;
    size_t count = 0;
    for (size_t i = 0; i < sh->count; i++) {
        if (stat(sh->files[i], &facts) == 0) {
            sh->files[count++] = sh->files[i];
        }
    }
    sh->count = count;
}

/* Brings the database up to date, and then removes old recordings. A dry run scans nothing, so it
 * lists what the last run knew. */
static enum exit_status scan(struct run *run)
{
    const struct archive_options *own = run->sh->options;
    struct job job = run_whole(run);
    const tt_io_archive_expiry expiry = {
        .keep_days = own->keep_days,
        .max_bytes = own->max_size != NULL ? size_of(own->max_size) : 0,
        .lists_only = own->dry_run,
        .is_agreed = own->yes,
        .on_file = on_removed,
        .user = &job,
    };
    bool expires = own->keep_days > 0 || own->max_size != NULL;
    const tt_io_find_options o = {.paths = (const char *const *)run->sh->files,
                                  .count = run->sh->count,
                                  .db = own->db,
                                  .no_scan = own->dry_run,
                                  .only_new_damage = true,
                                  .expiry = expires ? &expiry : NULL,
                                  .jobs = run->sh->settings->jobs,
                                  .stop = run->sh->stop,
                                  .on_say = say};
    tt_io_find_result result;
    tt_io_error error;
    job.out = run->out;
    job.is_one_of_many = false; /* the line of the scan is about all files */
    tt_io_find(&o, &result, &error);
    enum exit_status status = (enum exit_status)result.rank;
    if (error.status == TT_OK && !tt_io_stop_wanted(run->sh->stop)) {
        if (result.has_scanned) {
            scan_print(&job, &result.counts);
        }
        exit_worsen(&status, expires ? tell_removed(own, &result.expired) : EXIT_GOOD);
    }
    return status;
}

static void tell_count(const atomic_size_t *counter, const char *what)
{
    size_t count = atomic_load(counter);
    if (count != 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu %s %s", count, count == 1 ? "recording" : "recordings",
                    what);
    }
}

static const char *check(const struct shell *sh)
{
    const struct archive_options *own = sh->options;
    if (sh->count == 0) {
        return "which folder?";
    }
    if (compressor_of(own->format) == NULL) {
        return "--format is xz or zst";
    }
    const char *problem = compressor_check(compressor_of(own->format), own->level);
    problem = problem == NULL ? compressor_check_replace(compressor_of(own->format)) : problem;
    if (problem != NULL) {
        return problem;
    }
    if (own->max_size != NULL && size_of(own->max_size) == 0) {
        return "--max-size takes a size such as 800M, 500G or 2T";
    }
    if (own->yes && own->keep_days == 0 && own->max_size == NULL) {
        return "--yes goes with --keep-days or --max-size";
    }
    for (size_t i = 0; i < sh->count; i++) {
        if (strcmp(sh->files[i], "-") == 0) {
            return "an archive is folders and files, not stdin";
        }
    }
    return NULL;
}

static enum exit_status run(struct shell *sh)
{
    static const struct total_words totals = {"packed", "left unchanged", NULL};
    static const struct total_words listed = {"to do", "done before", NULL};
    const struct archive_options *own = sh->options;
    struct night night = {.format = compressor_of(own->format)};
    const struct run_how how = {
        .process = keep, .user = &night, .totals = own->dry_run ? &listed : &totals};
    struct run run;
    enum exit_status status = EXIT_GOOD;
    if (run_begin(&run, sh, &how, check(sh))) {
        run_files(&run, settings_threads(sh->settings));
        tell_count(&night.unfinished, "without an end left unchanged");
        tell_count(&night.in_use, "left unchanged, which another program may be writing");
        bool scans = !own->dry_run || own->keep_days > 0 || own->max_size != NULL;
        keep_existing(sh);
        if (scans && sh->count > 0 && !tt_io_stop_wanted(sh->stop)) {
            status = scan(&run);
        }
    }
    exit_worsen(&status, run_end(&run));
    return status;
}

const struct command cmd_archive = {
    .name = "archive",
    .summary = "pack, index and scan what is new in the folders of game servers",
    .description =
        {("Packs and indexes new recordings of game servers, brings the database of "
          "teetape-find(1) up to date, and reports damage that was not known before. It is meant "
          "to run every night, and may be interrupted, repeated, and run beside servers and other "
          "runs."),
         ("A recording is replaced by its packed form as teetape-pack(1) --replace does it: when "
          "it is whole, closed, in use by no program, and the packed file was read back and is "
          "equal. A damaged or unfinished recording is left as it is, and only indexed; "
          "--unfinished also packs recordings of servers that crashed. A packed file with an index "
          "that is not older counts as done."),
         ("--keep-days and --max-size remove old recordings from the disk, the oldest first. Only "
          "whole, closed recordings that have no finish, no save and no load of a save are "
          "removed. The age is that of the game or of the file, whichever is less. Servers before "
          "DDNet 18.3 recorded no finishes, so their recordings remain. Searches still find what "
          "was in a removed recording. The first removal needs --yes; --dry-run lists what would "
          "be removed. --quiet hides neither what was removed nor that --max-size cannot be "
          "reached."),
         ("Run it as the user of the game server, because only the owner of a process can ask the "
          "system whether it has a file open.")},
    .options = OPTION_TABLE(options, struct archive_options),
    .examples = {{"Every night, with mail only for what is new:", "archive --quiet archive/"},
                 {"What would be done?", "archive --dry-run archive/"}},
    .json_text = {"One object a file on which work was done, and at the end one about the scan, "
                  "with the keys from files on."},
    .columns = columns,
    .more_columns = {scan_columns},
    .usage = "[OPTION...] DIR...",
    .exit_status =
        {("0|Good. Damage that was known before is not reported again. A --max-size that cannot be "
          "reached is reported, and is no failure."),
         "1|The run found damage that was not known before.", "2|Wrong usage.",
         "3|The system failed: a folder or file cannot be read or written, or the disk is full."},
    .run = run,
};
