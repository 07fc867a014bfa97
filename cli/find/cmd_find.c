/* SPDX-License-Identifier: MIT
 *
 * teetape find: searches folders for recordings and facts. The library searches; find_print.c,
 * find_what.c and find_command.c print each answer.
 */
#include "cli/find/find.h"

#include <string.h>
#include <unistd.h>

#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/results.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/show/scan.h"

static const char *kind_name(size_t index)
{
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        if (tt_io_archive_keeps((tt_fact_kind)kind) && index-- == 0) {
            return tt_fact_type((tt_fact_kind)kind)->name;
        }
    }
    return NULL;
}

static const struct option options[] = {
    ROW_TEXT('p', "player", "PLAYER", struct find_options, find.player,
             "only this player: a name, a pattern or a client id"),
    ROW_TEXT(0, "same-client", "WHO", struct find_options, find.same_client,
             "also the same clients under other names; or digits"),
    ROW_TEXT(0, "map", "NAME", struct find_options, find.map, "a map name or a pattern"),
    ROW_TEXT(0, "server", "NAME", struct find_options, find.server,
             "a part of a server name, or a pattern"),
    ROW_FLAG('i', "ignore-case", struct find_options, find.ignore_case,
             "ignore upper and lower case"),
    ROW_TEXT(0, "from", "DATE", struct find_options, find.from,
             "not before this date (and time) in the recording's zone"),
    ROW_TEXT(0, "to", "DATE", struct find_options, find.to, "before this date"),
    ROW_TEXT(0, "at", "DATE", struct find_options, find.at,
             "on this day, in this minute or second: yesterday 20:14"),
    ROW_TEXT(0, "min-duration", "T", struct find_options, find.min_duration,
             "recordings of at least this length"),
    ROW_TEXT(0, "max-duration", "T", struct find_options, find.max_duration,
             "recordings of at most this length"),
    ROW_FLAG(0, "finish", struct find_options, find.finish, "finishes of players"),
    ROW_TEXT(0, "faster", "T", struct find_options, find.faster,
             "finishes in less than this time: 60.5, or 1:00.5"),
    ROW_TEXT(0, "slower", "T", struct find_options, find.slower, "finishes in more than this time"),
    ROW_FLAG(0, "physics", struct find_options, find.physics,
             "check each finish by computing the game up to it"),
    ROW_TEXT(0, "save", "ID", struct find_options, find.save,
             "saves with this id, or of this player, and their loads"),
    ROW_FLAG(0, "load", struct find_options, find.load, "list where saves were loaded"),
    ROW_TEXT(0, "rcon", "ACCOUNT", struct find_options, find.rcon,
             "rcon logins with this account, or a pattern"),
    ROW_LONG_LIST('k', "kind", "KIND,...", struct find_options, find.kind, kind_name,
                  "facts of these kinds; the manual lists them"),
    ROW_TEXT(0, "chat", "TEXT", struct find_options, find.chat,
             "chat lines with this text in them"),
    ROW_TEXT(0, "console", "TEXT", struct find_options, find.console,
             "console commands (kick, ban) and votes with this text"),
    ROW_TEXT(0, "killer", "PLAYER", struct find_options, find.killer,
             "kills of others by this player, in demos"),
    ROW_TEXT(0, "format", "FORMAT", struct find_options, find.format,
             "only recordings of this format: teehistorian or demo"),
    ROW_FLAG(0, "damaged", struct find_options, find.damaged,
             "only damaged recordings, with their first error"),
    ROW_NUMBER('n', "limit", "N", struct find_options, find.limit, 1, INT32_MAX,
               "print at most N answers"),
    ROW_OPTIONAL(0, "commands", "VERB", struct find_options, commands,
                 "print commands for a shell: cut, demo, page or run"),
    ROW_FLAG('l', "files", struct find_options, files, "print the path of each file once"),
    ROW_FLAG('0', "print0", struct find_options, print0, "the same for xargs -0"),
    ROW_FLAG(0, "count", struct find_options, count, "print the number of answers"),
    OPTION_ROWS_ZONE,
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
    ROW_TEXT(0, "db", "FILE", struct find_options, find.db, "use this database"),
    ROW_FLAG(0, "no-scan", struct find_options, find.no_scan, "do not update the database"),
    ROW_FLAG(0, "rescan", struct find_options, find.rescan,
             "read files again whose size and time did not change"),
    ROW_FLAG(0, "forget", struct find_options, find.forget,
             "forget missing files, even on unmounted disks"),
    ROW_TEXT(0, "import", "FILE", struct find_options, find.import,
             "add a CSV list of games without recordings"),
    OPTION_ROW_JOBS,
};

struct find {
    struct job *job;
    struct find_printer printer;
};

/* Starts the progress of a scan. Several threads of the scan may call this and the next two
 * functions at the same time. */
static void on_start(void *user, uint64_t bytes, size_t files)
{
    struct job *job = user;
    results_progress_start(job->results, !job->settings->quiet, bytes, files);
}

static void on_bytes(void *user, uint64_t bytes)
{
    struct job *job = user;
    progress_add(&job->results->progress, bytes);
}

static void on_file(void *user)
{
    struct job *job = user;
    progress_add_file(&job->results->progress);
}

