/* SPDX-License-Identifier: MIT
 *
 * Searches folders: opens the database, brings it up to date, queries it, and explains what the
 * answers lack. No recording is read for the search itself.
 */
#include "host/posix.h"

#include "host/error.h"
#include "jobs/find.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/expire.h"
#include "archive/inside.h"
#include "jobs/job.h"
#include "reading/inside.h"
#include "teetape/io/player.h"

struct find {
    const tt_io_find_options *options;
    tt_io_find_result *result;
    struct job_voice voice;
    tt_io_archive *archive;
    const char *db;
    char *own_db; /* the path `db` when it is the default one, which the search frees; otherwise
                     NULL */
    struct find_roots roots;
    struct find_texts texts;
    struct find_query query;
    struct tti_find_physics *physics; /* computes games; NULL: not wanted */
    bool no_memory;
    pthread_mutex_t lock; /* held while on_say is called */
};

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct find *f = user;
    if (f->options->on_say != NULL) {
        pthread_mutex_lock(&f->lock);
        f->options->on_say(f->options->user, level, what);
        pthread_mutex_unlock(&f->lock);
    }
}

static void worsen(struct find *f, int rank)
{
    f->result->rank = rank > f->result->rank ? rank : f->result->rank;
}

static const char *hint(tt_status status)
{
    switch (status) {
    case TT_ERR_ARCHIVE_READ_ONLY:
        return "; `no_scan` searches it without an update";
    case TT_ERR_ARCHIVE_EMPTY:
        return "; find without `no_scan` fills it";
    case TT_ERR_ARCHIVE_OLD:
        return "; find without `no_scan` makes it anew";
    case TT_ERR_ARCHIVE_NEW:
        return ". Name another file with `db`";
    default:
        return "";
    }
}

/* Reports an error. A stop is no failure. */
static bool fail(struct find *f, const char *path, const tt_io_error *error, const char *more)
{
    tt_io_error e = *error;
    size_t used = strlen(e.text);
    snprintf(e.text + used, sizeof e.text - used, "%s%s", hint(error->status), more);
    tti_path_copy(e.path, path);
    return error->status != TT_ERR_STOPPED && tti_job_fail_with(&f->voice, &e, path);
}

static bool no_memory(struct find *f)
{
    return tti_job_fail(&f->voice, TT_ERR_SYSTEM, NULL,
                        "there is not enough memory for the answers");
}

/* Reports a notice of the archive. A file that a scan cannot read is no failure of the search. */
static void on_notice(void *user, const tt_io_archive_notice *notice)
{
    static const tt_level levels[] = {
        [TT_IO_ARCHIVE_NOTE] = TT_LEVEL_NOTE,
        [TT_IO_ARCHIVE_WARNING] = TT_LEVEL_WARNING,
        [TT_IO_ARCHIVE_ERROR] = TT_LEVEL_ERROR,
    };
    const char *more = notice->kind == TT_IO_ARCHIVE_MORE      ? "; find `damaged` lists them"
                       : notice->kind == TT_IO_ARCHIVE_MISSING ? " (`forget` removes them)"
                                                               : "";
    tt_io_error what;
    tti_error_say(&what, TT_ERR_SYSTEM, "%s%s", notice->sentence, more);
    tti_error_of(&what, notice->path);
    say(user, levels[notice->level], &what);
}

/* Returns the user's folder for caches, or NULL when there is none: the missing home folder of a
 * service must not be created. A relative folder counts as unset (XDG Base Directory). */
static const char *cache_folder(const char **rest)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    struct stat facts;
    *rest = "";
    if (cache != NULL && cache[0] == '/') {
        return cache;
    }
    *rest = "/.cache";
    return home != NULL && stat(home, &facts) == 0 && S_ISDIR(facts.st_mode) ? home : NULL;
}

static bool choose_database(struct find *f)
{
    const char *rest, *base = cache_folder(&rest);
    const char *variable = getenv("TEETAPE_DB");
    f->db = f->options->db != NULL                    ? f->options->db
            : variable != NULL && variable[0] != '\0' ? variable
                                                      : NULL;
    if (f->db != NULL) {
        return true;
    }
    if (base == NULL) {
        return tti_job_fail(&f->voice, TT_ERR_SYSTEM, NULL,
                            "there is no home folder for the database; use `db`");
    }
    size_t size = strlen(base) + sizeof "/.cache/teetape/archive.db";
    f->db = f->own_db = malloc(size);
    if (f->own_db == NULL) {
        return no_memory(f);
    }
    snprintf(f->own_db, size, "%s%s/teetape/archive.db", base, rest);
    return true;
}

