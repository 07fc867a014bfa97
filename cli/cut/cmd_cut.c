/* SPDX-License-Identifier: MIT
 *
 * teetape cut: a part of a recording, as a recording.
 *
 * Here are the words of the command and the order of its steps: the options are checked, a survey
 * finds what is meant (cut_ask.c, cut_plan.c), and a reading of the span writes the pieces
 * (cut_write.c) with the calls of the recording's format (cut_teehistorian.c, cut_demo.c).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_write.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"

static const char *const description[] = {
    ("Writes a part of a recording as a recording that every reader accepts. Ticks do not "
     "change; the start time of a demo becomes that of its first tick, the one of a "
     "teehistorian file remains. The state at the beginning is written first, so every "
     "tick has the same state as in the original."),
    NULL,
};

static const char *const details[] = {
    ("That state is: connected clients, names, versions, rcon levels, teams, practice, "
     "positions, and the last input of every player. A cut of a demo begins with a full "
     "snapshot, and with teams, tunings, a running vote and the players."),
    ("The cut has its own game_uuid, which is always the same for the same part of the "
     "same game, and the header key cut_of with the game_uuid of the original. The cut of "
     "a cut is the same as the cut of the original."),
    ("With --player or --team it has the records of these players alone. A team consists "
     "of all players who were in it during the span; the cut has all their records of the "
     "span. Records about teams are kept while one of the players is in the team."),
    ("With --finish it holds a run: from --before seconds before its start to --after "
     "seconds after its finish. If there are several finishes, they are listed, and "
     "--finish-number chooses one. All players are in it unless --player or --team "
     "selects some. A demo has the finishes that the server reported to clients, "
     "but none of teams; a teehistorian file has those since DDNet 18.3, and little chat for "
     "--around-chat."),
    ("With --split it makes consecutive pieces. Their number precedes the ending of the "
     "name: OUT.001.teehistorian, OUT.002.teehistorian. A piece without records is not "
     "written, but it counts. Pieces of a demo count from its first tick, and each has the "
     "map."),
    ("FILE cannot be stdin if the recording has to be read twice: for --finish, --team, "
     "--around-chat and the name of a player."),
    ("A cut of a teehistorian file has all that the original has of that time, also secrets: "
     "timeout codes, passwords, whispers. teetape-anonymize(1) removes them; teetape-page(1) and "
     "teetape-demo(1) mask them."),
    ("The format is that of FILE. A name of OUT with the ending of another one is refused: "
     "teetape-demo(1) makes a demo of a teehistorian file."),
    ("Length and timeline markers in the header of a demo are those of the cut. With "
     "--player, all other players are left out; with --hide, the given players are left "
     "out. Messages of other players and of the server about them are kept. --hide and "
     "--rename can be given several times. If the demo does not have such a player, no cut is "
     "written; with --split and stdin this is known only after the pieces."),
    NULL,
};

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FROM(struct cut_options),
    OPTION_ROW_TO(struct cut_options),
    OPTION_ROW_PLAYER(struct cut_options),
    ROW_TEXT(0, "team", "N", struct cut_options, team, "only players who were in this team"),
    ROW_OPTIONAL(0, "finish", "PLAYER", struct cut_options, finish,
                 "a run that ends with a finish, of any player or this one"),
    ROW_NUMBER(0, "finish-number", "N", struct cut_options, finish_number, 1, INT32_MAX,
               "which one of several finishes, in order of time"),
    ROW_TEXT(0, "before", "TIME", struct cut_options, before,
             "begin this long before the run (5, 1:00); default: " CUT_BEFORE),
    ROW_TEXT(0, "after", "TIME", struct cut_options, after,
             "end this long after the finish; default: " CUT_AFTER),
    ROW_TEXT(0, "split", "TIME", struct cut_options, split,
             "make pieces of this length, in seconds or as 1:00:00"),
    ROW_TEXT(0, "around-chat", "TEXT", struct cut_options, around_chat,
             "from --before to --after a line with this text"),
    ROW_NUMBER(0, "chat-number", "N", struct cut_options, chat_number, 1, INT32_MAX,
               "which one of several lines, in order of time"),
    ROW_FLAG(0, "drop-chat", struct cut_options, drop_chat, "demos: leave out chat of players"),
    ROW_FLAG(0, "drop-inputs", struct cut_options, drop_inputs,
             "demos: leave out inputs of other players"),
    ROW_TEXTS(0, "hide", "PLAYER", struct cut_options, hide,
              "demos: leave out this client id or name"),
    ROW_TEXTS(0, "rename", "OLD=NEW", struct cut_options, renames,
              "demos: give the player OLD the name NEW"),
    ROW_FLAG(0, "strip-map", struct cut_options, strip_map, "demos: leave out the embedded map"),
    ROW_FILE(0, "attach-map", "MAP", struct cut_options, attach_map,
             "demos: embed this map; --force allows a different map"),
    OPTION_ROW_INDEX_DIR(struct cut_options),
    OPTION_ROW_NO_INDEX(struct cut_options),
    OPTION_ROW_FORCE,
};

static const struct example examples[] = {
    {"Two minutes of a recording:", "cut --from 1:02:00 --to 1:04:00 -o part.teehistorian FILE"},
    {"What one player did in an hour:",
     "cut --from 20:00:00 --to 21:00:00 --player nameless -o one.teehistorian FILE"},
    {"The run of a player that ended with a finish:",
     "cut --finish=nameless --before 5 --after 3 -o run.teehistorian FILE"},
    {"A server day in hours:", "cut --split 1:00:00 -o day.teehistorian FILE"},
    {"The time around a chat line, with the name replaced:",
     "cut --around-chat 'gg' --rename nameless=somebody -o gg.demo FILE.demo"},
    {"From the first to the second marker of a demo:",
     "cut --from marker:1 --to marker:2 -o part.demo FILE.demo"},
};

static const char *const json_intro[] = {
    "One object a piece. For a demo it has output, first_tick, last_tick, bytes, snapshots, "
    "messages, markers and left_out, as for teetape-concat(1); for a teehistorian file:",
    NULL};

static const char *const exit_status[] = {
    "0|The cut was written.",
    "1|The recording is damaged; what can be read of it is in the cut.",
    "2|Wrong usage, or OUT exists without --force, or nothing matches. Then nothing is written.",
    "3|The system failed: a file cannot be read or written.",
    NULL,
};

/* Stdout is one stream: it can take one recording, not several pieces of which each is a whole
 * file. */
