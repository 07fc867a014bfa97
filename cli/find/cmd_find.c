/* SPDX-License-Identifier: MIT
 *
 * teetape find: which recordings have it, and where.
 *
 * The order of a run: open the database, bring it up to date (find_update.c), make a query of the
 * options (find_query.c), and print each answer (find_print.c, find_what.c, find_command.c). No
 * recording is read for a search itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/find/find.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/results.h"
#include "teetape/io/path.h"

static const char *const description[] = {
    ("Searches folders of recordings in a database, which is updated first by what is new or has "
     "changed. An answer matches all given search options."),
    NULL,
};

static const char *const details[] = {
    ("The first search takes as long as reading everything, the next ones take "
     "milliseconds. Several files are read at the same time. An interrupted or killed "
     "scan resumes where it ended."),
    ("Without an option that asks for facts (--finish, --faster, --slower, --save, "
     "--load, --rcon, --chat, --killer, --kind), it finds recordings, or with --player the "
     "sessions of that "
     "player: those with the name at any time, and their names are shown, up to eight. Without any "
     "search "
     "option it updates the database and reports the scan."),
    ("Patterns for names of players, maps, servers and accounts match upper and lower "
     "case exactly, unless --ignore-case is given. '*' matches any characters and '?' "
     "matches one; '\\*' and '\\?' match these characters themselves. A player who is connected "
     "during a map change has no name in the next recording; the name comes from the recording "
     "before, if the folders have it. Digits are a name; only where nobody in the folders has it, "
     "they are a client id, which is noted."),
    ("Recordings are teehistorian files and demos. A teehistorian file has logins, teams, saves "
     "and "
     "loads, and of chat what its server recorded; a demo has chat and kills as its recorder "
     "saw them, and finishes that the server announced. Demos of several clients of one game are "
     "separate recordings. Whispers are not stored, nor chat lines with a password or a code in "
     "them. --player with a kill finds whom the player killed, too; with --killer it is who was "
     "killed. Times of a demo are those of the recorder's clock, without a zone: --from and --to "
     "with a zone find no demo, and a note counts those that were left out. A recording with an "
     "index that is younger than it is not "
     "read: its facts come from the index (teetape-index(1))."),
    ("Recordings that no longer exist are removed from the database, but not if their "
     "folder cannot be read or their disk is not mounted. Moved files are not read again. "
     "--no-scan searches what the database has, and warns of folders of which it has nothing."),
    ("Damaged recordings are searched as far as they can be read. Every run names the "
     "first of them in warnings, which --quiet leaves out; it ends with status 1 when it read one "
     "of "
     "them for the first time, or when an answer is of one. "
     "The same holds for a file whose name says "
     "that it is a recording (.teehistorian or .demo, also with .xz, .zst or .gz after "
     "it) and which is empty, begins with zeros, or ends in its first bytes, and for one named "
     ".teehistorian that is anything else."),
    ("The database is an SQLite file: the one of --db, or "
     "$XDG_CACHE_HOME/teetape/archive.db. docs/archive.md describes its tables, for other "
     "programs. Only its owner may read it, because it has accounts and saves."),
    ("Where a terminal is too narrow for all columns, a path is on a line of its own, once for "
     "answers of the same file that follow each other, and the rest is below it."),
    ("--commands prints cuts with everybody in them. After a search for a --player they have that "
     "player alone, or the players of the team that the answer is about; a fact about two players "
     "is cut with everybody. Of a recording or a session they have what lies between --from and "
     "--to. A demo has the player of the answer in focus, and everybody in it. Answers without a "
     "command "
     "are counted in a note: no demo is made of a demo."),
    ("--import reads a list of games with the columns game_uuid, timestamp, map_name, "
     "map_crc and map_size. Their maps and times are found although their recordings are "
     "missing."),
    NULL,
};

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
    ROW_TEXT('p', "player", "PLAYER", struct find_options, player,
             "a name, a pattern of one, or a client id"),
    ROW_TEXT(0, "map", "NAME", struct find_options, map, "a map name or a pattern"),
    ROW_TEXT(0, "server", "NAME", struct find_options, server, "a server name or a pattern"),
    ROW_FLAG('i', "ignore-case", struct find_options, ignore_case, "ignore upper and lower case"),
    ROW_TEXT(0, "from", "DATE", struct find_options, from,
             "not before this date (and time) in the recording's zone"),
    ROW_TEXT(0, "to", "DATE", struct find_options, to, "before this date"),
    ROW_TEXT(0, "min-duration", "T", struct find_options, min_duration,
             "recordings of at least this length"),
    ROW_TEXT(0, "max-duration", "T", struct find_options, max_duration,
             "recordings of at most this length"),
    ROW_FLAG(0, "finish", struct find_options, finishes, "finishes of players"),
    ROW_TEXT(0, "faster", "T", struct find_options, faster,
             "finishes in less than this time: 60.5, or 1:00.5"),
    ROW_TEXT(0, "slower", "T", struct find_options, slower, "finishes in more than this time"),
    ROW_TEXT(0, "save", "ID", struct find_options, save, "where this save was made and loaded"),
    ROW_FLAG(0, "load", struct find_options, loads, "where saves were loaded"),
    ROW_TEXT(0, "rcon", "ACCOUNT", struct find_options, rcon,
             "rcon logins with this account, or a pattern"),
    ROW_LIST('k', "kind", "KIND,...", struct find_options, kinds, kind_name,
             "facts of these kinds"),
    ROW_TEXT(0, "chat", "TEXT", struct find_options, chat, "chat lines with this text in them"),
    ROW_TEXT(0, "killer", "PLAYER", struct find_options, killer, "kills by this player, in demos"),
    ROW_TEXT(0, "format", "FORMAT", struct find_options, format,
             "only recordings of this format: teehistorian or demo"),
    ROW_FLAG(0, "damaged", struct find_options, damaged,
             "only damaged recordings, with their first error"),
    ROW_NUMBER('n', "limit", "N", struct find_options, limit, 1, INT32_MAX,
               "print at most N answers"),
    ROW_OPTIONAL(0, "commands", "VERB", struct find_options, commands,
                 "print commands that cut the answers; or =demo, =page"),
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
    ROW_TEXT(0, "db", "FILE", struct find_options, db, "the database"),
    ROW_FLAG(0, "no-scan", struct find_options, no_scan, "do not update the database"),
    ROW_FLAG(0, "forget", struct find_options, forget,
             "remove missing files even if a disk may be unmounted"),
    ROW_TEXT(0, "import", "FILE", struct find_options, import,
             "add a CSV list of games without recordings"),
    OPTION_ROW_JOBS,
};

static const struct example examples[] = {
    {"Where was a player?", "find --player nameless archive/"},
    {"Who finished a map in less than a minute in November?",
     "find --map Tutorial --faster 60 --from 2026-11-01 --to 2026-12-01 archive/"},
    {"Cut out every run of a player:", "find --player nameless --finish --commands archive/ | sh"},
    {"A demo of every run of a player:",
     "find --player nameless --finish --commands=demo archive/ | sh"},
    {"A page of every kill by a player:", "find --killer nameless --commands=page demos/ | sh"},
    {"Update the database every night:", "find -q archive/"},
};

static const char *const json_intro[] = {
    "One object an answer, in order of time. Keys without a value are left out, except file, time, "
    "player, map, server and game_uuid, which are null then.",
    "Without any search option there is one object about the scan, with the keys from files on.",
    NULL,
};

static const char *const exit_status[] = {
    "0|Good, also when nothing was found.",
    "1|An answer is of a damaged recording, or the scan found damage that was not known before. "
    "Recordings are searched as far as they can be read.",
    "2|Wrong usage.",
    "3|The system failed: a folder or file cannot be read, or the database is damaged or full.",
    NULL,
};

struct find {
    struct job *job;
    const struct find_options *options;
    tt_io_archive *archive;
    char *db; /* path of the database, owned */
    struct find_root *roots;
    const char **root_paths;
    size_t root_count;
    char totals[FIND_TOTALS];
    enum exit_status status;
};