/* Opens the database. A search without a scan only reads, so a database of another user is
 * enough. */
static bool open_database(struct find *f)
{
    const tt_io_find_options *o = f->options;
    const tt_io_archive_options how = {
        .use = !o->no_scan || o->import != NULL ? TT_IO_ARCHIVE_WRITE : TT_IO_ARCHIVE_READ,
        .stop = o->stop,
        .notice = on_notice,
        .user = f,
    };
    tt_io_error error;
    if (!choose_database(f)) {
        return false;
    }
    f->archive = tt_io_archive_open(f->db, &how, &error);
    bool only_lists = o->expiry != NULL && o->expiry->lists_only;
    if (f->archive == NULL && error.system == ENOENT && only_lists) {
        tti_job_tell(&f->voice, TT_LEVEL_NOTE, f->db,
                     "there is no database yet, so what would be removed is not known");
        return false;
    }
    return f->archive != NULL ||
           fail(f, f->db, &error,
                f->own_db != NULL ? "; `db` takes another place for the database" : "");
}

static bool import(struct find *f)
{
    const char *path = f->options->import;
    size_t games, bad;
    tt_io_error error;
    if (!tti_archive_import(f->archive, path, f->options->stop, &games, &bad, &error)) {
        return fail(f, path, &error, "");
    }
    tti_job_tell(&f->voice, TT_LEVEL_NOTE, path, "%zu games taken, %zu lines left out", games, bad);
    worsen(f, bad > 0);
    return true;
}

/* Brings the database up to date. Only damage that was read in this scan makes the result worse.
 * Otherwise every later call would report the same damaged file. */
static bool scan(struct find *f)
{
    const tt_io_find_options *o = f->options;
    tt_io_archive_counts *counts = &f->result->counts;
    const tt_io_archive_scan_options what = {
        .paths = o->paths,
        .count = o->count,
        .threads = (unsigned)o->jobs,
        .forget = o->forget,
        .rescan = o->rescan,
        .only_new_damage = o->only_new_damage,
        .lists_damaged = o->damaged || o->only_new_damage,
        .stop = o->stop,
        .progress = o->progress,
    };
    tt_io_error error;
    if (!tt_io_archive_scan(f->archive, &what, counts, &error)) {
        return fail(f, f->db, &error, "");
    }
    f->result->has_scanned = true;
    f->result->known = counts->files;
    worsen(f, counts->damaged_now > 0);
    worsen(f, counts->failed > 0 ? 3 : 0);
    return true;
}

/* Counts the files below the roots. Warns when the database knows none of a root: a mistyped folder
 * must differ from a search without answers. */
static bool report_known(struct find *f)
{
    const struct find_roots *roots = &f->roots;
    const char *const *real = (const char *const *)roots->real;
    uint64_t files = 0;
    tt_io_error error;
    bool is_good = tti_archive_report_damaged(f->archive, real, roots->count, f->options->damaged,
                                              NULL, &error);
    for (size_t i = 0; is_good && i < roots->count; i++) {
        is_good = tti_archive_count(f->archive, &real[i], 1, true, &files, &error);
        if (is_good && files == 0) {
            tti_job_tell(&f->voice, TT_LEVEL_WARNING, roots->given[i],
                         "the database has no recording of these folders; find without `no_scan` "
                         "reads them");
        }
    }
    is_good = is_good &&
              tti_archive_count(f->archive, real, roots->count, false, &f->result->known, &error);
    return is_good || fail(f, f->db, &error, "");
}

static bool expire(struct find *f)
{
    const tt_io_find_options *o = f->options;
    tt_io_error error;
    bool is_good = o->expiry == NULL ||
                   tti_archive_expire(f->archive, o->paths, o->count, o->expiry,
                                      &f->result->expired, &error) ||
                   fail(f, f->db, &error, "");
    if (f->result->expired.failed != 0) {
        worsen(f, 3);
    }
    return is_good;
}

