/* SPDX-License-Identifier: MIT
 *
 * teetape cut: cuts a part out of a recording. This file has the options and the messages; the
 * job of the library (teetape/io/cut.h) does the work.
 */
#include <inttypes.h>

#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "cli/show/demo_made.h"
#include "cli/text/text.h"
#include "teetape/io/cut.h"

struct cut_options {
    tt_io_cut_options cut;
    struct texts hide, renames;
};

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROWS_SPAN,
    ROW_TEXT(0, "team", "N", struct cut_options, cut.team, "only players who were in this team"),
    ROW_OPTIONAL(0, "finish", "PLAYER", struct cut_options, cut.finish,
                 "cut the run before a finish of PLAYER, or of anybody"),
    ROW_TEXT(0, "before", "TIME", struct cut_options, cut.before,
             "begin this long before the run (5, 1:00); default: " TT_IO_SPANS_BEFORE),
    ROW_TEXT(0, "after", "TIME", struct cut_options, cut.after,
             "end this long after the finish; default: " TT_IO_SPANS_AFTER),
    ROW_TEXT(0, "split", "TIME", struct cut_options, cut.split,
             "make pieces of this length, in seconds or as 1:00:00"),
    ROW_TEXT(0, "around-chat", "TEXT", struct cut_options, cut.around_chat,
             "cut the time around a chat line with this text (--before, --after)"),
    ROW_NUMBER(0, "match", "N", struct cut_options, cut.match, 1, INT32_MAX,
               "take the Nth finish, or the Nth chat line"),
    ROW_FLAG(0, "drop-chat", struct cut_options, cut.drop_chat, "demos: leave out chat of players"),
    ROW_FLAG(0, "drop-inputs", struct cut_options, cut.drop_inputs,
             "demos: leave out inputs of other players"),
    ROW_TEXTS(0, "hide", "PLAYER", struct cut_options, hide,
              "demos: leave out this client id or name"),
    ROW_TEXTS(0, "rename", "OLD=NEW", struct cut_options, renames,
              "demos: give the player OLD the name NEW"),
    ROW_FLAG(0, "strip-map", struct cut_options, cut.strip_map,
             "demos: leave out the embedded map"),
    ROW_FILE(0, "attach-map", "MAP", struct cut_options, cut.attach_map,
             "demos: embed this map; --force allows a different map"),
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_FORCE,
    OPTION_ROW_STRICT,
};

struct result {
    const char *output;
    int64_t from, to, ticks;
    uint64_t bytes, events, players, left_out;
    const tt_uuid *game_uuid, *cut_of;
};

static const struct column columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, from, "its first tick"),
    COLUMN(struct result, to, "the tick after its last one; null for the end of the recording"),
    COLUMN(struct result, ticks, "how many it has"),
    COLUMN(struct result, bytes, "of the cut, before compression"),
    COLUMN(struct result, events, "records taken from the original"),
    COLUMN(struct result, players, "sessions in it"),
    COLUMN(struct result, left_out, "records that no reader would accept"),
    COLUMN(struct result, game_uuid, "of the cut"),
    COLUMN(struct result, cut_of, "game_uuid of the first original"),
    COLUMNS_END,
};

static tt_io_cut_options library_options(const struct settings *settings,
                                         const struct cut_options *own)
{
    tt_io_cut_options o = own->cut;
    o.reading.player = settings->reading.player;
    o.reading.ignore_case = settings->reading.ignore_case;
    o.output = settings->output;
    o.force = settings->force;
    o.hide = (tt_io_texts){own->hide.text, own->hide.count};
    o.renames = (tt_io_texts){own->renames.text, own->renames.count};
    return o;
}

/* Checks the options. An optional value needs "=": in "--finish alice FILE", alice is a file. */
static const char *check(const struct shell *sh)
{
    static char text[TARGET_NAMED];
    const struct cut_options *own = sh->options;
    if (sh->count > 1 && own->cut.finish != NULL && own->cut.finish[0] == 0) {
        return "cut takes one file; write the player of --finish in the same word: --finish=PLAYER";
    }
    const char *problem = target_check(sh->settings);
    if (problem == NULL) {
        const tt_io_cut_options o = library_options(sh->settings, own);
        tt_io_error error;
        problem = tt_io_cut(NULL, NULL, &o, &error) ? NULL : target_named(text, error.text);
    }
    return problem;
}

struct work {
    struct job *job;
    struct reading r;
    enum exit_status status;
};

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct work *w = user;
    reading_settle(&w->r);
    exit_worsen(&w->status, target_say(w->job, level, what));
}

/* Prints an object about a piece. In a cut to the end, `to` is null, and the name for the game_uuid
 * has an empty end. `ticks` counts up to the last recorded tick. */
