/* SPDX-License-Identifier: MIT
 *
 * teetape demo: makes a demo of a teehistorian recording. This file has the options and the
 * messages; the job of the library (teetape/io/demo.h) does the work.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli/shell/inputs.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/out_path.h"
#include "cli/shell/outcome.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/show/demo_made.h"
#include "cli/text/text.h"
#include "teetape/io/demo.h"

static const char *split_word(size_t index)
{
    static const char *const words[] = {"player", "finish", NULL};
    return words[index];
}

struct demo_options {
    tt_io_demo_options io;
    bool is_run;
};

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout; with --split: a folder"),
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    OPTION_ROW_PLAYER_OF("the player in focus: a client id or name"),
    OPTION_ROW_IGNORE_CASE,
    ROW_FLAG(0, "only", struct demo_options, io.only, "leave out all players who are not in focus"),
    ROW_TEXT(0, "as", "PLAYER", struct demo_options, io.as,
             "show what this player saw, as a client's demo"),
    ROW_LIST(0, "split", "WHAT,...", struct demo_options, io.split, split_word,
             "a demo for each session of a player or each finish"),
    ROW_FLAG(0, "run", struct demo_options, is_run,
             "one demo of a run in all FILEs: before /save and after /load"),
    ROW_TEXT(0, "before", "TIME", struct demo_options, io.before,
             "begin this long before a run; default: " TT_IO_SPANS_BEFORE),
    ROW_TEXT(0, "after", "TIME", struct demo_options, io.after,
             "end this long after a finish; default: " TT_IO_SPANS_AFTER),
    ROW_FILE(0, "map", "FILE", struct demo_options, io.map,
             "embed this map file, which must be that of the recording"),
    ROW_FLAG(0, "no-map", struct demo_options, io.no_map,
             "do not embed the map, but use it, for example for hooks"),
    ROW_FLAG(0, "skip-idle", struct demo_options, io.skip_idle,
             "leave out times of more than a second in which nobody plays"),
    ROW_FLAG(0, "whole", struct demo_options, io.whole,
             "keep gaps of more than an hour in which nothing is recorded"),
    ROW_FLAG(0, "no-note", struct demo_options, io.no_note,
             "write no chat lines that say that the demo is reconstructed"),
    ROW_NUMBER(0, "every", "N", struct demo_options, io.every, 1, 2,
               "a snapshot every N ticks, 1 or 2; 2 is smaller"),
    OPTION_ROW_FORCE,
    OPTION_ROWS_EACH,
};

/* Describes a member of tt_io_demo_made. The name of the member is the key. */
#define MADE(member, ...)                                                                          \
    {                                                                                              \
        .key = #member, COLUMN_MEMBER(struct result, made.member), .meaning = __VA_ARGS__          \
    }

struct result {
    tt_io_demo_made made;
    const char *run_ticks; /* ticks of the run as JSON; "null" for a session */
};

static const struct column columns[] = {
    MADE(output, "the file that was written"),
    MADE(cid, "--split, --as: the client id of its player", .is_optional = true),
    MADE(name, "--split, --as: the name of its player; empty when it is not known",
         .is_optional = true),
    COLUMN(struct result, run_ticks, "--split finish: how long the run took; null for a session",
           .type = "number", .is_optional = true, .show = SHOW_JSON),
    MADE(first_tick, "the first tick in it"),
    MADE(last_tick, "the last tick in it"),
    MADE(bytes, "of the demo, before compression"),
    MADE(snapshots, "ticks with a snapshot"),
    MADE(messages, "messages"),
    MADE(markers, "on its timeline"),
    MADE(left_out, "snapshots and messages that did not fit"),
    MADE(nameless, "players without a known name; the demo uses their client id"),
    MADE(shortened, "ticks of gaps that are left out"),
    MADE(map, "the map file that was found; null for none"),
    MADE(map_bytes, "of the map that is embedded; 0 for none"),
    COLUMNS_END,
};

static tt_io_demo_options library_options(const struct settings *settings, const void *own)
{
    tt_io_demo_options o = ((const struct demo_options *)own)->io;
    o.reading.player = settings->reading.player;
    o.reading.ignore_case = settings->reading.ignore_case;
    o.output = settings->output;
    o.force = settings->force;
    return o;
}

static const char *check(const struct shell *sh)
{
    static char text[TARGET_NAMED];
    static const tt_io_list all;
    const struct demo_options *own = sh->options;
    tt_io_demo_options o = library_options(sh->settings, own);
    o.run = own->is_run ? &all : NULL;
    if (o.split == NULL && !own->is_run && inputs_may_be_many(sh)) {
        return "demo takes one file; several go with --split or --run";
    }
    tt_io_error error;
    if (!tt_io_demo_make(NULL, NULL, &o, &error)) {
        return target_named(text, error.text);
    }
    const char *problem = NULL;
    if (o.split == NULL) {
        problem = target_check(sh->settings);
        problem = problem != NULL ? problem : target_check_ending(sh->settings, TT_FORMAT_DEMO);
    }
    return problem;
}

struct work {
    struct job *job;
    struct reading r;
    const tt_io_demo_options *own;
    enum exit_status status;
    enum exit_status nothing; /* exit status for a recording that gives no demo */
};

/* Prints a message of the library. Among many recordings, one without a run or session is no error.
 */
static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct work *w = user;
    char text[TARGET_NAMED];
    reading_settle(&w->r);
    if (level == TT_LEVEL_ERROR && what->status == TT_ERR_PLACE && w->own->split != NULL) {
        w->nothing = outcome_nothing(w->job, "%s", target_named(text, what->text));
    } else {
        exit_worsen(&w->status, target_say(w->job, level, what));
    }
}