static bool on_any(void *user, const tt_io_archive_answer *answer)
{
    (void)answer;
    *(bool *)user = true;
    return false;
}

/* Decides about a player of digits: a client id, when no player below the roots has that name. */
static bool settle(struct find *f, tt_io_archive_who *who, const char *player)
{
    tt_io_archive_query named;
    tt_io_error error;
    int32_t cid;
    const char *name;
    bool is_there = false;
    if (player == NULL || tt_io_player_parse(player, &cid, &name) != TT_OK || name != NULL) {
        return true;
    }
    tt_io_archive_query_init(&named);
    named.roots = f->query.query.roots;
    named.root_count = f->query.query.root_count;
    named.player.name = player;
    if (!tt_io_archive_search(f->archive, &named, on_any, &is_there, &error)) {
        return fail(f, f->db, &error, "");
    }
    if (!is_there) {
        *who = (tt_io_archive_who){NULL, cid};
        tti_job_tell(&f->voice, TT_LEVEL_NOTE, NULL,
                     "nobody has the name '%s': it is taken as a client id", player);
    }
    return true;
}

static bool on_found(void *user, const tt_io_archive_answer *found)
{
    struct find *f = user;
    const tt_io_find_options *o = f->options;
    tt_io_find_answer answer;
    f->no_memory = !tti_find_answer(&answer, &f->texts, &f->roots, found, o);
    if (f->no_memory) {
        return false;
    }
    answer.query = &f->query.query;
    if (f->physics != NULL && !tti_find_physics(f->physics, &answer)) {
        f->no_memory = true;
        return false;
    }
    f->result->answers++;
    worsen(f, found->damaged);
    return o->on_answer == NULL || o->on_answer(o->user, &answer);
}

/* Searches. The library also finds facts that begin before the end of the time span and last until
 * after its begin. */
static bool run_query(struct find *f)
{
    tt_io_find_result *result = f->result;
    tt_io_archive_query query = f->query.query;
    tt_io_error error;
    if (tti_find_is_empty(&query)) {
        tti_job_tell(&f->voice, TT_LEVEL_NOTE, NULL, "there is nothing from %s to %s",
                     f->options->from, f->options->to);
        return true;
    }
    query.total = query.limit > 0 ? &result->all : NULL;
    bool is_good = tt_io_archive_search(f->archive, &query, on_found, f, &error);
    result->all = result->all > result->answers ? result->all : result->answers;
    return f->no_memory ? no_memory(f) : is_good || fail(f, f->db, &error, "");
}

/* The version_minor from which on teehistorian files have finishes, that of DDNet 18.3. */
#define LACKS_FINISHES_BEFORE 8

struct searched {
    size_t demos, teehistorian;
    size_t without_finishes; /* the teehistorian files whose servers did not record finishes */
};

static bool on_searched(void *user, const tt_io_archive_answer *answer)
{
    struct searched *searched = user;
    bool is_teehistorian = answer->format == TT_FORMAT_TEEHISTORIAN;
    searched->demos += answer->format == TT_FORMAT_DEMO;
    searched->teehistorian += is_teehistorian;
    searched->without_finishes += is_teehistorian && answer->version_minor < LACKS_FINISHES_BEFORE;
    return true;
}

static tt_io_archive_query recordings_of(const tt_io_archive_query *query)
{
    tt_io_archive_query recordings = *query;
    recordings.player = recordings.killer = (tt_io_archive_who){NULL, -1};
    recordings.kinds = 0;
    recordings.chat = recordings.account = recordings.save = NULL;
    recordings.min_value = INT64_MIN;
    recordings.max_value = INT64_MAX;
    recordings.limit = 0;
    return recordings;
}

/* Notes the time of `at`, because a clock alone is that of today. */
static void tell_moment(struct find *f)
{
    const tt_io_archive_query *query = &f->query.query;
    const tt_io_archive_moment *ends[2] = {&query->from, &query->to};
    char text[2][TT_IO_PLACE_CLOCK_TEXT];
    for (int i = 0; i < 2; i++) {
        const tt_th_time time = {.unix_time = ends[i]->ms / 1000};
        tti_io_place_clock(text[i], &time, 0, TT_IO_ZONE_UTC);
        text[i][strlen("2026-11-21T20:14:00")] = '\0';
    }
    tti_job_tell(&f->voice, TT_LEVEL_NOTE, NULL, "the time from %s to %s (%s) was searched",
                 text[0], text[1], query->from.has_zone ? "UTC" : "in each recording's zone");
}