static void print_json(const struct job *job, const tt_io_cut_piece *piece)
{
    const tt_th_cut_view cut = tt_th_cut_look(piece->cut);
    const struct result result = {
        .output = piece->output,
        .from = piece->from,
        .to = piece->has_end ? piece->to : COLUMN_UNKNOWN,
        .ticks = piece->to - piece->from,
        .bytes = piece->bytes,
        .events = cut.events,
        .players = piece->players,
        .left_out = cut.left_out,
        .game_uuid = &cut.game_uuid,
        .cut_of = &cut.cut_of,
    };
    rows_json(job, columns, TT_FORMAT_TEEHISTORIAN, &result);
}

static void print_text(const struct job *job, const tt_io_cut_piece *piece)
{
    char from[TEXT_TIME], to[TEXT_TIME];
    target_report(job, piece->output,
                  "%s to %s (ticks %" PRId64 " to %" PRId64 "), %" PRIu64 " %s, %" PRIu64 " bytes",
                  text_time(from, (int32_t)piece->from), text_time(to, piece->to), piece->from,
                  piece->to, piece->players, piece->players == 1 ? "player" : "players",
                  piece->bytes);
}

static void report(void *user, const tt_io_cut_piece *piece)
{
    struct work *w = user;
    reading_settle(&w->r);
    if (piece->demo != NULL) {
        demo_made_report(w->job, piece->output, piece->demo);
    } else if (w->job->settings->json) {
        print_json(w->job, piece);
    } else {
        print_text(w->job, piece);
    }
}

static void note_digits(const struct job *job, const struct cut_options *own)
{
    const char *finish =
        own->cut.finish != NULL && own->cut.finish[0] != 0 ? own->cut.finish : NULL;
    no_player_note_digits(job, job->settings->reading.player);
    for (size_t i = 0; i < own->hide.count; i++) {
        no_player_note_digits(job, own->hide.text[i]);
    }
    if (own->cut.finish != NULL || own->cut.around_chat != NULL) {
        no_player_note_digits(job, finish != NULL ? finish : job->settings->reading.player);
    }
}

static enum exit_status cut_file(struct job *job)
{
    struct work *w = job->work;
    const struct cut_options *own = job->options;
    tt_io_reading_options how = job->settings->reading;
    how.player = NULL; /* the library follows all players, also those who are not in the cut */
    tt_io_cut_options asked = library_options(job->settings, own);
    tt_io_error error;
    w->job = job;
    tt_format format = source_look(job);
    const char *problem =
        format == TT_FORMAT_UNKNOWN ? NULL : target_check_ending(job->settings, format);
    if (problem != NULL) {
        message_say(MESSAGE_ERROR, job->settings->output, "%s", problem);
        return EXIT_USAGE;
    }
    if (reading_prepare(&w->r, job, &how, READING_ITSELF)) {
        note_digits(job, own);
        asked.reading = w->r.options;
        asked.reading.player = job->settings->reading.player;
        asked.reading.ignore_case = job->settings->reading.ignore_case;
        asked.on_say = say;
        asked.on_made = report;
        asked.user = w;
        tt_io_cut(&w->r.io, job->path, &asked, &error);
    }
    exit_worsen(&w->status, reading_close(&w->r));
    return w->status;
}

const struct command cmd_cut = {
    .name = "cut",
    .summary = "cut a part out of a recording",
    .description = {(
        "Writes a part of a recording as a recording that every reader accepts. Ticks do not "
        "change. The start time of a demo becomes that of its first tick; that of a "
        "teehistorian file remains. The cut begins with the state of the game, so every tick "
        "has the same state as in the original.")},
    .options = OPTION_TABLE(options, struct cut_options),
    .examples = {{"Two minutes of a recording:",
                  "cut --from 1:02:00 --to 1:04:00 -o part.teehistorian FILE"},
                 {"What one player did in an hour:",
                  "cut --from 20:00:00 --to 21:00:00 --player nameless -o one.teehistorian FILE"},
                 {"The run of a player that ended with a finish:",
                  "cut --finish=nameless --before 5 --after 3 -o run.teehistorian FILE"},
                 {"A server day in hours:", "cut --split 1:00:00 -o day.teehistorian FILE"},
                 {"The time around a chat line, with the name replaced:",
                  "cut --around-chat 'gg' --rename nameless=somebody -o gg.demo FILE.demo"},
                 {"From the first to the second marker of a demo:",
                  "cut --from marker:1 --to marker:2 -o part.demo FILE.demo"}},
    .json_text = {("One object a piece. For a demo it has output, first_tick, last_tick, bytes, "
                   "snapshots, messages, markers and left_out, as for teetape-concat(1); for a "
                   "teehistorian file:")},
    .columns = columns,
    .usage = "-o OUT [OPTION...] FILE",
    .exit_status =
        {"0|The cut was written.",
         "1|The recording is damaged; what can be read of it is in the cut.",
         ("2|Wrong usage, or OUT exists without --force, or nothing matches. Nothing is written; "
          "with --split, the pieces before that are."),
         "3|The system failed: a file cannot be read or written."},
    .check = check,
    .how = &(const struct run_how){.process = cut_file,
                                   .work = sizeof(struct work),
                                   .takes_one = true,
                                   .keeps_secrets = true},
};