/* A stop by the user is no failure: nothing is said, and the status remains. */
static void fail(struct find *f, const char *path, const tt_io_error *error)
{
    if (error->status != TT_ERR_STOPPED) {
        message_say(MESSAGE_ERROR, path, "%s%s", error->text, find_hint(error->status));
        f->status = EXIT_SYSTEM;
    }
}

/* A relative folder counts as unset (XDG Base Directory). NULL when the user has no such place: the
 * home folder of a service must not come to be. */
static const char *cache_folder(const char **rest)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    bool has_cache = cache != NULL && cache[0] == '/';
    *rest = has_cache ? "" : "/.cache";
    if (has_cache) {
        return cache;
    }
    struct stat facts;
    return home != NULL && stat(home, &facts) == 0 && S_ISDIR(facts.st_mode) ? home : NULL;
}

static char *default_db(const char *base, const char *rest)
{
    size_t size = strlen(base) + sizeof "/.cache/teetape/archive.db";
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s%s/teetape/archive.db", base, rest);
    }
    return path;
}

static void on_notice(void *user, const tt_io_archive_notice *notice)
{
    static const enum message_level levels[] = {
        [TT_IO_ARCHIVE_NOTE] = MESSAGE_NOTE,
        [TT_IO_ARCHIVE_WARNING] = MESSAGE_WARNING,
        [TT_IO_ARCHIVE_ERROR] = MESSAGE_ERROR,
    };
    const char *hint = notice->kind == TT_IO_ARCHIVE_MORE      ? "; find --damaged lists them"
                       : notice->kind == TT_IO_ARCHIVE_MISSING ? " (--forget removes them)"
                                                               : "";
    (void)user;
    message_say(levels[notice->level], notice->path, "%s%s", notice->sentence, hint);
}