static const char *check(const struct settings *settings, const void *given)
{
    const struct cut_options *own = given;
    const char *problem = target_check(settings, given);
    if (problem == NULL && own->split != NULL && strcmp(settings->output, "-") == 0) {
        problem = "--split makes several files: -o needs a name";
    }
    return problem != NULL ? problem : cut_options_check(own);
}

/* Files beyond one are refused by the shell, as cut takes one. This is for the case in which the
 * second "file" is most likely the player: an option with an optional value takes it only in the
 * same word, so in "--finish alice FILE" alice is a file. */
static const char *check_count(const struct settings *settings, const void *given, size_t count)
{
    const struct cut_options *own = given;
    (void)settings;
    if (count > 1 && own->finish != NULL && own->finish[0] == 0) {
        return "cut takes one file; write the player of --finish in the same word: "
               "--finish=PLAYER";
    }
    return NULL;
}

/* The format is unknown for what cannot be read: the reading reports it. */
static void cut(struct cut_work *w, tt_format format)
{
    struct reading_options how = {.span = &w->span};
    w->format = format == TT_FORMAT_DEMO ? &cut_format_demo : &cut_format_teehistorian;
    cut_ask(w, format == TT_FORMAT_DEMO);
    if (format == TT_FORMAT_UNKNOWN || cut_plan_open(&w->plan, w->job, &w->ask, &w->status)) {
        /* A demo keeps from before the span what the state is made of, so it is read from its
         * start, whatever index there is. */
        w->span.no_index |= w->format->is_whole;
        w->format->want(w, &how);
        if (reading_open(&w->r, w->job, &how)) {
            cut_write(w);
            if (w->format->close != NULL) {
                w->format->close(w);
            }
        }
        tt_io_reading_stop(&w->r.io);
        exit_worsen(&w->status, reading_close(&w->r));
    }
    cut_plan_close(&w->plan);
}

/* What can be refused by the options, the format and the name of the output is refused here, before
 * the recording is read. The work is about a mebibyte with a writer in it, too much for the stack;
 * it is freed with all that the formats opened. */
static enum exit_status process(struct job *job)
{
    const struct cut_options *own = job->options;
    tt_format format = source_look(job);
    const char *problem = format == TT_FORMAT_UNKNOWN
                              ? NULL
                              : cut_options_check_format(own, format == TT_FORMAT_DEMO);
    if (problem != NULL) {
        message_say(MESSAGE_ERROR, job->path, "%s", problem);
        return EXIT_USAGE;
    }
    problem = format == TT_FORMAT_UNKNOWN ? NULL : target_check_ending(job->settings, format);
    if (problem != NULL) {
        message_say(MESSAGE_ERROR, job->settings->output, "%s", problem);
        return EXIT_USAGE;
    }
    if (!target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    struct cut_work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    w->job = job;
    w->options = own;
    cut(w, format);
    enum exit_status status = w->status;
    free(w);
    return status;
}

const struct command cmd_cut = {
    .name = "cut",
    .summary = "a part of a recording, as a recording",
    .description = description,
    .details = details,
    .options = OPTION_TABLE(options, struct cut_options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = cut_columns,
    .usage = "-o OUT [OPTION...] FILE",
    .check = check,
    .check_count = check_count,
    .process = process,
    .keeps_secrets = true,
    .takes_one = true,
    .exit_status = exit_status,
};
