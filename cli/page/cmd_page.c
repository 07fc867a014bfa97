/* SPDX-License-Identifier: MIT
 *
 * teetape page: one HTML file that plays recordings in any browser.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/inputs.h"
#include "cli/shell/key.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"
#include "teetape/io/page.h"

struct page_options {
    tt_io_page_options page;
    struct key_options names;
    const char *split;
    bool empty;
};

#define TYPE struct page_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FORCE,
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    ROW_TEXT(0, "split", "finish", TYPE, split, "make a page of each run: run.001.html, ..."),
    ROW_FLAG(0, "ghost", TYPE, page.ghost,
             "start the fastest run of each FILE together; the view is that of the first FILE"),
    ROW_TEXT('p', "player", "PLAYER", TYPE, page.player,
             "open at the fastest finish of this client id or name, else in the middle"),
    ROW_TEXT(0, "title", "TEXT", TYPE, page.title, "the title; default: map, player and time"),
    ROW_TEXT(0, "url", "BASE", TYPE, page.url,
             "write a preview for links: BASE is the address of the folder for the page"),
    ROW_FLAG(0, "empty", TYPE, empty, "make a page without a recording, to open files with"),
    ROW_FLAG(0, "fetch", TYPE, page.fetch,
             "with --empty: also open player.html#file=PATH from the page's own host"),
    OPTION_ROW_MAP(TYPE, page.map),
    ROW_TEXT(0, "data", "DIR", TYPE, page.data, "the game's data folder, for images; \"\": none"),
    ROW_FLAG(0, "no-art", TYPE, page.no_art, "put no images of the game into the page"),
    ROW_FLAG(0, "anonymize", TYPE, page.anonymize, "replace names by pseudonyms"),
    KEY_ROWS(TYPE, names),
    ROW_FLAG(0, "keep-inputs", TYPE, page.keep_inputs,
             "keep the inputs of players; default: leave them out"),
    ROW_FLAG(0, "no-note", TYPE, page.no_note, "do not say that a recording is reconstructed"),
    OPTION_ROW_SHOW_SECRETS,
};
#undef TYPE

static tt_io_page_options library_options(const struct settings *settings,
                                          const struct page_options *own)
{
    tt_io_page_options o = own->page;
    o.key = own->names.key;
    o.key_file = own->names.key_file;
    o.keep_time = own->names.keep_time;
    o.keep = (tt_io_texts){own->names.keep.text, own->names.keep.count};
    o.from = settings->reading.from;
    o.to = settings->reading.to;
    o.output = settings->output;
    o.force = settings->force;
    o.show_secrets = settings->show_secrets;
    return o;
}

/* Checks the options. The key is made last, because a random key costs a system call. */
static const char *check(const struct shell *sh, struct key *key)
{
    static char text[TARGET_NAMED];
    const struct page_options *own = sh->options;
    const tt_io_page_options o = library_options(sh->settings, own);
    if (own->empty && sh->count > 0) {
        return "--empty takes no recording";
    }
    if (o.fetch && !own->empty) {
        return "--fetch goes with --empty";
    }
    if (own->empty && (o.player != NULL || o.url != NULL || o.from != NULL || o.to != NULL ||
                       own->split != NULL || o.ghost)) {
        return "--player, --url, --from, --to, --split and --ghost are about a recording, which "
               "--empty has not";
    }
    if (own->split != NULL && strcmp(own->split, "finish") != 0) {
        return "--split takes finish";
    }
    if (own->split != NULL && (sh->count > 1 || (o.output != NULL && strcmp(o.output, "-") == 0))) {
        return "--split takes one recording, and -o the name of a file";
    }
    if (!own->empty && sh->count == 0) {
        return "no recording is given: '-' is stdin; --empty makes a page without one";
    }
    tt_io_page page;
    const char *problem = tt_io_page_open(&page, NULL, 0, &o, NULL)
                              ? target_check(sh->settings)
                              : target_named(text, page.error.text);
    if (problem == NULL && o.anonymize) {
        problem = key_get(key, o.key, o.key_file);
    }
    return problem;
}

static const struct column columns[] = {
    COLUMN(tt_io_page, output, "the file that was written"),
    COLUMN(tt_io_page, bytes, "size of the page"),
    COLUMN(tt_io_page, recordings, "number of recordings in the page"),
    COLUMN(tt_io_page, has_picture, "true: the picture of --url is beside it"),
    COLUMNS_END,
};

/* Room for a path of --split with its NUL. */
#define PAGE_PATH 4096

struct work {
    struct job *job;
    struct job one; /* job of the recording that is being added */
    struct reading r;
    tt_io_page page;
    tt_io_reading_options how;
    enum exit_status status;
    char output[PAGE_PATH]; /* path of the page that --split writes now */
};

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct work *w = user;
    exit_worsen(&w->status, target_say(&w->one, level, what));
}