static bool on_count(void *user, const tt_io_archive_answer *answer)
{
    (void)answer;
    ++*(uint64_t *)user;
    return true;
}

/* Says how many answers there are when capitals do not count. */
static bool suggest_case(struct find *f, tt_io_error *error)
{
    tt_io_archive_query folded = f->query.query;
    uint64_t count = 0;
    bool has_text = folded.player.name != NULL || folded.killer.name != NULL ||
                    folded.map != NULL || folded.server != NULL || folded.account != NULL ||
                    folded.chat != NULL;
    if (folded.ignore_case || !has_text) {
        return true;
    }
    folded.ignore_case = true;
    bool is_good = tt_io_archive_search(f->archive, &folded, on_count, &count, error);
    if (is_good && count > 0) {
        tti_job_tell(&f->voice, TT_LEVEL_NOTE, NULL, "with `ignore_case` there %s %" PRIu64,
                     count == 1 ? "is" : "are", count);
    }
    return is_good;
}

/* Suggests names of players and maps that are there. */
static bool suggest(struct find *f, tt_io_error *error)
{
    const tt_io_archive_query *query = &f->query.query;
    const tt_io_archive_who *who = query->player.name != NULL ? &query->player : &query->killer;
    char near[TTI_ARCHIVE_NEAR] = "", map[TTI_ARCHIVE_NEAR] = "";
    if ((who->name != NULL &&
         !tti_archive_near_name(f->archive, TTI_ARCHIVE_PLAYERS, who->name, near, error)) ||
        (query->map != NULL &&
         !tti_archive_near_name(f->archive, TTI_ARCHIVE_MAPS, query->map, map, error))) {
        return false;
    }
    snprintf(f->result->near_name, TT_NAME_CAP, "%.*s", TT_NAME_CAP - 1, near);
    if (map[0] != '\0') {
        tti_job_tell(&f->voice, TT_LEVEL_NOTE, NULL, "no map has the name '%s'; did you mean '%s'?",
                     query->map, map);
    }
    return near[0] != '\0' || map[0] != '\0' || suggest_case(f, error);
}

static bool on_finish(void *user, const tt_io_archive_answer *answer)
{
    *(uint64_t *)user += answer->cid < 0;
    return true;
}

/* Says how many finishes could be those of the player, because a demo does not name who finished.
 */
static bool tell_unnamed(struct find *f, tt_io_error *error)
{
    tt_io_archive_query query = f->query.query;
    uint64_t count = 0;
    query.player = (tt_io_archive_who){NULL, -1};
    query.limit = 0;
    if (!tt_io_archive_search(f->archive, &query, on_finish, &count, error)) {
        return false;
    }
    if (count > 0) {
        tti_job_tell(&f->voice, TT_LEVEL_NOTE, NULL,
                     "finishes that are recorded without the player's name: %" PRIu64, count);
    }
    return true;
}

/* Finds out if teehistorian files of these recordings have chat, which few servers record. */
static bool find_chat(struct find *f, const tt_io_archive_query *recordings, bool *has_chat,
                      tt_io_error *error)
{
    tt_io_archive_query chat = *recordings;
    chat.kinds = TT_FACT_BIT(TT_FACT_CHAT);
    chat.format = tt_format_info_of(TT_FORMAT_TEEHISTORIAN)->name;
    chat.from = chat.to = (tt_io_archive_moment){0};
    return tt_io_archive_search(f->archive, &chat, on_any, has_chat, error);
}