/* A search without a scan only reads, so a database of another user is enough. */
static bool open_archive(struct find *f)
{
    tt_io_error error;
    const char *rest, *base = cache_folder(&rest);
    if (f->options->db == NULL && base == NULL) {
        message_say(MESSAGE_ERROR, NULL, "there is no home folder for the database; use --db");
        f->status = EXIT_SYSTEM;
        return false;
    }
    f->db = f->options->db != NULL ? strdup(f->options->db) : default_db(base, rest);
    if (f->db == NULL) {
        memory_tell(NULL);
        f->status = EXIT_SYSTEM;
        return false;
    }
    bool writes = !f->options->no_scan || f->options->import != NULL;
    const tt_io_archive_options how = {.use = writes ? TT_IO_ARCHIVE_WRITE : TT_IO_ARCHIVE_READ,
                                       .stop = f->job->stop,
                                       .notice = on_notice};
    f->archive = tt_io_archive_open(f->db, &how, &error);
    if (f->archive == NULL) {
        message_say(MESSAGE_ERROR, f->db, "%s%s%s", error.text, find_hint(error.status),
                    f->options->db == NULL ? "; --db takes another place for the database" : "");
        f->status = EXIT_SYSTEM;
    }
    return f->archive != NULL;
}

/* One entry more, as calloc of nothing may be NULL. */
static bool find_roots(struct find *f)
{
    f->roots = calloc(f->job->count + 1, sizeof *f->roots);
    f->root_paths = calloc(f->job->count + 1, sizeof *f->root_paths);
    if (f->roots == NULL || f->root_paths == NULL) {
        return false;
    }
    for (size_t i = 0; i < f->job->count; i++) {
        f->roots[i].given = f->job->paths[i];
        f->roots[i].real = tt_io_real_path(f->job->paths[i]);
        if (f->roots[i].real == NULL) {
            return false;
        }
        f->root_paths[i] = f->roots[i].real;
        f->root_count++;
    }
    return true;
}

static bool report_damaged(struct find *f)
{
    tt_io_error error;
    bool good = tt_io_archive_report_damaged(f->archive, f->root_paths, f->root_count,
                                             f->options->damaged, NULL, &error);
    if (!good) {
        fail(f, f->db, &error);
    }
    return good;
}

/* A name that is wrong finds nothing, too: the user has to know which of both it is. */
static bool report_known(struct find *f)
{
    tt_io_error error;
    uint64_t files = 0;
    bool good = true;
    for (size_t i = 0; good && i < f->root_count; i++) {
        good = tt_io_archive_count(f->archive, &f->root_paths[i], 1, &files, &error);
        if (good && files == 0) {
            message_say(MESSAGE_WARNING, f->roots[i].given,
                        "the database knows no recording there; find without --no-scan reads it");
        }
    }
    good = good && tt_io_archive_count(f->archive, f->root_paths, f->root_count, &files, &error);
    if (!good) {
        fail(f, f->db, &error);
    }
    find_known(f->totals, files);
    return good;
}