static bool add(struct work *w, const char *path)
{
    w->one = job_of_path(w->job, path);
    bool is_good = reading_open(&w->r, &w->one, &w->how, READING_ITSELF) &&
                   tt_io_page_add(&w->page, &w->r.io, path);
    exit_worsen(&w->status, reading_close(&w->r));
    return is_good;
}

static void report(const struct work *w)
{
    const tt_io_page *page = &w->page;
    if (w->job->settings->json) {
        rows_json(w->job, columns, TT_FORMAT_UNKNOWN, page);
    }
    target_report(w->job, page->output, "%" PRIu64 " recording%s, %" PRIu64 " bytes%s",
                  page->recordings, page->recordings == 1 ? "" : "s", page->bytes,
                  page->has_picture ? ", and a picture for links beside it" : "");
}

static bool make_one(struct work *w, const tt_io_page_options *o)
{
    struct job *job = w->job;
    bool is_good = tt_io_page_open(&w->page, job->paths, job->count, o, &w->how);
    size_t count = o->ghost ? 1 : job->count;
    for (size_t i = 0; i < count && is_good; i++) {
        is_good = add(w, job->paths[i]);
    }
    bool is_made = tt_io_page_close(&w->page, is_good);
    if (is_made) {
        report(w);
    }
    return is_made;
}

/* Names the page of a finish: run.001.html, as `cut --split` names its pieces. */
static bool name_page(struct work *w, int64_t number)
{
    const char *output = w->job->settings->output, *slash = strrchr(output, '/');
    const char *base = slash != NULL ? slash + 1 : output, *ending = strrchr(base, '.');
    ending = ending != NULL && ending != base ? ending : output + strlen(output);
    int size = snprintf(w->output, sizeof w->output, "%.*s.%03" PRId64 "%s", (int)(ending - output),
                        output, number, ending);
    if (size < 0 || size >= PAGE_PATH) {
        message_say(MESSAGE_ERROR, output, "the path is too long");
        exit_worsen(&w->status, EXIT_SYSTEM);
        return false;
    }
    return true;
}

static void make_each(struct work *w, tt_io_page_options *o)
{
    o->output = w->output;
    for (o->finish = 1; name_page(w, o->finish) && make_one(w, o); o->finish++) {
        w->how = (tt_io_reading_options){0};
        if ((uint64_t)o->finish >= w->page.finishes) {
            break;
        }
    }
}

static enum exit_status make_page(struct job *job)
{
    const struct page_options *own = job->options;
    struct work w = {.job = job, .one = job_of_path(job, job->count > 0 ? job->paths[0] : "")};
    struct key *key = job->user;
    tt_io_page_options o = library_options(job->settings, own);
    if (!inputs_are_files(job->paths, job->count)) {
        return EXIT_USAGE;
    }
    o.made_key = &key->io;
    o.stop = job->stop;
    o.on_say = say;
    o.user = &w;
    if (own->split != NULL) {
        make_each(&w, &o);
    } else {
        make_one(&w, &o);
    }
    return w.status;
}

static enum exit_status run(struct shell *sh)
{
    struct key key = {.failed = false};
    const char *problem = check(sh, &key);
    const struct run_how how = {.process = make_page, .user = &key};
    return key.failed ? EXIT_SYSTEM : run_all(sh, &how, problem);
}

const struct command cmd_page = {
    .name = "page",
    .summary = "make an HTML file that plays recordings in any browser",
    .description =
        {("Writes one HTML file that plays recordings in a browser, without a network: demos "
          "and teehistorian files. Several recordings become a list."),
         ("With --empty the page has no recording inside and plays any that is dropped on it. With "
          "--fetch the page can also load recordings from the web host that serves it. Without "
          "--fetch a page never uses the network.")},
    .options = OPTION_TABLE(options, struct page_options),
    .examples = {{"A page that plays a recording:", "page FILE -o run.html"},
                 {"One that opens on a player, with a preview in chats:",
                  "page FILE -p nameless --url https://example.org/runs -o run.html"},
                 {"A page that opens recordings from the disk:", "page --empty -o player.html"},
                 {"Ten seconds of a recording:", "page FILE --from 0:10 --to 0:20 -o part.html"},
                 {"A page of each run of a player:",
                  "page FILE --split finish -p nameless -o run.html"},
                 {"Two runs, started together, with the gap between them:",
                  "page --ghost record.demo mine.demo -o race.html"}},
    .json_text = {"One object:"},
    .columns = columns,
    .usage = "-o OUT [OPTION...] FILE...",
    .run = run,
};