static bool explain_none(struct find *f, tt_io_error *error)
{
    const tt_io_archive_query *query = &f->query.query;
    const uint64_t finishes = TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_TEAM_FINISH);
    bool is_chat = query->kinds == TT_FACT_BIT(TT_FACT_CHAT);
    bool is_finish = query->kinds != 0 && (query->kinds & ~finishes) == 0;
    tt_io_archive_query recordings = recordings_of(query);
    struct searched searched = {0};
    bool has_chat = false;
    if (f->options->at != NULL) {
        tell_moment(f);
    }
    if ((is_chat || is_finish) &&
        !tt_io_archive_search(f->archive, &recordings, on_searched, &searched, error)) {
        return false;
    }
    is_chat = is_chat && searched.teehistorian > 0;
    if (!suggest(f, error) || (is_finish && !tell_unnamed(f, error)) ||
        (is_chat && !find_chat(f, &recordings, &has_chat, error))) {
        return false;
    }
    if (is_chat && !has_chat) {
        f->result->lacks = "teehistorian files hold no plain chat";
    } else if (is_finish && searched.without_finishes > 0) {
        f->result->lacks = "servers before DDNet 18.3 did not record finishes";
    }
    return true;
}

/* Counts the recordings that the query cannot judge: demos have no zone, so a time with a zone
 * leaves them out. */
static bool count_left_out(struct find *f, tt_io_error *error)
{
    tt_io_archive_query recordings = recordings_of(&f->query.query);
    struct searched searched = {0};
    if (!recordings.from.has_zone && !recordings.to.has_zone) {
        return true;
    }
    recordings.from = recordings.to = (tt_io_archive_moment){0};
    if (!tt_io_archive_search(f->archive, &recordings, on_searched, &searched, error)) {
        return false;
    }
    f->result->left_out = searched.demos;
    return true;
}

static void search(struct find *f)
{
    const tt_io_find_options *o = f->options;
    tt_io_archive_query *query = &f->query.query;
    tt_io_error error;
    if (!tti_find_roots_open(&f->roots, o)) {
        no_memory(f);
        return;
    }
    tti_find_query(&f->query, o);
    query->roots = (const char *const *)f->roots.real;
    query->root_count = f->roots.count;
    if ((!f->result->has_scanned && !report_known(f)) || !settle(f, &query->player, o->player) ||
        !settle(f, &query->killer, o->killer)) {
        return;
    }
    f->result->has_searched = true;
    const struct find_physics_how how = {o->stop, tti_job_say, &f->voice};
    f->physics = o->physics ? tti_find_physics_new(&how) : NULL;
    if (o->physics && f->physics == NULL) {
        no_memory(f);
        return;
    }
    if (run_query(f) && !tti_find_is_empty(query) &&
        !((f->result->answers > 0 || explain_none(f, &error)) && count_left_out(f, &error))) {
        fail(f, f->db, &error, "");
    }
}

/* Runs all steps. A failed update ends the search, because the answer would be out of date. */
static void run(struct find *f)
{
    const tt_io_find_options *o = f->options;
    const char *problem = tti_find_check(o);
    if (problem == NULL && o->count == 0 && !o->no_scan && o->import == NULL) {
        problem = "which folder?";
    }
    for (size_t i = 0; problem == NULL && i < o->count; i++) {
        if (strcmp(o->paths[i], "-") == 0) {
            problem = "find searches folders and files, not stdin; a file named '-' is ./-";
        }
    }
    if (problem != NULL) {
        tti_job_fail(&f->voice, TT_ERR_ARGUMENT, NULL, "%s", problem);
        return;
    }
    if (open_database(f) && (o->import == NULL || import(f)) &&
        (o->no_scan || o->count == 0 || scan(f)) && expire(f) && tti_find_asks(o) &&
        !tt_io_stop_wanted(o->stop)) {
        search(f);
    }
}

bool tt_io_find(const tt_io_find_options *options, tt_io_find_result *result, tt_io_error *error)
{
    struct find f = {.options = options, .result = result};
    if (result == NULL) {
        return tti_job_check(tti_find_check(options), error);
    }
    f.voice = (struct job_voice){error, say, &f};
    memset(result, 0, sizeof *result);
    tti_error_clear(error);
    pthread_mutex_init(&f.lock, NULL);
    run(&f);
    pthread_mutex_destroy(&f.lock);
    tt_io_archive_close(f.archive);
    tti_find_physics_free(f.physics);
    tti_find_roots_close(&f.roots);
    free(f.texts.path);
    free(f.own_db);
    if (error->status != TT_OK) {
        worsen(&f, error->status == TT_ERR_ARGUMENT ? 2 : 3);
    }
    return error->status == TT_OK && !tt_io_stop_wanted(options->stop);
}