static void say(void *user, tt_level level, const tt_io_error *what)
{
    const struct find_options *own = ((struct find *)user)->job->options;
    scan_tell(level, what);
    bool is_word = what->path[0] != 0 && strpbrk(what->path, "/.") == NULL;
    if (level == TT_LEVEL_ERROR && is_word && access(what->path, F_OK) != 0 &&
        own->find.player == NULL) {
        message_say(MESSAGE_NOTE, NULL, "did you mean --player %s?", what->path);
    }
}

static bool on_answer(void *user, const tt_io_find_answer *answer)
{
    struct find *f = user;
    find_print(&f->printer, answer);
    return tt_io_output_error(f->job->out) == 0;
}

/* Makes the options of the search. The player's team is needed only for command lines with
 * --player. */
static tt_io_find_options library_options(const struct settings *settings,
                                          const struct find_options *own)
{
    tt_io_find_options o = own->find;
    o.jobs = settings->jobs;
    o.zone = settings->reading.zone;
    o.show_secrets = settings->show_secrets;
    o.lists_all = own->commands != NULL || own->files || own->print0 || own->count;
    o.with_teams =
        o.player != NULL && own->commands != NULL && find_verb(own->commands) == FIND_CUT;
    return o;
}

static enum exit_status find_all(struct job *job)
{
    struct find f = {.job = job, .printer = {.job = job}};
    const struct find_options *own = job->options;
    tt_io_find_options o = library_options(job->settings, own);
    tt_io_find_result result;
    tt_io_error error;
    o.paths = job->paths;
    o.count = job->count;
    o.stop = job->stop;
    o.progress = (tt_io_archive_progress){on_start, on_bytes, on_file, job};
    o.on_say = say;
    o.on_answer = on_answer;
    o.user = &f;
    rows_open(&f.printer.rows, job, find_columns, TT_FORMAT_UNKNOWN);
    tt_io_find(&o, &result, &error);
    if (f.printer.run.has_begun) {
        tt_io_output_byte(job->out, '\n');
    }
    find_print_end(&f.printer);
    if (result.has_searched && own->count) {
        find_print_total(job, result.all);
    }
    if (result.has_searched) {
        find_print_notes(&f.printer, &result);
    } else if (result.has_scanned && error.status == TT_OK && !tt_io_stop_wanted(job->stop)) {
        scan_print(job, &result.counts);
    }
    if (!rows_close(&f.printer.rows) || f.printer.no_memory) {
        message_say(MESSAGE_ERROR, NULL, "there is not enough memory for the answers");
        return EXIT_SYSTEM;
    }
    return (enum exit_status)result.rank;
}

/* Checks the options. An update scans folders, so it needs one. Without a folder the whole archive
 * is searched. */
static const char *check(const struct shell *sh)
{
    static char text[TARGET_NAMED];
    const struct find_options *own = sh->options;
    const tt_io_find_options o = library_options(sh->settings, own);
    if (sh->count == 0 && !own->find.no_scan && own->find.import == NULL) {
        return "which folder?";
    }
    int forms =
        sh->settings->json + (own->commands != NULL) + own->files + own->print0 + own->count;
    if (forms > 1) {
        return "--json, --commands, --files, --print0 and --count print answers in different "
               "forms; "
               "give one of them";
    }
    if (find_verb(own->commands) == FIND_NO_VERB) {
        return "--commands makes lines of cut, demo or page: --commands=cut, --commands=demo, "
               "--commands=page, --commands=run";
    }
    if (find_verb(own->commands) == FIND_RUN && own->find.save == NULL) {
        return "--commands=run goes with --save";
    }
    tt_io_error error;
    return tt_io_find(&o, NULL, &error) ? NULL : target_named(text, error.text);
}

static enum exit_status run(struct shell *sh)
{
    return run_all(sh, &(struct run_how){.process = find_all}, check(sh));
}

const struct command cmd_find = {
    .name = "find",
    .summary = "find players, finishes, chat and saves in folders of recordings",
    .description =
        {"Finds players, finishes, chat and saves in folders. Updates a database first."},
    .options = OPTION_TABLE(options, struct find_options),
    .examples = {{"Who finished a map in less than a minute?",
                  "find --map Tutorial --faster 60 archive/"},
                 {"Where was a player in November?",
                  "find --player nameless --from 2026-11-01 --to 2026-12-01 archive/"},
                 {"Cut out every run of a player:",
                  "find --player nameless --finish --commands archive/ | sh"},
                 {"A demo of every run of a player:",
                  "find --player nameless --finish --commands=demo archive/ | sh"},
                 {"A page of every kill by a player:",
                  "find --killer nameless --commands=page demos/ | sh"},
                 {"Who was kicked, and by whom?", "find --console kick archive/"},
                 {"Which other names has the client of a player?",
                  "find --same-client nameless archive/"},
                 {"Update the database every night:", "find -q archive/"}},
    .json_text =
        {("One object an answer, in order of time. Keys without a value are left out, except "
          "file, time, player, map, server and game_uuid, which are null then."),
         ("Without any search option there is one object about the scan, with the keys from "
          "files on.")},
    .columns = find_columns,
    .more_columns = {scan_columns},
    .usage = "[OPTION...] DIR...",
    .exit_status =
        {"0|Good, also when nothing was found.",
         ("1|An answer is of a damaged recording, or the scan found damage that was not known "
          "before. Recordings are searched as far as they can be read."),
         "2|Wrong usage.",
         ("3|The system failed: a folder or file cannot be read, or the database is damaged or "
          "full.")},
    .run = run,
};