static bool may_write(void *user, const char *output)
{
    struct work *w = user;
    bool may = (!w->job->is_one_of_many || out_path_claim(output, w->job->path)) &&
               target_is_good(output, w->job);
    exit_worsen(&w->status, may ? EXIT_GOOD : EXIT_USAGE);
    return may;
}

static void warn(const struct work *w, const tt_io_demo_made *made)
{
    bool is_one = w->own->split == NULL;
    const char *about = is_one ? w->job->path : made->output;
    if (made->other >= 0) {
        message_say(MESSAGE_WARNING, about,
                    "--as matches several players at the same time, such as the clients %" PRId32
                    " and %" PRId32 ": this is the view of %" PRId32
                    "; --as with a client id chooses one",
                    made->cid, made->other, made->cid);
    }
    if (made->left_out != 0) {
        message_say(MESSAGE_WARNING, about,
                    "%" PRIu64
                    " snapshots or messages could not be written to the demo and are left "
                    "out",
                    made->left_out);
    }
    if (made->shortened != 0 && !w->own->skip_idle) {
        char length[TEXT_TIME];
        message_say(MESSAGE_NOTE, about,
                    "gaps of more than an hour are left out, %s in all: later ticks are lower "
                    "by up to %" PRId32 " (--whole keeps them)",
                    text_time(length, made->shortened), made->shortened);
    }
    if (made->nameless != 0) {
        message_say(MESSAGE_NOTE, about,
                    "%" PRIu64 " players have no known name: the demo uses their client ids",
                    made->nameless);
    }
}

#define MORE_TEXT (TT_NAME_CAP + 60)

static const char *more_text(char dst[MORE_TEXT], const tt_io_demo_made *made, bool is_one)
{
    const char *map = made->map_bytes != 0 ? ", with its map" : ", without its map";
    if (!is_one || made->name == NULL) {
        return map;
    }
    snprintf(dst, MORE_TEXT, ", as cid %" PRId32 "%s%s%s", made->cid,
             made->name[0] != 0 ? ", " : "", made->name, map);
    return dst;
}

static void report(void *user, const tt_io_demo_made *made)
{
    const struct work *w = user;
    bool is_one = w->own->split == NULL;
    char run[16] = "null", more[MORE_TEXT];
    warn(w, made);
    if (w->job->settings->json) {
        struct result result = {.made = *made, .run_ticks = is_one ? NULL : run};
        if (made->run >= 0) {
            snprintf(run, sizeof run, "%" PRId32, made->run);
        }
        result.made.cid = made->cid >= 0 ? made->cid : COLUMN_UNKNOWN;
        rows_json(w->job, columns, TT_FORMAT_TEEHISTORIAN, &result);
    } else {
        const struct demo_made line = {made->first_tick, made->last_tick, made->snapshots,
                                       made->messages, made->bytes};
        demo_made_print(w->job, made->output, &line, more_text(more, made, is_one));
    }
}

/* Handles a file. Damage may be why nothing was found, so a damaged recording without a result
 * gives EXIT_DAMAGED. */
static enum exit_status demo_file(struct job *job)
{
    const struct settings *settings = job->settings;
    struct work *w = job->work;
    const struct demo_options *own = job->options;
    w->job = job;
    w->own = &own->io;
    tt_io_reading_options how = settings->reading;
    tt_io_demo_options asked = library_options(settings, own);
    tt_io_error error;
    how.player = NULL; /* the library follows all players */
    no_player_note_digits(job, settings->reading.player);
    no_player_note_digits(job, w->own->as);
    if (reading_prepare(&w->r, job, &how, READING_ITSELF)) {
        asked.reading = w->r.options;
        asked.reading.player = settings->reading.player;
        asked.reading.ignore_case = settings->reading.ignore_case;
        asked.is_one_of_many = job->is_one_of_many;
        asked.run = own->is_run ? job->inputs : NULL;
        asked.on_say = say;
        asked.may_write = may_write;
        asked.on_made = report;
        asked.user = w;
        tt_io_demo_make(&w->r.io, job->path, &asked, &error);
    }
    enum exit_status status = reading_close(&w->r);
    exit_worsen(&w->status, status != EXIT_GOOD ? status : w->nothing);
    return w->status;
}

static enum exit_status run(struct shell *sh)
{
    const struct demo_options *own = sh->options;
    const struct run_how how = {.process = demo_file,
                                .work = sizeof(struct work),
                                .takes_together = own->is_run,
                                .keeps_secrets = true,
                                .reads = READS_TEEHISTORIANS};
    return run_each(sh, &how, check(sh));
}

const struct command cmd_demo = {
    .name = "demo",
    .usage = "-o OUT [--split WHAT | --run] [OPTION...] FILE|DIR...",
    .summary = "make a demo that the game plays",
    .description = {(
        "Writes a teehistorian recording as a demo, which the game plays. It has every tee at "
        "every tick, names, skins, teams, emoticons, deaths and finishes. Secrets are hidden.")},
    .options = OPTION_TABLE(options, struct demo_options),
    .examples = {{"Two minutes of a game, with one player in focus:",
                  "demo --from 0:10:00 --to 0:12:00 --player nameless -o out.demo FILE"},
                 {"What one player saw:", "demo --as nameless -o out.demo FILE"},
                 {"A run that ended with a finish, as a demo:",
                  "cut --finish=nameless -o - FILE | teetape demo -o run.demo -"},
                 {"A run that was saved in one game and loaded in another:",
                  "demo --run -o run.demo monday.teehistorian tuesday.teehistorian"},
                 {"Every finish of a recording, each in its own demo:",
                  "demo --split finish -o finishes FILE"},
                 {"All sessions of one player, without the other players:",
                  "demo --split player --player nameless --only -o demos FILE"}},
    .json_text = {"One object a demo:"},
    .columns = columns,
    .run = run,
};