/* The library also finds what lasts from before the end until after the beginning. */
static bool run_query(struct find *f, const tt_io_archive_query *query,
                      struct find_printer *printer)
{
    tt_io_error error;
    if (find_span_is_empty(query)) {
        message_say(MESSAGE_NOTE, NULL, "there is nothing from %s to %s", f->options->from,
                    f->options->to);
        return true;
    }
    bool good = tt_io_archive_search(f->archive, query, find_print, printer, &error);
    if (!good) {
        fail(f, f->db, &error);
    }
    return good;
}

static void search(struct find *f)
{
    tt_io_error error;
    struct find_query query;
    uint64_t total = 0;
    struct find_printer *printer = NULL;
    bool good = find_roots(f);
    bool is_scanned = !f->options->no_scan && f->job->count > 0;
    if (good && !is_scanned && !(report_damaged(f) && report_known(f))) {
        return;
    }
    if (good) {
        find_query_of(&query, f->options);
        query.query.roots = f->root_paths;
        query.query.root_count = f->root_count;
        if (!find_settle(f->archive, &query.query, &query.query.player, f->options->player,
                         &error) ||
            !find_settle(f->archive, &query.query, &query.query.killer, f->options->killer,
                         &error)) {
            fail(f, f->db, &error);
            return;
        }
        printer = find_printer_new(f->job, f->roots, f->root_count);
    }
    if (printer != NULL) {
        query.query.total = query.query.limit > 0 ? &total : NULL;
        good = run_query(f, &query.query, printer);
        size_t count = find_printer_count(printer);
        query.query.total = NULL;
        if (!find_notes(f->archive, &query.query, (uint64_t)count, total, f->totals, &error) &&
            good) {
            fail(f, f->db, &error);
        }
        find_printer_tell_without(printer);
        exit_worsen(&f->status, find_printer_has_damage(printer) ? EXIT_DAMAGED : EXIT_GOOD);
    }
    if (!find_printer_close(printer)) {
        message_say(MESSAGE_ERROR, NULL, "there is not enough memory for the answers");
        f->status = EXIT_SYSTEM;
    }
}

static void close_find(struct find *f)
{
    tt_io_archive_close(f->archive);
    for (size_t i = 0; i < f->root_count; i++) {
        free(f->roots[i].real);
    }
    free(f->roots);
    free(f->root_paths);
    free(f->db);
}

static bool refuse_stdin(const struct job *job)
{
    for (size_t i = 0; i < job->count; i++) {
        if (strcmp(job->paths[i], "-") == 0) {
            message_say(MESSAGE_ERROR, NULL,
                        "find searches folders and files, not stdin; a file named '-' is ./-");
            return true;
        }
    }
    return false;
}

/* An update that fails leaves nothing to search: the answer would be old. Damage is no failure. */
static enum exit_status process(struct job *job)
{
    if (refuse_stdin(job)) {
        return EXIT_USAGE;
    }
    struct find f = {.job = job, .options = job->options};
    enum exit_status update = EXIT_GOOD;
    bool good = open_archive(&f) && find_update(job, f.archive, f.db, f.totals, &update);
    exit_worsen(&f.status, update);
    if (good && find_asks(f.options) && !tt_io_stop_wanted(job->stop)) {
        search(&f);
    }
    close_find(&f);
    return f.status;
}

/* The update needs a folder; without one everything that is known is searched. */
static const char *check_count(const struct settings *settings, const void *given, size_t count)
{
    const struct find_options *own = given;
    bool may_be_none = own->no_scan || own->import != NULL;
    (void)settings;
    return count > 0 || may_be_none ? NULL : "which folder?";
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct find_options *own = given;
    if (own->no_scan && own->forget) {
        return "--forget needs a scan";
    }
    if (own->no_scan && own->import == NULL && !find_asks(own)) {
        return "with --no-scan there is nothing to be done; what is searched?";
    }
    if (settings->json && own->commands != NULL) {
        return "--json and --commands are two forms of the same; give one of them";
    }
    return find_check(own);
}

const struct command cmd_find = {
    .name = "find",
    .summary = "which recordings have this player, map, finish or save",
    .description = description,
    .details = details,
    .options = OPTION_TABLE(options, struct find_options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = find_columns,
    .more_columns = find_scan_columns,
    .check = check,
    .takes = TAKES_ALL,
    .process = process,
    .check_count = check_count,
    .usage = "[OPTION...] DIR...",
    .exit_status = exit_status,
};
